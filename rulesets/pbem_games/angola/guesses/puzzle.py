"""The secrets of one faction as a puzzle: what may be where, and what was claimed of it.

Belongs here: looking at random for a solution. Must not be here: what may be where (`guesser`).
A Column's manifest is made of pieces: the Units that may be in it. Any other secret is one piece for itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.play.requests import Late, Peek, Sealed
from pbem_games.angola.state import Token

STEPS = 4000  # more make no difference: what is not solved by then contradicts itself
SIDEWAYS = 0.1  # how often a step that makes it worse is taken

Handle = Sealed[Any]


class Condition(msgspec.Struct, frozen=True):
    """What must hold of some hidden secrets, given the values of all."""

    about: frozenset[Handle]
    holds: Callable[[Mapping[Handle, Any]], bool]


def conditions(claims: Iterable[Late], hidden: Iterable[Handle], peek: Peek) -> list[Condition]:
    """The claims that can be judged once these secrets are known."""
    found = []
    unknown = frozenset(hidden)
    for late in claims:
        about = unknown.intersection(late.needs)
        if about and all(h in about or peek(h) is not None for h in late.needs):
            found.append(Condition(about, _judge(late, peek)))
    return found


def _judge(late: Late, peek: Peek) -> Callable[[Mapping[Handle, Any]], bool]:
    return lambda values: late.holds(*(values[h] if h in values else peek(h) for h in late.needs))


def all_different(handles: Iterable[Handle]) -> Condition:
    """No two of these secrets are the same."""
    about = frozenset(handles)
    return Condition(about, lambda values: len({values[h] for h in about}) == len(about))


class Puzzle:
    """`gone` are the manifests, each with Units that were in it and have left; `units` says under which a Unit may be.

    `single` are the other secrets with what each may be.
    """

    def __init__(
        self,
        gone: Mapping[Handle, Sequence[Token]],
        units: Mapping[Token, Sequence[Handle]],
        single: Mapping[Handle, Sequence[Any]],
        wanted: Sequence[Condition],
        rng: random.Random,
    ) -> None:
        self._gone, self._units, self._single, self._wanted, self._rng = gone, units, single, wanted, rng
        self._under = {token: rng.choice(handles) for token, handles in units.items()}
        self.values: dict[Handle, Any] = {h: rng.choice(choices) for h, choices in single.items()}
        for handle in gone:
            self._fill(handle)

    def solve(self) -> dict[Handle, Any]:
        """Values that fulfil all that is wanted; if none were found, those that fulfil most of it."""
        best, fewest = dict(self.values), len(self._wanted) + 1
        for _ in range(STEPS):
            broken = [c for c in self._wanted if not c.holds(self.values)]
            if len(broken) < fewest:
                best, fewest = dict(self.values), len(broken)
            if not broken:
                break
            self._step(self._rng.choice(broken))
        return best

    def _step(self, broken: Condition) -> None:
        """Changes one thing that matters to a condition, if that makes nothing worse."""
        movable = [t for t, at in self._units.items() if len(at) > 1 and not broken.about.isdisjoint(at)]
        changeable = [h for h, choices in self._single.items() if len(choices) > 1 and h in broken.about]
        changes: list[Token | Handle] = [*movable, *changeable]
        if not changes:
            return
        chosen = self._rng.choice(changes)
        if isinstance(chosen, Sealed):
            old, new = self.values[chosen], self._rng.choice(self._single[chosen])
            self._try({chosen}, lambda value: self._change(chosen, value), new, old)
        else:
            here, there = self._under[chosen], self._rng.choice(self._units[chosen])
            self._try({here, there}, lambda handle: self._move(chosen, handle), there, here)

    def _try(self, touched: set[Handle], change: Callable[[Any], None], new: Any, old: Any) -> None:
        """Keeps a change unless more of what is wanted is broken by it; now and then even then."""
        matter = [c for c in self._wanted if not c.about.isdisjoint(touched)]
        before = sum(c.holds(self.values) for c in matter)
        change(new)
        if sum(c.holds(self.values) for c in matter) < before and self._rng.random() >= SIDEWAYS:
            change(old)

    def _change(self, handle: Handle, value: Any) -> None:
        self.values[handle] = value

    def _move(self, token: Token, to: Handle) -> None:
        old, self._under[token] = self._under[token], to
        self._fill(old)
        self._fill(to)

    def _fill(self, handle: Handle) -> None:
        inside = (token for token, at in self._under.items() if at == handle)
        self.values[handle] = (*self._gone[handle], *inside)
