"""13 A ground force on its way: where the next step may lead, what it costs, where the force may stop.

Belongs here: pure questions about one force and its points, for checks, words and bots alike.
Must not be here: what makes a force (movement), changes of the position (offensive).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem_games.fallujah.map import (
    has_node,
    is_base,
    is_msr_edge,
    is_open_to,
    movement,
    neighbours,
    type_of,
    units_at,
)
from pbem_games.fallujah.orders import Riders, Units
from pbem_games.fallujah.stacking import overstacked
from pbem_games.fallujah.state import Operation, State

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class March:
    """13 A ground force between two steps. `walkers` are the carriers too; whoever is carried is among `riders`.

    `points` are movement points left, the bonus of 13.2 among them while the force is `on_msr`: it began on the Main
    Supply Route and has not left it (ruling R27).
    """

    walkers: Units
    riders: Units
    at: str
    points: int
    on_msr: bool

    @property
    def units(self) -> Units:
        return (*self.walkers, *self.riders)


def setting_out(state: State, walkers: Units, riders: Riders, at: str) -> March:
    """13, 13.2 A force before its first step: the points of its slowest unit; riders are not counted (ruling R26)."""
    on_msr = at in state.numbers.spaces and state.numbers.spaces[at].msr
    points = min(movement(state, u) for u in walkers) + on_msr * state.numbers.tables.movement.msr_bonus
    return March(walkers, tuple(rider for _, rider in riders), at, points, on_msr)


def going_on(state: State, operation: Operation) -> March:
    """13, 14.1 What is left of a force, with the points left; riders get on again where their Amtrac is left too.

    A rider who has lost his Amtrac walks: his own movement, less the spaces entered, bounds the points of all.
    """
    carried = {rider for rider, carrier in operation.carriers.items() if carrier in operation.force}
    walkers = tuple(u for u in operation.force if u not in carried)
    on_msr = not operation.leaves_msr
    bonus = on_msr * state.numbers.tables.movement.msr_bonus
    stranded = [movement(state, u) + bonus - operation.entered for u in walkers if u in operation.carriers]
    points = max(0, min([operation.points, *stranded]))
    return March(walkers, tuple(u for u in operation.force if u in carried), operation.space, points, on_msr)


def ways_out(state: State, march: March) -> list[str]:
    """13.0, 13.3, 13.4 The places one step away, whatever the points are.

    From a base its entry spaces; from a space the spaces over an open edge, of which a blown bridge is none though its
    space is like any other (ruling R30), then the bases it leads to (R22).
    """
    if is_base(state, march.at):
        return list(state.numbers.bases[march.at].entry)
    open_spaces = [to for to in neighbours(state, march.at) if is_open_to(state, march.at, to, march.walkers)]
    return [*open_spaces, *state.numbers.gates[march.at]]


def steps_open(state: State, march: March) -> list[str]:
    """13.0 Where the next step may lead with the points left, in order of id, bases last."""
    return [to for to in ways_out(state, march) if march.points >= cost(state, march, to)]


def cost(state: State, march: March, to: str) -> int:
    """13.0, 13.2 What one step takes from the points left: the first that leaves the MSR takes the bonus too."""
    bonus = state.numbers.tables.movement.msr_bonus if march.on_msr else 0
    return 1 if is_msr_edge(state, march.at, to) else 1 + bonus


def stepped(state: State, march: March, to: str) -> March:
    """13.0, 13.4 The force after a step; a base, entered or left, ends its movement (rulings R21, R22)."""
    if is_base(state, to) or is_base(state, march.at):
        return replace(march, at=to, points=0, on_msr=False)
    on_msr = march.on_msr and is_msr_edge(state, march.at, to)
    return replace(march, at=to, points=march.points - cost(state, march, to), on_msr=on_msr)


def walked(state: State, march: March, path: Path) -> March:
    """13.0 The force at the end of a path."""
    for to in path:
        march = stepped(state, march, to)
    return march


def too_many(state: State, place: str, units: Units) -> str:
    """8.2, ruling R13 The kind of which there would be too many if these units stopped there, "" if they fit.

    A base holds any number (13.4).
    """
    if is_base(state, place):
        return ""
    return overstacked(state.numbers, [*(u for u in units_at(state, place) if u not in units), *units])


def reachable(state: State, march: March) -> dict[str, Path]:
    """13, 13.1 Every place where the force may stop after one step or more, nearest first, each with a shortest path.

    It passes any Coalition unit (8.2) and no node (13.1); only places where it fits are given (ruling R15).
    """
    found: dict[str, Path] = {}
    seen: set[tuple[str, bool]] = set()
    edge: list[tuple[Path, March]] = [((), march)]
    while edge:
        further: list[tuple[Path, March]] = []
        for path, here in edge:
            for to in steps_open(state, here):
                there = stepped(state, here, to)
                if (to, there.on_msr) in seen:
                    continue
                seen.add((to, there.on_msr))
                if to not in found and not too_many(state, to, march.units):
                    found[to] = (*path, to)
                if not has_node(state, to):
                    further.append(((*path, to), there))
        edge = further
    return found


def is_on_foot_sof(state: State, march: March) -> bool:
    """27.1, ruling R105 A force made up of SOF alone, none of them riding."""
    return not march.riders and all(type_of(state, u) == "sof" for u in march.walkers)
