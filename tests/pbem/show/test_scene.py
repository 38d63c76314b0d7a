"""Scenes: they survive JSON, and their geometry is that of the board."""

from __future__ import annotations

import msgspec
import pytest

from pbem.show.borders import common_border
from pbem.show.moment import turn_title
from pbem.show.named import in_pool
from pbem.show.scene import (
    Board,
    Count,
    Hexes,
    Highlight,
    Piece,
    Place,
    Pool,
    Scene,
    Stack,
    outline,
)

WEST = Place(id="west", name="West", code="W", at=(0.5, 0.5), outline=((0, 0), (1, 0), (1, 1), (0, 1)))
EAST = Place(id="east", name="East", code="E", at=(1.5, 0.5), outline=((1, 0), (2, 0), (2, 1), (1, 1)))


def board(*places: Place, hexes: Hexes | None = None) -> Board:
    return Board(title="Toy", low=(0, 0), high=(2, 1), places=places, hexes=hexes)


def test_a_scene_survives_json_and_leaves_defaults_out() -> None:
    known = Piece(name="infantry", faction="fapla", count=3, states=("moved",))
    column = Piece(name="Column A", code="A", column=True, face="down", count=None, holds=(known,))
    scene = Scene(title="Toy", turn="1", phase="End", board=board(WEST, EAST),
                  stacks=(Stack(place="west", pieces=(column,)),), highlights=(Highlight(kind="to", place="east"),))
    encoded = msgspec.json.encode(scene)
    assert msgspec.json.decode(encoded, type=Scene) == scene
    assert b"sentences" not in encoded
    assert b'"count":null' in encoded


def test_a_scene_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        WEST.name = "Far West"  # type: ignore[misc]


def test_two_areas_share_a_border() -> None:
    assert common_border(board(WEST, EAST), WEST, EAST) == (((1, 0), (1, 1)),)
    assert common_border(board(WEST, EAST), EAST, WEST) == (((1, 1), (1, 0)),)


def test_a_place_without_outline_is_a_hex_or_a_spot() -> None:
    spot = Place(id="a", name="A", code="A", at=(10.0, 10.0))
    assert outline(board(spot), spot) == ()
    flat = outline(board(spot, hexes=Hexes(size=2.0)), spot)
    pointed = outline(board(spot, hexes=Hexes(size=2.0, flat_top=False)), spot)
    assert flat[0] == (12.0, 10.0)
    assert pointed[0] == (10.0, 12.0)
    assert all(abs((x - 10) ** 2 + (y - 10) ** 2 - 4) < 1e-6 for x, y in flat + pointed)
    assert outline(board(WEST, hexes=Hexes(size=2.0)), WEST) == WEST.outline


@pytest.mark.parametrize(
    ("turn", "title"), [("3 of 10, May", "Turn 3 of 10, May"), ("turn 3", "Turn 3"), ("Dusk", "Dusk"), ("", "")]
)
def test_a_turn_as_it_stands_in_a_heading(turn, title):
    assert turn_title(turn) == title


def test_a_pool_says_what_it_holds_and_leaves_out_what_it_does_not():
    counts = (Count(name="tank", count=0), Count(name="mine", count=3), Count(name="card", count=None))
    assert in_pool(Pool(name="Pool", counts=counts)) == "mine 3, card ?"
    assert in_pool(Pool(name="Pool", counts=counts[:1])) == "none"
