"""2.13 An old backup of a home and its match folder, put back together: it signs nothing for a place it has signed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from desks import Desks, people_of
from pbem.post.packet import pack, unpack
from pbem.record.wire import CODEC, SeatLine


def suggested(desks: Desks, who: str) -> str:
    """What `next` offers first for the one who is asked."""
    return " ".join(re.findall(r'pbem do "([^"]+)"', desks.run(who, "next").out)[0].split())


def newest(desks: Desks, who: str) -> Path:
    return max((desks.game(who) / "out").glob("*.pbem"), key=lambda path: path.stat().st_mtime_ns)


def twice(desks: Desks) -> list[tuple[int, int]]:
    """Places for which Bo holds two events of one seat."""
    events = [e for e in map(CODEC.decode, desks.bytes_of("bo").splitlines(keepends=True)) if isinstance(e, SeatLine)]
    places = [(e.seat, e.msg.n) for e in events]
    return [place for place in set(places) if places.count(place) > 1]


@pytest.fixture(scope="module")
def went_on(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ana and Bo at Operation Anaconda: she gave orders after a copy was made of all that is hers; he went on."""
    tmp_path = tmp_path_factory.mktemp("went_on")
    desks = people_of(tmp_path, "ana", "bo")
    desks.must("ana", "new", "anaconda", "coalition=me", f"al_qaeda={tmp_path / 'bo.card'}", "-C", desks.game("ana"),
               at=tmp_path)
    desks.must("bo", "join", desks.game("ana") / "out", "-C", desks.game("bo"), at=tmp_path)
    for who, other in (("ana", "bo"), ("bo", "ana"), ("ana", "bo")):
        desks.must(who, "in", desks.game(other) / "out")
    desks.must("bo", "do", "--send", "rest")
    desks.must("ana", "in", desks.game("bo") / "out")
    for _ in range(2):
        desks.must("ana", "do", "--send", suggested(desks, "ana"))
    shutil.copytree(tmp_path / "ana", tmp_path / "backup")
    desks.must("ana", "do", "--send", "rest")
    desks.must("bo", "in", desks.game("ana") / "out")
    shutil.rmtree(tmp_path / "ana")
    shutil.move(tmp_path / "backup", tmp_path / "ana")
    return tmp_path


@pytest.fixture
def desks(went_on: Path, tmp_path: Path) -> Desks:
    """The same, to play with."""
    shutil.copytree(went_on, tmp_path, dirs_exist_ok=True)
    for name in ("games.json", "machine.json"):
        for file in tmp_path.glob(f"*/home/{name}"):
            file.write_text(file.read_text().replace(str(went_on), str(tmp_path)))
    return Desks(tmp_path)


LACKS = re.compile(r"pbem: error: event \d+ of seat coalition was not signed with this home: a copy of it plays this "
                   "seat elsewhere, or an older copy was put back, and two events for one place would end the match "
                   "for everybody")


def test_2_13_what_others_have_built_on_stops_it_before_it_signs_again(desks):
    """Whoever sends a packet puts in the newest of ours that he holds, though he knows that we have that."""
    done = desks.run("ana", "in", newest(desks, "bo"))
    assert done.status == 5
    assert LACKS.fullmatch(done.complaint)
    assert "pbem out --all" in done.err
    before = desks.bytes_of("ana")
    for command in (["do", "--send", "rest"], ["send"], ["note", "hello"], ["resign", "--yes"]):
        done = desks.run("ana", *command)
        assert done.status == 5, command
        assert LACKS.fullmatch(done.complaint), command
    assert desks.run("ana", "next").status == 5
    assert desks.bytes_of("ana") == before
    assert twice(desks) == []


def test_2_13_with_everything_back_and_said_so_it_plays_on(desks):
    desks.run("ana", "in", newest(desks, "bo"))
    desks.must("bo", "out", "--all")
    done = desks.run("ana", "in", newest(desks, "bo"))
    assert done.status == 5
    assert "was not signed with this home" in done.complaint
    desks.must("ana", "join", "--adopt")
    desks.must("bo", "in", desks.game("ana") / "out")
    assert desks.must("ana", "next").out.splitlines()[0] == desks.must("bo", "next").out.splitlines()[0]
    assert twice(desks) == []
    assert desks.must("bo", "verify").status == 0


def test_2_13_a_file_of_ours_that_comes_back_stops_it_too(desks, tmp_path):
    """A shared folder, a mailbox of what was sent: our own packet is evidence as good as any."""
    lines = [line for line in desks.bytes_of("bo").splitlines(keepends=True)
             if isinstance(CODEC.decode(line), SeatLine) and CODEC.decode(line).seat == 0]  # type: ignore[union-attr]
    (tmp_path / "sent.pbem").write_bytes(pack(lines[-1:]))
    assert unpack((tmp_path / "sent.pbem").read_bytes()) == lines[-1:]
    done = desks.run("ana", "in", tmp_path / "sent.pbem")
    assert done.status == 5
    assert desks.run("ana", "do", "--send", "rest").status == 5
    assert twice(desks) == []
