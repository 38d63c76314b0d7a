"""Plays at random among what is legal: it tries every corner of the rules, and its games end.

Belongs here: which kind of answer a request wants. Must not be here: how an operation is made (random_orders).
"""

from __future__ import annotations

import random
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Peek, Request, Write
from rulesets.fallujah.bots import random_orders as orders
from rulesets.fallujah.order_forms import GoOnForm, OrderForm, RecruitForm, StayForm, StrikesForm
from rulesets.fallujah.state import State

TRIES = 40


class RandomBot:
    """One seat that draws its answers."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """A legal answer."""
        if isinstance(request, Ask):
            return rng.choice(list(request.legal()))
        assert isinstance(request, Write), f"nobody chooses at {request}"
        for _ in range(TRIES):
            answer = self._proposal(state, request, rng)
            if answer is not None and is_legal(request, answer):
                return answer
        return request.draft()

    def _proposal(self, state: State, request: Write[Any], rng: random.Random) -> Any:
        """An answer of the kind that the request wants; it may prove illegal. None where nothing comes to mind."""
        match request.form:
            case RecruitForm():
                return orders.recruit(state, rng, state.ops)
            case OrderForm():
                return orders.operation(state, rng)
            case GoOnForm():
                return orders.go_on(state, rng)
            case StrikesForm():
                return orders.counts(state.available, rng, list(state.numbers.strikes))
            case StayForm():
                return orders.stay(state, rng)
        raise AssertionError(f"no way to write what {request.rule} wants")


def is_legal(request: Write[Any], answer: Any) -> bool:
    """Whether the rules take this answer."""
    try:
        request.check(answer)
    except IllegalMove:
        return False
    return True
