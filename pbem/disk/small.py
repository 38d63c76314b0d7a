"""Small files of the home: one line of strict JSON, read whole and replaced whole (protocol 2.13).

Belongs here: their spelling, and changing one so that two programs at once lose nothing.
Must not be here: what stands in them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pbem.disk.lock import locked
from pbem.disk.plain import read_small
from pbem.disk.whole import make_private_folder, write_private
from pbem.errors import BadRecord
from pbem.limits import MAX_SMALL

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


def encode_strict(value: Any) -> bytes:
    """One line of JSON with sorted keys."""
    return msgspec.json.encode(value, order="sorted") + b"\n"


def decode_strict(content: bytes, kind: type[T], *, source: str) -> T:
    """The value that is spelled exactly so; BadRecord for doubled keys, other spellings and unknown fields."""
    try:
        value = msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
        raise BadRecord(f"not what this program writes: {ascii(str(error))[1:-1][:200]}", source=source) from None
    if encode_strict(value) != content:
        raise BadRecord("not spelled as this program spells it", source=source)
    return value


def read_strict(path: Path, kind: type[T], *, private: bool = False) -> T | None:
    """What stands in a small file, None if there is none; `private` refuses a file that others may read."""
    content = read_small(path, private=private)
    return None if content is None else decode_strict(content, kind, source=path.name)


def write_strict(path: Path, value: Any) -> None:
    """Replaces a small file at one stroke, durably, for its owner's eyes."""
    content = encode_strict(value)
    if len(content) > MAX_SMALL:  # it could not be read back
        raise BadRecord(f"{len(content):,} bytes, the limit is {MAX_SMALL:,}", source=path.name)
    write_private(path, content)


@contextlib.contextmanager
def updating(path: Path, kind: type[dict[K, V]]) -> Iterator[dict[K, V]]:
    """Under the lock, the mapping in a small file, to be changed in place; written on leaving if it did change."""
    make_private_folder(path.parent)
    with locked(path):
        value = read_strict(path, kind)
        before = None if value is None else encode_strict(value)
        value = {} if value is None else value
        yield value
        if encode_strict(value) != before:
            write_strict(path, value)
