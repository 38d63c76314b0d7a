"""The fonts that pictures are drawn with: DejaVu Sans Condensed, unchanged; LICENSE.txt says who may use them (all).

Belongs here: font files and where they lie. Must not be here: drawing.
"""

from __future__ import annotations

from pathlib import Path

FAMILY = "DejaVu Sans"  # as these files call themselves: their width is said apart
FILES = tuple(Path(__file__).parent / name for name in ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"))
