"""A match that goes on from what was kept of it, if that counts, and from its first round if not.

Belongs here: looking for what is kept, when it starts over. Must not be here: what is kept (`saving`), how the rules
go on (`again`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pbem.crypto.hashing import unb64
from pbem.crypto.keys import Held, keys_of
from pbem.errors import BadRecord, PbemError
from pbem.limits import MAX_LINE
from pbem.match.again import ResumedBinding, StartOver
from pbem.match.match import Match
from pbem.match.start import ruleset_of
from pbem.record.lines import content_of
from pbem.record.past import Past
from pbem.record.rounds import Rounds
from pbem.record.wire import CODEC, Event, GenesisLine
from pbem.ruleset import Ruleset

if TYPE_CHECKING:
    from pbem.match.begun import Begun, KeptSoFar


class PlayKept(Protocol):
    """Where what is made of a match is kept between two programs."""

    def is_there(self) -> bool:
        """Whether anything is kept; then it may count."""

    def load(
        self, genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes], content: bytes
    ) -> Begun | None:
        """What is kept of a log with this content, as it is seen with these secrets; None if nothing counts."""

    def keep(self, match: ResumedMatch, later: Sequence[Event], end: int) -> None:
        """Keeps what was played, if much came since; after its past lines the log has these, and ends there."""


class ResumedMatch(Match):
    """As a Match, `begun` with what was kept of its log, if that is given; StartOver if it cannot go on from there.

    `known` is how much of it is kept, `stamp` where, None if nothing is.
    """

    binding: ResumedBinding

    def __init__(
        self, genesis: GenesisLine, ruleset: Ruleset, files: dict[str, Any], *, saved: PlayKept,
        begun: Begun | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self._file, self._begun = saved, begun
        self.past: Past | None = None if begun is None else begun.past
        self.known: KeptSoFar | None = None
        self.stamp: object = None
        self.keeps = True  # until somebody else has kept something of it
        super().__init__(genesis, ruleset, files, **options)

    def _start(self) -> None:
        begun, self._begun = self._begun, None
        if begun is not None:
            try:
                self._go_on(begun)
            except Exception as fault:  # whatever it is, playing from the start will tell it, or there is none
                raise StartOver from fault
            return
        self.known, self.stamp = None, None
        self.binding = ResumedBinding(self.genesis, self.ruleset, self.files, self._secrets, None)
        self.rounds = Rounds(self.feeds, self.binding)

    def _go_on(self, begun: Begun) -> None:
        feeds = begun.feeds(self.genesis)
        rounds = begun.rounds(feeds)
        names = [seat.name for seat in feeds.seats]
        self.binding = ResumedBinding(
            self.genesis, self.ruleset, self.files, self._secrets, begun.played(rounds, names))
        self.feeds, self.rounds, rounds.engine = feeds, rounds, self.binding
        for event in feeds.loose:
            feeds.add(event, checked=True)
        self.known, self.stamp = begun.so_far(), begun.stamp

    @property
    def secrets(self) -> Mapping[int, bytes]:
        """The game secrets known, by seat."""
        return self._secrets

    def _advance(self) -> None:
        try:
            super()._advance()
        except StartOver:
            self.feeds = self.feeds.without_twins()
            self._start()
            super()._advance()

    def keep(self, later: Sequence[Event], end: int) -> None:
        """Keeps what was made of it, if much came since that was done last. No fault of the disk is told.

        Its log holds the past lines and these `later` ones, all of them verified, and nothing else up to byte `end`.
        """
        self._file.keep(self, later, end)


def begin(match: Match, trusted: Sequence[Event], fresh: Sequence[Event]) -> list[BadRecord]:
    """Takes in a log, or what came since, of which some lines were verified before; gives the faults of those refused.
    """
    return [*match.take(trusted, checked=True), *match.take(fresh)]


class OpenedLog(NamedTuple):
    """A log of which something is kept that counts."""

    genesis: GenesisLine
    ruleset: Ruleset
    files: dict[str, Any]
    held: Mapping[int, Held]
    begun: Begun
    saved: PlayKept

    def match(self, **options: Any) -> ResumedMatch:
        """The match as it was kept; StartOver if it cannot go on from there."""
        return ResumedMatch(self.genesis, self.ruleset, self.files, saved=self.saved, begun=self.begun, **options)


def opened_at(
    log: Path, saved: PlayKept, masters: Callable[[GenesisLine], Mapping[int, Held]], overlay: Path | None
) -> OpenedLog | None:
    """What is kept of a log; None if nothing counts, or if anything is odd: whoever reads all of it will tell that."""
    if not saved.is_there():
        return None
    with contextlib.suppress(PbemError, OSError):
        content = content_of(log)
        genesis = CODEC.decode(content[: content.find(b"\n", 0, MAX_LINE) + 1])
        if isinstance(genesis, GenesisLine):
            ruleset, files = ruleset_of(genesis, overlay)
            held, gid = masters(genesis), unb64(genesis.id, 32)
            secrets = {seat: keys_of(one, gid, seat).gs for seat, one in held.items()}
            begun = saved.load(genesis, ruleset, secrets, content)
            if begun is not None:
                return OpenedLog(genesis, ruleset, files, held, begun, saved)
    return None
