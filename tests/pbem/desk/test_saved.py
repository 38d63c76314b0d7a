"""What is kept of a match's play counts for this home, match, keys and code; else nothing of it does."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
import time
import zlib

import pytest
from msgspec.structs import replace

import pbem
from pbem.cli.main import status_of
from pbem.crypto.hashing import tm
from pbem.desk import saved
from pbem.desk.desk import Desk
from pbem.desk.reading import read
from pbem.desk.saved import SavedPlayFile
from pbem.home import Identity
from pbem.lab import demo
from pbem.match.again import ResumedBinding
from pbem.match.begun import Begun
from pbem.match.trail import unpacked
from pbem.record.log import LOG_NAME
from resuming import assert_same
from tiny import TINY

FILES = ("game.open", "game.index")


class Enough(Exception):
    """Played long enough."""


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


@pytest.fixture(scope="module")
def half(tmp_path_factory):
    """A folder with the homes and games of three players in the middle of a game."""

    def stop(game):
        if game.match.rounds.r > 50:
            raise Enough

    root = tmp_path_factory.mktemp("half")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.ruleset._load", lambda name: TINY)
        with pytest.raises(Enough):
            demo.play(root, TINY, options={"turns": 3}, on_step=stop)
    shutil.copytree(root / "red", root / "before")
    return root


@pytest.fixture
def mine(half):
    """The desk and folder of one of them, with what was kept of it."""
    shutil.rmtree(half / "red")
    shutil.copytree(half / "before", half / "red")
    home = demo.Home(half / "red" / "home")
    desk, folder = Desk(home, home.load()), half / "red" / "game"
    opened(desk, folder)
    assert (folder / "game.open").stat().st_mode & 0o777 == 0o600
    return desk, folder


def opened(desk, folder, *, log=None):
    """The match as `next` opens it."""
    file = desk.saved(folder)
    return read(log or folder / LOG_NAME, desk.masters, cache=desk.cache(folder), whole=True, saved=file)


def from_the_start(desk, folder):
    return read(folder / LOG_NAME, desk.masters, cache=desk.cache(folder), whole=True)


def loaded(desk, folder, file=None, secrets=None):
    match = from_the_start(desk, folder)
    given = match._secrets if secrets is None else secrets
    content = (folder / LOG_NAME).read_bytes()
    return (file or desk.saved(folder)).load(match.genesis, match.ruleset, given, content)


def test_what_is_kept_is_used_and_shows_the_same(mine, monkeypatch):
    begun = []
    original = ResumedBinding._go_on
    monkeypatch.setattr(ResumedBinding, "_go_on", lambda self, before: (begun.append(1), original(self, before)))
    assert_same(opened(*mine), from_the_start(*mine))
    assert begun


@pytest.mark.parametrize("name", FILES)
def test_every_bit_of_a_file_counts(mine, name):
    desk, folder = mine
    path, same = folder / name, from_the_start(desk, folder)
    content, log = path.read_bytes(), (folder / LOG_NAME).read_bytes()
    assert loaded(desk, folder) is not None
    file, masters = desk.saved(folder), same._secrets
    for bit in range(0, 8 * len(content), 97):
        at, flip = divmod(bit, 8)
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << flip]) + content[at + 1 :])
        assert file.load(same.genesis, same.ruleset, masters, log) is None
    more = content + b"x"  # of the index the rest may be what somebody added who was killed
    for spoilt in (b"", content[:11], content[:-1], os.urandom(300), *([more] if name == "game.open" else [])):
        path.write_bytes(spoilt)
        assert loaded(desk, folder) is None
    assert_same(opened(desk, folder), same)
    assert loaded(desk, folder) is not None  # kept anew


def test_another_home_match_key_build_or_form_counts_for_nothing(mine, monkeypatch):
    desk, folder = mine
    other = Desk(desk.home, Identity("x", 0, "x", "", bytes(32)))
    assert loaded(desk, folder, other.saved(folder)) is None
    assert loaded(desk, folder, secrets={}) is None
    assert loaded(desk, folder, secrets={0: bytes(32)}) is None
    match = from_the_start(desk, folder)
    content = (folder / LOG_NAME).read_bytes()
    assert desk.saved(folder).load(_named(match.genesis, "A" * 43), match.ruleset, match._secrets, content) is None
    assert Desk(desk.home, None).saved(folder) is None
    for name, value in (("pbem.desk.saved.SHAPE", b"0"), ("pbem.desk.saved._code", lambda: b"another"),
                        ("pbem.match.begun.build_of", lambda _: "0.0.0+000000000000"),
                        ("pbem.match.begun.build_of", lambda _: "")):  # fmt: skip
        with monkeypatch.context() as patch:
            patch.setattr(name, value)
            assert loaded(desk, folder) is None
    assert loaded(desk, folder) is not None


@pytest.mark.skipif(sys.platform == "win32", reason="it does not tell when a file was changed last")
@pytest.mark.parametrize("name", ["limits.py", "ruleset.py", "kit/forms.py", "match/match.py", "show/scene.py"])
def test_another_code_of_the_same_size_and_time_of_writing_is_another(name, tmp_path, monkeypatch):
    monkeypatch.setattr(pbem, "__file__", str(tmp_path / "__init__.py"))
    for folder in ("crypto", "kit", "match", "play", "record", "show"):
        (tmp_path / folder).mkdir()
    path, code = tmp_path / name, saved._code.__wrapped__
    path.write_text("LIMIT = 32")
    os.utime(path, ns=(1, 1))
    before = code()
    assert code() == before
    time.sleep(0.02)  # more than the clock of a file system
    path.write_text("LIMIT = 64")
    os.utime(path, ns=(1, 1))
    assert code() != before


def _named(genesis, id):
    return type(genesis)(genesis.core, genesis.sig, genesis.msg, id)


def test_an_old_file_put_back_and_a_log_put_back(mine):
    desk, folder = mine
    log, kept = folder / LOG_NAME, (folder / "game.open").read_bytes()
    lines = log.read_bytes().splitlines(keepends=True)
    for count in (3, len(lines) // 3, len(lines) // 2, len(lines) - 2):  # the log is older than what is kept
        log.write_bytes(b"".join(lines[:count]))
        (folder / "game.open").write_bytes(kept)
        assert_same(opened(desk, folder), from_the_start(desk, folder))
    old = (folder / "game.open").read_bytes()
    log.write_bytes(b"".join(lines))
    (folder / "game.open").write_bytes(old)
    assert_same(opened(desk, folder), from_the_start(desk, folder))
    log.write_bytes(b"".join([lines[0], *reversed(lines[1:])]))
    assert_same(opened(desk, folder), from_the_start(desk, folder))


def test_a_log_with_a_line_left_out_or_spoilt(mine):
    desk, folder = mine
    log, kept = folder / LOG_NAME, (folder / "game.open").read_bytes()
    lines = log.read_bytes().splitlines(keepends=True)
    for at in range(4, len(lines), 9):
        for spoilt in ([], [lines[at][:-20] + b"AAAAAAAAAAAAAAAAA" + lines[at][-3:]], [lines[at], lines[at]]):
            log.write_bytes(b"".join([*lines[:at], *spoilt, *lines[at + 1 :]]))
            (folder / "game.open").write_bytes(kept)
            assert_same(opened(desk, folder), from_the_start(desk, folder))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("there", ["folder", "link", "round", "pipe", "huge"])
def test_whatever_lies_there_instead(mine, there, name):
    desk, folder = mine
    path, same = folder / name, from_the_start(desk, folder)
    path.unlink()
    if there == "folder":
        path.mkdir()
    elif there == "link":
        path.symlink_to(folder / "nothing")
    elif there == "round":
        path.symlink_to(path)
    elif there == "pipe":
        os.mkfifo(path)
    else:
        path.touch()
        os.truncate(path, 2**40)
    assert_same(opened(desk, folder), same)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_refuses_is_not_told(mine, monkeypatch, number):
    desk, folder = mine
    for name in (*FILES, "game.cache"):
        (folder / name).unlink()

    def refuse(path, content, *, mode):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("pbem.disk.whole.replace_whole", refuse)
    monkeypatch.setattr(saved, "replace_whole", refuse)
    assert_same(opened(desk, folder), from_the_start(desk, folder))
    assert not any((folder / name).exists() for name in FILES)


def test_what_cannot_be_played_on_starts_over(mine, monkeypatch):
    desk, folder = mine
    same = from_the_start(desk, folder)
    original, changes = SavedPlayFile.load, {}

    def changed(self, *args):
        found = original(self, *args)
        with contextlib.suppress(ValueError, LookupError):
            return found and Begun(replace(found.kept, **changes), found.columns, args[-1], found.stamp)
        return None

    monkeypatch.setattr(SavedPlayFile, "load", changed)
    kept = loaded(desk, folder).kept
    play = kept.saved
    for changing in (
        {"state": b"{}"}, {"state": b""}, {"r": play.r + 1}, {"r": 10**6}, {"r": 0},
    ):
        changes = {"saved": replace(play, **changing)}
        assert_same(opened(desk, folder), same)
    for changing in (
        {"heads": kept.heads[1:]}, {"heads": tuple(one._replace(n=one.n + 9) for one in kept.heads)}, {"size": 9},
        {"heads": tuple(one._replace(n=0) for one in kept.heads)}, {"usable": (10**6,)}, {"digest": bytes(32)},
    ):
        changes = changing
        assert_same(opened(desk, folder), same)


def test_facts_and_columns_that_do_not_fit_each_other_are_refused(mine):
    desk, folder = mine
    genesis, found = from_the_start(desk, folder).genesis, loaded(desk, folder)
    content, kept, columns = (folder / LOG_NAME).read_bytes(), found.kept, found.columns
    heads, seats = kept.heads, columns.seats

    def made(**changes):
        facts = {name: value for name, value in changes.items() if hasattr(kept, name) and name != "digests"}
        others = {name: value for name, value in changes.items() if name not in facts}
        return Begun(replace(kept, **facts), replace(columns, **others), content, None)

    assert made().rounds(made().feeds(genesis)).r == kept.saved.r + 1
    for why, changes in (
        ("other lines", {"lines": kept.lines + 1}), ("other lines", {"size": kept.size - 1}),
        ("other lines", {"digest": bytes(32)}), ("other rounds", {"saved": replace(kept.saved, r=kept.saved.r - 1)}),
        ("other rounds", {"digests": columns.digests[32:]}), ("not one line", {"ids": columns.ids[:43] * len(seats)}),
        ("not one line", {"seats": seats[1:]}), ("not one line", {"ns": columns.ns[4:]}),
        ("not one line", {"rs": columns.rs[4:]}),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=why):
            made(**changes)
    swapped = bytearray(columns.ns)
    first = next(at for at in range(1, len(seats)) if seats[at] == 0)
    second = next(at for at in range(first + 1, len(seats)) if seats[at] == 0)
    swapped[4 * first], swapped[4 * second] = 1, 0
    for why, changes in (
        ("other seats", {"heads": heads[1:]}), ("no join", {"ns": bytes(swapped)}),
        ("an event is missing", {"heads": (heads[0]._replace(n=heads[0].n + 99), *heads[1:])}),
    ):
        with pytest.raises(ValueError, match=why):
            made(**changes).feeds(genesis)
    with pytest.raises(ValueError, match="other seats"):
        made().feeds(_named(genesis, "A" * 43))
    for changes in ({"counts": columns.counts + bytes(8)}, {"events": columns.events[4:]}):  # one too many, too few
        with pytest.raises(ValueError, match="not one digest a round"):
            made(**changes).rounds(made().feeds(genesis))


@pytest.mark.parametrize("base", [b"", b"x" * 500])
def test_what_is_packed_is_unpacked_whole_and_up_to_its_bound_or_not_at_all(base):
    packing = zlib.compressobj(zdict=base) if base else zlib.compressobj()
    packed = packing.compress(b"x" * 1000) + packing.flush()
    assert unpacked(packed, 1001, base) == b"x" * 1000
    for content, most in ((packed, 999), (packed[:-5], 1001), (b"", 1001)):
        with pytest.raises(ValueError, match="too much is packed"):
            unpacked(content, most, base)
    with pytest.raises(ValueError, match="not packed"):
        unpacked(b"junk", 1001, base)


def test_judging_and_replaying_never_use_it(mine, monkeypatch, capsys):
    _desk, folder = mine

    def never(*_):
        raise AssertionError("it was looked into")

    monkeypatch.setenv("PBEM_HOME", str(folder.parent / "home"))
    with monkeypatch.context() as patch:
        patch.setattr(SavedPlayFile, "load", never)
        assert status_of(["verify", str(folder)]) == 0
        assert status_of(["audit", str(folder)]) == 9  # it goes on
        assert status_of(["replay", str(folder), "--text"]) in (0, 2)
        with pytest.raises(AssertionError, match="looked into"):
            status_of(["next", "-C", str(folder)])


@pytest.mark.parametrize("words", ["next", "show", "status", "log --as red", "clock", "undo", "send"])
def test_a_command_says_the_same_with_it_and_without(mine, monkeypatch, capsys, words):
    _desk, folder = mine
    monkeypatch.setenv("PBEM_HOME", str(folder.parent / "home"))
    monkeypatch.chdir(folder)
    said = []
    status_of(["status"])  # so that a summary lies there
    capsys.readouterr()
    for _ in range(2):
        status = status_of(words.split())
        said.append((status, capsys.readouterr()))
        (folder / "game.open").unlink(missing_ok=True)
        (folder / "looked.json").unlink(missing_ok=True)
    assert said[0] == said[1]


def test_the_key_is_of_this_use_alone(mine):
    desk, folder = mine
    assert loaded(desk, folder, SavedPlayFile(folder / "game.open", tm(desk.identity.master, "local cache"))) is None
