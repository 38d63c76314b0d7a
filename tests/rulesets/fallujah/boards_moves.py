"""What tests of movement share: an order in words is checked, or refused by a rule without any change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from fallujah.boards import bytes_of, run

from pbem.errors import IllegalMove
from pbem.play.requests import Draw, Roll, Write
from pbem.play.table import Table
from pbem_games.fallujah import wordings
from pbem_games.fallujah.air import check_air
from pbem_games.fallujah.forces import remove
from pbem_games.fallujah.map import under_way
from pbem_games.fallujah.movement import check_ground, check_leap, check_transfer
from pbem_games.fallujah.offensive import offensive
from pbem_games.fallujah.orders import Air, AnyOrder, Ground, Leap, Transfer
from pbem_games.fallujah.state import ELIMINATED, State


def order_of(state: State, say: str) -> AnyOrder:
    return wordings.orders(state.numbers).parse(say)


def check(state: State, say: str) -> Ground | Leap | Air | Transfer:
    """The order is legal, and asking so changes nothing."""
    before = bytes_of(state)
    order = order_of(state, say)
    match order:
        case Ground():
            check_ground(state, order)
        case Leap():
            check_leap(state, order)
        case Air():
            check_air(state, order)
        case Transfer():
            check_transfer(state, order)
        case _:
            raise AssertionError(f"no J-3 of one force: {order}")
    assert bytes_of(state) == before
    return order


def start(state: State, say: str) -> Table[Any]:
    """A legal J-3 begins; the table rests where somebody is asked."""
    return run(offensive(state, check(state, say)))


def stub_reaction(monkeypatch: Any, *wins: bool, lost: Sequence[str] = (), due: int = 0) -> list[str]:
    """Reactions are replaced: whether each is won, whom the first costs, what is due then; where they happened."""
    met: list[str] = []

    async def react(state: State) -> bool:
        operation = under_way(state)
        met.append(operation.space)
        if len(met) == 1:
            operation.due += due
            for unit in lost:
                remove(state, unit, ELIMINATED)
        return len(met) <= len(wins) and wins[len(met) - 1]

    monkeypatch.setattr("pbem_games.fallujah.offensive.react", react)
    return met


def refused(state: State, say: str, rule: str) -> IllegalMove:
    """The order is refused by this rule, and nothing has changed."""
    before = bytes_of(state)
    with pytest.raises(IllegalMove) as caught:
        check(state, say)
    assert caught.value.rule == rule, caught.value
    assert bytes_of(state) == before
    return caught.value


def fight_through(table: Table[Any], *picks: str) -> None:
    """Goes on to the next question about moving or to the end: these counters are picked, all dice show 1."""
    left = list(picks)
    while table.pending is not None and not (isinstance(table.pending, Write) and table.pending.rule == "14.1"):
        match table.pending:
            case Draw():
                table.answer((left.pop(0),))
            case Roll(dice=dice):
                table.answer((1,) * dice)
            case _:
                table.answer(table.options.says()[0])
    assert not left, f"never picked: {left}"
