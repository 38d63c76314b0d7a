"""Who owes an event, and when a round closes (protocol 2.7)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import pytest

from pbem.crypto.hashing import b64
from pbem.errors import IllegalMove
from pbem.limits import INCLUDE_LIMIT, SIDE_LIMIT
from pbem.record.events import Act, Answer
from pbem.record.feeds import Feeds
from pbem.record.rounds import Closed, Expected, Rounds, first_digest, round_digest
from pbem.record.wire import Event
from writers import Writer, genesis

FIRST = genesis()
JOINS = Expected(("join",), (0, 1))


@dataclass
class Script:
    """An engine that expects what stands written; the answer `bad` is not legal, nothing else is judged."""

    plan: list[Expected]
    closed: list[Closed] = field(default_factory=list)

    def expected(self) -> Expected | None:
        return self.plan[len(self.closed)] if len(self.closed) < len(self.plan) else None

    def legal(self, event: Event) -> None:
        if isinstance(event.msg, Act) and isinstance(event.msg.body, Answer) and event.msg.body.say == "bad":
            raise IllegalMove("bad", "1", "it is not good")

    def close(self, closed: Closed) -> None:
        self.closed.append(closed)


class Bench:
    """Two seats, one log, one engine."""

    def __init__(self, *plan: Expected) -> None:
        self.red, self.green = Writer(FIRST, 0), Writer(FIRST, 1)
        self.engine = Script([JOINS, *plan])
        self.rounds = Rounds(Feeds(FIRST), self.engine)

    def add(self, *events: Event) -> None:
        for event in events:
            self.rounds.feeds.add(event)
        self.rounds.advance()

    def started(self) -> Bench:
        self.add(self.red.join(), self.green.join())
        return self.on()

    def on(self) -> Bench:
        """Both pens stand on the open round."""
        self.red.base = self.green.base = self.rounds.base
        return self

    @property
    def here(self) -> dict[str, object]:
        return {"prev": self.rounds.base, "r": self.rounds.r}


RED_ACTS = Expected(("act",), (0,))
GREEN_ACTS = Expected(("act",), (1,))
BOTH_ENTROPY = Expected(("entropy",), (0, 1))


def test_2_7_a_round_closes_when_every_seat_that_owes_an_event_has_one():
    bench = Bench()
    assert bench.rounds.owing() == (0, 1)
    bench.add(bench.green.join())
    assert (bench.rounds.owing(), bench.engine.closed) == ((0,), [])
    bench.add(bench.red.join())
    (closed,) = bench.engine.closed
    assert (closed.r, closed.seats, [e.seat for e in closed.events]) == (1, (0, 1), [0, 1])
    assert (bench.rounds.r, bench.rounds.owing()) == (2, ())


def test_2_7_the_digest_binds_the_events_in_seat_order():
    bench = Bench()
    green, red = bench.green.join(), bench.red.join()
    bench.add(green, red)
    start = first_digest(bench.red.gid)
    assert bench.rounds.digest == round_digest(bench.red.gid, 1, start, [red.id, green.id])
    assert bench.rounds.base == b64(bench.rounds.digest)


def test_2_7_the_lowest_legal_event_on_the_base_counts_whatever_came_first():
    bench = Bench(RED_ACTS).started()
    events = [bench.red.answer(say, **bench.here) for say in ("bad", "go", "stay")]
    bench.add(*events[::-1])
    assert bench.engine.closed[1].events == (events[1],)
    assert [(v.event, v.why) for v in bench.rounds.voids] == [(events[0], "bad\n  rule 1: it is not good")]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"r": 3}, "it names round 3 on the base of round 2"),
        ({"r": 1}, "it names round 1 on the base of round 2"),
        ({}, "round 2 waits for entropy, not act"),
    ],
)
def test_2_7_void_events_are_named_and_owed_again(fields, why):
    bench = Bench(BOTH_ENTROPY).started()
    bench.add(bench.red.answer(**(bench.here | fields)))
    assert [v.why for v in bench.rounds.voids] == [why]
    assert bench.rounds.owing() == (0, 1)
    bench.add(bench.red.entropy(1, **bench.here), bench.green.entropy(1, **bench.here))
    assert len(bench.engine.closed) == 2


@pytest.mark.parametrize("r", [1, 3, 999_999])
def test_2_4_an_event_must_name_the_round_of_its_base(r):
    """Else nothing is wrong with it: it is of the kind that is awaited, and the engine would take it."""
    bench = Bench(RED_ACTS).started()
    bench.add(bench.red.answer(**(bench.here | {"r": r})))
    assert [v.why for v in bench.rounds.voids] == [f"it names round {r} on the base of round 2"]
    assert bench.rounds.owing() == (0,)
    bench.add(bench.red.answer(**bench.here))
    assert bench.rounds.owing() == ()


def test_2_10_a_wrong_element_is_void():
    bench = Bench(BOTH_ENTROPY).started()
    bench.add(bench.red.entropy(2, **bench.here), bench.green.entropy(1, **bench.here))
    why = "its number for the dice is not the next of those that its seat fixed"
    assert [v.why for v in bench.rounds.voids] == [why]
    assert bench.rounds.owing() == (0,)
    bench.add(bench.red.entropy(1, **bench.here))
    assert bench.rounds.owing() == ()


def test_an_event_on_another_base_is_nothing():
    bench = Bench(RED_ACTS).started()
    bench.add(bench.red.answer(prev=FIRST.id, r=2), bench.green.answer(**bench.here))
    assert (bench.rounds.owing(), bench.rounds.voids) == ((0,), [])


def test_rounds_that_were_waiting_close_all_at_once():
    plan = (RED_ACTS, GREEN_ACTS)
    ahead = Bench(*plan).started()
    one = ahead.red.answer(**ahead.here)
    ahead.add(one)
    two = ahead.green.answer(**ahead.here)
    ahead.add(two)
    late = Bench(*plan)
    late.add(two, one, *ahead.green.written[:1])
    assert late.rounds.r == 1
    late.add(ahead.red.written[0])
    assert (late.rounds.r, late.rounds.digest) == (4, ahead.rounds.digest)


# ------------------------------------------------------------------ side events


def test_2_7_a_side_event_counts_when_a_main_event_includes_it():
    bench = Bench(RED_ACTS, GREEN_ACTS).started()
    note = bench.green.note(**bench.here)
    bench.add(note)
    assert bench.rounds.to_include(0) == [note.id]
    bench.add(bench.red.answer(inc=(note.id,), **bench.here))
    assert (bench.engine.closed[1].side, bench.rounds.to_include(0)) == ((note,), [])


def test_2_4_a_side_event_is_included_once_in_a_chain():
    bench = Bench(RED_ACTS, GREEN_ACTS).started()
    note = bench.green.note(**bench.here)
    bench.add(note, bench.red.answer(inc=(note.id,), **bench.here))
    bench.add(bench.green.answer(inc=(note.id,), **bench.here))
    assert [c.side for c in bench.engine.closed[1:]] == [(note,), ()]


def test_2_7_side_events_go_first_by_seat_and_number():
    bench = Bench(BOTH_ENTROPY).started()
    notes = [bench.green.note("1", **bench.here), bench.green.note("2", **bench.here), bench.red.note(**bench.here)]
    bench.add(*notes)
    mains = [
        bench.red.entropy(1, inc=tuple(sorted(n.id for n in notes[:2])), **bench.here),
        bench.green.entropy(1, inc=tuple(sorted(n.id for n in notes[1:])), **bench.here),
    ]
    bench.add(*mains)
    assert bench.engine.closed[1].side == (notes[2], notes[0], notes[1])


def test_what_is_included_without_being_a_side_event_is_nothing():
    bench = Bench(RED_ACTS, GREEN_ACTS).started()
    answer = bench.red.answer(**bench.here)
    bench.add(answer)
    bench.add(bench.green.answer(inc=(answer.id,), **bench.here))
    assert bench.engine.closed[2].side == ()


def test_2_7_side_events_beyond_the_limit_are_not_included_by_honest_tools():
    bench = Bench(RED_ACTS).started()
    notes = [bench.green.note(str(i), **bench.here) for i in range(SIDE_LIMIT + 1)]
    bench.add(*notes)
    assert bench.rounds.to_include(0) == sorted(n.id for n in notes[:-1])


def test_a_flood_of_side_events_cannot_fill_the_lines_of_others():
    bench = Bench(*[RED_ACTS] * 6).started()
    for _ in range(5):
        bench.add(*(bench.green.note(str(i), **bench.here) for i in range(SIDE_LIMIT)))
        bench.add(bench.red.answer(**bench.here))
    assert len(bench.rounds.to_include(0)) == INCLUDE_LIMIT


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("kind", ["note", "resign"])
def test_2_7_the_65th_side_event_of_a_round_never_takes_effect_whoever_includes_it(kind, keep):
    bench = Bench(RED_ACTS, GREEN_ACTS).started()
    notes = [bench.green.note(str(i), **bench.here) for i in range(SIDE_LIMIT)]
    late = bench.green.note("one more", **bench.here) if kind == "note" else bench.green.resign(**bench.here)
    friend = bench.red.answer(inc=tuple(sorted([notes[-1].id, late.id])), **bench.here)
    written = [*bench.green.written, friend]
    for events in (written, written[::-1], [*written[40:], *written[:40]], [friend, late, *written]):
        again = Bench(RED_ACTS, GREEN_ACTS)
        again.rounds = Rounds(Feeds(FIRST), again.engine, keep=keep)
        again.add(bench.red.written[0], *events)
        assert again.engine.closed[1].events == (friend,)
        assert again.engine.closed[1].side == (notes[-1],)
        assert late.id not in again.rounds.to_include(0)


def test_2_6_what_is_held_and_does_not_link_up_yet_is_not_included():
    """Held back, the notes before it would make a 65th event look like a first one: one table ends, others play on."""
    bench = Bench(RED_ACTS, GREEN_ACTS).started()
    notes = [bench.green.note(str(i), **bench.here) for i in range(SIDE_LIMIT)]
    late = bench.green.resign(**bench.here)
    friend = bench.red.answer(inc=(late.id,), **bench.here)
    again = Bench(RED_ACTS, GREEN_ACTS)
    again.add(bench.red.written[0], *(e for e in bench.green.written if e not in (*notes, late)), late, friend)
    assert len(again.engine.closed) == 1  # red's answer waits, as at every table
    again.add(*notes)
    assert again.engine.closed[1].events == (friend,)
    assert again.engine.closed[1].side == ()


def test_2_6_what_links_to_nothing_never_takes_effect():
    bench = Bench(RED_ACTS, GREEN_ACTS).started()
    bench.green.note("held back", **bench.here)
    loose = bench.green.resign(**bench.here)
    bench.add(loose, bench.red.answer(inc=(loose.id,), **bench.here))
    assert len(bench.engine.closed) == 1


def test_2_7_in_the_next_round_a_seat_may_write_64_more():
    bench = Bench(RED_ACTS, RED_ACTS).started()
    bench.add(*(bench.green.note(str(i), **bench.here) for i in range(SIDE_LIMIT + 1)), bench.red.answer(**bench.here))
    first = bench.green.note("again", **bench.here)
    bench.add(first)
    assert first.id in bench.rounds.to_include(0)
    bench.add(bench.red.answer(inc=(first.id,), **bench.here))
    assert bench.engine.closed[2].side == (first,)


def test_2_7_a_side_event_of_an_earlier_round_still_takes_effect():
    bench = Bench(RED_ACTS, RED_ACTS).started()
    here = bench.here
    bench.add(bench.red.answer(**here))
    note = bench.green.note(**here)
    bench.add(note)
    bench.add(bench.red.answer(inc=(note.id,), **bench.here))
    assert bench.engine.closed[2].side == (note,)


@pytest.mark.parametrize(
    "elsewhere", [{"prev": b64(bytes(32))}, {"r": 1}, {"r": 3}, {"r": 999_999}, {"r": 1, "prev": b64(bytes(32))}]
)
def test_2_4_a_side_event_takes_effect_on_the_base_of_the_round_that_it_names_only(elsewhere):
    """On bases of its own making a seat could write more than 64 of them."""
    bench = Bench(RED_ACTS).started()
    stray = bench.green.resign(**(bench.here | elsewhere))
    bench.add(stray)
    assert bench.rounds.to_include(0) == []
    bench.add(bench.red.answer(inc=(stray.id,), **bench.here))
    assert (bench.rounds.r, bench.engine.closed[1].side) == (3, ())


# ------------------------------------------------------------------ resigning


@pytest.mark.parametrize("expected", [RED_ACTS, Expected(("seal", "act"), (0,)), Expected(("reveal",), (0,))])
def test_3_5_a_resignation_is_the_main_event_of_a_seat_that_is_expected(expected):
    bench = Bench(expected).started()
    resign = bench.red.resign(**bench.here)
    bench.add(resign)
    assert bench.engine.closed[1].events == (resign,)
    assert bench.engine.closed[1].side == ()


def test_3_5_a_resignation_behind_the_main_event_is_a_side_event():
    bench = Bench(BOTH_ENTROPY, RED_ACTS).started()
    entropy, resign = bench.red.entropy(1, **bench.here), bench.red.resign(**bench.here)
    bench.add(resign, entropy)
    bench.add(bench.green.entropy(1, inc=(resign.id,), **bench.here))
    closed = bench.engine.closed[1]
    assert closed.events[0] == entropy
    assert closed.side == (resign,)


def test_3_5_a_resignation_that_is_a_main_event_is_no_side_event_too():
    bench = Bench(BOTH_ENTROPY, RED_ACTS).started()
    resign = bench.red.resign(**bench.here)
    bench.add(resign)
    bench.add(bench.green.entropy(1, inc=(resign.id,), **bench.here))
    assert (bench.engine.closed[1].events[0], bench.engine.closed[1].side) == (resign, ())
    assert bench.rounds.to_include(0) == []


@pytest.mark.parametrize("kind", ["join", "disclose"])
def test_3_5_nobody_resigns_instead_of_joining_or_disclosing(kind):
    bench = Bench()
    bench.engine.plan = [Expected((kind,), (0, 1))]
    bench.add(bench.red.join(prev=FIRST.id), bench.red.resign())
    assert bench.rounds.owing() == (0, 1)
    assert [v.why for v in bench.rounds.voids] == [f"round 1 waits for {kind}, not resign"]


def test_2_7_a_resignation_beyond_the_limit_of_side_events_is_void():
    bench = Bench(RED_ACTS).started()
    bench.add(*(bench.red.note(str(i), **bench.here) for i in range(SIDE_LIMIT)), bench.red.resign(**bench.here))
    assert [v.why for v in bench.rounds.voids] == ["one side event too many for its round"]
    assert bench.rounds.owing() == (0,)


# ------------------------------------------------------------------ any order


def test_2_6_rounds_close_alike_in_any_order_of_arrival():
    plan = (BOTH_ENTROPY, RED_ACTS)
    first = Bench(*plan).started()
    note = first.green.note(**first.here)
    first.add(note)
    inc = (note.id,)
    first.add(first.red.entropy(1, inc=inc, **first.here), first.green.entropy(2, **first.here))
    first.add(first.green.entropy(1, **first.here))
    first.add(first.red.answer("bad", **first.here), first.red.answer(**first.here))
    events = [*first.red.written, *first.green.written]
    voids = {v.event.id for v in first.rounds.voids}
    assert first.rounds.r == 4
    for order in itertools.islice(itertools.permutations(events), 0, None, 331):
        again = Bench(*plan)
        for event in order:
            again.add(event)
        assert again.rounds.digest == first.rounds.digest
        assert [c.side for c in again.engine.closed] == [(), (note,), ()]
        assert {v.event.id for v in again.rounds.voids} == voids
