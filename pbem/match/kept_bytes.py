"""What is kept of a match in bytes, before it is sealed.

Belongs here: that form. Must not be here: files, keys, what is kept (`begun`).
"""

from __future__ import annotations

import zlib

import msgspec

from pbem.limits import MOST_SAVED
from pbem.match.begun import Columns, KeptFacts
from pbem.match.trail import unpacked
from pbem.record.past import ID


class Indexed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What `game.open` holds: so many bytes of the index count, whose last part ends with this tag."""

    length: int
    tag: bytes
    kept: KeptFacts


_INDEXED, _COLUMNS = msgspec.msgpack.Decoder(Indexed), msgspec.msgpack.Decoder(Columns)


def packed(content: Columns | Indexed) -> bytes:
    """The bytes of it; ValueError if they are too many."""
    found = msgspec.msgpack.encode(content)
    if len(found) > MOST_SAVED:
        raise ValueError("too much to keep")
    return zlib.compress(found, 1)


def indexed(content: bytes) -> Indexed:
    """What `packed` made these bytes of; ValueError if it did not."""
    return _INDEXED.decode(unpacked(content, MOST_SAVED))


def packed_columns(columns: Columns) -> bytes:
    """The same of columns: ids and digests stand last as they are, for nothing makes them shorter."""
    made = packed(msgspec.structs.replace(columns, ids="", digests=b""))
    return len(made).to_bytes(4, "big") + made + columns.ids.encode("ascii") + columns.digests


def columns_in(content: bytes) -> Columns:
    """The same back."""
    end = 4 + int.from_bytes(content[:4], "big")
    columns = _COLUMNS.decode(unpacked(content[4:end], MOST_SAVED))
    first = end + ID * len(columns.seats)
    columns.ids, columns.digests = content[end:first].decode("ascii"), content[first:]
    return columns
