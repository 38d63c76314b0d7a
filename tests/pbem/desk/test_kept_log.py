"""What is kept of a log never makes another match of it: whatever lies there, whoever was killed, whatever came."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from pathlib import Path

import pytest

from kept_files import FILES, as_it_was, counts, files_of, play_on, put, same
from pbem.desk import saved
from pbem.desk.reading import read
from pbem.lab.long import _go_on, _Played
from pbem.lab.march import installed
from pbem.record.log import LOG_NAME

with contextlib.suppress(ImportError):  # on Windows, where there is no fork either
    import resource

NOBODY = 65_534
MOMENTS = [(step, part) for step in range(3) for part in range(17)][:50]
QUICK = {(0, 3), (1, 0), (2, 16)}
quietly = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # the child does its work and ends
forks = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")


@pytest.fixture(autouse=True)
def march():
    with installed():
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Two matches of two people."""
    root = tmp_path_factory.mktemp("played")
    with installed():
        return _Played(root / "one", 120), _Played(root / "two", 120)


@pytest.fixture
def one(played):
    """One of them, and its files as they were; folder and home are as before afterwards."""
    mine = played[0]
    with as_it_was(mine):
        yield mine, files_of(mine)


def files_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def in_a_child(work):
    """How a process of its own ends that does this."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("names", [("game_open",), ("game_index",), ("game_open", "game_index")], ids=" ".join)
def test_files_of_another_home(one, played, names):
    mine, before = one
    theirs = files_of(played[1])
    put(mine, before, **{name: theirs[name.replace("_", ".")] for name in names})
    assert not counts(mine)
    same(mine)
    assert counts(mine)


def test_files_that_were_swapped_or_cut(one):
    mine, before = one
    put(mine, before, game_open=before["game.index"], game_index=before["game.open"])
    assert not counts(mine)
    same(mine)
    for name in FILES:
        for cut in (1, 15, 17, len(before[name])):
            put(mine, before, **{name.replace(".", "_"): before[name][:-cut]})
            assert not counts(mine)
            same(mine)


def test_a_log_of_equal_length_and_time(one):
    mine, before = one
    path = mine.folder / LOG_NAME
    lines, times, rng = before[LOG_NAME].splitlines(keepends=True), os.stat(path), random.Random(1)
    for at in rng.sample(range(1, len(lines)), 6):
        line = bytearray(lines[at])
        line[-20] = ord("B") if line[-20] == ord("A") else ord("A")  # in its signature: its id stays
        put(mine, before, game_pbem=b"".join([*lines[:at], bytes(line), *lines[at + 1 :]]))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert not counts(mine)
        same(mine)
        same(mine)  # by what was kept then, if anything was
    for at in rng.sample(range(4, len(lines) - 1), 3):
        put(mine, before, game_pbem=b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert not counts(mine)
        same(mine)


def test_a_log_with_more_or_fewer_lines(one):
    mine, before = one
    log = before[LOG_NAME]
    lines = log.splitlines(keepends=True)
    for more in (lines[5], lines[-1], b"junk\n", lines[-1][:40]):
        put(mine, before, game_pbem=log + more)
        same(mine)
    for fewer in (1, 9, 60):
        put(mine, before, game_pbem=b"".join(lines[:-fewer]))
        same(mine)
    put(mine, before, game_pbem=log + lines[5])
    play_on(mine)
    same(mine)
    spoilt = bytearray(log)
    spoilt[-20] = ord("B") if spoilt[-20] == ord("A") else ord("A")  # the last line is not signed
    for files in (before, before | dict.fromkeys(FILES, b"")):
        put(mine, files, game_pbem=bytes(spoilt))
        for _ in range(2):
            same(mine)
        assert {name: (mine.folder / name).read_bytes() for name in FILES} == {name: files[name] for name in FILES}


def test_an_old_file_put_back_after_the_log_grew(one):
    mine, before = one
    play_on(mine)
    after = files_of(mine)
    assert after["game.index"].startswith(before["game.index"])
    assert after["game.index"] != before["game.index"], "it is only ever added to"
    put(mine, after, game_open=before["game.open"])
    assert counts(mine)
    same(mine)
    put(mine, after, game_index=before["game.index"])
    assert not counts(mine)
    same(mine)
    put(mine, after, game_open=before["game.open"], game_index=before["game.index"] + os.urandom(500))
    play_on(mine)
    assert counts(mine)
    same(mine)


def test_nothing_is_written_through_a_link(one, tmp_path):
    mine, before = one
    target = tmp_path / "target"
    target.write_bytes(before["game.index"] + b"dear")
    (mine.folder / "game.index").unlink()
    (mine.folder / "game.index").symlink_to(target)
    same(mine)
    play_on(mine)
    assert target.read_bytes() == before["game.index"] + b"dear"
    same(mine)


def test_who_comes_second_keeps_nothing_over_what_the_first_kept(one):
    mine, _ = one
    with mine.desk.game(mine.folder) as game:
        for _ in range(40):
            _go_on(game.match)
        (mine.folder / "game.open").write_bytes(b"another program's")
    assert (mine.folder / "game.open").read_bytes() == b"another program's"
    same(mine)
    assert counts(mine)


@forks
@quietly
@pytest.mark.parametrize("lost", [(), ("game.index",), (*FILES, "game.cache")], ids=" ".join)
def test_a_folder_that_cannot_be_written(one, lost):
    mine, before = one
    play_on(mine)
    left = before | {LOG_NAME: (mine.folder / LOG_NAME).read_bytes()} | dict.fromkeys(lost, b"")
    put(mine, left)
    same(mine)  # so that whatever is imported is here
    put(mine, left)
    with tempfile.TemporaryDirectory() as root:
        there = shutil.copytree(mine.folder, Path(root) / "game")
        held = files_in(there)

        def reads():
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            assert not os.access(there, os.W_OK)
            same(mine, there)

        for path in (Path(root), *there.iterdir(), there):
            if os.geteuid() == 0:
                os.chown(path, NOBODY, NOBODY)
        there.chmod(0o500)
        try:
            assert in_a_child(reads) == 0
        finally:
            there.chmod(0o700)
        assert files_in(there) == held


@forks
@quietly
@pytest.mark.parametrize("room", ["nothing", "a part of the index", "all but a byte", "all"])
def test_a_full_disk(one, room):
    mine, before = one
    play_on(mine)
    after = files_of(mine)
    index, old = len(after["game.index"]), len(before["game.index"])
    most = {"nothing": 0, "a part of the index": (old + index) // 2, "all but a byte": index - 1, "all": index}[room]
    put(mine, before, game_pbem=after[LOG_NAME])

    def reads():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        same(mine)

    assert in_a_child(reads) == 0
    assert ((mine.folder / "game.open").read_bytes() != before["game.open"]) == (room == "all")
    same(mine)
    assert counts(mine)
    assert len((mine.folder / "game.index").read_bytes()) >= index, "what was refused is kept when there is room"


@forks
@quietly
def test_two_programs_at_one_folder(one):
    mine, _ = one
    child = os.fork()
    if child == 0:
        status = 1
        with contextlib.suppress(BaseException):
            for _ in range(6):
                desk, folder = mine.desk, mine.folder
                read(folder / LOG_NAME, desk.masters, cache=desk.cache(folder), whole=True, saved=desk.saved(folder))
            status = 0
        os._exit(status)
    for _ in range(3):
        play_on(mine, 20)
    assert os.waitpid(child, 0)[1] == 0
    same(mine)


@forks
@quietly
@pytest.mark.parametrize("moment", [
    pytest.param(one, marks=() if one in QUICK else pytest.mark.thorough) for one in MOMENTS], ids=str)  # fmt: skip
def test_killed_between_the_log_and_what_is_kept(one, moment):
    mine, before = one
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            _die_at(*moment)
            play_on(mine)
        os._exit(0)
    killed = os.waitpid(child, 0)[1]
    assert os.waitstatus_to_exitcode(killed) == 9
    assert len((mine.folder / LOG_NAME).read_bytes()) > len(before[LOG_NAME])
    same(mine)
    play_on(mine)
    same(mine)
    assert counts(mine)


def _die_at(step, part):
    """This process ends while the index grows, when it has, or when `game.open` was replaced."""
    write, replace = saved.write_all, saved.replace_whole

    def dying_write(descriptor, content):
        if step == 0:
            os.write(descriptor, content[: len(content) * part // 17])
            os._exit(9)
        write(descriptor, content)

    def dying_replace(path, content, *, mode):
        if step == 2:
            replace(path, content, mode=mode)
        elif part:
            path.with_name(f".pbem-{'0' * 16}.tmp").write_bytes(content[: len(content) * part // 17])
        os._exit(9)

    saved.write_all, saved.replace_whole = dying_write, dying_replace
