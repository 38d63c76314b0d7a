"""A list of standing orders as it is printed, read back strictly."""

from __future__ import annotations

import pytest

from pbem.desk.standing import StandingOrder
from pbem.desk.standing_text import HOW, read_listed
from pbem.errors import WrongUse
from pbem.limits import MAX_STANDING, MAX_STANDING_LINES, MAX_STANDING_TEXT

SEATS = ("red", "blue", "green")


def read(text, mine=SEATS, first=()):
    return [one.line for one in read_listed(text, SEATS, mine, first)]


def test_orders_stand_below_their_seat_and_remarks_count_for_nothing():
    text = "# a remark\nred:\n  fire: never   # why not\n  hold: to a1 b2\n      # more\n\nblue:\nfire: ask\n"
    assert read(text) == ["red fire: never", "red hold: to a1 b2", "blue fire: ask"]


def test_a_line_with_its_seat_leaves_the_seat_that_stands_above():
    text = "red:\n  fire: never   # why not\nblue, green: fire: ask\n  hold: to a1 b2\n"
    assert read(text) == ["red fire: never", "blue fire: ask", "green fire: ask", "red hold: to a1 b2"]


def test_what_stands_before_any_seat_is_for_those_that_were_chosen():
    assert read("fire: never\nred:\nhold: ask", first=["blue", "green"]) == [
        "blue fire: never", "green fire: never", "red hold: ask"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("red:\n  fire never", "line 2: 'fire never' is no standing order"),
        ("red:\n  fire:", "line 2: 'fire:' is no standing order"),
        ("fire: never", "line 1: no seat is named before it"),
        ("green:\n fire: never", "line 1: green is none of the seats that are set"),
        ("red: fire: never\nred:\n fire: ask", "line 3: fire of red is set twice"),
        ("red: fi\x1bre: never", "line 1: that is no standing order"),
        ("red: fire: " + "x" * 2 * MAX_STANDING_TEXT, "line 1: that is no standing order"),
        ("\n" * (MAX_STANDING_LINES + 1), "2,001 lines of standing orders, the limit is 2,000"),
        ("red:\n" + "".join(f"o{n}: x\n" for n in range(MAX_STANDING + 1)), "more than 200 standing orders"),
    ],
)
def test_what_is_no_list_is_refused_with_its_line(text, why):
    with pytest.raises(WrongUse) as refusal:
        read(text, mine=("red", "blue"))
    assert str(refusal.value).startswith(why)


@pytest.mark.parametrize("text", ["red: fi\x1bre: never", "red: fire: " + "x" * 2 * MAX_STANDING_TEXT])
def test_with_what_is_no_order_it_is_said_how_one_is_written(text):
    with pytest.raises(WrongUse) as refusal:
        read(text)
    assert refusal.value.hint == HOW


def test_a_kept_order_is_read_from_its_own_words():
    assert read_listed("red: fire: never", SEATS, SEATS, ()) == [StandingOrder("red", "fire", "never")]
