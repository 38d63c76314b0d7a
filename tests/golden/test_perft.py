"""The number of legal games to a depth, for one small position of each game: what is asked or legal may not change."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path += [str(Path(__file__).resolve().parent.parent / "rulesets" / "pbem_games" / game)
             for game in ("anaconda", "angola", "enduring_freedom", "fallujah")]

from anaconda import boards as shahi_kot
from angola.boards_operations import column, empty_map, put
from enduring_freedom import boards as afghan
from fallujah.boards import arrived, quiet

from pbem.play.requests import Ask, Roll, Seal, Write
from pbem.play.table import Table
from pbem_games.anaconda.numbers import SEATS
from pbem_games.anaconda.reinforcements import friendly_fire
from pbem_games.angola.combat.sequence import fight
from pbem_games.enduring_freedom.combat.battle import battle
from pbem_games.enduring_freedom.combat.plan import BattlePlan
from pbem_games.fallujah.combat import sequence as streets
from pbem_games.fallujah.state import Enemy
from tiers import thorough

Start = Callable[[], Table[Any]]


def attack() -> Table[Any]:
    """FAPLA Column A, two infantry and a battery, attacks two loose infantry of FNLA in Dondo out of Catete."""
    state = empty_map()
    column(state, "fapla", "a", "dondo", "inf1", "inf2", "art1")
    put(state, "fnla", "dondo", "inf1", "inf2")
    state.factions["fapla"].air_ready = 1
    return Table(fight(state, "fapla", "a", "catete", "dondo"))


def street_fight() -> Table[Any]:
    """1/5 and C/1Tk have met fedayeen and militia in Nazal; OPFOR of medium morale stands; one NetWar is at hand."""
    state = quiet()
    operation = arrived(state, "r4p09", "usmc_1_5", "usmc_c_1tk")
    for kind in ("mil_b", "fed_a"):
        printed = state.numbers.opfor[kind]
        operation.enemies.append(Enemy(kind, printed.firepower, printed.contact))
        state.reaction_bin[kind] -= 1
    state.recruits["netwar"] -= 1
    state.available["netwar"] += 1
    return Table(streets.fight(state))


def battle_of_kabul() -> Table[Any]:
    """5th Special Forces and militia attack levies and lashkar in Kabul, without an edge bought."""
    state = afghan.north(afghan.put(afghan.quiet("3g"), "kabul", afghan.SOF), "kabul", "na_inf1_1")
    afghan.foes(state, "kabul", "tal_inf1_1", "tal_inf2_1")
    return Table(battle(state, "coalition", BattlePlan("kabul")))


def friendly_fire_in_the_valley() -> Table[Any]:
    """Three units of the Coalition in two hexes, one of them pinned; Al Qaeda says where the fire falls."""
    state = shahi_kot.quiet()
    shahi_kot.put(state, "1809", "r_1_87_c1")
    shahi_kot.put(state, "1809", "d_zia_1", pinned=True)
    shahi_kot.put(state, "1710", "d_oda_372")
    return Table(friendly_fire(state), seats=SEATS)


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


def perft(start: Start, so_far: list[Any], depth: int) -> int:
    """How many ways there are to go on from here for so many answers; a game that has ended counts once."""
    table = start()
    for answer in so_far:
        table.answer(answer)
    if depth == 0 or table.pending is None:
        return 1
    return sum(perft(start, [*so_far, answer], depth - 1) for answer in answers(table))


@pytest.mark.parametrize(("depth", "games"), [(1, 2), (2, 4), (3, 46), (4, 469)])
def test_the_number_of_legal_games(depth, games):
    assert perft(attack, [], depth) == games


@pytest.mark.parametrize(("depth", "games"), [(1, 4), (2, 24), (3, 144), thorough(4, 3024)])
def test_the_number_of_legal_street_fights(depth, games):
    assert perft(street_fight, [], depth) == games


@pytest.mark.parametrize(("depth", "games"), [(1, 21), (2, 441)])
def test_the_number_of_legal_battles_in_kabul(depth, games):
    assert perft(battle_of_kabul, [], depth) == games


@pytest.mark.parametrize(("depth", "games"), [(1, 2), (2, 12), (3, 72), (4, 252)])
def test_the_number_of_ways_in_which_friendly_fire_falls(depth, games):
    assert perft(friendly_fire_in_the_valley, [], depth) == games
