"""What others' events prove of ours that this log lacks: a home and its folder were put back together (protocol 2.13).

The marks of such a home fit its log, so they tell nothing. But a round closes only with an event of every seat that it
asks. If another person's seat stands on a later round than the one for which our seat is asked here, it holds an event
of our seat for this round; another one, signed now, would be a second one for its place.
Belongs here: that evidence. Must not be here: what is refused because of it, marks, files.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import MissingRecords
from pbem.match.match import Match
from pbem.record.wire import SeatLine


def built_ahead(match: Match, denied: Mapping[int, int]) -> list[SeatLine]:
    """Events of others' seats on later rounds than the open one. `denied`: by seat up to which number none counts."""
    r, held = match.rounds.r, match.feeds.by_id.values()
    return [e for e in held if e.msg.r > r and e.seat not in match.keys and e.msg.n > denied.get(e.seat, -1)]


def lost_answers(match: Match, denied: Mapping[int, int]) -> dict[int, MissingRecords]:
    """Our seats that are asked here for a round which others hold to be closed, each with why it may not sign.

    None while play stands still for another reason: records of another build, or of twins, close other rounds.
    """
    ahead = built_ahead(match, denied)
    if not ahead or not match.can_sign():
        return {}
    rounds, feeds = match.rounds, match.feeds
    first, here = min(ahead, key=lambda event: (event.msg.r, event.seat)), {e.seat for e in rounds.on_open_base()}
    found = {}
    for seat in rounds.owing():
        if seat in match.keys and seat not in here and feeds.is_whole(seat, match.keys[seat].pk):
            name = match.name(seat)
            found[seat] = MissingRecords(
                f"{match.name(first.seat)} stands in round {first.msg.r}, after an answer of {name} to round "
                f"{rounds.r} that this log lacks: a second one would end the match for everybody",
                "was an older copy put back? ask the others for everything (pbem out --all) and read it in; "
                f"if {name} never answered: pbem join --adopt",
            )
    return found
