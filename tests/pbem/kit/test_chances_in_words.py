"""Chances and averages in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.kit.chances import average, average_of, percent, signed, spread


@pytest.mark.parametrize(("chance", "words"), [
    (Fraction(0), "0%"), (Fraction(1, 1000), "1%"), (Fraction(1, 2), "50%"), (Fraction(999, 1000), "99%"),
    (Fraction(1), "100%"),
])
def test_what_can_happen_is_never_told_as_impossible_nor_as_certain(chance, words):
    assert percent(chance) == words


@pytest.mark.parametrize(("number", "words"), [
    (Fraction(0), "0.0"), (Fraction(13, 10), "1.3"), (Fraction(1, 4), "0.3"), (Fraction(-1, 2), "-0.5"),
    (Fraction(-13, 10), "-1.3"),
])
def test_averages_have_one_decimal(number, words):
    assert average(number) == words


def test_a_sign_stands_before_what_is_gained_too():
    assert signed(Fraction(1, 2)) == "+0.5"
    assert signed(Fraction(-1, 2)) == "-0.5"


def test_averages_of_dice_and_spreads():
    assert average_of([1, 2]) == "1.5"
    assert spread({0: Fraction(1, 3), 1: Fraction(2, 3)}) == "0 33%, 1 67%"
