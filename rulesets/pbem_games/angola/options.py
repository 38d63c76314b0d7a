"""The options of a match, as players set them and as rules read them.

Belongs here: names, choices, defaults. Must not be here: what an option does (its own section).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pbem.kit.options import Says, declared


class GameOptions(msgspec.Struct):
    """The options of the match."""

    deal: Annotated[Literal["open", "sealed"], Says(
        "3 r15",
        "how Control Markers are dealt: drawn for all to see, or each hand known to its faction alone until step 8",
        refused={"sealed": "the deal from one cup without a dealer is not built yet"},
    )] = "open"
    column_size_public: Annotated[bool, Says(
        "8 r28", "the number of Units under each Column marker is told when the Column is formed",
    )] = False
    columns_until_clean_up: Annotated[bool, Says(
        "8.1 r30", "spare Column markers may go on loose Units once more, just before Clean Up",
    )] = False
    command_off_map_marker: Annotated[bool, Says(
        "8.1 r24", "a Command Card may also bring in a Column marker from off the map",
    )] = False
    flec_retreat: Annotated[bool, Says(
        "14.1.2 r98", "FNLA beaten in Maiombe may retreat into the FLEC Base while Cabinda has not fallen",
    )] = False
    false_claim: Annotated[Literal["forfeit", "flag"], Says(
        "r126", "what a claim proved false costs: the game is lost for that alliance, or it stands in the record only",
    )] = "forfeit"


OPTIONS = declared(GameOptions)
