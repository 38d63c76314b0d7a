"""Text that other people wrote, made safe to show (protocol 2.13, design 6).

Belongs here: what is taken out of a text before anybody sees it. Must not be here: layout, escaping for HTML.
"""

from __future__ import annotations

import re
from unicodedata import category

MOST_MARKS = 8  # one behind the other on one letter: no script has more, and a heap of them covers what stands beside
_LINE_ENDS = "\t\n\v\f\r\x85\u2028\u2029"  # one space instead: what others wrote never starts a line of our report
_TAKEN_OUT = (
    (0x00, 0x1F), (0x7F, 0x9F),  # C0, DEL, C1: terminals obey them
    (0xAD, 0xAD), (0x34F, 0x34F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164),
    (0x200B, 0x200D), (0x2060, 0x2065), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0x1D173, 0x1D17A),
    (0x61C, 0x61C), (0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x206F),  # what turns the direction of writing
    (0xD800, 0xDFFF), (0xFFF0, 0xFFFB), (0xFFFE, 0xFFFF),  # what is no character, and cannot be printed
    (0xE0000, 0xE0FFF),  # invisible tags and variants
)
_TABLE: dict[int, str | None] = {code: None for first, last in _TAKEN_OUT for code in range(first, last + 1)}
_TABLE |= {ord(c): " " for c in _LINE_ENDS}
_RANGES = "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in _TAKEN_OUT)
_JOINED = "\u0e33\u0eb3"  # no marks, but no line breaks before them
_MAY_HEAP = re.compile(f"[\u0300-\U0010ffff]{{{MOST_MARKS + 1}}}")
_ACTS = re.compile(f"(?!\n)[{_RANGES}{_LINE_ENDS}]")


def clean(text: str) -> str:
    """2.13 The text on one line without C0, C1, bidi, zero-width and other invisible characters, and heaps of marks.

    Line ends and tabs become one space each. Where lines are meant, clean each line by itself.
    """
    if text.isascii() and text.isprintable():  # nothing to take out: the common case
        return text
    text = text.translate(_TABLE)
    return text if _MAY_HEAP.search(text) is None else _without_heaps(text)


def _without_heaps(text: str) -> str:
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if sign in _JOINED or category(sign)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def clean_lines(text: str) -> str:
    """The same for a text of several lines: line feeds stay."""
    return "\n".join(map(clean, text.split("\n")))


def clean_cell(text: str) -> str:
    """The text on one line that no terminal obeys, for a table: a spreadsheet does not take it for a formula."""
    cell = clean(text)
    return f"'{cell}" if cell.lstrip().startswith(("=", "+", "-", "@")) else cell


def escape_json(text: str) -> str:
    """JSON with every character that `clean` takes out or replaces as an escape: the same document, safe to print.

    Its own line feeds stay: a string in JSON has none.
    """
    return _ACTS.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at:at + 4]}" for at in range(0, len(units), 4))
