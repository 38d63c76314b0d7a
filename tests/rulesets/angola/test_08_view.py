"""8, e1 What a viewer sees: nothing that only another seat may know."""

from __future__ import annotations

import msgspec
import pytest
from angola.boards_operations import column, empty_map, put, run, seal_column, seal_pieces

from pbem.play.table import Table
from pbem_games.angola.columns import make_claim
from pbem_games.angola.state import Piece, State
from pbem_games.angola.view import scene


def peek_as(table: Table[None], seat: str):
    return lambda handle: table.peek(handle) if handle.seat == seat else None


def board() -> tuple[State, Table[None]]:
    """UNITA: a sealed Column A of a tank and infantry in Luso, a missile with it; loose infantry in Luso."""
    state = empty_map()
    column(state, "unita", "a", "luso", "inf1", "tank1")
    put(state, "unita", "luso", "inf2")
    secrets = seal_pieces(state, "unita", {"aa1": "a"}, seal_column(state, "unita", "a"))

    async def nothing() -> None:
        return

    return state, run(nothing(), secrets=secrets)


@pytest.mark.parametrize("viewer", ["fapla", "fnla", "mpla", "public"])
def test_A141_no_unit_of_a_sealed_column_is_in_the_view_of_another_seat(viewer):
    state, table = board()
    text = msgspec.json.encode(scene(state, viewer, peek_as(table, viewer))).decode()
    assert "u.inf1" not in text
    assert "u.tank1" not in text
    assert "u.inf2" in text  # loose Units are for all
    assert '"in Luso"' not in text  # and so is not where the missile is


def test_8_the_owner_sees_its_own_column_and_equipment():
    state, table = board()
    seen = scene(state, "unita", peek_as(table, "unita"))
    stack = next(s for s in seen.stacks if s.place == "luso")
    assert [p.name for p in stack.pieces[0].holds] == ["infantry", "tank"]
    assert [(p.name, p.states) for box in seen.boxes for p in box.pieces] == [("anti-aircraft missile 1", ("in Luso",))]


def test_2_4_2_pieces_of_equipment_stand_together_by_kind_and_place():
    state = empty_map()
    put(state, "unita", "luso", "inf2")
    pieces = {"at3": "luso", "at12": "luso", "at2": "luso", "aa1": "luso"}
    for id, place in pieces.items():
        state.factions["unita"].equipment[id] = Piece(id.rstrip("0123456789"), public=place)
        state.equipment_pool.remove(id)
    (box,) = [b for b in scene(state, "public", lambda _h: None).boxes if b.name == "Equipment"]
    assert [(p.name, p.states) for p in box.pieces] == [
        ("anti-tank missile 2, 3, 12", ("in Luso",)), ("anti-aircraft missile 1", ("in Luso",)),
    ]  # fmt: skip


def test_R28_the_option_shows_everybody_how_many_units_a_column_has():
    state, table = board()
    own = state.factions["unita"]

    def shown() -> list[tuple[str, int | None]]:
        stack = next(s for s in scene(state, "fapla", peek_as(table, "fapla")).stacks if s.place == "luso")
        return [(p.name, p.count) for p in stack.pieces[0].holds]

    assert shown() == [("not known", None)]
    make_claim(state, "unita", "a", "8.1", "size", 2)
    assert shown() == [("not known", 2)]
    own.reserve.remove("u.inf3")
    own.columns["a"].known.append("u.inf3")  # a recruit whom all have seen
    assert shown() == [("infantry", 1), ("not known", 2)]


def test_5_4_R142_nobody_sees_what_is_left_of_a_pack_its_owner_neither():
    state, table = board()
    sealed = state.factions["unita"].equipment["aa1"].entry
    own = state.factions["unita"]
    own.pack, own.opened = [sealed, sealed], ["command"]

    def faces(viewer: str, seat: str) -> list[tuple[str, str]]:
        (row,) = scene(state, viewer, peek_as(table, seat)).cards
        return [(card.name, card.face) for card in row.cards]

    for viewer in ("unita", "fapla", "public"):
        (first, second) = faces(viewer, viewer)
        assert first[0] == "Command"
        assert second[1] == "sealed"
        assert not second[0]
    assert faces("auditor", "unita")[1][1] != "sealed"


def test_10_5_a_marker_that_was_captured_lies_face_down():
    state = empty_map()
    state.markers["luanda"].up = False
    marker = next(m for m in scene(state, "public", lambda _h: None).markers if m.place == "luanda")
    assert (marker.face, marker.control) == ("down", True)
