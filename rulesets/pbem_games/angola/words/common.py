"""The names of things, as all chapters tell them.

Belongs here: names of more than one chapter. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from pbem.kit.data import drawings
from pbem_games.angola.numbers import Counter, Numbers
from pbem_games.angola.state import State

NONE = "none"


class UnitDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """What is written on a counter."""

    code: str


def region_name(state: State, region: str) -> str:
    return state.numbers.regions[region].name


def faction_name(state: State, faction: str) -> str:
    return state.numbers.factions[faction].name


def side_name(state: State, factions: Iterable[str]) -> str:
    """`FNLA and UNITA`."""
    return " and ".join(faction_name(state, f) for f in factions)


def piece_name(state: State, piece: str) -> str:
    """`anti-tank missile 3` for `at3`."""
    kind = piece.rstrip("0123456789")
    return f"{equipment_name(state, kind)} {piece.removeprefix(kind)}"


def equipment_name(state: State, kind: str) -> str:
    """`anti-tank missile`; of a mine without its other side."""
    return state.numbers.equipment[kind].name.partition(" (")[0].lower()


def counter_name(counter: Counter) -> str:
    """`infantry`, `Task Force Zulu`."""
    return counter.name if counter.is_major else counter.name.lower()


def code_of(numbers: Numbers, counter: Counter) -> str:
    """What is written on a Unit: beginnings of words of its name; the beginning of that if the data do not say."""
    return _codes(numbers).get(counter.id if counter.is_major else counter.type) or counter.name[:3].upper()


@lru_cache(maxsize=4)
def _codes(numbers: Numbers) -> dict[str, str]:
    """By types of Minor Units and ids of Major Units."""
    tables = (drawings(numbers.files, "pieces.toml", table, UnitDrawing) for table in ("unit_type", "major_unit"))
    return {id: drawn.code for table in tables for id, drawn in table.items()}


def unit_names(state: State, units: Iterable[str]) -> str:
    """`two infantry, a tank`: counted by name, in the order of lists."""
    return counted(state.numbers.counters[unit] for unit in state.numbers.ordered(list(units)))


def counted(counters: Iterable[Counter]) -> str:
    """`2 infantry, tank`: by name, in the order given."""
    counts: dict[str, int] = {}
    for counter in counters:
        name = counter_name(counter)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or "nothing"
