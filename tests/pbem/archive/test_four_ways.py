"""Every recorded game whole, doubled, cut inside a line and with a bit flipped, by each engine (all by all: slow)."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from archives import LOGS, everything, fill, judge, rows, spoilt
from pbem.archive import opening
from pbem.audit.sheets.document import document
from pbem.audit.verify import verify
from pbem.lab.archiving import unlike

SHORT = 60_000  # bytes of a log that every engine judges in the thorough tests
POOLS = (1, 2, 4)
_opened: list[str] = []
_watched: list[str] = []


def _hear(event: str, given: tuple[object, ...]) -> None:
    """Whoever opens a file of a watched folder, in any way."""
    if event == "open" and _watched and isinstance(given[0], str | bytes | Path):
        name = str(given[0].decode() if isinstance(given[0], bytes) else given[0])
        if name.startswith(_watched[0]):
            _opened.append(name)


sys.addaudithook(_hear)


def four_ways(folder: Path, most: int) -> Path:
    """The recorded games of at most so many bytes."""
    games = [path for path in sorted(LOGS.glob("*/*/game.pbem")) if path.stat().st_size <= most]
    assert {path.parts[-3] for path in games} >= {"fallujah", "enduring_freedom"}
    made = {}
    for path in games:
        log = path.read_bytes()
        made |= {f"{path.parts[-3]}/{path.parts[-2]}/{way}.pbem": content
                 for way, content in {"whole": log, **spoilt(log)}.items()}
    return fill(folder, made)


@contextmanager
def counted(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """By log how many bytes of it are read by whoever judges it, and how often it is opened by anybody."""
    read: dict[str, int] = {}
    real = opening._opened

    class Counting:
        def __init__(self, stream, name):
            self.stream, self.name = stream, name

        def read(self, size=-1):
            piece = self.stream.read(size)
            read[self.name] = read.get(self.name, 0) + len(piece)
            return piece

        def fileno(self):
            return self.stream.fileno()

    @contextmanager
    def opened(task):
        with real(task) as stream:
            yield Counting(stream, task.name)

    monkeypatch.setattr(opening, "_opened", opened)
    _opened.clear()
    _watched.append(str(folder))
    try:
        yield read, _opened
    finally:
        _watched.clear()


def hold(folder: Path, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process finds what it must, and reads no byte twice."""
    with counted(folder, monkeypatch) as (read, opened):
        done = judge(folder, table=table)
    logs = list(folder.glob("*/*/*.pbem"))
    assert (done.logs, done.known) == (len(logs), 0)
    assert {row["path"]: row["status"] for row in rows(table)} == {
        str(path): 0 if path.stem in ("whole", "doubled") else 4 for path in logs}
    assert sorted(opened) == sorted(map(str, logs))
    assert read == {str(path): path.stat().st_size for path in logs}


def compare(folder: Path, table: Path) -> None:
    """A row is what `pbem verify --json` says."""
    found = {row["path"]: row for row in rows(table)}
    for path in folder.glob("*/*/*.pbem"):
        assert unlike(found[str(path)], document(verify(path, "full"))) == [], path


@pytest.mark.thorough
def test_every_short_game_four_ways_by_every_engine(tmp_path, monkeypatch):
    folder = four_ways(tmp_path / "logs", SHORT)
    hold(folder, tmp_path / "one", monkeypatch)
    compare(folder, tmp_path / "one")
    for jobs in POOLS:
        judge(folder, table=tmp_path / f"pool{jobs}", engine="pool", jobs=jobs)
        assert everything(tmp_path / f"pool{jobs}") == everything(tmp_path / "one")


@pytest.mark.thorough
def test_every_game_four_ways_and_no_byte_read_twice(tmp_path, monkeypatch):
    folder = four_ways(tmp_path / "logs", 2**30)
    assert len(list(folder.glob("*/*/*.pbem"))) == 4 * len(list(LOGS.glob("*/*/game.pbem"))) > 100
    hold(folder, tmp_path / "one", monkeypatch)


@pytest.mark.slow
def test_every_game_four_ways_by_every_engine(tmp_path, monkeypatch):
    folder = four_ways(tmp_path / "logs", 2**30)
    hold(folder, tmp_path / "one", monkeypatch)
    compare(folder, tmp_path / "one")
    for jobs in POOLS:
        judge(folder, table=tmp_path / f"pool{jobs}", engine="pool", jobs=jobs)
        assert everything(tmp_path / f"pool{jobs}") == everything(tmp_path / "one")
