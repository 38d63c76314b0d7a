"""Dice and draws from what all seats contributed (protocol 2.10, 2.11, 2.15).

Belongs here: hash chains, the one number R of an entropy round, reading numbers from it, private seeds.
Must not be here: who contributes, when an R may be used, how labels are made.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

from pbem.crypto.hashing import kdf, pae, th, tm, u8, u32, u64

T = TypeVar("T")

_LABEL = re.compile(r"[a-z0-9/._-]{1,64}")
_WORDS = 2**64


def chain_step(gid: bytes, seat: int, c: int, i: int, element: bytes) -> bytes:
    """2.10 Element i - 1 of a chain, from element i."""
    return hashlib.sha256(_chain_head(gid, seat, c) + u32(i) + u32(len(element)) + element).digest()


@lru_cache(maxsize=64)
def _chain_head(gid: bytes, seat: int, c: int) -> bytes:
    """The bytes that all steps of a chain begin with, up to the number of the element."""
    whole = pae("chain", gid, u8(seat), u32(c), u32(0), b"")
    return whole[: -len(u32(0)) - len(u32(0))]


class Chain:
    """2.10 Chain `c` of a seat: `n` elements to contribute, in the order 1, 2, 3, …, and a public anchor."""

    def __init__(self, gs: bytes, gid: bytes, seat: int, c: int, n: int) -> None:
        if n < 0:
            raise ValueError("a chain has no fewer than no elements")
        self.gid, self.seat, self.c, self.n = gid, seat, c, n
        self._top = kdf(gs, "chain", u32(c))

    @property
    def anchor(self) -> bytes:
        """Element 0, published when the seat joins."""
        return self._elements[0]

    def element(self, i: int) -> bytes:
        """Element i, 0 <= i <= n; IndexError beyond the end of the chain."""
        if not 0 <= i <= self.n:
            raise IndexError(f"element {i} of a chain of {self.n}")
        return self._elements[i]

    @cached_property
    def _elements(self) -> list[bytes]:
        """All elements, computed from the top in the form of `chain_step` with its constant bytes joined once."""
        head, size = _chain_head(self.gid, self.seat, self.c), u32(32)
        element = self._top
        elements = [element]
        for i in range(self.n, 0, -1):
            element = hashlib.sha256(head + i.to_bytes(4, "big") + size + element).digest()
            elements.append(element)
        elements.reverse()
        return elements


def combine(gid: bytes, r: int, digest: bytes, elements: Iterable[tuple[int, bytes]]) -> bytes:
    """2.10 The R of the entropy round after round `r`, whose digest is given; `elements` are (seat, element) pairs."""
    ordered = sorted(elements)
    if len({seat for seat, _ in ordered}) < len(ordered):
        raise ValueError("two elements of one seat")
    return th("entropy", gid, u64(r), digest, *(u8(seat) + element for seat, element in ordered))


class Stream:
    """2.15 Numbers read one after another from 32 bytes and a label that is used once."""

    def __init__(self, R: bytes, label: str) -> None:
        if not _LABEL.fullmatch(label):
            raise ValueError(f"not a label: {label!r}")
        self._key = R
        self._label = label.encode("ascii")
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next number of 64 bits."""
        if not self._words:
            block = tm(self._key, "draw", self._label, u32(self._block))
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each alike; 1 <= n <= 2^32. One word at least, for n = 1 too."""
        limit = below_limit(n)
        while (word := self.word()) >= limit:
            pass
        return word % n

    def die(self, sides: int) -> int:
        """A number from 1 to `sides`."""
        return 1 + self.below(sides)

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in a drawn order."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def sample(self, items: Iterable[T], count: int) -> list[T]:
        """`count` of the items, in the order drawn."""
        order = list(items)
        if not 0 <= count <= len(order):
            raise ValueError(f"{count} of {len(order)} cannot be drawn")
        for i in range(count):
            j = i + self.below(len(order) - i)
            order[i], order[j] = order[j], order[i]
        return order[:count]


def below_limit(n: int) -> int:
    """2.15 Words from here on are skipped: they would make small numbers more likely."""
    if not 1 <= n <= 2**32:
        raise ValueError(f"no fair number below {n}")
    return _WORDS - _WORDS % n


class Dice:
    """2.15 Every roll and draw from one R (or from one private P). A label is used once."""

    def __init__(self, R: bytes) -> None:
        self.key = R

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        """That many dice, in order from one stream."""
        stream = Stream(self.key, label)
        return tuple(stream.die(sides) for _ in range(dice))

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        """`count` of the pool, in the order drawn; the pool's own order counts, and must be that of its ids."""
        return tuple(Stream(self.key, label).sample(pool, count))


def private_seed(gs: bytes, slot: str, base: bytes) -> bytes:
    """2.11 The seed of a private draw; `base` is the digest that its act of type `priv` was built on."""
    return kdf(gs, "priv", slot.encode("ascii"), base)  # two branches may have a slot of one name


def private_commit(gid: bytes, seat: int, slot: str, ps: bytes) -> bytes:
    """2.11 What an act of type `priv` publishes of the seed."""
    return th("priv-commit", gid, u8(seat), slot.encode("ascii"), ps)


def private_fits(commit: bytes, gid: bytes, seat: int, slot: str, ps: bytes) -> bool:
    """2.11 Whether a revealed seed is the one committed to."""
    return hmac.compare_digest(commit, private_commit(gid, seat, slot, ps))


def private_stream(ps: bytes, R: bytes) -> Dice:
    """2.11 What only the owner (and whoever has the seed) can draw; its one label is `draw`."""
    return Dice(tm(ps, "priv-out", R))
