"""What programs of mail, editors and chats make of a log: forms in which everything signed is still there."""

from __future__ import annotations

import base64
import gzip
import html
import quopri
import textwrap
from collections.abc import Callable

GREETING = "Hello,\nhere is the log.\n\n"
REGARDS = "\nKind regards,\nAna\n-- \nsent on the way\n"


def lines(log: bytes) -> list[str]:
    return log.decode().splitlines()


def folded(log: bytes) -> str:
    return "".join(f"{line[at:at + 72]}\n" for line in lines(log) for at in range(0, len(line), 72))


def wrapped(log: bytes, width: int = 72) -> str:
    """As mail programs do it: at blanks, and long words are cut."""
    return "".join(f"{piece}\n" for line in lines(log) for piece in textwrap.wrap(line, width))


def at_blanks(log: bytes) -> str:
    """As others do it: at blanks alone, which are lost."""
    pieces = (textwrap.wrap(line, 72, break_long_words=False, break_on_hyphens=False) for line in lines(log))
    return "".join(f"{piece}\n" for some in pieces for piece in some)


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


FORMS: dict[str, Callable[[bytes], bytes]] = {
    "line ends of Windows": lambda log: log.replace(b"\n", b"\r\n"),
    "line ends of old": lambda log: log.replace(b"\n", b"\r"),
    "a byte order mark": lambda log: b"\xef\xbb\xbf" + log,
    "UTF-16": lambda log: log.decode().encode("utf-16"),
    "UTF-16 without a mark": lambda log: log.decode().encode("utf-16-le"),
    "UTF-16, the other way round": lambda log: log.decode().encode("utf-16-be"),
    "gzip": gzip.compress,
    "quoted-printable": quopri.encodestring,
    "base64": base64.encodebytes,
    "folded": lambda log: folded(log).encode(),
    "wrapped": lambda log: wrapped(log).encode(),
    "wrapped at blanks": lambda log: at_blanks(log).encode(),
    "quoted": lambda log: quoted(log.decode()).encode(),
    "quoted twice": lambda log: quoted(quoted(log.decode(), ">")).encode(),
    "quoted and wrapped": lambda log: quoted(wrapped(log, 70)).encode(),
    "wrapped and quoted, the greeting too": lambda log: quoted(GREETING + folded(log) + REGARDS).encode(),
    "words below": lambda log: log + REGARDS.encode(),
    "words above": lambda log: GREETING.encode() + log,
    "empty lines": lambda log: log.replace(b"\n", b"\n\n"),
    "indented": lambda log: b"".join(b"    " + line + b"\n" for line in log.splitlines()),
    "the last line end lost": lambda log: log[:-1],
    "an end of file of old": lambda log: log + b"\x1a",
    "other quotation marks": lambda log: log.replace(b'"', "\u201d".encode()),
    "a page": lambda log: b"<html><body><pre>" + html.escape(log.decode()).encode() + b"</pre></body></html>",
    "a mail": lambda log: b"From: ana@pbem.test\nSubject: the log\n\n" + GREETING.encode() + log + REGARDS.encode(),
}  # fmt: skip
