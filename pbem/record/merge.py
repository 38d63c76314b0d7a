"""Several copies of one log become one (protocol 2.3, 2.13).

Belongs here: the union of events by id, and the order in which a log is exported.
Must not be here: files, and what an event is worth; a union judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from pbem.record.wire import Event, GenesisLine, SeatLine

Prefer: TypeAlias = Callable[[Event, Event], Event]
EpochOf: TypeAlias = Callable[[SeatLine], int]


def smaller(one: Event, other: Event) -> Event:
    """2.3 Of two lines with one id whose signatures are both good, the one with the smaller signature."""
    return min(one, other, key=_signature)


def verified_first(verify: Callable[[Event], bool]) -> Prefer:
    """2.3 Of two lines with one id, one that verifies; the smaller if both do, or neither."""

    def prefer(one: Event, other: Event) -> Event:
        return min(one, other, key=lambda event: (not verify(event), _signature(event)))

    return prefer


def merge(*logs: Iterable[Event], prefer: Prefer = smaller, epoch: EpochOf = lambda event: 0) -> list[Event]:
    """2.13 All events that stand in any of the logs, each once, in the order of export.

    Neither the order of the logs nor that of their events matters, nor how often one is merged, as long as
    `prefer` depends on nothing but its two events and chooses one of them.
    """
    union: dict[str, Event] = {}
    for log in logs:
        for event in log:
            known = union.get(event.id)
            union[event.id] = event if known is None or known.sig == event.sig else prefer(known, event)
    return in_export_order(union.values(), epoch)


def in_export_order(events: Iterable[Event], epoch: EpochOf = lambda event: 0) -> list[Event]:
    """2.13 Sorted by (r, seat, epoch, n, id), the genesis first; `epoch` says in which a seat signed an event."""

    def place(event: Event) -> tuple[int, int, int, int, str]:
        if isinstance(event, GenesisLine):
            return 0, -1, 0, 0, event.id
        return event.msg.r, event.seat, epoch(event), event.msg.n, event.id

    return sorted(events, key=place)


def _signature(event: Event) -> str:
    return event.sig
