"""2.14 A second process checks signatures meanwhile: the report is that of one, whatever becomes of it."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from pbem.audit.findings.watch import Watch
from pbem.audit.verify import verify
from pbem.disk import second
from pbem.disk.second import Second
from pbem.reading import beside
from pbem.reading.beside import Vouched, checked
from records import TINY_ONLY, finished
from tiers import thorough

LOGS = Path(__file__).parent.parent.parent.parent / "logs"


class AtOnce:
    """A second process that has done its work in this one; `asked` counts those that were begun."""

    asked = 0

    def __init__(self, work):
        self.given = work()

    @classmethod
    def begin(cls, work):
        AtOnce.asked += 1
        return cls(work)

    def answer(self):
        return self.given

    def end(self):
        pass


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(beside, "LONG", 1)
    monkeypatch.setattr(beside, "Second", AtOnce)
    AtOnce.asked = 0
    return tmp_path / "game.pbem"


def both(path: Path):
    """The reports with a second process and without."""
    find = TINY_ONLY
    return verify(path, "full", find_ruleset=find), verify(path, "full", find_ruleset=find, helped=False)


def test_a_sound_log(path):
    path.write_bytes(b"".join(finished()))
    helped, alone = both(path)
    assert helped == alone
    assert helped.status == 0
    assert AtOnce.asked == 1
    assert checked(path).signatures == helped.signatures


def spoilt(rng: random.Random) -> bytes:
    """A log that something happened to."""
    lines = list(finished())
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(lines))
        line = bytearray(lines[at] or b"{}\n" * 40)
        match rng.randrange(8):
            case 0:  # a bit of a signature
                line[-rng.randrange(4, 88)] ^= 1 << rng.randrange(6)
            case 1:
                line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
            case 2:
                line = bytearray()
            case 3:
                line = line + line
            case 4:
                other = rng.randrange(len(lines))
                line, lines[other] = bytearray(lines[other]), bytes(line)
            case 5:
                line = line[: rng.randrange(len(line))]
            case 6:
                line += finished(nonce=1)[rng.randrange(len(lines))]
            case 7:  # the signature of another line
                line[-89:-3] = lines[rng.randrange(len(lines))][-89:-3]
        lines[at] = bytes(line)
    return b"".join(lines)


@pytest.mark.thorough
def test_a_spoilt_log(path):
    rng = random.Random(27)
    bad = 0
    for _ in range(120):
        path.write_bytes(spoilt(rng))
        helped, alone = both(path)
        assert helped == alone
        bad += alone.status != 0
    assert bad > 60
    assert AtOnce.asked > 60


@pytest.mark.thorough
def test_each_signature_counts(path):
    for at in range(len(finished())):
        lines = list(finished())
        line = bytearray(lines[at])
        line[-40] ^= 1
        lines[at] = bytes(line)
        path.write_bytes(b"".join(lines))
        assert checked(path) is None, at
        helped, alone = both(path)
        assert helped == alone
        assert helped.status != 0


@pytest.mark.parametrize("answer", [
    b"", b"\x00", b"\xc0", msgspec.msgpack.encode(Vouched(7, bytes(32))),
], ids=["died", "odd", "doubt", "of other bytes"])
def test_a_second_process_that_says_nothing_or_something_else(path, answer, monkeypatch):
    """A log in which one signature that another event carries is bad: the first process alone would not see it."""
    lines = list(finished())
    line = bytearray(lines[len(lines) // 2])
    line[-40] ^= 1
    lines[len(lines) // 2] = bytes(line)
    for content in (b"".join(finished()), b"".join(lines)):
        path.write_bytes(content)
        monkeypatch.setattr(AtOnce, "answer", lambda self: answer)
        helped, alone = both(path)
        assert helped == alone
    assert helped.status != 0


def test_short_logs_and_those_in_no_file_have_none(path, monkeypatch):
    path.write_bytes(b"".join(finished()))
    verify(path.read_bytes(), "full", find_ruleset=TINY_ONLY)
    verify(path, "quick", find_ruleset=TINY_ONLY)
    monkeypatch.setattr(beside, "LONG", len(finished()) + 1)
    verify(path, "full", find_ruleset=TINY_ONLY)
    assert AtOnce.asked == 0


REAL = """
import os, signal, sys
from hashlib import sha256
from pathlib import Path
from pbem.audit.audit import audit
from pbem.audit.verify import verify
from pbem.disk import second
from pbem.reading import beside

