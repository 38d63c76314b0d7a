"""The page and the map: everything of the scene is there, nothing else, and nothing steers the terminal."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from pbem.show.scene import (
    Awaited,
    Board,
    Box,
    Card,
    Cards,
    Count,
    Edge,
    Faction,
    Hexes,
    Highlight,
    Line,
    Mark,
    Marker,
    Piece,
    Place,
    Pool,
    Scene,
    Sentence,
    Site,
    Stack,
    Terrain,
    Track,
)
from pbem.show.text import draw, words_of
from pbem.show.text_map import draw_map

TOWN = Site(kind="town", code=":", note="port")


def area(id: str, x: int, y: int, **more: Any) -> Place:
    ring = ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10))
    return Place(id=id, name=id.capitalize(), code=id[:3].upper(), at=(x + 5, y + 5), outline=ring, **more)


def board() -> Board:
    """Four areas: bie north-west, cela north-east, dondo south-west, huambo south-east."""
    return Board(
        title="Toy", low=(0, 0), high=(20, 20),
        places=(area("bie", 0, 0, terrain="clear", site=TOWN), area("cela", 10, 0, terrain="jungle", grade="3"),
                area("dondo", 0, 10, terrain="clear"), area("huambo", 10, 10, terrain="clear", site=TOWN)),
        factions=(Faction(id="fapla", name="FAPLA", code="F", colour="#d03030"),
                  Faction(id="unita", name="UNITA", code="U", colour="#3060d0")),
        terrains=(Terrain(id="clear", name="clear", code="c"), Terrain(id="jungle", name="jungle", code="j")),
        lines=(Line(kind="road", ends=("bie", "cela")), Line(kind="road", ends=("bie", "dondo")),
               Line(kind="river", points=((0, 19), (20, 19)))),
        edges=(Edge(kind="escarpment", ends=("dondo", "huambo"), high="huambo"),))


def infantry(faction: str, count: int | None = 1, **more: Any) -> Piece:
    return Piece(name="infantry", faction=faction, count=count, **more)


def column(faction: str, letter: str, *holds: Piece, **more: Any) -> Piece:
    return Piece(name=f"Column {letter}", code=letter, faction=faction, column=True, face="down", count=None,
                 holds=holds, **more)


def scene(**more: Any) -> Scene:
    return Scene(**{"title": "Toy", "turn": "Turn 1", "phase": "Operations", "board": board(), **more})


def lines(made: Scene, **how: Any) -> list[str]:
    return draw_map(made, **{"width": 44, **how})


def test_the_map_keeps_left_left_and_above_above() -> None:
    drawn = lines(scene())
    at = {code: next((row, line.index(code)) for row, line in enumerate(drawn) if code in line)
          for code in ("BIEc:", "CELj3", "DONc", "HUAc:")}
    assert at["BIEc:"][0] == at["CELj3"][0] < at["DONc"][0] == at["HUAc:"][0]
    assert at["BIEc:"][1] < at["CELj3"][1]
    assert at["DONc"][1] < at["HUAc:"][1]
    assert max(map(len, drawn)) <= 44


def test_roads_rivers_borders_and_escarpments_are_drawn() -> None:
    drawn = lines(scene())
    road = next(line for line in drawn if "BIE" in line)
    assert re.search(r"BIEc:-{6,} ?CELj3|BIEc: ?-{6,} ?CELj3", road)
    assert sum("|" in line for line in drawn) >= 4
    assert any(line.count("~") > 30 for line in drawn)
    assert sum("^" in line for line in drawn) >= 4
    assert "·" in "".join(drawn)
    assert "".join(lines(scene(), ascii=True)).isascii()


def test_a_site_shows_who_holds_it() -> None:
    control = [Marker(place="bie", name="Control", faction="fapla", control=True),
               Marker(place="huambo", name="Control", faction="unita", face="down", control=True)]
    drawn = "\n".join(lines(scene(markers=tuple(control))))
    assert "BIEc:F" in drawn
    assert "HUAc:u" in drawn


@pytest.mark.parametrize(("pieces", "text"), [
    ([infantry("fapla", 3)], "F3"),
    ([column("fapla", "A"), column("fapla", "B"), infantry("fapla")], "[F:AB]F1"),
    ([column("fapla", "A"), infantry("unita", 2)], "[F:A]U2"),
    ([infantry("fapla", 2, face="down")], "F2?"),
    ([infantry("fapla", 2), infantry("fapla", None, face="down")], "F2+?"),
    ([Piece(name="TF64", code="TF64", faction="fapla", column=True), column("fapla", "D")], "[F:TF64,D]"),
])
def test_a_stack_stands_under_its_label(pieces: list[Piece], text: str) -> None:
    drawn = lines(scene(stacks=(Stack(place="bie", pieces=tuple(pieces)),)))
    row = next(i for i, line in enumerate(drawn) if "BIEc:" in line)
    assert text in drawn[row + 1].split()


def test_labels_keep_their_place_whatever_lies_on_the_board() -> None:
    pieces = (column("fapla", "A"), infantry("unita", 12))
    full = scene(stacks=tuple(Stack(place=place.id, pieces=pieces) for place in board().places))

    def places(made: Scene) -> list[tuple[int, int]]:
        drawn = lines(made)
        return [next((row, line.index(code)) for row, line in enumerate(drawn) if code in line)
                for code in ("BIE", "CEL", "DON", "HUA")]

    assert places(scene()) == places(full)


def test_markers_and_highlights_are_at_their_place() -> None:
    made = scene(markers=(Marker(place="dondo", name="minefield", code="m", faction="fapla"),),
                 highlights=(Highlight(kind="from", place="bie"), Highlight(kind="to", place="cela"),
                             Highlight(kind="target", place="huambo")))
    drawn = "\n".join(lines(made))
    assert "+m" in drawn
    assert "(BIEc:)" in drawn
    assert ">CELj3<" in drawn
    assert "!HUAc:!" in drawn


def test_where_there_is_no_room_the_label_says_that_there_is_more() -> None:
    crowd = tuple(Place(id=f"p{i}", name=f"P{i}", code=f"P{i:02}", at=(0, i / 10)) for i in range(30))
    stacks = tuple(Stack(place=p.id, pieces=(infantry("fapla", 10), infantry("unita", 10))) for p in crowd)
    strip = Board(title="Toy", low=(0, 0), high=(1, 3), places=crowd, factions=board().factions)
    drawn = "\n".join(lines(scene(board=strip, stacks=stacks), width=24))
    assert "+" in drawn or "F*U*" in drawn
    assert all(p.code in drawn for p in crowd)


def test_a_board_of_many_hexes_shows_ground_and_stacks() -> None:
    at = {f"{c:02}{r:02}": (c * 1.5, (r + c % 2 / 2) * 1.732) for c in range(30) for r in range(24)}
    places = tuple(Place(id=id, name=id, code=id, at=point, terrain="clear") for id, point in at.items())
    hexes = Board(title="Toy", low=(-1, -1), high=(45, 43), places=places, hexes=Hexes(size=1.0),
                  factions=board().factions, terrains=board().terrains)
    drawn = lines(scene(board=hexes, stacks=(Stack(place="0505", pieces=(infantry("fapla"),)),)), width=100)
    assert sum(line.count("c") for line in drawn) == len(places)
    assert sum(line.count("F1") for line in drawn) == 1
    assert max(line.count("c") for line in drawn) == 15


def test_the_page_lists_what_is_where_by_faction() -> None:
    known = column("fapla", "A", infantry("fapla", 3, strength="1"))
    made = scene(
        viewer="fapla", awaited=(Awaited(seat="unita", text="where Column C goes"),),
        stacks=(Stack(place="bie", pieces=(known, infantry("unita", 2))),),
        markers=(Marker(place="bie", name="Control", faction="fapla", control=True),
                 Marker(place="cela", name="minefield", code="m", faction="unita", face="down")))
    page = draw(made)
    assert "Turn 1, Operations - as seen by FAPLA\nawaited: UNITA - where Column C goes\n" in page
    assert "FAPLA (F)\n  BIE Bie (clear, town, port)  Column A: infantry x3 (1)\n  holds: BIE Bie\n" in page
    assert "UNITA (U)\n  BIE Bie (clear, town, port)  infantry x2\n  CEL Cela (jungle 3)          minefield (fa" in page
    assert "Held by nobody\n  HUA Huambo\n" in page
    assert "DON Dondo" not in page
    assert "DON Dondo" in draw(made, key=True)


def test_tracks_boxes_pools_and_cards() -> None:
    tokens = (Pool(name="Tokens", faction=faction, counts=(Count(name="red", count=n), Count(name="blue", count=None)))
              for faction, n in (("fapla", 5), ("unita", 12)))
    made = scene(
        tracks=(Track(name="Victory", first=3, last=0, marks=tuple(Mark(name=n, value=2) for n in ("Soviet", "West"))),
                Track(name="Points", first=0, last=99, marks=(Mark(name="now", value=37),), note="wins at 50")),
        boxes=(Box(name="Airgroups", faction="fapla", pieces=(Piece(name="airgroup", count=2),)),
               Box(name="Airgroups", faction="unita", pieces=())),
        pools=(*tokens, Pool(name="Cup", counts=(Count(name="mine", count=2),))),
        cards=(Cards(name="Pack", faction="fapla", note="7 cards",
                     cards=(Card(name="Column A", states=("played",)), Card(face="sealed"), Card(face="sealed"))),))
    page = draw(made)
    assert "Victory  3 [2 Soviet, West] 1 0\nPoints  now 37 (of 0 to 99) - wins at 50\n" in page
    assert "Airgroups: FAPLA airgroup x2 | UNITA -\n" in page
    assert "Tokens\n         red  blue\n  FAPLA    5     ?\n  UNITA   12     ?\n" in page
    assert "Cup\n  mine 2\n" in page
    assert "Pack: FAPLA Column A (played), ? (sealed) x2 - 7 cards\n" in page


@pytest.mark.parametrize(("piece", "words"), [
    (infantry("fapla", 3, strength="1", states=("moved",)), "infantry x3 (1, moved)"),
    (infantry("fapla", None), "infantry x?"),
    (infantry("fapla", face="down"), "infantry (face down)"),
    (Piece(name="", face="sealed", count=None), "? (sealed)"),
    (Piece(name="", face="down", count=4), "4 unknown (face down)"),
    (column("fapla", "A"), "Column A: ?"),
    (msgspec.structs.replace(column("fapla", "A"), count=5), "Column A: 5 unknown"),
    (column("fapla", "A", infantry("fapla"), states=("moved",)), "Column A (moved): infantry"),
])
def test_pieces_in_words(piece: Piece, words: str) -> None:
    assert words_of(piece) == words


def test_the_story_comes_last_and_names_its_rule() -> None:
    page = draw(scene(sentences=(Sentence(text="UNITA takes Bie.", rule="10.2"), Sentence(text="The turn ends."))))
    assert page.endswith("Since the last look\n  UNITA takes Bie. (10.2)\n  The turn ends.\n")


def test_nothing_in_a_scene_can_steer_the_terminal() -> None:
    evil = "a\x1b[2Jb\nc\u202ed"
    made = scene(title=evil, notes=(evil,), sentences=(Sentence(text=evil),),
                 stacks=(Stack(place="bie", pieces=(Piece(name=evil, code=evil, faction="fapla", column=True),)),))
    page = draw(made)
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert page.startswith("a[2Jb cd\n")


def test_colour_and_ascii_change_no_word() -> None:
    made = scene(stacks=(Stack(place="bie", pieces=(infantry("fapla", 3),)),), notes=("São",))
    plain, coloured = draw(made), draw(made, colour=True)
    assert "\x1b[38;5;167mF3" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert draw(made, ascii=True) == plain.replace("·", ".").replace("São", "Sao")


@pytest.mark.parametrize("width", [60, 78, 100, 140])
def test_no_line_is_wider_than_asked(width: int) -> None:
    made = scene(stacks=tuple(Stack(place=p.id, pieces=(infantry("fapla", 3),) * 12) for p in board().places))
    assert max(map(len, draw(made, width=width, key=True).splitlines())) <= width


def test_an_empty_board_can_be_drawn() -> None:
    assert "Toy" in draw(scene(board=Board(title="Toy", low=(0, 0), high=(0, 0), places=())), key=True)
