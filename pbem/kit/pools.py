"""Pools: things counted by kind, in no order; plain dicts that live in `state`.

Whether something is there is a question of legality, settled before the answer enters; what fails here is a bug.
Nothing is ever shuffled: what comes out of a pool by chance is drawn by a request (protocol 3.3).
Belongs here: counting. Must not be here: chance, secrets, what a counter does.
"""

from __future__ import annotations

from collections.abc import Iterable

Pool = dict[str, int]
"""Kind -> how many are in it. All kinds that may ever be in it have a key, at 0 if need be."""


def take(pool: Pool, kind: str, count: int = 1) -> None:
    """Takes things out; ValueError if there are not so many."""
    if count < 0 or _held(pool, kind) < count:
        raise ValueError(f"cannot take {count} {kind}: the pool holds {_held(pool, kind)}")
    pool[kind] -= count


def put_back(pool: Pool, kind: str, count: int = 1) -> None:
    """Puts things in; ValueError for a kind that does not belong there."""
    if count < 0:
        raise ValueError(f"cannot put back {count} {kind}")
    pool[kind] = _held(pool, kind) + count


def move(source: Pool, target: Pool, kind: str, count: int = 1) -> None:
    """Takes things out of one pool and puts them into another; neither changes if that fails."""
    _held(target, kind)
    take(source, kind, count)
    put_back(target, kind, count)


def size(pool: Pool) -> int:
    """How many things of all kinds are in it."""
    return sum(pool.values())


def repeated(things: Iterable[str]) -> str | None:
    """The first thing that was there before, None if each is there once."""
    seen: set[str] = set()
    for thing in things:
        if thing in seen:
            return thing
        seen.add(thing)
    return None


def listed(pool: Pool) -> list[str]:
    """Each thing by its kind, as often as it is there, sorted: what a Draw draws from."""
    return [kind for kind in sorted(pool) for _ in range(pool[kind])]


def _held(pool: Pool, kind: str) -> int:
    if kind not in pool:
        raise ValueError(f"no {kind} belongs in this pool; it is for {', '.join(sorted(pool))}")
    return pool[kind]
