"""What repeats in a game, each once and known by its number: texts, drawings, counters, rows.

Numbers are given in the order of first use, so what comes later in a game never changes what was written before.
Belongs here: numbering. Must not be here: what the values mean.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.show.clean import clean
from pbem.show.html.elements import elements, shortened
from pbem.show.svg.paint import with_variables


class ValueTable:
    """Values of one kind; `take` gives those that are new since it was last called."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._fresh: list[Any] = []

    def number(self, value: Any) -> int:
        """The number of a value that JSON can hold."""
        key = msgspec.json.encode(value)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._numbers)
            self._fresh.append(value)
        return found

    def take(self) -> list[Any]:
        fresh, self._fresh = self._fresh, []
        return fresh


class Tables:
    """The tables of one page. A drawing is its elements; a counter its words and drawing; a row a list of anything.

    Colours of drawings are variables of the page: paint 3, by day, at night and in high contrast, is `var(--p3)`.
    """

    def __init__(self) -> None:
        self.texts, self.drawings, self.counters = ValueTable(), ValueTable(), ValueTable()
        self.clusters, self.rows, self.boards = ValueTable(), ValueTable(), ValueTable()
        self.paints, self.elements = ValueTable(), ValueTable()
        self._drawn: dict[str, int] = {}

    def text(self, words: str) -> int:
        """The number of a text, clean."""
        return self.texts.number(clean(words))

    def counter(self, words: str, drawn: str) -> int:
        """The number of a counter; `drawn` is SVG of our own painter."""
        return self.counters.number([self.text(words), self.drawing(drawn)])

    def drawing(self, drawn: str) -> int:
        """The number of a drawing of our own painter."""
        known = self._drawn.get(drawn)
        if known is None:
            parts = [self.elements.number(shortened(one)) for one in elements(self.painted(drawn))]
            known = self._drawn[drawn] = self.drawings.number(parts)
        return known

    def painted(self, drawn: str) -> str:
        """A drawing, or one colour, in the colours of the page."""
        return with_variables(drawn, self.paints.number)

    def row(self, values: list[Any]) -> int:
        return self.rows.number(values)

    def take(self) -> dict[str, list[Any]]:
        """What is new in each."""
        return {name: table.take() for name, table in sorted(vars(self).items()) if isinstance(table, ValueTable)}
