"""What the player of one faction knows: the public position, and its own secrets.

Belongs here: reading, for forms and bots. Must not be here: rules (they never look into a secret), choices.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.play.requests import Peek
from pbem_games.angola.equipment import carrier_now, place_of
from pbem_games.angola.map import columns_in, loose_in
from pbem_games.angola.numbers import Counter
from pbem_games.angola.reorganization import units_under
from pbem_games.angola.state import FactionState, State, Token


@dataclass(frozen=True, slots=True)
class Sight:
    """A position as the player of one faction sees it."""

    state: State
    faction: str
    peek: Peek

    @property
    def own(self) -> FactionState:
        return self.state.factions[self.faction]

    def under(self, letter: str) -> tuple[Token, ...]:
        """The Units of an own Column, hidden Major Units by their labels."""
        return units_under(self.state, self.faction, letter, self.peek) or ()

    def counter(self, token: Token) -> Counter:
        """The counter of an own Unit; a label is looked up."""
        name = self.peek(self.own.hidden[token]) if token in self.own.hidden else token
        return self.state.numbers.counters[str(name)]

    def counters(self, tokens: Iterable[Token]) -> list[Counter]:
        return [self.counter(t) for t in tokens]

    def units_in(self, region: str) -> list[Token]:
        """Own Units of a region, loose or in Columns."""
        inside = [t for x in columns_in(self.state, self.faction, region) for t in self.under(x)]
        return [*loose_in(self.state, self.faction, region), *inside]

    def pieces(self, kind: str = "") -> dict[str, str]:
        """Own pieces of Equipment, of one kind or of all, with who carries each now."""
        found = {}
        for piece, held in self.own.equipment.items():
            if kind in ("", held.kind):
                entry = self.peek(held.entry) if held.entry is not None else None
                found[piece] = held.public if entry is None else carrier_now(self.own, str(entry))
        return found

    def pieces_in(self, region: str, kind: str = "") -> list[str]:
        """Own pieces in a region."""
        return [p for p, carrier in self.pieces(kind).items() if carrier and place_of(self.own, carrier) == region]
