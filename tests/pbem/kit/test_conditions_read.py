"""What conditions of orders filed ahead take behind their names, and the moments for which orders can be filed."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalMove
from pbem.kit.conditions import (
    MOST,
    Case,
    Coming,
    Condition,
    Moment,
    is_so,
    moments,
    read_bound,
    read_conditions,
    read_level,
    read_name,
    read_nothing,
    read_pair,
    usages,
)
from pbem.kit.lexicon import Lexicon
from pbem.kit.spelling import Names

PLACES = Names({"luso": ("Luso",), "bie": ("Bié",)})
ENEMY = Condition("no enemy PLACE", read_name(lambda state: PLACES, "where is missing"), lambda case, place: place)
TURN = Condition("turn BOUND", read_bound(1, 20), lambda case, bound: is_so(case.state, bound))
BALANCE = Condition("balance BOUND", read_bound(-5, 5), lambda case, bound: is_so(case.state, bound))
MORALE = Condition("morale BOUND", read_level(lambda state: ("low", "medium", "high")), bool)
BOTH = Condition("odds PLACE BOUND", read_pair(ENEMY.read, read_bound(0, 9)), bool)
PAID = Condition("paid: it is", read_nothing, lambda case, nothing: nothing is None)
KNOWN = {"no enemy": ENEMY, "turn": TURN, "balance": BALANCE, "morale": MORALE, "odds": BOTH, "paid": PAID}


def read(text):
    return [(one.condition.usage, one.arguments, one.wanted) for one in read_conditions(KNOWN, None, text, rule="5.2")]


def refused(text):
    with pytest.raises(IllegalMove) as error:
        read(text)
    return error.value


@pytest.mark.parametrize(("text", "arguments"), [
    ("turn 7", ("", 7)), ("turn > 7", (">", 7)), ("turn >7", (">", 7)), ("turn >= 7", (">", 7)),
    ("turn <=20", ("<", 20)), ("turn 1", ("", 1)), ("balance -5", ("", -5)), ("balance >-3", (">", -3)),
    ("balance < -3", ("<", -3)),
    ("balance 5", ("", 5)), ("balance 0", ("", 0)), ("morale >= high", (">", 2)), ("morale low", ("", 0)),
    ("no enemy bié", "bie"), ("odds luso >3", ("luso", (">", 3))), ("paid", None),
])
def test_what_stands_behind_a_name_is_read(text, arguments):
    assert read(text) == [(KNOWN[next(name for name in KNOWN if text.startswith(name))].usage, arguments, True)]


@pytest.mark.parametrize(("text", "because"), [
    ("turn 21", "21 is no number from 1 to 20"), ("turn 0", "0 is no number from 1 to 20"),
    ("turn", "a number from 1 to 20 is wanted"), ("turn >", "a number from 1 to 20 is wanted"),
    ("turn -3", "-3 is not understood here: did you mean 3?"),
    ("balance 6", "6 is no number from 0 to 5"), ("balance x", "x is not understood here"),
    ("no enemy", "where is missing"), ("no enemy xyz", "xyz is not understood here"),
    ("morale", "a level is wanted: low, medium, high"),
    ("odds luso", "a number from 0 to 9 is wanted"), ("paid 3", "3 is not understood here"),
])
def test_what_cannot_stand_there_is_refused(text, because):
    assert refused(text).because == because
    assert refused(text).tried.replace(":", "") == f"if {text}"


def test_conditions_are_parted_by_and_and_turned_by_not():
    assert read("turn 3 AND not paid and NO enemy Luso") == [
        ("turn BOUND", ("", 3), True), ("paid: it is", None, False), ("no enemy PLACE", "luso", True)]
    assert read("and paid and") == [("paid: it is", None, True)]


def test_a_condition_must_be_named_and_an_order_has_so_many():
    for text in ("", "  ", "and and"):
        assert refused(text).because == "no condition is named"
        assert refused(text).tried == f"if {text}".rstrip()
        assert list(refused(text).legal) == usages(KNOWN)
    assert len(read(" and ".join(["paid"] * MOST))) == MOST == 8
    assert refused(" and ".join(["paid"] * 9)).because == "an order has at most 8 conditions"


@pytest.mark.parametrize(("bound", "so"), [(("", 3), {3}), ((">", 3), {3, 4}), (("<", 3), {2, 3})])
def test_a_number_is_within_a_bound(bound, so):
    assert {value for value in (2, 3, 4) if is_so(value, bound)} == so


def test_a_condition_is_asked_with_what_was_read_and_may_be_wanted_not_to_hold():
    case = Case(7, "red", lambda sealed: None)
    held = [one.holds(case) for text in ("turn 7", "turn 8", "not turn 7", "not turn 8", "paid", "no enemy luso")
            for one in read_conditions(KNOWN, None, text, rule="5.2")]
    assert held == [True, False, False, True, True, True]


def test_moments_come_in_the_order_in_which_they_ask_and_know_what_is_gone():
    every, few = Lexicon(("go",)), Lexicon(("fire",))
    found = moments(
        ("9.8", "5.2", "7.1", "3"), abouts={"5.2": ["luso", "bie"]}, gone={"5.2": {"cuito": "it is lost"}},
        without=("3",), words=every, words_of={"9.8": few}, phases=("moves", "combat"),
        coming={"7.1": Coming("a march", "go luso", ("moves", "end")), "9": Coming("x", "y"),
                "5.2": Coming("a raid", "raid", ("end",))})
    assert list(found.items()) == [
        ("7.1", Moment(words=every, title="a march", example="go luso", is_near=True)),
        ("5.2", Moment(("luso", "bie"), {"cuito": "it is lost"}, every, "a raid", "raid", is_near=False)),
        ("9.8", Moment(words=few))]
    assert moments(["1"]) == {"1": Moment()}
