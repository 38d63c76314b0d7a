"""A board of spots and lines: everything in its place, what stands there beside it, nothing hides a way."""

from __future__ import annotations

from typing import Any

from pbem.show.scene import (
    Board,
    Edge,
    Faction,
    Highlight,
    Line,
    Marker,
    Piece,
    Place,
    Scene,
    Site,
    Stack,
    Terrain,
)
from pbem.show.text import draw
from pbem.show.text_spots import draw_spots, is_point_to_point

FORD = Edge(kind="river", ends=("a1", "a2"))


def board(*, edges: tuple[Edge, ...] = (FORD,), roads: tuple[tuple[str, str], ...] = (("b1", "a2"),)) -> Board:
    """Two by two spots, a river between the rows of the west, a base in the north that leads to the upper row."""
    spots = [("a1", 0, 20, "Alpha"), ("b1", 100, 20, "Bravo"), ("a2", 0, 40, "Charlie Fields"),
             ("b2", 100, 40, "Delta")]
    places = [Place(id=id, name=name, code=id.upper(), at=(x, y), terrain="town", site=Site(kind="well", code="w"))
              for id, x, y, name in spots]
    places.append(Place(id="north", name="North Base", code="NORTH", at=(50, 0)))
    links = [("a1", "b1"), ("a2", "b2"), ("a1", "a2"), ("b1", "b2")]
    lines = [Line(kind="link", ends=ends) for ends in links] + [Line(kind="road", ends=ends) for ends in roads]
    for spot, x in (("a1", 0), ("b1", 100)):
        lines.append(Line(kind="link", ends=(spot, "north"), points=((x, 20), (x, 0), (50, 0))))
    lines.append(Line(kind="river", points=((-10, 35), (50, 35))))
    return Board(title="Toy", low=(-10, 0), high=(110, 50), places=tuple(places), lines=tuple(lines), edges=edges,
                 factions=(Faction(id="us", name="Us", code="U"), Faction(id="foe", name="Foe", code="F")),
                 terrains=(Terrain(id="town", name="town", code="t"),))


def scene(**more: Any) -> Scene:
    return Scene(**{"title": "Toy", "turn": "1", "phase": "", "board": board(), **more})


def lines(made: Scene, width: int = 40) -> list[str]:
    return draw_spots(made, width=width)


def stand(place: str, *codes: str, faction: str = "us") -> Stack:
    return Stack(place=place, pieces=tuple(Piece(name=c, code=c, faction=faction) for c in codes))


def find(drawn: list[str], text: str) -> tuple[int, int]:
    return next((row, line.index(text)) for row, line in enumerate(drawn) if text in line)


def test_spots_keep_their_rows_and_columns_and_show_their_names() -> None:
    drawn = lines(scene())
    (a1, left), (b1, right), (a2, below) = (find(drawn, code) for code in ("A1tw", "B1tw", "A2tw"))
    assert a1 == b1 < a2
    assert left == below < right
    assert drawn[a1 + 1][left:left + 6] == "|Alpha"
    assert "Charlie Fields" in drawn[a2 + 1]
    assert max(map(len, drawn)) <= 40


def test_links_and_roads_lead_from_label_to_label() -> None:
    drawn = lines(scene())
    row, column = find(drawn, "B1tw")
    assert drawn[row][:column].endswith("A1tw" + "-" * (column - 5))
    assert drawn[row + 1][column] == drawn[row + 2][column] == "|"
    road = lines(scene(board=board(roads=(("a1", "b1"), ("b1", "a2")))))
    assert "A1tw====" in road[row]
    assert road[row + 1][column - 1] == "/"
    assert "A2tw====" in road[row + 3]


def test_a_base_lies_on_a_rail_with_a_stem_to_each_entry() -> None:
    drawn = lines(scene())
    row, _ = find(drawn, "NORTH")
    left = drawn[row].index("+")
    assert drawn[row].strip("-+ ") == "NORTH"
    assert drawn[row + 1][left] == "|"
    assert "North Base" not in "\n".join(drawn)


