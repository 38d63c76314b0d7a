"""2.13 What a disk must do: private files whole or not at all, bounds before reading, errors in one line."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from pbem.disk import lock
from pbem.disk.lock import locked
from pbem.disk.plain import read_small
from pbem.disk.small import read_strict, updating, write_strict
from pbem.disk.whole import disk_error, make_private_folder, write_private
from pbem.errors import BadRecord, PbemError, WrongUse

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no file modes there")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys.json"


# ------------------------------------------------------------------ reading


@POSIX
@pytest.mark.parametrize("mode", [0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
def test_a_private_file_that_others_can_reach_is_refused_with_the_way_out(path: Path, mode: int) -> None:
    path.write_bytes(b"secret")
    path.chmod(mode)
    with pytest.raises(WrongUse) as caught:
        read_small(path, private=True)
    assert str(caught.value) == f"others may read or write {path} (mode {mode:o})"
    assert caught.value.hint == f"chmod 600 {path}"
    assert read_small(path) == b"secret"  # what is not private may be read by all


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_file_for_its_owner_alone_is_read(path: Path, mode: int) -> None:
    path.write_bytes(b"secret")
    path.chmod(mode)
    assert read_small(path, private=True) == b"secret"


def test_a_file_is_read_up_to_its_limit_and_not_beyond(path: Path) -> None:
    assert read_small(path, most=4) is None
    path.write_bytes(b"four")
    assert read_small(path, most=4) == b"four"
    path.write_bytes(b"x" * 1001)
    with pytest.raises(BadRecord, match=r"^keys\.json: 1,001 bytes, the limit is 1,000$"):
        read_small(path, most=1000)


def test_a_folder_and_a_name_that_no_disk_takes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="is not a plain file"):
        read_small(tmp_path)
    with pytest.raises(WrongUse, match=r"^cannot read .*: embedded null byte$"):
        read_small(tmp_path / "a\0b")
    with pytest.raises(WrongUse, match=r"^cannot read .*: file name too long$"):
        read_small(tmp_path / ("x" * 300))


# ------------------------------------------------------------------ writing


def test_a_file_is_replaced_whole_and_nothing_stays_beside_it(path: Path) -> None:
    write_private(path, b"old and long")
    write_private(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(path.parent) == ["keys.json"]


def test_a_file_that_cannot_be_replaced_stays_and_its_successor_goes(path: Path) -> None:
    path.mkdir()  # nothing replaces a folder
    with pytest.raises(PbemError, match=r"^cannot write keys\.json: is a directory: "):
        write_private(path, b"new")
    assert os.listdir(path.parent) == ["keys.json"]


def test_a_write_in_pieces_arrives_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, rest: write(descriptor, bytes(rest[:3])))
    write_private(path, b"eleven bits")
    assert path.read_bytes() == b"eleven bits"


@POSIX
def test_new_folders_are_closed_to_others_and_old_ones_stay_as_they_are(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private_folder(tmp_path / "a" / "b" / "c")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a", "a/b", "a/b/c", "")]
    assert modes == [0o700, 0o700, 0o700, 0o755]
    make_private_folder(tmp_path / "a" / "b" / "c")


def test_a_file_where_a_folder_belongs_is_named(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(WrongUse, match=r"^cannot use the folder .*keys\.json: file exists$"):
        make_private_folder(path)
    with pytest.raises(WrongUse, match=r"^cannot use the folder .*below: not a directory$"):
        make_private_folder(path / "below")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full: nothing was sent (x.json)"),
        (OSError(errno.EFBIG, "File too large"), "the disk is full: nothing was sent (x.json)"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "the disk is full: nothing was sent (x.json)"),
        (OSError(errno.EIO, "Input/output error"), "cannot write x.json: input/output error: nothing was sent"),
        (OSError("The file became shorter"), "cannot write x.json: the file became shorter: nothing was sent"),
        (OSError(), "cannot write x.json: oserror: nothing was sent"),
    ],
    ids=["no room", "too large", "quota", "broken", "words alone", "nothing at all"],
)
def test_a_disk_that_refuses_is_called_by_its_fault(error: OSError, said: str) -> None:
    made = disk_error(error, "x.json", "nothing was sent")
    assert str(made) == said
    assert made.hint is not None
    assert made.hint.startswith("make room" if "full" in said else "run the same command again")


# ------------------------------------------------------------------ locks


def test_a_lock_is_waited_for_as_long_as_its_patience(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is that of the pauses: each may be at most 5 ms, and the first are shorter."""
    now, pauses = [0.0], []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(lock.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(lock.time, "sleep", pause)
    with locked(path), pytest.raises(PbemError, match=r"^another program is writing keys\.json$"), locked(path, 1.0):
        pass
    assert pauses[:4] == [0.001, 0.002, 0.004, 0.005]
    assert max(pauses) == 0.005
    assert 1.0 <= sum(pauses) < 1.01


def test_a_lock_is_given_back_after_an_error(path: Path) -> None:
    with pytest.raises(KeyError), locked(path):
        raise KeyError
    with locked(path, patience=0):
        pass


def test_a_lock_that_the_disk_does_not_know_is_an_error_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(descriptor: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(lock.fcntl, "flock", unknown)
    with pytest.raises(PbemError, match=r"^cannot write keys\.json\.lock: no locks available: "), locked(path):
        pass
    with pytest.raises(PbemError, match=r"^cannot write x\.lock: no such file"), locked(path.parent / "none" / "x"):
        pass


# ------------------------------------------------------------------ small files of strict JSON


def test_a_mapping_is_written_only_if_it_changed(path: Path) -> None:
    with updating(path, dict[str, int]) as kept:
        kept["b"] = 1
    written = path.stat().st_mtime_ns, path.stat().st_ino
    with updating(path, dict[str, int]) as kept:
        assert kept == {"b": 1}
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == written
    with updating(path, dict[str, int]) as kept:
        kept["a"] = 2
    assert path.read_bytes() == b'{"a":2,"b":1}\n'


def test_an_empty_mapping_is_written_where_there_was_no_file(path: Path) -> None:
    with updating(path, dict[str, int]):
        pass
    assert read_strict(path, dict[str, int]) == {}


def test_what_could_not_be_read_back_is_not_written(path: Path) -> None:
    write_strict(path, {"a": 1})
    with pytest.raises(BadRecord, match=r"^keys\.json: 4,194,305 bytes, the limit is 4,194,304$"):
        write_strict(path, "x" * (4 * 2**20 - 2))
    assert read_strict(path, dict[str, int]) == {"a": 1}
    write_strict(path, "x" * (4 * 2**20 - 3))
    assert len(read_strict(path, str) or "") == 4 * 2**20 - 3


@POSIX
def test_a_private_file_of_json_is_refused_as_any_other(path: Path) -> None:
    write_strict(path, {"a": 1})
    assert read_strict(path, dict[str, int], private=True) == {"a": 1}
    path.chmod(0o644)
    with pytest.raises(WrongUse, match=r"others may read or write .* \(mode 644\)"):
        read_strict(path, dict[str, int], private=True)
