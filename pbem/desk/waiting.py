"""Why a match stands still, seen from this desk: stopped and by whom, over, or waiting for whom and since when.

Belongs here: the one reason, as an error with its status (README, "Exit status"). Must not be here: printing.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from pbem.errors import Divergence, MissingRecords, NotYourTurn, PbemError
from pbem.limits import LAST_TIME
from pbem.match.duty import AWAITED
from pbem.match.match import Duty, Match
from pbem.match.played import title_of

FILE_AHEAD = 'what you know now can be filed for later: pbem do --early "RULE: words"'
BEGINS = "play begins when all have taken their seats"
ELSEWHERE = (
    "the first line names other identities than this home's: set PBEM_HOME to the home that plays in it; or, to play, "
    "send your card to the host, who makes the match anew: pbem id card > me.card"
)


def stopped(match: Match) -> PbemError | None:
    """What stops a match, or is missing in it; None if it goes on. A command that did its work ends with its status."""
    for twins in match.twins:
        return twins.error(title_of(match.binding, twins.seat))
    for seat in match.keys:
        refusal = match.refusal(seat)
        if isinstance(refusal, Divergence | MissingRecords):
            return refusal
    for seat, n in match.feeds.gaps():
        return MissingRecords(
            f"event {n} of {match.name(seat)} is missing here",
            "ask for it: whoever has it sends it with pbem out --all",
        )
    return None


def why_not(match: Match, seat: str | None = None) -> PbemError | None:
    """Why no order can be given for a seat, None: for any that is held here; None if one can be given."""
    mine = [s for s in match.keys if seat in (None, match.name(s))]
    if match.result is not None:
        return NotYourTurn(f"the match has ended: {match.result.text}", waiting(match) or None)
    if not mine:
        return NotYourTurn("no seat of this match is held here", ELSEWHERE)
    refusals = [match.refusal(s) for s in mine]
    if all(refusals):
        return refusals[0]
    if open_duties(match, seat):
        return None
    has_begun = not any(duty.kind == "join" for duty in match.owing())
    hint = "; ".join(part for part in (waiting(match), FILE_AHEAD if has_begun else "") if part)
    return NotYourTurn(f"nothing is asked of {seat or 'you'} now", hint or None)


def open_duties(match: Match, seat: str | None = None) -> list[Duty]:
    """What people at this desk are asked and may answer, for one seat or all."""
    duties = human_duties(match)
    return [d for d in duties if seat in (None, d.name) and match.refusal(d.seat) is None]


def human_duties(match: Match) -> list[Duty]:
    """What people at this desk are asked for now."""
    return [d for d in match.mine() if not d.is_mechanical and match.truth(d) is None]


def waiting(match: Match) -> str:
    """For whom everybody waits, for what, and since when; empty if for nobody."""
    owing = match.owing()
    if not owing:
        return ""
    told = [f"awaited: {', '.join(awaited(owing))}", *waiting_since(match), lacking(match)]
    return "; ".join(part for part in told if part)


def lacking(match: Match) -> str:
    """Who stands on records that are not here, in a sentence; empty if nobody does.

    They are asked for, and stop nobody (protocol 2.13): anybody may sign a round that there is not, so such an event
    proves nothing. What proves that a home and its log were put back together is an event of its own that it did not
    write: whoever sends a packet puts the newest of those in that he holds of its receivers (`GameFolder.lines_for`).
    """
    ahead = [(r, seat) for r, seat in match.feeds.beyond(match.rounds.r) if seat not in match.keys]
    if not ahead:
        return ""
    r, seat = min(ahead)
    return (f"{match.name(seat)} stands in round {r}, on records that this log lacks: if play stands "
            "still, ask the others for everything (pbem out --all)")


def waiting_since(match: Match) -> list[str]:
    """Since when whoever owes something is awaited, as claimed; and whether play has begun."""
    owing, time = match.owing(), since(match)
    told = [f"awaited since {utc(time)}, as claimed"] if owing and time else []
    return [*told, BEGINS] if any(d.kind == "join" for d in owing) else told


def awaited(duties: Iterable[Duty]) -> list[str]:
    """`mpla, unita: dice`: the seats that owe something, by what they owe."""
    by_kind: dict[str, list[str]] = {}
    for duty in duties:
        by_kind.setdefault(duty.kind, []).append(duty.name)
    return [f"{', '.join(names)}: {AWAITED[kind]}" for kind, names in by_kind.items()]


def since(match: Match) -> int:
    """When the round that is open was opened, as claimed by who closed the last one, in Unix seconds; 0 if unknown.

    Before the first round is closed: when the last seat was taken.
    """
    closed = match.rounds.closed
    events = closed[-1].events if closed else match.feeds.by_id.values()
    times = [e.msg.t for e in events]
    return max((t for t in times if t <= LAST_TIME), default=0)


def utc(time: int) -> str:
    """`2026-05-04 13:20 UTC`."""
    return datetime.datetime.fromtimestamp(time, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
