"""What came is decoded once, and each refusal names the file and the line that it is about."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from desks import Desks
from pbem.desk import desk as desk_module
from pbem.desk import door
from pbem.home import Home
from pbem.match.folder import Arrival
from pbem.post.packet import pack, unpack
from pbem.record.wire import CODEC


@pytest.fixture
def sent(desks: Desks) -> Path:
    """A folder with what ana and carl send to bo: two good packets, under the names `good` and `carl`."""
    folder = desks.root / "tray"
    folder.mkdir()
    for who, name in (("ana", "good.pbem"), ("carl", "carl.pbem")):
        desks.must(who, "do", "--send", "loose")
        (packet,) = (desks.game(who) / "out").glob("*-0003-*.pbem")
        (folder / name).write_bytes(packet.read_bytes())
    return folder


def changed(packet: Path, line: int, change: Callable[[bytes], bytes]) -> None:
    lines = unpack(packet.read_bytes())
    lines[line] = change(lines[line])
    packet.write_bytes(pack(lines))


def forged(line: bytes) -> bytes:
    """Another event under the signature of this one."""
    made = line.replace(b'"t":', b'"t":1', 1)
    assert made != line
    return made


def unsigned(line: bytes) -> bytes:
    """The same event under another signature."""
    return line[:-8] + (b"AAAAA" if line[-8:-3] != b"AAAAA" else b"BBBBB") + line[-3:]


@pytest.mark.parametrize("bad", [forged, unsigned])
@pytest.mark.parametrize(("good", "other"), [("aa.pbem", "zz.pbem"), ("zz.pbem", "aa.pbem")], ids=["before", "behind"])
def test_a_refusal_names_the_packet_that_holds_what_is_refused(desks, sent, bad, good, other):
    (sent / "good.pbem").rename(sent / good)
    changed(sent / "carl.pbem", -1, bad)
    (sent / "carl.pbem").rename(sent / other)
    last = len(unpack((sent / other).read_bytes()))
    done = desks.run("bo", "in", sent)
    assert done.status == 4
    (complaint,) = [line for line in done.err.splitlines() if line.startswith("pbem: error: ")]
    assert complaint.startswith(f"pbem: error: {sent / other}, line {last}: the signature of ")
    assert complaint.endswith("of seat 2 (mpla) is not that of its seat")
    assert "records: 1 new" in done.err  # ana's


def test_a_forged_copy_of_a_good_record_is_named_and_the_good_one_counts(desks, sent):
    twice = sent / "aa.pbem"
    twice.write_bytes((sent / "good.pbem").read_bytes())
    changed(twice, -1, unsigned)
    done = desks.run("bo", "in", sent)
    assert (done.status, done.complaint.split(", line")[0]) == (4, f"pbem: error: {twice}")
    assert "records: 2 new" in done.err


def test_a_line_that_is_no_record_is_named_with_its_line(desks, sent):
    changed(sent / "carl.pbem", 0, lambda line: line.replace(b'"n":', b'"n": ', 1))
    done = desks.run("bo", "in", sent)
    assert (done.status, done.complaint) == (
        4, f"pbem: error: {sent / 'carl.pbem'}, line 1: not canonical JSON"), done.err
    assert len(done.err.split("pbem: error: ")) == 2


def test_lines_of_a_log_that_was_pasted_keep_their_numbers(desks, sent):
    lines = desks.bytes_of("carl").splitlines(keepends=True)
    text = b"".join([*lines[:3], b"rubbish\n", *lines[3:-1], forged(lines[-1])]).decode()
    done = desks.run("bo", "in", "-", stdin=text)
    assert [line.split(": ")[2] for line in done.err.splitlines() if line.startswith("pbem: error: ")] == [
        f"the pasted text, line {len(lines) + 1}", "the pasted text, line 4",
    ]


def test_a_log_names_its_line(desks):
    lines = desks.bytes_of("carl").splitlines(keepends=True)
    log = desks.root / "carl.log"
    log.write_bytes(b"".join([*lines[:-1], b"rubbish\n", forged(lines[-1])]))
    told = json.loads(desks.run("bo", "in", "--json", log).out)
    assert [f.split(": ")[0] for f in told["matches"][0]["faults"]] == [f"carl.log, line {len(lines) + 1}"]
    assert [t["error"].split(": ")[0] for t in told["troubles"]] == [f"carl.log, line {len(lines)}"]


def test_a_record_of_another_match_is_named(desks, sent):
    desks.must("ana", "new", "angola", "all=me", "-C", desks.root / "other")
    (line, *_) = (desks.root / "other" / "game.pbem").read_bytes().splitlines(keepends=True)
    with desk_module.Desk(Home(desks.home("bo")), Home(desks.home("bo")).load()).game(desks.game("bo")) as game:
        taken = game.take([Arrival("from ana", 7, CODEC.decode(line))])
    assert [str(fault) for fault in taken.faults] == ["from ana, line 7: a line of another match"]


def test_what_came_is_decoded_once(desks, sent, monkeypatch):
    decoded: list[bytes] = []
    count = sum(len(unpack(packet.read_bytes())) for packet in sent.iterdir())

    class Counting:
        def decode(self, line: bytes):
            decoded.append(line)
            return CODEC.decode(line)

    monkeypatch.setattr(door, "CODEC", Counting())
    desks.must("bo", "in", sent)
    assert len(decoded) == count
