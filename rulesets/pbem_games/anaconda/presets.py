"""Sets of standing orders of Operation Anaconda that are given at once.

Belongs here: which choices go together. Must not be here: what a choice does.
"""

from __future__ import annotations

from pbem.kit.presets import QUICK, Preset
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION

PRESETS = (
    Preset(
        name="careful", words="a march stops when anybody fires; who fires at what, you decide",
        orders={"friendly_fire": "most", "conditions": "contact"},
    ),
    Preset(
        name=QUICK,
        words="you write plans and attacks; marches stop for nothing, whoever comes within two hexes is fired at",
        orders={
            "friendly_fire": "most", "draw": "always", "conditions": "never", "filing": "as last time",
        },
        for_seat={
            AL_QAEDA: {"reaction": "by a within 2; b within 2; c within 2"},
            COALITION: {"reaction": "by tfr within 2; tfd within 2; tf11 within 2; tf64 within 2; gunship"},
        },
    ),
)
