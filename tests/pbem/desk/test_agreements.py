"""What is said of the clock, who answered late and what was claimed of it; and what all agree to."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from little import Said, decides, little
from orders import ORDERS
from pbem.desk.agreements import (
    as_data,
    claim_late,
    clock_lines,
    closed_by,
    consent,
    deadline_lines,
    deadline_of,
    needed_names,
    numbered,
    past_lines,
    told,
)
from pbem.desk.drafting import take_orders
from pbem.errors import WrongUse
from pbem.limits import MAX_AGREED_TEXT
from pbem.match.agreements import AgreedResult, Takeback
from pbem.match.clocks import DAY
from pbem.match.match import Match
from pbem.match.waits import Waits
from pbem.play.requests import Ask
from pbem.record import events as ev
from people import finish, first_line, invite, master, settle
from seated import exchange, people

T = 1_760_000_000


async def in_turn(state: Said) -> None:
    for _ in range(3):
        state.note(await decides("red"))
        state.note(await decides("green"))


@pytest.fixture
def waited():
    """Two who decide in turn with a week each, red first, who is awaited since day 0: the match, and the day."""
    ruleset, day = little(in_turn), [0]
    genesis = first_line(ruleset=ruleset, holders=(0, 1), clock=ev.Clock(days=7, grace=2, leave=21))
    match = Match(genesis, ruleset, {}, masters={0: master(0), 1: master(1)}, clock=lambda: T + day[0] * DAY)
    match.join(0)
    match.join(1)
    return match, day


@pytest.mark.parametrize(("day", "told"), [
    (0, "0 days, since 2025-10-09 08:53 UTC (by the sender's word); deadline 2025-10-16 08:53 UTC; "),
    (1, "1 day, since 2025-10-09 08:53 UTC (by the sender's word); deadline 2025-10-16 08:53 UTC; "),
    (8, "8 days, since 2025-10-09 08:53 UTC (by the sender's word); deadline 2025-10-16 08:53 UTC, "
        "late, grace until 2025-10-18 08:53 UTC; "),
    (10, "10 days, since 2025-10-09 08:53 UTC (by the sender's word); deadline 2025-10-16 08:53 UTC, "
         "due since 2025-10-18 08:53 UTC; "),
])
def test_the_clock_says_since_when_a_seat_is_awaited_until_when_and_whether_it_is_late(waited, day, told):
    match, _ = waited
    assert clock_lines(Waits(match, T + day * DAY)) == [f"red  awaited {told}leave left 21 days"]
    assert deadline_lines(match) == ["deadline: 2025-10-16 08:53 UTC, see pbem clock"]


def test_programs_are_told_the_same_of_clock_and_proposals(waited):
    match, day = waited
    match.answer(0, "go")
    day[0] = 1
    match.agree(1, AgreedResult(winners=("green",), text="it is late"))
    found = as_data(Waits(match, T + 11 * DAY))
    assert found == {
        "clock": {"days": 7, "grace": 2, "leave": 21},
        "waits": [{"seat": "green", "round": 3, "since": T, "word": "sender", "deadline": T + 7 * DAY, "leave": 0,
                   "late": True, "due": True, "leave_left": 21 * DAY}],
        "proposals": [{"number": 1, "seat": "green", "what": "the match ends, won by green: it is late",
                       "agreed": ["green"], "needed": ["red"]}],
        "past": [],
    }


def test_nobody_is_claimed_to_be_late_before_he_is_due_or_while_nobody_waits_for_him(waited):
    match, _ = waited
    for whom, day, fault, hint in (
        ("green", 20, "nobody waits for 'green'", "awaited: red"),
        ("red", 8, "red is not due before 2025-10-18 08:53 UTC", "see pbem clock"),
    ):
        with pytest.raises(WrongUse, match=fault) as refused:
            claim_late(match, 1, whom, "", T + day * DAY)
        assert refused.value.hint == hint
    with pytest.raises(WrongUse, match=f"the limit is {MAX_AGREED_TEXT}"):
        claim_late(match, 1, "red", "x" * (MAX_AGREED_TEXT + 1), T + 10 * DAY)
    claim_late(match, 1, "red", "x" * MAX_AGREED_TEXT, T + 10 * DAY)
    assert [late.by for late in Waits(match, T + 10 * DAY).lateness()] == [1]


def test_a_match_without_a_clock_has_no_deadline_and_nobody_is_late_in_it():
    ruleset = little(in_turn)
    match = Match(first_line(ruleset=ruleset, holders=(0, 1)), ruleset, {}, masters={0: master(0), 1: master(1)},
                  clock=lambda: T)
    match.join(0)
    match.join(1)
    waits = Waits(match, T + 400 * DAY)
    assert clock_lines(waits) == ["red  awaited 400 days, since 2025-10-09 08:53 UTC (by the sender's word); "
                                  "no deadline: the match was made without a clock"]
    assert (deadline_of(match), deadline_lines(match)) == (0, [])
    assert (as_data(waits)["clock"], as_data(waits)["waits"][0]["deadline"]) == (None, None)
    with pytest.raises(WrongUse, match="this match has no clock"):
        claim_late(match, 1, "red", "", waits.now)


def test_claims_of_lateness_are_told_with_what_is_wrong_with_them(waited):
    match, day = waited
    day[0] = 3
    match.claim(1, ev.Late(whom=0))
    day[0] = 8
    match.claim(1, ev.Late(whom=0, text="it is a week"))
    match.claim(0, ev.Late(whom=1))
    match.answer(0, "go")
    lines = past_lines(Waits(match, T + 9 * DAY))
    assert lines == [
        "round 2: red answered 2025-10-17 08:53 UTC, after the deadline 2025-10-16 08:53 UTC",
        "round 2: green claims that red is late; early: in time then",
        "round 2: green claims that red is late: it is a week",
        "round 2: red claims that green is late; false: nobody waited for it there, or its author had gone on",
    ]


def test_whoever_holds_several_seats_consents_with_the_one_that_is_asked(waited):
    match, _ = waited
    wanted = AgreedResult(winners=("red",), text="it is late")
    match.answer(0, "go")
    assert not consent(None, SimpleNamespace(match=match), wanted)
    (one,) = match.proposals()
    assert [one.is_by(seat) for seat in (0, 1)] == [False, True]


def test_what_all_others_agreed_to_is_done_at_once_when_the_seat_that_is_asked_consents(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    desks = people(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})
    folders = {name: tmp_path / name / "game" for name in desks}
    with desks["ana"].game(folders["ana"]) as game:
        began = game.match.rounds.r
        take_orders(game, ["2", "1"], send=True)
    desks["ana"].send(folders["ana"])
    exchange(tmp_path, desks)
    wanted = Takeback(to=began)
    with desks["bo"].game(folders["bo"]) as game:
        assert not consent(desks["bo"].home, game, wanted)
        assert needed_names(game.match, numbered(game.match, 1)) == ["red (asked now)"]
    desks["bo"].send(folders["bo"])
    exchange(tmp_path, desks)
    with desks["ana"].game(folders["ana"]) as game:
        assert consent(desks["ana"].home, game, wanted)
        assert (game.match.proposals(), game.match.request.rule) == ([], "1.2")
    assert closed_by(game.match, wanted) == f"taken back to round {began} by agreement of all"


@pytest.fixture(scope="module")
def ended():
    """A match of the raiders that has ended: its last rolls, openings and answers stand in its last rounds."""
    made = invite(turns=1)
    settle(made)
    finish(made, random.Random(7))
    return made[0].match


@pytest.mark.parametrize(("answer", "shown"), [("x" * 60, "x" * 60), ("x" * 61, "x" * 60 + " ...")])
def test_of_a_long_answer_that_would_be_undone_the_beginning_is_told(answer, shown):
    async def long(state: Said) -> None:
        await Ask(rule="1", seat="red", legal=lambda: (answer, "go"))
        await decides("green")

    ruleset = little(long)
    genesis = first_line(ruleset=ruleset, holders=(0, 1))
    match = Match(genesis, ruleset, {}, masters={0: master(0), 1: master(1)}, clock=lambda: T)
    match.join(0)
    match.join(1)
    to = match.rounds.r
    match.answer(0, answer)
    assert told(match, Takeback(to=to - 1)) == f"back to round {to - 1} (before red: {shown})"


@pytest.mark.parametrize(("to", "inside"), [
    (13, " (before green: 1; 1 roll and 7 openings are taken back, what was shown is known)"),
    (12, " (before green: 1; 2 rolls and 7 openings are taken back, what was shown is known)"),
    (20, " (before red: none; 5 openings are taken back, what was shown is known)"),
    (27, " (before red: 1; 1 opening is taken back, what was shown is known)"),
    (29, ""),
])
def test_who_is_asked_to_go_back_reads_what_would_be_undone(ended, to, inside):
    assert told(ended, Takeback(to=to)) == f"back to round {to}{inside}"


def test_who_is_asked_to_end_reads_who_would_have_won_and_why(ended):
    assert told(ended, AgreedResult(winners=("red", "blue"), text="it is late")) == (
        "the match ends, won by red, blue: it is late")
    assert told(ended, AgreedResult(winners=(), text="")) == "the match ends, a draw"


def test_there_is_no_proposal_of_another_number(ended):
    with pytest.raises(WrongUse, match="nothing is proposed on the open round"):
        numbered(ended, 1)
