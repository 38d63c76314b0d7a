"""Waypoints that were kept: each comes back as it was, in whatever steps they were kept."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from pbem.match.trail import IN_ROW, KeptTrail, LastKept, Waypoint, kept_after


def waypoints(count: int) -> list[Waypoint]:
    rng, state, found = random.Random(1), bytearray(random.Random(2).randbytes(3000)), []
    for i in range(count):
        state[rng.randrange(3000)] ^= 1 + rng.randrange(255)
        found.append(Waypoint(3 * i + 2, bytes(state), bytes([i]), {"a": i}, i, 2 * i, ("red",) * (i % 2)))
    return found


def kept_in_steps(ways: list[Waypoint], step: int) -> KeptTrail:
    kept, last = [], None
    for at in range(0, len(ways), step):
        made, last = kept_after(last, ways[at : at + step])
        last = KeptTrail([*kept, *made]).last()  # as the next program finds it
        kept += made
    return KeptTrail(kept)


@pytest.mark.parametrize("step", [1, 7, 100])
def test_each_comes_back(step):
    ways = waypoints(2 * IN_ROW + 6)
    trail = kept_in_steps(ways, step)
    for i in random.Random(step).sample(range(len(ways)), len(ways)):
        assert trail.before(ways[i].round + 1) == ways[i]
        assert trail.before(ways[i].round + 3) == ways[i]
        assert trail.next(ways[i].round) == ways[i].round
    assert trail.before(2) is None
    assert trail.next(ways[-1].round + 1) is None
    assert trail.last() == LastKept(ways[-1].round, ways[-1].state, 6)


def test_most_are_packed_on_the_one_before():
    kept, _ = kept_after(None, waypoints(2 * IN_ROW + 1))
    assert [i for i, one in enumerate(kept) if not one.is_on] == [0, IN_ROW, 2 * IN_ROW]
    assert all(len(one.packed) < 100 for one in kept if one.is_on)
    assert KeptTrail(()).last() is None


def test_what_does_not_unpack_is_no_state():
    kept, _ = kept_after(None, waypoints(3))
    for bad in (b"", kept[2].packed[:-1], kept[2].packed[:-4] + b"lies"):
        trail = KeptTrail([*kept[:2], replace(kept[2], packed=bad)])
        with pytest.raises(ValueError, match="packed"):
            trail.before(9)
    with pytest.raises(ValueError, match="not packed"):
        KeptTrail([kept[0], kept[2]]).before(99)
