"""What a number means that is typed below a list."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.cli.choosing import Choices
from pbem.errors import IllegalMove, WrongUse
from pbem.play.requests import Ask
from questions import questions


def match_of(legal: list[str]) -> Any:
    """A match that asks for one of these words."""
    def read_orders(state: Any, request: Any, seat: str, words: str, peek: Any) -> list[str]:
        raise IllegalMove(words, "1", "nothing else is legal")

    table = SimpleNamespace(peek=None)
    return SimpleNamespace(request=Ask(rule="1", seat="red", about="", legal=lambda: legal), state=None,
                           ruleset=SimpleNamespace(read_orders=read_orders), binding=SimpleNamespace(table=table))


def test_entries_have_numbers_and_a_number_means_its_entry():
    choices = Choices(["go luso  # 2 points", "stay"], 99)
    assert choices.is_numbered
    assert [line.split()[0] for line in choices.lines] == ["1", "2"]
    assert choices.meant(match_of(["go luso", "stay"]), "red", "2") == "stay"
    assert choices.meant(match_of(["go luso", "stay"]), "red", "3") == "3"


@pytest.mark.parametrize("examples", [["2  # two", "1", "0"], ["all", "3"]])
def test_a_list_with_a_number_in_it_is_not_numbered(examples):
    choices = Choices(examples, 99)
    assert not choices.is_numbered
    assert all(not line.strip().startswith("1  ") for line in choices.lines)
    assert choices.meant(match_of(["0", "1", "2", "3"]), "red", "1") == "1"


def test_a_number_that_is_an_answer_and_another_entry_is_refused():
    choices = Choices(["red 2", "red 1"], 99)
    with pytest.raises(WrongUse, match=r"1 may be entry 1 of the list \(red 2\), or the answer 1"):
        choices.meant(match_of(["red 2", "red 1", "1"]), "red", "1")


def test_what_is_cut_off_is_counted_and_can_be_had():
    choices = Choices([f"go {n}" for n in range(30)], 10)
    assert choices.lines[-1] == "  ... and 20 more: pbem next --all"


def test_how_many_assets_are_committed_is_not_asked_by_a_numbered_list():
    asked = next(one for one in questions("enduring_freedom", bot="sensible") if one.rule == "14.1")
    choices = Choices(asked.ruleset.examples(asked.state, asked.request, asked.seat, asked.peek), 99)
    assert "1" in choices.words
    table = SimpleNamespace(peek=asked.peek)
    match: Any = SimpleNamespace(request=asked.request, state=asked.state, ruleset=asked.ruleset,
                                 binding=SimpleNamespace(table=table))
    assert choices.meant(match, asked.seat, "1") == "1"
    assert asked.read("1") == ["1"]
