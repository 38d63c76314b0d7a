"""16.7, 16.9 Withdrawal and evacuation."""

from __future__ import annotations

import pytest
from fallujah.boards import node, put, run, told
from fallujah.boards_fight import MOSQUE, OBJECTIVE, OPEN, URBAN, asked, battle, go, refused

from pbem.errors import IllegalMove
from pbem.play.requests import Write
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.combat.withdrawal import answer_stand, check_stay, destinations, evacuations, may_withdraw
from pbem_games.fallujah.orders import Flight, Stay
from pbem_games.fallujah.state import problems

NEXT = "r3p04"  # to the mosque R3P5


def standing(space, force, *, next_to="", **options):
    """OPFOR stands against a force; units next door where wanted."""
    state = battle(space, force, "jih_a", **options)
    if next_to:
        put(state, next_to, "usmc_3_4")
    return state


# ---------------------------------------------------------------- on offer


def test_A97_without_a_way_out_nobody_is_asked():
    state = standing(MOSQUE, "usmc_1_5 hel_g1")
    table = run(answer_stand(state))
    assert table.pending is None
    assert told(table) == ["OPFOR stands in Maadhidi Mosque"]
    assert not may_withdraw(state)


def test_A98_a_helicopter_aloft_next_door_is_a_coalition_unit():
    state = standing(MOSQUE, "usmc_1_5")
    put(state, NEXT, "hel_t1", aloft=True)
    table = run(answer_stand(state))
    assert isinstance(table.pending, Write)
    assert asked(table) == ("16.7", MOSQUE)
    assert destinations(state, ["usmc_1_5"]) == [NEXT]
    table.answer(f"withdraw usmc_1_5 to={NEXT}")
    assert (state.units["usmc_1_5"].place, state.operation.force) == (NEXT, [])
    assert state.units["hel_t1"].aloft


def test_A178_gunships_alone_with_nothing_next_door():
    assert not may_withdraw(standing(MOSQUE, "hel_g1 hel_g2"))


def test_A178_gunships_do_not_evacuate_but_withdraw_like_others():
    state = standing(MOSQUE, "hel_g1 usmc_fr", next_to=NEXT)
    assert evacuations(state) == []
    assert destinations(state, ["hel_g1"]) == [NEXT]


def test_16_7_a_fob_next_door_will_do():
    state = standing(MOSQUE, "usmc_1_5")
    put(state, NEXT, "fob_1")
    assert destinations(state, ["usmc_1_5"]) == [NEXT]


def test_16_7_a_base_next_door_always_will():
    assert destinations(standing(OPEN, "usmc_1_5"), ["usmc_1_5"]) == ["east"]
    assert destinations(standing("r6p02", "usmc_1_5"), ["usmc_1_5"]) == ["north", "east"]
    assert destinations(standing("r1p07", "usmc_1_5"), ["usmc_1_5"]) == []  # no entry of the West Base


def test_16_7_the_draft_goes_on():
    state = standing(MOSQUE, "usmc_1_5", next_to=NEXT)
    table = run(answer_stand(state))
    assert table.legal() == [Stay()]
    go(table, "continue")
    assert state.operation.force == ["usmc_1_5"]


# ---------------------------------------------------------------- where to


OVER_WATER = [  # who leaves from the Brooklyn Bridge over the river, and whether they can
    ("usmc_1_5", False), ("usmc_c_1tk", False), ("usmc_a_2aa", True), ("usmc_fr", True), ("usmc_fr usmc_ss_1", False),
    ("usmc_1_5 usmc_a_2aa", True), ("usmc_a_2aa usmc_fr", True), ("usmc_1_5 usmc_a_2aa usmc_fr", True),
    ("usmc_1_5 usmc_2_1 usmc_a_2aa", False), ("usmc_1_5 usmc_2_1 usmc_a_2aa usmc_c_3", True),
    ("usmc_c_1tk usmc_a_2aa", False), ("ig_2iif usmc_a_2aa", True), ("hel_g1 usmc_a_2aa usmc_1_5", True),
]  # fmt: skip


