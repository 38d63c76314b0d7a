"""Bots propose, check as their seat's own tool would, and fall back on a draft."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from little import Said
from pbem.kit.bots import HonestBot
from pbem.kit.forms import Forms
from pbem.play.requests import Ask, Late, Listed, Peek, Request, Sealed, SealMany

PACE = Sealed[int]("red", "r2/1/0")
FORMS: Forms[Said] = Forms({})


class Stubborn(HonestBot):
    """Thinks of these, whatever it is asked."""

    def __init__(self, *thoughts: Any) -> None:
        super().__init__(FORMS, "red")
        self.thoughts, self.asked = thoughts, 0

    def think(self, state: Said, request: Request[Any], peek: Peek, rng: random.Random) -> Iterable[Any]:
        for thought in self.thoughts:
            self.asked += 1
            yield thought


def march(**more: Any) -> Ask[int]:
    """As far as the secret pace allows."""
    return Ask(rule="3", seat="red", legal=lambda: (0, 1, 2, 3), **more,
               late=lambda n: [Late("3", f"the pace is {n} at least", (PACE,), lambda pace: pace >= n)])  # fmt: skip


def choose(bot: HonestBot, request: Request[Any], pace: int | None = 2) -> Any:
    return bot.choose(Said(), request, {PACE: pace}.get, random.Random(0))


def test_the_first_thought_that_is_legal_and_true_is_given():
    bot = Stubborn(9, 3, 2, 1)
    assert (choose(bot, march()), bot.asked) == (2, 3)


def test_what_cannot_be_seen_proves_nothing_false():
    assert choose(Stubborn(9, 3, 2), march(), pace=None) == 3


def test_without_a_good_thought_the_form_has_a_quiet_answer():
    assert choose(Stubborn(9, 3), march()) == 0
    assert choose(Stubborn(), march()) == 0


def test_what_a_secret_has_decided_is_not_thought_about():
    bot = Stubborn(1)
    assert (choose(bot, march(truth=lambda peek: peek(PACE))), bot.asked) == (2, 0)


@pytest.mark.parametrize(
    ("thought", "given"), [(["a", "b"], ["a", "b"]), (["b", "b"], ["a", "a"]), (["a"], ["a", "a"])]
)
def test_items_of_a_seal_are_judged_together(thought, given):
    seal = SealMany(
        rule="2", bucket=128, items={"red": [Listed(("a", "b"))] * 2},
        late=lambda handles: [Late("2", "no two b", handles["red"], lambda x, y: (x, y) != ("b", "b"))],
    )  # fmt: skip
    assert choose(Stubborn(thought), seal) == given
