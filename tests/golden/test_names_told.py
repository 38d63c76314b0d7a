"""One thing has one name: in the story, on its counter, in forms, on the page (issue: names)."""

from __future__ import annotations

import re

import pytest

from names_told import CASES, frames_of, names_it, pieces_of, spells, told_in
from pbem_games.anaconda.numbers import DATA, Numbers
from pbem_games.anaconda.words.ground import hex_name
from pbem_games.anaconda.words.vocabulary import place_names
from tiers import tiers

QUICK = {"anaconda/wrong_command", "angola/resignation"}
GAMES = tiers([case for case in CASES if case.startswith(("anaconda/", "angola/"))], QUICK)
HEXES = tiers([case for case in CASES if case.startswith("anaconda/")], QUICK)
HEX = re.compile(r"(?<![\w(])\d{4}(?!\w)")


@pytest.mark.parametrize("case", GAMES)
def test_each_counter_that_a_sentence_names_is_found_by_its_code(case):
    found, written = set(), {}
    for frame in frames_of(case):
        told = " | ".join(told_in(frame))
        for piece in pieces_of(frame.scene):
            if names_it(told, piece.name):
                assert spells(piece.code, piece.name), piece
                found.add(piece.name)
            if piece.code:
                written.setdefault((piece.faction, piece.code), set()).add(piece.name)
    assert found
    assert [names for names in written.values() if len(names) > 1] == []


@pytest.mark.parametrize("case", HEXES)
def test_a_hex_is_told_with_its_name_the_same_each_time(case):
    frames = frames_of(case)
    names = {place.id: place.name for place in frames[0].scene.board.places if place.name != place.code}
    told = 0
    for frame in frames:
        for text in told_in(frame):
            for number in HEX.finditer(text):
                name = names.get(number[0], number[0])
                assert text.startswith(name, number.start()), (text, name)
                told += name != number[0]
    assert told > 100


def test_story_forms_and_page_call_a_hex_alike():
    numbers = Numbers(DATA.files())
    frame = frames_of("anaconda/wrong_command")[0]
    for place in frame.scene.board.places:
        assert place.name == hex_name(numbers.ground, place.id) == (place_names(numbers).label(place.id) or place.id)
    assert hex_name(numbers.ground, "2218") == "2218 (Takur Ghar)"
