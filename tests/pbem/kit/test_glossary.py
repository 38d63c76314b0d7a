"""A game's own words: what its file may say, and that those of all games say where they stand."""

from __future__ import annotations

import re

import pytest

from pbem.errors import WrongUse
from pbem.kit.glossary import LONGEST_TERM, MOST_TERMS, read_terms
from pbem.ruleset import find

GAMES = ("anaconda", "angola", "enduring_freedom", "fallujah")


def written(word: str, meaning: str, more: str = "") -> str:
    return f'[[term]]\nword = "{word}"\nmeaning = "{meaning}"\nsource = "rule 9.1"\n{more}'


def test_a_word_has_its_meaning_and_the_section_that_says_it():
    (term,) = read_terms(written("token", "A counter."), "x")
    assert (term.word, term.meaning, term.rule) == ("token", "A counter.", "9.1")
    (term,) = read_terms(written("token", "A counter.").replace("rule 9.1", "public"), "x")
    assert term.rule == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [("[[term]", "x: "), (written("a", "b", "more = 1\n"), "more"), (written("", "b"), "needs a meaning"),
     (written("a", ""), "needs a meaning"), (written("a", "b" * (LONGEST_TERM + 1)), "needs a meaning"),
     (written("a", "b") * 2, "stands twice"),
     ("".join(written(f"a{i}", "b") for i in range(MOST_TERMS + 1)), f"{MOST_TERMS} at most")],
)
def test_what_is_written_wrongly_is_refused_with_the_name_of_its_file(text, told):
    with pytest.raises(WrongUse, match=r"^x: ") as caught:
        read_terms(text, "x")
    assert told in str(caught.value)


@pytest.mark.parametrize("name", GAMES)
def test_each_game_explains_its_words_with_their_rules(name):
    terms = find(name).terms
    assert len(terms) >= 10
    assert sum(1 for term in terms if re.fullmatch(r"[0-9]+[0-9.-]*", term.rule)) >= 0.8 * len(terms)


@pytest.mark.parametrize(
    ("name", "words"),
    [("anaconda", ("ISR", "Deadpile", "works", "VP")),
     ("angola", ("Column", "Victory Token", "Victory Track", "propaganda war")),
     ("enduring_freedom", ("NP", "ISR", "J-3")), ("fallujah", ("OPs", "KIA index", "J-3"))],
)
def test_words_that_newcomers_did_not_know_are_explained(name, words):
    known = " ".join(term.word for term in find(name).terms)
    assert [word for word in words if word not in known] == []
