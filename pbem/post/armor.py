"""Our block inside a text that others may have mangled (protocol 2.13).

Belongs here: payload to block and back. Must not be here: mails, files, or what a payload holds.
A block: `[PBEM:game:from:to]`, base64 in lines of 60, `[/PBEM:` and 16 hex digits of SHA-256 of the payload and `]`.
Square brackets, letters, digits: nothing that phones and mail programs correct. White space and quote marks carry
nothing. A block comes back whole or is refused; it is never repaired.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pbem.errors import BadRecord
from pbem.limits import MAX_BLOCKS, MAX_PASTED
from pbem.post.names import ascii_word
from pbem.post.packet import MAX_PAYLOAD

_START = 120  # base64 characters that tell which payload a block held: two lines
_START_BYTES = _START * 3 // 4

# No two neighbours can match the same text: linear, whatever the text is.
_MARK = re.compile(rb"\[(/?)PBEM:([^\[\]]{0,200})\]", re.I)
_DIGEST = re.compile(r"[0-9a-f]{16}", re.I)
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))
_MOST_LETTERS = MAX_PAYLOAD * 4 // 3 + 4

_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062" \
             "\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_NOTHING = ">|" + _INVISIBLE + "".join(c for c in map(chr, range(0x3001)) if c.isspace())
_PLAIN = str.maketrans(dict.fromkeys(_NOTHING, "") | dict.fromkeys(_DASHES, "-"))
_NOTHING_ASCII = "".join(c for c in _NOTHING if c.isascii()).encode()
_SLICE = 2**16  # characters that are made plain at a time: beside them no text of wider characters stands whole


class Block(NamedTuple):
    """A whole block: its label, which is a hint and no more, and its payload."""

    label: tuple[str, ...]
    payload: bytes


@dataclass(frozen=True, slots=True)
class Damaged:
    """A block that cannot be read. `digest` is what its end names, empty if the end is missing;
    `start` the first 90 bytes of its payload, fewer if it was cut off before.
    """

    label: tuple[str, ...]
    why: str
    digest: str = ""
    start: bytes = b""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a text held: whole blocks, each payload once, and damaged ones, each in the order of the text."""

    blocks: tuple[Block, ...]
    damaged: tuple[Damaged, ...]


def too_long() -> BadRecord:
    """The refusal of a text that passes `MAX_PASTED`."""
    return BadRecord(f"the text is longer than {MAX_PASTED // (1024 * 1024)} MiB", hint="give only the blocks")


def digest_of(payload: bytes) -> str:
    """2.13 The 16 hex digits at the end of a block."""
    return hashlib.sha256(payload).hexdigest()[:16]


def armor(payload: bytes, *label: str) -> str:
    """2.13 The block for a payload. Each word of the label is made plain ASCII (`ascii_word`)."""
    if not payload or len(payload) > MAX_PAYLOAD:
        raise BadRecord("a block holds 1 byte to one full packet", hint="send it in several packets")
    words = ":".join(ascii_word(word) for word in label[:4])
    letters = base64.b64encode(payload).decode().rstrip("=")
    lines = (letters[at:at + 60] for at in range(0, len(letters), 60))
    return "\n".join([f"[PBEM:{words}]", *lines, f"[/PBEM:{digest_of(payload)}]"]) + "\n"


def dearmor(text: str) -> Opened:
    """2.13 Every block in the text. Linear; at most `MAX_BLOCKS`, and what is left over is reported as damaged."""
    if len(text) > MAX_PASTED:
        raise too_long()
    plain = bytearray()
    for at in range(0, len(text), _SLICE):  # one by one: joined, the slices would stand beside the whole
        plain += _plain(text[at : at + _SLICE])
    blocks: dict[bytes, Block] = {}
    damaged: list[Damaged] = []
    opening: re.Match[bytes] | None = None
    for mark in _MARK.finditer(plain):
        if len(blocks) + len(damaged) >= MAX_BLOCKS:
            damaged.append(Damaged((), f"there are more than {MAX_BLOCKS} blocks in one text"))
            opening = None
            break
        if opening is not None:
            read = _read(opening, memoryview(plain)[opening.end():mark.start()], mark)
            if isinstance(read, Block):
                blocks.setdefault(read.payload, read)
            else:
                damaged.append(read)
        elif mark[1]:
            damaged.append(Damaged((), "its beginning is missing", mark[2].decode().lower()))
        opening = None if mark[1] else mark
    if opening is not None:
        damaged.append(_read_cut(opening, memoryview(plain)[opening.end():opening.end() + 4 * _START]))
    return Opened(tuple(blocks.values()), tuple(unreplaced(damaged, blocks)))


def _plain(text: str) -> bytes:
    """A text without what carries nothing. What is no ASCII character but a dash is a `?`: no block holds any."""
    if not text.isascii():
        text = text.translate(_PLAIN)
    return text.encode("ascii", "replace").translate(None, _NOTHING_ASCII)


def unreplaced(damaged: Iterable[Damaged], payloads: Iterable[bytes]) -> list[Damaged]:
    """The damaged blocks that are not broken copies of one of the payloads: what really must be sent again."""
    digests, starts = set(), set()
    for payload in payloads:
        digests.add(digest_of(payload))
        if len(payload) >= _START_BYTES:
            starts.add(payload[:_START_BYTES])
    return [d for d in damaged if d.digest not in digests and d.start not in starts]


def _read(opening: re.Match[bytes], body: memoryview, closing: re.Match[bytes]) -> Block | Damaged:
    if not closing[1]:
        return _read_cut(opening, body)
    label, digest = tuple(opening[2].decode().split(":")), closing[2].decode().lower()
    letters = bytes(body[: 2 * _MOST_LETTERS]).translate(None, _NOT_BASE64)
    if len(letters) > _MOST_LETTERS or len(body) > 2 * _MOST_LETTERS:
        return Damaged(label, "it is larger than any packet", digest)
    start = _decode(letters[:_START]) or b""
    if _DIGEST.fullmatch(digest) is None:
        return Damaged(label, "its end is not readable", "", start)
    payload = _decode(letters)
    if payload is None or digest_of(payload) != digest:
        return Damaged(label, "what it holds does not fit the digest at its end", digest, start)
    return Block(label, payload)


def _read_cut(opening: re.Match[bytes], body: memoryview) -> Damaged:
    """A block without an end."""
    start = _decode(bytes(body[:4 * _START]).translate(None, _NOT_BASE64)[:_START]) or b""
    return Damaged(tuple(opening[2].decode().split(":")), "its end is missing", "", start)


def _decode(letters: bytes) -> bytes | None:
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4), validate=True)
    except ValueError:
        return None
