"""Short wordings that can be typed back: `1/5 2/1`, `3-5`, `air4*2`, `j3 1/5 to 3-2`.

Belongs here: orders as people would type them, and what lies in a place. Must not be here: which orders are shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem_games.fallujah.drawn import code_of
from pbem_games.fallujah.map import ground_units_at, name_of
from pbem_games.fallujah.orders import Counts, Recruit
from pbem_games.fallujah.state import State


def brief_unit(state: State, unit: str) -> str:
    return state.numbers.units[unit].label.replace(" ", "").lower()


def brief_units(state: State, units: Iterable[str]) -> str:
    return " ".join(brief_unit(state, unit) for unit in units)


def brief_place(state: State, place: str) -> str:
    return code_of(state.numbers, place).lower()


def brief_counts(counts: Counts) -> str:
    return " ".join(f"{kind}*{count}" if count > 1 else kind for kind, count in counts) or "none"


def brief_purchase(state: State, order: Recruit, head: str = "setup") -> str:
    words = [f"{place} {brief_units(state, units)}" for place, units in order.units]
    leaders = [f"leader {brief_unit(state, unit)}" for _, unit in order.leaders]
    return " ".join([head, *words, *leaders, *([brief_counts(order.markers)] if order.markers else [])])


def what_is_in(state: State, place: str) -> str:
    """The name of a place and what a force would come for; "" if there is nothing."""
    lies = what_lies_in(state, place)
    return f"{name_of(state, place)}, {lies}" if lies else ""


def what_lies_in(state: State, place: str) -> str:
    """What a force would come for: a node, the helicopter, an objective or mosque that nobody holds; else ""."""
    numbers = state.numbers
    if place not in numbers.spaces:
        return ""
    found = []
    if place in state.nodes:
        kind = state.nodes[place].type
        found.append(numbers.nodes[kind].name if kind else "concealed node")
    if state.helicopter == place:
        found.append("Downed Helicopter")
    terrain = numbers.spaces[place].terrain
    if not found and terrain in ("objective", "mosque") and not ground_units_at(state, place):
        found.append(f"{terrain}, not held")
    return ", ".join(found)