@pytest.mark.parametrize(("leaving", "can"), OVER_WATER)
def test_R81_over_water_each_amtrac_that_leaves_takes_one_light_unit(leaving, can):
    state = standing("r1p07", leaving, next_to="")
    put(state, "r1p08", "hel_t1", aloft=True)
    assert destinations(state, leaving.split()) == (["r1p08"] if can else [])


def test_R81_an_amtrac_that_stays_carries_nobody():
    state = standing("r1p07", "usmc_1_5 usmc_a_2aa", next_to="r1p08")
    assert destinations(state, ["usmc_1_5"]) == []
    table = run(answer_stand(state))
    with pytest.raises(IllegalMove, match=r"1/5 cannot cross the river; an Amtrac of the force takes one light unit"):
        table.answer("withdraw usmc_1_5 to=r1p08")
    refused(table, state, "withdraw usmc_1_5 to=r1p08")
    go(table, "withdraw usmc_1_5,usmc_a_2aa to=r1p08")
    assert {state.units[u].place for u in ("usmc_1_5", "usmc_a_2aa")} == {"r1p08"}
    assert (state.operation.force, table.pending, problems(state)) == ([], None, [])  # no reaction there


def test_R81_an_amtrac_that_was_there_before_carries_nobody_out():
    state = standing("r1p07", "usmc_1_5", next_to="r1p08")
    put(state, "r1p07", "usmc_a_2aa")
    assert destinations(state, ["usmc_1_5"]) == []


def test_R81_a_blown_bridge_is_water_too():
    state = standing("r1p07", "usmc_1_5 usmc_a_2aa", next_to="r1p06")
    state.blown = ["brooklyn"]
    assert destinations(state, ["usmc_1_5"]) == []
    assert destinations(state, ["usmc_1_5", "usmc_a_2aa"]) == ["r1p06"]


def test_R81_bases_are_left_for_over_land():
    state = standing("r1p08", "usmc_c_1tk usmc_1_5")
    assert destinations(state, ["usmc_c_1tk", "usmc_1_5"]) == ["west"]


@pytest.mark.parametrize(("dice", "expected"), [((6, 1), (True, -1)), ((1, 6), (False, -1)), ((5, 5), (False, 0))])
def test_R81_R140_who_comes_over_water_below_a_helicopter_turns_the_node_up(dice, expected):
    state = standing("r1p07", "usmc_1_5 usmc_a_2aa")
    put(state, "r1p08", "hel_t1", aloft=True)
    node(state, "r1p08")
    table = go(run(answer_stand(state)), "withdraw usmc_1_5,usmc_a_2aa to=r1p08")
    assert asked(table) == ("20.2", "r1p08")
    go(table, ("ied_factory",))
    assert table.pending.dice == 2
    go(table, dice)
    assert (state.units["usmc_1_5"].reduced, state.kia) == expected
    assert (table.pending, state.captured_nodes, problems(state)) == (None, [], [])


def test_R81_helicopters_cross_the_river_and_others_stay():
    state = standing("r1p07", "usmc_1_5 hel_g1", next_to="r1p08")
    assert destinations(state, ["hel_g1"]) == ["r1p08"]
    assert destinations(state, ["usmc_1_5", "hel_g1"]) == []


@pytest.mark.parametrize(("blown", "expected"), [([], ["r1p06"]), (["brooklyn"], []), (["main"], ["r1p06"])])
def test_R81_a_blown_bridge_is_no_way_back(blown, expected):
    state = standing("r1p07", "usmc_1_5", next_to="r1p06")
    state.blown = blown
    assert destinations(state, ["usmc_1_5"]) == expected


def test_16_7_diagonals_of_the_main_supply_route_count():
    state = standing("r3p07", "usmc_1_5", next_to="r2p08")
    assert destinations(state, ["usmc_1_5"]) == ["r2p08"]


