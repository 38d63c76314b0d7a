"""Pieces: who stands where, in one order."""

from __future__ import annotations

from pbem.kit.pieces import Piece, at, by_place


class Unit(Piece):
    strength: int = 1


def units() -> dict[str, Unit]:
    made = [Unit(id="militia", faction="unita", place="bie"), Unit(id="lost", faction="unita"),
            Unit(id="tank", faction="fapla", place="huambo", strength=2),
            Unit(id="brigade", faction="unita", place="bie", strength=3)]
    return {unit.id: unit for unit in made}


def test_at_lists_in_order_of_id() -> None:
    assert [unit.id for unit in at(units(), "bie")] == ["brigade", "militia"]
    assert [unit.id for unit in at(units(), "huambo", "unita")] == []


def test_by_place_leaves_out_what_is_out_of_the_game() -> None:
    assert {place: [unit.id for unit in stack] for place, stack in by_place(units()).items()} == {
        "bie": ["brigade", "militia"], "huambo": ["tank"]}
    assert list(by_place(units())) == ["bie", "huambo"]
