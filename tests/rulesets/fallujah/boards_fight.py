"""Battles under way for the tests of chapters 15 to 17, 21 to 23, 26, 28 and 29."""

from __future__ import annotations

from typing import Any

import pytest
from fallujah.boards import arrived, bytes_of, node, quiet

from pbem.errors import IllegalMove
from pbem.play.table import Table
from pbem_games.fallujah.combat.battle import weakest_first
from pbem_games.fallujah.numbers import MOB
from pbem_games.fallujah.state import Enemy, State

OPEN, URBAN, OBJECTIVE, MOSQUE = "r6p03", "r3p03", "r2p04", "r3p05"


def battle(space: str, force: str, enemies: str, *, scenario: str = "vigilant_resolve", type: str = "",
           mode: str = "ground", **options: Any) -> State:
    """A force that has met OPFOR counters, all named by words: the first round comes next; with a revealed node."""
    state = quiet(scenario, **options)
    operation = arrived(state, space, *force.split(), mode=mode)
    for kind in enemies.split():
        state.reaction_bin[kind] -= 1
        printed = state.numbers.opfor.get(kind)
        operation.enemies.append(Enemy(kind, printed.firepower, printed.contact) if printed else Enemy(MOB, 0, 0))
    operation.enemies = weakest_first(state, operation.enemies)
    operation.combat_round = 1
    if type:
        node(state, space, type)
    return state


def go(table: Table[Any], *answers: Any) -> Table[Any]:
    """The answers one by one, to whatever is asked."""
    for answer in answers:
        table.answer(answer)
    return table


def asked(table: Table[Any]) -> tuple[str, str]:
    """Rule and subject of what is pending."""
    assert table.pending is not None
    return table.pending.rule, table.pending.about


def refused(table: Table[Any], state: State, *says: str) -> None:
    """None of these may be answered, and trying changes nothing."""
    before, pending = bytes_of(state), table.pending
    for say in says:
        with pytest.raises(IllegalMove):
            table.answer(say)
    assert bytes_of(state) == before
    assert table.pending is pending


def enemies_of(state: State) -> list[str]:
    """The OPFOR counters of the battle, weakest first."""
    assert state.operation is not None
    return [e.kind for e in state.operation.enemies]
