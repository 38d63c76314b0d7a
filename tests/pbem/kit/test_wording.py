"""Words that stand beside their fields: read and written alike, and refused by what could be said."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

from pbem.errors import IllegalMove
from pbem.kit.lists import NameList
from pbem.kit.wording import Unreadable, Wording, each, like, number, one_of, pair, several

PLACES = {"north": 0, "west": 1, "moor": 2}
UNITS = {"foot": 0, "horse": 1, "guns": 2}


class Order(msgspec.Struct, frozen=True):
    words: ClassVar[str | tuple[str, ...]] = ""


class March(Order, frozen=True):
    words = "march {who:units} [carry={riders}] [within={within:number}[:{of:place}]] to={to:place} {night?night}"
    who: tuple[str, ...]
    to: str
    riders: tuple[tuple[str, str], ...] = ()
    within: int = -1
    of: str = ""
    night: bool = False


class Fall(Order, frozen=True):
    words = "[{lost:list*}] back {to:place} [less {after:list*}] {quick?quick|slow}"
    to: str
    lost: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    quick: bool = False


class Watch(Order, frozen=True):
    words = ("[see {who:list*}] {armed?arms=yes} [{how=near|far}]", "look")
    who: tuple[str, ...] = ()
    armed: bool = False
    how: str = ""


class Stay(Order, frozen=True):
    words = ("stay {at:place}", "rest {hours:number}", "wait")
    at: str = ""
    hours: int = 0


def wording() -> Wording[Order]:
    unit, place = one_of(UNITS, "unit"), one_of(PLACES, "place")
    return Wording((March, Fall, Stay, Watch), {
        "units": each(unit, "+", once=str, order=UNITS.__getitem__), "place": place, "number": number(0, 99),
        "riders": each(pair(unit, unit), once=lambda two: two[1]), "list": each(unit, " "),
    }, tried="an order", rule="5.1")  # fmt: skip


SAID = [
    ("march foot+guns to=west", March(("foot", "guns"), "west")),
    ("march horse carry=horse:foot,horse:guns to=moor night",
     March(("horse",), "moor", (("horse", "foot"), ("horse", "guns")), night=True)),
    ("march foot within=0 to=west", March(("foot",), "west", within=0)),
    ("march foot within=12:moor to=west night", March(("foot",), "west", within=12, of="moor", night=True)),
    ("back west slow", Fall("west")),
    ("foot guns back west less horse foot quick", Fall("west", ("foot", "guns"), ("horse", "foot"), quick=True)),
    ("see foot guns arms=yes far", Watch(("foot", "guns"), armed=True, how="far")), ("near", Watch(how="near")),
    ("arms=yes", Watch(armed=True)), ("look", Watch()), ("see foot", Watch(("foot",))),
    ("stay moor", Stay("moor")), ("rest 3", Stay(hours=3)), ("wait", Stay()),
]  # fmt: skip


@pytest.mark.parametrize(("say", "order"), SAID, ids=[say for say, _ in SAID])
def test_an_order_is_read_and_spelled_by_the_words_beside_its_fields(say, order):
    assert wording().parse(say) == order
    assert wording().spell(order) == say


def test_things_come_in_canonical_order_if_the_value_has_one():
    assert wording().spell(March(("guns", "foot"), "west")) == "march foot+guns to=west"
    assert wording().parse("march guns+foot to=west") == March(("foot", "guns"), "west")


@pytest.mark.parametrize(("say", "because"), [
    ("march foot to=east", "east is no place"), ("march foot+foot to=west", "foot is named twice"),
    ("march  to=west", "not written like"), ("march foot carry=foot to=west", "foot is no pair like a:b"),
    ("march foot within=100 to=west", "100 is no number from 0 to 99"), ("rest 03", "03 is no number"),
    ("foot  guns back west slow", "not written like"), ("back west", "not written like"),
    ("", "nothing is not written like"), ("stay moor ", "not written like"), ("wait\n", "not written like"),
])  # fmt: skip
def test_what_is_no_order_is_refused_by_the_word_that_is_wrong(say, because):
    with pytest.raises(IllegalMove) as refused:
        wording().parse(say)
    assert because in refused.value.because
    assert refused.value.rule == "5.1"


def test_a_refusal_shows_the_lines_that_begin_alike_as_they_are_written():
    with pytest.raises(IllegalMove) as refused:
        wording().parse("march on")
    assert list(refused.value.legal) == ["march WHO [carry=RIDERS] [within=WITHIN[:OF]] to=TO [night]"]
    with pytest.raises(IllegalMove) as refused:
        wording().parse("jump")
    assert len(refused.value.legal) == 7


def test_a_long_text_of_nonsense_is_refused_at_once():
    for say in ("foot " * 1600, "march " + "foot+" * 1600, "back " * 1600):
        with pytest.raises(IllegalMove):
            wording().parse(say)


def test_some_kinds_can_begin_with_other_words():
    place = {"place": one_of(PLACES, "place"), "number": number(0, 9)}
    said = Wording((Stay,), place, tried="an order", rule="5.1", words={Stay: "hold {at:place}"})
    assert said.parse("hold moor") == Stay("moor")
    with pytest.raises(IllegalMove):
        said.parse("stay moor")


def test_a_value_alone_is_a_whole_answer_and_may_be_empty():
    strikes = each(like("[a-z]+", "strike")).alone(tried="strikes", rule="8", empty="none")
    assert strikes.parse("none") == ()
    assert strikes.spell(()) == "none"
    assert strikes.parse("air,guns") == ("air", "guns")
    assert strikes.spell(("air", "guns")) == "air,guns"
    with pytest.raises(IllegalMove, match="no strike"):
        strikes.parse("air,4")


def test_a_value_may_be_refused_by_a_rule_of_its_own():
    said = Wording((Stay,), {"place": one_of(PLACES, "place").under("8.2"), "number": number(0, 9)}, tried="an order",
                   rule="5.1")
    with pytest.raises(IllegalMove) as refused:
        said.parse("stay mud")
    assert refused.value.rule == "8.2"


def test_a_line_that_would_leave_something_out_is_not_spelled():
    assert wording().spell(Stay("moor", 3)) == ""


def test_a_list_of_names_stands_in_order_each_once():
    names = NameList("9.12", "who is lost", UNITS)
    assert names.names == ("foot", "horse", "guns")
    assert names.parse("guns foot") == ("guns", "foot")
    assert names.spell(("guns", "foot")) == "foot guns"
    assert names.parse("none") == ()
    assert names.spell(()) == "none"
    for say in ("foot foot", "foot  guns", "", "mule"):
        with pytest.raises(IllegalMove, match="who is lost"):
            names.parse(say)


def test_names_of_a_list_are_read_in_its_order_and_each_once():
    listed = several(["foot", "horse", "guns"], "unit")
    assert listed.read("guns foot") == ("foot", "guns")
    assert listed.spell(("guns", "horse")) == "horse guns"
    with pytest.raises(Unreadable, match=r"^guns is named twice$"):
        listed.read("guns foot guns")


def test_a_list_has_so_many_things_at_most():
    listed = each(number(1, 9), most=2)
    assert listed.read("3,9") == (3, 9)
    for text, because in (("3,9,1", "more than 2 are named"), ("10", "10 is no number from 1 to 9")):
        with pytest.raises(Unreadable, match=f"^{because}$"):
            listed.read(text)
    assert each(number(1, 9)).read("3,9,1") == (3, 9, 1)


def test_a_list_may_name_things_often_and_as_they_are_said():
    hits = NameList("25", "hits", UNITS, between=",", as_given=True, many=True)
    assert hits.parse("guns,foot,guns") == ("guns", "foot", "guns")
    assert hits.spell(("guns", "foot", "guns")) == "guns,foot,guns"
