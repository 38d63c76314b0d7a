"""34 The historical order of battle, an option."""

from __future__ import annotations

import pytest
from fallujah.boards import fresh
from fallujah.boards_turns import answer, illegal, is_sound, playing, refused

from pbem_games.fallujah import wordings
from pbem_games.fallujah.recruiting import check_recruit, price
from pbem_games.fallujah.setup import historical, must_begin_historically


def historic(scenario: str = "vigilant_resolve"):
    return fresh(scenario, historical_order_of_battle=True)


def bought(scenario: str = "vigilant_resolve"):
    """With the list bought, in the first turn."""
    state = historic(scenario)
    table = playing(state)
    table.answer(table.options.default())
    return state, table


@pytest.mark.parametrize(("scenario", "ops"), [("vigilant_resolve", 14), ("phantom_fury", 31)])
def test_34_the_list_is_bought_first(scenario, ops):
    state = historic(scenario)
    assert price(state, historical(state), initiates=False) == ops
    state, table = bought(scenario)
    assert state.ops == state.printed.ops - ops
    for base in state.numbers.bases:
        for unit in getattr(state.printed.historical, base):
            assert state.units[unit].place == base
    assert {k: n for k, n in state.available.items() if n} == state.printed.historical.strikes
    assert table.pending.rule == "10.1"
    assert is_sound(state)


def test_R125_more_may_be_bought_at_once():
    state = historic()
    table = playing(state)
    say = table.options.spell(table.options.default())
    table.answer(say.replace("setup north=", "setup north=usmc_3_4,", 1).replace(
        "north=usmc_3_4,usmc_2_1", "north=usmc_2_1,usmc_3_4"))  # fmt: skip
    assert state.units["usmc_3_4"].place == "north"


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (("north=usmc_2_1,usmc_c_1tk", "north=usmc_2_1"), "C/1Tk begins at the base north"),
        (("south=usmc_1_5,usmc_1ceb", "south=usmc_1ceb"), "1/5 begins at the base south"),
        (("air4*2", "air4*1"), "at least 2 Airstrike"),
        ((",netwar*2", ""), "at least 2 NetWar"),
    ],
)
def test_R125_nothing_of_the_list_may_be_missing(change, because):
    state = historic()
    table = playing(state)
    say = table.options.spell(table.options.default())
    assert change[0] in say
    refused(table, say.replace(*change), state, rule="34", because=because)


def test_R125_a_unit_of_the_list_begins_at_its_base():
    state = historic()
    table = playing(state)
    say = table.options.spell(table.options.default())
    moved = say.replace("north=usmc_2_1,usmc_c_1tk south=usmc_1_5,usmc_1ceb",
                        "north=usmc_1_5,usmc_2_1,usmc_c_1tk south=usmc_1ceb")  # fmt: skip
    assert moved != say
    refused(table, moved, state, rule="34", because="1/5 begins at the base south")


@pytest.mark.parametrize(
    ("scenario", "say", "legal"),
    [("vigilant_resolve", "j1 north=usa_2_7", False), ("vigilant_resolve", "j1 north=usmc_3_4", True),
     ("vigilant_resolve", "j1 north=hel_g1", True), ("phantom_fury", "j1 north=usmc_2_1", False),
     ("phantom_fury", "j1 north=usmc_2r", True), ("phantom_fury", "j1 north=hel_t1", True)],
)  # fmt: skip
def test_A163_only_who_fought_there_may_be_bought(scenario, say, legal):
    state, _ = bought(scenario)
    order = wordings.purchase(state.numbers).parse(say)
    if legal:
        check_recruit(state, order)
    else:
        illegal(check_recruit, state, order, rule="34", because="did not fight in")


def test_A163_without_the_option_everybody_may_be_bought():
    state = fresh()
    table = answer(playing(state), "setup", "j1 north=usa_2_7")
    assert state.units["usa_2_7"].place == "north"
    assert table.pending is not None


def test_R125_where_the_list_cannot_be_paid_it_is_not_demanded():
    state = historic("phantom_fury")
    assert must_begin_historically(state)
    state.ops = 30
    assert not must_begin_historically(state)
    answer(playing(state), "setup north=usmc_3_1")
    assert state.ops == 29
