"""Keys of seats as a finished record discloses them: all secrets can be read with them, and nothing good signed.

Belongs here: these, for measuring over recorded games. Must not be here: who may see what (`pbem.viewing`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.crypto.hashing import unb64
from pbem.crypto.keys import SeatKeys
from pbem.record.events import Disclose, Join
from pbem.record.wire import Event, GenesisLine, SeatLine


def disclosed_keys(events: Iterable[Event]) -> dict[int, SeatKeys]:
    """By seat the keys of each that has disclosed its secret; what they sign fits no key of the record."""
    of_all = list(events)
    gid = unb64(next(event.id for event in of_all if isinstance(event, GenesisLine)), 32)
    told = [event.msg for event in of_all if isinstance(event, SeatLine)]
    joins = {msg.seat: msg.body for msg in told if isinstance(msg, Join)}
    return {
        msg.seat: SeatKeys(
            gid, msg.seat, 0, unb64(joins[msg.seat].pk, 32), unb64(joins[msg.seat].box, 32), bytes(32), bytes(32),
            unb64(msg.body.gs, 32),
        )
        for msg in told if isinstance(msg, Disclose)
    }  # fmt: skip
