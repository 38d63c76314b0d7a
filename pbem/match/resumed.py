"""A match that goes on from what was kept of it, if that counts, and from its first round if not.

Belongs here: when it starts over. Must not be here: what is kept (`saving`), the rules at rest (`again`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from pbem.errors import BadRecord
from pbem.match.again import ResumedBinding, SavedPlay, StartOver
from pbem.match.match import Match
from pbem.record.rounds import Rounds
from pbem.record.wire import Event, GenesisLine
from pbem.ruleset import Ruleset


class PlayKept(Protocol):
    """Where what is made of a match is kept between two programs."""

    def load(self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes]) -> SavedPlay | None:
        """What is kept of this match, as it is seen with these secrets; None if nothing counts."""

    def keep(
        self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes], rounds: Rounds, known: int
    ) -> int:
        """Keeps what was played, if much came since round `known`; gives the round up to which it is kept now."""


class ResumedMatch(Match):
    """As a Match; `known` is the round up to which what was made of it is kept in the file, 0 for none."""

    binding: ResumedBinding

    def __init__(
        self, genesis: GenesisLine, ruleset: Ruleset, files: dict[str, Any], *, saved: PlayKept, **options: Any
    ) -> None:
        self._file: PlayKept = saved
        self._is_first, self._waits = True, False
        self.known = 0
        super().__init__(genesis, ruleset, files, **options)

    def _start(self) -> None:
        saved = self._file.load(self.genesis, self.ruleset, self._secrets) if self._is_first else None
        self._is_first = False
        self.known = 0 if saved is None else saved.r
        self.binding = ResumedBinding(self.genesis, self.ruleset, self.files, self._secrets, saved)
        self.rounds = Rounds(self.feeds, self.binding)

    def begin(self, trusted: Iterable[Event], fresh: Iterable[Event]) -> list[BadRecord]:
        """Takes a whole log in, of which some lines were verified before; gives the faults of those refused."""
        self._waits = True
        faults = self.take(trusted, checked=True)
        self._waits = False
        return faults + self.take(fresh)

    def _settle(self) -> None:
        if not self._waits:
            super()._settle()

    def _advance(self) -> None:
        try:
            super()._advance()
            if not self.binding.is_resting:
                return
        except StartOver:
            pass
        self._start()  # nothing is kept of this log as it is now
        super()._advance()

    def keep(self) -> None:
        """Keeps what was made of it, if much came since that was done last. No fault of the disk is told."""
        self.known = self._file.keep(self.genesis, self.ruleset, self._secrets, self.rounds, self.known)


def begin(match: Match, trusted: list[Event], fresh: list[Event]) -> list[BadRecord]:
    """The same for any match."""
    if isinstance(match, ResumedMatch):
        return match.begin(trusted, fresh)
    return [*match.take(trusted, checked=True), *match.take(fresh)]
