"""Maps of hexes in text: as wide and high as asked, around what is looked at, nothing cut off."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import WrongUse
from pbem.replay.films.walk import Walk
from pbem.show.frame import Frame
from pbem.show.scene import Highlight, Marker, Piece, Scene, Site, Stack
from pbem.show.text import draw, draw_board
from valley import valley
from valley_scenes import skirmish, token, unit, valley_scene


def bare(*stacks: Stack, **more: object) -> Scene:
    return msgspec.structs.replace(valley_scene(), stacks=stacks, highlights=(), markers=(), **more)


def numbers(lines: list[str]) -> set[str]:
    return set(re.findall(r"(?<!\S)\d{4}(?!\S)", "\n".join(lines[:-1])))


@settings(deadline=None, max_examples=40)
@given(st.integers(40, 200), st.integers(10, 80), st.sampled_from(valley().hexes))
def test_it_is_never_wider_nor_higher_than_asked(width: int, height: int, around: str) -> None:
    lines = draw_board(valley_scene(), width=width, height=height, around=around)
    assert max(map(len, lines)) <= width
    assert len(lines) <= height
    assert "this part: " in "".join(lines[-2:])


def test_100_columns_are_enough_for_any_page_of_the_valley() -> None:
    assert max(map(len, draw(valley_scene(), width=100).splitlines())) <= 100


@pytest.mark.parametrize("around", ["0101", "3226", "1710", "0126", "3201"])
def test_the_hex_named_is_on_the_part_shown(around: str) -> None:
    scene = bare(Stack(place=around, pieces=(unit("Alpha", "ZZZ", "4"),)))
    lines = draw_board(scene, around=around, height=20)
    assert sum("C:ZZZ" in line for line in lines) == 1
    assert lines[-1].endswith("no stacks lie outside")


def test_an_unknown_hex_is_refused() -> None:
    with pytest.raises(WrongUse, match="there is no hex 9999") as caught:
        draw_board(valley_scene(), around="9999")
    assert caught.value.hint == "this map has 0101 to 3226"


@pytest.mark.parametrize("kind", ["from", "to", "target", "reach"])
def test_it_follows_what_is_looked_at(kind: str) -> None:
    for hex in ("0203", "3024"):
        look = (Highlight(kind=kind, place=hex),)  # type: ignore[arg-type]
        lines = draw_board(msgspec.structs.replace(valley_scene(), highlights=look), height=20)
        before, after = {"from": "()", "to": "><", "target": "!!", "reach": "=="}[kind]
        assert any(re.search(rf"{re.escape(before)}[.rmp]\d\S*{re.escape(after)}", line) for line in lines)


def test_without_anything_to_look_at_it_shows_where_the_pieces_are() -> None:
    scene = bare(*(Stack(place=hex, pieces=(unit("Alpha", "ZZZ", "4"),)) for hex in ("3024", "3025", "2925", "0101")))
    lines = draw_board(scene, height=20)
    assert sum(line.count("C:ZZZ") for line in lines) == 3
    assert lines[-1].endswith("1 stack lies outside")


def test_a_small_map_is_shown_whole_with_its_numbers_around_it() -> None:
    lines = draw_board(skirmish())
    assert not any("this part" in line for line in lines)
    assert numbers([*lines, ""]) >= {"0101", "0601", "0105", "0605", "0103", "0603"}
    assert sum(line.count("C:A") for line in lines) == 1
    assert any("C1+" in line or "C1Q1?" in line for line in lines)


def test_shifted_columns_stand_half_a_hex_lower_and_shifted_rows_further_right() -> None:
    flat = draw_board(skirmish())
    assert flat[1].startswith("0101")
    assert flat[2].startswith("     ")
    pointed = draw_board(skirmish(flat_top=False))
    first, second = (next(line for line in pointed if line.startswith(number)) for number in ("0101", "0102"))
    assert re.match(r"0101 \(\.0", first)  # 0101 is where something comes from
    assert second.index("=w1") - first.index("(.0") == 5  # half a hex of ten


@pytest.mark.parametrize(("pieces", "said"), [
    ((unit("Alpha", "A/1", "4"),), "C:A/1"),
    ((unit("Alpha", "A/1/2/3", "4"),), "C1"),
    ((unit("Alpha", "A", "4"), unit("Bravo", "B", "4")), "C2"),
    ((token(17),), "Q?17"),
    ((token(1), token(2)), "Q2?"),
    ((token(1), unit("Alpha", "A", "4")), "Q1?C1"),
    ((token(1), Piece(name="DShK", code="D", faction="al_qaeda")), "Q1+1?"),
    (tuple(unit(str(i), "A", "4") for i in range(12)) + tuple(map(token, range(10))), "C*Q*"),
    ((Piece(name="many", faction="coalition", count=None),), "C?"),
    ((Piece(name="stranger", code="S"),), "?:S"),
])
def test_who_is_there_is_said_as_exactly_as_there_is_room(pieces: tuple[Piece, ...], said: str) -> None:
    lines = draw_board(bare(Stack(place="1710", pieces=pieces)), around="1710", height=12)
    assert sum(said in line.split() for line in lines) == 1


def test_an_empty_hex_says_what_it_costs_to_go_there() -> None:
    costs = (Highlight(kind="reach", place="0302", text="2.5"), Highlight(kind="reach", place="0101", text="1"),
             Highlight(kind="reach", place="0303", text="much too long"))
    lines = draw_board(msgspec.structs.replace(skirmish(), highlights=costs, markers=()), width=80)
    page = "\n".join(lines)
    assert "2.5" in page
    assert "C:A" in page  # 0101 is not empty
    assert "too" not in page


def test_what_has_no_room_is_marked() -> None:
    scene = bare(Stack(place="1710", pieces=(unit("Alpha", "A/1", "4"),)))
    marked = msgspec.structs.replace(scene, markers=(Marker(place="1710", name="rubble", code="Rub"),
                                                     Marker(place="1410", name="rubble", code="Rub")))
    words = " ".join(draw_board(marked, around="1710", height=12)).split()
    assert "C1+" in words or "C:A/1+" in words
    assert "+Rub" in words
    crowded = msgspec.structs.replace(scene.board.places[0], signs=tuple(Site(kind=k, code=k) for k in "abc"))
    board = msgspec.structs.replace(scene.board, places=(crowded, *scene.board.places[1:]))
    assert ".0a+" in " ".join(draw_board(msgspec.structs.replace(scene, board=board), around="0101")).split()


def test_wide_terminals_give_hexes_more_room() -> None:
    scene = bare(Stack(place="1710", pieces=(unit("Alpha", "1-87A/1", "4"),)))
    assert not any("C:1-87A/1" in line for line in draw_board(scene, around="1710"))
    assert any("C:1-87A/1" in line for line in draw_board(scene, around="1710", width=330))


def test_the_page_names_hexes_once_with_their_ground() -> None:
    page = draw(valley_scene(), key=True)
    assert "1710 Serkhankhel (clear, level 1, town, objective)" in page
    assert "1710 1710" not in page
    assert "1808 Zerki Kale" in page[page.index("Places"):]
    assert "3226" not in page[page.index("Places"):]  # a hex without a name of its own
    assert "token 15 (pinned, face down)" in page


def test_a_walk_stays_where_it_looked_last() -> None:
    looks: list[tuple[Highlight, ...]] = [(), (Highlight(kind="to", place="3024"),), (), ()]
    frames = [Frame(number=i, round=i + 1, kind="answer", scene=msgspec.structs.replace(valley_scene(), highlights=h))
              for i, h in enumerate(looks)]
    walk = Walk(frames)
    assert walk.looked_at == ""
    walk.go("n")
    assert walk.looked_at == ""  # the step itself says where to look
    walk.go("n")
    walk.go("n")
    assert walk.looked_at == "3024"
    nowhere = msgspec.structs.replace(valley_scene(), highlights=(Highlight(kind="to", place="nowhere"),))
    assert Walk([*frames[:1], msgspec.structs.replace(frames[1], scene=nowhere)], at=1).looked_at == ""


@pytest.mark.parametrize("width", [60, 80, 100])
def test_what_stands_in_a_hex_goes_on_below_itself(width: int) -> None:
    many = tuple(unit(f"Company {i}", f"{i}", "4+ 2 4") for i in range(9))
    lines = draw(bare(Stack(place="1710", pieces=many)), width=width).splitlines()
    first = next(i for i, line in enumerate(lines) if "Company 0" in line)
    column = lines[first].index("Company 0")
    assert len(lines[first + 1]) - len(lines[first + 1].lstrip()) == column
    assert all(len(line) <= width for line in lines)
