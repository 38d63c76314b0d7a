"""Battles for their cards: sentences of the story that also say, typed, what was fought and what came of it.

A ruleset tells the beginning of a battle with `TellBattle(..., begins=True)`, a look-up in a table with `row=`, and its
end with `battle=`. All that is told is public. Like every `Tell` it has no effect on play, and nothing of it is in the
state. Belongs here: that request. Must not be here: any game, what is made of it (`pbem.replay.films.fights`).
"""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem.show.battle import Battle as Battle
from pbem.show.battle import Contender as Contender
from pbem.show.battle import TableRow as TableRow


class TellBattle(Tell, frozen=True, kw_only=True):
    """A sentence of a battle. `begins`: dice count for the battle from here on; `row`: a table that was looked up.

    `battle` ends it. A fire that is one battle in itself ends with the number of its `throws`, and begins nowhere.
    """

    begins: bool = False
    row: TableRow | None = None
    battle: Battle | None = None
    throws: int = 0
