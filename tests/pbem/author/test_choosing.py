"""`pbem ruleset check` looks whether what may be named is in the scene."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.author.choosing import MOST_BEGINNINGS, beginnings, check_choices
from pbem.kit.forms import Form, Forms
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem.play.requests import Ask
from pbem.show.scene import Board, Piece, Place, Scene, Stack
from tiny import TINY

WHO = Names({"b.inf": ("infantry",), "b.tank": ("tank",)}, sort="unit")
WHERE = Names({"luso": ("Luso",)}, sort="place")


class March(Form[Any]):
    """A unit, then where it goes."""

    def read(self, asked: Any, typed: Typed) -> Any:
        if not (typed.name(WHO) and typed.name(WHERE)):
            raise typed.refuse_word()


FORMS: Forms[Any] = Forms({"5.2": March()})
REQUEST: Ask[str] = Ask(rule="5.2", seat="blue", legal=lambda: ("none",))


def noted(*units: str, places: tuple[str, ...] = ("luso",)) -> list[str]:
    """What is wrong with these forms in a scene with such units in such places."""
    board = Board(title="", low=(0, 0), high=(9, 9), places=tuple(
        Place(id=place, name=place, code=place, at=(1, 1)) for place in places))
    there = tuple(Piece(name=unit, id=unit) for unit in units)
    scene = Scene(title="", turn="", phase="", board=board, stacks=(Stack(place="luso", pieces=there),))
    notes: list[str] = []
    ruleset = replace(TINY, follow=FORMS.follow)
    check_choices(ruleset, REQUEST, ["infantry Luso"],
                  lambda text: FORMS.follow(None, REQUEST, "blue", text, _nobody), lambda: scene, notes.append)
    return notes


def _nobody(_: Any) -> None:
    return None


def test_what_has_its_ids_in_the_scene_is_sound():
    assert noted("b.inf", "b.tank") == []


def test_a_unit_or_a_place_that_the_scene_lacks_is_told_with_its_form():
    assert [note.partition(", which")[0] for note in noted("b.inf")] == [
        "the form March offers 'tank' as a unit with the id 'b.tank'"]
    (note,) = noted("b.inf", "b.tank", places=())
    assert note.startswith("the form March offers 'Luso' as a place with the id 'luso', which nothing in the scene has")


def test_so_many_beginnings_of_ready_answers_are_tried():
    assert list(beginnings(["go luso; stay", "go"])) == ["", "go ", "go luso; "]
    assert len(list(beginnings(["a " * 99]))) == 1 + MOST_BEGINNINGS
