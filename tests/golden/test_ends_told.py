"""How each recorded game ended, told to who does not know it: the numbers of both sides, and those that win."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from pbem import library
from pbem.replay.exports.tale import ending
from pbem.show.frame import Ending

LOGS = Path(__file__).parents[2] / "logs"
NUMBERS = {  # what must stand in the sentence beside the words of the result
    "anaconda/neither": (
        "has 16 VP (+13 for enemies eliminated, +3 for objective hexes held), a Stalemate (a Tactical Victory needs "
        "30)",
        "has 5 VP (+5 for enemies eliminated), a Defeat (a Stalemate needs 11)",
        "the higher level wins", "The Coalition wins", "needs 3 objective hexes, and holds 3.",
    ),
    "anaconda/al_qaeda_wins": (
        "50 VP (+45 for enemies eliminated, +5 for objective hexes held), an Operational Victory (a Strategic Victory "
        "needs 60)", "58 VP (+55 for enemies eliminated, +2 for civilians killed, +1 for leaders escaped), a Strategic "
        "Victory", "Al Qaeda wins",
    ),
    "angola/western_decisive": (
        "needed 12 and has 17", "began the month with 10, took 9 (4 of FAPLA's and 5 of MPLA's) for towns",
        "lost 2", "needed 13 and has 3",
        "(took and holds Gabela, Lobito, Luanda",
    ),
    "angola/soviet_decisive": ("needed 12 and has 13", "(took and holds "),
    "angola/turn_ten": (
        "Both stand on 14", "In the last month both had 10 tokens", "began on 20", "(propaganda war)",
    ),
    "enduring_freedom/operational_victory": (
        "needs 61", "It has 61: 47 when the war ended", ", and 14 for what it holds", "Kandahar",
    ),
    "enduring_freedom/draw": ("needs 61", "It has 53", "From 41 to 60 is a draw"),
    "enduring_freedom/catastrophe": ("none are left",),
    "fallujah/april_won": ("needs 51", "has 51: +7 for spaces held", "-4 for nodes left"),
    "fallujah/november_lost": ("needs 51", "has -32", "From 26 to 50 is a Stalemate"),
}


@cache
def end_of(case: str) -> Ending:
    found = library.open(LOGS / case).ending
    assert found
    return found


@pytest.mark.parametrize("case", sorted(NUMBERS))
def test_the_end_says_what_each_side_had_and_what_wins(case):
    why = end_of(case).why
    assert [words for words in NUMBERS[case] if words not in why] == []
    assert why.endswith(".")
    assert len(why) < 700


def test_what_was_counted_in_fallujah_is_the_whole_sum():
    has, counted = re.findall(r"has (-?\d+): (.*?)\. From", end_of("fallujah/april_won").why)[0]
    assert sum(map(int, re.findall(r"[+-]\d+(?= for)", counted))) == int(has)


def test_the_words_of_the_result_are_those_of_the_record():
    expected = json.loads((LOGS / "anaconda/neither/expected.json").read_text(encoding="utf-8"))
    assert end_of("anaconda/neither").text == expected["result"]


def test_the_report_tells_it_where_it_tells_the_end():
    game = library.open(LOGS / "fallujah/april_won")
    told = "\n".join(ending(list(game), ()))
    assert "needs 51 Victory Points" in told.replace("\\", "")
