"""Events that came before the join of their seat: nothing can prove them yet, so they lie beside the log (2.18).

A mail may overtake another one, and what was read is not read again: without this file such an event would be lost when
the program ends. Belongs here: that file, bounded. Must not be here: what is made of the events, which of them are kept
(`pbem.record.unproved`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from pbem.disk.plain import is_folder, read_small
from pbem.disk.whole import PRIVATE, disk_error, replace_whole, sync_folder
from pbem.errors import BadRecord, WrongUse
from pbem.limits import MAX_SEATS, MAX_UNJOINED
from pbem.record.log import UNJOINED_NAME
from pbem.record.wire import CODEC, Event, SeatLine


def read_unjoined(folder: Path) -> list[Event]:
    """What waits there for a join. A damaged line counts for nothing, nor does what is no plain file, or too long."""
    found = list[Event]()
    for line in _kept(folder / UNJOINED_NAME).splitlines(keepends=True):
        with contextlib.suppress(BadRecord):
            found.append(CODEC.decode(line))
    return found


def keep_unjoined(folder: Path, events: Iterable[SeatLine]) -> None:
    """Keeps these and no others; without any there is no file."""
    path, content = folder / UNJOINED_NAME, b"".join(event.line for event in events)
    if not can_keep(folder):
        return
    try:
        if not content:
            path.unlink(missing_ok=True)
        elif content != _kept(path):
            replace_whole(path, content, mode=PRIVATE)
            sync_folder(folder)
    except OSError as error:
        raise disk_error(error, UNJOINED_NAME) from error


def can_keep(folder: Path) -> bool:
    """Whether there is room for that file: somebody may have put a folder there."""
    return not is_folder(folder / UNJOINED_NAME)


def _kept(path: Path) -> bytes:
    with contextlib.suppress(BadRecord, WrongUse):  # not written by us
        return read_small(path, most=MAX_SEATS * MAX_UNJOINED) or b""
    return b""
