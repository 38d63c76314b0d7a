"""What this home knows of each of its matches without reading its log: whose turn it is, what is asked (design 10).

A summary is good as long as the files that it was made of are those that lie there now; else it is made anew. It stands
in the home, where nobody else writes.
Belongs here: the small files, and whether one still fits. Must not be here: making one (`pbem.desk.inbox`).
"""

from __future__ import annotations

import contextlib
import os
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.disk.plain import open_plain
from pbem.disk.small import read_strict, write_strict
from pbem.disk.whole import make_private_folder
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.limits import LAST_TIME, MAX_LOG, MAX_PATH, MAX_ROUND
from pbem.record.events import B32

TAIL = 4_096  # bytes of a log's end that are looked at
Text = Annotated[str, Meta(max_length=MAX_PATH)]
Texts = tuple[Text, ...]


class Stamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it lay there: its size in bytes, when it was changed (nanoseconds), a digest of its end."""

    size: int
    changed: int
    tail: Annotated[str, Meta(max_length=64)]


UNREAD = Stamp(-1, 0, "")  # something lies there that cannot be read


class AskedOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat held here is asked: by which rule, about what, in one line; `decides` is what everybody knows of it.

    That is what the rule decides (`where your defenders retreat`), "" if its game does not tell.
    """

    about: Text
    rule: Text
    seat: Text
    what: Text
    decides: Text = ""


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match; docs/guide.md names the fields. `stamps` are those of the files it was made of, None: no such file."""

    asked: tuple[AskedOf, ...]
    awaited: Texts
    drafts: Texts
    engine: Text
    filed: Annotated[int, Meta(ge=0)]
    folder: Text
    game: B32
    made_by: Text
    overtaken: Annotated[int, Meta(ge=0)]
    result: str
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND + 1)]
    since: Annotated[int, Meta(ge=0, le=LAST_TIME)]
    standing: Annotated[int, Meta(ge=0)]
    stamps: dict[str, Stamp | None]
    stopped: str
    title: Text
    where: Text
    yours: Texts
    people: dict[Text, B32] = {}  # by seat
    titles: dict[Text, Text] = {}  # what the board calls a seat
    deadline: Annotated[int, Meta(ge=0, le=LAST_TIME)] = 0  # of whom is awaited first; 0 for none
    proposed: Texts = ()  # to all, and not agreed by all yet
    held: Annotated[int, Meta(ge=0)] = 0  # orders filed or standing that answer nothing while something is drafted
    unread: Text = ""  # why a private file of this match could not be read
    build: Text = ""  # of the game, by which it was made
    sources: Texts = ()  # where the code of that build lies
    v: Literal["pbem summary 5"] = "pbem summary 5"


class Summaries:
    """The summaries of one home, a file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, game: str, folder: Path, made_by: str, files: list[str]) -> Summary | None:
        """What is known of a match that lies in a folder; None if nothing is, or one of the files has changed since."""
        try:
            known = read_strict(self._path(game), Summary)
        except (BadRecord, WrongUse):
            return None
        if known is None or (known.game, known.folder, known.made_by) != (game, str(folder), made_by):
            return None
        return known if stamps(folder, files) == known.stamps else None

    def put(self, summary: Summary) -> None:
        """Keeps what is known of a match."""
        make_private_folder(self.folder)
        write_strict(self._path(summary.game), summary)

    def drop(self, game: str) -> None:
        """Forgets it: it could not be made."""
        with contextlib.suppress(OSError):
            self._path(game).unlink(missing_ok=True)

    def _path(self, game: str) -> Path:
        return self.folder / f"{game}.json"


def stamps(folder: Path, names: list[str]) -> dict[str, Stamp | None]:
    """The files of these names as they lie in a folder now."""
    return {name: _stamp(folder / name) for name in names}


def _stamp(path: Path) -> Stamp | None:
    try:
        descriptor = open_plain(path, most=MAX_LOG)
    except FileNotFoundError:
        return None
    except PbemError:
        return UNREAD
    with os.fdopen(descriptor, "rb") as stream:
        status = os.fstat(stream.fileno())
        stream.seek(max(0, status.st_size - TAIL))
        return Stamp(status.st_size, status.st_mtime_ns, sha256(stream.read(TAIL)).hexdigest())
