"""11 J-1."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, put, quiet, run, told
from fallujah.boards_turns import BATTALIONS, OBJECTIVE, URBAN, answer, illegal, is_sound, playing, refused

from pbem_games.fallujah import wordings
from pbem_games.fallujah.orders import Recruit
from pbem_games.fallujah.recruiting import check_recruit, places_for, price, recruit
from pbem_games.fallujah.state import DESERTED, ELIMINATED, KEPT


def order(say: str) -> Recruit:
    """`j1 ...` as it is written."""
    return wordings.purchase(quiet().numbers).parse(say)


def test_A43_fractions_are_added_and_rounded_up_once():
    state = quiet()
    table = answer(playing(state), "j1 north=usmc_1_5,usmc_ss_1 buy=art3*1")
    assert state.ops == 65 - 3
    assert told(table)[0].startswith("Recruited for 3 OPs, 62 left")
    assert is_sound(state)


@pytest.mark.parametrize(
    ("say", "ops"),
    [("j1", 1), ("j1 north=usmc_ss_1", 2), ("j1 north=usmc_ss_1,usmc_mp", 2), ("j1 buy=art2*3,art3*1", 2),
     ("j1 buy=art2*3,art3*2", 3), ("j1 buy=soa*1", 2), ("j1 north=hel_s1", 4), ("j1 north=usa_1_5s,hel_t1", 6)],
)  # fmt: skip
def test_R2_prices(say, ops):
    assert price(quiet(), order(say)) == ops


def test_A45_marine_battalions_of_different_strength_cost_the_same():
    state = quiet()
    assert state.numbers.values("usmc_3_4", reduced=False) == (3, 3, 3)
    assert state.numbers.values("usmc_1_5", reduced=False) == (4, 2, 2)
    assert price(state, order("j1 north=usmc_3_4")) == price(state, order("j1 north=usmc_1_5")) == 2


def test_A46_units_appear_in_bases_and_with_a_fob_only():
    state = quiet()
    put(state, URBAN, "fob_1")
    put(state, OBJECTIVE, "usmc_2_1")
    assert places_for(state) == ["north", "south", "east", "west", URBAN]
    check_recruit(state, order("j1 west=usmc_1_5"))
    check_recruit(state, order(f"j1 {URBAN}=usmc_1_5"))
    illegal(check_recruit, state, order(f"j1 {OBJECTIVE}=usmc_1_5"), rule="11.1", because="not in Jolan")
    run(recruit(state, order(f"j1 {URBAN}=usmc_1_5,hel_t1")))  # ruling R142
    assert (state.units["usmc_1_5"].place, state.units["hel_t1"].place) == (URBAN, URBAN)
    assert not state.units["hel_t1"].aloft
    assert is_sound(state)


def test_A46_the_space_of_a_fob_may_not_be_overstacked():
    state = quiet()
    put(state, URBAN, "fob_1", "usmc_2_1")
    check_recruit(state, order(f"j1 {URBAN}=usmc_1_5"))
    illegal(check_recruit, state, order(f"j1 {URBAN}=usmc_1_5,usmc_3_4"), rule="8.2", because="too many battalions")


def test_A29_a_base_takes_any_number():
    state = quiet()
    put(state, "north", *BATTALIONS, "usmc_2lar", "usmc_1ceb")
    check_recruit(state, order("j1 north=usmc_1r"))


def test_A47_a_tank_company_costs_one_op():
    assert price(quiet(), order("j1 north=usmc_c_1tk"), initiates=False) == 1


@pytest.mark.parametrize("box", [ELIMINATED, DESERTED])
def test_A48_R17_who_is_out_cannot_be_bought(box):
    state = quiet()
    state.units["ig_2iif"].place = box
    illegal(check_recruit, state, order("j1 north=ig_2iif"), rule="11.2", because="2 IIF is out of the battle for good")


def test_11_2_who_is_in_play_cannot_be_bought_again():
    state = quiet()
    put(state, "south", "usmc_1_5")
    illegal(check_recruit, state, order("j1 north=usmc_1_5"), rule="11.2", because="1/5 is in play")


def test_11_2_strikes_are_limited_by_their_counters():
    state = quiet()
    hold(state, air4=3)
    check_recruit(state, order("j1 buy=air4*1"))
    illegal(check_recruit, state, order("j1 buy=air4*2"), rule="11.2", because="1 of that kind lie in the recruit box")


def test_11_1_intel_and_fobs_are_not_for_sale():
    state = quiet()
    illegal(check_recruit, state, Recruit(markers=(("intel", 1),)), rule="11.1")
    illegal(check_recruit, state, order("j1 north=fob_1"), rule="18.5")


def test_11_1_a_unit_named_for_two_places_is_refused():
    order_twice = Recruit((("north", ("usmc_1_5",)), ("south", ("usmc_1_5",))))
    illegal(check_recruit, quiet(), order_twice, rule="11.2", because="bought twice")


def test_R6_a_j1_that_buys_nothing_costs_its_op():
    state = quiet()
    table = answer(playing(state), "j1")
    assert (state.ops, state.turn) == (64, 2)
    assert told(table) == ["Recruited for 1 OP, 64 left: nobody"]


def test_11_1_what_cannot_be_paid_is_refused():
    state = quiet()
    state.ops = 3
    table = playing(state)
    refused(table, "j1 north=usmc_1_5,usmc_2_1,usmc_ss_1", state, rule="11.1", because="costs 4 OPs .* 3 are left")
    table.answer("j1 north=usmc_1_5,usmc_2_1")
    assert state.units["usmc_2_1"].place == "north"  # ruling R7: what the last OP pays is done
    assert table.result.by == "8.1"


def test_A72_R55_uprising_doubles_units_and_nothing_else():
    state = quiet()
    state.uprising = True
    assert price(state, order("j1 north=usmc_1_5")) == 3
    assert price(state, order("j1 north=hel_t1")) == 5
    assert price(state, order("j1 north=usmc_ss_1 buy=air4*1,netwar*1")) == 3
    assert price(state, order("j1 buy=air4*2")) == 2


def test_11_1_units_appear_at_full_strength():
    state = quiet()
    run(recruit(state, order("j1 east=usmc_1_5")))
    assert not state.units["usmc_1_5"].reduced
    assert state.ops == 63


@pytest.mark.parametrize("say", ["j1 north=usmc_1_5 leader=ldr_1:usmc_2_1", "j1 north=hel_t1 leader=ldr_1:hel_t1",
                                 "j1 north=usmc_1_5 leader=ldr_2:usmc_1_5"])  # fmt: skip
def test_R111_a_kept_leader_goes_to_a_ground_unit_bought_now(say):
    state = quiet()
    state.leaders["ldr_1"] = KEPT
    put(state, "south", "usmc_2_1")
    illegal(check_recruit, state, order(say), rule="30.2")


def test_R111_kept_leaders_are_given_out_with_what_is_bought():
    state = quiet()
    state.leaders = dict.fromkeys(state.leaders, KEPT)
    both = order("j1 north=usmc_1_5,usmc_mp leader=ldr_1:usmc_1_5,ldr_2:usmc_1_5")
    check_recruit(state, both)  # ruling R100: one unit may have two
    run(recruit(state, both))
    assert state.leaders == {"ldr_1": "usmc_1_5", "ldr_2": "usmc_1_5", "ldr_3": KEPT}
    assert is_sound(state)


def test_R111_a_leader_is_given_once():
    state = quiet()
    state.leaders["ldr_1"] = KEPT
    twice = Recruit((("north", ("usmc_1_5", "usmc_mp")),), (), (("ldr_1", "usmc_1_5"), ("ldr_1", "usmc_mp")))
    illegal(check_recruit, state, twice, rule="30.2")
