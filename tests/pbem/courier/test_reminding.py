"""Who is reminded when, who was not heard of, and what is signed as seen."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from pbem.courier import table as rooms
from pbem.courier.clocks import UNHEARD, days_late, sign_seen, unheard
from pbem.courier.entries import Spares
from pbem.courier.people import DAY, Other
from pbem.courier.settings import Reminders
from pbem.record import events as ev

NOW = 1_767_225_600
BOTH = ["green", "blue"]


def reminded(desk, after=24, **turns):
    desk.table.settings = replace(desk.table.settings, reminders=Reminders(after_hours=after))
    return desk.table.write_reminders(desk.way)


@pytest.mark.parametrize(("open_for", "names"), [
    (DAY - 1, []), (DAY, BOTH), (2 * DAY - 1, BOTH), (2 * DAY, []), (3 * DAY, BOTH)])
def test_without_a_clock_couriers_remind_in_turn_each_day(desk, monkeypatch, open_for, names):
    """Red and one of the two others, in the order of their seats."""
    monkeypatch.setattr(rooms, "since", lambda match: 0)
    desk.open_for = open_for
    assert reminded(desk) == names
    assert [one.kind for one in desk.letters] == ["reminder"] * len(names)


def test_whose_turn_it_is_goes_by_the_time_that_is_claimed_if_it_can_be(desk, monkeypatch):
    desk.open_for = 9 * DAY  # an odd day
    for claimed, names in ((NOW - 2 * DAY, []), (NOW - DAY, BOTH), (NOW, []), (NOW + 1, BOTH)):
        monkeypatch.setattr(rooms, "since", lambda match, claimed=claimed: claimed)
        desk.journal.state.reminded.clear()
        assert reminded(desk) == names


def test_nobody_is_reminded_if_its_person_wants_none_or_nothing_can_be_signed(desk, monkeypatch):
    monkeypatch.setattr(rooms, "since", lambda match: 0)
    desk.open_for = DAY
    assert reminded(desk, after=0) == []
    monkeypatch.setattr(type(desk.table.match), "can_sign", lambda self: False)
    assert reminded(desk) == []


def test_who_was_reminded_within_a_day_or_wants_no_reminders_is_let_be(desk):
    everybody = {1: 0, 2: 0}
    assert desk.table._remind(desk.way, {2: 0}) == ["blue"]
    desk.table.now = NOW + DAY - 1
    assert desk.table._remind(desk.way, everybody) == ["green"]
    desk.table.now = NOW + DAY
    assert desk.table._remind(desk.way, everybody) == ["blue"]
    desk.table.now = NOW + 9 * DAY
    desk.journal.note(Spares(game=desk.table.game.gid, who=desk.green.id, wanted=False, n=0))
    assert desk.table.spares(desk.green)
    assert not desk.table.spares(desk.blue)
    assert desk.table._remind(desk.way, everybody) == ["blue"]
    desk.table.now = NOW + 19 * DAY
    desk.table.settings = replace(desk.table.settings, reminders=Reminders(spare=("blue",)))
    assert desk.table._remind(desk.way, everybody) == []
    desk.table.circle.others = [Other(desk.green.id, "green", "", (1,))]
    desk.journal.note(Spares(game=desk.table.game.gid, who=desk.green.id, wanted=True, n=1))
    assert desk.table._remind(desk.way, everybody) == []


def test_with_a_clock_those_are_reminded_whose_deadline_has_come(desk, monkeypatch):
    monkeypatch.setattr(type(desk.table.match), "clock", ev.Clock(days=3, grace=2, leave=1))
    monkeypatch.setattr(rooms, "days_late", lambda match, now: {2: 0})
    assert reminded(desk) == ["blue"]


class Open:
    """A seat that is awaited."""

    def __init__(self, seat, start=0, deadline=0):
        self.seat, self.found = seat, SimpleNamespace(start=start, deadline=deadline)


def timed(monkeypatch, *open, said=(), **more):
    """A match with a clock, in which these seats are awaited."""
    monkeypatch.setattr("pbem.courier.clocks.Waits", lambda match, now: SimpleNamespace(open=open))
    signed = []
    match = SimpleNamespace(
        clock=ev.Clock(days=3, grace=2, leave=1), result=None, rounds=SimpleNamespace(base="now"),
        feeds=SimpleNamespace(side_events=lambda: said, side_count=lambda seat, base: more.get("count", 0)),
        mine=lambda: [SimpleNamespace(seat=seat, kind=kind) for seat, kind in more.get("mine", ())],
        refusal=lambda seat: "refused" if seat in more.get("refused", ()) else None,
        claim=lambda seat, body: signed.append(seat), name=lambda seat: f"seat {seat}")
    return match, signed


def test_4_7_a_seat_is_late_from_its_deadline_on_for_as_many_days_as_there_is_grace(monkeypatch):
    waits = [Open(seat, deadline=NOW - late) for seat, late in enumerate((-1, 0, DAY - 1, DAY, 3 * DAY - 1, 3 * DAY))]
    match, _ = timed(monkeypatch, *waits)
    assert days_late(match, NOW) == {1: 0, 2: 0, 3: 1, 4: 2}


def test_a_seat_was_not_heard_of_a_day_and_a_half_after_its_question_if_it_said_nothing_since(monkeypatch):
    for_so_long = (UNHEARD, UNHEARD + 1, 3 * DAY, 9 * DAY, 9 * DAY)
    waits = [Open(seat, start=NOW - waited) for seat, waited in enumerate(for_so_long)]
    said = [SimpleNamespace(seat=seat, msg=SimpleNamespace(prev=base)) for seat, base in ((3, "now"), (4, "x"))]
    match, _ = timed(monkeypatch, *waits, said=said)
    assert unheard(match, NOW) == {1: 1, 2: 3, 4: 9}
    match.result = "over"
    assert unheard(match, NOW) == {}
    match.result, match.clock = None, None
    assert unheard(match, NOW) == {}


def test_4_7_that_a_question_was_seen_is_signed_after_a_day_for_seats_that_decide_here(monkeypatch):
    waits = [Open(seat, start=NOW - waited) for seat, waited in enumerate((DAY, DAY + 1, 2 * DAY, 2 * DAY, 2 * DAY))]
    mine = [(0, "answer"), (1, "answer"), (2, "seal"), (3, "entropy"), (4, "answer")]
    match, signed = timed(monkeypatch, *waits, mine=mine, refused=(4,))
    assert sign_seen(match, NOW) == ["seat 1", "seat 2"]
    assert signed == [1, 2]
    match.result = "over"
    assert sign_seen(match, NOW) == []
    match, signed = timed(monkeypatch, *waits, mine=mine, count=99)
    assert sign_seen(match, NOW) == signed == []  # there is no room for another remark
    match, signed = timed(monkeypatch, *waits, mine=[(3, "entropy")])
    assert sign_seen(match, NOW) == []
