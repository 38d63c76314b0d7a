"""A place looked at: who stands there, what may be ordered there at which price and odds, as one seat may know it."""

from __future__ import annotations

import time
from urllib.parse import quote

import pytest

from pbem.web import looking
from sat_down import alone

MOST_MS = 20.0


@pytest.fixture(scope="module")
def eva(tmp_path_factory):
    """Eva alone at Fallujah, her force set up."""
    _, visitor, game = alone(tmp_path_factory.mktemp("looking"))
    visitor.post(game, "draft", text="setup north 2/1 c/1tk")
    return visitor, game


def look(visitor, game, place, seat="", text=""):
    return visitor.ask("GET", f"/api/m/{game}/look?place={place}&seat={seat}&text={quote(text)}")


def test_it_says_who_stands_there_and_what_may_be_ordered_there(eva):
    visitor, game = eva
    found = look(visitor, game, "north").data
    assert found["at"] == visitor.state(game)["at"]
    assert found["name"] == "North Base"
    assert found["stands"] == ["2/1 (4(2)2), Coalition", "C/1Tk (4(1)3), Coalition"]
    assert {"words": "C/1Tk", "remark": "North Base, 4(1)3"} in found["orders"]


def test_of_what_follows_an_order_that_is_begun_it_says_price_and_odds(eva):
    visitor, game = eva
    assert look(visitor, game, "r3p02").data["orders"] == []
    (goal,) = look(visitor, game, "r3p02", text="j3 2/1 c/1tk to ").data["orders"]
    assert goal["words"] == "3-2 Train Station"
    assert "OPFOR 0 19%" in goal["remark"]
    assert "72%" in goal["remark"]


def test_what_an_order_would_change_is_looked_at_anew(eva):
    visitor, game = eva
    before = look(visitor, game, "north").data
    assert look(visitor, game, "north").data == before
    visitor.post(game, "undo")
    after = look(visitor, game, "north").data
    assert (after["stands"], after["at"] == before["at"]) == ([], False)
    visitor.post(game, "draft", text="setup north 2/1 c/1tk")


@pytest.mark.parametrize(("place", "seat", "why"), [
    ("nowhere", "", "there is no place nowhere on this board"), ("", "", "there is no place  on this board"),
    ("north", "opfor", "the seat opfor is not yours"),
])  # fmt: skip
def test_what_is_no_place_is_refused_in_a_line(eva, place, seat, why):
    visitor, game = eva
    answer = look(visitor, game, place, seat)
    assert (answer.status, answer.data["error"]) == (400, why)


def test_a_game_says_its_own_and_each_seat_sees_what_it_knows(tmp_path):
    _, visitor, game = alone(tmp_path, "anaconda", "coalition", "al_qaeda")
    for _ in range(2):
        asked = visitor.state(game)["questions"][0]
        visitor.post(game, "draft", seat=asked["seat"], text=asked["ready"][0]["words"])
    both = {seat: look(visitor, game, "1711", seat).data for seat in ("coalition", "al_qaeda")}
    assert "rough gives its defenders +1" in both["coalition"]["lines"][0]
    assert both["coalition"]["lines"][1].startswith("can fire into it: ")
    assert [one for one in both["coalition"]["stands"] if not one.startswith("token ")] == []
    assert [one for one in both["al_qaeda"]["stands"] if one.startswith("token ")] == []


def test_a_place_is_told_at_once(eva):
    visitor, game = eva
    sitting = visitor.room.sitting(game)
    look(visitor, game, "north")
    places = [place.id for place in sitting.looking.scene.board.places]
    began = time.process_time()
    for place in places:
        looking.look(sitting, "coalition", place)
    assert 1000 * (time.process_time() - began) / len(places) < MOST_MS / 5
