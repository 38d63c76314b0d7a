"""A layered mapping is what a plain one would be, and leaves what is below as it is."""

from __future__ import annotations

import random

import pytest

from pbem.play.layers import Layered


def test_it_does_what_a_plain_one_does():
    rng = random.Random(3)
    for _ in range(200):
        below = {key: str(key) for key in rng.sample(range(12), 6)}
        kept, one, plain = dict(below), Layered(below), dict(below)
        for step in range(20):
            key = rng.randrange(12)
            if rng.random() < 0.4:
                assert one.pop(key, None) == plain.pop(key, None)
            else:
                one[key] = plain[key] = f"{key} {step}"
            if rng.random() < 0.2:
                before, other = dict(one), one.copy()
                one[99] = "elsewhere"
                assert (99 in one, 99 in other) == (True, False)
                assert dict(other) == before
                one = other
            assert (dict(one), len(one)) == (plain, len(plain))
            assert {k: k in one for k in range(12)} == {k: k in plain for k in range(12)}
            assert one.get(key) == plain.get(key)
            assert set(one.left()) == {k for k in one if k in below and k not in one.over}
        assert below == kept


def test_what_is_not_there():
    one = Layered({1: "a"})
    del one[1]
    for missing in (1, 2):
        with pytest.raises(KeyError):
            one[missing]
        with pytest.raises(KeyError):
            del one[missing]
    one[2] = "b"
    one[1] = "c"
    assert list(one.items()) == [(1, "c"), (2, "b")], "what was below keeps its place"
