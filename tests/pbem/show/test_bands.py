"""Whose a counter is without its colour: letter, side of the band, corners; what damage left; in all four games."""

from __future__ import annotations

import re

import pytest

from lettering import texts
from pbem.show.scene import Board, Faction, Piece
from pbem.show.svg.bands import Band, band_of
from pbem.show.svg.counters import of_piece
from pbem.show.svg.paint import painted
from pictures import opened

CASES = {"angola": "western_decisive", "fallujah": "april_won", "enduring_freedom": "operational_victory",
         "anaconda": "neither"}
FIRST, ALLY, ENEMY = (Faction(id=id, name=id, code=id[0].upper(), colour="#3d5fb5", alliance=alliance)
                      for id, alliance in (("army", "us"), ("guard", "us"), ("foe", "")))
BOARD = Board(title="Field", low=(0, 0), high=(9, 9), places=(), factions=(FIRST, ALLY, ENEMY), states=("reduced",))
LEFT, RIGHT = 3.7, 22.3


def drawn(faction: Faction, **more: object) -> str:
    unit = Piece(name="1st", code="1-5", faction=faction.id, strength="3", symbol="infantry", **more)  # type: ignore[arg-type]
    return painted(of_piece(BOARD, unit).drawn)


@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("column", [False, True])
def test_letter_and_band_are_at_the_left_for_the_first_alliance_and_at_the_right_for_its_enemies(face, column):
    for faction, middle in ((FIRST, LEFT), (ALLY, LEFT), (ENEMY, RIGHT)):
        (x,) = [x for words, x, *_ in texts(drawn(faction, face=face, column=column)) if words == faction.code]
        assert x == pytest.approx(middle, abs=0.11)


def test_enemies_have_sharp_corners():
    corners = [re.search(r'<rect [^>]*rx="([\d.]+)"', drawn(faction))[1] for faction in (FIRST, ALLY, ENEMY)]
    assert corners == ["3.5", "3.5", "1"]


def test_what_is_told_of_a_unit_stands_beside_its_band():
    for faction in (FIRST, ENEMY):
        low, high = band_of(BOARD, faction).body
        said = [(x, wide) for words, x, _, wide, _ in texts(drawn(faction)) if words != faction.code]
        assert len(said) == 2
        assert all(low <= x - wide / 2 < x + wide / 2 <= high + 0.1 for x, wide in said)


def test_a_lost_step_is_half_a_bar_and_no_letter():
    whole, hurt = drawn(FIRST), drawn(FIRST, states=("reduced",))
    assert ">R<" not in hurt
    bars = re.findall(r'y="23.1" width="([\d.]+)" height="2.2"', hurt)
    assert [float(wide) for wide in bars] == pytest.approx([17.7, 8.85], abs=0.06)
    assert 'height="2.2"' not in whole


def test_a_count_hangs_at_the_side_away_from_the_band():
    for faction, is_left in ((FIRST, False), (ENEMY, True)):
        pill = re.search(r'<rect x="(-?[\d.]+)" y="8.2"[^>]*height="9"', drawn(faction, count=3))
        assert pill
        assert (float(pill[1]) < 5) == is_left


@pytest.mark.parametrize("game", CASES)
def test_in_each_game_enemies_differ_by_the_side_of_their_band_and_allies_do_not(game):
    board = opened(game, CASES[game]).board
    sides = {faction.alliance or faction.id: set[Band]() for faction in board.factions}
    for faction in board.factions:
        sides[faction.alliance or faction.id].add(band_of(board, faction))
    assert all(len(bands) == 1 for bands in sides.values())
    assert [bands.pop().is_first for bands in sides.values()] == [True, *[False] * (len(sides) - 1)]
    assert len(sides) == 2
