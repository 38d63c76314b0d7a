"""16.1, 17 What a battle came to, for its card: who fought with what, and what is otherwise because of it.

Belongs here: the account. Must not be here: any step of a battle, drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.kit.battles import Battle, Contender
from pbem.kit.later import later
from pbem.show.scene import Piece
from pbem_games.fallujah.capture import gain_of, loss_at
from pbem_games.fallujah.combat.battle import battlefield
from pbem_games.fallujah.drawn import COALITION, OPFOR
from pbem_games.fallujah.map import under_way
from pbem_games.fallujah.state import ELIMINATED, Enemy, State

enemy_piece = later("pbem_games.fallujah.view:enemy_piece")
unit_piece = later("pbem_games.fallujah.view:unit_piece")


class Account:
    """A battle under way, as it stood when it began."""

    def __init__(self, state: State) -> None:
        """15 Who fights, and the KIA index before it."""
        operation = under_way(state)
        self.force, self.enemies = list(operation.force), list(operation.enemies)
        self.ours = tuple(unit_piece(state, unit) for unit in self.force)
        self.theirs = tuple(_numbered(state, self.enemies))
        self.kia = state.kia
        self._left = self.theirs

    def note_enemies(self, state: State) -> None:
        """Who of OPFOR is still there; those that break off later are not lost."""
        there = [id(enemy) for enemy in under_way(state).enemies]
        pairs = zip(self.theirs, self.enemies, strict=True)
        self._left = tuple(piece for piece, enemy in pairs if id(enemy) in there)

    def ended(self, state: State, *, is_won: bool) -> Battle:
        """16.1, 17 The whole battle; what it brings or costs follows at once."""
        return self._told(state, f"The Coalition {'wins' if is_won else 'loses'}", _meaning(state, is_won=is_won))

    def broken_off(self, state: State, why: str) -> Battle:
        """10.4, ruling R85 The scenario is over in the midst of it: nothing is captured any more."""
        where = battlefield(state)
        return self._told(state, "Broken off", f"The scenario is over, {why}: nothing is captured in {where} any more")

    def _told(self, state: State, result: str, meaning: str) -> Battle:
        after = tuple(unit_piece(state, unit) for unit in self.force if state.units[unit].place != ELIMINATED)
        sides = (
            Contender(faction=COALITION, name="Coalition", does="attacks", before=self.ours, after=after),
            Contender(faction=OPFOR, name="OPFOR", does="defends", before=self.theirs, after=self._left),
        )
        where = battlefield(state)
        return Battle(
            title=f"Battle of {where}", place=under_way(state).space, rule="16.1", sides=sides,
            result=result, meaning=f"{meaning[:1].upper()}{meaning[1:]}; {self._index(state)}",
        )  # fmt: skip

    def _index(self, state: State) -> str:
        """21.1 `the KIA index goes from +3 to +5`."""
        if state.kia == self.kia:
            return f"the KIA index stays {self.kia:+}"
        return f"the KIA index goes from {self.kia:+} to {state.kia:+}"


def _numbered(state: State, enemies: Sequence[Enemy]) -> Iterator[Piece]:
    """Counters of one kind are told apart by their places."""
    for number, enemy in enumerate(enemies):
        yield enemy_piece(state, enemy, f"{enemy.kind}/{number}")


def _meaning(state: State, *, is_won: bool) -> str:
    """17, 20.3 What becomes of the place, and what that does to the OPs."""
    space, where = under_way(state).space, battlefield(state)
    if not is_won:
        loss, why = loss_at(state, space)
        price = f": {loss} OPs are lost" if loss else ""
        price += ", the last: the scenario is over" if loss and loss >= state.ops else ""  # 10.4
        return f"{' and '.join(why) or where} stays with OPFOR{price}"
    taken = []
    if space in state.nodes:
        node = state.numbers.nodes[state.nodes[space].type]
        gain = gain_of(state, node)
        taken.append(f"{node.name} in {where} is taken{f': {gain:+} OPs' if gain else ''}")
    if state.helicopter == space:
        gain = state.numbers.tables.events.helicopter_gain
        taken.append(f"the Downed Helicopter is secured: {gain:+} OPs")
    return ", ".join(taken) or f"The Coalition stands in {where}, where no node was"
