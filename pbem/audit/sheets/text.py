"""A sheet as plain text, for a terminal, a mail or a file.

Belongs here: lines and columns. Must not be here: what they say (`sheet`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from pbem.audit.sheets.sheet import Row, Sheet, SheetItem, SheetPart

WIDTH = 100


def to_text(sheet: Sheet, *, width: int = WIDTH, most: int | None = None) -> str:
    """The whole sheet; `most` is how many findings are told, None all that are on it. Ends with a line end."""
    shown = sheet.items[:most]
    lines = [sheet.verdict, *(_wrapped(f"what to do: {sheet.advice}", width, indent=0, hang=2) if sheet.advice else ())]
    lines += [line for fact in sheet.facts for line in _wrapped(fact, width, indent=0, hang=2)]
    for item in shown:
        lines += _item(item, width)
    left_out = sheet.left_out + len(sheet.items) - len(shown)
    if left_out:
        lines.append(f"... and {left_out:,} more: use --json")
    for part in sheet.parts:
        lines += ["", *_part(part, width)]
    return "\n".join(lines) + "\n"


def _item(item: SheetItem, width: int) -> Iterator[str]:
    """The sentence stays on one line: it can be searched for."""
    yield f"{item.severity}: {item.sentence}"
    for word, text in item.grounds:
        yield from _wrapped(f"{word}: {text}", width, indent=2, hang=2)
    if item.folded:
        count = f"{len(item.folded)} commitments and opened texts" if len(item.folded) > 1 else "the commitment"
        yield f"  evidence: {count}: see --json or --html"


def _part(part: SheetPart, width: int) -> Iterator[str]:
    yield f"{part.title}:"
    table = [part.head, *part.rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(part.head))]
    words = [i == 0 or all(row[i][:1].isalpha() for row in part.rows) for i in range(len(part.head))]
    for row in table:
        yield "  " + _columns(row, widths, words)
    for text in part.words:
        yield from _wrapped(text, width, indent=2, hang=0)


def _columns(row: Row, widths: list[int], words: list[bool]) -> str:
    """Words stand at the left of their column, figures at the right."""
    cells = (
        cell.ljust(width) if word else cell.rjust(width) for cell, width, word in zip(row, widths, words, strict=True)
    )
    return "  ".join(cells).rstrip()


def _wrapped(text: str, width: int, *, indent: int, hang: int) -> list[str]:
    return textwrap.wrap(
        text, width, break_long_words=False, break_on_hyphens=False,
        initial_indent=" " * indent, subsequent_indent=" " * (indent + hang),
    )
