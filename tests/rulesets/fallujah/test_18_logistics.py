"""18 J-4: refit, bridges, FOBs."""

from __future__ import annotations

import pytest
from fallujah.boards import put, quiet, run, told
from fallujah.boards_turns import MAIN_BRIDGE, OBJECTIVE, URBAN, answer, illegal, is_sound, playing

from pbem_games.fallujah.logistics import build, check_build, check_refit, check_repair, refit, repair
from pbem_games.fallujah.orders import Build, Refit, Repair
from pbem_games.fallujah.state import ELIMINATED

ENGINEERS = ("usmc_1ceb", "usn_cb4", "usa_82e")


def test_A105_one_refit_restores_all_of_a_base():
    state = quiet()
    put(state, "north", "usmc_1_5", "usmc_2_1", "hel_g1", reduced=True)
    put(state, "south", "usmc_3_4", reduced=True)
    state.kia = -4
    table = answer(playing(state), "j4 refit north")
    reduced = [u for u, unit in state.units.items() if unit.reduced]
    assert reduced == ["usmc_3_4"]  # ruling R91: one place
    assert (state.ops, state.kia) == (64, -4)
    assert told(table) == ["Refit in North Base: 1/5, 2/1, HMLA"]


@pytest.mark.parametrize("unit", ["usmc_a_2aa", "fob_1"])
@pytest.mark.parametrize("reduced", [False, True])
def test_A106_R94_amtracs_and_fobs_refit_all_in_their_space_and_themselves(unit, reduced):
    state = quiet()
    put(state, URBAN, "usmc_1_5", reduced=True)
    put(state, URBAN, unit, reduced=reduced)
    check_refit(state, Refit(URBAN))
    run(refit(state, Refit(URBAN)))
    assert not any(u.reduced for u in state.units.values())


def test_A107_a_unit_alone_in_a_space_is_not_refit():
    state = quiet()
    put(state, URBAN, "usmc_1_5", reduced=True)
    put(state, "r3p05", "usmc_a_2aa")
    illegal(check_refit, state, Refit(URBAN), rule="18.3", because="neither a FOB nor an Amtrac")


def test_18_1_where_nobody_is_reduced_nothing_is_refit():
    state = quiet()
    put(state, "north", "usmc_1_5")
    put(state, "west", "usmc_2_1", reduced=True)
    error = illegal(check_refit, state, Refit("north"), rule="18.1", because="no unit there is reduced")
    assert error.legal == ("west",)


def test_18_2_units_at_full_strength_stay_as_they_are():
    state = quiet()
    put(state, "north", "usmc_1_5", reduced=True)
    put(state, "north", "usmc_2_1", "usmc_mp")
    assert told(run(refit(state, Refit("north")))) == ["Refit in North Base: 1/5"]
    assert (state.ops, [u for u, unit in state.units.items() if unit.reduced]) == (64, [])


def test_18_3_eliminated_units_stay_eliminated():
    state = quiet()
    put(state, "north", "usmc_1_5", reduced=True)
    state.units["usmc_2_1"].place = ELIMINATED
    run(refit(state, Refit("north")))
    assert state.units["usmc_2_1"].place == ELIMINATED


@pytest.mark.parametrize("engineer", ENGINEERS)
def test_A108_R95_any_engineer_repairs_the_bridge_where_it_stands(engineer):
    state = quiet()
    state.blown = ["brooklyn", "main"]
    put(state, MAIN_BRIDGE, engineer)
    table = answer(playing(state), "j4 repair main")
    assert (state.blown, state.ops) == (["brooklyn"], 64)
    assert told(table) == ["Engineers repair the Main Bridge"]


@pytest.mark.parametrize(
    ("blown", "where", "because"),
    [(["brooklyn"], MAIN_BRIDGE, "it is whole"), (["main"], "r1p08", "no engineer is in Main Bridge"),
     (["main"], "west", "no engineer is in Main Bridge")],
)  # fmt: skip
def test_18_4_what_a_repair_needs(blown, where, because):
    state = quiet()
    state.blown = blown
    put(state, where, "usmc_1ceb")
    put(state, MAIN_BRIDGE, "usmc_1_5")
    illegal(check_repair, state, Repair("main"), rule="18.4", because=because)
    with pytest.raises(ValueError, match=r"list\.remove"):
        run(repair(quiet(), Repair("main")))


@pytest.mark.parametrize("engineer", ENGINEERS)
def test_A110_R92_a_fob_costs_three_ops_in_all(engineer):
    state = quiet()
    put(state, OBJECTIVE, engineer)
    table = answer(playing(state), f"j4 build {OBJECTIVE}")
    assert state.ops == 62
    assert (state.units["fob_1"].place, state.units["fob_1"].reduced) == (OBJECTIVE, False)
    assert told(table) == ["FOB 1 is built in Jolan"]
    assert is_sound(state)


def test_18_5_what_building_needs():
    state = quiet()
    put(state, URBAN, "usmc_1_5")
    put(state, OBJECTIVE, "usmc_1ceb", "fob_1")
    put(state, "north", "usmc_2ceb")
    illegal(check_build, state, Build(URBAN), rule="18.5", because="no engineer is there")
    illegal(check_build, state, Build(OBJECTIVE), rule="8.2", because="a FOB is there already")
    illegal(check_build, state, Build("north"), rule="18.5")  # ruling R93: not in bases
    put(state, URBAN, "usa_82e")
    check_build(state, Build(URBAN))
    state.ops = 2
    illegal(check_build, state, Build(URBAN), rule="10", because="it costs 3 OPs, 2 are left")


def test_R93_an_eliminated_fob_is_never_built_again():
    state = quiet()
    put(state, URBAN, "usmc_1ceb")
    for fob in ("fob_1", "fob_2", "fob_3"):
        check_build(state, Build(URBAN))
        state.units[fob].place = ELIMINATED
    illegal(check_build, state, Build(URBAN), rule="18.5", because="no FOB is left")


def test_18_5_the_next_fob_is_the_first_in_the_box():
    state = quiet()
    put(state, "r2p09", "fob_1")
    put(state, URBAN, "usmc_1ceb")
    run(build(state, Build(URBAN)))
    assert state.units["fob_2"].place == URBAN


def test_R7_a_refit_with_the_last_op_is_carried_out():
    state = quiet()
    state.ops = 1
    put(state, "north", "usmc_1_5", reduced=True)
    table = answer(playing(state), "j4 refit north")
    assert not state.units["usmc_1_5"].reduced
    assert table.result.by == "8.1"
