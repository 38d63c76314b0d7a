"""Sets of standing orders of Fallujah, 2004 that are given at once.

Belongs here: which choices go together. Must not be here: what a choice does.
"""

from __future__ import annotations

from pbem.kit.presets import QUICK, Preset

PRESETS = (
    Preset(
        name="careful",
        words="who leads and who is hit is chosen for you; strikes, and whether all fight on, you decide",
        orders={"lead": "best", "losses": "cheapest"},
    ),
    Preset(
        name=QUICK, words="you choose operations; each is fought for you, and a force stops where it has won",
        orders={
            "lead": "best", "fire_support": "enough", "losses": "cheapest", "hold_on": "while odds 1:2",
            "advance": "stop", "consent": "yes",
        },
    ),
)
