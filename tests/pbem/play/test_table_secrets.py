"""Slots, openings, secret draws and claims at one table (protocol 3.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from little import Labels, Said
from pbem.errors import IllegalMove
from pbem.play.requests import (
    Ask,
    DrawSecret,
    Late,
    Listed,
    Open,
    Roll,
    Seal,
    Sealed,
    SealMany,
)
from pbem.play.table import Table


def ask(seat: str = "red", *legal: str, **more: Any) -> Ask[str]:
    return Ask(rule="9.6", seat=seat, legal=lambda: legal or ("stay", "go"), **more)


def sealed_by(*seats: str, legal: Sequence[int] = (1, 2, 3), about: str = "", **more: Any) -> Seal[int]:
    return Seal(rule="9.2", about=about, bucket=128, items={s: Listed(legal) for s in seats}, **more)


def test_3_1_a_slot_is_named_by_round_rule_about_and_item():
    async def play() -> None:
        await SealMany(rule="2.1", about="bie", bucket=128, items={"red": [Listed((1, 2))] * 2})
        await sealed_by("red")

    table = Table(play(), first_round=7)
    assert [h.slot for h in table.handles("red")] == ["r7/2.1/bie/0", "r7/2.1/bie/1"]
    table.answer({"red": (1, 2)})
    assert [h.slot for h in table.handles("red")] == ["r8/9.2/0"]


def test_3_2_a_seat_with_one_legal_answer_in_a_seal_is_not_expected_and_its_answer_is_public():
    async def play(state: Said) -> None:
        items = {"red": Listed((1, 2)), "green": Listed((7,))}
        sealed = await Seal(rule="9.2", bucket=128, items=items)
        state.kept += [sealed["red"], sealed["green"]]
        await ask()

    state = Said()
    table = Table(play(state))
    assert table.expected() == ("red",)
    table.sealed()
    red, green = state.kept
    assert (table.peek(red), table.peek(green)) == (None, 7)
    assert (table.secrets.is_public(red), table.secrets.is_public(green)) == (False, True)


def test_3_2_a_seal_in_which_nobody_has_a_choice_needs_no_round():
    async def play(state: Said) -> None:
        sealed = await sealed_by("red", "green", legal=(4,))
        state.note((await Open(rule="9.2", sealed=sealed))["green"])

    state = Said()
    assert (Table(play(state)).pending, state.said) == (None, ["4"])


def test_3_a_seal_gives_handles_and_an_open_the_values():
    async def play(state: Said) -> None:
        sealed = await sealed_by("red", "green")
        state.kept += sealed.values()
        opened = await Open(rule="9.3", sealed={"r": sealed["red"], "g": sealed["green"]})
        state.note(opened["r"], opened["g"])

    state = Said()
    table = Table(play(state), seats=("red", "green"))
    table.answer({"red": 2, "green": 3})
    assert state.kept == [Sealed("red", "r2/9.2/0"), Sealed("green", "r2/9.2/0")]
    assert table.expected() == ("red", "green")
    table.answer()
    assert state.said == ["2 3"]


def test_3_slots_are_opened_in_slot_order_not_in_the_order_of_the_alphabet():
    """Round 9 comes before round 10, item 2 before item 10."""

    async def play(state: Said) -> None:
        many = await SealMany(rule="2.1", bucket=128, items={"red": [Listed((1, 2))] * 11})
        one = await SealMany(rule="2.1", bucket=128, items={"red": [Listed((1, 2))] * 3})
        shown = dict(enumerate(reversed([*many["red"], *one["red"]])))
        await Open(rule="9", sealed=shown)

    table = Table(play(Said()), first_round=9)
    table.answer({"red": (1,) * 11})
    table.answer({"red": (2,) * 3})
    slots = [h.slot for h in table.to_open("red")]
    assert slots == [f"r9/2.1/{i}" for i in range(11)] + [f"r10/2.1/{i}" for i in range(3)]


def test_an_open_of_one_secret_twice_shows_it_once():
    async def play(state: Said) -> None:
        sealed = await sealed_by("red")
        state.note(await Open(rule="9", sealed={1: sealed["red"], 2: sealed["red"]}))
        state.note(await Open(rule="9", sealed={3: sealed["red"]}))

    state = Said()
    table = Table(play(state))
    table.answer({"red": 2})
    assert len(table.to_open("red")) == 1
    table.answer()
    assert (table.pending, state.said) == (None, ["{1: 2, 2: 2}", "{3: 2}"])


@pytest.mark.parametrize("content", [None, "9", "no number"])
def test_3_2_what_opens_to_no_legal_text_counts_as_the_default(content):
    async def play(state: Said) -> None:
        sealed = await sealed_by("red", legal=(2, 1))
        state.note((await Open(rule="9", sealed=sealed))["red"])

    state = Said()
    table = Table(play(state))
    table.sealed()
    (handle,) = table.to_open("red")
    table.opened({handle: content})
    assert state.said == ["2"]
    assert [(i.seat, i.round) for i in table.incidents] == [("red", 2)]
    assert "r2/9.2/0 is not legal; the default counts" in table.incidents[0].text


@pytest.mark.parametrize("content", [None, "9"])
def test_3_2_what_its_owner_saw_to_be_illegal_is_told_once(content):
    async def play(state: Said) -> None:
        sealed = await sealed_by("red", legal=(2, 1))
        state.note((await Open(rule="9", sealed=sealed))["red"])

    state = Said()
    table = Table(play(state))
    (handle,) = table.handles("red")
    table.sealed({handle: content})
    (told,) = table.incidents
    assert told.text == "what is sealed in r2/9.2/0 is not legal"
    table.round += 1
    table.opened({handle: content})
    assert table.incidents == [told]
    assert (state.said, table.peek(handle)) == (["2"], 2)


def test_3_2_what_may_be_sealed_is_what_was_legal_when_the_seal_was_asked():
    async def play(state: Said) -> None:
        gold = [1, 2, 3]
        sealed = await sealed_by("red", legal=gold)
        gold.clear()
        state.note((await Open(rule="9", sealed=sealed))["red"])

    state = Said()
    table = Table(play(state))
    table.answer({"red": 3})
    table.answer()
    assert state.said == ["3"]


def test_3_3_a_secret_draw_leaves_out_what_earlier_closed_draws_took():
    async def play(state: Said) -> None:
        first = await DrawSecret(rule="1", seat="red", pool=("a", "b", "c"), count=2)
        second = await DrawSecret(rule="1", seat="red", pool=("c", "b", "a"), less=(first,))
        state.kept += [first, second]
        await Open(rule="9", sealed={2: second, 1: first})

    state = Said()
    table = Table(play(state))
    table.drawn(None, Labels())
    table.round += 1
    table.drawn(None, Labels())
    assert [table.peek(h) for h in state.kept] == [("a", "b"), ("c",)]
    assert [h.slot for h in table.to_open("red")] == ["r2/1/0", "r3/1/0"]


def test_3_3_a_table_that_cannot_see_the_earlier_draw_sees_nothing_of_the_later():
    async def play(state: Said) -> None:
        first = await DrawSecret(rule="1", seat="red", pool=("a", "b"))
        second = await DrawSecret(rule="1", seat="red", pool=("a", "b"), less=(first,))
        state.kept += [first, second]
        await Open(rule="9", sealed={1: first, 2: second})
        state.note(*[table.peek(h) for h in state.kept])

    state = Said()
    table: Table[None] = Table(play(state))
    table.drawn(None)
    table.drawn(None, Labels())
    assert [table.peek(h) for h in state.kept] == [None, None]
    table.opened({h: Labels() for h in state.kept})
    assert state.said == ["('a',) ('b',)"]


def test_3_3_a_draw_cannot_be_opened_before_those_it_came_after():
    async def play() -> None:
        first = await DrawSecret(rule="1", seat="red", pool=("a", "b"))
        second = await DrawSecret(rule="1", seat="red", pool=("a", "b"), less=(first,))
        await Open(rule="9", sealed={2: second})

    table = Table(play())
    table.drawn(None, Labels())
    table.round += 1
    with pytest.raises(AssertionError, match=r"opened before those they came after: \['r3/1/0'\]"):
        table.drawn(None, Labels())


def test_3_3_nobody_can_leave_out_what_another_seat_holds_closed():
    async def play() -> None:
        first = await DrawSecret(rule="1", seat="red", pool=("a", "b"))
        await DrawSecret(rule="1", seat="green", pool=("a", "b"), less=(first,))

    table = Table(play())
    with pytest.raises(AssertionError, match="green cannot leave out"):
        table.drawn(None, Labels())


def test_3_3_the_entropy_of_a_secret_draw_serves_the_dice_behind_it():
    async def play(state: Said) -> None:
        await DrawSecret(rule="1", seat="red", pool=("a", "b"))
        state.note(await Roll(rule="2"))

    state, labels = Said(), Labels()
    table = Table(play(state))
    table.drawn(labels, Labels())
    assert (table.pending, labels.used) == (None, ["2/0"])


def test_3_3_a_secret_draw_never_uses_entropy_that_was_known_before():
    async def play() -> None:
        await Roll(rule="1")
        await DrawSecret(rule="2", seat="red", pool=("a", "b"))

    table = Table(play())
    table.rolled(Labels())
    assert table.expected() == ("red",)


def test_a_run_from_a_checkpoint_knows_the_secrets_of_the_table_it_came_from():
    async def play(state: Said) -> None:
        if not state.kept:
            state.kept.append((await sealed_by("red"))["red"])
        await ask()
        state.note((await Open(rule="9", sealed={0: state.kept[0]}))[0])

    state = Said()
    table = Table(play(state))
    table.answer({"red": 3})
    again = Said(kept=list(state.kept))
    other = Table(play(again), first_round=table.round, secrets=table.secrets)
    for run in (table, other):
        run.answer("go")
        assert run.result is None
        run.answer()
    assert again == state
    assert again.said == ["3"]


# ------------------------------------------------------------------ claims


def at_least(pace: Sealed[int], steps: int) -> Late:
    return Late("3.1", f"the pace is at least {steps}", (pace,), lambda p: p >= steps)


async def claim_of_steps(state: Said) -> None:
    pace = (await sealed_by("red"))["red"]
    steps = await Ask(rule="3.1", seat="red", legal=lambda: range(4), late=lambda n: [at_least(pace, n)])
    state.note(steps)
    await ask("green")
    await Open(rule="4", sealed={0: pace})


def test_3_2_a_false_claim_is_refused_where_it_can_be_seen_and_changes_nothing():
    state = Said()
    table = Table(claim_of_steps(state))
    table.answer({"red": 2})
    with pytest.raises(IllegalMove, match=r"red claims: the pace is at least 3\n  rule 3\.1"):
        table.check_claims("3")
    assert (state.said, table.incidents) == ([], [])
    table.check_claims("2")


def test_3_2_a_false_claim_is_an_incident_as_soon_as_it_can_be_seen_and_steers_nothing():
    blind, seeing = Said(), Said()
    tables = Table(claim_of_steps(blind)), Table(claim_of_steps(seeing))
    tables[0].sealed()
    tables[1].sealed({tables[1].handles("red")[0]: "2"})
    for table in tables:
        table.round += 1
        table.answered("3")
        table.round += 1
    assert [len(t.incidents) for t in tables] == [0, 1]
    assert len(tables[0].secrets.open_claims()) == 1
    for table in tables:
        table.answer("go")
        (handle,) = table.to_open("red")
        table.opened({handle: "2"})
    assert tables[0].incidents == tables[1].incidents
    assert [(i.round, i.rule, i.seat, i.text) for i in tables[0].incidents] == [
        (3, "3.1", "red", "false claim: the pace is at least 3")
    ]
    assert blind == seeing


def test_what_was_claimed_of_an_imagined_secret_counts_as_true_and_what_is_claimed_later_is_judged():
    async def play(state: Said) -> None:
        mine, other = (await sealed_by("red", about="a"))["red"], (await sealed_by("red", about="b"))["red"]
        for rule in ("3", "4"):
            lates = [Late(rule, "it is 3", (mine,), lambda n: n == 3), Late(rule, "both", (mine, other), lambda *_: 0)]
            alone = Late(rule, "the other is 3", (other,), lambda n: n == 3)
            await Ask(rule=rule, seat="red", legal=lambda: ("a", "b"), late=lambda _, x=(*lates, alone): x)
        await Open(rule="5", sealed={0: mine})
        await Open(rule="5", sealed={0: other})

    table = Table(play(Said()))
    (mine,) = table.handles("red")
    table.sealed()
    table.round += 1
    (other,) = table.handles("red")
    table.sealed()
    table.answered("a")
    table.secrets.imagine({mine: 1})
    assert [late.claim for late in table.secrets.open_claims()] == ["the other is 3"]
    table.answered("a")
    assert [(i.rule, i.claimed) for i in table.incidents] == [("4", "it is 3")]
    table.opened({mine: "1"})
    table.opened({other: "2"})
    assert [(i.rule, i.claimed) for i in table.incidents] == [
        ("4", "it is 3"), ("3", "the other is 3"), ("4", "both"), ("4", "the other is 3"),
    ]  # fmt: skip


def test_a_claim_about_several_secrets_waits_for_the_last_and_is_judged_once():
    async def play(state: Said) -> None:
        a, b = (await sealed_by("red", about="a"))["red"], (await sealed_by("red", about="b"))["red"]
        late = Late("3", "equal", (a, b, a), lambda x, y, z: x == y == z)
        await Ask(rule="3", seat="red", legal=lambda: ("yes", "no"), late=lambda n: [late])
        await Open(rule="4", sealed={0: b})
        await Open(rule="4", sealed={0: a})

    table = Table(play(Said()))
    for _ in range(2):
        table.sealed()
        table.round += 1
    table.answered("yes")
    found = []
    for say in ("1", "2"):
        (handle,) = table.to_open("red")
        table.opened({handle: say})
        found.append(len(table.incidents))
    assert found == [0, 1]


def test_3_2_joint_conditions_on_sealed_items_are_checked_before_sealing():
    def late(given: dict[str, tuple[Sealed[int], ...]]) -> list[Late]:
        return [Late("2.2", f"{s} packs less than 4", h, lambda a, b: a + b < 4) for s, h in given.items()]

    async def play() -> None:
        await SealMany(rule="2.1", bucket=128, items={s: [Listed((1, 2, 3))] * 2 for s in ("red", "green")}, late=late)

    table = Table(play())
    with pytest.raises(IllegalMove, match="red claims: red packs less than 4"):
        table.check_seal("red", ["3", "1"])
    table.check_seal("red", ["2", "1"])
    with pytest.raises(IllegalMove, match="2 texts are asked for, 1 given"):
        table.check_seal("green", ["2"])
    with pytest.raises(IllegalMove, match="not among the legal"):
        table.check_seal("green", ["2", "4"])
