"""33 Interdiction (optional); 23.5 its Collateral Damage."""

from __future__ import annotations

import pytest
from fallujah.boards import bytes_of, hold, node, put, quiet, run, told
from fallujah.boards_react import MOSQUE, OBJECTIVE, OPEN, URBAN, is_over, is_sound, rolls

from pbem.errors import IllegalMove
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.interdiction import check_interdict, interdict
from pbem_games.fallujah.orders import Interdict


def target(space: str = OBJECTIVE, type: str = "c2", scenario: str = "vigilant_resolve", **strikes: int):
    """A node to strike, the option in play, strikes at hand."""
    state = quiet(scenario, interdiction=True)
    node(state, space, type)
    hold(state, **strikes)
    return state


def order(space: str = OBJECTIVE, **strikes: int) -> Interdict:
    return Interdict(space, tuple(strikes.items()))


def test_A158_one_hit_destroys_the_node_without_ops_or_vp():
    state = target(air4=1)
    check_interdict(state, order(air4=1))
    table = run(interdict(state, order(air4=1)))
    assert is_sound(state)
    rolls(table, 3, rule="33")
    assert is_over(table)
    assert state.nodes == {}
    assert (state.destroyed_nodes, state.captured_nodes) == (["c2"], [])
    assert state.ops == 64
    assert (state.available["air4"], state.recruits["air4"]) == (0, 4)
    assert told(table) == ["Airstrikes destroy the node in Jolan: C2"]
    assert is_sound(state)


def test_33_a_miss_uses_the_strikes_up():
    state = target(air4=1)
    table = run(interdict(state, order(air4=1)))
    rolls(table, 5)
    assert state.nodes[OBJECTIVE].type == "c2"
    assert state.recruits["air4"] == 4
    assert told(table) == ["Airstrikes miss the node in Jolan"]


def test_R122_one_hit_of_many_is_enough_a_strongpoint_is_no_cover():
    state = target(type="strongpoint", air4=1, air3=2, soa=1)
    wanted = Interdict(OBJECTIVE, (("soa", 1), ("air3", 2), ("air4", 1)))
    check_interdict(state, wanted)
    table = run(interdict(state, wanted))
    rolls(table, 5, 4, 4, 5)  # air4, air3 twice, soa: only the last hits
    assert state.destroyed_nodes == ["strongpoint"]
    assert is_sound(state)


def test_D20_the_dice_fall_in_the_order_of_the_data():
    state = target(air3=1, air4=1)
    table = run(interdict(state, Interdict(OBJECTIVE, (("air3", 1), ("air4", 1)))))
    rolls(table, 4, 4)  # the first is that of the stronger
    assert state.destroyed_nodes == ["c2"]


def test_A159_artillery_is_refused():
    state = target(art3=1)
    with pytest.raises(IllegalMove, match="art3 is no airstrike"):
        check_interdict(state, order(art3=1))


def test_A160_a_concealed_node_is_refused():
    state = target(air4=1, type="")
    with pytest.raises(IllegalMove, match="no revealed node lies in r2p04"):
        check_interdict(state, order(air4=1))


def test_R124_the_downed_helicopter_is_no_target():
    state = target(air4=1)
    state.helicopter = URBAN
    with pytest.raises(IllegalMove, match="no revealed node"):
        check_interdict(state, order(URBAN, air4=1))


REFUSED = [
    ("nothing", (), "no strike is committed"),
    ("too many", (("air4", 3),), "3 air4 are committed, 2 are at hand"),
    ("twice", (("air4", 1), ("air4", 2)), "air4 is to be named once"),
    ("none of a kind", (("air4", 0),), "air4 is to be named once"),
    ("less than none", (("air4", -1),), "air4 is to be named once"),
    ("netwar", (("netwar", 1),), "netwar is no airstrike"),
    ("unknown", (("bomb", 1),), "bomb is no airstrike"),
]


@pytest.mark.parametrize(("strikes", "because"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_33_what_is_refused_changes_nothing(strikes, because):
    state = target(air4=2, netwar=1)
    before = bytes_of(state)
    with pytest.raises(IllegalMove, match=because):
        check_interdict(state, Interdict(OBJECTIVE, strikes))
    assert bytes_of(state) == before


def test_33_only_with_the_option_and_an_op():
    state = target(air4=1)
    state.options.interdiction = False
    with pytest.raises(IllegalMove, match="the option is not in play"):
        check_interdict(state, order(air4=1))
    state.options.interdiction, state.ops = True, 0
    with pytest.raises(IllegalMove, match="costs 1 OP, 0 are left"):
        check_interdict(state, order(air4=1))


@pytest.mark.parametrize("place", ["north", "r9p99"])
def test_33_a_place_without_a_node_is_refused_with_those_that_have_one(place):
    with pytest.raises(IllegalMove) as refused:
        check_interdict(target(air4=1), order(place, air4=1))
    assert refused.value.legal == ("r2p04",)


# ---------------------------------------------------------------- 23.5, ruling R123


def test_A161_a_six_on_an_objective_misses_and_costs_an_op():
    state = target(air4=1)
    table = run(interdict(state, order(air4=1)))
    rolls(table, 6)
    assert state.ops == 63
    assert state.nodes[OBJECTIVE].type == "c2"
    assert told(table)[-1] == "Collateral Damage in Jolan: 1 OP lost, 63 left"


@pytest.mark.parametrize(("space", "scenario", "lost"), [
    (OPEN, "vigilant_resolve", 0), (URBAN, "vigilant_resolve", 2), (OBJECTIVE, "vigilant_resolve", 2),
    (MOSQUE, "vigilant_resolve", 2), (OPEN, "phantom_fury", 0), (URBAN, "phantom_fury", 0),
    (OBJECTIVE, "phantom_fury", 2), (MOSQUE, "phantom_fury", 2),
])  # fmt: skip
def test_R123_collateral_damage_by_terrain_and_scenario(space, scenario, lost):
    state = target(space, scenario=scenario, air4=2)
    start = state.ops
    table = run(interdict(state, order(space, air4=2)))
    rolls(table, 6, 6)
    assert state.ops == start - 1 - lost


def test_23_4_special_operations_air_causes_none():
    state = target(MOSQUE, soa=2)
    table = run(interdict(state, order(MOSQUE, soa=2)))
    rolls(table, 6, 5)
    assert state.ops == 64
    assert state.destroyed_nodes == ["c2"]


def test_R138_sixes_are_lost_together_and_may_end_the_battle_after_the_node_fell():
    state = target(air4=3)
    state.ops = 3
    table = run(interdict(state, order(air4=3)))
    with pytest.raises(BattleEnds):
        rolls(table, 1, 6, 6)
    assert state.destroyed_nodes == ["c2"]
    assert state.ops == 0
    assert is_sound(state)


@pytest.mark.parametrize(("scenario", "barred"), [("vigilant_resolve", True), ("phantom_fury", False)])
def test_A154_A155_R115_no_strike_where_an_iraqi_unit_stands(scenario, barred):
    state = quiet(scenario, interdiction=True, joint_operations=True)
    node(state, OBJECTIVE, "c2")
    put(state, OBJECTIVE, "ig_36c")
    hold(state, soa=1)
    if barred:
        with pytest.raises(IllegalMove, match="an Iraqi unit is in Jolan"):
            check_interdict(state, order(soa=1))
    else:
        check_interdict(state, order(soa=1))
