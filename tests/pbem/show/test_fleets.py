"""Fleets: a shape of their own on counters, a sign of their own on maps in text, one entry in the legend."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

from pbem.show.scene import Board, Faction, Line, Piece, Place, Scene, Stack
from pbem.show.svg import scene_svg
from pbem.show.svg.counters import of_piece
from pbem.show.text import draw, draw_board
from valley_scenes import valley_scene

SEA = "M0.5 0.5L25.5 0.5L25.5 12"  # the beginning of a hull
SIDE = Faction(id="england", name="England", code="E", colour="#3355aa")
ARMY = Piece(name="Army", code="A", faction="england", symbol="infantry", strength="1")
FLEET = Piece(name="Fleet", code="F", faction="england", symbol="fleet", strength="2")


def square(left: float) -> tuple[tuple[float, float], ...]:
    return (left, 0), (left + 100, 0), (left + 100, 100), (left, 100)


def coast(*pieces: Piece, outlined: bool = True) -> Scene:
    """Two neighbours; all pieces stand in the first."""
    places = tuple(
        Place(id=id, name=name, code=code, at=(left + 50, 50), outline=square(left) if outlined else ())
        for id, name, code, left in (("lon", "London", "LON", 0.0), ("nth", "North Sea", "NTH", 100.0)))
    lines = () if outlined else (Line(kind="link", ends=("lon", "nth")),)
    board = Board(title="Coast", low=(0, 0), high=(200, 100), places=places, factions=(SIDE,), lines=lines)
    return Scene(title="Coast", turn="1", phase="", board=board, stacks=(Stack(place="lon", pieces=pieces),))


def hexes(*pieces: Piece) -> Scene:
    scene = valley_scene()
    side = scene.board.factions[0].id
    mine = tuple(msgspec.structs.replace(piece, faction=side) for piece in pieces)
    return msgspec.structs.replace(scene, stacks=(Stack(place=scene.board.places[0].id, pieces=mine),))


def words(scene: Scene) -> list[str]:
    return [element.text for element in ElementTree.fromstring(scene_svg(scene)).iter() if element.text]


@pytest.mark.parametrize("place", [coast, hexes])
def test_a_fleet_has_another_silhouette_than_an_army_and_its_own_line_in_the_legend(place):
    drawn = scene_svg(place(ARMY, FLEET))
    assert drawn.count(SEA) == 1
    assert SEA not in scene_svg(place(ARMY))
    assert words(place(ARMY, FLEET)).count("fleet") == 1
    assert "fleet" not in words(place(ARMY))
    assert "infantry" not in words(place(FLEET))


def test_both_counters_of_one_size_tell_strength_and_owner():
    board = coast().board
    army, fleet = of_piece(board, ARMY), of_piece(board, FLEET)
    assert "<rect" in army.drawn
    assert "<rect" not in fleet.drawn
    assert ">2<" in fleet.drawn
    assert (SIDE.colour in fleet.drawn, fleet.title) == (True, "England: Fleet (2)")


def test_many_fleets_in_one_counter_lie_on_a_hull():
    many = of_piece(coast().board, msgspec.structs.replace(FLEET, count=3))
    assert many.drawn.count(SEA) == 2
    assert ">x3<" in many.drawn


@pytest.mark.parametrize(
    ("pieces", "outlined", "shown"),
    [
        ((ARMY, FLEET, FLEET), True, "E1~2"), ((FLEET,), True, "E~1"), ((ARMY,), True, "E1"),
        ((ARMY, FLEET), False, "A ~F"), ((msgspec.structs.replace(FLEET, face="down"),), True, "E1?"),
    ],
)
def test_maps_in_text_count_fleets_by_themselves(pieces, outlined, shown):
    scene = coast(*pieces, outlined=outlined)
    assert f" {shown} " in "  ".join([*draw_board(scene), ""])
    legend = " ".join(draw(scene).split())
    told = "two fleets" if outlined else "fleet X"
    assert (told in legend) == ("~" in shown)


@pytest.mark.parametrize(("pieces", "shown"), [((FLEET,), "~F"), ((ARMY, FLEET, FLEET), "1~2"), ((ARMY,), ":A")])
def test_hexes_count_fleets_by_themselves(pieces, shown):
    scene = hexes(*pieces)
    code = scene.board.factions[0].code
    around = scene.board.places[0].code
    assert f"{code}{shown}" in "\n".join(draw_board(scene, around=around))
    assert ("two fleets" in " ".join(draw(scene, around=around).split())) == ("~" in shown)


@pytest.mark.parametrize(
    ("scene", "said", "unsaid"),
    [
        (coast(ARMY), ("E3 three other pieces", "more below"), ("face down", "columns")),
        (coast(), (), ("three", "more below")),
        (coast(ARMY, outlined=False), ("E3 three pieces",), ("two more",)),
        (coast(outlined=False), (), ("three pieces", "two more")),
        (coast(ARMY, ARMY, outlined=False), ("E3 three pieces", "+2 two more"), ()),
        (hexes(ARMY), ("three pieces",), ("face down",)), (hexes(), (), ("three pieces", "face down", "more below")),
        (hexes(msgspec.structs.replace(ARMY, face="down")), ("two face down",), ("three pieces",)),
    ],
)
def test_legends_in_text_explain_no_sign_that_cannot_be_on_the_map(scene, said, unsaid):
    legend = " ".join(draw(scene).split())
    assert [words for words in said if words not in legend] == []
    assert [words for words in unsaid if words in legend] == []
