"""What a courier keeps of itself and of the people of its matches, so that other commands can say what is wrong.

Belongs here: finding that out, and when it is written. Must not be here: the file (`condition`), words (`wrong`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

import msgspec

from pbem.courier.condition import (
    Awaits,
    CourierCondition,
    Failing,
    MatchCondition,
    PersonCondition,
    condition_at,
    keep_condition,
)
from pbem.courier.journal import is_within
from pbem.courier.people import Other
from pbem.courier.spread import CourierView, first_hop
from pbem.courier.table import OpenMatch
from pbem.desk.waiting import since
from pbem.errors import PbemError
from pbem.limits import LAST_TIME, MAX_TOLD, MAX_TOLD_LINE

PAUSE = 60  # seconds for which nothing is written if nothing has changed


class Noting:
    """One courier's condition; `folder` is the courier's, `poll` how often it looks."""

    def __init__(self, folder: Path, poll: int, clock: Callable[[], int]) -> None:
        self._folder, self._clock = folder, clock
        before = condition_at(folder)
        matches = before.matches if before is not None else {}
        self._now = CourierCondition(ended=0, failing=(), goes_on=False, looked=0, matches=matches, poll=poll)
        self._kept: CourierCondition | None = None

    def begin(self) -> None:
        """It goes on by itself from now on."""
        self._now = msgspec.structs.replace(self._now, goes_on=True)

    def end(self) -> None:
        """It does not any more."""
        self._now = msgspec.structs.replace(self._now, ended=self._clock())
        self._keep()

    def note(self, gid: str, table: OpenMatch) -> None:
        """A match as it stands now."""
        match = table.match
        look = table.circle.look() if table.others else None
        people = tuple(_met(table, other, look) for other in table.others if look is not None)
        open = min(since(match), self._clock())
        self._now.matches[gid] = MatchCondition(people=people, round=match.rounds.r, since=open)

    def looked(self, failing: Iterable[tuple[str, str, int]], matches: Collection[str]) -> None:
        """A look has ended; `failing` are the faults that stand, `matches` those that are entrusted."""
        faults = tuple(Failing(about, time, text[:MAX_TOLD_LINE]) for about, text, time in failing)[:MAX_TOLD]
        there = {gid: one for gid, one in self._now.matches.items() if gid in matches}
        there |= {gid: MatchCondition(people=(), round=0, since=0) for gid in matches if gid not in there}
        self._now = msgspec.structs.replace(self._now, failing=faults, matches=there, looked=self._clock())
        before = self._kept
        is_same = before is not None and msgspec.structs.replace(self._now, looked=before.looked) == before
        if before is None or not is_same or not is_within(PAUSE, before.looked, self._now.looked):
            self._keep()

    def _keep(self) -> None:
        with contextlib.suppress(PbemError, OSError):  # a full disk is told of by what must be written
            keep_condition(self._folder, self._now)
            self._kept = msgspec.structs.replace(self._now, matches=dict(self._now.matches))


def _met(table: OpenMatch, other: Other, look: CourierView) -> PersonCondition:
    circle, match, state = table.circle, table.match, table.journal.state
    number, known = circle.order.index(other.id), circle.known(other)
    signed = [match.feeds.by_id[id].msg.t for seat in other.seats for id in match.feeds.feeds[seat].ids[-1:]]
    mechanical = [d.is_mechanical for d in match.owing() if d.seat in other.seats] if number in look.ready else []
    awaits: Awaits = "" if not mechanical else "tools" if all(mechanical) else "people"
    return PersonCondition(
        address=other.address, awaits=awaits, bounced=min(state.bounced.get(other.address, 0), LAST_TIME),
        cut_off=first_hop(look, number) is None, heard=min(max([known.said, *signed]), table.now),
        id=other.id, name=other.name, seats=tuple(map(match.name, other.seats)), sent=min(known.sent, LAST_TIME),
        why=state.whys.get(other.address, ""),
    )
