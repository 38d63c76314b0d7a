"""Small positions and runs for the tests of Fallujah."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Iterator
from typing import Any

from answers import bytes_of as bytes_of
from pbem.play.requests import Ask, Draw, Request, Roll, Write
from pbem.play.table import Table
from pbem_games.fallujah.numbers import DATA
from pbem_games.fallujah.state import Node, Operation, State, new_state


def fresh(scenario: str = "vigilant_resolve", **options: Any) -> State:
    """The box as it is opened: before the first purchase; 20 concealed nodes lie on the map."""
    return new_state(scenario, options, DATA.files())


def quiet(scenario: str = "vigilant_resolve", **options: Any) -> State:
    """In the middle of play, no unit bought and no node on the map: all nodes are back in their bin."""
    state = fresh(scenario, **options)
    state.phase, state.turn = "operations", 1
    state.node_bin += len(state.nodes)
    state.nodes = {}
    return state


def put(state: State, place: str, *units: str, reduced: bool = False, aloft: bool = False) -> None:
    """Units stand at a space or base."""
    for unit in units:
        own = state.units[unit]
        own.place, own.reduced, own.aloft = place, reduced, aloft


def node(state: State, space: str, type: str = "") -> None:
    """A node lies there, concealed unless a type is given; it comes out of the Node Bin."""
    state.node_bin -= 1
    if type:
        state.unseen_nodes[type] -= 1
    state.nodes[space] = Node(type)


def hold(state: State, **counts: int) -> None:
    """Strikes, NetWar and Intel lie ready, taken from where they come from."""
    for kind, count in counts.items():
        (state.reaction_bin if kind == "intel" else state.recruits)[kind] -= count
        state.available[kind] += count


def arrived(state: State, space: str, *force: str, mode: str = "ground", points: int = 0) -> Operation:
    """A force has just moved into a space: its J-3 is under way, the reaction comes next."""
    put(state, space, *force)
    state.operation = Operation(mode, state.numbers.ordered(list(force)), space, points=points)
    return state.operation


def run(procedure: Coroutine[Request[Any], Any, Any]) -> Table[Any]:
    """A table that runs one procedure to its first request that needs somebody."""
    return Table(procedure)


def told(table: Table[Any]) -> list[str]:
    """The sentences so far, without the headings of turns."""
    return [t.text for t in table.story if not t.text.startswith("Turn ")]


def decisions(table: Table[Any], rng: random.Random, most: int) -> Iterator[Ask[Any] | Write[Any]]:
    """What players are asked, one after the other, as long as the caller answers; dice and draws fall by `rng`.

    Ends with the game, or after so many answers of any kind.
    """
    for _ in range(most):
        match table.pending:
            case Roll() as roll:
                table.answer(tuple(rng.randint(1, roll.sides) for _ in range(roll.dice)))
            case Draw() as draw:
                table.answer(tuple(rng.sample(list(draw.pool), draw.count)))
            case Ask() | Write() as request:
                yield request
            case None:
                return
            case other:
                raise AssertionError(f"nobody answers {other}")
