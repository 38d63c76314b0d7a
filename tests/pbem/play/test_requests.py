"""Answers out of a list, and written ones (protocol 3.1, 3.2)."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalMove
from pbem.play.requests import Listed, Written
from tiny import PathForm


def short(path: tuple[int, ...]) -> None:
    if len(path) > 2:
        raise IllegalMove("a path", "3.1", "two steps at most")


def test_3_2_a_list_reads_only_what_it_spells():
    listed = Listed((1, 2, 3))
    assert listed.read("2", "red answers", "9.6") == 2
    with pytest.raises(IllegalMove) as refused:
        listed.read("02", "red answers 9.6", "9.6")
    assert str(refused.value) == (
        "red answers 9.6: '02'\n  rule 9.6: that is not among the legal answers\n  legal: 1, 2, 3"
    )


def test_3_2_the_default_of_a_list_is_its_first_answer():
    assert Listed(("stay", "go")).default() == "stay"


@pytest.mark.parametrize(("legal", "only"), [((), None), (("stay",), "stay"), (("stay", "go"), None)])
def test_3_2_a_list_knows_whether_there_is_a_choice(legal, only):
    assert Listed(legal).only == only


def test_3_1_two_answers_of_one_spelling_are_a_bug_of_the_rules():
    with pytest.raises(AssertionError, match="spelled alike"):
        Listed((1, "1"))


def test_a_list_is_fixed_when_it_is_made():
    places = ["bie", "cuito"]
    listed = Listed(places)
    places.append("huambo")
    assert listed.says() == ("bie", "cuito")


def test_3_1_a_written_answer_must_be_spelled_canonically():
    written = Written(PathForm(), short, lambda: ())
    assert written.read("1-2", "red writes", "3.1") == (1, 2)
    with pytest.raises(IllegalMove, match="the canonical wording is '1-2'"):
        written.read("01-2", "red writes", "3.1")


@pytest.mark.parametrize("say", ["1-2-3", "x", ""])
def test_3_2_a_written_answer_must_parse_and_pass_its_check(say):
    with pytest.raises(IllegalMove):
        Written(PathForm(), short, lambda: ()).read(say, "red writes", "3.1")


def test_3_2_the_default_of_a_written_answer_is_its_draft():
    written = Written(PathForm(), short, lambda: (1,))
    assert (written.default(), written.says(), written.only) == ((1,), ("1",), None)
