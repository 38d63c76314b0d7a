"""Listens to a procedure while it runs: what it tells, what was rolled, where a turn could restart.

Belongs here: a coroutine around a coroutine that changes nothing. Must not be here: what is made of it.
"""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from pbem.play.requests import Checkpoint, Draw, Request, Roll, Tell
from pbem.ruleset import Result, Ruleset

Heard = Tell | Checkpoint | tuple[Roll | Draw, tuple[Any, ...]]


class Spy:
    """What the procedures of one ruleset said and were told, in order, since `take` was last called."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._heard: list[Heard] = []
        self._play = ruleset.play
        self.ruleset = replace(ruleset, play=self._run)

    def take(self) -> list[Heard]:
        """What was heard; it is forgotten."""
        heard, self._heard = self._heard, []
        return heard

    def _run(self, state: Any) -> Coroutine[Request[Any], Any, Result]:
        return _Listened(self._play(state), self._heard_one)  # a table uses no more of it

    def _heard_one(self, request: Request[Any] | None, answer: Any) -> None:
        if isinstance(request, Tell | Checkpoint):
            self._heard.append(request)
        elif isinstance(request, Roll | Draw) and answer:
            self._heard.append((request, tuple(answer)))


class _Listened:
    """Behaves as the coroutine does; each request is heard with its answer, once that is given."""

    def __init__(self, coroutine: Coroutine[Request[Any], Any, Result], hear: Any) -> None:
        self._coroutine, self._hear = coroutine, hear
        self._last: Request[Any] | None = None

    def send(self, value: Any) -> Request[Any]:
        self._hear(self._last, value)
        self._last = self._coroutine.send(value)
        return self._last

    def __getattr__(self, name: str) -> Any:
        return getattr(self._coroutine, name)  # the rule path looks at what runs
