"""What others may have sealed, imagined for a what-if: nothing here is part of the rules, and no match asks for it."""

from __future__ import annotations

from pbem_games.angola.guesses.guesser import AngolaGuesser

__all__ = ["AngolaGuesser"]
