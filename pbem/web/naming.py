"""What the seats of a match are called that is not made yet.

Belongs here: a look at the board of a game as it stands at the start. Must not be here: matches that are played
(`pbem.match.played`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pbem.kit.options import Value
from pbem.play.table import Table
from pbem.ruleset import Ruleset, find_engine
from pbem.show.clean import clean
from pbem.web.game_shapes import Chair

KEPT = 64  # games and their options


def chairs_of(ruleset: Ruleset, options: Mapping[str, Value]) -> tuple[Chair, ...]:
    """The seats that a game has with these options, as its board calls them; errors as `Ruleset.settle_options`."""
    settled = ruleset.settle_options(options)
    titles = _titles(ruleset.engine, tuple(sorted(settled.items())))
    return tuple(Chair(seat, titles.get(seat) or seat.replace("_", " ")) for seat in ruleset.seats_of(settled))


@lru_cache(KEPT)
def _titles(engine: str, options: tuple[tuple[str, Value], ...]) -> dict[str, str]:
    """By seat; none if the board of the game cannot be drawn."""
    ruleset = find_engine(engine)
    full = ruleset.full_options(dict(options))
    try:
        state = ruleset.new_state(str(full["scenario"]), full, ruleset.data_files(None))
        table = Table(ruleset.play(state), seats=list(ruleset.seats_of(full)), listeners=[])
        board = ruleset.seen(state, table).board
    except Exception:  # a fault of the game's author must not keep anybody from beginning another one
        return {}
    return {side.id: clean(side.name) for side in board.factions}
