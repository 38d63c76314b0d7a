"""The signs on counters: NATO's for units, a few plain ones for what else lies on a board.

A scene names them in `Piece.symbol` and `Marker.symbol`; for a name that is not known here the code is written.
Belongs here: shapes in a frame 18 wide and 11 high around 0, 0. Must not be here: counters, colours of factions.
"""

from __future__ import annotations

from pbem.show.svg.metrics import width
from pbem.show.svg.xml import DARK, PIECE, tag, words

FRAME = "M-9 -5.5L9 -5.5L9 5.5L-9 5.5Z"
_CROSS = "M-9 -5.5L9 5.5M-9 5.5L9 -5.5"
_OVAL = "M-3.5 -3L3.5 -3A3 3 0 0 1 3.5 3L-3.5 3A3 3 0 0 1 -3.5 -3Z"
_SLASH = "M-9 5.5L9 -5.5"

STROKES = {
    "infantry": _CROSS,
    "armor": _OVAL,
    "mechanized": _CROSS + _OVAL,
    "recon": _SLASH,
    "armored_car": _SLASH + _OVAL,
    "engineer": "M-5 3L-5 -2.5L5 -2.5L5 3M0 -2.5L0 3",
    "mortar": "M0 4L0 -3.5M-2 -1.5L0 -3.8L2 -1.5M-1.8 4L1.8 4",
    "heavy_weapons": "M0 4.5L0 -4M-2.5 -1.5L0 -4L2.5 -1.5M-3 1L3 1",
    "anti_aircraft": "M-9 5.5Q0 -6 9 5.5",
    "airborne": _CROSS + "M-3.5 5.5Q-1.7 2 0 5.5Q1.7 2 3.5 5.5",
    "stryker": _CROSS + "M-3.5 5.5L3.5 5.5L3.5 3.2L-3.5 3.2Z",
    "amphibious": "M-9 1Q-6.7 -3 -4.5 1Q-2.2 5 0 1Q2.2 -3 4.5 1Q6.7 5 9 1" + _OVAL,
    "police": "M-3.5 -3.5L3.5 -3.5L3.5 0.5Q3 3.5 0 4.2Q-3 3.5 -3.5 0.5Z",
    "headquarters": "M-9 -4L9 -4",
}
FILLED = {
    "artillery": "M-2.6 0A2.6 2.6 0 1 1 2.6 0A2.6 2.6 0 1 1 -2.6 0Z",
    "air": "M0 0L-6 -3.2Q-8 0 -6 3.2ZM0 0L6 -3.2Q8 0 6 3.2Z",
    "helicopter": "M0 0L-6.5 -3.5L-6.5 3.5ZM0 0L6.5 -3.5L6.5 3.5ZM-0.6 0L-0.6 -4.6L0.6 -4.6L0.6 0Z",
    "fleet": "M-9 0.5L9 0.5L6 5.5L-6.5 5.5ZM-4.5 -0.5L-4.5 -2.5L4.5 -2.5L4.5 -0.5ZM-0.5 -3.3L-0.5 -5.5L2 -5.5L2 -3.3Z",
    "leader": "M0 -5L1.3 -1.6L4.9 -1.5L2 0.7L3.1 4.2L0 2.1L-3.1 4.2L-2 0.7L-4.9 -1.5L-1.3 -1.6Z",
    "mine": "M-7.4 0A2.2 2.2 0 1 1 -3 0A2.2 2.2 0 1 1 -7.4 0ZM-2.2 0A2.2 2.2 0 1 1 2.2 0A2.2 2.2 0 1 1 -2.2 0Z"
            "M3 0A2.2 2.2 0 1 1 7.4 0A2.2 2.2 0 1 1 3 0Z",
}
LETTERS = {"special_forces": "SF", "militia": "MIL", "sniper": "SN", "headquarters": "HQ", "supply": "SUP"}
BARE = ("leader", "mine", "fleet")  # without a frame
TYPE = 11.2  # of letters in a frame: they can be read on the smallest counter
KNOWN = frozenset({*STROKES, *FILLED, *LETTERS})


def symbol(name: str, otherwise: str = "", ink: str = DARK, ground: str = PIECE, size: float = TYPE) -> str:
    """The sign of a name in its frame, around 0, 0, letters in a `size`; a name not known is the text `otherwise`."""
    parts = [] if name in BARE else [tag("path", d=FRAME, fill=ground, stroke=ink, stroke_width=1.1)]
    if name in STROKES:
        parts.append(tag("path", d=STROKES[name], fill="none", stroke=ink, stroke_width=1.1))
    if name in FILLED:
        fill = ground if name in BARE else ink
        parts.append(tag("path", d=FILLED[name], fill=fill, stroke=ink, stroke_width=0.4))
    letters = LETTERS.get(name, "") if name in KNOWN else otherwise[:4]
    if letters:
        squeeze = min(1.0, 16 / width(letters, size, True))
        base = 4.9 if name == "headquarters" else round(0.36 * size, 1)
        parts.append(words(0, 0, letters, size, text_anchor="middle", font_weight="bold", fill=ink,
                           transform=f"translate(0 {base:g}) scale({squeeze:.2f} 1)"))
    return "".join(parts)
