"""What a courier does by the clock of a match: it says that its player has seen the question, and whom it reminds.

Belongs here: when these are due (protocol 4.7). Must not be here: writing letters, reckoning time
(`pbem.match.clocks`). It never claims that somebody is late, and never agrees to anything: that is for people.
"""

from __future__ import annotations

from pbem.limits import SIDE_LIMIT
from pbem.match.clocks import DAY
from pbem.match.match import Match
from pbem.match.waits import Waits
from pbem.record.events import Claim, Seen

UNHEARD = DAY * 3 // 2  # so long after a question its receiver's courier has told that it came, or it never did


def sign_seen(match: Match, now: int) -> list[str]:
    """4.7 Signs `seen` once a round for each seat here whose person has not answered within a day; gives the names."""
    if match.clock is None or match.result is not None:
        return []
    deciding = {d.seat for d in match.mine() if d.kind in ("answer", "seal") and match.refusal(d.seat) is None}
    if not deciding:
        return []
    base = match.rounds.base
    said = {e.seat for e in match.feeds.side_events()
            if isinstance(e.msg, Claim) and isinstance(e.msg.body, Seen) and e.msg.prev == base}
    waiting = {w.seat for w in Waits(match, now).open if now - w.found.start > DAY}
    names = []
    for seat in sorted(deciding & waiting - said):
        if match.feeds.side_count(seat, base) < SIDE_LIMIT:
            match.claim(seat, Seen())
            names.append(match.name(seat))
    return names


def unheard(match: Match, now: int) -> dict[int, int]:
    """By seat for how many days it is awaited, if its courier has not even told by now that it has seen the question.

    It tells that after a day (`sign_seen`), and gives dice and openings at once: so a letter may have been lost.
    """
    if match.clock is None or match.result is not None:
        return {}
    base = match.rounds.base
    said = {e.seat for e in match.feeds.side_events() if e.msg.prev == base}
    waits = {w.seat: now - w.found.start for w in Waits(match, now).open if w.seat not in said}
    return {seat: waited // DAY for seat, waited in waits.items() if waited > UNHEARD}


def days_late(match: Match, now: int) -> dict[int, int]:
    """4.7 By seat how many days it is behind its deadline, up to the days of grace; the others are let be."""
    if match.clock is None:
        return {}
    late = {w.seat: (now - w.found.deadline) // DAY for w in Waits(match, now).open if now >= w.found.deadline}
    return {seat: day for seat, day in late.items() if day <= match.clock.grace}
