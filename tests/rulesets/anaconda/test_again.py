"""C39, C41 `as last time`: conditions and standing orders are given once more, if they fit what is asked now."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from anaconda.boards import bytes_of, hide, put, quiet, run

from pbem.errors import IllegalMove
from pbem.kit.policies import named
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.anaconda import RULESET
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import ORDERS, Order
from pbem_games.anaconda.plans.conditions import ask_conditions
from pbem_games.anaconda.plans.filing import file
from pbem_games.anaconda.policies import POLICIES
from pbem_games.anaconda.state import Operations, State


def moves(*says: str, first: int = 1) -> list[tuple[int, Order]]:
    return list(enumerate((ORDERS.parse(say) for say in says), first))


async def two_plans(state: State, one: Sequence[tuple[int, Order]], two: Sequence[tuple[int, Order]]) -> None:
    for orders in (one, two):
        await ask_conditions(state, orders, orders[-1][0], [], {})


def planning(state: State, one: Sequence[str], two: Sequence[str], given: Sequence[str], *, first: int = 1) -> Table:
    """The conditions of a second plan are asked for; those of the first were sealed so."""
    seat = COALITION if "r_1" in one[0] else AL_QAEDA
    state.operations = Operations(seat, "tfr" if seat == COALITION else "a", [], "movement")
    table = run(two_plans(state, moves(*one), moves(*two, first=first)), state)
    table.answer({seat: list(given)})
    return table


def repeated(table: Table, state: State) -> list[str]:
    """What `as last time` comes to; it changes nothing, and what it gives can be sealed."""
    before, seat = bytes_of(state), table.expected()[0]
    says = RULESET.repeated(state, table, table.pending, seat)
    assert bytes_of(state) == before
    table.check_seal(seat, says)
    return says


WALK = ("move r_1_87_c1 0509", "move r_1_87_c2 0509", "move r_1_87_a1 0509")


def platoons() -> State:
    state = quiet()
    put(state, "0510", "r_1_87_c1", "r_1_87_c2", "r_1_87_a1")
    return state


@pytest.mark.parametrize("given", ["pause=loss", "pause=contact stop=1,3 needs=2:1,3:1"])
def test_c39_conditions_are_sealed_as_with_the_plan_before(given):
    state = platoons()
    assert repeated(planning(state, WALK, WALK, [given]), state) == [given]


@pytest.mark.parametrize(
    ("given", "gone"), [("pause=never stop=1,3", "this plan has entries 1 to 2, not 3"),
                        ("pause=loss needs=3:1", "this plan has entries 1 to 2, not 3")],
)
def test_c39_entries_that_the_plan_does_not_have_are_named(given, gone):
    state = platoons()
    table = planning(state, WALK, WALK[:2], [given])
    with pytest.raises(IllegalMove, match=gone):
        repeated(table, state)


def test_c39_a_supplement_has_other_entries():
    state = platoons()
    table = planning(state, WALK, WALK[:1], ["pause=never stop=1"], first=4)
    with pytest.raises(IllegalMove, match="this plan has entry 4 alone, not 1"):
        repeated(table, state)


def cellar(*faces: str) -> State:
    """Counters that never moved lie in 0508, one that will move in 0510."""
    state = quiet()
    for face in faces:
        hide(state, "0508", face)
    hide(state, "0510", "a_inf_1")
    return state


def test_20_7_compounds_are_shown_again_in_the_hexes_in_which_they_lie():
    state = cellar("a_cmp_1", "a_cmp_2")
    table = planning(state, ("move t3 0509 0508",), ("move t3 0508",), ["pause=never", "flip t2"])
    assert repeated(table, state) == ["pause=never", "flip t2"]


def test_20_7_a_compound_whose_hex_is_not_asked_about_is_named():
    state = cellar("a_cmp_1")
    table = planning(state, ("move t2 0509 0508",), ("move t2 0509",), ["pause=never", "flip t1"])
    with pytest.raises(IllegalMove, match=r"A Compound 1 \(token 1, face down\) lies in no hex"):
        repeated(table, state)


async def two_turns(state: State) -> None:
    for turn in (1, 2):
        state.turn, state.standing = turn, {}
        await file(state, (COALITION, AL_QAEDA))


def test_c41_standing_orders_are_filed_as_in_the_turn_before_by_each_seat_its_own():
    state = quiet()
    hide(state, "0508", "a_cmp_1")
    table = run(two_turns(state), state)
    ours, theirs = "tfr within=2 what=foot any", "a within=2 least=3 ; friendly_fire 1808 ; show t1"
    table.answer({COALITION: ours, AL_QAEDA: theirs})
    assert RULESET.repeated(state, table, table.pending, COALITION) == [ours]
    assert RULESET.repeated(state, table, table.pending, AL_QAEDA) == [theirs]


def test_c41_who_has_filed_nothing_is_asked():
    state = quiet()
    table = run(two_turns(state), state)
    with pytest.raises(IllegalMove, match="you have sealed nothing for this before"):
        RULESET.repeated(state, table, table.pending, COALITION)


def test_18_2_a_table_that_does_not_know_what_was_sealed_repeats_nothing():
    state = quiet()
    table = run(two_turns(state), state)
    theirs = table.handles(AL_QAEDA)[0]
    table.sealed({table.handles(COALITION)[0]: "tfr"})
    assert RULESET.repeated(state, table, table.pending, COALITION) == ["tfr"]
    with pytest.raises(IllegalMove, match="sealed nothing"):
        RULESET.repeated(state, table, table.pending, AL_QAEDA)
    assert table.peek(theirs) is None


# ------------------------------------------------------------------ standing orders of one's own tool


@pytest.mark.parametrize(
    ("choice", "words"),
    [("never", "pause=never; pass"), ("loss", "pause=loss; pass"), ("as last time", "as last time"),
     ("as l", "as last time")],
)
def test_c39_a_tool_may_seal_conditions_for_its_owner(choice, words):
    state = cellar("a_cmp_1")
    table = planning(state, ("move t2 0509 0508",), ("move t2 0508",), ["pause=contact", "flip t1"])
    policy = named(POLICIES, "conditions")
    setting, peek = policy.read(choice, state), peek_of(table, AL_QAEDA)
    assert policy.given(state, table.pending, AL_QAEDA, setting, peek) == words


def test_c41_a_tool_may_file_for_its_owner():
    state = quiet()
    table = run(two_turns(state), state)
    policy = named(POLICIES, "filing")
    setting = policy.read("as last time", state)
    assert policy.given(state, table.pending, COALITION, setting, table.peek) == "as last time"
