"""What a person has not been told of a match: what happened since he looked, what was answered for him meanwhile.

    keep_told(folder, game, lines)             # the courier: what it answered for him, or passed over, and why
    told = since_look(folder, game, round)     # `next`, `log --since-look`: from which round on, and these lines
    untold(folder, game); note_told(folder, game)      # the notice, and that it was written

Who looks twice while nothing happens is told the same twice. Both files are a comfort only, and private: a spoiled one
counts as none. Belongs here: these files. Must not be here: sentences of the game, printing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, write_strict
from pbem.errors import PbemError
from pbem.limits import MAX_REPORT, MAX_ROUND, MAX_TOLD_LINE

TOLD, LOOKED = "told.json", "looked.json"

Round = Annotated[int, Meta(ge=0, le=MAX_ROUND + 1)]
Count = Annotated[int, Meta(ge=0)]


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last lines, how many there were before them, and of how many a notice told."""

    before: Count
    game: str
    lines: tuple[Annotated[str, Meta(max_length=MAX_TOLD_LINE)], ...]
    noticed: Count

    @property
    def count(self) -> int:
        return self.before + len(self.lines)

    def after(self, count: int) -> tuple[str, ...]:
        """The lines behind so many."""
        return self.lines[max(0, count - self.before):]


class _Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round that was open, and how many lines there were."""

    lines: Count
    round: Round


class _Looked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last look, and the one before at which less had happened."""

    before: _Mark
    game: str
    last: _Mark


@dataclass(frozen=True, slots=True)
class SinceLook:
    """The round from which on the story is new to him; and the lines."""

    round: int
    answered: tuple[str, ...]


def keep_told(folder: Path, game: str, lines: Sequence[str]) -> None:
    """Keeps what a person must still be told; none twice."""
    told = _told(folder, game)
    unread = {*told.after(told.noticed)}
    new = [line for one in lines if (line := one[:MAX_TOLD_LINE]) not in unread]
    if new:
        kept = (*told.lines, *dict.fromkeys(new))
        dropped = max(0, len(kept) - MAX_REPORT)
        _write(folder / TOLD, msgspec.structs.replace(told, before=told.before + dropped, lines=kept[dropped:]))


def untold(folder: Path, game: str) -> tuple[str, ...]:
    """What no notice has told yet."""
    told = _told(folder, game)
    return told.after(told.noticed)


def note_told(folder: Path, game: str) -> None:
    """A notice tells all there is."""
    told = _told(folder, game)
    if told.noticed < told.count:
        _write(folder / TOLD, msgspec.structs.replace(told, noticed=told.count))


def since_look(folder: Path, game: str, round: int) -> SinceLook:
    """What is new to a person who looks now; the next look begins where this one ends, if something happens."""
    told, now = _told(folder, game), _Mark(_told(folder, game).count, round)
    looked = _looked(folder, game)
    if looked is None:
        looked = _Looked(_Mark(0, round), game, now)
        _write(folder / LOOKED, looked)
    elif looked.last != now:
        looked = _Looked(looked.last, game, now)
        _write(folder / LOOKED, looked)
    return SinceLook(looked.before.round, told.after(looked.before.lines))


def note_look(folder: Path, game: str, round: int) -> None:
    """A person was told all there is, by a command that did something for him."""
    now = _Mark(_told(folder, game).count, round)
    looked = _looked(folder, game)
    if looked is None or looked.before != now:
        _write(folder / LOOKED, _Looked(now, game, now))


def _told(folder: Path, game: str) -> _Told:
    try:
        told = read_strict(folder / TOLD, _Told)
    except PbemError:
        told = None
    return told if told is not None and told.game == game else _Told(0, game, (), 0)


def _looked(folder: Path, game: str) -> _Looked | None:
    try:
        looked = read_strict(folder / LOOKED, _Looked)
    except PbemError:
        return None
    return looked if looked is not None and looked.game == game else None


def _write(path: Path, value: object) -> None:
    with contextlib.suppress(PbemError, OSError):  # who looks at a log that he may not write beside looks all the same
        write_strict(path, value)
