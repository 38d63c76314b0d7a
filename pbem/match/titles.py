"""What seats are called where people read of them: FAPLA, not the word `fapla` that a record has.

Belongs here: the names of seats as the board of their game has them. Must not be here: sentences in which they stand.
"""

from __future__ import annotations

from pbem.match.binding import Binding


def titles_of(binding: Binding) -> dict[str, str]:
    """The names of the seats that are a side of the game, as its board has them; none if it cannot be drawn."""
    try:
        board = binding.ruleset.seen(binding.state, binding.table).board
    except Exception:  # a fault of the board's author must not keep the verdict back
        return {}
    return {side.id: side.name for side in board.factions if side.id in binding.names}


def title_of(binding: Binding, seat: int) -> str:
    """What one seat is called; as the record has it if its board says nothing."""
    name = binding.names[seat]
    return titles_of(binding).get(name, name)
