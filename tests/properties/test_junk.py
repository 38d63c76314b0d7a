"""One seat signs anything that has the form of an event, on any base: no tool ever stops, and all agree.

Each line is well formed and well signed, linked into its feed, and nearly always nonsense.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games import played
from pbem.crypto.hashing import b64
from pbem.errors import BrokenSeal
from pbem.match.making import opening
from pbem.match.match import Duty
from pbem.play.requests import DrawSecret, Open, Seal, SealMany
from pbem.record import events as ev
from pbem.record.wire import CODEC, Event
from people import Person, master
from traces import Watch


class Scribbler:
    """The hostile seat: it holds its own keys and the log, and writes."""

    def __init__(self, genesis: Event, events: tuple[Event, ...], seat: int, ruleset: Any, rng: random.Random) -> None:
        self.person = Person(genesis, {seat: master(seat)}, ruleset)
        self.person.receive(events)
        self.seat, self.rng, self.written = seat, rng, []

    def scribble(self) -> None:
        match, rng = self.person.match, self.rng
        feed = match.feeds.feeds[self.seat]
        if feed.join is None or feed.parked:
            return
        kind, body = self.body()
        digests = [b64(c.digest) for c in match.rounds.closed]
        ids = [*match.feeds.by_id, b64(rng.randbytes(32))]
        core: dict[str, Any] = {
            "feed": feed.head,
            "game": match.genesis.id,
            "n": feed.n,
            "prev": rng.choice([match.rounds.base] * 8 + digests[-2:]),
            "r": rng.choice([match.rounds.r] * 12 + [1, match.rounds.r + 1]),
            "seat": self.seat,
            "t": rng.randrange(2**30),
        }
        if kind is not ev.Note:
            core["inc"] = tuple(sorted(rng.sample(ids[:-1], rng.choice([0, 0, 0, min(2, len(ids) - 1)]))))
        if kind not in (ev.Note, ev.Agree, ev.Claim):
            core["st"] = rng.choice([None, None, match.binding.checkpoint or None, b64(rng.randbytes(16))])
        event = CODEC.make(kind(**core, body=body), match.keys[self.seat].sign_seed)
        self.written.append(event)
        self.person.receive([event])

    def body(self) -> tuple[Any, Any]:
        """A body of any kind, as near to what is asked as a liar likes."""
        match, rng = self.person.match, self.rng
        table, name = match.binding.table, match.name(self.seat)
        request = table.pending
        rule = rng.choice([request.rule if request else "1", "1.1", "2.1", "3"])
        about = rng.choice([request.about if request else "", "", name])
        junk = b64(rng.randbytes(32))
        slots = [f"r{rng.randint(1, 60)}/{rule}/0"]
        if isinstance(request, Seal | SealMany) and name in request.per_seat():
            slots = [h.slot for h in table.handles(name)]
        elif isinstance(request, Open) and table.to_open(name):
            slots = [h.slot for h in table.to_open(name)]
        elif isinstance(request, DrawSecret) and request.seat == name:
            slots = [table.handles(name)[0].slot]
        own = [h for h in match.binding.items if h.seat == name]
        say = rng.choice([*(table.options.says() if table._options else ()), "stay", "1-2-3", "9" * 5000, "raid raid"])
        i = match.feeds.feeds[self.seat].chain_i + rng.choice([1, 1, 1, 0, 2])
        element = rng.choice([b64(match._chain(self.seat).element(i)), junk])
        items = tuple(
            ev.SealItem(slot=s, bucket=128, salt=b64(rng.randbytes(16)), ct=b64(rng.randbytes(144)), com=junk)
            for s in slots
        )
        openings = [self.opening(s, own, junk) for s in slots]
        first = openings[0]
        return rng.choice([
            (ev.Act, ev.Answer(rule=rule, about=about, say=say)),
            (ev.Act, ev.Answer(rule=rule, about=about, say=say)),
            (ev.Act, ev.Undo(to=rng.randint(1, match.rounds.r + 1))),
            (ev.Act, ev.Priv(com=junk, rule=rule, about=about, slot=slots[0])),
            (ev.Seal, ev.SealBody(items=items)),
            (ev.Reveal, ev.RevealBody(slot=first.slot, of=first.of, key=first.key, seed=first.seed,
                                      more=tuple(openings[1:]))),
            (ev.Entropy, ev.EntropyBody(c=rng.choice([0, 0, 0, 1]), e=element, i=i or 1)),
            (ev.Disclose, ev.DiscloseBody(epoch=rng.choice([0, 1]),
                                          gs=rng.choice([junk, b64(match.keys[self.seat].gs)]))),
            (ev.Note, ev.NoteBody(text="junk \u202e\x00")),
            (ev.Agree, rng.choice([ev.Takeback(to=rng.randint(1, match.rounds.r)), ev.AgreedResult(winners=(name,))])),
            (ev.Act, ev.Agreed(of=rng.choice([rng.choice(list(match.feeds.by_id)), *self.agrees()]))),
            (ev.Claim, rng.choice([ev.Seen(), ev.Away(until=2**53 - 1), ev.Late(whom=15)])),
            (ev.Resign, ev.ResignBody()),
        ][: 13 if rng.random() < 0.1 else 12])

    def agrees(self) -> list[str]:
        """What anybody ever agreed to."""
        return [e.id for e in self.person.match.feeds.by_id.values() if e.kind == "agree"]

    def opening(self, slot: str, own: list[Any], junk: str) -> ev.Opening:
        match = self.person.match
        held = next((match.binding.items[h] for h in own if h.slot == slot), None)
        if held is not None and self.rng.random() < 0.5:
            return opening(match._secrets[self.seat], slot, held)
        if self.rng.random() < 0.5:
            return ev.Opening(slot=slot, seed=junk)
        return ev.Opening(slot=slot, of=held.event if held else junk, key=junk)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 23), cut=st.integers(4, 80), seat=st.integers(0, 2), count=st.integers(1, 12),
    rng=st.randoms(use_true_random=False),
)
def test_no_well_signed_nonsense_stops_a_tool_and_all_read_it_alike(seed, cut, seat, count, rng):
    game = played(seed)
    start = game.events[1 : 1 + cut]
    scribbler = Scribbler(game.genesis, start, seat, game.ruleset, random.Random(rng.getrandbits(64)))
    for _ in range(count):
        scribbler.scribble()
    lines = [*start, *scribbler.written]
    plain = Watch(game.genesis, game.ruleset)
    assert plain.match.take(lines) == []
    rng.shuffle(lines)
    knowing = Watch(game.genesis, game.ruleset, secrets=game.secrets)
    for line in lines:
        knowing.match.take([line])
    assert knowing.public() == plain.public()
    assert plain.match.twins == []


class Blind(Person):
    """Takes the quietest answer: it need not see what it has sealed, and stops where it cannot open it."""

    def work(self, rng: random.Random) -> bool:
        try:
            return super().work(rng)
        except BrokenSeal:
            return False

    def carry_out(self, duty: Duty, rng: random.Random) -> Event:
        match, request = self.match, self.match.request
        if duty.kind == "join":
            return match.join(duty.seat)
        if isinstance(request, Seal | SealMany):
            return match.seal(duty.seat, [i.spell(i.default()) for i in request.per_seat()[duty.name]])
        return match.answer(duty.seat, match.binding.table.options.says()[0])


@settings(max_examples=15)
@given(seed=st.sampled_from([0, 1, 4, 5]), seat=st.integers(0, 2), rng=st.randoms(use_true_random=False))
def test_the_others_play_on_through_it_and_the_match_can_still_end(seed, seat, rng):
    """Honest play and nonsense take turns; unless it resigned or really sealed nonsense, the seat goes on honestly."""
    game = played(seed)
    dice = random.Random(rng.getrandbits(64))
    people = [
        (Blind if i == seat else Person)(game.genesis, {i: master(i)}, game.ruleset, despite_desync=True)
        for i in range(3)
    ]
    for step in range(200):
        worked = [p.work(dice) for p in people]
        lines = [e for p in people for e in p.log[1:]]
        if step < 30 and dice.random() < 0.3:
            scribbler = Scribbler(game.genesis, tuple(lines), seat, game.ruleset, dice)
            scribbler.scribble()
            lines += scribbler.written
        for person in people:
            person.receive(lines)
        if not any(worked):
            break
    assert len({p.match.rounds.digest for p in people}) == 1
    assert not any(p.match.twins for p in people)
    if not broken(people[seat], seat):
        assert people[0].match.binding.is_over


def broken(person: Person, seat: int) -> bool:
    """The hostile seat holds a seal or a draw that it cannot open: it has sealed nonsense, and owes it for ever."""
    match = person.match
    if seat not in match.keys or not isinstance(match.binding.table.pending, Open):
        return False
    handles = match.binding.table.to_open(match.name(seat))
    return not all(match.binding.table.secrets.is_seen(h) for h in handles)
