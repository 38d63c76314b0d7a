"""A mapping that begins with what another one holds: many of these share one below, which stays as it is.

Belongs here: that alone. Must not be here: what is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Layered(MutableMapping[K, V]):
    """What is `under`, in its order, apart from what was set `over` it since or taken out."""

    __slots__ = ("_gone", "over", "under")

    def __init__(self, under: Mapping[K, V]) -> None:
        self.under = under
        self.over: dict[K, V] = {}
        self._gone: set[K] = set()

    def copy(self) -> Layered[K, V]:
        """The same for somebody else."""
        made = Layered(self.under)
        made.over, made._gone = dict(self.over), set(self._gone)
        return made

    def __getitem__(self, key: K) -> V:
        if key in self.over:
            return self.over[key]
        if key in self._gone:
            raise KeyError(key)
        return self.under[key]

    def __setitem__(self, key: K, value: V) -> None:
        self.over[key] = value

    def __delitem__(self, key: K) -> None:
        if key not in self:
            raise KeyError(key)
        self.over.pop(key, None)
        self._gone.add(key)

    def __contains__(self, key: object) -> bool:
        return key in self.over or (key not in self._gone and key in self.under)

    def __iter__(self) -> Iterator[K]:
        yield from [key for key in self.under if key in self.over or key not in self._gone]
        yield from [key for key in self.over if key not in self.under]

    def __len__(self) -> int:
        gone = sum(key in self.under and key not in self.over for key in self._gone)
        return len(self.under) - gone + sum(key not in self.under for key in self.over)

    def left(self) -> Iterator[K]:
        """The keys below that nobody has set or taken out."""
        return (key for key in self.under if key not in self.over and key not in self._gone)
