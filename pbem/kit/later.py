"""What a ruleset provides but few commands need, imported when it is first used: start-up stays short.

    scene = later("pbem_games.angola.view:scene")
    prompt = later("pbem_games.angola.forms:FORMS.prompt")
    bots = LaterMapping("pbem_games.angola.bots.players:BOTS")
    policies = LaterSequence("pbem_games.angola.policies:POLICIES")

Belongs here: names that stand for what they name. Must not be here: any game, or which names there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from typing import Any


def later(where: str) -> Callable[..., Any]:
    """The function at `module:name`; the module is imported at the first call."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return _named(where)(*args, **kwargs)

    return call


class LaterMapping(Mapping[str, Any]):
    """The mapping at `module:name`; the module is imported when somebody looks into it, not for whether it is empty."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, key: str) -> Any:
        return _named(self._where)[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_named(self._where))

    def __len__(self) -> int:
        return len(_named(self._where))


class LaterSequence(Sequence[Any]):
    """The sequence at `module:name`; the module is imported when somebody looks into it."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __getitem__(self, index: Any) -> Any:
        return _named(self._where)[index]

    def __len__(self) -> int:
        return len(_named(self._where))


def _named(where: str) -> Any:
    module, _, name = where.partition(":")
    return attrgetter(name)(import_module(module))
