"""Seats that answer by themselves: at random among what is legal and true, or as a chooser says."""

from __future__ import annotations

from typing import Any

import pytest

from choosing import TRIES, random_choosers
from pbem.errors import IllegalMove
from pbem.play.playout import SeededDice, answer_once, play_out
from pbem.play.requests import Ask, Late, Listed, Open, Roll, Seal, SealMany, Write
from pbem.play.table import Table
from tiny import PathForm

NUMBERS = Listed(range(5))


def at_random(play: Any, *seats: str, seed: int = 1) -> Any:
    """Plays a procedure to its end; each seat at random."""
    table: Table[Any] = Table(play())
    result = play_out(table, random_choosers(lambda: table, seats or ("red",), seed))
    assert not table.incidents
    return result


def test_dice_show_every_face_and_no_other():
    dice = SeededDice(1)
    assert set(dice.roll("a", 300, 6)) == {1, 2, 3, 4, 5, 6}
    assert set(dice.roll("a", 30, 2)) == {1, 2}
    assert sorted(dice.sample("a", ("x", "y", "z"), 3)) == ["x", "y", "z"]


def test_every_legal_answer_is_drawn_some_time():
    async def play() -> int:
        return await Ask(rule="1", seat="red", legal=lambda: range(4))

    assert {at_random(play, seed=seed) for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("true", [0, 57, 3 * TRIES])
def test_the_one_answer_that_is_true_is_found_however_long_the_list(true):
    async def play() -> int:
        pace = (await Seal(rule="1", bucket=128, items={"red": Listed((true,))}))["red"]
        return await Ask(
            rule="2", seat="red", legal=lambda: range(3 * TRIES + 1),
            late=lambda n: [Late("2", f"it is {n}", (pace,), lambda p: p == n)],
        )

    assert at_random(play) == true


def test_rules_that_leave_no_true_answer_are_found():
    async def play() -> int:
        pace = (await Seal(rule="1", bucket=128, items={"red": Listed((9,))}))["red"]
        return await Ask(
            rule="2", seat="red", legal=lambda: (1, 2), late=lambda n: [Late("2", "so", (pace,), lambda p: p == n)]
        )

    with pytest.raises(AssertionError, match=r"every answer tried at .* makes a false claim"):
        at_random(play)


def test_a_written_answer_is_its_draft():
    def check(path: tuple[int, ...]) -> None:
        if path != (3, 4):
            raise IllegalMove("a path", "1", "no")

    async def play() -> tuple[int, ...]:
        return await Write(rule="1", seat="red", form=PathForm(), check=check, draft=lambda: (3, 4))

    assert at_random(play) == (3, 4)


async def packs(most: int, each: int) -> list[int]:
    """Red seals three numbers whose sum is bounded."""
    sealed = await SealMany(
        rule="1", bucket=128, items={"red": [Listed(range(each))] * 3},
        late=lambda given: [Late("1", "not too much", given["red"], lambda *n: sum(n) <= most)],
    )
    opened = await Open(rule="2", sealed=dict(enumerate(sealed["red"])))
    return [opened[i] for i in range(3)]


def test_sealed_values_are_drawn_until_they_may_be_sealed_together():
    found = [at_random(lambda: packs(4, 5), seed=seed) for seed in range(12)]
    assert all(sum(values) <= 4 for values in found)
    assert len({tuple(values) for values in found}) > 3


def test_where_no_draw_may_be_sealed_together_the_defaults_are():
    assert at_random(lambda: packs(0, 2000)) == [0, 0, 0]


def test_a_seal_of_one_item_is_one_value():
    async def play() -> dict[str, int]:
        return await Open(rule="2", sealed=await Seal(rule="1", bucket=128, items={"red": NUMBERS, "green": NUMBERS}))

    shown = [at_random(play, "red", "green", seed=seed) for seed in range(8)]
    assert {value for values in shown for value in values.values()} > {0, 4}
    assert any(values["red"] != values["green"] for values in shown)  # each seat has chance of its own


def test_what_a_secret_leaves_no_choice_in_is_sealed_without_the_chooser():
    async def play() -> int:
        sealed = await SealMany(rule="1", bucket=128, items={"red": [NUMBERS]}, truth=lambda seat, peek: (4,))
        return (await Open(rule="2", sealed={0: sealed["red"][0]}))[0]

    assert play_out(Table(play()), {"red": lambda request, peek: (1,)}) == 4
    assert at_random(play) == 4


def test_each_answer_is_followed_by_a_look_at_the_table():
    async def play() -> int:
        await Ask(rule="1", seat="red", legal=lambda: (1, 2))
        await Roll(rule="2")
        return await Ask(rule="3", seat="red", legal=lambda: (1, 2))

    table: Table[int] = Table(play())
    seen: list[str] = []
    result = play_out(
        table, {"red": lambda request, peek: 2},
        check=lambda at: seen.append(at.pending.rule if at.pending else "end"),
    )
    assert (result, seen) == (2, ["2", "3", "end"])


def test_nothing_is_answered_after_the_end():
    async def play() -> int:
        return 1

    with pytest.raises(AssertionError, match="nothing is pending"):
        answer_once(Table(play()), {}, SeededDice(1))



async def carriers(pack: int) -> list[int]:
    """Red seals a pack of which few are legal, then what each carrier has; a carrier must be in the pack."""
    items = [Listed(range(9))] * pack + [Listed((9, *range(9)))] * 3

    def late(given: Any) -> list[Late]:
        cards, entries = given["red"][:pack], given["red"][pack:]
        return [
            Late("1", "the pack is of the deck", cards, lambda *seen: not any(seen)),
            *(Late("2", f"{entry.slot} is carried", (*cards, entry), lambda *seen: seen[-1] in (1, seen[0] + 7))
              for entry in entries),
        ]

    sealed = await SealMany(rule="1", bucket=128, items={"red": items}, late=late)
    opened = await Open(rule="2", sealed=dict(enumerate(sealed["red"])))
    return [opened[i] for i in range(len(items))]


@pytest.mark.parametrize("pack", [1, 7])
def test_items_are_drawn_to_fit_each_other_where_neither_chance_nor_the_defaults_would(pack):
    found = [at_random(lambda: carriers(pack), seed=seed) for seed in range(6)]
    assert all(values[:pack] == [0] * pack and set(values[pack:]) <= {1, 7} for values in found)
    assert len({tuple(values) for values in found}) > 1
