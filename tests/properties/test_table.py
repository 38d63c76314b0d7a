"""Questions put to a table change nothing, and dice come from nothing but the round before (protocol 2.10, 3.3)."""

from __future__ import annotations

import contextlib
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Bench, played
from pbem.crypto.entropy import combine
from pbem.crypto.hashing import b64, unb64
from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Open, Seal, SealMany, Write
from pbem.record import events as ev
from people import agree, exchange, forge, invite, send, settle
from traces import Watch

seeds = st.sampled_from(range(24))


def position(table: object, state: msgspec.Struct) -> tuple:
    """All of a table that a question could spoil."""
    t = table
    return (
        msgspec.json.encode(state, order="sorted"), t.pending, t.round, t.result, len(t.story), list(t.incidents),
        t.where(), len(t.secrets.open_claims()), t.expected(),
    )


class Curious(Bench):
    """Asks everything that can be asked before each answer."""

    def choose(self) -> object:
        table, before = self.table, position(self.table, self.state)
        match table.pending:
            case Ask() | Write():
                table.legal()
                for say in (*table.options.says(), "nonsense", "9-9-9", ""):
                    for ask in (table.check, table.check_claims):
                        with contextlib.suppress(IllegalMove):
                            ask(say)
                with pytest.raises(IllegalMove):
                    table.answered("nonsense")
            case Seal() | SealMany():
                for seat in table.expected():
                    handles = table.handles(seat)
                    for say in ("raid", "1", "nonsense"):
                        with contextlib.suppress(IllegalMove):
                            table.check_seal(seat, [say] * len(handles))
            case Open():
                assert all(table.to_open(seat) for seat in table.expected())
        assert position(table, self.state) == before
        return super().choose()


@given(seed=st.integers(0, 10_000))
def test_questions_and_illegal_answers_change_nothing(seed):
    curious, plain = Curious(seed), Bench(seed)
    assert curious.trace == plain.trace
    assert (curious.state, curious.table.result) == (plain.state, plain.table.result)


@given(seed=seeds)
def test_reading_twice_asks_twice_the_same(seed):
    game = played(seed)
    watches = [Watch(game.genesis, game.ruleset) for _ in range(2)]
    for watch in watches:
        watch.match.take(game.events)
        watch.match.owing(), watch.match.mine(), watch.match.rounds.to_include(0), watch.match.twins
    assert watches[0].public() == watches[1].public()


# ------------------------------------------------------------------ dice


@given(seed=seeds)
def test_2_10_dice_are_made_of_the_digest_before_and_the_elements_and_nothing_else(seed):
    game = played(seed)
    watch = Watch(game.genesis, game.ruleset)
    binding = watch.match.binding
    given_: list[bytes] = []
    real = binding._combine

    def listen(closed: object) -> bytes:
        given_.append(real(closed))
        return given_[-1]

    binding._combine = listen  # type: ignore[method-assign]
    watch.match.take(game.events)
    made = []
    for before, closed in zip(watch.match.rounds.closed, watch.match.rounds.closed[1:], strict=False):
        elements = [(e.seat, unb64(e.msg.body.e, 32)) for e in closed.events if isinstance(e.msg, ev.Entropy)]
        stopped = any(e.kind == "resign" for e in closed.side)  # then no dice are made of them
        if len(elements) == len(closed.seats) and not stopped:
            made.append(combine(watch.match.feeds.gid, before.r, before.digest, elements))
    assert given_ == made


def first_dice(seed: int, *, again: int | None) -> tuple[list[bytes], list[str]]:
    """A match up to its first public dice; red's tool signs a second pack behind the first, with other commitments."""
    people = invite(turns=1, nonce=bytes(15) + bytes([seed]))
    settle(people)
    rng = random.Random(seed)
    for rule in ("1.3", "2.1"):
        for person in people:
            (duty,) = person.match.mine()
            assert person.match.request.rule == rule
            first = person.carry_out(duty, rng)
            if again is not None and duty.seat == 0 and rule == "2.1":
                items = [msgspec.structs.replace(i, com=b64(bytes([again]) * 32)) for i in first.msg.body.items]
                send(people, first)
                second = forge(person.match, 0, ev.Seal, ev.SealBody(items=tuple(items)), st=first.msg.st,
                               prev=first.msg.prev, r=first.msg.r)
                person.receive([second])
        exchange(people)
    digests = [c.digest for c in people[0].match.rounds.closed]
    settle(people)
    agree(people)
    return digests, [t.text for t in people[0].match.binding.table.story]


@settings(max_examples=10)
@given(seed=st.integers(0, 255), again=st.integers(0, 255))
def test_2_10_a_second_act_on_the_same_base_changes_no_die(seed, again):
    digests, story = first_dice(seed, again=again)
    assert (digests, story) == first_dice(seed, again=None)
    assert "begins" in story[0]


@settings(max_examples=10)
@given(t=st.integers(0, 2**40), note=st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1))
def test_2_10_nothing_in_an_entropy_event_but_its_element_enters_the_dice(t, note):
    """Two of green's wordings of one entropy event (another time, something included): other digests, same dice."""
    outcomes = []
    for variant in (False, True):
        people = invite(turns=1)
        for person in people:
            person.match.join(person.match.mine()[0].seat)
        for person in people:
            person.receive([e for p in people for e in p.log[1:]])
        red, green = people[0].match, people[1].match
        send(people, *red.run_mechanical())  # the commitment of the first secret draw, and red's element
        changes = {}
        if variant:
            send(people, people[2].match.note(2, note))
            changes = {"t": t + 1, "inc": tuple(green.rounds.to_include(0))}
        body = ev.EntropyBody(c=0, e=b64(green._chain(1).element(1)), i=1)
        send(people, forge(green, 1, ev.Entropy, body, **changes))
        send(people, *people[2].match.run_mechanical())
        assert red.rounds.r >= 4
        outcomes.append((red.binding.table.peek(red.state.raiders["red"].charms[0]), red.rounds.closed[2].digest))
    assert outcomes[0][0] == outcomes[1][0]
    assert outcomes[0][1] != outcomes[1][1]
