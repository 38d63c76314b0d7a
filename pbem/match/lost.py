"""What others' events stand on that this log lacks: it is asked for, and stops nobody (protocol 2.13).

Anybody may sign a round that there is not, so such an event proves nothing. What proves that a home and its log were
put back together is an event of its own that it did not write: whoever sends a packet puts the newest of those in that
he holds of its receivers (`GameFolder.lines_for`).
Belongs here: saying what is lacked. Must not be here: who may sign, marks, files.
"""

from __future__ import annotations

from pbem.match.match import Match


def lacking(match: Match) -> str:
    """Who stands on records that are not here, in a sentence; empty if nobody does."""
    r, held = match.rounds.r, match.feeds.by_id.values()
    ahead = [event for event in held if event.msg.r > r and event.seat not in match.keys]
    if not ahead:
        return ""
    first = min(ahead, key=lambda event: (event.msg.r, event.seat))
    return (f"{match.name(first.seat)} stands in round {first.msg.r}, on records that this log lacks: if play stands "
            "still, ask the others for everything (pbem out --all)")
