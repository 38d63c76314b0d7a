"""A battle as a card tells it: who fought, what a table said, what it came to.

Belongs here: the structs. Must not be here: dice (`frame`), rules, painting.
"""

from __future__ import annotations

from msgspec.structs import replace

from pbem.show.scene import Piece, Shown

WHOLE, LOST, REDUCED = 0, 1, 2
"""What became of a counter."""


class Contender(Shown, frozen=True):
    """One side of a battle: whose colour it has, its name, what it does, its counters before and after, one by one.

    A counter that is gone is in `after` no more; one that was reduced is there with other values, by the same id.
    `strength` is what it brought, in words; empty if the game knows no such number.
    """

    faction: str
    name: str
    does: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]
    strength: str = ""

    @property
    def lost(self) -> tuple[Piece, ...]:
        """The counters that are gone."""
        left = {piece.id for piece in self.after}
        return tuple(piece for piece in self.before if piece.id not in left)

    @property
    def reduced(self) -> tuple[Piece, ...]:
        """The counters that are there with other values, as they were."""
        left = {piece.id: piece.strength for piece in self.after}
        return tuple(piece for piece in self.before if left.get(piece.id, piece.strength) != piece.strength)

    @property
    def fates(self) -> tuple[tuple[Piece, int, int], ...]:
        """The counters as they were, without ids, each with what became of it and how many alike there are."""
        gone, hurt = ({piece.id for piece in those} for those in (self.lost, self.reduced))
        alike: dict[tuple[Piece, int], int] = {}
        for piece in self.before:
            fate = LOST if piece.id in gone else REDUCED if piece.id in hurt else WHOLE
            kind = replace(piece, id=""), fate
            alike[kind] = alike.get(kind, 0) + 1
        return tuple((piece, fate, many) for (piece, fate), many in alike.items())


class TableRow(Shown, frozen=True):
    """A row of a table: what stands in its cells, the cell where one entered it, the one that dice and shifts hit.

    `result` says what the cell that was hit means, `text` how it was entered, if no die beside it says so. In `better`
    of so many throws, all alike in chance, the first side of the battle gets this result or a better one: `(3, 6)`;
    `(0, 0)` if the game doesn't say.
    """

    rule: str
    cells: tuple[str, ...]
    first: int
    last: int
    result: str
    text: str = ""
    better: tuple[int, int] = (0, 0)


class Battle(Shown, frozen=True):
    """What a battle came to: where, under which rule, the attacker and the defender, who has won.

    `meaning` is one sentence: what is otherwise on the board and in the count because of it.
    """

    title: str
    place: str
    rule: str
    sides: tuple[Contender, Contender]
    result: str
    meaning: str
