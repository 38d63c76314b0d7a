"""A table runs one procedure: what it rests at, what it answers itself, what goes back in (protocol 3)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from choosing import random_choosers
from listening import Stops
from little import Labels, Said
from pbem.crypto.entropy import Dice
from pbem.errors import BadRules, IllegalMove
from pbem.limits import MAX_AT_ONCE, MAX_DICE
from pbem.play.playout import play_out
from pbem.play.requests import (
    Ask,
    Checkpoint,
    Draw,
    Listed,
    Resigned,
    Roll,
    Seal,
    Sealed,
    Tell,
    Write,
)
from pbem.play.table import Table
from pbem.play.words import Unsayable
from tiny import PathForm


def ask(seat: str = "red", *legal: str, **more: Any) -> Ask[str]:
    return Ask(rule="9.6", seat=seat, legal=lambda: legal or ("stay", "go"), **more)


# ------------------------------------------------------------------ answers


def test_an_ask_rests_until_it_is_answered():
    async def play(state: Said) -> str:
        state.note("before", await ask())
        return "end"

    state = Said()
    table = Table(play(state))
    assert (table.expected(), table.legal(), state.said) == (("red",), ["stay", "go"], [])
    table.answer("go")
    assert (table.pending, table.result, state.said) == (None, "end", ["before go"])


def test_3_2_an_illegal_answer_changes_nothing():
    async def play(state: Said) -> None:
        state.note(await ask())

    state = Said()
    table = Table(play(state))
    pending = table.pending
    with pytest.raises(IllegalMove):
        table.answered("fly")
    assert (table.pending, state.said, table.incidents) == (pending, [], [])
    table.answered("stay")
    assert state.said == ["stay"]


def test_3_2_an_ask_with_one_legal_answer_needs_nobody():
    async def play(state: Said) -> None:
        state.note(await ask("red", "stay"))
        state.note(await ask("green"))

    state = Said()
    table = Table(play(state))
    assert (state.said, table.expected()) == (["stay"], ("green",))


def test_the_options_of_an_ask_that_needed_nobody_are_gone():
    async def play(state: Said) -> None:
        await ask("red", "stay")
        await Roll(rule="1")

    table = Table(play(Said()))
    with pytest.raises(AssertionError, match="nobody is asked"):
        table.legal()


def test_an_ask_without_a_legal_answer_is_a_bug_of_the_rules():
    async def play() -> None:
        await Ask(rule="9.6", seat="red", about="huambo", legal=tuple)

    with pytest.raises(AssertionError, match=r"nothing is legal at 9\.6 huambo for red"):
        Table(play())


def test_a_written_answer_is_checked_before_it_enters():
    def check(path: tuple[int, ...]) -> None:
        if sum(path) > 5:
            raise IllegalMove("a path", "3.1", "too far")

    async def play(state: Said) -> None:
        state.note(await Write(rule="3.1", seat="red", form=PathForm(), check=check, draft=lambda: (1,)))

    state = Said()
    table = Table(play(state))
    assert table.legal() == [(1,)]
    with pytest.raises(IllegalMove, match="too far"):
        table.answered("3-4")
    assert state.said == []
    table.answer((2, 3))
    assert state.said == ["(2, 3)"]


def test_an_answer_that_was_judged_is_read_once():
    read: list[int] = []

    def check(path: tuple[int, ...]) -> None:
        read.append(sum(path))
        if sum(path) > 5:
            raise IllegalMove("a path", "3.1", "too far")

    async def play(state: Said) -> None:
        for _ in range(3):
            state.note(await Write(rule="3.1", seat="red", form=PathForm(), check=check, draft=lambda: (1,)))

    state = Said()
    table = Table(play(state))
    table.fits("2-3")
    table.answered("2-3")
    assert (read, state.said) == ([5], ["(2, 3)"])
    table.answered("2-3")  # what was judged before the last answer says nothing of this one
    assert read == [5, 5]
    table.fits("1-2")
    with pytest.raises(IllegalMove, match="too far"):
        table.fits("3-4")
    with pytest.raises(IllegalMove, match="too far"):
        table.answered("3-4")
    table.answered("1-3")  # other words than those that were judged
    assert state.said == ["(2, 3)", "(2, 3)", "(1, 3)"]


def test_a_roll_of_more_dice_than_anybody_could_read_is_a_bug_of_the_rules_or_their_data():
    async def play(state: Said) -> None:
        await Roll(rule="9.4", about="huambo", dice=MAX_DICE + 1)

    with pytest.raises(BadRules, match=r"9\.4 huambo rolls 10,001 dice, 10,000 at most are possible"):
        Table(play(Said()))


def test_rules_may_await_requests_only():
    class Nap:
        def __await__(self) -> Any:
            yield "nap"

    async def play() -> None:
        await Nap()

    with pytest.raises(AssertionError, match="requests only"):
        Table(play())


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (lambda: Ask(rule="9.6(a)", seat="red", legal=lambda: (1, 2)), "name the rule"),
        (lambda: Ask(rule="9.6", about="Huambo", seat="red", legal=lambda: (1, 2)), "what 9.6 is about: 'Huambo'"),
        (lambda: Seal(rule="9", bucket=100, items={"red": Listed((1, 2))}), "no bucket of 100"),
        (lambda: Seal(rule="9", bucket=128, items={"red": Listed(())}), "nothing is legal in the seal"),
    ],
)
def test_3_1_what_no_event_could_carry_is_found_at_the_first_table(request_, why):
    async def play() -> None:
        await request_()

    with pytest.raises(AssertionError, match=why):
        Table(play())


def played_at_random(play: Callable[[], Coroutine[Any, Any, int]]) -> None:
    """A few games of red alone, who draws his answers."""
    def one(seed: int) -> None:
        table = Table(play())
        play_out(table, random_choosers(lambda: table, ("red",), seed))

    for seed in range(20):
        one(seed)


def test_3_1_playouts_find_words_that_no_event_could_carry():
    async def play() -> int:
        await Ask(rule="9.6", seat="red", legal=lambda: ("go north", "Stay"))
        return 1

    table = Table(play())
    with pytest.raises(Unsayable, match="spells this answer 'Stay', and no event can say 'S'"):
        table.answer("Stay")
    with pytest.raises(Unsayable, match="no event can say 'S'"):
        played_at_random(play)


def test_2_12_playouts_find_texts_too_long_for_their_bucket():
    async def play() -> int:
        await Seal(rule="9.2", bucket=128, items={"red": Listed(("a", "b" * 118))})
        return 1

    with pytest.raises(Unsayable, match="118 characters are too long, its seal takes 117"):
        Table(play()).answer({"red": "b" * 118})
    Table(play()).answer({"red": "a"})
    with pytest.raises(Unsayable, match="too long"):
        played_at_random(play)


def test_where_names_the_procedures_under_way():
    async def section() -> None:
        await ask()

    async def turn() -> None:
        await section()

    table = Table(turn())
    assert [name.rpartition(".")[2] for name in table.where()] == ["turn", "section"]


def test_a_sentence_of_the_story_keeps_its_round():
    async def play() -> None:
        await Tell(rule="1", text="it begins")
        await ask()
        await Tell(rule="2", text="it ends", places=("huambo",))

    table = Table(play())
    table.answer("go")
    assert [(t.round, t.rule, t.text, t.places) for t in table.story] == [
        (2, "1", "it begins", ()),
        (2, "2", "it ends", ("huambo",)),
    ]


def test_rules_may_learn_who_has_resigned():
    async def play(told: list[tuple[str, ...]]) -> None:
        for _ in range(3):
            told.append(await Resigned(rule="1"))
            await ask("blue")

    told: list[tuple[str, ...]] = []
    table = Table(play(told), seats=("red", "green", "blue"))
    table.answer("go")
    table.leave(["green"])
    table.leave(["red"])
    table.answer("go")
    assert told == [(), (), ("red", "green")]


def test_3_4_a_checkpoint_hands_over_the_state_and_needs_no_round():
    async def play(state: Said) -> None:
        state.note("one")
        await Checkpoint(state)
        state.kept.append(Sealed("red", "r2/1/0"))
        await Checkpoint(state)

    taken: list[bytes] = []
    Table(play(Said()), listeners=[Stops(taken.append)])
    assert taken == [
        b'{"kept":[],"said":["one"]}',
        b'{"kept":[{"seat":"red","slot":"r2/1/0"}],"said":["one"]}',
    ]


# ------------------------------------------------------------------ dice


def test_3_3_rolls_that_follow_each_other_share_the_entropy_under_labels_of_their_own():
    async def play(state: Said) -> None:
        for about in ("huambo", "huambo", "bie", ""):
            state.note(await Roll(rule="9.4", about=about, dice=2))
        state.note(await Draw(rule="9.4", about="huambo", pool=("b", "a")))

    state, labels = Said(), Labels()
    table = Table(play(state))
    assert table.expected() == ()
    table.rolled(labels)
    assert labels.used == ["9.4/huambo/0", "9.4/huambo/1", "9.4/bie/0", "9.4/0", "9.4/huambo/2"]
    assert state.said[-1] == "('a',)"


def test_3_3_the_same_roll_asked_twice_of_one_entropy_differs():
    async def play(state: Said) -> None:
        for _ in range(2):
            state.note(await Roll(rule="9.4", dice=8, sides=100))

    state = Said()
    Table(play(state)).rolled(Dice(bytes(32)))
    assert state.said[0] != state.said[1]


def test_3_3_the_entropy_is_gone_after_any_round():
    async def play(state: Said) -> None:
        state.note(await Roll(rule="1"))
        state.note(await ask())
        state.note(await Roll(rule="1"))

    labels = Labels()
    table = Table(play(Said()))
    table.rolled(labels)
    table.answer("go")
    assert isinstance(table.pending, Roll)
    table.rolled(labels)
    assert labels.used == ["1/0", "1/0"]  # another R, so the same label again


def test_3_3_an_answer_that_needs_no_round_keeps_the_entropy():
    async def play() -> None:
        await Roll(rule="1")
        await ask("red", "stay")
        await Tell(rule="1", text="a die falls")
        await Roll(rule="2")

    labels = Labels()
    table = Table(play())
    table.rolled(labels)
    assert (table.pending, labels.used) == (None, ["1/0", "2/0"])


def test_no_dice_and_no_draws_need_no_entropy():
    async def play(state: Said) -> None:
        state.note(await Roll(rule="1", dice=0), await Draw(rule="2", pool=("a",), count=0))

    state = Said()
    assert (Table(play(state)).pending, state.said) == (None, ["() ()"])


def test_3_3_a_pool_is_drawn_from_in_the_order_of_its_ids():
    drawn = []
    for pool in (("c", "a", "b"), ("b", "c", "a")):
        async def play(state: Said, pool: tuple[str, ...] = pool) -> None:
            state.note(await Draw(rule="2", pool=pool, count=3))

        state = Said()
        Table(play(state)).rolled(Dice(bytes(32)))
        drawn.append(state.said)
    assert drawn[0] == drawn[1]


def test_rules_that_never_come_to_a_person_are_stopped():
    async def play() -> None:
        while True:
            await Tell(rule="1", text="on and on")

    with pytest.raises(BadRules, match=f"have asked {MAX_AT_ONCE + 1:,} times without anybody to answer"):
        Table(play())


def test_many_answers_at_once_are_no_fault():
    async def play(state: Said) -> str:
        for _ in range(MAX_AT_ONCE - 1):
            await ask("red", "stay")
        return await ask()

    assert Table(play(Said())).expected() == ("red",)
