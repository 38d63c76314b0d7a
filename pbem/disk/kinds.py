"""What a file is that is none of ours, told by its first bytes, and what its owner can do about it.

Belongs here: those words. Must not be here: reading any of these files.
"""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """`words` go on after "it is", `cure` says what to do."""

    words: str
    cure: str


_UNPACK = "unpack it, and give the file game.pbem that is in it"
_ASK = "a log is a file of text, named game.pbem: ask for that file itself, attached to a mail"
_KINDS: tuple[tuple[bytes, Kind], ...] = (
    (b"%PDF", Kind("a PDF document", _ASK)),
    (b"\x89PNG", Kind("a picture", _ASK)),
    (b"\xff\xd8\xff", Kind("a picture", _ASK)),
    (b"GIF8", Kind("a picture", _ASK)),
    (b"\xd0\xcf\x11\xe0", Kind("a document of an office program", _ASK)),
    (b"{\\rtf", Kind("a document of an office program", _ASK)),
    (b"SQLite format 3\0", Kind("a data base", _ASK)),
    (b"PK\x03\x04", Kind("a zip archive, or a document of an office program", _UNPACK)),
    (b"\x1f\x8b", Kind("a gzip archive without a log in it, or a damaged one", _UNPACK)),
    (b"BZh", Kind("a bzip2 archive", _UNPACK)),
    (b"\xfd7zXZ", Kind("an xz archive", _UNPACK)),
    (b"7z\xbc\xaf", Kind("a 7z archive", _UNPACK)),
    (b"Rar!", Kind("a rar archive", _UNPACK)),
    (b"\x28\xb5\x2f\xfd", Kind("a zstd archive", _UNPACK)),
    (b"-----BEGIN PGP", Kind("an encrypted or signed mail", "open it with its own program, and save the log in it")),
)  # fmt: skip
_EMPTY = Kind("empty", "ask for it again; a mail or a disk lost what was in it")
_BYTES = Kind("no text", _ASK)
_TEXT = Kind("a text without records", _ASK)
HEAD = 512  # bytes that tell


def kind_of(head: bytes) -> Kind:
    """What the file is that begins so; something can be said of any."""
    if not head.strip(b"\xef\xbb\xbf\r\n\t \x1a"):
        return _EMPTY
    known = next((kind for start, kind in _KINDS if head.startswith(start)), None)
    return known or (_BYTES if b"\0" in head else _TEXT)
