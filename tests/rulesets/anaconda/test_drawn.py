"""The board as displays get it: every hex with its number, level and signs; one object for a match."""

from __future__ import annotations

from collections import Counter

from anaconda.boards_map import ground, map_files

from pbem.show.scene import Board, Scene, is_hex_map
from pbem.show.text import draw_board
from pbem_games.anaconda.drawn import board, colours_of


def drawn() -> Board:
    return board(ground(), "Shahi-Kot", colours_of(map_files()))


def test_the_board_is_one_object_for_one_map() -> None:
    assert drawn() is drawn()
    assert is_hex_map(drawn())
    assert len(drawn().places) == 832


def test_a_hex_has_its_number_its_level_and_what_is_printed_there() -> None:
    places = {place.id: place for place in drawn().places}
    assert places["1808"].name == "1808 (Zerki Kale)"
    assert [sign.kind for sign in places["1808"].signs] == ["town", "objective"]
    assert [sign.code for sign in places["2218"].signs] == ["o", "*"]
    assert (places["2218"].level, places["2218"].terrain) == (5, "peak")
    assert [sign.kind for sign in places["0105"].signs] == ["road or track off the map"]
    assert Counter(sign.kind for place in places.values() for sign in place.signs) == {
        "town": 6, "cave complex": 20, "observation point": 9, "objective": 6, "landing zone": 7,
        "blocking position": 7, "road or track off the map": 10}


def test_roads_tracks_streams_and_bridges_are_all_drawn() -> None:
    assert Counter(line.kind for line in drawn().lines) == {"road": 15, "track": 128}
    assert Counter(edge.kind for edge in drawn().edges) == {"stream": 132, "bridge": 2}


def test_the_text_map_shows_a_town_and_its_objective_in_a_hundred_columns() -> None:
    lines = draw_board(Scene(title="", turn="", phase="", board=drawn()), width=100, around="1808")
    assert max(map(len, lines)) <= 100
    assert sum(".1t*" in line for line in lines) == 2  # Zerki Kale and the upper of the two hexes of Serkhankhel
    assert lines[-1].startswith("this part: 1")
