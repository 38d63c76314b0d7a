"""The raiders over the worst of mails: lines are lost, doubled, delayed, reordered, mangled and forged.

One seat may lead a double life, telling two stories to two people; an honest one may put its log back from an old copy.

Whatever happens: honest seats agree on every round before the first twins; whoever holds both twins stops, names the
author and can prove it; a restored seat signs nothing before it has caught up; nobody honest is ever accused.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from marked import GENESIS, Desk
from pbem.crypto.hashing import unb64
from pbem.errors import BadRecord, Fork, MissingRecords
from pbem.record.events import SeatEvent
from pbem.record.wire import CODEC, Event, SeatLine, verify_event

seats = st.integers(0, 2)
picks = st.integers(0, 2**16)


@dataclass
class Packet:
    """Lines on their way from one desk to another seat."""

    sender: Desk
    to: int
    lines: list[bytes]


class BadMail(RuleBasedStateMachine):
    @initialize(
        liar=st.sampled_from([None, 0, 1, 2, None]), days=st.sampled_from([9, 5, 0, 14, 2]), seed=picks,
        early=st.booleans(), may_restore=st.booleans(),
    )
    def sit_down(self, liar: int | None, days: int, seed: int, early: bool, may_restore: bool) -> None:
        self.desks = [Desk(seat) for seat in range(3)]
        self.liar = liar
        self.double: Desk | None = None  # the liar's other life
        self.mail: list[Packet] = []
        self.sent: dict[tuple[int, int], int] = {}
        for day in range(days):
            self.calm_day(seed + day)
        self.may_restore = may_restore
        if liar is not None and early:
            self.begin_a_double_life()

    # ------------------------------------------------------------------ who is who

    def honest(self) -> list[Desk]:
        return [d for d in self.desks if d.seat != self.liar or self.double is None]

    def lives(self, seat: int) -> list[Desk]:
        """The desks of one seat: one, or the liar's two."""
        return [self.desks[seat], *([self.double] if self.double is not None and seat == self.liar else [])]

    def reader(self, sender: Desk, to: int) -> Desk:
        """Which of the receiver's lives gets a mail of the sender: the liar keeps its two stories apart."""
        lives = self.lives(to)
        others = [s for s in range(3) if s != to]
        return lives[others.index(sender.seat)] if len(lives) == 2 else lives[0]

    def twins(self) -> dict[int, set[str]]:
        """What the liar has in truth signed for one place: place -> ids, where there are two."""
        places: dict[int, set[str]] = {}
        for desk in self.lives(self.liar) if self.liar is not None else []:
            for event in desk.signed:
                places.setdefault(event.msg.n, set()).add(event.id)
        return {n: ids for n, ids in places.items() if len(ids) > 1}

    # ------------------------------------------------------------------ players

    @rule(seed=picks, apart=st.booleans())
    def calm_day(self, seed: int, apart: bool = False) -> None:
        """Everybody plays, and the mail works; the liar's two lives write to one dupe each.

        `apart`: the two dupes do not write to each other today.
        """
        rng = random.Random(seed)
        lives = [d for seat in range(3) for d in self.lives(seat)]
        for desk in lives:
            if desk.refusal() is None:
                desk.act(rng)
        for desk in lives:
            for to in range(3):
                if to == desk.seat or (apart and self.double is not None and self.liar not in (desk.seat, to)):
                    continue
                if desk in (self.reader(d, desk.seat) for d in self.lives(to)):
                    self.hand_over(Packet(desk, to, [e.line for e in desk.log]))

    @rule(seat=seats, seed=picks, life=st.integers(0, 1))
    def act(self, seat: int, seed: int, life: int) -> None:
        lives = self.lives(seat)
        desk = lives[life % len(lives)]
        if desk.refusal() is None:
            desk.act(random.Random(seed))
        else:
            self.refuses(desk)

    def refuses(self, desk: Desk) -> None:
        """Whatever is tried, nothing is signed."""
        before, n = len(desk.log), desk.match.feeds.feeds[desk.seat].n
        assert desk.match.run_mechanical() == []
        tries = [lambda: desk.match.note(desk.seat, "hello"), lambda: desk.match.resign(desk.seat)]
        tries += [lambda d=duty: desk.match.join(d.seat) for duty in desk.match.mine() if duty.kind == "join"]
        for attempt in tries:
            with pytest.raises((MissingRecords, Fork)):
                attempt()
        assert (len(desk.log), desk.match.feeds.feeds[desk.seat].n) == (before, n)

    @rule(seat=seats, seed=picks, life=st.integers(0, 1))
    def note(self, seat: int, seed: int, life: int) -> None:
        lives = self.lives(seat)
        desk = lives[life % len(lives)]
        if desk.refusal() is None and desk.match.feeds.feeds[seat].join is not None:
            desk.match.note(seat, f"note {seed}")

    @rule(sender=seats, to=seats, whole=st.booleans(), life=st.integers(0, 1))
    def post(self, sender: int, to: int, whole: bool, life: int) -> None:
        """The whole log, or what is new in it since the last mail to that seat."""
        if sender == to:
            return
        lives = self.lives(sender)
        desk = lives[life % len(lives)]
        if len(lives) == 2 and [s for s in range(3) if s != sender].index(to) != lives.index(desk):
            return  # each of the liar's lives writes to its own dupe only
        start = 0 if whole else self.sent.get((id(desk), to), 0)
        self.sent[id(desk), to] = len(desk.log)
        self.mail.append(Packet(desk, to, [e.line for e in desk.log[start:]]))

    @precondition(lambda self: self.liar is not None and self.double is None)
    @rule()
    def begin_a_double_life(self) -> None:
        """From here on one seat plays twice, with two clocks: each event that both lives sign is a twin."""
        assert self.liar is not None
        first = self.desks[self.liar]
        self.double = Desk(self.liar, clock=1, log=tuple(first.log), mark=first.mark)

    @precondition(lambda self: self.may_restore)
    @rule(seat=seats, pick=picks)
    def restore(self, seat: int, pick: int) -> None:
        """An old copy of the log is put back; the mark is beside the key, and stays."""
        desk = self.desks[seat]
        if seat != self.liar:
            self.may_restore = False  # once is enough: who lost the only copy of its own events stays out for good
            desk.put_back(tuple(desk.log[: 1 + pick % len(desk.log)]))
            for key in [k for k in self.sent if k[0] == id(desk)]:
                del self.sent[key]

    # ------------------------------------------------------------------ mail

    def take_out(self, pick: int, *, leave: bool = False) -> Packet:
        at = pick % len(self.mail)
        return self.mail[at] if leave else self.mail.pop(at)

    def hand_over(self, packet: Packet) -> None:
        desk = self.reader(packet.sender, packet.to)
        events = []
        for line in packet.lines:
            try:
                events.append(CODEC.decode(line))
            except BadRecord:
                continue
        if len(self.lives(packet.to)) == 2:
            # a liar does not read its other story
            events = [e for e in events if not isinstance(e, SeatLine) or e.seat != packet.to]
        desk.receive(events)

    has_mail = precondition(lambda self: bool(self.mail))

    @has_mail
    @rule(pick=picks, shuffled=st.randoms(use_true_random=False))
    def deliver(self, pick: int, shuffled: random.Random) -> None:
        """Any packet, its lines in any order: delay and reordering are the same thing here."""
        packet = self.take_out(pick)
        shuffled.shuffle(packet.lines)
        self.hand_over(packet)

    @has_mail
    @rule(pick=picks)
    def deliver_twice(self, pick: int) -> None:
        self.hand_over(self.take_out(pick, leave=True))

    @has_mail
    @rule(pick=picks)
    def lose(self, pick: int) -> None:
        self.take_out(pick)

    @has_mail
    @rule(pick=picks, keep=st.integers(1, 4))
    def deliver_in_part(self, pick: int, keep: int) -> None:
        """Every so many lines of a packet arrive."""
        packet = self.take_out(pick)
        self.hand_over(Packet(packet.sender, packet.to, packet.lines[pick % keep :: keep]))

    @has_mail
    @rule(pick=picks, at=picks, bit=st.integers(0, 7))
    def mangle(self, pick: int, at: int, bit: int) -> None:
        """One bit of one line is turned: the line is refused, or it is a forgery with a bad signature."""
        packet = self.take_out(pick, leave=True)
        if packet.lines:
            line = bytearray(packet.lines[at % len(packet.lines)])
            line[at % len(line)] ^= 1 << bit
            self.hand_over(Packet(packet.sender, packet.to, [bytes(line)]))

    @has_mail
    @rule(pick=picks, at=picks, n=st.integers(0, 40))
    def forge(self, pick: int, at: int, n: int) -> None:
        """The postman writes a line of its own, for any place in anybody's feed."""
        packet = self.take_out(pick, leave=True)
        if packet.lines:
            event = CODEC.decode(packet.lines[at % len(packet.lines)])
            if isinstance(event.msg, SeatEvent):
                forged = CODEC.make(msgspec.structs.replace(event.msg, n=n), bytes([9]) * 32)
                self.hand_over(Packet(packet.sender, packet.to, [forged.line]))

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def honest_seats_agree_before_the_first_twins(self) -> None:
        twins = self.twins()
        upto = 10**6
        if twins:
            first = twins[min(twins)]
            upto = min(e.msg.r for d in self.lives(self.liar) for e in d.signed if e.id in first)  # type: ignore[arg-type]
        chains = [d.digests()[: upto - 1] for d in self.honest()]
        longest = max(chains, key=len)
        assert all(chain == longest[: len(chain)] for chain in chains)

    @invariant()
    def equal_digests_are_equal_positions(self) -> None:
        seen: dict[bytes, tuple[object, ...]] = {}
        for desk in self.desks:
            match = desk.match
            position = msgspec.json.encode(match.state), match.result, match.binding.checkpoint, match.binding.is_over
            assert seen.setdefault(match.rounds.digest, position) == position

    @invariant()
    def whoever_holds_both_twins_stops_and_can_prove_it(self) -> None:
        in_truth = self.twins()
        for desk in self.honest():
            held = [n for n, ids in in_truth.items() if sum(i in desk.match.feeds.by_id for i in ids) > 1]
            found = desk.match.twins
            assert bool(found) == bool(held)
            if found:
                assert not desk.match.can_sign()
                assert [t.n for t in found] == [min(held)]
                self.prove(found[0].first, found[0].second, desk)

    def prove(self, one: Event, two: Event, desk: Desk) -> None:
        """2.9 Genesis, join and the two lines, and nothing else, show who did it."""
        joined = next((e for e in desk.log if e.kind == "join" and e.seat == self.liar), None)
        lines = [CODEC.decode(e.line) for e in (one, two)]
        join_or_first = lines[0] if lines[0].kind == "join" else joined
        assert join_or_first is not None
        for event in lines:
            join = event if event.kind == "join" else join_or_first
            key = GENESIS.msg.body.seats[event.seat].id if event.kind == "join" else join.msg.body.pk  # type: ignore[union-attr]
            assert verify_event(event, unb64(key, 32))
            assert (event.msg.game, event.seat, event.msg.n) == (GENESIS.id, self.liar, one.msg.n)  # type: ignore[union-attr]
        assert lines[0].id != lines[1].id

    @invariant()
    def nobody_honest_is_accused(self) -> None:
        for desk in self.desks:
            assert {t.seat for t in desk.match.twins} <= {self.liar}

    @invariant()
    def nobody_honest_signs_twice_for_one_place(self) -> None:
        for desk in self.honest():
            places = [e.msg.n for e in desk.signed]
            assert len(places) == len(set(places))

    @invariant()
    def a_restored_seat_signs_nothing_before_it_has_caught_up(self) -> None:
        for desk in self.honest():
            behind = desk.mark is not None and desk.match.feeds.feeds[desk.seat].n <= desk.mark.n
            if behind and not desk.match.twins:
                assert desk.refusal() is not None

    # ------------------------------------------------------------------ in the end

    def teardown(self) -> None:
        if not hasattr(self, "desks"):
            return
        for _ in range(3):
            everything = [e for d in (*self.desks, *([self.double] if self.double else [])) for e in d.log]
            for desk in self.honest():
                desk.receive([e for e in everything if isinstance(e, SeatLine)])
        self.honest_seats_agree_before_the_first_twins()
        self.whoever_holds_both_twins_stops_and_can_prove_it()
        self.nobody_honest_is_accused()
        honest = self.honest()
        assert len({tuple(d.digests()) for d in honest}) == 1
        if self.double is None:
            self.the_match_ends()

    def the_match_ends(self) -> None:
        """All that was sent arrives: whoever lost the only copy of its own events stays out, else all end alike."""
        if any(desk.refusal() is not None for desk in self.desks):
            assert all(isinstance(d.refusal(), MissingRecords) for d in self.desks if d.refusal() is not None)
            return
        rng = random.Random(0)
        for _ in range(400):
            worked = [desk.act(rng) for desk in self.desks]
            everything = [e for d in self.desks for e in d.log if isinstance(e, SeatLine)]
            for desk in self.desks:
                desk.receive(everything)
            if not any(worked):
                break
        assert all(d.match.binding.is_over for d in self.desks)
        assert len({d.match.rounds.digest for d in self.desks}) == 1
        assert len({d.match.result for d in self.desks}) == 1
        assert self.desks[0].match.result is not None
        assert not any(d.match.binding.table.incidents or d.match.rounds.voids for d in self.desks)


TestBadMail = BadMail.TestCase
TestBadMail.settings = settings(max_examples=10, stateful_step_count=50)


@pytest.mark.thorough
class TestMuchBadMail(BadMail.TestCase):  # type: ignore[misc, name-defined]
    """The same, for longer."""

    settings = settings(max_examples=50, stateful_step_count=50)


@pytest.mark.slow
class TestMostBadMail(BadMail.TestCase):  # type: ignore[misc, name-defined]
    """The same, for longest."""

    settings = settings(max_examples=150, stateful_step_count=50)
