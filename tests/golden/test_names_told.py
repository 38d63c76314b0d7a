"""One thing has one name: in the story, on its counter, in forms, on the page."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from names_told import CASES, frames_of, names_it, pieces_of, spells, told_in
from pbem_games.anaconda.words.ground import hex_name
from pbem_games.anaconda.words.vocabulary import coalition_names, place_names
from pbem_games.angola.forms.names import units as angola_units
from pbem_games.enduring_freedom import printed
from pbem_games.fallujah.forms.names import units as fallujah_units
from tiers import recorded

QUICK = {"anaconda/wrong_command", "angola/resignation", "fallujah/april_lost", "enduring_freedom/draw"}
GAMES = recorded(CASES, QUICK)
HEXES = recorded([case for case in CASES if case.startswith("anaconda/")], QUICK)
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
            if piece.code and piece.name:
                written.setdefault((piece.faction, piece.code.strip("^-*")), set()).add(piece.name)
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


def numbers_of(game):
    data = import_module(f"pbem_games.{game}.numbers").DATA
    return data.numbers(data.files())


def form_names(game, numbers, piece):
    """What forms call a piece: its label, else how it is shown; "" if they name none of its kind."""
    if game == "angola":
        vocabularies = [] if piece.column else [angola_units(numbers, piece.faction)]
    elif game == "anaconda":
        vocabularies = [coalition_names(numbers)]
    elif game == "fallujah":
        vocabularies = [fallujah_units(numbers)]
    else:
        vocabularies = [printed.units(numbers), printed.kinds(numbers)]
    ids = (piece.id, piece.id.rpartition("_")[0])
    return [names.label(id) or names.shown(id) for names in vocabularies for id in ids if id in names]


@pytest.mark.parametrize("case", recorded(CASES, QUICK))
def test_forms_and_counters_call_a_piece_alike(case):
    """A form adds a number to those that are alike."""
    game = case.partition("/")[0]
    numbers = numbers_of(game)
    named = 0
    for frame in frames_of(case):
        for piece in pieces_of(frame.scene):
            called = form_names(game, numbers, piece)
            assert all(re.fullmatch(rf"{re.escape(piece.name)}( \d+)?", name) for name in called), (piece, called)
            named += len(called)
    assert named > 100


def test_story_forms_and_page_call_a_hex_alike():
    numbers = numbers_of("anaconda")
    frame = frames_of("anaconda/wrong_command")[0]
    for place in frame.scene.board.places:
        assert place.name == hex_name(numbers.ground, place.id) == (place_names(numbers).label(place.id) or place.id)
    assert hex_name(numbers.ground, "2218") == "2218 (Takur Ghar)"
