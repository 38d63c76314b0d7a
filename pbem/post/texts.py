"""Records of a log that stand in a text as they are, in no packet and no block: what was done to that text on its way.

Belongs here: quoted-printable, base64, HTML, archives of gzip: from these to plain text with records in it.
Must not be here: how lines were quoted and wrapped, which only signatures can settle (`pbem.reading.straight`).
"""

from __future__ import annotations

import base64
import quopri
import re
import zlib
from dataclasses import dataclass

from pbem.errors import BadRecord
from pbem.limits import MAX_FILE, UNPACKED_TIMES
from pbem.post.mime import decode, looks_html, strip_html
from pbem.post.packet import LINE_START

GZIP = b"\x1f\x8b\x08"
_QUOTES = '["\u201c\u201d\u201e\u00ab\u00bb]'
_RECORD = re.compile(rf"\{{{_QUOTES}c{_QUOTES}:\{{")
_ESCAPED_RECORD = re.compile(r"\{&(?:quot|#34|#x22);c&")
_SOFT = re.compile(r"=[ \t]*\r?\n")
_BASE64 = re.compile(r"(?:\A|[\s>])eyJjIjp7[A-Za-z0-9+/\s]{80,}={0,2}")


@dataclass(frozen=True, slots=True)
class Records:
    """A text that holds records, and the names of the forms it had."""

    text: str
    forms: tuple[str, ...] = ()


def records_in(text: str) -> Records | None:
    """The text in which records can be read, if there are any in this one; None if there are none."""
    if _RECORD.search(text):
        soft, lines = sum(1 for _ in _SOFT.finditer(text)), text.count("\n")
        if 2 * soft > lines:
            content = quopri.decodestring(text.encode("utf-8", "surrogateescape"))
            return Records(content.decode("utf-8", "surrogateescape"), ("quoted-printable",))
        if looks_html(text):
            return Records(strip_html(text), ("HTML",))
        return Records(text)
    if _ESCAPED_RECORD.search(text):
        return Records(strip_html(text), ("HTML",))
    found = _BASE64.search(text)
    if found is not None:
        letters = found[0].encode("ascii", "ignore").translate(None, b" \t\r\n\f\v>=\x1c\x1d\x1e\x1f")
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        content = base64.b64decode(letters + b"=" * (-len(letters) % 4))
        return Records(content.decode("utf-8", "surrogateescape"), ("base64",))
    return None


def as_text(content: bytes) -> Records:
    """The text in bytes that are no mail, and how it was written if not as logs are. Nothing of it is lost."""
    head = content[:64]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Records(decode(content), ("UTF-16",))
    for name, nothing in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
        if nothing and not nothing.strip(b"\0"):
            return Records(content.decode(name, "replace"), ("UTF-16",))
    if head.startswith(b"\xef\xbb\xbf"):
        return Records(content[3:].decode("utf-8", "surrogateescape"), ("a byte order mark",))
    return Records(content.decode("utf-8", "surrogateescape") if LINE_START in content else decode(content))


def gunzip(content: bytes) -> bytes:
    """What is in an archive of gzip, within bounds that its own size sets; BadRecord if it is damaged or a bomb."""
    most = min(MAX_FILE, UNPACKED_TIMES * len(content) + 65_536)
    inflater = zlib.decompressobj(wbits=31)
    try:
        raw = inflater.decompress(content, most + 1)
    except zlib.error:
        raise BadRecord("the gzip archive is damaged", hint="ask the sender to send it again") from None
    if len(raw) > most:
        raise BadRecord("the gzip archive unpacks to too much", hint="unpack it, and give the log that is in it")
    if not inflater.eof:
        raise BadRecord("the gzip archive is cut off", hint="ask the sender to send it again")
    return raw
