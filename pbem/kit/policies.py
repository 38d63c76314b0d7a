"""Standing orders: decisions that a player's own tool makes for him, as he has said beforehand.

    STRAGGLERS = Policy(
        name="stragglers", title="who falls behind after a combat", rules=("9.12",),
        choices={"cheapest": Choice("the Units that hurt least to lose")},
        answer=lambda asked, setting: spelled(asked, cheapest(asked)),
    )
    RULESET = Ruleset(..., policies=(STRAGGLERS,))

A policy answers from what its owner may see, and from nothing else: position, request, choice, his own secrets. What it
gives are words as he could type them. It does no more than the words of its choice say; if it is not sure what its
owner would want it gives None, and he is asked. `ask` is always a choice, and the one that holds if nothing was said.
Belongs here: that contract, and reading what a player sets. Must not be here: any game; where settings are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from pbem.errors import IllegalMove, WrongUse
from pbem.kit.arguments import Argument
from pbem.kit.forms import Asked, Key
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write

S = TypeVar("S")

ASK = "ask"
ASK_WORDS = "you are asked"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a policy can be told to do, in words; `argument` is what must be said with it, None if nothing."""

    words: str
    argument: Argument | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What a player has set: one of the choices, the value of its argument (None if it has none), both as typed."""

    choice: str
    value: Any = None
    text: str = ASK


@dataclass(frozen=True, kw_only=True)
class Policy(Generic[S]):
    """One standing order of a game.

    `name` is typed, lower_snake; `title` says what is decided; `rules` are those that ask for it, each with the kind of
    request if the rule asks in several. `choices` by what is typed, without `ask`. `answer` is a pure function: words
    that could be typed at this moment (canonical ones best: `spelled`), or None, then the player is asked. `usual` is
    what a player sets who does not want to be asked; figures and examples use it; empty if nobody would.
    """

    name: str
    title: str
    rules: tuple[Key, ...]
    choices: Mapping[str, Choice]
    answer: Callable[[Asked[S], Setting], str | None]
    usual: str = ""

    def may_answer(self, request: Request[Any] | None) -> bool:
        """Whether this is a kind of decision that the policy is for."""
        kind = ("ask" if isinstance(request, Ask) else "write" if isinstance(request, Write)
                else "seal" if isinstance(request, Seal | SealMany) else "")
        if request is None or not kind:
            return False
        return any((rule, "any") == _pair(key) or (rule, kind) == _pair(key)
                   for key in self.rules for rule in (request.rule,))

    def read(self, text: str, state: S) -> Setting:
        """What a player types after the name; WrongUse says what is wrong and what may be typed."""
        try:
            typed = Typed(text, rule=self.name)
            choice = typed.name(self._names)
            if not choice:
                raise typed.refuse_word("a choice is missing")
            if choice == ASK:
                typed.end()
                return Setting(ASK)
            argument = self.choices[choice].argument
            value = None if argument is None else argument.read(typed, state)
            typed.end()
        except IllegalMove as error:
            raise WrongUse(f"standing order {self.name}: {error.because}", self._hint(error.legal)) from None
        said = "" if argument is None else f" {argument.spell(value, state)}"
        return Setting(choice, value, f"{self._names.shown(choice)}{said}")

    def usage(self) -> list[tuple[str, str]]:
        """Every choice as it is typed, with its words; `ask` first."""
        given = [(f"{self._names.shown(id)} {c.argument.shape}" if c.argument is not None else self._names.shown(id),
                  c.words) for id, c in self.choices.items()]
        return [(ASK, ASK_WORDS), *given]

    def words_of(self, setting: Setting) -> str:
        """What a setting means."""
        return ASK_WORDS if setting.choice == ASK else self.choices[setting.choice].words

    def given(self, state: S, request: Request[Any], seat: str, setting: Setting, peek: Peek) -> str | None:
        """The words that are given to a request under a setting; None if the player is asked."""
        if setting.choice == ASK or not self.may_answer(request):
            return None
        return self.answer(Asked(state, request, seat, peek), setting)

    def samples(self, state: S) -> list[Setting]:
        """Every choice, each with some arguments: what a check tries."""
        texts = [text for id, choice in self.choices.items()
                 for text in ([f"{id} {more}" for more in choice.argument.samples(state)]
                              if choice.argument is not None else [id])]
        return [self.read(text, state) for text in texts]

    @cached_property
    def _names(self) -> Names:
        return Names({id: (id.replace("_", " "),) for id in (ASK, *self.choices)})

    def _hint(self, legal: Sequence[str]) -> str:
        return f"it may be: {', '.join(legal)}" if legal else f"write {' | '.join(how for how, _ in self.usage())}"


def _pair(key: Key) -> tuple[str, str]:
    return key if isinstance(key, tuple) else (key, "any")


def named(policies: Iterable[Policy[Any]], name: str) -> Policy[Any]:
    """The policy that is meant by a name or its unique beginning; WrongUse names what is near, and all there are."""
    known = {policy.name: policy for policy in policies}
    if not known:
        raise WrongUse("this game has no standing orders")
    names = Names({id: (id.replace("_", " "),) for id in known})
    begun = names.begun(name)
    id = names.exact(name) or (begun[0] if len(begun) == 1 else "")
    if id:
        return known[id]
    near = begun or names.near(name)
    meant = f": did you mean {' or '.join(near[:3])}?" if near else ""
    raise WrongUse(f"there is no standing order {name[:40]!r}{meant}", f"there are: {', '.join(known)}")


def spelled(asked: Asked[Any], answer: Any) -> str:
    """A value as canonical words; those of several sealed items parted by `;`. IllegalMove if it is not legal."""
    items = asked.items()
    values = answer if isinstance(asked.request, SealMany) else [answer]
    says = [item.spell(value) for item, value in zip(items, values, strict=True)]
    for item, say in zip(items, says, strict=True):
        item.read(say, asked.seat, asked.rule)
    return "; ".join(says)
