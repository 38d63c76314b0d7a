"""Words that say nothing, no and yes, whatever the question."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalMove
from pbem.kit.lexicon import Lexicon
from pbem.kit.reserved import ALONE, NOTHING, RESERVED, YES, kind_of, meant
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed

PLACES = Names({"nova_lisboa": ("Nova Lisboa",), "north": ("North",), "passo": ("Passo Grande",)}, inner=True)


def typed(text: str) -> Typed:
    return Typed(text, rule="9.8")


@pytest.mark.parametrize("word", [*NOTHING, *ALONE])
def test_whoever_asks_for_none_reads_every_word_that_says_nothing(word):
    assert typed(word).word("none") == "none"
    assert typed(word).word("go", "stay", also=("none",)) == "go"


@pytest.mark.parametrize("word", ALONE)
def test_signs_of_nothing_are_read_only_if_nothing_follows(word):
    at = typed(f"{word} inf")
    assert at.word("none") == ""
    assert at.peek() == word


def test_a_word_that_several_answers_could_mean_means_none_of_them():
    assert typed("nobody").word("none", "pass") == ""
    assert typed("pass").word("none", "pass") == "pass"
    assert meant(kind_of("nobody"), ("none", "pass")) == ""


@pytest.mark.parametrize("word", YES)
def test_yes_is_read_in_all_ways(word):
    assert typed(word).word("yes", "no") == "yes"
    assert Names({"attempt": ("attempt", "yes"), "decline": ("decline", "no")}).exact(word) == "attempt"


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_never_the_beginning_of_a_name(word):
    at = typed(word)
    assert at.name(PLACES) == ""
    error = at.refuse_word("name a place")
    assert error.because == f"{word} is no answer here: name a place"
    assert error.legal == ("Nova Lisboa", "North", "Passo Grande")
    assert typed(f"nova {word}").name(PLACES) == "nova_lisboa"


@pytest.mark.parametrize("word", NOTHING)
def test_a_list_of_answers_with_one_for_nothing_is_answered_by_all_words_for_it(word):
    assert Names({"draw": ("draw",), "pass": ("pass",)}).exact(word) == "pass"
    assert Names({"decline": ("decline", "no"), "attempt": ("attempt",)}).exact(word) == "decline"
    assert Names({"draw": ("draw",), "end": ("end",)}).exact(word) == ""


def test_reserved_words_stand_in_every_lexicon():
    assert Lexicon(("go",)).unknown("go, nobody; yes") == ""
    assert Lexicon(("go",)).unknown("go elsewhere") == "elsewhere"


def test_what_is_no_reserved_word_is_not_forgiven():
    with pytest.raises(IllegalMove, match="nix is not understood here"):
        raise typed("nix").refuse_word()
