"""2.13 The file of a match: reading, adding, mending. Lines here are `e<number> <padding>`, in any length."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from functools import partial
from pathlib import Path

import pytest

from costs import takes
from dying import KILLED, everywhere
from pbem.disk.lock import locked
from pbem.disk.whole import disk_error, write_all
from pbem.errors import BadRecord, PbemError, Unsupported, WrongUse
from pbem.limits import MAX_BAD, MAX_LINE, MAX_LOG
from pbem.record.log import LogChanged, LogFile
from plain_lines import StoredLine, mended

ROOT = Path(__file__).parents[3]
LINE = re.compile(rb"e[0-9]{6} x*\n")
LINES = [b"e%06d %s\n" % (number, b"x" * (7 * number)) for number in range(6)]


def decode(line: bytes) -> StoredLine:
    if line.startswith(b"later"):
        raise Unsupported("this version cannot read `later` yet")
    if not LINE.fullmatch(line):
        raise BadRecord("not framed as an event")
    return StoredLine(line)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.pbem"


def log_at(path: Path) -> LogFile[StoredLine]:
    return LogFile(path, decode)


def stored(lines: list[bytes]) -> list[StoredLine]:
    return [StoredLine(line) for line in lines]


def others(path: Path) -> set[str]:
    return {found.name for found in path.parent.iterdir()} - {path.name, path.name + ".lock"}


def add(path: Path, *lines: bytes) -> None:
    with log_at(path).writing() as writer:
        writer.append(stored(list(lines)))


# Reading


def test_what_is_added_is_read_in_the_order_of_arrival(path: Path) -> None:
    log_at(path).create(stored(LINES[:1]))
    add(path, *LINES[1:3])
    add(path, LINES[5], LINES[4])
    reading = log_at(path).read()
    assert [event.line for event in reading.events] == [*LINES[:3], LINES[5], LINES[4]]
    assert reading.findings == []
    assert others(path) == set()


def test_reading_a_strangers_file_writes_nothing(path: Path) -> None:
    path.write_bytes(LINES[0] + b"bad\n" + LINES[1] + b"e0000")
    path.chmod(0o400)
    before = path.read_bytes()
    reading = log_at(path).read()
    assert len(reading.events) == 2
    assert [str(finding) for finding in reading.findings] == [
        "game.pbem, line 2: not framed as an event",
        "game.pbem, line 4: the last line breaks off after 5 bytes",
    ]
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == ["game.pbem"]


def test_a_line_of_any_length_is_never_held_whole(path: Path) -> None:
    longest = b"e000001 " + b"x" * (MAX_LINE - 9) + b"\n"
    path.write_bytes(LINES[0] + longest + b"e000002 " + b"x" * (MAX_LINE - 8) + b"\n" + LINES[3])
    reading = log_at(path).read()
    assert [event.line for event in reading.events] == [LINES[0], longest, LINES[3]]
    assert [str(finding) for finding in reading.findings] == [
        "game.pbem, line 3: 65,537 bytes in one line, the limit is 65,536"
    ]


def test_a_hundred_megabytes_without_a_line_end_are_refused_at_once(path: Path) -> None:
    with path.open("wb") as stream:
        stream.write(LINES[0])
        stream.truncate(100 * 2**20)
    reading = log_at(path).read()
    assert takes(lambda: log_at(path).read(), 5)
    assert [event.line for event in reading.events] == LINES[:1]
    assert str(reading.findings[0]) == "game.pbem, line 2: the last line breaks off after 104,857,591 bytes"


def test_a_hundred_megabytes_of_empty_lines_are_refused_at_once(path: Path) -> None:
    with path.open("wb") as stream:
        for _ in range(100):
            stream.write(b"\n" * 2**20)

    def refused() -> None:
        with pytest.raises(BadRecord, match=f"more than {MAX_BAD:,} lines are no records"):
            log_at(path).read()

    assert takes(refused, 5)


def test_a_hundred_thousand_events_are_read(path: Path) -> None:
    path.write_bytes(b"".join(b"e%06d %s\n" % (number, b"x" * 400) for number in range(100_000)))
    log = log_at(path)
    assert len(log.read().events) == log.count == 100_000
    with log.writing() as writer:
        assert writer.fresh == []


def test_a_file_beyond_all_bounds_or_that_is_no_file_is_refused(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(MAX_LOG + 1)
    with pytest.raises(BadRecord, match="the limit is"):
        log_at(path).read()
    with pytest.raises(WrongUse, match="there is no file"):
        log_at(path.with_name("other.pbem")).read()
    with pytest.raises(WrongUse, match="is not a plain file"):
        log_at(path.parent).read()
    os.mkfifo(path.with_name("pipe"))
    with pytest.raises(WrongUse, match="is not a plain file"):
        log_at(path.with_name("pipe")).read()
    with pytest.raises(WrongUse, match="is not a plain file"), log_at(path.with_name("pipe")).writing():
        pass
    with pytest.raises(WrongUse, match="is not a plain file"):
        log_at(Path("/dev/zero")).read()


def test_writing_where_there_is_no_log_leaves_nothing_behind(path: Path) -> None:
    with pytest.raises(WrongUse, match="there is no file"), log_at(path).writing():
        pass
    assert list(path.parent.iterdir()) == []


def test_a_line_for_a_later_version_stops_the_reading_and_is_never_moved(path: Path) -> None:
    path.write_bytes(LINES[0] + b"later\n")
    for action in (log_at(path).read, partial(mended, log_at(path))):
        with pytest.raises(Unsupported, match=r"game\.pbem, line 2: this version cannot read `later` yet"):
            action()
    assert path.read_bytes() == LINES[0] + b"later\n"


# Adding


def test_copies_of_a_line_stop_here(path: Path) -> None:
    log = log_at(path)
    log.create(stored([LINES[0], LINES[0]]))
    with log.writing() as writer:
        assert writer.append(stored([LINES[0], LINES[1], LINES[1]])) == stored([LINES[1]])
        assert writer.append(stored(LINES[:3])) == stored([LINES[2]])
    assert path.read_bytes() == b"".join(LINES[:3])
    path.write_bytes(path.read_bytes() * 2)
    assert log_at(path).read() == (stored(LINES[:3]), [])


def test_a_new_log_never_replaces_one(path: Path) -> None:
    log_at(path).create(stored(LINES[:1]))
    with pytest.raises(WrongUse, match="exists already"):
        log_at(path).create(stored(LINES[1:2]))
    assert path.read_bytes() == LINES[0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("torn", [False, True], ids=["before", "within"])
def test_a_new_log_is_whole_or_not_there_whenever_its_program_is_killed(path: Path, torn: bool) -> None:
    found = set()
    for _, status in everywhere(lambda: log_at(path).create(stored(LINES[:2])) or 0, path.parent, torn=torn):
        there = path.read_bytes() if path.exists() else None
        assert there in (None, b"".join(LINES[:2]))
        assert status == KILLED or there is not None
        found.add(there)
        path.unlink(missing_ok=True)
    assert len(found) == 2


def test_the_writer_gets_what_came_since_it_last_read(path: Path) -> None:
    mine, theirs = log_at(path), log_at(path)
    mine.create(stored(LINES[:1]))
    mended(theirs)
    with theirs.writing() as writer:
        writer.append(stored(LINES[1:3]))
    with mine.writing() as writer:
        assert writer.fresh == stored(LINES[1:3])
        writer.append(stored(LINES[3:4]))
    with mine.writing() as writer:
        assert writer.fresh == []
    with theirs.writing() as writer:
        assert writer.fresh == stored(LINES[3:4])


def test_a_log_that_was_replaced_meanwhile_is_not_added_to(path: Path) -> None:
    log = log_at(path)
    log.create(stored(LINES[:3]))
    for other in (b"".join(LINES[:2]), b"".join([LINES[0], LINES[1], LINES[3], LINES[4]])):
        path.write_bytes(other)
        with pytest.raises(LogChanged, match="was changed by another kind of program"), log.writing():
            pass
        assert path.read_bytes() == other
    assert len(log.read().events) == 4


def test_events_that_came_with_a_failure_come_again(path: Path) -> None:
    log = log_at(path)
    log.create(stored(LINES[:1]))
    path.write_bytes(b"".join(LINES[:2]) + b"later\n")
    with pytest.raises(Unsupported), log.writing():
        pass
    path.write_bytes(b"".join(LINES[:2]))
    with log.writing() as writer:
        assert writer.fresh == stored(LINES[1:2])


@pytest.mark.parametrize("line", [b"", b"e000001 x", b"e000001\ne000002\n", b"\n\n", b"x" * MAX_LINE + b"\n"])
def test_only_whole_lines_are_added(path: Path, line: bytes) -> None:
    log_at(path).create(stored(LINES[:1]))
    with log_at(path).writing() as writer, pytest.raises(ValueError, match="one line"):
        writer.append(stored([LINES[1], line]))
    assert path.read_bytes() == LINES[0]


def test_a_writer_is_of_no_use_without_its_lock(path: Path) -> None:
    log = log_at(path)
    log.create([])
    with log.writing() as writer:
        pass
    with pytest.raises(PbemError, match="no longer open for writing: nothing was sent"):
        writer.append(stored(LINES[:1]))


def test_a_lock_that_is_held_is_waited_for_and_then_named(path: Path) -> None:
    with (
        locked(path),
        pytest.raises(PbemError, match=r"another program is writing game\.pbem"),
        locked(path, patience=0.01),
    ):
        pass
    with locked(path, patience=0):
        pass


# Mending


def test_an_end_torn_at_any_byte_is_moved_aside_and_nothing_else(path: Path) -> None:
    for cut in range(1, len(LINES[3])):
        path.write_bytes(b"".join(LINES[:3]) + LINES[3][:cut])
        torn = path.with_name("game.pbem.torn")
        torn.unlink(missing_ok=True)
        log = log_at(path)
        reading = mended(log)
        assert reading.events == stored(LINES[:3])
        assert str(reading.findings[0]).endswith(f"line 4: the last line breaks off after {cut} bytes")
        assert path.read_bytes() == b"".join(LINES[:3])
        assert torn.read_bytes() == LINES[3][:cut]
        with log.writing() as writer:
            assert writer.findings == []
            writer.append(stored([LINES[3]]))
        assert log_at(path).read() == (stored(LINES[:4]), [])


def test_whatever_follows_the_last_good_line_is_moved_aside(path: Path) -> None:
    path.write_bytes(LINES[0] + b"\n" + LINES[1] + b"bad\n\xff\n" + b"\0" * 100_000)
    reading = mended(log_at(path))
    assert reading.events == stored(LINES[:2])
    assert [finding.line for finding in reading.findings] == [2, 4, 5, 6]
    assert path.read_bytes() == LINES[0] + b"\n" + LINES[1]
    assert path.with_name("game.pbem.torn").read_bytes() == b"bad\n\xff\n" + b"\0" * 100_000
    assert path.with_name("game.pbem.bad").read_bytes() == b"\n"


def test_bad_lines_in_the_middle_are_copied_once_and_stay(path: Path) -> None:
    broken = b"x" * (3 * MAX_LINE) + b"\n"
    content = LINES[0] + b"bad\n" + LINES[1] + broken + b"bad\n" + LINES[2]
    path.write_bytes(content)
    for _ in range(2):
        reading = mended(log_at(path))
        assert reading.events == stored(LINES[:3])
        assert [finding.line for finding in reading.findings] == [2, 4, 5]
        assert path.read_bytes() == content
        assert path.with_name("game.pbem.bad").read_bytes() == b"bad\n" + broken
    path.write_bytes(content + b"worse\n" + LINES[3])
    mended(log_at(path))
    assert path.with_name("game.pbem.bad").read_bytes() == b"bad\n" + broken + b"worse\n"


def test_earlier_torn_ends_are_kept(path: Path) -> None:
    for number in (1, 2):
        path.write_bytes(LINES[0] + b"e%d" % number)
        mended(log_at(path))
    assert path.with_name("game.pbem.torn").read_bytes() == b"e1\ne2"


def test_writing_mends_first_so_that_no_line_is_glued_to_a_torn_one(path: Path) -> None:
    log = log_at(path)
    log.create(stored(LINES[:1]))
    with path.open("ab") as stream:
        stream.write(LINES[1] + b"e00")
    with log.writing() as writer:
        assert writer.fresh == stored(LINES[1:2])
        assert len(writer.findings) == 1
        writer.append(stored(LINES[2:3]))
    assert path.read_bytes() == b"".join(LINES[:3])


def test_a_file_without_one_good_line_is_left_alone(path: Path) -> None:
    path.write_bytes(b"this is\nno log")
    with pytest.raises(BadRecord, match="not one good line: this is no log"):
        mended(log_at(path))
    assert path.read_bytes() == b"this is\nno log"
    path.write_bytes(LINES[0][:4])  # the very first line, torn
    log_at(path).create(stored(LINES[:1]))
    assert path.read_bytes() == LINES[0]
    assert path.with_name("game.pbem.torn").read_bytes() == LINES[0][:4]


# A disk that fails


def test_a_failed_sync_takes_the_line_back_and_ends_the_writer(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = log_at(path)
    log.create(stored(LINES[:1]))
    syncs = 0

    def broken(descriptor: int) -> None:
        nonlocal syncs
        syncs += 1
        raise OSError(5, "Input/output error")

    with log.writing() as writer:
        monkeypatch.setattr(os, "fsync", broken)
        with pytest.raises(PbemError, match=r"cannot write game\.pbem: input/output error: nothing was sent") as caught:
            writer.append(stored(LINES[1:2]))
        assert caught.value.status == 1
        with pytest.raises(PbemError, match="no longer open"):
            writer.append(stored(LINES[1:2]))
    assert syncs == 1
    monkeypatch.undo()
    with log.writing() as writer:
        assert writer.fresh == []
        writer.append(stored(LINES[1:2]))
    assert path.read_bytes() == b"".join(LINES[:2])


def test_lines_that_a_killed_writer_left_are_synced_before_they_are_believed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(LINES[0])

    def broken(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(PbemError, match=r"the disk is full: nothing was sent \(game\.pbem\)"):
        mended(log_at(path))


def run(script: str, *arguments: object) -> subprocess.Popen[str]:
    head = "import sys; from pathlib import Path; from test_log import *; path = Path(sys.argv[1])\n"
    head += "import pbem.disk.lock as lock; lock.locked.__wrapped__.__defaults__ = (600,)\n"  # on a crowded machine too
    folders = os.pathsep.join(map(str, [ROOT, ROOT / "tests", Path(__file__).parent]))
    return subprocess.Popen(
        [sys.executable, "-c", head + textwrap.dedent(script), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": folders, "PYTHONDONTWRITEBYTECODE": "1"},  # no half modules on a full disk
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_full_disk_is_one_clear_line_and_the_log_stays_whole(path: Path) -> None:
    path.write_bytes(b"".join(LINES[:3]))
    script = """
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 5,) * 2)
        try:
            with log_at(path).writing() as writer:
                writer.append(stored([LINES[3]]))
        except PbemError as error:
            print(error.status, error)
    """
    assert run(script, path).communicate(timeout=600)[0] == "1 the disk is full: nothing was sent (game.pbem)\n"
    assert path.read_bytes() == b"".join(LINES[:3])


def test_a_device_without_room_is_a_full_disk() -> None:
    descriptor = os.open("/dev/full", os.O_WRONLY)
    try:
        with pytest.raises(OSError, match="No space") as caught:
            write_all(descriptor, b"x")
    finally:
        os.close(descriptor)
    assert str(disk_error(caught.value, "x.json")) == "the disk is full: x.json stays as it was"


def test_a_full_disk_while_mending_loses_nothing(path: Path) -> None:
    content = LINES[0] + b"bad\n" + LINES[1] + b"x" * 500
    path.write_bytes(content)
    script = """
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        try:
            mended(log_at(path))
        except PbemError as error:
            print(error)
    """
    assert run(script, path).communicate(timeout=600)[0] == "the disk is full: nothing was sent (game.pbem)\n"
    assert path.read_bytes() == content
    mended(log_at(path))
    assert path.read_bytes() == LINES[0] + b"bad\n" + LINES[1]
    assert path.with_name("game.pbem.torn").read_bytes().endswith(b"x" * 500)


# Several programs


def test_two_programs_at_once_lose_and_tear_nothing(path: Path) -> None:
    script = """
        log = log_at(path)
        for number in range(200):
            with log.writing() as writer:
                assert not writer.findings
                writer.append([StoredLine(b"e%s%05d %s\\n" % (sys.argv[2].encode(), number, b"x" * number))])
            time.sleep(0.0005)  # let the other program in
        print(log.count)
    """
    log_at(path).create([])
    programs = [run(script, path, digit) for digit in "12"]
    counts = [int(program.communicate(timeout=600)[0]) for program in programs]
    reading = log_at(path).read()
    assert reading.findings == []
    numbers = [int(event.line[1:7]) for event in reading.events]
    assert max(counts) == len(numbers) == 400
    for digit in (1, 2):  # each in its own order, none lost
        assert [number for number in numbers if number // 100_000 == digit] == [digit * 100_000 + i for i in range(200)]
    assert others(path) == set()


def test_a_killed_program_loses_nothing_that_was_acknowledged(path: Path) -> None:
    script = """
        log = log_at(path)
        number = mended(log).events and log.count or 0
        while True:
            with log.writing() as writer:
                writer.append([StoredLine(b"e%06d %s\\n" % (number, b"x" * 5_000))])
            print(number, flush=True)
            number += 1
    """
    log_at(path).create([])
    acknowledged = -1
    for kill in range(4):
        program = run(script, path)
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(0.011 * kill)
        program.send_signal(signal.SIGKILL)
        said = program.communicate(timeout=600)[0].split("\n")[:-1]
        acknowledged = max([acknowledged, *map(int, said)])
        events = mended(log_at(path)).events
        assert [int(event.line[1:7]) for event in events] == list(range(len(events)))
        assert len(events) > acknowledged
