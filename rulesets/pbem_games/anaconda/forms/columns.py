"""One hex of many: a column of the map, then the hex in it, `18 1805`; to be clicked, for the hex alone is enough.

Belongs here: how such a hex is read and offered. Must not be here: which hexes there are (placing, moves).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from pbem.kit.typed import Remark, Typed
from pbem.kit.view import grouped
from pbem_games.anaconda.forms.nearby import MOST
from pbem_games.anaconda.numbers import Numbers
from pbem_games.anaconda.words.vocabulary import columns, place_names

ELSEWHERE = "elsewhere"
WHICH = "where? a column, then a hex"


def in_column(
    typed: Typed, numbers: Numbers, among: Collection[str], open_to: Callable[[str], Collection[str]],
    missing: str = WHICH, leads: Mapping[str, Collection[str]] | None = None,
) -> str:  # fmt: skip
    """A hex behind one of these columns; "" if none of them is named. `open_to` is asked where the text ends."""
    places, column = place_names(numbers), typed.name(columns(numbers), among, whole=True, leads=leads)
    here = [] if not column or typed.peek() else open_to(column)
    place = typed.name(places, here, also=places.ids(), whole=True) if column else ""
    if column and not place:
        raise typed.refuse_word(missing)
    return place


def by_column(
    typed: Typed, numbers: Numbers, open_to: Collection[str], *, first: Collection[str] = (), beside: int = 0,
    remark: Remark | None = None, why: Remark | None = None,
) -> str:  # fmt: skip
    """A place of these; if they are many, `first` are offered and the columns, behind `elsewhere` if both are too many.

    `beside` is how many other things may be named here.
    """
    places, is_short = place_names(numbers), len(open_to) + beside <= MOST
    few = open_to if is_short else first
    if place := typed.name(places, few, also=places.ids(), remark=remark, why=why, whole=True):
        return place
    if is_short or (typed.peek() and typed.peek() != ELSEWHERE and not typed.peek().isdecimal()):
        return ""
    found, at = grouped(open_to, lambda hex: hex[:2]), typed.at
    if len(found) + len(few) + beside > MOST and not (
            typed.word(ELSEWHERE, leads={ELSEWHERE: open_to}) or typed.peek()):
        return ""
    typed.skip(ELSEWHERE)
    place = in_column(typed, numbers, found, lambda column: found[column], leads=found)
    if not place and typed.at > at:
        raise typed.refuse_word(WHICH)
    return place
