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
_MARK = re.compile(r"\[(/?)PBEM:([^\[\]]{0,200})\]", re.I)
_DIGEST = re.compile(r"[0-9a-f]{16}", re.I)
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]+")

_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062" \
             "\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_NOTHING = ">|" + _INVISIBLE + "".join(c for c in map(chr, range(0x3001)) if c.isspace())
_PLAIN = str.maketrans(dict.fromkeys(_NOTHING, "") | dict.fromkeys(_DASHES, "-"))


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
    plain = text.translate(_PLAIN)
    blocks: dict[bytes, Block] = {}
    damaged: list[Damaged] = []
    opening: re.Match[str] | None = None
    for mark in _MARK.finditer(plain):
        if len(blocks) + len(damaged) >= MAX_BLOCKS:
            damaged.append(Damaged((), f"there are more than {MAX_BLOCKS} blocks in one text"))
            opening = None
            break
        if opening is not None:
            read = _read(opening, plain[opening.end():mark.start()], mark)
            if isinstance(read, Block):
                blocks.setdefault(read.payload, read)
            else:
                damaged.append(read)
        elif mark[1]:
            damaged.append(Damaged((), "its beginning is missing", mark[2].lower()))
        opening = None if mark[1] else mark
    if opening is not None:
        damaged.append(_read_cut(opening, plain[opening.end():opening.end() + 4 * _START]))
    return Opened(tuple(blocks.values()), tuple(unreplaced(damaged, blocks)))


def unreplaced(damaged: Iterable[Damaged], payloads: Iterable[bytes]) -> list[Damaged]:
    """The damaged blocks that are not broken copies of one of the payloads: what really must be sent again."""
    digests, starts = set(), set()
    for payload in payloads:
        digests.add(digest_of(payload))
        if len(payload) >= _START_BYTES:
            starts.add(payload[:_START_BYTES])
    return [d for d in damaged if d.digest not in digests and d.start not in starts]


def _read(opening: re.Match[str], body: str, closing: re.Match[str]) -> Block | Damaged:
    if not closing[1]:
        return _read_cut(opening, body)
    label, digest = tuple(opening[2].split(":")), closing[2].lower()
    letters = _NOT_BASE64.sub("", body)
    if len(letters) > MAX_PAYLOAD * 4 // 3 + 4:
        return Damaged(label, "it is larger than any packet", digest)
    start = _decode(letters[:_START]) or b""
    if _DIGEST.fullmatch(digest) is None:
        return Damaged(label, "its end is not readable", "", start)
    payload = _decode(letters)
    if payload is None or digest_of(payload) != digest:
        return Damaged(label, "what it holds does not fit the digest at its end", digest, start)
    return Block(label, payload)


def _read_cut(opening: re.Match[str], body: str) -> Damaged:
    """A block without an end."""
    start = _decode(_NOT_BASE64.sub("", body[:4 * _START])[:_START]) or b""
    return Damaged(tuple(opening[2].split(":")), "its end is missing", "", start)


def _decode(letters: str) -> bytes | None:
    try:
        return base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    except ValueError:
        return None
