"""Our own Markdown as one page without a script: what a report is written in, and nothing else of Markdown.

Each line is a heading, an item, a row, a quotation, a picture, a line of figures, or a line of text; `\\` makes the
next sign a plain one. Belongs here: that. Must not be here: what is said.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files

_SIGN = re.compile(r"\\(.)|(\*\*|\*|`)")
_PICTURE = re.compile(r"!\[(.*)\]\(([a-z0-9-]+)\)")
_MARKS = {"**": "strong", "*": "em", "`": "code"}
_KINDS = (("- ", "ul"), ("|", "table"), ("> ", "blockquote"), ("    ", "pre"))


def plain_page(text: str, pictures: Mapping[str, str]) -> str:
    """The page; `pictures` are SVG by the names that the text calls them."""
    lines = text.splitlines()
    title = _plain(lines[0].removeprefix("# ")) if lines else ""
    style = files("pbem.show.html").joinpath("plain.css").read_text(encoding="utf-8")
    allowed = f"style-src 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'; img-src data:"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    return "\n".join((
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>",
        *_blocks(lines, pictures),
        "</main>\n</body>\n</html>\n",
    ))


def _blocks(lines: list[str], pictures: Mapping[str, str]) -> Iterator[str]:
    """The lines as elements; like ones without a line between them are one element."""
    opened = ""
    for line in lines:
        kind = next((kind for start, kind in _KINDS if line.startswith(start)), "")
        if opened and kind != opened:
            yield _end(opened)
        if kind and kind != opened:
            yield _start(kind, line)
        starts, opened = kind != opened, kind
        yield from _line(line, kind, starts, pictures)
    if opened:
        yield _end(opened)


def _start(kind: str, line: str) -> str:
    """How an element begins. What may be wider than the page scrolls within it: by keys too, so one can go to it."""
    if kind == "table":
        heads = escape(", ".join(_plain(cell) for cell in _cells(line) if cell))
        return f'<div class="scroll" tabindex="0" role="group" aria-label="{heads}"><table>'
    return '<pre tabindex="0">' if kind == "pre" else f"<{kind}>"


def _end(kind: str) -> str:
    return "</table></div>" if kind == "table" else f"</{kind}>"


def _line(line: str, kind: str, starts: bool, pictures: Mapping[str, str]) -> Iterator[str]:
    if kind == "ul":
        yield f"<li>{inline(line[2:])}</li>"
    elif kind == "table":
        cells = _cells(line)
        if not all(re.fullmatch(":?-+:?", cell) for cell in cells):
            name = "th" if starts else "td"
            yield f"<tr>{''.join(f'<{name}>{inline(cell)}</{name}>' for cell in cells)}</tr>"
    elif kind == "blockquote":
        yield f"<p>{inline(line[2:])}</p>"
    elif kind == "pre":
        yield escape(line[4:])
    elif heading := re.match("(#{1,3}) ", line):
        level = len(heading[1])
        yield f"<h{level}>{inline(line[level + 1:])}</h{level}>"
    elif (picture := _PICTURE.fullmatch(line)) and picture[2] in pictures:
        svg = b64encode(pictures[picture[2]].encode()).decode()
        alt = escape(_plain(picture[1]))
        yield (f'<figure><img alt="{alt}" src="data:image/svg+xml;base64,{svg}">'
               f"<figcaption>{alt}</figcaption></figure>")
    elif line:
        yield f"<p>{inline(line)}</p>"


def inline(text: str) -> str:
    """A line of our Markdown as HTML; what was never closed is closed at its end."""
    made, at, opened = [], 0, list[str]()
    for found in _SIGN.finditer(text):
        made.append(escape(text[at : found.start()]))
        at = found.end()
        if found[1] is not None:
            made.append(escape(found[1]))
        elif _MARKS[found[2]] in opened:
            made += [f"</{opened.pop()}>" for _ in range(len(opened) - opened.index(_MARKS[found[2]]))]
        else:
            opened.append(_MARKS[found[2]])
            made.append(f"<{opened[-1]}>")
    return "".join([*made, escape(text[at:]), *(f"</{name}>" for name in reversed(opened))])


def _cells(line: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
