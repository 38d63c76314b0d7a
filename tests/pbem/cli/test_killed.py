"""`pbem send` as real processes: killed at any moment, two at once, a copied home. Nothing is half sent or doubled."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from desks import Desks, people_of
from pbem.post.packet import unpack
from pbem.record.wire import CODEC, SeatLine

PBEM = [sys.executable, "-c", "from pbem.cli.main import run; run()"]


@pytest.fixture
def drafted(tmp_path: Path) -> tuple[Desks, Path]:
    """Ana has drafted the set-up of two seats at Angola!, Bo holds the others; and a copy of all that."""
    desks = people_of(tmp_path / "table", "ana", "bo")
    card = desks.root / "bo.card"
    desks.must("ana", "new", "angola", "fapla=me", "fnla=me", f"mpla={card}", f"unita={card}", "--folder",
               desks.game("ana"), at=desks.root)
    desks.must("bo", "join", desks.game("ana") / "out", "--folder", desks.game("bo"), at=desks.root)
    exchange(desks)
    desks.must("ana", "do", "loose", "loose")
    shutil.rmtree(desks.game("ana") / "out", ignore_errors=True)
    shutil.copytree(desks.root, tmp_path / "as_drafted")
    return desks, tmp_path / "as_drafted"


def exchange(desks: Desks) -> None:
    for who, other in (("ana", "bo"), ("bo", "ana")) * 3:
        if (desks.game(other) / "out").exists():
            desks.must(who, "in", desks.game(other) / "out")
            desks.must(who, "out")


def restored(desks: Desks, copy: Path) -> None:
    """All as it was, at the same place."""
    shutil.rmtree(desks.root)
    shutil.copytree(copy, desks.root)


def started(desks: Desks, *arguments: str) -> subprocess.Popen[bytes]:
    environ = os.environ | desks.environment("ana")
    return subprocess.Popen([*PBEM, *arguments], cwd=desks.game("ana"), env=environ, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def sealed(lines: list[bytes]) -> list[SeatLine]:
    """The seals of Ana's seats among some lines."""
    return [e for e in map(CODEC.decode, lines) if isinstance(e, SeatLine) and e.kind == "seal" and e.seat < 2]


def in_log(desks: Desks) -> list[SeatLine]:
    return sealed(desks.bytes_of("ana").splitlines(keepends=True))


def in_packets(desks: Desks) -> list[SeatLine]:
    packets = (desks.game("ana") / "out").glob("*.pbem")
    return [event for packet in packets for event in sealed(unpack(packet.read_bytes()))]


def assert_once(desks: Desks) -> None:
    """Both drafts are signed, once each; whatever left is in the log; Bo takes it and nobody is accused."""
    events = in_log(desks)
    assert Counter(event.seat for event in events) == {0: 1, 1: 1}
    assert {event.id for event in in_packets(desks)} == {event.id for event in events}
    desks.must("ana", "verify")
    desks.must("bo", "in", desks.game("ana") / "out")
    desks.must("bo", "verify")
    assert "draft" not in desks.must("ana", "next").out


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_send_killed_at_any_moment_sends_nothing_in_part_and_nothing_twice(drafted, seed):
    desks, copy = drafted
    rng, found = random.Random(seed), Counter[int]()
    began = time.monotonic()
    first = started(desks, "send")
    assert first.communicate()[1].startswith(b"signed: 2 drafts")
    whole = time.monotonic() - began
    for _ in range(10):
        restored(desks, copy)
        process = started(desks, "send")
        time.sleep(rng.uniform(0.4, 1.05) * whole)
        process.kill()
        process.communicate()
        before = in_log(desks)
        left = {event.id for event in in_packets(desks)}
        assert left <= {event.id for event in before}
        assert len(before) in (0, 2)
        found[len(before)] += 1
        desks.must("ana", "send")
        desks.must("ana", "out", "--all")
        assert {event.id for event in before} <= {event.id for event in in_log(desks)}
        assert_once(desks)
    assert found[0]


@pytest.mark.slow
def test_two_sends_at_once_sign_once(drafted):
    desks, copy = drafted
    for _ in range(3):
        restored(desks, copy)
        both = [started(desks, "send") for _ in range(2)]
        told = [process.communicate()[1] for process in both]
        assert [process.returncode for process in both] == [0, 0]
        assert sorted(b"signed: 2 drafts" in text for text in told) == [False, True]
        assert sorted(b"nothing was drafted" in text for text in told) == [False, True]
        assert_once(desks)


def test_a_copied_home_signs_nothing_for_a_place_that_the_other_has_signed(drafted, tmp_path):
    desks, _ = drafted
    fork = Desks(tmp_path / "fork")
    shutil.copytree(desks.root, fork.root)
    desks.must("ana", "send")
    done = fork.run("ana", "send")
    assert done.status != 0
    assert in_log(fork) == []
    assert "nothing was sent" not in done.out
    fork.must("ana", "next")
    assert_once(desks)
