"""15 The battle under way: questions about it, and where its OPFOR counters go.

Belongs here: the force F against the group OPF in the reaction space (b.9). Must not be here: order of steps, dice.
Other Coalition units in the space take no part in anything (15, ruling R66), and a FOB never does (ruling R18):
whatever is asked here is asked of `operation.force`, which holds neither. The forces of a networked operation are
one force (ruling R120).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pbem.kit.pools import put_back
from pbem_games.fallujah.map import ENGINEERS, has_type, name_of, under_way
from pbem_games.fallujah.numbers import MOB
from pbem_games.fallujah.printed import NodeType, Terrain
from pbem_games.fallujah.state import CONCEALED, Enemy, State


def terrain_of(state: State, space: str) -> Terrain:
    """The row of the Terrain Effects Chart for a space."""
    return state.numbers.terrain[state.numbers.spaces[space].terrain]


def node_here(state: State) -> NodeType | None:
    """20.1 The revealed node of the space where the battle is, whose effects count; the helicopter marker has none."""
    node = state.nodes.get(under_way(state).space)
    return None if node is None or node.type == CONCEALED else state.numbers.nodes[node.type]


def has_engineer(state: State) -> bool:
    """26, ruling R70 Whether an engineer of any kind is alive in the force now."""
    return has_type(state, under_way(state).force, *ENGINEERS)


def stands(state: State) -> bool:
    """9.3, 16.1 Whether OPFOR stands, by the level valid now (ruling R63), after every round (ruling R62).

    Martyrs make it stand each time (ruling R59).
    """
    operation = under_way(state)
    return operation.martyrs or state.numbers.stands(state.morale, terrain_of(state, operation.space).id)


def weakest_first(state: State, enemies: Iterable[Enemy]) -> list[Enemy]:
    """16.3, ruling R71 Lowest firepower, then lowest contact, then those who are no HVT, then by id."""
    return sorted(enemies, key=lambda e: (e.firepower, e.contact, state.numbers.is_hvt(e.kind), e.kind))


def enemy_name(state: State, kind: str) -> str:
    return state.numbers.counter_name(kind)


def enemy_names(state: State, enemies: Iterable[Enemy]) -> str:
    """OPFOR counters as people read them, alike ones counted: `2 Militia; Heavy weapons, rockets`."""
    counts = Counter(enemy_name(state, e.kind) for e in enemies)
    return "; ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())


def battlefield(state: State) -> str:
    """The printed name of the space where the battle is."""
    return name_of(state, under_way(state).space)


def return_enemy(state: State, enemy: Enemy) -> None:
    """14.6 Back to the Reaction Bin; a mob is held until the reaction is over (rulings R43, R57)."""
    if enemy.kind == MOB:
        under_way(state).held.append(MOB)
    else:
        put_back(state.reaction_bin, enemy.kind)


def return_enemies(state: State) -> None:
    """14.6 All OPFOR counters that are left leave the map."""
    operation = under_way(state)
    for enemy in operation.enemies:
        return_enemy(state, enemy)
    operation.enemies = []
