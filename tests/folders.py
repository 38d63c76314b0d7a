"""A match in a folder, opened for one test."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.desk.keeping import MatchInMemory
from pbem.errors import PbemError
from pbem.match.folder import GameFolder, Masters
from pbem.record.marks import Marks


@contextlib.contextmanager
def opened(
    path: Path, masters: Masters, marks: Marks, *, barred: PbemError | None = None, **options: Any
) -> Iterator[GameFolder]:
    """The match in a folder, opened once: see `MatchInMemory`, which takes the options."""
    with MatchInMemory(path, masters, marks, **options).opened(barred) as game:
        yield game