def test_crossings_say_how_the_river_is_crossed() -> None:
    def crossing(kind: str) -> str:
        drawn = lines(scene(board=board(edges=(Edge(kind=kind, ends=("a1", "a2")),))))
        row, column = find(drawn, "A2tw")
        return "".join(drawn[r][column] for r in (row - 2, row - 1))

    assert [crossing(k) for k in ("river", "bridge", "blown bridge")] == ["|~", "|#", "|x"]


def test_markers_stand_in_brackets_beside_the_label() -> None:
    markers = (Marker(place="a1", name="node", code="?", faction="foe", face="down"),
               Marker(place="a1", name="wreck", code="W", faction="foe"))
    assert "A1tw[?,W]-" in "\n".join(lines(scene(markers=markers)))


def test_pieces_stand_under_the_name_by_their_codes() -> None:
    drawn = lines(scene(stacks=(stand("a1", "1/5", "2/1"),)))
    row, column = find(drawn, "A1tw")
    assert drawn[row + 1][column + 1:].startswith("Alpha")
    assert drawn[row + 2][column + 1:].startswith("1/5 2/1 ")


def test_many_pieces_take_the_place_of_the_name_and_then_are_counted() -> None:
    drawn = lines(scene(stacks=(stand("a1", *(f"UNIT{i}" for i in range(6))),)))
    assert "Alpha" not in "\n".join(drawn)
    assert all(f"UNIT{i}" in "\n".join(drawn) for i in range(6))
    drawn = lines(scene(stacks=(stand("a1", *(f"UNIT{i}" for i in range(12))),)))
    shown = "\n".join(drawn).count("UNIT")
    assert f"+{12 - shown} " in "\n".join(drawn)


def test_pieces_of_two_factions_are_told_apart() -> None:
    both = Stack(place="a1", pieces=stand("a1", "1/5").pieces + stand("a1", "Mil", "Jih", faction="foe").pieces)
    assert "1/5 F:Mil Jih" in "\n".join(lines(scene(stacks=(both,))))
    crowd = Stack(place="a1", pieces=stand("a1", *["LONG/CODE"] * 5).pieces + stand("a1", "Mil", faction="foe").pieces)
    assert "U5 F1" in "\n".join(lines(scene(stacks=(crowd,)), width=34))


def test_what_stands_at_a_base_in_the_top_row_stands_above_it() -> None:
    units = [f"{i}/5" for i in range(1, 6)]
    drawn = lines(scene(stacks=(stand("north", *units),)), width=30)
    row, column = find(drawn, "NORTH")
    assert drawn[row - 1][column + 1:] == "1/5 2/5 3/5 +2"


def test_a_place_to_look_at_is_marked() -> None:
    drawn = "\n".join(lines(scene(highlights=(Highlight(kind="target", place="b2"),))))
    assert "!B2tw!" in drawn


def test_labels_keep_their_place_whatever_stands_there() -> None:
    full = scene(stacks=tuple(stand(id, "1/5", "2/1", "A/2Tk") for id in ("a1", "b1", "a2", "b2", "north")))
    for code in ("A1", "B1", "A2", "B2", "NORTH"):
        assert find(lines(scene()), code) == find(lines(full), code)


def test_the_page_explains_this_map_and_lists_like_places_together() -> None:
    spots = ("a1", "b1", "a2", "b2")
    markers = tuple(Marker(place=id, name="node", code="?", faction="foe", face="down") for id in spots)
    page = draw(scene(markers=markers, stacks=(stand("north", "1/5"),)))
    legend = " ".join(page.split())
    for words in ("t town", "w well", "[?] node", "- | link", "= road", "~ river", "U3 three pieces"):
        assert words in legend
    assert "node (face down)  A1 Alpha, A2 Charlie Fields, B1 Bravo, B2 Delta" in page


def test_only_spots_joined_by_lines_are_drawn_so() -> None:
    assert is_point_to_point(board())
    spots = board().places
    assert not is_point_to_point(Board(title="Toy", low=(0, 0), high=(9, 9), places=spots))
    ringed = Place(id="c", name="C", code="C", at=(5, 5), outline=((0, 0), (9, 0), (9, 9)))
    assert not is_point_to_point(Board(title="Toy", low=(0, 0), high=(9, 9), places=(ringed,), lines=board().lines))
