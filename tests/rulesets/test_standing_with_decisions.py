"""What a decision says of its standing order is an order that people can give, in every game."""

from __future__ import annotations

from importlib import import_module

import pytest

from pbem.ruleset import find

GAMES = ("anaconda", "angola", "enduring_freedom", "fallujah")


@pytest.mark.parametrize("game", GAMES)
def test_the_standing_order_of_every_decision_can_be_given(game):
    declared = {policy.name for policy in import_module(f"pbem_games.{game}.forms").FORMS.policies}
    given = [policy.name for policy in find(game).policies]
    assert declared
    assert declared <= {*given}
    assert len({*given}) == len(given)
