"""Pools: nothing is lost, and what is not there cannot be taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.pools import Pool, listed, move, put_back, size, take


def test_take_and_put_back() -> None:
    pool: Pool = {"mine": 2, "missile": 1}
    take(pool, "mine", 2)
    put_back(pool, "missile")
    assert pool == {"mine": 0, "missile": 2}
    assert size(pool) == 2


@pytest.mark.parametrize(("kind", "count", "said"), [
    ("mine", 3, "cannot take 3 mine: the pool holds 2"),
    ("mine", -1, "cannot take -1 mine: the pool holds 2"),
    ("tank", 1, "no tank belongs in this pool; it is for mine, missile"),
])
def test_what_is_not_there_cannot_be_taken(kind: str, count: int, said: str) -> None:
    pool: Pool = {"missile": 1, "mine": 2}
    with pytest.raises(ValueError, match=said):
        take(pool, kind, count)
    assert pool == {"missile": 1, "mine": 2}


def test_a_move_that_fails_changes_neither_pool() -> None:
    source, target = {"mine": 1}, {"missile": 0}
    with pytest.raises(ValueError, match="no mine belongs"):
        move(source, target, "mine")
    assert (source, target) == ({"mine": 1}, {"missile": 0})


def test_taking_nothing_takes_nothing_and_fewer_fails() -> None:
    pool = {"mine": 0}
    take(pool, "mine", 0)
    assert pool == {"mine": 0}
    with pytest.raises(ValueError, match="cannot take -1 mine"):
        take(pool, "mine", -1)


def test_putting_back_fewer_than_nothing_fails() -> None:
    with pytest.raises(ValueError, match="cannot put back -1 mine"):
        put_back({"mine": 1}, "mine", -1)


def test_listed_has_each_thing_as_often_as_it_is_there() -> None:
    assert listed({"tank": 1, "mine": 2, "none": 0}) == ["mine", "mine", "tank"]


@given(st.lists(st.sampled_from(["mine", "missile"])))
def test_moving_keeps_the_sum(kinds: list[str]) -> None:
    source, target = {"mine": len(kinds), "missile": len(kinds)}, {"mine": 0, "missile": 0}
    for kind in kinds:
        move(source, target, kind)
    assert size(source) + size(target) == 2 * len(kinds)
    assert listed(target) == sorted(kinds)
