"""What every game's scene is made of."""

from __future__ import annotations

from pbem.kit.view import box, counts, grouped, like, stacks, track
from pbem.show.scene import Box, Count, Mark, Piece, Stack, Track


def infantry(id: str = "", **more: object) -> Piece:
    return Piece(name="infantry", id=id, faction="red", **more)  # type: ignore[arg-type]


def test_like_things_come_together_in_the_order_of_their_first():
    assert grouped(["bb", "a", "cc", "d"], len) == {2: ["bb", "cc"], 1: ["a", "d"]}


def test_pieces_that_differ_only_in_their_ids_are_one_with_a_count():
    tank = Piece(name="tank", id="t1")
    assert like([infantry("i1"), tank, infantry("i2", count=2)]) == (infantry("i1 i2", count=3), tank)


def test_a_kind_that_serves_as_id_is_named_once():
    assert like([infantry("inf"), infantry("inf")]) == (infantry("inf", count=2),)


def test_pieces_in_another_state_or_face_down_in_an_unknown_number_stay_apart():
    moved, many = infantry("i2", states=("moved",)), infantry(face="sealed", count=None)
    assert like([infantry("i1"), moved, many, many]) == (infantry("i1"), moved, many, many)


def test_stacks_are_by_place():
    found = stacks([("bie", infantry("i1")), ("uige", infantry("i2")), ("bie", infantry("i3"))])
    assert found == (
        Stack(place="bie", pieces=(infantry("i1"), infantry("i3"))), Stack(place="uige", pieces=(infantry("i2"),)),
    )


def test_an_empty_box_is_none():
    assert box("Dead", iter([]), "red") == ()
    assert box("Dead", iter([infantry()]), "red") == (Box(name="Dead", pieces=(infantry(),), faction="red"),)


def test_a_track_with_one_mark():
    assert track("Turn", 1, 9, 3) == Track(name="Turn", first=1, last=9, marks=(Mark(name="now", value=3),))
    assert track("Morale", 1, 9, 3, "low", "two picks").marks == (Mark(name="low", value=3),)


def test_a_pool_is_counted_by_the_names_of_its_kinds():
    assert counts({"b": 2, "a": 0}, str.upper) == (Count(name="B", count=2), Count(name="A", count=0))
