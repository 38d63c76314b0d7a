"""What a home keeps of a match, as files that a test spoils: beside the match as it is from its first line."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.overlay import overlay_of
from pbem.desk.reading import read
from pbem.lab.long import _go_on, _Played
from pbem.match.match import Match
from pbem.record.log import LOG_NAME
from resuming import assert_same

FILES = ("game.open", "game.index")


def files_of(mine: _Played) -> dict[str, bytes]:
    """The log, and all that is kept of it."""
    return {name: (mine.folder / name).read_bytes() for name in (*FILES, LOG_NAME, "game.cache")}


def put(mine: _Played, before: Mapping[str, bytes], **files: bytes) -> None:
    """These files as they were, but for some, named with `_`."""
    changed = {name.replace("_", "."): content for name, content in files.items()}
    for name, content in (dict(before) | changed).items():
        (mine.folder / name).unlink(missing_ok=True)
        (mine.folder / name).write_bytes(content)


@contextmanager
def as_it_was(mine: _Played) -> Iterator[None]:
    """What is kept counts; afterwards folder and home are as before."""
    root = mine.folder.parent
    shutil.copytree(root, root.with_name("before"))
    assert counts(mine)
    yield
    shutil.rmtree(root)
    root.with_name("before").rename(root)


def from_start(mine: _Played) -> Match:
    """The match from its first line."""
    return read(mine.folder / LOG_NAME, mine.desk.masters, overlay_of(mine.folder), whole=True)


def counts(mine: _Played, match: Match | None = None) -> bool:
    """Whether what is kept counts; `match` saves reading another one of this log."""
    match = match or from_start(mine)
    content, saved = (mine.folder / LOG_NAME).read_bytes(), mine.desk.saved(mine.folder)
    assert saved is not None
    return saved.load(match.genesis, match.ruleset, match._secrets, content) is not None


def same(mine: _Played, there: Path | None = None, desk: Desk | None = None) -> None:
    """It opens as it does from its first line."""
    desk, folder = desk or mine.desk, there or mine.folder
    log, data = folder / LOG_NAME, overlay_of(folder)
    assert_same(read(log, desk.masters, data, cache=desk.cache(folder), whole=True, saved=desk.saved(folder)),
                read(log, desk.masters, data, whole=True))


def play_on(mine: _Played, events: int = 40) -> None:
    """So many steps more, in one command."""
    with mine.desk.game(mine.folder) as game:
        for _ in range(events):
            _go_on(game.match)
