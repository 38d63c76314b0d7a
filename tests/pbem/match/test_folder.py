"""A match between separate homes, by carrying files (protocol 2.13)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import people
from folders import opened
from little import Said, decides, little
from pbem.desk import keeping
from pbem.errors import MissingRecords
from pbem.match.folder import Arrival, GameFolder, RecordsTaken, create
from pbem.match.start import new_genesis
from pbem.post.packet import pack, unpack
from pbem.record.log import UNJOINED_NAME
from pbem.record.marks import Marks
from pbem.record.wire import CODEC, Event
from tiny import SEATS, TINY


@pytest.fixture(autouse=True)
def _tiny_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "ruleset_of", lambda genesis, overlay: (TINY, TINY.data_files(overlay)))


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
                came = [Arrival("packet", number, CODEC.decode(line)) for number, line in enumerate(unpack(packet), 1)]
                assert not game.take(came).faults
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


def test_2_18_what_came_before_the_join_of_its_seat_is_kept_until_that_comes(tmp_path):
    """Mails overtake each other, and each is read once: in another sitting, perhaps by another program."""
    _, _, _, (join, *rest), late = overtaken(tmp_path)
    for event in rest:
        with late.open() as game:
            assert game.take([Arrival("mail", 1, event)]) == RecordsTaken()
    assert {event.id for event in rest} <= set(read_ids(late.game / UNJOINED_NAME))
    with late.open() as game:
        game.take([Arrival("mail", 1, join)])
        assert {event.id for event in (join, *rest)} <= set(game.match.feeds.by_id)
    assert not (late.game / UNJOINED_NAME).exists()
    assert {event.id for event in (join, *rest)} <= set(read_ids(late.game / "game.pbem"))


def test_2_18_a_forged_event_is_kept_no_longer_than_its_join_is_missing(tmp_path):
    _, _, _, (join, real, *_), late = overtaken(tmp_path)
    line = real.line.replace(real.sig.encode(), join.sig.encode())
    with late.open() as game:
        game.take([Arrival("mail", 1, CODEC.decode(line))])
    (late.game / UNJOINED_NAME).write_bytes(b"junk\n" + (late.game / UNJOINED_NAME).read_bytes())
    with late.open() as game:
        game.take([Arrival("mail", 1, join)])
        assert real.id not in game.match.feeds.by_id
    assert not (late.game / UNJOINED_NAME).exists()
    assert real.id not in read_ids(late.game / "game.pbem")


def test_2_18_no_more_is_kept_for_a_join_than_there_is_room_for(tmp_path, monkeypatch):
    _, _, _, (_, first, *rest), late = overtaken(tmp_path)
    assert rest
    monkeypatch.setattr("pbem.record.unproved.MAX_UNJOINED", len(first.line))
    with late.open() as game:
        taken = game.take([Arrival("mail", 1, event) for event in (first, *rest)])
        assert game.unkept() == {0: len(rest)}
    assert [fault.why for fault in taken.faults] == [
        f"too much came of {SEATS[0]} before its join: {len(rest)} let go"]
    assert read_ids(late.game / UNJOINED_NAME) == [first.id]


def test_2_18_a_file_of_such_events_that_is_too_long_keeps_no_match_from_opening(tmp_path, monkeypatch):
    _, _, _, (_, first, *_), late = overtaken(tmp_path)
    monkeypatch.setattr("pbem.record.unjoined.MAX_SEATS", 1)
    monkeypatch.setattr("pbem.record.unjoined.MAX_UNJOINED", len(first.line))
    (late.game / UNJOINED_NAME).write_bytes(first.line * 2)
    with late.open() as game:
        assert game.match.feeds.unjoined() == []
        game.take([Arrival("mail", 1, first)])
    assert read_ids(late.game / UNJOINED_NAME) == [first.id]


def put_folder(path):
    path.mkdir()
    (path / "mine.txt").write_text("x")


ODD = [
    pytest.param(put_folder, False, id="folder"),
    pytest.param(lambda path: path.symlink_to("/dev/zero"), True, id="link to a device"),
    pytest.param(lambda path: path.symlink_to(path.with_name("nowhere")), True, id="dangling link"),
    pytest.param(lambda path: path.symlink_to(path.parent.parent), True, id="link to a folder"),
    pytest.param(lambda path: path.symlink_to(path), True, id="link to itself"),
    pytest.param(os.mkfifo, True, id="pipe"),
]


@pytest.mark.parametrize(("put", "is_kept"), ODD)
def test_2_18_whatever_lies_in_place_of_that_file_keeps_no_match_from_going_on(tmp_path, put, is_kept):
    _, _, _, (join, first, *_), late = overtaken(tmp_path)
    file = late.game / UNJOINED_NAME
    put(file)
    with late.open() as game:
        assert game.take([]) == RecordsTaken()
    with late.open() as game:
        taken = game.take([Arrival("mail", 1, first)])
    assert bool(taken.faults) is not is_kept
    assert file.is_file() is is_kept
    with late.open() as game:
        game.take([Arrival("mail", 2, join)])
        assert (first.id in game.match.feeds.by_id) is is_kept
        game.take([Arrival("mail", 1, first)])
        assert first.id in game.match.feeds.by_id
    assert file.exists() is not is_kept


def test_2_18_what_nobody_has_proved_is_in_no_packet(tmp_path):
    _, _, _, (_, first, *_), late = overtaken(tmp_path)
    with late.open() as game:
        game.take([Arrival("mail", 1, first)])
        assert game.match.feeds.unjoined() == [first]
        for lines in (game.lines_for([0, 2]), game.lines_for([0, 2], everything=True), game.lines_above([-1, -1, -1]),
                      game.lines_above([0, 0, 0])):
            assert first.id not in ids(lines)
    assert first.id not in read_ids(late.game / "game.pbem")


def overtaken(tmp_path):
    """Three who have played to the end, the events of the first one in order, and somebody who has the first line."""
    players = desks(tmp_path)
    play_to_the_end(players, random.Random(3))
    events = [CODEC.decode(line) for line in (players[0].game / "game.pbem").read_bytes().splitlines(keepends=True)]
    own = sorted((e for e in events[1:] if e.seat == 0), key=lambda e: e.msg.n)
    return *players, own, Desk(tmp_path / "late", 1, events[0])


def read_ids(path: Path) -> list[str]:
    return [CODEC.decode(line).id for line in path.read_bytes().splitlines(keepends=True)]


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


# ------------------------------------------------------------------ what to send


async def three_decide(state: Said) -> None:
    """Green decides, then red and blue, twice."""
    for seat in ("green", "red", "blue") * 2:
        state.note(await decides(seat))


def folder_of(person: people.Person) -> GameFolder:
    """As much of a game folder as choosing lines needs."""
    game = GameFolder.__new__(GameFolder)
    game.match = person.match
    return game


def ids(lines: list[bytes]) -> list[str]:
    return [CODEC.decode(line).id for line in lines]


def test_2_13_a_packet_begins_behind_the_last_round_that_its_reader_has_built_on():
    table = people.invite(ruleset=little(three_decide, seats=SEATS))
    people.settle(table)
    red, green, _blue = table
    game = folder_of(green)
    joins = {e.seat: e.id for e in green.log if e.kind == "join"}
    newest_of_red = green.match.feeds.feeds[0].ids[-1]  # whatever is sent to red
    first = green.match.answer(1, "go")
    assert set(ids(game.lines_for([0]))) == {joins[1], joins[2], first.id, newest_of_red}  # a join builds on nothing
    people.send(table, first)
    answer = red.match.answer(0, "go")
    people.send([green], answer)
    assert ids(game.lines_for([0])) == []  # red has built on round 2, and knows its own answer
    assert set(ids(game.lines_for([0, 2]))) == {*joins.values(), first.id, answer.id}
    assert len(game.lines_for([0], everything=True)) == len(green.log)


def test_2_13_whoever_has_not_joined_gets_everything():
    table = people.invite(ruleset=little(three_decide, seats=SEATS))
    table[0].match.join(0)
    assert ids(folder_of(table[0]).lines_for([1])) == [e.id for e in table[0].log]


def test_2_9_the_twin_behind_a_fork_travels_though_both_have_as_many_rounds():
    """Green told red and blue different things; both went on. The numbers of their rounds are equal, the rounds not."""
    table = people.invite("mover", ruleset=little(three_decide, seats=SEATS))
    people.settle(table)
    red, green, blue = table
    double = people.Person(green.log[0], {1: people.master(1)}, green.ruleset)
    double.receive(green.log[1:])
    to_red, to_blue = green.match.answer(1, "go"), double.match.answer(1, "stay")
    people.send([red], to_red)
    people.send([blue], to_blue)
    note = blue.match.note(2, "my base is the other one")
    people.send([red], note)
    assert note.msg.r == red.match.rounds.r == 3
    lines = folder_of(red).lines_for([2])
    assert to_red.id in ids(lines)
    people.send([blue], *map(CODEC.decode, lines))
    assert [blue.match.name(t.seat) for t in blue.match.twins] == ["green"]
