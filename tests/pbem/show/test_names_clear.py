"""No line runs over a name on any board, in any theme; nothing broad runs under one, nothing thin without a rim."""

from __future__ import annotations

import pytest

from pbem.show.scene import Place, Terrain
from pbem.show.svg import THEMES, ground, pieces
from pbem.show.svg.blocks import codes_of
from pbem.show.svg.layout import layout
from pbem.show.svg.paint import painted
from pbem.show.svg.xml import contrast
from pictures import city, opened
from strokes import Stroke, Words, drawn, runs, runs_through

CASES = {"angola": "western_decisive", "fallujah": "april_won", "enduring_freedom": "operational_victory",
         "anaconda": "neither"}
BROAD = 5.0  # a line wider than that hides the rim around a letter
READ = 3.0  # contrast of ink on a line that needs no rim
RIMMED = 2.0  # how wide the rim around black letters on a black line is at least, both sides together
OWN = {"Euphrates"}  # names that stand in what they name


def faults(game: str, theme: str) -> list[str]:
    scene = opened(game, CASES[game])
    names = "".join(one for one, _ in pieces.names(scene, pieces.arrange(scene)))
    found = drawn(painted(ground.paint(scene.board) + names, theme))  # type: ignore[arg-type]
    return [f"{one.text!r}: {fault} {line.colour} {line.wide}" for one, line in runs_through(found)
            if one.text not in OWN and (fault := wrong(one, line))]


def wrong(name: Words, line: Stroke) -> str:
    if line.at > name.at:
        return "under"
    if contrast(name.style["fill"], line.colour) >= READ:
        return ""
    if line.wide > BROAD:
        return "on a broad"
    rim = float(name.style.get("stroke-width", 0)) * (float(name.style.get("stroke-opacity", 1)) >= 0.8)
    return "" if name.style.get("paint-order") == "stroke" and rim >= RIMMED else "without a rim on"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", CASES)
def test_no_line_runs_over_a_name_or_so_under_it_that_it_cannot_be_read(game, theme):
    assert faults(game, theme) == []


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_found_is_found(theme, monkeypatch):
    """With the rim taken away, and with the highway straight, names are run through."""
    monkeypatch.setattr(ground, "RIM", "1")
    ground.paint.cache_clear()
    assert faults("angola", theme)
    ground.paint.cache_clear()
    monkeypatch.setattr("pbem.show.svg.city._clear_of_names", lambda placed, one, two: [one.meet, two.meet])
    assert any("Main Bridge" in one for one in faults("fallujah", "contrast"))
    ground.paint.cache_clear()


def test_runs_of_a_path():
    assert runs("M1 2L3 4Z") == [[(1, 2), (3, 4), (1, 2)]]
    assert runs("m1 2 3 4h-2v1M9 9H5V6") == [[(1, 2), (4, 6), (2, 6), (2, 7)], [(9, 9), (5, 9), (5, 6)]]
    assert [one[-1] for one in runs("M0 0Q1 0 2 2C0 0 1 1 4 4A9 9 0 0 1 7 7")] == [(7, 7)]


def test_a_bare_sign_for_a_terrain_is_no_code_on_the_board():
    board = city().board
    signs = (*board.terrains, Terrain(id="open", name="open", code=".", colour="#ffffff"))
    place = Place(id="x", name="Field", code="FLD", at=(0, 0), terrain="open")
    assert codes_of(type(board)(title="", low=(0, 0), high=(1, 1), places=(place,), terrains=signs), place) == "FLD"
    for game, case in CASES.items():
        shown = [line.text for spot in layout(opened(game, case).board).spots.values() for line in spot.lines]
        assert [text for text in shown if text and not any(sign.isalnum() for sign in text)] == [], game
