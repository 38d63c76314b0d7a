"""The routes of a step: as told; if nothing is told of it, as seen by counters that stand elsewhere."""

from __future__ import annotations

from pbem.show.scene import Arrow, Board, Piece, Scene, Sentence, Stack
from pbem.show.ways import ways

BOARD = Board(title="", low=(0, 0), high=(1, 1), places=())


def scene(**stacks):
    placed = tuple(Stack(place=place, pieces=tuple(pieces)) for place, pieces in stacks.items())
    return Scene(title="", turn="1", phase="", board=BOARD, stacks=placed)


def one(id, **more):
    return Piece(name="infantry", id=id, faction="red", **more)


def test_what_was_told_is_drawn_along_its_whole_way_and_nothing_else():
    told = (Sentence(text="a marches", places=("a", "b", "c"), is_way=True), Sentence(text="seen", places=("d", "e")))
    found = ways(scene(a=[one("u1")], d=[one("u2")]), scene(c=[one("u1")], e=[one("u2")]), told, "red")
    assert found == (Arrow(kind="route", places=("a", "b", "c"), faction="red"),)


def test_a_way_has_the_colour_of_those_that_went_whoever_decided_last():
    told = (Sentence(text="a marches", places=("a", "b"), is_way=True),)
    for now in (scene(b=[one("u1")]), scene(b=[one("u1"), Piece(name="tank", id="u2", faction="blue")])):
        (arrow,) = ways(scene(a=[one("u1")]), now, told, "green")
        assert arrow.faction == "red"
    (alone,) = ways(scene(), scene(), told, "green")
    assert alone.faction == "green"


def test_who_went_as_told_needs_no_guess():
    told = (Sentence(text="a marches", places=("a", "b"), is_way=True, faction="blue"),)
    for before in (None, scene(a=[one("u1")])):
        (arrow,) = ways(before, scene(b=[one("u1")]), told, "red")
        assert arrow.faction == "blue"


def test_what_was_not_told_is_seen_by_who_stands_elsewhere():
    before = scene(a=[one("u1 u2", count=2)], b=[one("u3")])
    found = ways(before, scene(b=[one("u1 u3", count=2)], c=[one("u2")]), (), "")
    assert found == (Arrow(kind="route", places=("a", "b"), faction="red"),
                     Arrow(kind="route", places=("a", "c"), faction="red"))


def test_counters_that_come_or_go_or_have_no_name_and_letters_of_columns_take_no_way():
    before = scene(a=[one("gone"), one(""), one("red/a", column=True)])
    assert ways(before, scene(b=[one("new"), one(""), one("red/a", column=True)]), (), "") == ()
    assert ways(None, before, (), "") == ()


def test_fire_and_support_come_from_each_place_that_is_told_and_hide_no_way():
    before, now = scene(a=[one("u1")], b=[one("u2")]), scene(c=[one("u1")], b=[one("u2")])
    told = (Sentence(text="they fire", places=("d",), fire_from=("a", "b"), support_from=("e",), faction="blue"),)
    assert ways(before, now, told, "red") == (
        Arrow(kind="route", places=("a", "c"), faction="red"), Arrow(kind="support", places=("e", "d"), faction="blue"),
        Arrow(kind="fire", places=("a", "d"), faction="blue"), Arrow(kind="fire", places=("b", "d"), faction="blue"),
    )