def test_8_2_stacking_holds_where_they_go():
    state = standing(MOSQUE, "usmc_1_5 usmc_2_1 usmc_mp", next_to=NEXT)  # a battalion is there
    assert destinations(state, ["usmc_1_5", "usmc_mp"]) == [NEXT]
    assert destinations(state, ["usmc_1_5", "usmc_2_1"]) == []
    table = run(answer_stand(state))
    with pytest.raises(IllegalMove, match=r"too many battalions \(8.2\)"):
        table.answer(f"withdraw usmc_1_5,usmc_2_1 to={NEXT}")
    refused(table, state, f"withdraw usmc_1_5,usmc_2_1 to={NEXT}")


def test_R80_all_that_leave_go_to_one_place():
    state = standing(MOSQUE, "usmc_1_5 usmc_2_1", next_to=NEXT)
    put(state, "r3p06", "usmc_2_2")
    table = go(run(answer_stand(state)), f"withdraw usmc_1_5 to={NEXT}")
    assert table.pending is None  # one decision; the other stays until the next
    assert state.operation.force == ["usmc_2_1"]


def test_R116_option_31_leaves_withdrawal_free():
    state = standing(MOSQUE, "usmc_1_5", joint_operations=True)
    put(state, NEXT, "ig_2iif")
    go(run(answer_stand(state)), f"withdraw usmc_1_5 to={NEXT}")
    assert state.units["usmc_1_5"].place == NEXT
    assert problems(state) == []


def test_R82_withdrawing_helicopters_have_landed():
    state = standing(MOSQUE, "hel_g1", next_to=NEXT)
    put(state, MOSQUE, "hel_g1", aloft=False)
    go(run(answer_stand(state)), f"withdraw hel_g1 to={NEXT}")
    assert (state.units["hel_g1"].place, state.units["hel_g1"].aloft) == (NEXT, False)


@pytest.mark.parametrize("force", ["usmc_1_5", "hel_g1"])
def test_R140_a_concealed_node_below_a_helicopter_is_turned_up(force):
    state = standing(MOSQUE, force)
    put(state, NEXT, "hel_t1", aloft=True)
    node(state, NEXT)
    table = go(run(answer_stand(state)), f"withdraw {force} to={NEXT}")
    assert asked(table) == ("20.2", NEXT)
    table.answer(("strongpoint",))
    assert (table.pending, state.nodes[NEXT].type, state.captured_nodes) == (None, "strongpoint", [])
    assert problems(state) == []


@pytest.mark.parametrize(("leaving", "dice"), [("usmc_1_5,usmc_mp", 2), ("usmc_1_5,usmc_1ceb", 0)])
def test_R140_its_reveal_effects_meet_those_who_came(leaving, dice):
    state = standing(MOSQUE, f"usmc_2_1 {leaving.replace(',', ' ')}")
    put(state, NEXT, "hel_t1", aloft=True)
    node(state, NEXT)
    table = go(run(answer_stand(state)), f"withdraw {leaving} to={NEXT}", ("ied_factory",))
    if dice:
        assert table.pending.dice == dice
        table.answer((6, 1))
        assert (state.units["usmc_1_5"].reduced, state.kia) == (True, -1)
    assert (table.pending, state.operation.force) == (None, ["usmc_2_1"])


def test_R140_R47_a_check_on_the_way_out_does_not_count_the_space_still_fought_for():
    state = standing(MOSQUE, "usmc_2_1 usmc_1_5")
    put(state, NEXT, "hel_t1", aloft=True)
    node(state, NEXT)
    table = go(run(answer_stand(state)), f"withdraw usmc_1_5 to={NEXT}", ("al_qaeda",), (1, 1, 1))
    assert table.pending is None
    assert told(table)[-1].endswith("3, 0 objectives and mosques held: OPFOR Morale rises to high")


