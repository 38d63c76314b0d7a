"""Sets of standing orders of Enduring Freedom that are given at once.

Belongs here: which choices go together. Must not be here: what a choice does.
"""

from __future__ import annotations

from pbem.kit.presets import QUICK, Preset

PRESETS = (
    Preset(
        name="careful", words="what must be done anyway is done well; what is attacked and bought, you decide",
        orders={"counterattacks": "best", "losses": "fewest_np"},
    ),
    Preset(
        name=QUICK, words="you buy and move; battles are fought for you where they bring National Prestige",
        orders={
            "attacks": "worthwhile", "counterattacks": "best", "edge": "best", "losses": "fewest_np",
            "infowar": "all", "air_support": "helpful",
        },
    ),
)
