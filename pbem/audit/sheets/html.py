"""A sheet as one page that needs nothing else: no script, no picture, nothing from elsewhere; good on paper too.

Belongs here: the page. Must not be here: what it says (`sheet`). Every text goes through `_text`.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pbem.audit.findings.finding import SOUND, UNCHECKED
from pbem.audit.sheets.sheet import Sheet, SheetItem, SheetPart
from pbem.show.clean import clean

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; --line: #bbb; --bad: #a11; --good: #162; --soft: #555; }
@media (prefers-color-scheme: dark) { :root { --line: #555; --bad: #f88; --good: #8d8; --soft: #aaa; } }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; border-left: .4rem solid; padding-left: .7rem; overflow-wrap: anywhere; }
h1.sound { color: var(--good); } h1.unsound { color: var(--bad); }
h2 { font-size: 1.1rem; margin-top: 2rem; }
p, li, dd { overflow-wrap: anywhere; }
article { border: 1px solid var(--line); padding: .2rem 1rem; margin: .8rem 0; break-inside: avoid; }
article.fault { border-left: .4rem solid var(--bad); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { color: var(--soft); } dd { margin: 0; font-family: ui-monospace, monospace; font-size: .85em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
footer { color: var(--soft); margin-top: 2rem; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } .scroll { overflow: visible; } }
"""


def to_html(sheet: Sheet, *, title: str = "Audit of a match by mail") -> str:
    """The whole page, as text to be written in UTF-8."""
    return "\n".join(_page(sheet, title)) + "\n"


def _text(text: str) -> str:
    """Harmless on a page: no invisible signs, no mark-up."""
    return escape(clean(text), quote=True)


def _page(sheet: Sheet, title: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f'<h1 class="{"sound" if sheet.status in (SOUND, UNCHECKED) else "unsound"}">{_text(sheet.verdict)}</h1>'
    if sheet.advice:
        yield f"<p><strong>What to do:</strong> {_text(sheet.advice)}</p>"
    if sheet.facts:
        yield "<ul>"
        yield from (f"<li>{_text(fact)}</li>" for fact in sheet.facts)
        yield "</ul>"
    yield "<h2>Findings</h2>"
    if not sheet.items:
        yield "<p>None.</p>"
    for item in sheet.items:
        yield from _item(item)
    if sheet.left_out:
        yield f"<p>And {sheet.left_out:,} more, in the report as JSON.</p>"
    for part in sheet.parts:
        yield from _part(part)
    yield "<footer><p>Made by pbem from the log of the match. <code>pbem audit</code> makes it again.</p></footer>"
    yield "</body>\n</html>"


def _item(item: SheetItem) -> Iterator[str]:
    yield f'<article class="{_text(item.severity)}">'
    yield f"<p><strong>{_text(item.severity)}:</strong> {_text(item.sentence)}</p>\n<dl>"
    yield from (f"<dt>{_text(word)}</dt><dd>{_text(text)}</dd>" for word, text in item.grounds)
    yield "</dl>"
    if item.folded:
        yield f"<details><summary>{len(item.folded)} more pieces of evidence</summary>\n<dl>"
        yield from (f"<dt>{_text(word)}</dt><dd>{_text(text)}</dd>" for word, text in item.folded)
        yield "</dl></details>"
    yield "</article>"


def _part(part: SheetPart) -> Iterator[str]:
    yield f'<h2>{_text(part.title)}</h2>\n<div class="scroll"><table>'
    yield f"<thead><tr>{''.join(f'<th>{_text(cell)}</th>' for cell in part.head)}</tr></thead>\n<tbody>"
    for row in part.rows:
        yield f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>"
    yield "</tbody></table></div>"
    yield from (f"<p>{_text(words)}</p>" for words in part.words)
