"""Drawings as a page holds them: element by element, in signs that stand in JSON and HTML as they are.

Counters share most of their elements, so each is written once. `<` and `>` are braces there and quotes are single: in
a script element each of them would take two to six signs.
Belongs here: that way of writing. Must not be here: numbering (`tables`), reading it (`tables.js`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAG = re.compile(r"<[^>]*>")
_SHORT = str.maketrans({"<": "{", ">": "}", '"': "'"})
_KEPT = str.maketrans({"{": "&#123;", "}": "&#125;", "'": "&#39;"})


def elements(drawn: str) -> Iterator[str]:
    """The outermost elements of a drawing of our own painter, in order; together they are the drawing."""
    depth = begun = 0
    for tag in _TAG.finditer(drawn):
        depth += -1 if tag[0][1] == "/" else 0 if tag[0][-2] == "/" else 1
        if depth == 0:
            yield drawn[begun : tag.end()]
            begun = tag.end()


def shortened(element: str) -> str:
    """An element as the page holds it."""
    return element.translate(_KEPT).translate(_SHORT)
