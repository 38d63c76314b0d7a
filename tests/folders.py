"""A match in a folder, opened for one test."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from pbem.errors import PbemError
from pbem.match.folder import GameFolder, Masters, MatchInMemory
from pbem.record.marks import Marks
from pbem.record.wire import Event


@contextlib.contextmanager
def opened(
    path: Path,
    masters: Masters,
    marks: Marks,
    *,
    overlay: Path | None = None,
    clock: Callable[[], int] = lambda: int(time.time()),
    checked: Callable[[Path, list[Event]], Collection[str]] = lambda _path, _events: (),
    despite_desync: bool = False,
    barred: PbemError | None = None,
) -> Iterator[GameFolder]:
    """The match in a folder, opened once: see `MatchInMemory`."""
    kept = MatchInMemory(
        path, masters, marks, overlay=overlay, clock=clock, checked=checked, despite_desync=despite_desync)
    with kept.opened(barred) as game:
        yield game
