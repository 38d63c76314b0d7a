"""What people here typed last for a rule, if its words may be read anew: then `as last time` says the same once more.

Most of what is repeated is what was sealed (`Ruleset.repeated`). An answer whose canonical words hang on its moment,
as on windows that are numbered each time, is repeated by the words that were typed: each tool knows its own alone.
Belongs here: that private file. Must not be here: reading words (`orders`), drafts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, write_strict
from pbem.errors import BadRecord
from pbem.limits import MAX_DRAFTS, MAX_SAY
from pbem.record.events import B32

FILE = "typed.json"
Text = Annotated[str, Meta(max_length=MAX_SAY)]
Key = tuple[str, str]
"""A seat and a rule."""


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: Annotated[str, Meta(max_length=32)]
    seat: Annotated[str, Meta(max_length=32)]
    words: Text


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: B32
    typed: Annotated[tuple[_Words, ...], Meta(max_length=MAX_DRAFTS)]
    v: Literal["pbem typed 1"] = "pbem typed 1"


def kept_words(folder: Path, game: str) -> dict[Key, str]:
    """The words by seat and rule, "" for words that cannot be read anew; nothing if the file was spoiled by hand."""
    try:
        file = read_strict(folder / FILE, _File, private=True)
    except BadRecord:
        return {}
    return {} if file is None or file.game != game else {(one.seat, one.rule): one.words for one in file.typed}


def keep_words(folder: Path, game: str, typed: Mapping[Key, str]) -> None:
    """Keeps these besides what other seats and rules have, the newest of all."""
    if typed:
        before = kept_words(folder, game)
        found = {key: words for key, words in before.items() if key not in typed} | dict(typed)
        _write(folder, game, found)


def forget_words(folder: Path, game: str, key: Key) -> None:
    """Forgets what was typed for a rule: it was taken back, and is not what was said last."""
    before = kept_words(folder, game)
    if before.pop(key, None) is not None:
        _write(folder, game, before)


def _write(folder: Path, game: str, typed: Mapping[Key, str]) -> None:
    last = list(typed.items())[-MAX_DRAFTS:]
    write_strict(folder / FILE, _File(game, tuple(_Words(rule, seat, words) for (seat, rule), words in last)))
