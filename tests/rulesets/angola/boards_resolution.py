"""Small positions for the resolution of combats: an empty map, Units put there by hand, a combat under way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from pbem.kit.numbers import copy_of
from pbem_games.angola.forces import make_loose, withdraw_unit
from pbem_games.angola.numbers import DATA
from pbem_games.angola.state import Battle, Column, Marker, State, new_state


@cache
def _start() -> State:
    return new_state("july_1975", {}, DATA.files())


def empty_map(**options: Any) -> State:
    """Turn 1, Operations Phase, nobody on the map, no marker held."""
    state = copy_of(_start())
    for name, value in options.items():
        setattr(state.options, name, value)
    for faction in state.factions.values():
        for unit in list(faction.loose):
            withdraw_unit(state, unit)
    state.markers = {region: Marker() for region in state.markers}
    state.phase, state.first_player = "operations", "fapla"
    return state


def put(state: State, faction: str, region: str, units: Mapping[str, int] | int, letter: str = "") -> list[str]:
    """Units by type and number (or plain infantry), loose or in a known Column; a Major Unit by its id."""
    wanted = {"infantry": units} if isinstance(units, int) else units
    chosen = [unit for kind, count in wanted.items() for unit in _take(state, faction, kind, count)]
    if letter:
        state.factions[faction].columns[letter] = Column(region, known=chosen)
    else:
        make_loose(state, faction, chosen, region)
    return chosen


def _take(state: State, faction: str, kind: str, count: int) -> list[str]:
    own = state.factions[faction]
    if kind in own.major_pool:
        own.major_pool.remove(kind)
        return [kind]
    chosen = [u for u in own.reserve if state.numbers.counters[u].type == kind][:count]
    assert len(chosen) == count, f"{faction} has no {count} {kind}"
    own.reserve = [u for u in own.reserve if u not in chosen]
    return chosen


def combat(state: State, attacker: str, origin: str, region: str, *, conductor: str = "") -> Battle:
    """A combat of the attacker's Column A, which stands in the Combat Region, at Step 9."""
    defenders = [f for f in state.numbers.enemies(attacker) if _is_there(state, f, region)]
    state.battle = Battle(attacker, "a", origin, region, defenders, conductor or defenders[0])
    state.factions[attacker].columns["a"].moved = True
    return state.battle


def _is_there(state: State, faction: str, region: str) -> bool:
    own = state.factions[faction]
    return any(x.region == region for x in [*own.loose.values(), *own.columns.values()])


def duel(
    attack: Mapping[str, int] | int,
    defence: Mapping[str, int] | int,
    *,
    region: str = "dondo",
    origin: str = "catete",
    attacker: str = "fapla",
    defender: str = "fnla",
    letter: str = "",
    **options: Any,
) -> tuple[State, Battle]:
    """Column A of one faction, come from `origin`, against the Units of another (under a marker with `letter`)."""
    state = empty_map(**options)
    put(state, attacker, region, attack, "a")
    put(state, defender, region, defence, letter)
    return state, combat(state, attacker, origin, region)


def joint_defence(fnla: int, unita: int, *, conductor: str) -> tuple[State, Battle]:
    """FAPLA out of Catete against FNLA and UNITA together in Dondo."""
    state = empty_map()
    put(state, "fapla", "dondo", 12, "a")
    put(state, "fnla", "dondo", fnla)
    put(state, "unita", "dondo", unita)
    return state, combat(state, "fapla", "catete", "dondo", conductor=conductor)


def camabatela(attack: Mapping[str, int] | int = 5, defence: int = 3, origin: str = "lucala") -> tuple[State, Battle]:
    """MPLA comes up the escarpment from Lucala into the jungle town that FNLA defends (9.12)."""
    return duel(attack, defence, region="camabatela", origin=origin, attacker="mpla")


def cabinda(attack: int, defence: Mapping[str, int] | int) -> tuple[State, Battle]:
    """FNLA out of Maiombe against MPLA in Cabinda."""
    state, battle = duel(attack, defence, region="cabinda", origin="maiombe", attacker="fnla", defender="mpla")
    return state, battle


def frozen(state: State) -> bytes:
    """The position as bytes, for comparing."""
    return msgspec.json.encode(state, order="sorted")
