"""A home put back from a backup, or made again from its recovery words, signs on in a match.

Belongs here: that, for a match that is open. Must not be here: a home as a whole (`adopting`).
"""

from __future__ import annotations

from pbem.desk.waiting import ELSEWHERE
from pbem.errors import NotYourTurn
from pbem.home import Home
from pbem.match.folder import GameFolder


def adopt_match(home: Home, game: GameFolder) -> list[str]:
    """A home put back from a backup signs on from this log (see GameFolder.adopt); gives its seats there."""
    if not game.match.keys:
        raise NotYourTurn("no seat of this match is yours", ELSEWHERE)
    game.adopt()
    joined = {s: game.match.name(s) for s in game.match.keys if game.match.feeds.feeds[s].join is not None}
    for seat in joined:
        home.games.put(game.gid, game.path, seat=seat)
    return list(joined.values())
