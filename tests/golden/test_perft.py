"""The number of legal games to a depth, for one small position: any change of what is asked or legal changes it."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "rulesets" / "angola"))

from boards_operations import column, empty_map, put

from pbem.play.requests import Ask, Roll, Seal, Write
from pbem.play.table import Table
from rulesets.angola.combat.sequence import fight
from rulesets.angola.state import State


def attack() -> tuple[State, Table[Any]]:
    """FAPLA Column A, two infantry and a battery, attacks two loose infantry of FNLA in Dondo out of Catete."""
    state = empty_map()
    column(state, "fapla", "a", "dondo", "inf1", "inf2", "art1")
    put(state, "fnla", "dondo", "inf1", "inf2")
    state.factions["fapla"].air_ready = 1
    return state, Table(fight(state, "fapla", "a", "catete", "dondo"))


def answers(table: Table[Any]) -> list[Any]:
    """Every legal answer to what is pending; of dice every result in one order only, of what is written the draft."""
    request = table.pending
    match request:
        case Ask() | Write():
            return table.legal()
        case Roll(dice=dice, sides=sides):
            return list(itertools.combinations_with_replacement(range(1, sides + 1), dice))
        case Seal(items=items):
            seats = table.expected()
            return [dict(zip(seats, pick, strict=True)) for pick in itertools.product(*(items[s].legal for s in seats))]
    return [None]


def perft(so_far: list[Any], depth: int) -> int:
    """How many ways there are to go on from here for so many answers; a game that has ended counts once."""
    _, table = attack()
    for answer in so_far:
        table.answer(answer)
    if depth == 0 or table.pending is None:
        return 1
    return sum(perft([*so_far, answer], depth - 1) for answer in answers(table))


@pytest.mark.parametrize(("depth", "games"), [(1, 2), (2, 4), (3, 46), (4, 469)])
def test_the_number_of_legal_games(depth, games):
    assert perft([], depth) == games
