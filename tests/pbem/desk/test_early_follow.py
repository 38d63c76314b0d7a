"""What may follow the beginning of an order that is filed early."""

from __future__ import annotations

import pytest

from desks import Desks
from pbem.desk.desk import Desk
from pbem.desk.early_follow import follow_early
from pbem.home import Home


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    """Fallujah, before the first purchase."""
    desks = Desks(tmp_path_factory.mktemp("filed"))
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=desks.root)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=desks.root)
    home = Home(desks.home("eva"))
    with Desk(home, home.load(None)).game(desks.game("eva")) as game:
        yield game.match


def words(match, text):
    found = follow_early(match, text, "coalition")
    return [choice.words for choice in found.choices]


def test_moments_come_first_those_of_this_phase_before_the_others(match):
    assert words(match, "")[:2] == ["7.1:", "35:"]
    assert words(match, "16.") == ["16.1:", "16.3:", "16.7:"]


def test_of_a_moment_typed_behind_blanks_what_stands_there_is_completed_and_not_the_blanks(match):
    found = follow_early(match, "  16.", "coalition")
    assert (found.begun, [choice.words for choice in found.choices]) == ("16.", ["16.1:", "16.3:", "16.7:"])
    assert follow_early(match, "16. ", "coalition").begun == "16. "


def test_what_is_asked_now_is_followed_as_its_answer_is(match):
    found = follow_early(match, "7.1: setup north 2-7", "coalition")
    assert [choice.words for choice in found.choices] == ["2-7 Cav"]
    assert found.begun == "2-7"


def test_of_what_is_not_asked_yet_an_example_and_the_words_that_begin_so_are_offered(match):
    (example, *_) = follow_early(match, "10.1: ", "coalition").choices
    assert (example.kind, example.words) == ("answer", "j5 netwar")
    found = follow_early(match, "10.1: jolan p", "coalition")
    assert [(choice.words, choice.sort) for choice in found.choices] == [("Jolan Park", "word")]
    found = follow_early(match, "10.1: j3 netwar jolan p", "coalition")
    assert ([choice.words for choice in found.choices], found.begun) == (["Jolan Park"], "jolan p")


def test_behind_an_answer_a_condition_or_another_answer_may_follow(match):
    found = follow_early(match, "10.1: j3 ", "coalition")
    assert [(choice.words, choice.remark, choice.sort) for choice in found.choices] == [
        ("if", "only if something is so", "word"), (";", "what is given if it is not so", "word")]
    assert words(match, "10.1: j3;")[0] == "else"
    assert words(match, "10.1: j3; else j1 ") == []


def test_conditions_are_offered_by_their_beginning_and_joined(match):
    assert words(match, "10.1: j3 if tu") == ["turn"]
    assert words(match, "10.1: j3 if turn 3 and up") == ["uprising", "and", ";"][:1]
    assert words(match, "10.1: j3 if turn 3 ") == ["and", ";"]
    assert "not" in words(match, "10.1: j3 if ")
    assert "not" not in words(match, "10.1: j3 if not ")


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "no order filed early"), ("10.1:", "an answer is missing"), ("10.1: nonsuch", "no word of an answer"),
     ("10.1: j3 if ", "no condition is named"), ("10.1: j3 if moon", "no condition here"), ("99: j3", "never asks")],
)  # fmt: skip
def test_what_may_not_be_filed_says_why(match, text, why):
    found = follow_early(match, text, "coalition")
    assert not found.is_answer
    assert why in found.why


def test_what_may_be_filed_says_so(match):
    assert follow_early(match, "10.1: j3 if turn 3; else j1", "coalition").is_answer
