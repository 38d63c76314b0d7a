"""Positions and runs for the frame of Fallujah: purchases, turns, logistics, score, campaign, teams."""

from __future__ import annotations

from typing import Any

import pytest
from fallujah.boards import bytes_of, fresh, put, quiet, run

from answers import refused as refused
from pbem.errors import IllegalMove
from pbem.play.table import Table
from pbem_games.fallujah.sequence import play
from pbem_games.fallujah.state import State, problems

MOSQUE, OBJECTIVE, URBAN, OPEN = "r4p03", "r2p04", "r3p04", "r2p03"
MAIN_BRIDGE = "r1p09"
BATTALIONS = ("usmc_1_5", "usmc_2_1", "usmc_3_4", "usmc_2_2", "usmc_3_1", "usmc_3_5", "usmc_1_8", "usmc_1_3")


def playing(state: State) -> Table[Any]:
    """The match from this position; in the middle of play it rests at the order of the turn."""
    return run(play(state))


def team(*, team: str = "two_by_service", **options: Any) -> State:
    """A team in the middle of play, nobody on the map."""
    return quiet(team=team, **options)


def answer(table: Table[Any], *answers: Any) -> Table[Any]:
    """Answers one after the other."""
    for each in answers:
        table.answer(each)
    return table


def illegal(check: Any, state: State, order: Any, *, rule: str = "", because: str = ".") -> IllegalMove:
    """A check refuses the order and changes nothing."""
    before = bytes_of(state)
    with pytest.raises(IllegalMove, match=because) as error:
        check(state, order)
    assert rule in ("", error.value.rule), error.value
    assert bytes_of(state) == before
    return error.value


def holding(*spaces: str) -> State:
    """No node on the map; a battalion or a company in each of the spaces."""
    state = quiet()
    units = [u for u in state.numbers.units if state.numbers.units[u].weight in ("light", "heavy")]
    for space, unit in zip(spaces, units, strict=False):
        put(state, space, unit)
    return state


def is_sound(state: State) -> bool:
    assert problems(state) == []
    return True


__all__ = ["BATTALIONS", "MAIN_BRIDGE", "MOSQUE", "OBJECTIVE", "OPEN", "URBAN", "answer", "fresh", "holding", "illegal",
           "is_sound", "playing", "refused", "team"]  # fmt: skip
