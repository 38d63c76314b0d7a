"""Questions about places and who stands there.

Belongs here: units by place, control, edges that may be used. Must not be here: movement points, changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem_games.fallujah.options import COALITION
from pbem_games.fallujah.state import DESERTED, ELIMINATED, RECRUIT, Operation, State

AMPHIBIOUS = ("amtrac", "sof")  # 25.1, 27.3
ENGINEERS = ("engineer", "armored_engineer")  # 26, ruling R16
TRANSPORTS = ("transport", "sof_helicopter")  # 24.5


def under_way(state: State) -> Operation:
    """10.1 The J-3 operation under way; asked only where there is one."""
    assert state.operation is not None, "no J-3 operation is under way"
    return state.operation


def units_at(state: State, place: str) -> list[str]:
    """All units of one place, helicopters aloft too, in the order of lists."""
    return [id for id, unit in state.units.items() if unit.place == place]


def ground_units_at(state: State, place: str) -> list[str]:
    """4.2 Units of class light and heavy; a FOB is one (rulings R18, R35), a helicopter is none."""
    return [u for u in units_at(state, place) if is_ground(state, u)]


def is_ground(state: State, unit: str) -> bool:
    return state.numbers.units[unit].weight != "helicopter"


def is_helicopter(state: State, unit: str) -> bool:
    return state.numbers.units[unit].weight == "helicopter"


def is_light(state: State, unit: str) -> bool:
    return state.numbers.units[unit].weight == "light"


def is_iraqi(state: State, unit: str) -> bool:
    return state.numbers.units[unit].command == "iraqi"


def type_of(state: State, unit: str) -> str:
    return state.numbers.units[unit].type


def has_type(state: State, units: Iterable[str], *types: str) -> bool:
    """Whether one of the units is of one of these types."""
    return any(state.numbers.units[u].type in types for u in units)


def is_in_play(state: State, unit: str) -> bool:
    """On the map or in a base."""
    return state.units[unit].place not in (RECRUIT, ELIMINATED, DESERTED)


def is_base(state: State, place: str) -> bool:
    return place in state.numbers.bases


def name_of(state: State, place: str) -> str:
    """The printed name of a space or base."""
    numbers = state.numbers
    return numbers.spaces[place].name if place in numbers.spaces else numbers.bases[place].name


def labels(state: State, units: Iterable[str]) -> str:
    """Units as people read them: `1/5, A/2Tk`."""
    return ", ".join(state.numbers.units[u].label for u in units)


def kinds(state: State, counts: Iterable[tuple[str, int]]) -> str:
    """Strikes and markers as people read them: `2 Airstrike (4), 1 NetWar`."""
    numbers = state.numbers
    names = {id: s.name for id, s in numbers.strikes.items()} | {id: e.name for id, e in numbers.events.items()}
    names[numbers.netwar.id] = numbers.netwar.name
    return ", ".join(f"{count} {names[kind]}" for kind, count in counts)


def firepower(state: State, unit: str) -> int:
    return state.numbers.values(unit, state.units[unit].reduced)[0]


def contact(state: State, unit: str) -> int:
    return state.numbers.values(unit, state.units[unit].reduced)[1]


def movement(state: State, unit: str) -> int:
    """Movement points by the side that lies up; -1 for unlimited air movement."""
    return state.numbers.values(unit, state.units[unit].reduced)[2]


def is_controlled(state: State, space: str) -> bool:
    """5.0 A ground unit is there and no OPFOR combat unit; nodes do not matter, helicopters do not count (R60, R61)."""
    operation = state.operation
    contested = operation is not None and operation.space == space and bool(operation.enemies)
    return not contested and bool(ground_units_at(state, space))


def controlled_node_spaces(state: State) -> list[str]:
    """9.2, 6.1 Objective and mosque spaces under control now; a fight that is not ended leaves none (ruling R85).

    The reaction space counts until OPFOR units are deployed there (ruling R47).
    """
    return [space for space in state.numbers.node_spaces if is_controlled(state, space)]


def has_node(state: State, space: str) -> bool:
    """20 A node, concealed or revealed, or the Downed Helicopter, which counts as one (14.7)."""
    return space in state.nodes or state.helicopter == space


def neighbours(state: State, space: str) -> tuple[str, ...]:
    """The spaces one edge of any kind away."""
    return state.numbers.graph.neighbours(space)


def is_open_to(state: State, a: str, b: str, units: Iterable[str]) -> bool:
    """13.3, ruling R25 Whether these ground units, riders left out, may use the edge between two spaces now.

    River edges and blown bridges are for Amtracs and SOF alone. False if there is no edge.
    """
    edge = state.numbers.graph.border(a, b)
    if edge is None:
        return False
    is_water = edge.crossing == "river" or (edge.crossing == "bridge" and edge.bridge in state.blown)
    return not is_water or all(type_of(state, u) in AMPHIBIOUS for u in units)


def is_msr_edge(state: State, a: str, b: str) -> bool:
    """13.2 Whether the two spaces are joined by the Main Supply Route."""
    edge = state.numbers.graph.border(a, b)
    return edge is not None and edge.msr


def fob_is_near(state: State, space: str) -> bool:
    """28.2, ruling R84 A FOB there or one edge of any kind away."""
    return any(has_type(state, units_at(state, s), "fob") for s in (space, *neighbours(state, space)))


def holds(state: State) -> dict[str, str]:
    """5.0, 13.4 What the Coalition controls: spaces, and its bases always; nothing says what OPFOR controls."""
    spaces = [space for space in state.numbers.spaces if is_controlled(state, space)]
    return dict.fromkeys([*spaces, *state.numbers.bases], COALITION)
