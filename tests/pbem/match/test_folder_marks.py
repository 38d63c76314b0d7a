"""A match in its folder beside the marks of its home: what is written when, and who may sign on (protocol 2.13)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import people
from folders import opened
from little import Said, decides, little
from pbem.desk import keeping
from pbem.desk.waiting import lacking, waiting
from pbem.errors import MissingRecords, Unsupported, WrongUse
from pbem.match.folder import Arrival, GameFolder, caught_up, create, held_back
from pbem.record import events as ev
from pbem.record.log import LogFile
from pbem.record.marks import FeedMark, Marks
from pbem.record.wire import CODEC, Event


async def red_decides(state: Said) -> None:
    """Red decides three times, then green."""
    for seat in ("red", "red", "red", "green"):
        state.note(await decides(seat))


RULES = little(red_decides)
FIRST = people.first_line(ruleset=RULES)


@pytest.fixture(autouse=True)
def _the_rules_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "ruleset_of", lambda genesis, overlay: (RULES, RULES.data_files(overlay)))


class Home:
    """A player's home: one folder for the match, one file of marks."""

    def __init__(self, root: Path, *seats: int) -> None:
        self.path, self.seats, self.marks = root / "game", seats, Marks(root / "marks.json")

    @contextmanager
    def open(self, *, checked: frozenset[str] = frozenset()) -> Iterator[GameFolder]:
        masters = {seat: people.master(seat) for seat in self.seats}
        with opened(self.path, lambda _first: masters, self.marks, checked=lambda *_: checked) as game:
            yield game

    @property
    def written(self) -> list[Event]:
        return LogFile(self.path / "game.pbem", CODEC.decode).read().events

    def mark(self, seat: int) -> FeedMark | None:
        return self.marks.get(FIRST.id, seat)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """One that holds both seats."""
    create(tmp_path / "game", [FIRST])
    return Home(tmp_path, 0, 1)


def mark_of(event: Event) -> FeedMark:
    return FeedMark(epoch=0, id=event.id, n=event.msg.n)  # type: ignore[union-attr]


def sit(home: Home) -> list[Event]:
    """Both join, and red decides once: all in one sitting."""
    with home.open() as game:
        return [game.match.join(0), game.match.join(1), game.match.answer(0, "go")]


def test_2_13_marks_rise_to_the_last_event_of_a_sitting_for_every_seat(home):
    red, green, answer = sit(home)
    assert (home.mark(0), home.mark(1)) == (mark_of(answer), mark_of(green))
    assert [e.id for e in home.written] == [FIRST.id, red.id, green.id, answer.id]


def test_2_13_what_is_signed_is_in_the_log_after_the_sitting_and_once(home):
    with home.open() as game:
        join = game.match.join(0)
        assert [e.id for e in home.written] == [FIRST.id]
        game.flush()
        assert [e.id for e in home.written] == [FIRST.id, join.id]
        assert home.mark(0) == mark_of(join)
        game.flush()
    assert len(home.written) == 2
    with home.open():
        pass
    assert (len(home.written), home.mark(0)) == (2, mark_of(join))


def test_2_13_a_sitting_that_ends_in_an_error_writes_nothing(home):
    def fail() -> None:
        with home.open() as game:
            game.match.join(0)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert [e.id for e in home.written] == [FIRST.id]
    assert home.mark(0) is None


def test_2_13_no_mark_falls_when_an_older_copy_is_opened(home):
    sit(home)
    before = home.mark(0)
    lines = (home.path / "game.pbem").read_bytes().splitlines(keepends=True)
    (home.path / "game.pbem").write_bytes(b"".join(lines[:3]))
    with home.open() as game:
        assert list(game.match.held_back) == [0]
        assert game.match.run_mechanical() == []
    assert home.mark(0) == before


def test_2_13_a_log_that_grew_after_it_was_read_lacks_nothing_for_who_only_reads(home):
    """A reader holds no lock: our courier may sign between the reading of the log and that of the marks."""
    *_, answer = sit(home)
    older = people.Person(FIRST, {0: people.master(0), 1: people.master(1)}, RULES).match
    assert older.take(home.written[1:3]) == []
    held = held_back(older, home.marks)
    assert "signed event 1 that this copy of the game lacks" in str(held[0])
    log = home.path / "game.pbem"
    assert caught_up(held, older, home.marks, log) == {}
    log.write_bytes(b"".join(e.line for e in home.written if e.id != answer.id))
    assert caught_up(held, older, home.marks, log) == held


@pytest.fixture
def second(home: Home, tmp_path: Path) -> Home:
    """A home without marks beside the log of another: a second device, or a copy put back."""
    sit(home)
    return Home(tmp_path / "second", 0, 1)


def test_2_13_a_home_without_marks_signs_on_only_after_its_owner_adopts_the_log(home, second):
    create(second.path, home.written)
    with second.open() as game:
        assert 0 in game.match.held_back
        with pytest.raises(MissingRecords, match="but not with this home"):
            game.match.answer(0, "go")
    assert second.mark(0) is None
    with second.open() as game:
        game.adopt()
        assert game.match.held_back == {}
        answer = game.match.answer(0, "go")
    assert second.mark(0) == mark_of(answer)
    with second.open() as game:
        assert game.match.held_back == {}


def test_2_13_adopting_keeps_the_marks_that_are_there(home):
    *_, answer = sit(home)
    with home.open() as game:
        game.adopt()
    assert home.mark(0) == mark_of(answer)
    content = home.marks.path.read_bytes()
    (home.path / "game.pbem").write_bytes(FIRST.line)
    with home.open() as game, pytest.raises(MissingRecords, match="lacks"):
        game.adopt()  # nobody can say away what this home has signed itself
    assert home.marks.path.read_bytes() == content


