"""What every decision that is declared once has: rules, a question, a good answer, a standing order.

Belongs here: the base, and the ways of a standing order. Must not be here: any game, what is chosen (`choose`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pbem.kit.arguments import Argument
from pbem.kit.forms import Asked, Form, Key
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem.kit.prompts import How, Prompt

S = TypeVar("S")

Says = Callable[[Asked[S], str], str]
"""What is said of one thing that may be chosen, by its canonical words: a price, the odds."""


@dataclass(frozen=True, slots=True)
class Way(Generic[S]):
    """One choice of a standing order: its words, and what it answers; None if the player is to be asked."""

    words: str
    answer: Callable[[Declared[S], Asked[S], Setting], Any]
    argument: Argument | None = None


def best(words: str) -> Way[Any]:
    """What the declaration holds to be best."""
    return Way(words, lambda declared, asked, _: declared.pick(asked))


def nothing(words: str) -> Way[Any]:
    """What says nothing, or is the least."""
    return Way(words, lambda declared, asked, _: declared.none(asked))


def given(words: str, answer: Callable[[Asked[S], Setting], Any], argument: Argument | None = None) -> Way[S]:
    """What this function answers."""
    return Way(words, lambda _, asked, setting: answer(asked, setting), argument)


@dataclass(frozen=True, slots=True)
class Standing(Generic[S]):
    """The standing order for a decision; the first of its ways is `usual` unless another one is said to be, or none."""

    name: str
    title: str
    ways: Mapping[str, Way[S]]
    usual: str | None = None


class Declared(Form[S]):
    """The base: a form that knows its rules, its standing order and a good answer."""

    def __init__(
        self, *, rule: Key, ask: Callable[[Asked[S]], str], also_at: Sequence[Key] = (),
        pick: Callable[[Asked[S]], Any] | None = None, standing: Standing[S] | None = None,
        at_random: Callable[[Asked[S], random.Random], Any] | None = None,
    ) -> None:  # fmt: skip
        """`ask` is the question, a `Prompt` if facts go with it, without how to type it.

        `pick` gives a good answer, None if there is none. `at_random` draws one if not all are as good.
        """
        self.keys = (rule, *also_at)
        self._ask, self._pick, self._at_random = ask, pick, at_random
        self.policies = () if standing is None else (self._policy(standing),)

    def pick(self, asked: Asked[S]) -> Any:
        """A good answer: what a sensible bot gives; None if it has no thought of its own."""
        return self._pick(asked) if self._pick is not None else None

    def propose(self, asked: Asked[S], rng: random.Random) -> Any:
        return self._at_random(asked, rng) if self._at_random is not None else super().propose(asked, rng)

    def none(self, asked: Asked[S]) -> Any:
        """The quietest answer."""
        return asked.legal()[0]

    def prompt(self, asked: Asked[S]) -> Prompt:
        return Prompt.of(self._ask(asked)).with_parts(How(self.typing(asked)))

    def typing(self, asked: Asked[S]) -> str:
        """How an answer is typed: one line."""
        raise NotImplementedError

    def _policy(self, standing: Standing[S]) -> Policy[S]:
        def answer(asked: Asked[S], setting: Setting) -> str | None:
            value = standing.ways[setting.choice].answer(self, asked, setting)
            return None if value is None else spelled(asked, value)

        return Policy(
            name=standing.name, title=standing.title, rules=tuple(self.keys), answer=answer,
            choices={id: Choice(way.words, way.argument) for id, way in standing.ways.items()},
            usual=next(iter(standing.ways)) if standing.usual is None else standing.usual,
        )  # fmt: skip
