"""A match between separate homes, by carrying files (protocol 2.13)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import people
import pytest
from tiny import SEATS, TINY

from pbem.errors import MissingRecords
from pbem.match import folder as folders
from pbem.match.folder import GameFolder, create, opened
from pbem.match.start import new_genesis
from pbem.post.packet import pack, unpack
from pbem.record.marks import Marks
from pbem.record.wire import Event


@pytest.fixture(autouse=True)
def _tiny_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "ruleset_of", lambda genesis, overlay: (TINY, TINY.data_files(overlay)))


class Desk:
    """One player: a home with marks, a game folder, a tray of packets that came."""

    def __init__(self, root: Path, seat: int, genesis: Event) -> None:
        self.root, self.seat = root, seat
        self.game = root / "game"
        self.tray: list[bytes] = []
        create(self.game, [genesis])

    @contextmanager
    def open(self) -> Iterator[GameFolder]:
        marks = Marks(self.root / "marks.json")
        with opened(self.game, lambda _genesis: {self.seat: people.master(self.seat)}, marks, clock=lambda: 1) as game:
            yield game

    def sit_down(self, rng: random.Random) -> tuple[bool, bytes]:
        """Reads the tray, does what is owed, writes one packet for all."""
        with self.open() as game:
            for packet in self.tray:
                assert not game.take(unpack(packet)).faults
            self.tray.clear()
            person = people.Person.__new__(people.Person)
            person.match = game.match
            worked = False
            while person.work(rng):
                worked = True
            others = [s for s in range(len(SEATS)) if s != self.seat]
            lines = game.lines_for(others)
        return worked, pack(lines)


def desks(tmp_path: Path) -> list[Desk]:
    ids = [people.identity(i) for i in range(len(SEATS))]
    genesis = new_genesis(people.master(0), TINY, ids, {"turns": 1}, nonce=bytes(16))
    return [Desk(tmp_path / name, i, genesis) for i, name in enumerate(SEATS)]


def play_to_the_end(players: list[Desk], rng: random.Random) -> None:
    for _ in range(200):
        busy = False
        for desk in players:
            worked, packet = desk.sit_down(rng)
            busy |= worked
            for other in players:
                if other is not desk and worked:
                    other.tray.append(packet)
        if not busy:
            return
    raise AssertionError("the match does not end")


def test_2_13_a_match_is_carried_in_packets_between_homes(tmp_path):
    players = desks(tmp_path)
    play_to_the_end(players, random.Random(3))
    results = []
    for desk in players:
        with desk.open() as game:
            assert game.match.binding.is_over
            results.append((game.match.rounds.digest, game.match.result))
    assert len(set(results)) == 1


def test_2_13_a_restored_folder_signs_nothing_before_it_has_caught_up(tmp_path):
    players = desks(tmp_path)
    rng = random.Random(3)
    old = (players[0].game / "game.pbem").read_bytes()
    play_to_the_end(players[:1], rng)  # its join is signed
    (players[0].game / "game.pbem").write_bytes(old)
    with players[0].open() as game, pytest.raises(MissingRecords, match="lacks"):
        game.match.join(0)
    with players[0].open() as game:
        assert game.match.run_mechanical() == []
