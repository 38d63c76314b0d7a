"""What things of a scene are called, in words that every display says alike.

Belongs here: names and short lists. Must not be here: paint, sentences of a game.
"""

from __future__ import annotations

from pbem.show.scene import Board, Pool


def name_in(board: Board, id: str) -> str:
    """The name of a place or faction of the board; what is neither stands as it is."""
    names = {place.id: place.name for place in board.places} | {side.id: side.name for side in board.factions}
    return names.get(id, id)


def in_pool(pool: Pool) -> str:
    """What a pool holds, in words; of what there is none is left out."""
    held = [f"{count.name} {'?' if count.count is None else count.count}" for count in pool.counts if count.count != 0]
    return ", ".join(held) or "none"
