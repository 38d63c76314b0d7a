"""Units and counters as pieces of a scene: code, strength, symbol, states.

Belongs here: how one thing is shown. Must not be here: where it lies (view).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pbem.show.scene import Piece
from pbem_games.enduring_freedom.drawn import FILE, IRAN, ISLAMIST, NATO, NORTH, US
from pbem_games.enduring_freedom.numbers import Numbers
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import factor, is_elite, is_heavy, is_sof

SIDES = {"US": US, "NATO": NATO, "IR": IRAN, "NA": NORTH}
SYMBOLS = {
    "special_forces": "special_forces", "headquarters": "headquarters", "engineer": "engineer", "security": "police",
    "air_assault": "airborne", "airborne": "airborne", "infantry": "infantry", "marine": "infantry",
    "mechanized_marine": "mechanized", "mechanized": "mechanized", "armor": "armor", "armored_cavalry": "armored_car",
    "fob": "supply", "leader": "leader", "artillery": "artillery", "heavy_weapons": "heavy_weapons",
    "air_defense": "anti_aircraft", "guerrilla": "militia", "base": "supply",
}  # fmt: skip


@lru_cache(maxsize=4)
def _codes(numbers: Numbers) -> dict[str, str]:
    """What fits on a counter, by the id of every single one."""
    drawn: Mapping[str, str] = numbers.files[FILE]["codes"]["draw"]
    named = {id: (entry.id, entry.name) for entries in (numbers.ground, numbers.assets, numbers.north, numbers.islamist)
             for id, entry in entries.items()}
    named |= {id: (id, entry.name) for id, entry in numbers.air.items()}
    return {id: drawn.get(kind, name) for id, (kind, name) in named.items()}


def unit_piece(state: State, id: str) -> Piece:
    """A US, NATO or Iranian ground unit; reduced ones say so."""
    unit = state.numbers.ground[id]
    states = [word for word, is_so in (("reduced", state.units[id].reduced), ("SOF", is_sof(state, id)),
                                       ("airmobile", unit.airmobile and not unit.sof)) if is_so]
    return Piece(name=unit.name, code=_codes(state.numbers)[id], id=id, faction=SIDES[unit.contingent],
                 strength=strength(state, id), states=tuple(states), symbol=SYMBOLS.get(unit.type, ""))


def air_piece(state: State, id: str) -> Piece:
    """An air unit."""
    unit = state.numbers.air[id]
    return Piece(name=unit.name, code=_codes(state.numbers)[id], id=id, faction=SIDES[unit.contingent],
                 strength=strength(state, id), states=("reduced",) if state.units[id].reduced else (), symbol="air")


def asset_piece(state: State, id: str) -> Piece:
    """An asset; drones have a factor."""
    asset = state.numbers.assets[id]
    return Piece(name=asset.name, code=_codes(state.numbers)[id], id=id, faction=US, strength=str(asset.cf or ""))


def counter_piece(state: State, id: str, *, is_down: bool = False) -> Piece:
    """An Islamist or Northern Alliance counter that was seen; `is_down`: it lies face down again (20.3)."""
    numbers = state.numbers
    entry = numbers.islamist[id] if id in numbers.islamist else numbers.north[id]
    faction = ISLAMIST if id in numbers.islamist else NORTH
    return Piece(name=numbers.name_of(id), code=_codes(numbers)[id], id=id, faction=faction,
                 strength=strength(state, id) if entry.cf else "", face="down" if is_down else "up",
                 symbol=SYMBOLS.get(entry.type, ""))


def marker_code(state: State, id: str) -> str:
    """What is written on a special marker."""
    return _codes(state.numbers)[id]


def strength(state: State, id: str) -> str:
    """The factor now: `3`, `3E` for elite units, `4H` for heavy ones."""
    number = str(factor(state, id))
    if id in state.numbers.air or id in state.numbers.assets:
        return number
    if is_heavy(state, id):
        return number + "H"
    return number + "E" if is_elite(state, id) else number
