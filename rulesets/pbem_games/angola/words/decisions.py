"""What a sealed answer means, for its owner to read: `Column A 8 infantry, armored car`.

Belongs here: words for what lies under Columns. Must not be here: answers that the rules tell of when they are given.
"""

from __future__ import annotations

from pbem_games.angola.state import State
from pbem_games.angola.words.claims import tokens_there

COLUMNS = ("3", "8.1-3")  # rules that seal a plan, then what is under each marker of the faction in turn


def decided(state: State, rule: str, seat: str, about: str, say: str) -> str:
    """A phrase for the Units under a Column; empty for any other answer, and for a Column off the map.

    `about` is the place in the seal. With the option of ruling R30 only some markers may be sealed: no letter is told.
    """
    if rule not in COLUMNS or not about.isdigit() or about == "0" or say == "none":
        return ""
    letters = () if state.options.columns_until_clean_up else state.numbers.factions[seat].columns
    at = int(about) - 1
    column = f"Column {letters[at].upper()} " if at < len(letters) else ""
    return column + tokens_there(state.numbers, say.split())
