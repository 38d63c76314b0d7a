"""Drafts: what a player has typed and not sent. His own tool keeps them beside the log, for his eyes alone (design 10).

Some are sent and held back: they are signed as they stand once nothing would tell.
Belongs here: the private file of them, that of how many were sent, and which of them the log holds already. Must not be
here: playing on over them (`drafting`), signing, when (`patience`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.desk.ahead import signed_for, signed_words
from pbem.disk.small import read_strict, write_strict
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.kit.spelling import plural
from pbem.limits import MAX_DRAFTS, MAX_ITEMS, MAX_ROUND, MAX_SAY
from pbem.match.match import Match
from pbem.record.events import B32

FILE, SENT_FILE = "drafts.json", "sent.json"
RUN = 5  # answers of a seal that are the same and still told one by one

Text = Annotated[str, Meta(max_length=MAX_SAY)]


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer: for which round and seat, to which rule about what, in canonical words (a seal's: one an item)."""

    about: Text
    round: Annotated[int, Meta(ge=1, le=MAX_ROUND)]
    rule: Text
    says: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=MAX_ITEMS)]
    seat: Annotated[str, Meta(max_length=32)]

    @property
    def text(self) -> str:
        """The canonical words as they can be typed again."""
        return "; ".join(self.says)

    @property
    def short(self) -> str:
        """The same for people to read: a long run of one answer is told once."""
        return in_short(self.says)


def in_short(says: Iterable[str]) -> str:
    """`fire t2; pass (26 times)`"""
    runs = [(say, sum(1 for _ in run)) for say, run in groupby(says)]
    return "; ".join(part for say, many in runs for part in ([f"{say} ({many} times)"] if many > RUN else [say] * many))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drafts: Annotated[tuple[Draft, ...], Meta(max_length=MAX_DRAFTS)]
    game: B32
    v: Literal["pbem drafts 1"] = "pbem drafts 1"


def kept_drafts(folder: Path, game: str) -> list[Draft]:
    """The drafts in the folder of a match, in the order given; BadRecord if the file was spoiled by hand."""
    path = folder / FILE
    try:
        file = read_strict(path, _File, private=True)
        if file is not None and file.game != game:
            raise BadRecord("these are drafts for another match", source=FILE)
    except BadRecord as fault:
        fault.hint = f"move {path} away, and give its orders again"
        raise
    return [] if file is None else list(file.drafts)


def keep_drafts(folder: Path, game: str, drafts: list[Draft]) -> None:
    """Keeps these and no others."""
    if len(drafts) > MAX_DRAFTS:
        raise WrongUse(f"{MAX_DRAFTS} drafts are not sent yet, more are not kept", "send them with: pbem send")
    if drafts or (folder / FILE).exists():
        write_strict(folder / FILE, _File(tuple(drafts), game))


def unsent(match: Match, drafts: list[Draft]) -> list[Draft]:
    """Those that the log does not hold: a crash after signing leaves drafts that were sent."""
    return [draft for draft in drafts if not _is_signed(match, draft)]


def _is_signed(match: Match, draft: Draft) -> bool:
    if draft.seat not in match.binding.names or (seat := match.binding.number(draft.seat)) not in match.keys:
        return False
    event = signed_for(match, seat, draft.round)
    return event is not None and tuple(signed_words(match, event)) == draft.says


# ---------------------------------------------------------------- held back


class _SentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: Annotated[int, Meta(ge=0, le=MAX_DRAFTS)]
    game: B32
    v: Literal["pbem sent 1"] = "pbem sent 1"


def kept_sent(folder: Path, game: str) -> int:
    """How many of the first drafts were sent and are held back; none if the file was spoiled: they are sent again."""
    try:
        file = read_strict(folder / SENT_FILE, _SentFile, private=True)
    except PbemError:
        return 0
    return file.count if file is not None and file.game == game else 0


def keep_sent(folder: Path, game: str, count: int) -> None:
    """Keeps how many they are."""
    if count or (folder / SENT_FILE).exists():
        write_strict(folder / SENT_FILE, _SentFile(count, game))


def held_line(count: int) -> str:
    """What its person is told of drafts that are held back."""
    return (f"sent, and held back: {plural(count, 'draft')}: a secret may decide what is asked, and an answer at once "
            "would tell; when the round has been open for pass_after_minutes your courier signs, or: pbem send")
