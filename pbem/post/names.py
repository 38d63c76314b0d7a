"""Names that leave this machine or came from another one, made harmless.

Belongs here: words for labels and file names, one-line texts for headers and places. Must not be here: any trust in
them: a name is a hint, never truth (protocol 2.13).
"""

from __future__ import annotations

import re

_NOT_WORD = re.compile(r"[^A-Za-z0-9_]+")
_FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}")


def ascii_word(text: str) -> str:
    """The text as 1 to 40 of `A-Za-z0-9_-`; `x` if nothing is left.

    No two hyphens together: phones make them a dash.
    """
    return _NOT_WORD.sub("-", text[:200])[:40].strip("-") or "x"


def packet_name(game: str, number: int, n: int, seat: str) -> str:
    """2.13 The file name of a packet: match (`angola`, 17), the sender's event number, the sender's seat.

    `packet_name("angola", 17, 42, "mpla")` is `angola-17-0042-mpla.pbem`.
    """
    return f"{ascii_word(game)}-{number}-{n:04d}-{ascii_word(seat)}.pbem"


def is_file_name(name: str) -> bool:
    """True for a plain ASCII file name that no system reads as a path, an option or a hidden file."""
    return _FILE_NAME.fullmatch(name) is not None and not name.endswith(".")


def field_text(text: str, limit: int = 200) -> str:
    """`one_line` for a field of a mail: what looks like an encoded word (RFC 2047) is none any more.

    The mail library decodes such words in what it is given, line ends and all: a new field could begin there.
    """
    return one_line(text, limit).replace("=?", "= ?")


def one_line(text: str, limit: int = 200) -> str:
    """At most `limit` printable characters on one line: nothing in it can end a header field or steer a terminal."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "" for c in text[:limit]).strip()
