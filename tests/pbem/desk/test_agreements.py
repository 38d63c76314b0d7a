"""What is said of the clock, who answered late and what was claimed of it; and what all agree to."""

from __future__ import annotations

import random

import pytest

from little import Said, decides, little
from orders import ORDERS
from pbem.desk.agreements import closed_by, consent, needed_names, numbered, past_lines, told
from pbem.desk.drafting import take_orders
from pbem.errors import WrongUse
from pbem.match.agreements import AgreedResult, Takeback
from pbem.match.clocks import DAY
from pbem.match.match import Match
from pbem.match.waits import Waits
from pbem.record import events as ev
from people import finish, first_line, invite, master, settle
from seated import exchange, people

T = 1_760_000_000


async def in_turn(state: Said) -> None:
    for _ in range(3):
        state.note(await decides("red"))
        state.note(await decides("green"))


def test_claims_of_lateness_are_told_with_what_is_wrong_with_them():
    ruleset, day = little(in_turn), [0]
    genesis = first_line(ruleset=ruleset, holders=(0, 1), clock=ev.Clock(days=7, grace=2, leave=21))
    match = Match(genesis, ruleset, {}, masters={0: master(0), 1: master(1)}, clock=lambda: T + day[0] * DAY)
    match.join(0)
    match.join(1)
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
