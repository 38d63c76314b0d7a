"""2.13 High-water marks: nothing is signed twice under one number, whatever became of the log."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pbem.disk.small import updating
from pbem.errors import BadRecord, Fork, MissingRecords, PbemError
from pbem.record.marks import FeedMark, Marks, tip

GID, OTHER = "A" * 43, "B" * 42 + "A"


def mark(n: int, letter: str = "A", epoch: int = 0) -> FeedMark:
    return FeedMark(epoch=epoch, id=letter * 42 + "A", n=n)


@pytest.fixture
def marks(tmp_path: Path) -> Marks:
    return Marks(tmp_path / "home" / "marks.json")


def test_marks_are_kept_for_each_match_and_seat(marks: Marks) -> None:
    assert marks.get(GID, 0) is None
    marks.advance(GID, 0, mark(0))
    marks.advance(GID, 15, mark(3))
    marks.advance(OTHER, 0, mark(7))
    marks.advance(GID, 0, mark(1, "B"))
    again = Marks(marks.path)
    assert again.of_match(GID) == {0: mark(1, "B"), 15: mark(3)}
    assert again.get(OTHER, 0) == mark(7)
    assert stat.S_IMODE(marks.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(marks.path.parent.stat().st_mode) == 0o700
    assert {found.name for found in marks.path.parent.iterdir()} == {"marks.json", "marks.json.lock"}


def test_a_mark_never_falls(marks: Marks) -> None:
    marks.advance(GID, 2, mark(5, epoch=1))
    content = marks.path.read_bytes()
    for lower in (mark(4, epoch=1), mark(9, epoch=0)):
        with pytest.raises(MissingRecords, match=r"seat 2 signed event 5 that this copy of the game lacks"):
            marks.advance(GID, 2, lower)
    with pytest.raises(Fork, match="seat 2 signed two events as its event 5"):
        marks.advance(GID, 2, mark(5, "B", epoch=1))
    marks.advance(GID, 2, mark(5, epoch=1))
    assert marks.path.read_bytes() == content
    marks.advance(GID, 2, mark(2, epoch=2))  # a new epoch starts where the old one was cut
    assert marks.get(GID, 2) == mark(2, epoch=2)


@pytest.mark.parametrize("seat", [-1, 16])
def test_there_are_sixteen_seats(marks: Marks, seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        marks.advance(GID, seat, mark(0))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]\n",
        b'{"x":{}}\n',
        b'{ "%s":{}}\n' % GID.encode(),
        b'{"%s":{"01":{"epoch":0,"id":"%s","n":1}}}\n' % (GID.encode(), GID.encode()),
        b'{"%s":{"1":{"epoch":0,"id":"%s","n":1,"x":1}}}\n' % (GID.encode(), GID.encode()),
        b'{"%s":{"1":{"epoch":0,"id":"%s","n":-1}}}\n' % (GID.encode(), GID.encode()),
        b'{"%s":{"1":{"epoch":0,"id":"%s","n":1,"n":2}}}\n' % (GID.encode(), GID.encode()),
        b"\xff\xfe\n",
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_refused_and_stays(marks: Marks, content: bytes) -> None:
    marks.path.parent.mkdir()
    marks.path.write_bytes(content)
    with pytest.raises(BadRecord, match=r"^marks\.json: "):
        marks.get(GID, 1)
    with pytest.raises(BadRecord, match=r"^marks\.json: "):
        marks.advance(GID, 1, mark(9))
    assert marks.path.read_bytes() == content


def test_a_full_disk_leaves_the_old_marks(marks: Marks, monkeypatch: pytest.MonkeyPatch) -> None:
    marks.advance(GID, 0, mark(0))
    content = marks.path.read_bytes()

    def broken(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(PbemError, match=r"the disk is full: marks\.json stays as it was"):
        marks.advance(GID, 0, mark(1))
    monkeypatch.undo()
    assert marks.path.read_bytes() == content
    assert {found.name for found in marks.path.parent.iterdir()} == {"marks.json", "marks.json.lock"}


def test_what_a_killed_program_left_behind_is_cleared_in_time(marks: Marks) -> None:
    marks.advance(GID, 0, mark(0))
    folder = marks.path.parent
    begun, live = f".pbem-{'0' * 16}.tmp", f".pbem-{'f' * 16}.tmp"
    names = (begun, live, ".pbem-notes.tmp", f"{begun}.old", f"marks{begun}")
    for name in names:
        (folder / name).write_text("half")
        os.utime(folder / name, (0, 0))
    os.utime(folder / names[1])  # somebody may be writing it now
    marks.advance(GID, 0, mark(1))
    assert [name for name in names if not (folder / name).exists()] == [names[0]]


def test_a_change_that_fails_writes_nothing(marks: Marks) -> None:
    marks.advance(GID, 0, mark(0))
    content = marks.path.read_bytes()
    with pytest.raises(KeyError), updating(marks.path, dict[str, dict[str, FeedMark]]) as kept:
        del kept.pop(GID)["no such seat"]
    assert marks.path.read_bytes() == content


def test_the_first_event_follows_nothing() -> None:
    assert tip([], None, seat=0) is None


def test_a_log_ahead_of_the_mark_is_followed() -> None:
    log = [mark(2, "C"), mark(0), mark(1, "B")]
    assert tip(log, mark(1, "B"), seat=0) == mark(2, "C")
    assert tip(log, mark(2, "C"), seat=0) == mark(2, "C")
    assert tip([*log, mark(1, "D", epoch=1)], mark(2, "C"), seat=0) == mark(1, "D", epoch=1)


def test_a_log_behind_the_mark_is_never_signed_on() -> None:
    with pytest.raises(MissingRecords) as caught:
        tip([mark(15), mark(16, "B")], mark(17, "C"), seat="mpla")
    assert caught.value.status == 5
    assert str(caught.value) == (
        "seat mpla signed event 17 that this copy of the game lacks (it ends at event 16): "
        "get the newer records back first"
    )
    with pytest.raises(MissingRecords, match="it has none of that seat"):
        tip([], mark(0), seat=1)


def test_another_event_in_the_place_of_the_marked_one_is_a_fork() -> None:
    with pytest.raises(Fork, match="seat 1 signed two events as its event 17") as caught:
        tip([mark(17), mark(18)], mark(17, "B"), seat=1)
    assert caught.value.status == 6
    with pytest.raises(Fork, match="seat 1 signed two events as its event 2"):
        tip([mark(2), mark(2, "B")], mark(2), seat=1)


def test_an_event_above_the_mark_that_this_home_did_not_write_was_signed_elsewhere() -> None:
    log = [mark(0), mark(1, "B"), mark(2, "C")]
    assert tip(log, mark(1, "B"), seat=0, wrote={mark(2, "C").id}) == mark(2, "C")
    assert tip(log, None, seat=0, wrote={event.id for event in log}) == mark(2, "C")  # killed before its first mark
    for wrote in (set(), {mark(1, "B").id}):
        with pytest.raises(MissingRecords, match=r"^event 2 of seat mpla was not signed with this home: ") as caught:
            tip(log, mark(1, "B"), seat="mpla", wrote=wrote)
        assert caught.value.hint.endswith("say: pbem join --adopt")
    with pytest.raises(MissingRecords, match="event 0 of seat 0 was not signed with this home"):
        tip(log[:1], None, seat=0, wrote=set())
    with pytest.raises(MissingRecords, match="not with this home: it may have signed more elsewhere"):
        tip(log, None, seat=0, wrote={mark(2, "C").id})
    assert tip(log, mark(1, "B"), seat=0, wrote=set(), adopt=True) == mark(2, "C")


def test_a_home_without_marks_signs_on_only_if_its_owner_says_so() -> None:
    assert tip([mark(0)], None, seat=0) == mark(0)  # killed between the join and its mark: nothing has left
    log = [mark(0), mark(1, "B")]
    with pytest.raises(MissingRecords, match="not with this home: it may have signed more elsewhere"):
        tip(log, None, seat=0)
    assert tip(log, None, seat=0, adopt=True) == mark(1, "B")
