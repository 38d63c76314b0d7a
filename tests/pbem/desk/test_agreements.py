"""What is said of the clock, who answered late and what was claimed of it; and what all agree to."""

from __future__ import annotations

from little import Said, decides, little
from orders import ORDERS
from pbem.desk.agreements import closed_by, consent, needed_names, numbered, past_lines
from pbem.desk.drafting import take_orders
from pbem.match.agreements import Takeback
from pbem.match.clocks import DAY
from pbem.match.match import Match
from pbem.match.waits import Waits
from pbem.record import events as ev
from people import first_line, master
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
