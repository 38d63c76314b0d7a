"""What is printed in hexes: pictures for a few kinds, the code for all others, each in a square of ten around 0, 0.

A kind is known by a word in it: `observation point` has the picture of `observation`.
Belongs here: the pictures. Must not be here: where they stand.
"""

from __future__ import annotations

from pbem.show.svg.paint import paint
from pbem.show.svg.xml import INK, PAPER, tag, words

GOLD, EARTH, RED = "#f3c01c", paint("#4b3621", "#d8c39a", "#000000"), paint("#b3261e", "#e5604e", "#b3261e")
BUILT, SEEING = paint("#3d3a36", "#e0d8c6", "#000000"), paint("#1f4f8f", "#7cc4ee", "#001a70")
FLYING, SAILING = paint("#1f6f8f", "#7cc4ee", "#004a66"), paint("#22577a", "#7cc4ee", "#004a66")

PATHS = {
    "town": ("M-4.6 4V-0.4L-2.3 -2.6L0 -0.4V4ZM0.9 4V-2L3 -4.2L4.7 -2V4Z", BUILT),
    "village": ("M-3.6 3.8V-0.6L0 -4L3.6 -0.6V3.8Z", BUILT),
    "cave": ("M-4.4 4V-0.2A4.4 4.2 0 0 1 4.4 -0.2V4H2V0.8A2 2 0 0 0 -2 0.8V4Z", EARTH),
    "observation": ("M0 -4.4L4.6 4H-4.6ZM0 -0.8A1.7 1.7 0 1 0 0 2.6A1.7 1.7 0 1 0 0 -0.8Z", SEEING),
    "summit": ("M0 -4.2L4.6 4H-4.6Z", EARTH),
    "objective": ("M0 -4.8L1.4 -1.6L4.8 -1.4L2.1 0.8L3 4.2L0 2.2L-3 4.2L-2.1 0.8L-4.8 -1.4L-1.4 -1.6Z", GOLD),
    "airfield": ("M-0.9 -4.6H0.9V-1L4.6 1.4V2.8L0.9 1.6V3.4L2 4.4V5H-2V4.4L-0.9 3.4V1.6L-4.6 2.8V1.4L-0.9 -1Z", INK),
    "fort": ("M-4.4 4V-3.6H-2.4V-1.8H-1V-3.6H1V-1.8H2.4V-3.6H4.4V4Z", BUILT),
}
DISCS = {"landing": ("H", FLYING), "blocking": ("X", RED), "port": ("P", SAILING)}


def sign(kind: str, code: str) -> str:
    """The picture of a sign."""
    for word, (d, fill) in PATHS.items():
        if word in kind:
            rule = "evenodd"
            return tag("path", d=d, fill=fill, stroke=PAPER, stroke_width=1.6, stroke_linejoin="round") + tag(
                "path", d=d, fill=fill, fill_rule=rule, stroke=INK if fill == GOLD else "none", stroke_width=0.7)
    for word, (letter, fill) in DISCS.items():
        if word in kind:
            return tag("circle", cx=0, cy=0, r=4.7, fill=PAPER, stroke=fill, stroke_width=1.4) + words(
                0, 2.6, letter, 7, text_anchor="middle", font_weight="bold", fill=fill)
    plate = tag("rect", x=-4.8, y=-4.8, width=9.6, height=9.6, rx=2, fill=PAPER, stroke=INK, stroke_width=0.8)
    return plate + words(0, 2.4, code[:2], 6.5, text_anchor="middle", font_weight="bold", fill=INK)
