"""Whose a counter is, without its colour: a dark band with a letter, at the left for the first alliance of a board,
at the right for its enemies, whose corners are sharp; below the letter its states, at its foot what damage left of it.

Belongs here: the ground of a counter and its band, the room beside it. Must not be here: what is told of a unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbem.show.scene import Board, Faction
from pbem.show.svg.metrics import width
from pbem.show.svg.paint import paint
from pbem.show.svg.xml import INK, mixed, number, on, tag, words

WIDE = 6.4
DARKER = 38
ROUND, SHARP = 3.5, 1.0  # corners of the first alliance, and of its enemies
LETTER, STATE = 8.6, 8.0  # type of the letter, and of states under it
LINES = (8.0, 16.0, 24.0)  # base lines in the band
FEWEST, IN_BAND = 0.4, 5.3  # how narrow a letter may be set, and how wide the room for it is
DAMAGED = "reduced"
BAR = 2.2
FULL, LEFT = paint("#1f1b16", "#0d0f11", "#000000"), paint("#f2b632", "#f2b632", "#ffffff")


@dataclass(frozen=True)
class Band:
    """The side of a counter's band, and how much of the counter lies beside it."""

    is_first: bool

    @property
    def corner(self) -> float:
        return ROUND if self.is_first else SHARP

    @property
    def left(self) -> float:
        return 0.5 if self.is_first else 25.5 - WIDE

    @property
    def body(self) -> tuple[float, float]:
        """The left and right edge of what is told of a unit."""
        return (0.5 + WIDE + 0.4, 25.0) if self.is_first else (1.0, 25.5 - WIDE - 0.4)

    @property
    def middle(self) -> float:
        return sum(self.body) / 2

    @property
    def room(self) -> float:
        return self.body[1] - self.body[0] - 0.2


@lru_cache(maxsize=256)
def band_of(board: Board, faction: Faction) -> Band:
    """Allies have theirs on the same side; the first alliance is that of the first faction."""
    first = board.factions[0] if board.factions else faction
    return Band((faction.alliance or faction.id) == (first.alliance or first.id))


def square(fill: str, band: Band, line: str = INK) -> str:
    """The ground of a counter."""
    return tag("rect", x=0.5, y=0.5, width=25, height=25, rx=band.corner, fill=fill, stroke=line, stroke_width=1.1)


def banded(fill: str, band: Band, letter: str, states: tuple[str, ...], foot: float = 25.0) -> str:
    """The band with its letter and with signs of states, two at most, then a plus; a hull has less of a `foot`."""
    dark, (r, left) = mixed(fill, "#000000", DARKER), (band.corner, band.left)
    right, low = left + WIDE, foot + 0.5
    if band.is_first:
        d = f"M{number(right)} 1V{number(low - 0.5)}H{r}A{r} {r} 0 0 1 1 {number(low - r)}V{r}A{r} {r} 0 0 1 {r} 1Z"
    else:
        d = f"M{number(left)} 1H25V{number(low - 0.5)}H{number(left)}Z"
    ink, x = on(dark), left + WIDE / 2
    shown = states if len(states) < 3 else (states[0], "+")
    lines = [_set(x, LINES[0], letter[:1], LETTER, ink)]
    lines += [_set(x, line, state, STATE, ink) for line, state in zip(LINES[1:], shown, strict=False)]
    return tag("path", d=d, fill=dark) + "".join(lines)


def _set(x: float, y: float, text: str, size: float, ink: str) -> str:
    """A letter or a short sign, narrower if it must be."""
    wide = width(text, size, True)
    if wide <= IN_BAND:
        return words(x, y, text, size, text_anchor="middle", font_weight="bold", fill=ink)
    turn = f"translate({number(x)} {number(y)}) scale({max(FEWEST, int(IN_BAND / wide * 100) / 100):g} 1)"
    return words(0, 0, text, size, text_anchor="middle", font_weight="bold", fill=ink, transform=turn)


def damage(band: Band) -> str:
    """What is left of a unit that has lost a step: half of a bar at the foot."""
    left, right = band.body
    whole = tag("rect", x=left, y=25.3 - BAR, width=right - left, height=BAR, fill=FULL)
    return whole + tag("rect", x=left, y=25.3 - BAR, width=(right - left) / 2, height=BAR, fill=LEFT)
