"""How long the open round of a match has been open here, and what waits for that (docs/courier.md, "What time tells").

An answer that only a secret may decide waits as long whether it is made by itself, filed, standing or typed. Time is
counted from look to look, by the wall clock and by one that nobody sets, whichever says less: a clock that jumps ahead,
or back, makes nobody answer sooner. Belongs here: that count, in a private file beside the log; the wait by
`courier.toml`. Must not be here: signing.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.disk.plain import read_small
from pbem.disk.small import read_strict, write_strict
from pbem.errors import PbemError
from pbem.home import Home
from pbem.limits import MAX_ROUND, MAX_SETTINGS, MOST_PATIENCE
from pbem.match.folder import GameFolder
from pbem.record.events import B32

FILE = "patience.json"
SETTINGS, KEY = "courier.toml", "pass_after_minutes"
MINUTE = 60
SAVED = 300  # seconds that are counted without being written down: no time is lost by that

Clock = Callable[[], int]


def steady() -> int:
    """Seconds since this machine started, asleep or not if the system can tell: nobody sets this clock."""
    if (clock := getattr(time, "CLOCK_BOOTTIME", None)) is not None:
        return int(time.clock_gettime(clock))
    return int(time.monotonic())


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round of a match, for how many seconds it had been open, and what both clocks showed then."""

    game: B32
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND)]
    seconds: Annotated[int, Meta(ge=0)]
    steady: int
    time: int
    v: Literal["pbem patience 1"] = "pbem patience 1"

    def at(self, time: int, steady: int) -> int:
        """For how many seconds it has been open by now, at least.

        A steady clock that shows less than before began anew since then: what it shows has gone by for sure.
        """
        by_steady = steady - self.steady if steady >= self.steady else max(0, steady)
        return self.seconds + max(0, min(time - self.time, by_steady))


class Patience:
    """The wait of one open match: `seconds` before answers that only a secret may decide."""

    def __init__(self, game: GameFolder, seconds: int, clock: Clock, steady: Clock) -> None:
        self._game, self._wait, self._clock, self._steady = game, seconds, clock, steady
        self._path = game.path / FILE

    def may_pass(self, round: int) -> bool:
        """Whether the open round is old enough; as soon as it is asked if nobody else sits at the table."""
        return not self._wait or not self._game.others or self.open_for(round) >= self._wait

    def open_for(self, round: int) -> int:
        """For how many seconds a round has been open here that is open now; noted, so that each look counts."""
        now, steady = self._clock(), self._steady()
        before = self._kept()
        if before is None or (before.game, before.round) != (self._game.gid, round):
            before, seconds = None, 0
        else:
            seconds = before.at(now, steady)
        is_behind = before is not None and (now < before.time or steady < before.steady)
        if before is None or is_behind or seconds >= before.seconds + SAVED:
            write_strict(self._path, Counted(self._game.gid, round, seconds, steady, now))
        return seconds

    def _kept(self) -> Counted | None:
        try:
            return read_strict(self._path, Counted)
        except PbemError:  # spoiled by hand: the round counts as new
            return None


def patience_of(home: Home) -> int:
    """The seconds of `pass_after_minutes` in a home's `courier.toml`, 0 if there is none.

    As long as can be if the file cannot be read: what was told too soon cannot be taken back.
    """
    try:
        content = read_small(home.root / SETTINGS, most=MAX_SETTINGS)
        minutes = 0 if content is None else tomllib.loads(content.decode()).get(KEY, 0)
    except (PbemError, ValueError, RecursionError):
        return MOST_PATIENCE * MINUTE
    is_usable = isinstance(minutes, int) and not isinstance(minutes, bool) and 0 <= minutes <= MOST_PATIENCE
    return (minutes if is_usable else MOST_PATIENCE) * MINUTE