second._cores = lambda: 2
begun, begin = [], second.Second.begin.__func__
beside.Second.begin = classmethod(lambda cls, work: begun.append(1) or begin(cls, work))
path, how = Path(sys.argv[1]), sys.argv[2]
alone = verify(path, "full", helped=False)
if how == "dies":
    beside.checked = lambda path: os.kill(os.getpid(), signal.SIGKILL)
if how == "fails":
    beside.checked = lambda path: 1 // 0
if how == "leaves":
    beside.checked = lambda path: sys.exit(0)
if how == "ignored":  # what the second says must count: this one is wrong
    beside.checked = lambda path: beside.Vouched(5, sha256(path.read_bytes()).digest())
helped = verify(path, "full")
print(len(begun), helped == alone, helped.signatures)
if how == "well":
    looked = audit(path)
    beside.Second.begin = classmethod(lambda cls, work: None)
    assert looked == audit(path)
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    print("none is left")
"""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no second process is made there")
@pytest.mark.parametrize(("how", "is_same"), [
    ("well", True), ("dies", True), thorough("fails", True), thorough("leaves", True), ("ignored", False),
])  # fmt: skip
def test_a_real_one(how, is_same):
    path = LOGS / "angola" / "soviet_decisive" / "game.pbem"
    done = subprocess.run([sys.executable, "-c", REAL, str(path), how], capture_output=True, text=True, check=True)
    begun, same, signatures = done.stdout.split("\n")[0].split()
    assert (begun, same, done.stderr) == ("1", str(is_same), "")
    assert signatures == ("5" if how == "ignored" else signatures)
    assert done.stdout.endswith("none is left\n")


def test_where_threads_run_there_is_none(monkeypatch):
    monkeypatch.setattr(second, "cores", lambda: 2)
    begun = []
    monkeypatch.setattr("os.fork", lambda: begun.append(1) or 1)
    waits = threading.Event()
    thread = threading.Thread(target=waits.wait)
    thread.start()
    try:
        assert Second.begin(lambda: b"") is None
    finally:
        waits.set()
        thread.join()
    monkeypatch.setattr(second, "_threads", lambda: 1)
    monkeypatch.setattr(second, "cores", lambda: 1)
    assert Second.begin(lambda: b"") is None
    assert begun == []


def test_a_log_that_is_not_plain_is_played_once(path, monkeypatch):
    """Its first odd line ends the hope: what a stranger sends costs no second look at all of it."""
    lines = list(finished())
    played, close = [], Watch.close
    monkeypatch.setattr(Watch, "close", lambda self, closed: played.append(closed.r) or close(self, closed))
    for odd in (b"junk\n", lines[5], finished(nonce=1)[9]):
        path.write_bytes(b"".join((*lines[:3], odd, *lines[3:])))
        played.clear()
        helped, alone = both(path)
        assert helped == alone
        assert played == [*range(1, len(played) // 2 + 1)] * 2


@pytest.mark.thorough
@pytest.mark.parametrize("case", sorted(str(log.parent.relative_to(LOGS)) for log in LOGS.glob("*/*/game.pbem")))
def test_every_recorded_game(case, monkeypatch):
    log = LOGS / case / "game.pbem"
    monkeypatch.setattr(beside, "LONG", 1)
    monkeypatch.setattr(beside, "Second", AtOnce)
    before = AtOnce.asked
    assert verify(log, "full") == verify(log, "full", helped=False)
    assert AtOnce.asked == before + 1