def test_2_13_adopting_before_the_first_event_marks_nothing(home):
    with home.open() as game:
        game.adopt()
        assert game.match.held_back == {}
    assert not home.marks.path.exists()


def sat_with_green(home: Home) -> people.Person:
    """Red, at home, has joined and decided once; green, who sits elsewhere, has all that."""
    green = people.Person(FIRST, {1: people.master(1)}, RULES)
    join = green.match.join(1)
    with home.open() as game:
        game.match.join(0)
        game.take([Arrival("mail", 1, join)])
        game.match.answer(0, "go")
    green.receive(home.written)
    return green


def came(home: Home, *events: Event) -> dict[int, str]:
    """Takes these in; why seats may not sign then."""
    with home.open() as game:
        game.take([Arrival("mail", i, event) for i, event in enumerate(events, 1)])
        return {seat: str(fault) for seat, fault in game.match.held_back.items()}


def put_back(home: Home, green: people.Person, answers: int) -> Event:
    """Red decides again; green has it, and notes something; then all of red's home is as it was before."""
    kept = {path: path.read_bytes() for path in home.path.parent.rglob("*") if path.is_file()}
    with home.open() as game:
        for _ in range(answers):
            game.match.answer(0, "go")
    green.receive(home.written)
    for path, content in kept.items():
        path.write_bytes(content)
    return green.match.note(1, "seen")


def packet_of(tmp_path: Path, person: people.Person, seat: int) -> list[Event]:
    """What this person's own tool sends to the others."""
    there = Home(tmp_path / "sender", seat)
    create(there.path, person.log)
    with there.open() as game:
        lines = game.lines_for(game.others)
        heads = [feed.n for feed in game.match.feeds.feeds]
        assert game.lines_above([*heads[:seat], heads[seat] - 1, *heads[seat + 1 :]]) == lines[-2:]
        assert game.lines_above(heads) == []  # who lacks nothing gets nothing
    return [CODEC.decode(line) for line in lines]


@pytest.mark.parametrize("answers", [1, 2])
def test_2_13_one_honest_packet_tells_a_home_that_was_put_back_what_it_signed(home, tmp_path, answers):
    home.seats = (0,)
    green = sat_with_green(home)
    note = put_back(home, green, answers)
    packet = packet_of(tmp_path, green, 1)
    mine = [event for event in packet if event.seat == 0]
    assert [event.id for event in packet if event.seat == 1][-1] == note.id
    assert [event.msg.n for event in mine] == [1 + answers]  # the newest of red's, and no other
    (why,) = came(home, *packet).values()
    assert "was not signed with this home" in why
    with home.open() as game, pytest.raises(MissingRecords, match="was not signed with this home"):
        game.match.answer(0, "go")
    assert list(came(home, *green.log)) == [0]
    with home.open() as game:
        game.adopt()
        assert game.match.held_back == {}
        game.match.note(0, "back again")
    green.receive(home.written)
    assert green.match.twins == []


def test_2_13_an_event_of_the_round_that_is_open_proves_nothing(home):
    home.seats = (0,)
    green = sat_with_green(home)
    assert came(home, green.match.note(1, "waiting")) == {}


@pytest.mark.parametrize("prev", ["A" * 43, "first"])
def test_2_13_a_made_up_round_stops_nobody_and_is_told(home, prev):
    """Anybody may sign a round that there is not: what it would stand on is asked for."""
    home.seats = (0,)
    green = sat_with_green(home)
    assert lacking(green.match) == ""
    base = {"r": 900, "prev": FIRST.id if prev == "first" else prev}
    false = people.forge(green.match, 1, ev.Note, ev.NoteBody(text="later"), **base)
    assert came(home, false) == {}
    with home.open() as game:
        assert lacking(game.match) == (
            "green stands in round 900, on records that this log lacks: if play stands still, ask the others for "
            "everything (pbem out --all)")
        assert "green stands in round 900" in waiting(game.match)
        game.match.answer(0, "go")


def test_2_13_those_to_send_to_are_the_seats_of_others(tmp_path):
    create(tmp_path / "game", [FIRST])
    for seats, others in (((0,), [1]), ((1,), [0]), ((0, 1), []), ((), [0, 1])):
        with Home(tmp_path, *seats).open() as game:
            assert (game.gid, game.others) == (FIRST.id, others)


def test_a_folder_begins_with_its_first_line(home, tmp_path):
    join = people.Person(FIRST, {0: people.master(0)}, RULES).match.join(0)
    with pytest.raises(Unsupported, match="a game folder begins with its first line"):
        create(tmp_path / "other", [join])
    assert not (tmp_path / "other").exists()
    create(tmp_path / "deep" / "other", [join, FIRST])  # in any order
    LogFile(home.path / "game.pbem", CODEC.decode).path.write_bytes(join.line)
    with pytest.raises(WrongUse, match="has no first line") as refused, home.open():
        pass
    assert refused.value.hint == "get the whole log from another seat"


def test_signatures_that_were_checked_before_are_not_checked_again(home):
    """Whoever keeps a list of good lines answers for it: what is on it counts, whatever its signature."""
    red, green, _ = sit(home)
    answer = home.written[3]
    forged = answer.line.replace(answer.sig.encode("ascii"), b"A" * 86)
    (home.path / "game.pbem").write_bytes(FIRST.line + red.line + green.line + forged)
    with home.open() as game:
        assert game.match.rounds.r == 2
    trusted = frozenset(e.id for e in home.written)
    with home.open(checked=trusted) as game:
        assert game.match.rounds.r == 3
