"""High-water marks: the last event that each of our seats has signed, kept beside the key (protocol 2.13).

Belongs here: keeping them so that they only rise, and the one check before anything is signed. A log can be put back
from an old copy; the mark then tells, before a second event gets a number that was used. Must not be here: keys, logs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

from pbem.disk.small import read_strict, updating
from pbem.errors import Fork, MissingRecords
from pbem.limits import MAX_SEATS
from pbem.record.events import B32, Count, Word32

SeatText: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A(?:[0-9]|1[0-5])\Z")]


class FeedMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Event `id` is number `n` of its seat's feed in `epoch`."""

    epoch: Word32
    id: B32
    n: Count

    @property
    def place(self) -> tuple[int, int]:
        """2.6 Marks of one seat rise with (epoch, n)."""
        return self.epoch, self.n


MarkFile: TypeAlias = dict[B32, dict[SeatText, FeedMark]]
SigningFile: TypeAlias = dict[B32, tuple[B32, ...]]


class Marks:
    """The marks of one home, in one small file; nothing is kept in memory, so other programs may raise them too.

    Beside it lies `signing.json`: the events that this home was about to write when its marks were last raised. An
    event of ours above the mark that is not among them was signed elsewhere.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._signing = path.with_name("signing.json")

    def get(self, gid: str, seat: int) -> FeedMark | None:
        """The last event of this seat that was safe on disk, None if this home never signed for it."""
        return self._read().get(gid, {}).get(str(seat))

    def of_match(self, gid: str) -> dict[int, FeedMark]:
        """The marks of all seats of one match that this home holds."""
        return {int(seat): mark for seat, mark in self._read().get(gid, {}).items()}

    def advance(self, gid: str, seat: int, mark: FeedMark) -> None:
        """2.13 Durably, after the line is safe in the log and before its bytes leave. The same mark again is no fault.

        MissingRecords for a mark below the one that stands, Fork for another event of its number: nothing changes.
        """
        if not 0 <= seat < MAX_SEATS:
            raise ValueError(f"no seat has the number {seat}")
        with updating(self.path, MarkFile) as marks:
            seats = marks.setdefault(gid, {})
            known = seats.get(str(seat), mark)
            if known.place == mark.place and known.id != mark.id:
                raise _fork(seat, known, mark)
            if known.place > mark.place:
                raise _behind(seat, known, mark)
            seats[str(seat)] = mark

    def intend(self, gid: str, ids: Iterable[str]) -> None:
        """Durably, before signed events go into the log: should the mark not be raised then, they are known as ours."""
        with updating(self._signing, SigningFile) as signing:
            signing[gid] = tuple(ids)

    def intended(self, gid: str) -> frozenset[str]:
        """What was last about to be written for a match; it need not stand in the log."""
        return frozenset((read_strict(self._signing, SigningFile) or {}).get(gid, ()))

    def _read(self) -> MarkFile:
        return read_strict(self.path, MarkFile) or {}


def tip(
    own: Iterable[FeedMark],
    mark: FeedMark | None,
    *,
    seat: int | str,
    adopt: bool = False,
    wrote: Collection[str] | None = None,
) -> FeedMark | None:
    """2.13 The event to sign after: max(log, mark); None before the first event.

    `own` are the seat's events that stand in the log, in any order; `seat` is its number or name for the message.
    MissingRecords if the log lacks the marked event. Fork if the log has another event of its number, or two of one.
    A home without a mark beside a log with several own events was put back from a backup or is a second device:
    MissingRecords too, unless the owner says with `adopt` that nothing newer was signed elsewhere. So is an event above
    the mark that is not among those which this home `wrote` (None: any of them may be): a second copy of it signed.
    """
    by_place: dict[tuple[int, int], FeedMark] = {}
    for event in own:
        twin = by_place.setdefault(event.place, event)
        if twin.id != event.id:
            raise _fork(seat, twin, event)
    last = max(by_place.values(), key=lambda event: event.place, default=None)
    if mark is not None:
        here = by_place.get(mark.place)
        if here is None:
            raise _behind(seat, mark, last)
        if here.id != mark.id:
            raise _fork(seat, mark, here)
    if adopt:
        return last
    above = [event for event in by_place.values() if mark is None or event.place > mark.place]
    foreign = [event for event in above if wrote is None or event.id not in wrote]
    if mark is None and last is not None and foreign and last.place > (0, 0):
        raise MissingRecords(
            f"seat {seat} has signed up to event {last.n} in this log, but not with this home: "
            "it may have signed more elsewhere",
            "get the newest records from every seat, then say so with: pbem join --adopt",
        )
    if wrote is not None and foreign:
        raise _elsewhere(seat, min(foreign, key=lambda event: event.place))
    return last


def _elsewhere(seat: int | str, event: FeedMark) -> MissingRecords:
    return MissingRecords(
        f"event {event.n} of seat {seat} was not signed with this home: a copy of it plays this seat elsewhere, "
        "or an older copy was put back, and two events for one place would end the match for everybody",
        "play on there; or stop there, read in here all that the others have (pbem out --all), and say: "
        "pbem join --adopt",
    )


def _behind(seat: int | str, mark: FeedMark, last: FeedMark | None) -> MissingRecords:
    ends = f"it ends at event {last.n}" if last is not None else "it has none of that seat"
    return MissingRecords(
        f"seat {seat} signed event {mark.n} that this copy of the game lacks ({ends}): "
        "get the newer records back first",
        "read in the newest copy of the log, or a packet from a seat that has them",
    )


def _fork(seat: int | str, one: FeedMark, other: FeedMark) -> Fork:
    return Fork(
        f"seat {seat} signed two events as its event {one.n}: {one.id[:12]} and {other.id[:12]}",
        "was this seat played with a second copy of the home, or was a backup put back?",
    )
