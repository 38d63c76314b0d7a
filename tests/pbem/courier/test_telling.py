"""What a courier says: a fault once while it stands, with when it is tried again; a line too long is cut."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pbem.courier.telling import CourierLine, Telling
from pbem.errors import BadRecord, Transport
from pbem.limits import MAX_TOLD_LINE, MAX_WAIT


class Spoken:
    """A courier that lets a fault alone for a minute at first; `lines` is what it has said since asked last."""

    def __init__(self) -> None:
        self.now, self._lines = 1_000_000, []
        self.telling = Telling(self._lines.append, lambda: self.now, 60)

    @property
    def lines(self) -> list[CourierLine]:
        found = list(self._lines)
        self._lines.clear()
        return found

    def tries(self, error: Exception | None, after: int = 0) -> bool:
        """Whether some work is done at all after so many seconds, that fails so."""
        self.now += after
        done = []

        def work() -> None:
            done.append(1)
            if error is not None:
                raise error

        self.telling.attempt("mail", work)
        return bool(done)


@pytest.fixture
def spoken():
    return Spoken()


DOWN = Transport("the server is away", hint="wait")


def test_a_fault_is_said_once_tried_again_later_and_later_and_its_end_is_said(spoken):
    assert spoken.tries(DOWN)
    said = "the server is away (wait); tried again in 60 seconds"
    assert spoken.lines == [CourierLine("mail", said, Transport.status)]
    assert spoken.telling.standing() == [("mail", "the server is away (wait)", 1_000_000)]
    assert not spoken.tries(DOWN, 59)
    assert [spoken.tries(DOWN, wait) for wait in (1, 119, 1, 239, 1)] == [True, False, True, False, True]
    assert spoken.lines == []
    assert spoken.telling.status == Transport.status
    assert spoken.telling.standing()[0][2] == 1_000_000  # since it was found first
    assert spoken.tries(None, MAX_WAIT)
    assert (spoken.lines, spoken.telling.standing()) == ([CourierLine("mail", "all is well again")], [])
    assert spoken.tries(None)
    assert spoken.lines == []


def test_it_is_let_alone_for_so_long_at_most_and_another_fault_is_said(spoken):
    for _ in range(40):
        spoken.tries(DOWN, MAX_WAIT)
    assert not spoken.tries(DOWN, MAX_WAIT - 1)
    assert len(spoken.lines) == 1
    assert spoken.tries(BadRecord("damaged"), 1)
    assert [line.text.partition(";")[0] for line in spoken.lines] == ["damaged"]


@pytest.mark.parametrize(("is_cut", "rest"), [(False, ""), (True, ", and the rest of it was not read")])
def test_of_what_was_refused_the_first_faults_are_said_and_how_many_more_there_are(spoken, is_cut, rest):
    told = [("game", DOWN), ("letter", BadRecord("damaged"))]
    spoken.telling.refused("mail", SimpleNamespace(told=told, refused=5, is_cut=is_cut))
    assert spoken.lines == [
        CourierLine("game", "the server is away (wait)", Transport.status),
        CourierLine("letter", "damaged", BadRecord.status),
        CourierLine("mail", f"3 more such faults there{rest}", BadRecord.status)]
    spoken.telling.refused("mail", SimpleNamespace(told=told, refused=2, is_cut=is_cut))
    assert len(spoken.lines) == 2


def test_a_look_that_none_follows_promises_no_other_try(spoken):
    spoken.telling.begin(again=False)
    assert not spoken.telling.looks_again
    spoken.tries(DOWN)
    assert spoken.lines == [CourierLine("mail", "the server is away (wait)", Transport.status)]


def test_a_fault_that_stands_is_the_status_of_a_look_that_does_not_try(spoken):
    spoken.tries(DOWN)
    spoken.telling.begin()
    assert spoken.telling.status == 0
    assert not spoken.tries(DOWN, 1)
    assert spoken.telling.status == Transport.status


def test_a_bug_of_ours_is_said_with_its_place_and_stops_nothing(spoken):
    spoken.tries(KeyError("seat"))
    (line,) = spoken.lines
    assert line.text.startswith("our bug: KeyError in test_telling.py, line ")
    assert "'seat' (please report this line); tried again" in line.text
    spoken.tries(OSError(28, "No space left on device"), MAX_WAIT)
    assert spoken.lines[0].text.startswith("the system refuses: no space left on device; tried")


def test_what_is_said_once_is_said_once_and_in_each_look_once_what_is_said_now(spoken):
    telling = spoken.telling
    for _ in range(2):
        telling.begin()
        telling.once_now("game", "why")
        telling.once_now("game", "why")
        telling.once("game", "for ever", 3)
        telling.once("match", "for ever")
    assert [(line.about, line.text) for line in spoken.lines] == [
        ("game", "why"), ("game", "for ever"), ("match", "for ever"), ("game", "why")]
    telling.once("game", "why")  # said in this look already
    telling.begin()
    telling.once_now("game", "why")
    assert spoken.lines == []


def test_a_line_in_which_others_have_a_hand_is_cut(spoken):
    spoken.telling.say("game", "x" * MAX_TOLD_LINE)
    spoken.telling.say("game", "x" * (MAX_TOLD_LINE + 1))
    assert [line.text for line in spoken.lines] == ["x" * MAX_TOLD_LINE, "x" * MAX_TOLD_LINE + " ..."]
