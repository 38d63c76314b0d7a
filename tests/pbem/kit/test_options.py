"""The options of a match, declared once in the struct that the rules read."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from pbem.errors import Unsupported, WrongUse
from pbem.kit.options import GameOption, Says, chosen, declared


class Options(msgspec.Struct):
    deal: Annotated[Literal["open", "sealed"], Says("3", "how hands are dealt", refused={"sealed": "no cup"})] = "open"
    fog: Annotated[bool, Says("8", "markers lie face down")] = False
    hand: Annotated[int, Says("2", "cards at the start", (3, 4, 5))] = 4


def test_a_field_says_name_default_choices_rule_and_words():
    assert declared(Options) == (
        GameOption("deal", "open", ("open", "sealed"), "3", "how hands are dealt", {"sealed": "no cup"}),
        GameOption("fog", False, (False, True), "8", "markers lie face down"),
        GameOption("hand", 4, (3, 4, 5), "2", "cards at the start"),
    )


def test_declared_options_are_read_and_refused_like_any():
    deal, fog, hand = declared(Options)
    assert (fog.read("true"), hand.read("5")) == (True, 5)
    with pytest.raises(WrongUse, match="option hand: 6 is not a choice"):
        hand.check(6)
    with pytest.raises(Unsupported, match="option deal=sealed cannot be played: no cup"):
        deal.check("sealed")


def test_the_rules_get_what_was_chosen_and_else_the_default():
    assert chosen(Options, {"scenario": "short", "hand": 5}) == Options(hand=5)
    assert chosen(Options, {}) == Options()


def test_a_struct_with_words_beside_its_types_is_kept_in_the_state_as_ever():
    assert msgspec.json.decode(msgspec.json.encode(Options(fog=True)), type=Options) == Options(fog=True)


class Mute(msgspec.Struct):
    fog: bool = False


class Wrong(msgspec.Struct):
    hand: Annotated[int, Says("2", "cards at the start", (3, 4, 5))] = 6


class Needed(msgspec.Struct):
    hand: Annotated[int, Says("2", "cards at the start", (3, 4, 5))]


class Shared(msgspec.Struct):
    team: Annotated[Literal["none", "shared"], Says("4", "who shares")] = "none"
    bases: Annotated[str, Says(
        "4", "who has which", ("11", "12"), only_with={"team": ("shared",)}, things=("North", "South"),
    )] = "11"


class Alone(msgspec.Struct):
    bases: Annotated[str, Says("4", "who has which", ("11",), only_with={"team": ("shared",)})] = "11"


class Short(msgspec.Struct):
    bases: Annotated[str, Says("4", "who has which", ("1", "12"), things=("North", "South"))] = "12"


def test_an_option_says_with_which_others_it_matters_and_of_which_things_it_tells():
    _, bases = declared(Shared)
    assert (bases.only_with, bases.things) == ({"team": ("shared",)}, ("North", "South"))


@pytest.mark.parametrize(
    ("kind", "said"),
    [(Mute, "option fog: its field says nothing of it"), (Wrong, "option hand: the default 6 is none of its choices"),
     (Needed, "option hand: the default NODEFAULT is none of its choices"),
     (Alone, "option bases: no other option team has the choices"),
     (Short, "option bases: its choices have not a sign")],
    ids=["mute", "wrong", "needed", "alone", "short"],
)  # fmt: skip
def test_an_author_is_told_what_a_field_lacks(kind, said):
    with pytest.raises(TypeError, match=said):
        declared(kind)
