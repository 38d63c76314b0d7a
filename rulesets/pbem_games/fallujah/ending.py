"""How a match ends: the result in words and who has won (6.3, 30.2, 35), and what a resignation brings.

Belongs here: results. Must not be here: how VP are counted (victory).
"""

from __future__ import annotations

from pbem.ruleset import Result
from pbem_games.fallujah.campaign import is_won
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.state import CAMPAIGN, State
from pbem_games.fallujah.team import best_players, individual_score, is_team, seat_name, seat_title
from pbem_games.fallujah.victory import in_words, points, why

BEST = "Each player has a score of its own, too, and the best of them wins."


def result(state: State, end: BattleEnds) -> Result:
    """6.3, 35 The degree of victory; from 51 VP on all seats win, or with individual results the best player."""
    told = f"The battle is over: {end.text}. {why(state)}"
    text, vp = f"{_campaign(state)}{in_words(state)}", points(state)
    if _is_individual(state):
        own = ", ".join(f"{seat_name(s)} {individual_score(state, s):+}" for s in state.seats)
        return Result(best_players(state, state.seats), f"{text}; own scores: {own}", end.rule, vp, f"{told} {BEST}")
    return Result(tuple(state.seats) if is_won(state.numbers, vp) else (), text, end.rule, vp, told)


def _campaign(state: State) -> str:
    """30.2, ruling R108 Won from 51 VP on; a Stalemate is a draw, less a defeat."""
    if state.game != CAMPAIGN:
        return ""
    vp = points(state)
    drawn_from = state.numbers.tables.victory[1].at_most + 1
    outcome = "won" if is_won(state.numbers, vp) else "drawn" if vp >= drawn_from else "lost"
    return f"The campaign is {outcome}, {state.printed.name}: "


def _is_individual(state: State) -> bool:
    return is_team(state) and state.options.team_victory == "individual"


def resigned(state: State, seat: str) -> Result:
    """A seat gives up: nobody wins, with individual results the best of the others (no rule; protocol 3.5)."""
    others = [s for s in state.seats if s != seat]
    winners = best_players(state, others) if others and _is_individual(state) else ()
    why_not = "Nothing was counted: who gives up does not win."
    return Result(winners, f"{seat_title(seat)} resigned", "resign", why=why_not)
