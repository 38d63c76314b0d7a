"""An answer that is written: read once while it is asked for, and signed in the words that every table reads alike."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalMove
from pbem.play.requests import REMEMBERED, Ask, Write, Written


class Way:
    """A way as numbers between blanks; it counts what it reads and spells. The order of a pair is not spelled."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.spelled: list[tuple[int, ...]] = []

    def parse(self, say: str) -> tuple[int, ...]:
        self.read.append(say)
        return tuple(int(part) for part in say.split())

    def spell(self, answer: tuple[int, ...]) -> str:
        self.spelled.append(answer)
        return " ".join(map(str, sorted(answer)))


def short(way: tuple[int, ...]) -> None:
    if len(way) > 3:
        raise IllegalMove("the way", "1", "too long")


def test_what_was_said_is_not_read_or_spelled_again() -> None:
    form = Way()
    item = Written(form, short, lambda: (1,))
    assert item.canonical((1, 2), "red", "1") == "1 2"
    assert (form.read, form.spelled) == (["1 2"], [(1, 2)])
    assert item.read("1 2", "red", "1") == (1, 2)
    assert item.canonical((1, 2), "red", "1") == "1 2"
    assert (form.read, form.spelled) == (["1 2"], [(1, 2), (1, 2)])


def test_what_counts_is_what_the_words_say_and_not_who_said_them() -> None:
    item = Written(Way(), short, lambda: (1,))
    assert item.canonical((2, 1), "red", "1") == "1 2"
    assert item.read("1 2", "red", "1") == (1, 2)


def test_what_is_illegal_is_refused_however_often_it_is_tried() -> None:
    item = Written(Way(), short, lambda: (1,))
    for _ in range(2):
        with pytest.raises(IllegalMove, match="too long"):
            item.canonical((1, 2, 3, 4), "red", "1")
        with pytest.raises(IllegalMove, match="too long"):
            item.read("1 2 3 4", "red", "1")
        with pytest.raises(IllegalMove, match="the canonical wording is '1 2'"):
            item.read("2 1", "red", "1")


def test_no_more_than_some_answers_are_remembered() -> None:
    form = Way()
    item = Written(form, short, lambda: (1,))
    for number in range(REMEMBERED + 1):
        item.read(str(number), "red", "1")
    form.read.clear()
    item.read(str(REMEMBERED), "red", "1")
    item.read("0", "red", "1")
    assert form.read == ["0"]


def test_what_may_be_answered_is_listed_once() -> None:
    asked: list[int] = []
    request = Ask(rule="1", seat="red", legal=lambda: asked.append(1) or (1, 2))
    assert request.options() is request.options()
    assert asked == [1]
    written = Write(rule="1", seat="red", form=Way(), check=short, draft=lambda: (1,))
    assert written.options() is written.options()