def test_R140_a_revealed_node_does_nothing_more():
    state = standing(MOSQUE, "usmc_1_5")
    put(state, NEXT, "hel_t1", aloft=True)
    node(state, NEXT, "ied_factory")
    assert go(run(answer_stand(state)), f"withdraw usmc_1_5 to={NEXT}").pending is None


# ---------------------------------------------------------------- who


def test_R83_those_who_stay_fight_the_next_round():
    state = standing(MOSQUE, "usmc_1_5 usmc_mp", next_to=NEXT)
    table = go(run(fight(state)), "usmc_1_5", (6,), (1,), (6, 6), (6,), f"withdraw usmc_mp to={NEXT}")
    assert told(table)[-1] == "Withdrawal of MP from Maadhidi Mosque to Jolan Park"
    assert asked(table) == ("16.1", "r3p05/coalition")
    go(table, (6,), (1,))
    assert table.pending.dice == 1


def test_R75_R79_to_withdraw_with_all_is_to_lose():
    state = standing(MOSQUE, "usmc_1_5 usmc_mp", next_to=NEXT)
    table = go(run(fight(state)), "usmc_1_5", (6,), (1,), (6, 6), (6,), f"withdraw usmc_1_5,usmc_mp to={NEXT}")
    assert table.result is False
    assert [e.kind for e in state.operation.enemies] == ["jih_a"]
    assert state.kia == 0


def test_R101_a_leader_withdraws_with_his_unit():
    state = standing(MOSQUE, "usmc_1_5 usmc_mp", next_to=NEXT)
    state.leaders["ldr_1"] = "usmc_mp"
    table = go(run(fight(state)), "usmc_1_5", (6,), (1,), (6, 6), (6,), f"withdraw usmc_mp to={NEXT}", (1,), (6,))
    assert state.leaders["ldr_1"] == "usmc_mp"
    assert "leader" not in next(t for t in told(table) if t.startswith("Round 2"))


# ---------------------------------------------------------------- 16.9 evacuation


def test_A101_a_transport_takes_one_unit_to_any_base():
    state = standing(MOSQUE, "usmc_1_5 usmc_2_1 hel_t1", mode="airmobile")
    table = run(answer_stand(state))
    assert destinations(state, ["usmc_1_5"]) == []  # R82: there is no other way out
    table.answer("withdraw fly=hel_t1:usmc_1_5:south")
    assert state.units["usmc_1_5"].place == state.units["hel_t1"].place == "south"
    assert state.operation.force == ["usmc_2_1"]
    assert told(table)[-1] == "HMM A flies 1/5 out of Maadhidi Mosque to the South Base"


def test_A179_a_transport_that_hovered_there_before_may_do_it():
    state = standing(MOSQUE, "usmc_1_5")
    put(state, MOSQUE, "hel_t1", aloft=True)
    go(run(answer_stand(state)), "withdraw fly=hel_t1:usmc_1_5:north")
    assert (state.units["hel_t1"].place, state.units["hel_t1"].aloft) == ("north", False)
    assert state.operation.force == []


def test_16_9_flights_and_a_withdrawal_in_one_decision():
    state = standing(MOSQUE, "usmc_1_5 usmc_fr hel_t1 hel_s1 usmc_c_1tk", next_to=NEXT)
    say = f"withdraw usmc_c_1tk to={NEXT} fly=hel_t1:usmc_1_5:west,hel_s1:usmc_fr:east"
    go(run(answer_stand(state)), say)
    assert [state.units[u].place for u in ("usmc_1_5", "hel_t1", "usmc_fr", "hel_s1", "usmc_c_1tk")] == [
        "west", "west", "east", "east", NEXT,
    ]
    assert state.operation.force == []
    assert problems(state) == []


