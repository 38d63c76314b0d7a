"""Small positions for set-up, planning, markers, Cabinda, victory and the sequence of play."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import msgspec

from pbem.play.requests import Request
from pbem.play.table import Table
from pbem_games.angola.numbers import DATA, FACTIONS
from pbem_games.angola.state import Column, Loose, State, new_state

# What the five free markers, and so everything in set-up, look like in these tests.
HANDS = {
    "fapla": ("caxito", "lobito", "malange", "gabela"),
    "fnla": ("ambriz", "carmona", "camabatela", "sao_salvador", "ambrizete"),
    "mpla": ("teixeira_de_sousa", "henrique_de_carvalho", "silva_porto", "serpa_pinto", "gago_coutinho"),
    "unita": ("nova_lisboa", "sa_da_bandeira", "mocamedes", "cuito_cuanavale"),
}
FREE = ("benguela", "cela", "lucala", "novo_redondo", "porto_amboim")
DRAWN = tuple(r for f in FACTIONS for r in HANDS[f])


def fresh(**options: Any) -> State:
    """The box as it is opened: before the Control Markers are drawn."""
    return new_state("july_1975", options, DATA.files())


def empty(**options: Any) -> State:
    """A map without Units, in turn 1: all counters are in reserve."""
    state = fresh(**options)
    for own in state.factions.values():
        own.reserve = state.numbers.ordered([*own.reserve, *own.loose])
        own.loose = {}
    state.phase, state.first_player = "operations", "fapla"
    return state


def put(state: State, faction: str, region: str, *units: str) -> None:
    """Loose Units."""
    own = state.factions[faction]
    for unit in units:
        _take(state, unit)
        own.loose[unit] = Loose(region)


def column(state: State, faction: str, letter: str, region: str, *units: str) -> Column:
    """A Column that everybody knows."""
    for unit in units:
        _take(state, unit)
    made = Column(region, known=list(units))
    state.factions[faction].columns[letter] = made
    return made


def _take(state: State, unit: str) -> None:
    for own in state.factions.values():
        for lot in (own.reserve, own.major_pool):
            if unit in lot:
                lot.remove(unit)


def hold(state: State, faction: str, *regions: str, up: bool = True) -> None:
    for region in regions:
        state.markers[region].holder, state.markers[region].up = faction, up


def planned() -> State:
    """Turn 1, after set-up: markers dealt as in HANDS, no Columns."""
    state = fresh()
    for faction, regions in HANDS.items():
        hold(state, faction, *regions)
    state.phase = "planning"
    return state


def cabinda_besieged() -> State:
    """FNLA has a Column next to Cabinda, which is empty, and Units in the FLEC Base."""
    state = empty()
    column(state, "fnla", "a", "cabinda", "n.inf1", "n.inf2")
    column(state, "fnla", "b", "flec_base", "n.inf3")
    put(state, "fnla", "flec_base", "n.inf4", "n.inf5")
    return state


def snapshot(state: State) -> bytes:
    return msgspec.json.encode(state, order="sorted")


def run(procedure: Coroutine[Request[Any], Any, Any], *answers: Any) -> Table[Any]:
    """One procedure with these answers, in order."""
    table = Table(procedure)
    for answer in answers:
        table.answer(answer)
    return table


def under_marker(state: State, faction: str, letter: str, region: str, units: list[str]) -> list[str]:
    """Loose Units go under a Column marker, as everybody knows; gives them back."""
    for unit in units:
        del state.factions[faction].loose[unit]
    state.factions[faction].columns[letter] = Column(region, known=units)
    return units
