"""Sets of standing orders of Angola! that are given at once.

Belongs here: which choices go together. Must not be here: what a choice does.
"""

from __future__ import annotations

from pbem.kit.presets import QUICK, Preset

PRESETS = (
    Preset(
        name="careful", words="only what hardly anybody would answer otherwise; you decide on fire, retreats and towns",
        orders={
            "stragglers": "cheapest", "losses": "cheapest", "strikes": "all", "equipment": "nothing",
            "direct_aid": "base", "covert_aid": "everything",
        },
    ),
    Preset(
        name=QUICK, words="you set up, plan and give your Columns orders; of all else you are told",
        orders={
            "stragglers": "cheapest", "losses": "cheapest", "commit_air": "to_strike", "missions": "strike",
            "strikes": "all", "missiles": "useful", "artillery": "strongest", "mines": "declare",
            "fight_on": "while odds 2:1", "stand_fast": "while odds 1:1", "retreat": "cheapest",
            "equipment": "nothing", "reorganization": "gather", "recruitment": "endangered",
            "cabinda_recruits": "loose", "direct_aid": "base", "covert_aid": "everything", "carriers": "columns",
        },
    ),
)
