"""Dice as pictures: pips, or the number if there are none; a ring around one that hit.

Belongs here: how one die looks. Must not be here: where it stands, what it means.
"""

from __future__ import annotations

from pbem.show.svg.metrics import cut
from pbem.show.svg.paint import paint
from pbem.show.svg.xml import DARK, PIECE, tag, words

DIE = 26.0
RING = paint("#c22f1d", "#ff7a66", "#000000")
PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""Fields of three by three with a pip, row by row."""


def die(value: int | str, sides: int, hit: bool) -> str:
    """One die, from 0, 0, so wide and high as DIE; its ring hangs over by 3."""
    ring = tag("rect", x=-3, y=-3, width=DIE + 6, height=DIE + 6, rx=7, fill="none", stroke=RING, stroke_width=2.6)
    face = tag("rect", x=0.6, y=0.6, width=DIE - 1.2, height=DIE - 1.2, rx=5, fill=PIECE, stroke=DARK, stroke_width=1.2)
    if isinstance(value, int) and 2 <= sides <= 6 and value in PIPS:
        inside = "".join(tag("circle", cx=6.5 + at % 3 * 6.5, cy=6.5 + at // 3 * 6.5, r=2.4, fill=DARK)
                         for at in PIPS[value])
    else:
        inside = words(DIE / 2, 17.5, cut(str(value), 12, DIE - 2, True), 12, text_anchor="middle", font_weight="bold",
                       fill=DARK)
    return (ring if hit else "") + face + inside