@pytest.mark.parametrize(("helicopter", "passenger", "can"), [
    ("hel_t1", "usmc_1_5", True), ("hel_t1", "usmc_fr", True), ("hel_t1", "usmc_ss_1", True),
    ("hel_t1", "usmc_c_1tk", False), ("hel_t1", "ig_2iif", False), ("hel_t1", "usmc_a_2aa", False),
    ("hel_s1", "usmc_fr", True), ("hel_s1", "usmc_1_5", False), ("hel_s1", "ig_36c", False),
    ("hel_g1", "usmc_1_5", False), ("usmc_a_2aa", "usmc_1_5", False), ("hel_t1", "hel_g1", False),
])
def test_16_9_who_lifts_whom(helicopter, passenger, can):
    state = standing(MOSQUE, f"{helicopter} {passenger}")
    assert evacuations(state) == ([(helicopter, passenger)] if can else [])


ODD = [
    "withdraw fly=hel_t1:usmc_1_5:north,hel_t1:usmc_fr:north",  # one each
    "withdraw fly=hel_t1:usmc_fr:north,hel_s1:usmc_fr:north",
    "withdraw usmc_1_5 to=r3p04 fly=hel_t1:usmc_1_5:north",
    "withdraw hel_t1 to=r3p04 fly=hel_t1:usmc_1_5:north",
    "withdraw usmc_1_5,usmc_1_5 to=r3p04",
    "withdraw usmc_2_1 to=r3p04",  # not of the force
    "withdraw usmc_3_4 to=r3p04",
    "withdraw fob_1 to=r3p04",
    "withdraw usmc_1_5 to=r3p06",  # nobody there
    "withdraw usmc_1_5 to=r3p05",
    "withdraw usmc_1_5 to=r4p04",  # two steps
    "withdraw usmc_1_5 to=north",
    "withdraw fly=hel_t2:usmc_1_5:north",  # not there
    "withdraw fly=hel_s1:usmc_1_5:north",
    "withdraw fly=hel_t1:usmc_2_1:north",
    "withdraw fly=hel_t1:usmc_1_5:r3p04",
    "withdraw",
    "withdraw to=r3p04",
    "none",
]


@pytest.mark.parametrize("say", ODD)
def test_16_7_odd_orders_are_refused(say):
    state = standing(MOSQUE, "usmc_1_5 usmc_fr hel_t1", next_to=NEXT)
    put(state, MOSQUE, "hel_s1", "fob_1", "usmc_2_1")
    refused(run(answer_stand(state)), state, say)


def test_16_7_a_place_without_anybody_who_leaves_is_refused():
    state = standing(MOSQUE, "usmc_1_5 hel_t1", next_to=NEXT)
    for stay in (Stay(to=NEXT), Stay(to=NEXT, flights=(Flight("hel_t1", "usmc_1_5", "north"),))):
        with pytest.raises(IllegalMove, match="nobody leaves"):
            check_stay(state, stay)


def test_16_9_flights_end_in_bases():
    state = standing(MOSQUE, "usmc_1_5 hel_t1", next_to=NEXT)
    with pytest.raises(IllegalMove, match="cannot fly usmc_1_5 out to r3p04"):
        check_stay(state, Stay(flights=(Flight("hel_t1", "usmc_1_5", NEXT),)))


def test_16_7_the_refusal_lists_the_ways():
    state = standing(MOSQUE, "usmc_1_5", next_to=NEXT)
    with pytest.raises(IllegalMove) as refusal:
        run(answer_stand(state)).answer("withdraw usmc_1_5 to=r3p06")
    assert refusal.value.legal == (NEXT,)
    assert "no Coalition unit is there" in str(refusal.value)


def test_16_7_only_when_opfor_stands():
    state = standing(URBAN, "usmc_1_5", next_to="r3p04")  # medium: it breaks off in the city
    assert go(run(fight(state)), (6,), (1,), (6,), (6,)).result is True
    state = standing(OBJECTIVE, "usmc_1_5", next_to="r2p05")
    assert asked(go(run(fight(state)), (6,), (1,), (6,), (6,))) == ("16.7", OBJECTIVE)
