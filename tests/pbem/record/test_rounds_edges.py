"""What rounds leave over, forget, and say of void events (protocol 2.7, 2.16)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from pbem.crypto.hashing import b64
from pbem.errors import BadRecord, BrokenSeal, IllegalMove
from pbem.record.events import Act, Answer
from pbem.record.feeds import Feeds
from pbem.record.rounds import Closed, Expected, Rounds
from pbem.record.wire import Event
from writers import Writer, genesis

FIRST = genesis()
JOINS = Expected(("join",), (0, 1))
RED_ACTS, GREEN_ACTS, BOTH_ACT = (Expected(("act",), seats) for seats in ((0,), (1,), (0, 1)))
FAULTS = {"bad": IllegalMove("bad", "1", "it is not good"), "odd": BadRecord("odd"), "shut": BrokenSeal("it is shut")}


@dataclass
class Script:
    """An engine that expects what stands written, and refuses the answers in FAULTS."""

    plan: list[Expected]
    closed: list[Closed] = field(default_factory=list)
    judged: list[Event] = field(default_factory=list)

    def expected(self) -> Expected | None:
        return self.plan[len(self.closed)] if len(self.closed) < len(self.plan) else None

    def legal(self, event: Event) -> None:
        self.judged.append(event)
        if isinstance(event.msg, Act) and isinstance(event.msg.body, Answer) and event.msg.body.say in FAULTS:
            raise FAULTS[event.msg.body.say]

    def close(self, closed: Closed) -> None:
        self.closed.append(closed)


class Bench:
    """Two seats that have joined, and what the rounds after that expect."""

    def __init__(self, *plan: Expected, keep: bool = True) -> None:
        self.red, self.green = Writer(FIRST, 0), Writer(FIRST, 1)
        self.engine = Script([JOINS, *plan])
        self.rounds = Rounds(Feeds(FIRST), self.engine, keep=keep)
        self.add(self.red.join(), self.green.join())

    def add(self, *events: Event) -> None:
        for event in events:
            self.rounds.feeds.add(event)
        self.rounds.advance()

    @property
    def here(self) -> dict[str, object]:
        return {"prev": self.rounds.base, "r": self.rounds.r}


# ------------------------------------------------------------------ void events


@pytest.mark.parametrize(
    ("say", "why", "is_broken"),
    [("bad", "bad\n  rule 1: it is not good", False), ("odd", "odd", False), ("shut", "it is shut", True)],
)
def test_2_7_a_void_event_says_why_and_whether_something_did_not_fit(say, why, is_broken):
    bench = Bench(RED_ACTS)
    bench.add(bench.red.answer(say, **bench.here))
    assert [(v.why, v.is_broken) for v in bench.rounds.voids] == [(why, is_broken)]


def test_2_10_a_wrong_element_is_a_hash_that_does_not_fit():
    bench = Bench(Expected(("entropy",), (0, 1)))
    bench.add(bench.red.entropy(2, **bench.here), bench.green.answer(**bench.here))
    assert [(v.event.kind, v.is_broken) for v in bench.rounds.voids] == [("entropy", True), ("act", False)]


def test_2_7_every_event_is_judged_once_however_often_rounds_advance():
    bench = Bench(BOTH_ACT)
    bad = bench.red.answer("bad", **bench.here)
    bench.add(bad)
    bench.rounds.advance()
    good = bench.red.answer(**bench.here)
    bench.add(good)
    bench.rounds.advance()
    assert [e for e in bench.engine.judged if e.kind == "act"] == [bad, good]
    assert len(bench.rounds.voids) == 1


def test_2_7_an_event_of_another_round_is_void_though_its_base_is_right():
    bench = Bench(RED_ACTS)
    for r in (1, 3):
        bench.add(bench.red.answer(prev=bench.rounds.base, r=r))
    assert [v.why for v in bench.rounds.voids] == [
        "it names round 1 on the base of round 2", "it names round 3 on the base of round 2",
    ]
    assert bench.rounds.owing() == (0,)


# ------------------------------------------------------------------ what no round looked at


def test_2_7_what_comes_after_the_event_that_counted_is_surplus():
    bench = Bench(BOTH_ACT, RED_ACTS)
    first, second = bench.red.answer(**bench.here), bench.red.answer("stay", **bench.here)
    resign = bench.red.resign(**bench.here)
    bench.add(first, second, resign)
    assert bench.rounds.unused() == [second]  # the round is open still
    bench.add(bench.green.answer(**bench.here))
    assert bench.rounds.r == 3
    assert bench.rounds.unused() == [second]  # a resignation may be a side event: no surplus


def test_2_7_what_stands_on_another_base_or_was_not_asked_is_surplus():
    bench = Bench(RED_ACTS, RED_ACTS)
    astray = bench.red.answer(prev=b64(b"\1" * 32), r=2)
    uncalled = bench.green.answer(**bench.here)
    note = bench.green.note(prev=b64(b"\1" * 32))
    bad = bench.red.answer("bad", **bench.here)
    bench.add(astray, uncalled, note, bad)
    assert bench.rounds.unused() == [astray, uncalled] or bench.rounds.unused() == [uncalled, astray]
    bench.add(bench.red.answer(**bench.here))
    assert {e.id for e in bench.rounds.unused()} == {astray.id, uncalled.id}


def test_2_7_nothing_is_surplus_in_a_clean_match():
    bench = Bench(RED_ACTS, GREEN_ACTS)
    bench.add(bench.red.answer(**bench.here))
    bench.add(bench.green.answer(**bench.here))
    assert (bench.rounds.unused(), bench.rounds.voids, bench.rounds.owing()) == ([], [], ())


def test_2_7_side_events_not_yet_included_wait_in_order_of_their_ids():
    bench = Bench(RED_ACTS)
    notes = [bench.green.note(str(i), **bench.here) for i in range(5)]
    bench.add(*notes)
    assert bench.rounds.to_include(0) == sorted(n.id for n in notes)


# ------------------------------------------------------------------ reading a long log once


def test_2_16_without_keeping_the_same_rounds_close_and_their_events_go():
    plan = (RED_ACTS, GREEN_ACTS)
    kept, bare = Bench(*plan), Bench(*plan, keep=False)
    note = kept.green.note(**kept.here)
    first = kept.red.answer(inc=(note.id,), **kept.here)
    for bench in (kept, bare):
        bench.add(note, first)
    second = kept.green.answer(**kept.here)
    for bench in (kept, bare):
        bench.add(second)
    assert bare.rounds.digests == kept.rounds.digests
    assert bare.engine.closed == kept.engine.closed == kept.rounds.closed
    assert (bare.rounds.closed, bare.rounds.feeds.usable, bare.rounds.feeds.by_id) == ([], [], {})
    assert len(kept.rounds.feeds.usable) == 5


def test_2_16_what_is_still_open_is_kept():
    bare = Bench(BOTH_ACT, keep=False)
    answer = bare.red.answer(**bare.here)
    bare.add(answer)
    assert list(bare.rounds.feeds.by_id) == [answer.id]
    assert bare.rounds.effective == {0: answer}
