"""Conditions of orders filed ahead: `if no enemy lucala and odds 2:1`, in a small vocabulary that each ruleset gives.

    def nobody(case, place): return not enemies_in(case.state, case.seat, place)
    CONDITIONS = {"no enemy": Condition("no enemy PLACE: nobody hostile stands there", read_place, nobody), ...}
    RULESET = Ruleset(..., conditions=CONDITIONS, moments=moments)

A condition looks at what is public, and at what its owner may see; it is told nothing else. `not` before one turns it.
Belongs here: reading and asking them, and what a ruleset says of the moments that orders can be filed for.
Must not be here: any game, what is filed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.lexicon import Lexicon
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem.play.requests import Peek

S = TypeVar("S")
MOST = 8  # conditions of one order
SIGNS = {">": operator.ge, "<": operator.le, "": operator.eq}  # typed `>=` and `<=`: an equals sign parts words
NOT, AND = "not", "and"


@dataclass(frozen=True, slots=True)
class Case(Generic[S]):
    """The position as a seat sees it when its order is due, and the answer that the order would give.

    `rule` and `about` are those of the request, `given` is what its rule gave with it to be decided (its `case`);
    `answer` is its value, for a seal the values of all items.
    """

    state: S
    seat: str
    peek: Peek
    rule: str = ""
    about: str = ""
    answer: Any = None
    given: Any = None


@dataclass(frozen=True, slots=True)
class Condition(Generic[S]):
    """`usage` is how it is typed, a colon, what it means. `read` reads what stands after its name.

    `holds` is pure, and gets what was read.
    """

    usage: str
    read: Callable[[S, Typed], Any]
    holds: Callable[[Case[S], Any], bool]


@dataclass(frozen=True, slots=True)
class Asked(Generic[S]):
    """One condition of an order, read: `wanted` is False behind a `not`."""

    condition: Condition[S]
    arguments: Any
    wanted: bool

    def holds(self, case: Case[S]) -> bool:
        """Whether it is so."""
        return bool(self.condition.holds(case, self.arguments)) is self.wanted


Conditions = Mapping[str, Condition[S]]


def read_conditions(conditions: Conditions[S], state: S, text: str, *, rule: str) -> list[Asked[S]]:
    """`no enemy lucala and turn 3`, read; IllegalMove names what is not understood, and what is near."""
    parts = [part for part in _parted(text) if part.strip()]
    if not parts:
        raise IllegalMove(f"if {text}".rstrip(), rule, "no condition is named", usages(conditions))
    if len(parts) > MOST:
        raise IllegalMove(f"if {text[:40]} ...", rule, f"an order has at most {MOST} conditions")
    return [_read(conditions, state, part, rule) for part in parts]


def usages(conditions: Conditions[S]) -> list[str]:
    """How each is typed, and what it means."""
    return [one.usage for one in conditions.values()]


def _parted(text: str) -> list[str]:
    parts: list[list[str]] = [[]]
    for word in text.lower().split():
        if word == AND:
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(part) for part in parts]


def _read(conditions: Conditions[S], state: S, text: str, rule: str) -> Asked[S]:
    words = text.split()
    wanted = words[0] != NOT
    words = words if wanted else words[1:]
    longest = max((len(name.split()) for name in conditions), default=0)
    for count in range(min(longest, len(words)), 0, -1):
        name = " ".join(words[:count])
        if name in conditions:
            typed = Typed(" ".join(words[count:]), rule=rule, tried=f"if {name}")
            arguments = conditions[name].read(state, typed)
            typed.end()
            return Asked(conditions[name], arguments, wanted)
    near = get_close_matches(" ".join(words)[:40], conditions, n=1, cutoff=0.5)
    near = near or [name for name in conditions if words and name.split()[0] == words[0]]
    hint = f": did you mean {near[0]}?" if near else ""
    raise IllegalMove(f"if {text}", rule, f"that is no condition here{hint}", usages(conditions))


# ---------------------------------------------------------------- arguments that many games have


def read_bound(low: int, high: int) -> Callable[[Any, Typed], tuple[str, int]]:
    """`>= 7` at least, `<= 3` at most; a bare number is that very one. Below 0 it is typed `-3`."""
    return lambda _state, typed: (_sign(typed), _number(typed, low, high))


def read_level(levels: Callable[[Any], Sequence[str]]) -> Callable[[Any, Typed], tuple[str, int]]:
    """The same for a scale of words, the lowest first: `<= medium`. Gives the place on the scale."""

    def read(state: Any, typed: Typed) -> tuple[str, int]:
        sign, scale = _sign(typed), list(levels(state))
        found = typed.name(Names({level: (level,) for level in scale}))
        if not found:
            raise typed.refuse_word(f"a level is wanted: {', '.join(scale)}")
        return sign, scale.index(found)

    return read


def read_nothing(_state: Any, _typed: Typed) -> None:
    """For a condition that takes no words."""


def _sign(typed: Typed) -> str:
    """A sign before a number, apart from it or not."""
    word = typed.peek()
    sign = word[:1] if word[:1] in (">", "<") else ""
    if sign and word == sign:
        typed.at += 1
    elif sign:
        typed.words[typed.at] = word.removeprefix(sign)
    return sign


def is_so(value: int, bound: tuple[str, int]) -> bool:
    """Whether a number is within a bound."""
    return bool(SIGNS[bound[0]](value, bound[1]))


def counted(usage: str, count: Callable[[Case[S]], int], most: int, *, least: int = 0) -> Condition[S]:
    """A condition that compares one number of the position; it may be typed from `least` to `most`."""
    return Condition(usage, read_bound(least, most), lambda case, bound: is_so(count(case), bound))


def read_name(names: Callable[[Any], Names], missing: str) -> Callable[[Any, Typed], str]:
    """One thing by its name; `missing` says what is wanted if none is named."""

    def read(state: Any, typed: Typed) -> str:
        found = typed.name(names(state))
        if not found:
            raise typed.refuse_word(missing)
        return found

    return read


def read_pair(
    first: Callable[[Any, Typed], Any], second: Callable[[Any, Typed], Any]
) -> Callable[[Any, Typed], tuple[Any, Any]]:
    """Two arguments, one behind the other."""
    return lambda state, typed: (first(state, typed), second(state, typed))


def _number(typed: Typed, low: int, high: int) -> int:
    word = typed.peek()
    is_below = low < 0 and word.startswith("-")
    if is_below:
        typed.words[typed.at] = word.removeprefix("-")
    found = typed.number(0, -low) if is_below else typed.number(max(0, low), high)
    if found is None:
        raise typed.refuse_word(f"a number from {low} to {high} is wanted")
    return -found if is_below else found


# ---------------------------------------------------------------- moments


class Moment(msgspec.Struct, frozen=True):
    """What may be asked by one rule: about which things (empty: that is not known beforehand).

    `gone` has those that cannot be asked about as things stand ("": whatever it is about), each with why. `words` are
    all that an answer may hold; None if that is not known before it is asked. `title` says what is decided, `example`
    is an answer as it is typed, one that means something whenever it is asked; both empty if nobody wrote them.
    `is_near`: it may be asked before the phase ends that is played.
    """

    abouts: tuple[str, ...] = ()
    gone: Mapping[str, str] = {}
    words: Lexicon | None = None
    title: str = ""
    example: str = ""
    is_near: bool = True


class Coming(NamedTuple):
    """What a game says of a rule that asks: what is decided, an answer, in which phases; none: in any."""

    title: str
    example: str
    phases: tuple[str, ...] = ()


def moments(
    rules: Collection[str], *, abouts: Mapping[str, Collection[str]] | None = None,
    gone: Mapping[str, Mapping[str, str]] | None = None, without: Collection[str] = (),
    words: Lexicon | None = None, words_of: Mapping[str, Lexicon] | None = None,
    coming: Mapping[str, Coming] | None = None, phases: Collection[str] = (),
) -> dict[str, Moment]:
    """The moments of a seat out of the rules that ask; `without` are those that never ask it.

    `words` are those of the whole game, `words_of` those of rules that take few. `coming` tells of rules, in the order
    in which they ask; `phases` are those that are still near.
    """
    known, lost, few, told = abouts or {}, gone or {}, words_of or {}, coming or {}
    found = {}
    for rule in [*(rule for rule in told if rule in rules), *(rule for rule in rules if rule not in told)]:
        title, example, when = told.get(rule, Coming("", ""))
        is_near = not when or any(phase in phases for phase in when)
        if rule not in without:
            found[rule] = Moment(tuple(known.get(rule, ())), lost.get(rule, {}), few.get(rule, words), title, example,
                                 is_near)
    return found
