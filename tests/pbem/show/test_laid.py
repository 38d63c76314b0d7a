"""What a board says of its own layout: the same pictures without a search; what does not fit is searched for."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.ruleset import installed
from pbem.show.svg import siting
from pbem.show.svg.layout import layout

ROOT = Path(__file__).parents[3]
FOUND = runpy.run_path(str(ROOT / "examples" / "layout.py"))


@cache
def board_of(game):
    return FOUND["board_of"](game)


def said(board):
    return {place.id: place.laid for place in board.places if place.laid}


def stands(spot):
    return spot.label, spot.lines, spot.site, spot.meet, spot.port, spot.roads, spot.is_outside, spot.laid


def with_laid(board, id, laid):
    return replace(board, places=tuple(replace(p, laid=laid) if p.id == id else p for p in board.places))


@pytest.mark.parametrize("game", [game for game in installed() if any(p.laid for p in board_of(game).places)])
def test_what_a_board_says_is_what_a_search_finds(game):
    """Else draw the map anew: python examples/layout.py GAME says what to write."""
    assert said(board_of(game)) == FOUND["found_anew"](board_of(game))


def test_a_board_that_says_all_is_laid_out_without_a_search(monkeypatch):
    board, tried, ground = board_of("angola"), [], siting._ground
    monkeypatch.setattr(siting, "_ground", lambda plot, *rest: (tried.append(plot.place.id), ground(plot, *rest))[1])
    layout.cache_clear()
    spots = layout(board).spots
    assert sorted(tried) == sorted(spots)
    assert {id: spot.laid for id, spot in spots.items()} == said(board)


@pytest.mark.parametrize("id", ["luanda", "cabinda", "santo_antonio"])
@pytest.mark.parametrize("laid", [
    (), (1,), (-1, 0, 0, 0), (99, 0, 0, 0), (0, 0, 99, 0), (0, 0, 0, 9_999), (0, 0, 0, 0, 0), (10**30, 0, 0, 0),
    (0, 0, 10**30, 0), (0, 1, 0, 10**30), (0, 7, 0, 0),
], ids=str)  # fmt: skip
def test_what_does_not_fit_is_searched_for(id, laid):
    board = board_of("angola")
    assert stands(layout(with_laid(board, id, laid)).spots[id]) == stands(layout(board).spots[id])


@pytest.mark.parametrize("laid", [(0, 0, 0, 0), (3, 0, 2, 1), (0, 2, 0, 0), (0, 2, 9, 0), (2, 1, 1, 1)],
                         ids=str)
def test_whatever_a_board_says_no_label_stands_on_another(laid):
    board = board_of("angola")
    spots = layout(with_laid(board, "luanda", laid)).spots
    others = [box for id, spot in spots.items() if id != "luanda" for box in spot.boxes]
    label = spots["luanda"].label
    assert not [box for box in others if label.left < box.right and box.left < label.right
                and label.top < box.bottom and box.top < label.bottom]
