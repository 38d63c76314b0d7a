"""Chains, R, numbers from it, private draws (protocol 2.10, 2.11, 2.15)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto.entropy import (
    Chain,
    Dice,
    Stream,
    below_limit,
    chain_step,
    combine,
    private_commit,
    private_fits,
    private_seed,
    private_stream,
)
from pbem.crypto.hashing import kdf, tm, u32
from vector_files import cases, load

R = bytes(range(32))


def stream(case) -> Stream:
    return Stream(bytes.fromhex(case["R"]), case["label"])


@cases("chain")
def test_a_long_chain(case):
    gs, gid = bytes.fromhex(case["gs"]), bytes.fromhex(case["gid"])
    chain = Chain(gs, gid, case["seat"], case["chain"], case["n"])
    assert kdf(gs, "chain", u32(case["chain"])).hex() == case["top"] == chain.element(case["n"]).hex()
    assert chain.anchor.hex() == case["anchor_e_0"]
    assert chain.element(1).hex() == case["e_1"]
    for i in (1, 2, 100, case["n"]):
        assert chain_step(gid, case["seat"], case["chain"], i, chain.element(i)) == chain.element(i - 1)


@cases("keys")
def test_the_chains_of_the_game(case):
    gid = bytes.fromhex(case["gid"])
    chain = Chain(bytes.fromhex(case["game_secret"]), gid, case["seat"], 0, case["chain_n"])
    assert chain.element(case["chain_n"]).hex() == case["chain_top"]
    assert chain.anchor.hex() == case["anchor_e_0"]
    assert [chain.element(1).hex(), chain.element(2).hex()] == [case["e_1"], case["e_2"]]
    assert chain_step(gid, case["seat"], 0, 2, chain.element(2)) == chain.element(1)


def test_a_chain_ends():
    chain = Chain(R, R, 0, 0, 3)
    for i in (-1, 4):
        with pytest.raises(IndexError, match=f"element {i} of a chain of 3"):
            chain.element(i)
    empty = Chain(R, R, 0, 0, 0)  # of a game without dice
    assert empty.anchor == empty.element(0)
    with pytest.raises(ValueError, match="no fewer than no elements"):
        Chain(R, R, 0, 0, -1)


@cases("roll")
def test_a_roll_of_the_game(case):
    elements = [(seat, bytes.fromhex(e)) for seat, e in enumerate(case["elements"])]
    gid, digest = bytes.fromhex(case["gid"]), bytes.fromhex(case["digest"])
    both = combine(gid, case["r_intent"], digest, elements)
    assert both.hex() == case["R"]
    assert combine(gid, case["r_intent"], digest, elements[::-1]) == both  # in seat order, however they came
    assert list(Dice(both).roll(case["label"], len(case["dice"]), case["sides"])) == case["dice"]


def test_a_seat_contributes_once():
    with pytest.raises(ValueError, match="two elements of one seat"):
        combine(R, 2, R, [(0, R), (0, bytes(32))])


@cases("words")
def test_words(case):
    numbers = stream(case)
    assert [str(numbers.word()) for _ in case["words"]] == case["words"]


@cases("dice")
def test_dice(case):
    dice = Dice(bytes.fromhex(case["R"]))
    assert list(dice.roll(case["label"], case["dice"], case["sides"])) == case["result"]


@cases("below")
def test_below(case):
    assert stream(case).below(case["n"]) == case["result"]


@cases("rejection")
def test_rejection_rule(case):
    n, limit = case["n"], int(case["limit"])
    assert below_limit(n) == limit
    assert int(case["word_accepted"]) < limit <= int(case["word_rejected"])
    numbers = Stream(R, "x")
    numbers._words = [int(case["word_accepted"]), int(case["word_rejected"])]  # read from the end
    assert numbers.below(n) == case["value_of_accepted"]


@pytest.mark.parametrize("n", [3, 6, 100, 1_000_003, 2**32 - 1])
def test_2_15_the_limit_itself_is_skipped_and_the_word_below_it_is_not(n):
    limit = 2**64 - 2**64 % n
    numbers = Stream(R, "x")
    numbers._words = [5, limit - 1, limit]  # read from the end
    assert numbers.below(n) == n - 1
    assert numbers._words == [5]


@pytest.mark.parametrize("n", [1, 2, 2**32])
def test_2_15_no_word_is_skipped_where_all_numbers_have_as_many(n):
    numbers = Stream(R, "x")
    numbers._words = [5, 2**64 - 1]
    assert numbers.below(n) == n - 1
    assert numbers._words == [5]


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_has_bounds(n):
    with pytest.raises(ValueError, match="no fair number"):
        Stream(R, "x").below(n)


def test_below_one_takes_a_word():
    numbers, again = Stream(R, "x"), Stream(R, "x")
    assert numbers.below(1) == 0
    again.word()
    assert numbers.word() == again.word()


@cases("shuffle")
def test_shuffle(case):
    assert stream(case).shuffle(range(case["size"])) == case["result"]


@cases("sample")
def test_sample(case):
    assert stream(case).sample(range(case["size"]), case["count"]) == case["result"]
    names = [f"m{i:02}" for i in range(case["size"])]
    drawn = Dice(bytes.fromhex(case["R"])).sample(case["label"], names, case["count"])
    assert drawn == tuple(names[i] for i in case["result"])


def test_what_cannot_be_drawn():
    with pytest.raises(ValueError, match="4 of 3 cannot be drawn"):
        Stream(R, "x").sample(range(3), 4)


@pytest.mark.parametrize("label", ["", "A", "x" * 65, "a b", "a\n", "ä"])
def test_labels_are_plain(label):
    with pytest.raises(ValueError, match="not a label"):
        Stream(R, label)


@given(st.lists(st.integers(), max_size=60), st.data())
def test_draws_keep_the_pool(pool, data):
    count = data.draw(st.integers(0, len(pool)))
    assert sorted(Stream(R, "x").shuffle(pool)) == sorted(pool)
    assert len(set(Stream(R, "x").sample(range(len(pool)), count))) == count


@cases("private")
def test_private_draw(case):
    gid, gs = bytes.fromhex(case["gid"]), bytes.fromhex(case["gs"])
    ps = private_seed(gs, case["slot"], bytes.fromhex(case["base"]))
    assert ps.hex() == case["seed"]
    assert private_commit(gid, case["seat"], case["slot"], ps).hex() == case["commit"]
    assert tm(ps, "priv-out", bytes.fromhex(case["R"])).hex() == case["P"]
    names = [f"m{i:02}" for i in range(case["size"])]
    drawn = private_stream(ps, bytes.fromhex(case["R"])).sample("draw", names, case["count"])
    assert drawn == tuple(names[i] for i in case["drawn"])


@cases("private")
def test_2_11_a_slot_of_one_name_has_another_seed_on_another_base(case):
    gs, base = bytes.fromhex(case["gs"]), bytes.fromhex(case["base"])
    assert private_seed(gs, case["slot"], base[::-1]) != private_seed(gs, case["slot"], base)


@cases("private")
def test_a_seed_fits_its_own_commitment_only(case):
    gid, ps, commit = (bytes.fromhex(case[name]) for name in ("gid", "seed", "commit"))
    assert private_fits(commit, gid, case["seat"], case["slot"], ps)
    assert not private_fits(commit, gid, case["seat"], case["slot"], bytes(32))
    assert not private_fits(commit, gid, case["seat"], case["slot"] + "0", ps)
    assert not private_fits(commit, gid, case["seat"] + 1, case["slot"], ps)


def test_the_vectors_share_one_roll():
    assert load("roll/combat_1_2d6")["R"] == load("words/combat_1")["R"] == load("private/r2_ops_0")["R"]
