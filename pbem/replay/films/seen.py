"""How far somebody has looked at a game: the mark `seen` in its folder (design 7).

Belongs here: that small file. Must not be here: who may look. It is a comfort only: a broken one counts as none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, write_strict
from pbem.errors import BadRecord
from pbem.limits import MAX_ROUND

NAME = "seen"


class LastSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last round seen of a match, by viewer."""

    game: str
    rounds: dict[str, Annotated[int, Meta(ge=0, le=MAX_ROUND)]]


def last_seen(folder: Path, game: str, viewer: str) -> int:
    """The last round this viewer saw of the match in a folder; 0 if none is marked."""
    seen = _read(folder, game)
    return 0 if seen is None else seen.rounds.get(viewer, 0)


def is_marked(folder: Path, game: str) -> bool:
    """Whether anybody keeps a mark there."""
    return _read(folder, game) is not None


def mark_seen(folder: Path, game: str, viewer: str, round: int) -> None:
    """Raises the mark; it never falls."""
    seen = _read(folder, game)
    rounds = {} if seen is None else dict(seen.rounds)
    if round > rounds.get(viewer, 0):
        write_strict(folder / NAME, LastSeen(game, rounds | {viewer: round}))


def _read(folder: Path, game: str) -> LastSeen | None:
    try:
        seen = read_strict(folder / NAME, LastSeen)
    except BadRecord:
        return None
    return seen if seen is not None and seen.game == game else None
