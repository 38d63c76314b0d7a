"""2.13 The file of a match where things change under it: what is synced, how lines are counted, how large it may be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.errors import BadRecord, PbemError
from pbem.record import lines, log
from pbem.record.log import LogFile
from plain_lines import StoredLine, mended

LINES = [b"line %d\n" % number for number in range(6)]


def decode(line: bytes) -> StoredLine:
    if not line.startswith(b"line "):
        raise BadRecord("not framed as an event")
    return StoredLine(line)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.pbem"


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The inodes that were synced, in order."""
    found: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: found.append(os.fstat(descriptor).st_ino))
    return found


def log_at(path: Path) -> LogFile[StoredLine]:
    return LogFile(path, decode)


def stored(lines: list[bytes]) -> list[StoredLine]:
    return [StoredLine(line) for line in lines]


def test_what_a_killed_writer_left_is_synced_with_its_folder_once(path: Path, synced: list[int]) -> None:
    path.write_bytes(LINES[0])
    both = [path.stat().st_ino, path.parent.stat().st_ino]
    mine = log_at(path)
    mended(mine)
    assert synced == both
    with mine.writing():
        pass
    assert synced == both  # nothing came since
    with path.open("ab") as stream:
        stream.write(LINES[1])
    with mine.writing():
        pass
    assert synced == both * 2


def test_what_is_added_is_synced_before_it_is_given_out(path: Path, synced: list[int]) -> None:
    mine = log_at(path)
    mine.create(stored(LINES[:1]))
    synced.clear()
    with mine.writing() as writer:
        assert synced == []
        writer.append(stored(LINES[1:3]))
        assert synced == [path.stat().st_ino]
        writer.append(stored(LINES[1:3]))
        assert synced == [path.stat().st_ino]  # nothing was new
    with mine.writing():
        pass
    assert synced == [path.stat().st_ino]


def test_a_torn_end_is_safe_beside_the_log_before_it_is_cut_off(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(LINES[0] + b"lin")
    torn = path.with_name("game.pbem.torn")
    seen: list[tuple[int, int]] = []

    def look(descriptor: int) -> None:
        seen.append((torn.stat().st_size, path.stat().st_size))

    monkeypatch.setattr(os, "fsync", look)
    mended(log_at(path))
    assert seen[:2] == [(3, 10), (3, 10)]  # the copy, and its name in the folder
    assert seen[2:] == [(3, 7)] * 3  # the shortened log; then as after any reading


def test_lines_are_counted_on_after_what_was_added(path: Path) -> None:
    mine = log_at(path)
    mine.create(stored(LINES[:2]))
    with mine.writing() as writer:
        writer.append(stored(LINES[2:4]))
    assert mine.count == 4
    with path.open("ab") as stream:
        stream.write(b"bad\n" + LINES[4])
    with mine.writing() as writer:
        assert [str(finding) for finding in writer.findings] == ["game.pbem, line 5: not framed as an event"]
        assert writer.fresh == stored(LINES[4:5])
    assert mine.count == 5


def test_a_log_may_be_as_large_as_its_bound_and_no_larger(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit is refused before a byte of it is written, and the writer is done for."""
    for module in (log, lines):
        monkeypatch.setattr(module, "MAX_LOG", 21)
    mine = log_at(path)
    mine.create(stored(LINES[:2]))
    with mine.writing() as writer:
        writer.append(stored(LINES[2:3]))
    assert log_at(path).read().events == stored(LINES[:3])
    with mine.writing() as writer, pytest.raises(PbemError, match=r"would pass 21 bytes: nothing was sent$"):
        writer.append(stored(LINES[3:4]))
    assert path.read_bytes() == b"".join(LINES[:3])
    monkeypatch.setattr(log, "MAX_LOG", 22)
    with path.open("ab") as stream:
        stream.write(b"\n")
    with pytest.raises(BadRecord, match=r"^game\.pbem: 22 bytes, the limit is 21$"):
        log_at(path).read()


def test_as_many_bad_lines_as_are_bearable_and_one_more(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_BAD", 3)
    path.write_bytes(LINES[0] + b"bad\n" * 3)
    assert [finding.line for finding in log_at(path).read().findings] == [2, 3, 4]
    path.write_bytes(LINES[0] + b"bad\n" * 4)
    with pytest.raises(BadRecord, match=r"^game\.pbem: more than 3 lines are no records") as caught:
        log_at(path).read()
    assert caught.value.hint == "keep it, and get the records again from the other seats"


def test_what_is_no_log_at_all_is_named_with_the_way_out(path: Path) -> None:
    path.write_bytes(b"this is\nno log\n")
    with pytest.raises(BadRecord, match=r"^game\.pbem: not one good line: this is no log$") as caught:
        mended(log_at(path))
    assert caught.value.hint == "move the file away"


def test_another_program_that_adds_while_the_lock_is_held_stops_the_writer(path: Path) -> None:
    mine = log_at(path)
    mine.create(stored(LINES[:1]))
    with mine.writing() as writer:
        path.write_bytes(b"".join(LINES[:2]))
        with pytest.raises(log.LogChanged, match="was changed by another kind of program"):
            writer.append(stored(LINES[2:3]))
    assert path.read_bytes() == b"".join(LINES[:2])


def test_a_log_knows_which_lines_it_holds(path: Path) -> None:
    mine = log_at(path)
    mine.create(stored(LINES[:1]))
    assert (mine.holds(LINES[0]), mine.holds(LINES[1])) == (True, False)
    with mine.writing() as writer:
        writer.append(stored(LINES[1:2]))
        assert mine.holds(LINES[1])
    again = log_at(path)
    assert not again.holds(LINES[0])  # nothing was handed out yet
    again.read()
    assert again.holds(LINES[1])
