"""The things of a scene by id, and choices with the places where they stand."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.kit.following import Follow
from pbem.kit.things import Labels, Things, all_labels, has_codes, in_plain_words, in_sentence, labels_of, named, placed
from pbem.kit.typed import Choice
from pbem.show.scene import Board, Box, Piece, Place, Scene, Stack

BOARD = Board(title="", low=(0, 0), high=(9, 9), places=(
    Place(id="luso", name="Luso", code="L", at=(1, 1)), Place(id="bie", name="Bie", code="B", at=(2, 2))))


def scene() -> Scene:
    """A Column with two infantry in Luso, three alike in Bie, one beside the map."""
    under = Piece(name="infantry", id="f.inf1 f.inf2", count=2)
    column = Piece(name="Column A", id="fnla/a", column=True, holds=(under,))
    loose = Piece(name="infantry", id="f.inf3 f.inf4 f.inf5", count=3)
    return Scene(
        title="", turn="", phase="", board=BOARD, viewer="fnla",
        stacks=(Stack(place="luso", pieces=(column,)), Stack(place="bie", pieces=(loose,))),
        boxes=(Box(name="Eliminated", pieces=(Piece(name="tank", id="f.tank1"),)),),
    )


def test_places_columns_what_is_under_them_and_like_counters_are_found():
    things = Things(scene())
    assert [things.on(id) for id in ("luso", "fnla/a", "f.inf2", "f.inf4", "f.inf1 f.inf5")] == [
        ("luso",), ("luso",), ("luso",), ("bie",), ("luso", "bie")]
    assert "f.tank1" in things
    assert things.on("f.tank1") == things.on("f.inf9") == ()
    assert "f.inf9" not in things


def test_a_choice_says_where_it_stands():
    kind = Choice("infantry", "name", "f.inf2 f.inf3", most=2, sort="unit")
    found = placed(Follow((kind, Choice("stay", "word", "luso")), False), scene)
    assert [choice.on for choice in found.choices] == [("luso", "bie"), ()]


def test_for_mere_words_no_scene_is_made():
    def none() -> Scene:
        raise AssertionError

    only = Follow((Choice("stay", "word", "stay"),), True)
    assert placed(only, none) is only


def test_canonical_words_are_read_by_the_names_of_places_and_of_pieces_alone_of_their_kind():
    lone = Stack(place="luso", pieces=(Piece(name="2-7 Cav", id="usa_2_7"),))
    board = replace(scene(), stacks=(*scene().stacks, lone))
    assert named("go luso,bie usa_2_7 f.inf3 f.tank1; fnla/a:2", board) == "go Luso,Bie 2-7 Cav f.inf3 tank; Column A:2"


def test_typed_words_are_read_by_the_names_of_what_they_mean():
    lone = Stack(place="luso", pieces=(Piece(name="2-7 Cav", id="usa_2_7"), Piece(name="1/5", id="usmc_1_5")))
    hexes = replace(BOARD, places=(*BOARD.places, Place(id="r3", name="São Salvador", code="3-2", at=(3, 3))))
    board = replace(scene(), board=hexes, stacks=(*scene().stacks, lone))
    for typed, told in (
        ("a luso 3inf tank1; b bie inf3; loose", "a Luso 3 infantry, tank; b Bie infantry; loose"),
        ("j3 2-7cav 1/5 to 3-2", "j3 2-7 Cav, 1/5 to São Salvador"),
        ("setup luso=2-7 Cav, 1/5 são  salvador", "setup Luso=2-7 Cav, 1/5 São Salvador"),
        ("b l none air4*2 9tnk", "b l none air4*2 9tnk"),
        ("a=luso bie=f.inf1,f.inf2,tank1 c=bie; f.inf1 f.inf2 f.inf3; 2inf 2inf; inf3",
         "a=Luso Bie=2 infantry,tank c=Bie; 3 infantry; 2 infantry, 2 infantry; infantry"),
        ("", ""),
    ):
        assert in_plain_words(typed, board) == told


def test_typed_words_that_may_mean_several_things_stay():
    other = Stack(place="bie", pieces=(Piece(name="guns", id="m.inf3"),))
    board = replace(scene(), stacks=(*scene().stacks, other))
    assert in_plain_words("inf1 inf3 2inf m.inf3", board) == "infantry inf3 2inf guns"


LABELS = Labels({"a": "Column A", "blank": "Blank", "air4": "Airstrike (4)", "inf3": "infantry 3", "at1": "missile 1"},
                {"j1": "J-1"})


def test_labels_say_what_the_scene_does_not_and_like_counters_are_still_counted():
    assert in_plain_words("a blank air4*2 at1; inf3 inf4", scene(), LABELS) == (
        "Column A, Blank, 2 Airstrike (4), missile 1; 2 infantry")
    assert in_plain_words("j1 luso air4", scene(), LABELS) == "J-1 Luso Airstrike (4)"


def test_a_sentence_names_counters_and_keeps_every_other_word():
    for told, read in (
        ("loose inf3, 2inf and tank1 (3inf) in a hex", "loose infantry 3, 2 infantry and tank (3 infantry) in a hex"),
        ("say where at1 stands: `at1=luso`", "say where missile 1 stands: `at1=luso`"),
        ("the 16th has 107mm guns, 2x", "the 16th has 107mm guns, 2x"),
        ("legal: a, blank, inf3, none", "legal: a, blank, inf3, none"),
    ):
        assert in_sentence(told, scene(), LABELS) == read
    assert not has_codes("move in a hex, to Luso (7.1)")


def test_labels_are_those_of_the_first_words_and_of_what_stands_behind_the_heads_of_ready_answers():
    asked = list[str]()

    def follow(text: str) -> Follow:
        asked.append(text)
        head, other = Choice("buy", "word", label="J-1"), Choice("look", "word")
        there = {"": (head, other), "buy ": (Choice("AIR4", "name", label="Airstrike (4)"), Choice("3/1", "name"))}
        return Follow(there[text], False)

    assert all_labels(follow, ["buy air4*2", "buy 3/1", "luso"]) == ({"air4": "Airstrike (4)"}, {"buy": "J-1"})
    assert asked == ["", "buy "]
    assert labels_of(follow("buy ")) == ({"air4": "Airstrike (4)"}, {})
