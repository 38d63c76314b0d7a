"""All words that may stand in an answer: what is known, and what is near to what is not."""

from __future__ import annotations

import pytest

from costs import takes
from pbem.kit.lexicon import Lexicon
from pbem.kit.spelling import Names

PLACES = Names({"nova_lisboa": ("Nova Lisboa", "nov"), "sa_da_bandeira": ("Sá da Bandeira",), "luso": ("Luso",)})
WORDS = Lexicon(PLACES, ("go", "detach", "inf", "mine"))


@pytest.mark.parametrize("text", [
    "", "go nova lisboa", "go NOVALISBOA luso", "go lisboa", "go sa da bandeira", "detach 4inf inf3 3 inf inf*2 infx2",
    "t12 h3 1710", "mine2.luso", "luso:2 luso=inf3,inf4", "det inf go lus", "2xinf", "go Sá",
])  # fmt: skip
def test_what_is_known(text):
    assert WORDS.unknown(text) == ""


@pytest.mark.parametrize(("text", "unknown", "near"), [
    ("go luzo", "luzo", "Luso"), ("goo luso", "goo", "go"), ("go luso, noba lisboa", "noba", ""),
    ("detach 3xyz", "3xyz", ""), ("mine2.luzo", "mine2.luzo", ""), ("x" * 8_000, "x" * 8_000, ""), ("?!", "?!", ""),
])
def test_what_is_not(text, unknown, near):
    assert WORDS.unknown(text) == unknown
    found = WORDS.near(unknown)
    assert near in found if near else True


@pytest.mark.parametrize("word", ["1", "1x", "x1", "a1"])
def test_a_long_word_takes_no_longer_than_its_length(word):
    text = word * (32_000 // len(word)) + "!"
    assert WORDS.unknown(text) == text
    assert takes(lambda: WORDS.unknown(text), 0.1)


def test_a_game_may_part_words_at_signs_of_its_own():
    assert WORDS.unknown("luso-luzo") == "luso-luzo"
    assert Lexicon(PLACES, separators="->").unknown("luso-luzo") == "luzo"
    assert Lexicon(PLACES, separators="->").unknown("luso->nova lisboa") == ""
