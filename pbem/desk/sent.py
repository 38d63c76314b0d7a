"""Drafts that their person has sent and that are held back: they are signed as they stand once nothing would tell.

Belongs here: how many of the drafts kept in a folder these are, in a private file. Must not be here: the drafts
(`drafts`), signing (`drafting`), when (`patience`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, write_strict
from pbem.errors import PbemError
from pbem.kit.spelling import plural
from pbem.limits import MAX_DRAFTS
from pbem.record.events import B32

FILE = "sent.json"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: Annotated[int, Meta(ge=0, le=MAX_DRAFTS)]
    game: B32
    v: Literal["pbem sent 1"] = "pbem sent 1"


def kept_sent(folder: Path, game: str) -> int:
    """How many of the first drafts were sent and are held back; none if the file was spoiled: they are sent again."""
    try:
        file = read_strict(folder / FILE, _File, private=True)
    except PbemError:
        return 0
    return file.count if file is not None and file.game == game else 0


def keep_sent(folder: Path, game: str, count: int) -> None:
    """Keeps how many they are."""
    if count or (folder / FILE).exists():
        write_strict(folder / FILE, _File(count, game))


def held_line(count: int) -> str:
    """What its person is told of drafts that are held back."""
    return (f"sent, and held back: {plural(count, 'draft')}: a secret may decide what is asked, and an answer at once "
            "would tell; when the round has been open for pass_after_minutes your courier signs, or: pbem send")
