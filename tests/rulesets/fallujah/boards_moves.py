"""What tests of movement share: an order in words is checked, or refused by a rule without any change."""

from __future__ import annotations

import pytest
from fallujah_boards import bytes_of

from pbem.errors import IllegalMove
from rulesets.fallujah.air import check_air
from rulesets.fallujah.movement import check_ground, check_leap, check_transfer
from rulesets.fallujah.order_forms import OrderForm
from rulesets.fallujah.orders import Air, AnyOrder, Ground, Leap, Transfer
from rulesets.fallujah.state import State


def order_of(state: State, say: str) -> AnyOrder:
    return OrderForm(state.numbers).parse(say)


def check(state: State, say: str) -> None:
    """The order is legal, and asking so changes nothing."""
    before = bytes_of(state)
    match order_of(state, say):
        case Ground() as order:
            check_ground(state, order)
        case Leap() as order:
            check_leap(state, order)
        case Air() as order:
            check_air(state, order)
        case Transfer() as order:
            check_transfer(state, order)
        case order:
            raise AssertionError(f"no J-3 of one force: {order}")
    assert bytes_of(state) == before


def refused(state: State, say: str, rule: str) -> IllegalMove:
    """The order is refused by this rule, and nothing has changed."""
    before = bytes_of(state)
    with pytest.raises(IllegalMove) as caught:
        check(state, say)
    assert caught.value.rule == rule, caught.value
    assert bytes_of(state) == before
    return caught.value
