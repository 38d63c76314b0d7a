"""Draws at their ends: every order comes up, words are taken as the protocol counts them (2.15)."""

from __future__ import annotations

from itertools import permutations

import pytest

from pbem.crypto.entropy import Chain, Dice, Stream, combine
from pbem.crypto.hashing import tm, u32

R = bytes(range(32))


def words(label: str, count: int) -> list[int]:
    """The first numbers of a stream, block by block, as 2.15 says."""
    blocks = b"".join(tm(R, "draw", label.encode(), u32(block)) for block in range((count + 3) // 4))
    return [int.from_bytes(blocks[8 * i : 8 * i + 8], "big") for i in range(count)]


def test_2_15_a_block_gives_four_words_in_order_and_the_next_block_goes_on():
    stream = Stream(R, "x")
    assert [stream.word() for _ in range(9)] == words("x", 9)


@pytest.mark.parametrize("size", [2, 3])
def test_2_15_every_order_of_a_few_items_comes_up(size):
    orders = {tuple(Stream(R, f"s{i}").shuffle(range(size))) for i in range(40)}
    assert orders == set(permutations(range(size)))


@pytest.mark.parametrize("size", range(5))
def test_2_15_a_shuffle_takes_a_word_for_each_item_but_one(size):
    stream = Stream(R, "x")
    stream.shuffle(range(size))
    taken = max(size - 1, 0)
    assert stream.word() == words("x", taken + 1)[taken]


@pytest.mark.parametrize("count", range(5))
def test_2_15_a_sample_takes_a_word_for_each_item_drawn(count):
    stream = Stream(R, "x")
    stream.sample(range(4), count)
    assert stream.word() == words("x", count + 1)[count]


def test_2_15_every_sample_comes_up_in_every_order():
    drawn = {tuple(Stream(R, f"s{i}").sample("abc", 2)) for i in range(60)}
    assert drawn == set(permutations("abc", 2))


@pytest.mark.parametrize("sides", [1, 2, 6])
def test_2_15_every_face_comes_up_and_no_other(sides):
    assert set(Dice(R).roll("x", 60, sides)) == set(range(1, sides + 1))


@pytest.mark.parametrize("count", [-1, 4])
def test_2_15_no_more_and_no_less_than_nothing_is_drawn(count):
    with pytest.raises(ValueError, match=f"{count} of 3 cannot be drawn"):
        Stream(R, "x").sample(range(3), count)


def test_2_15_a_label_of_64_characters_is_the_longest():
    assert Stream(R, "x" * 64).word() == words("x" * 64, 1)[0]


def test_2_10_a_chain_has_its_elements_and_its_anchor_and_no_more():
    chain = Chain(bytes(32), bytes(32), 1, 0, 3)
    assert len({chain.element(i) for i in range(4)}) == 4
    assert chain.element(0) == chain.anchor
    for i in (-1, 4):
        with pytest.raises(IndexError, match=f"element {i} of a chain of 3"):
            chain.element(i)
    empty = Chain(bytes(32), bytes(32), 1, 0, 0)  # of a game without dice
    assert empty.anchor == empty.element(0)
    with pytest.raises(ValueError, match="no fewer than no elements"):
        Chain(bytes(32), bytes(32), 1, 0, -1)
    assert Chain(bytes(32), bytes(32), 1, 0, 1).element(1) != chain.element(1)


def test_2_10_elements_are_taken_in_seat_order_and_one_a_seat():
    one, two = (0, bytes(32)), (1, b"\1" * 32)
    assert combine(R, 3, R, [two, one]) == combine(R, 3, R, [one, two]) != combine(R, 4, R, [one, two])
    with pytest.raises(ValueError, match="two elements of one seat"):
        combine(R, 3, R, [one, two, (1, bytes(32))])
