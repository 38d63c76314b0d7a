"""The options of a match, as players set them and as rules read them.

Belongs here: names, choices, defaults. Must not be here: what an option does (its own section).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pbem.kit.options import Says, declared


class GameOptions(msgspec.Struct):
    """24 to 31, and how a match by mail is asked (ruling R110)."""

    leaders: Annotated[bool, Says("24", "leaders of the Coalition come by chance; High Value Targets lead")] = False
    osama: Annotated[bool, Says("25", "Osama bin Laden is in the bag")] = False
    casualties: Annotated[bool, Says("26", "casualties lie on the map until a helicopter lifts them")] = False
    attacker_impetus: Annotated[bool, Says("27", "a close assault that goes very well goes on")] = False
    fire_support_restrictions: Annotated[bool, Says(
        "28", "airstrikes and UAVs may not attack next to the Coalition's own ground units",
    )] = False
    body_armor: Annotated[bool, Says("29", "units of TF Rakkasan and TF Commando are harder to hit")] = False
    rubble: Annotated[bool, Says("30, ruling R90", "heavy fire may turn towns into rubble")] = False
    more_coalition_forces: Annotated[bool, Says("31", "the Coalition may buy more units with Victory Points")] = False
    mode: Annotated[Literal["step", "plan"], Says(
        "ruling R110", "every decision is asked when it comes up, or each sub-phase is planned as a whole",
    )] = "plan"
    reaction: Annotated[Literal["written", "standing"], Says(
        "ruling R110", "plans are answered when they come, or by standing orders filed before the marker was drawn",
        only_with={"mode": ("plan",)},
    )] = "written"


OPTIONS = declared(GameOptions)
