"""2, 3, 4 What is in the box: counters, map, values and prices, as the dossier has them."""

from __future__ import annotations

from itertools import product

import pytest
from fallujah.boards import put, quiet, run
from fallujah.boards_turns import fresh, is_sound

from pbem.kit.pools import size
from pbem_games.fallujah.forces import lose_step
from pbem_games.fallujah.numbers import DATA

NUMBERS = DATA.numbers()
ADMINISTRATIVE = 8  # battle, indexes, the two Bridge Blown markers: the position keeps them as numbers (4.8, R1)


def test_A1_there_are_176_counters():
    kinds = (len(NUMBERS.units) + len(NUMBERS.leaders), size(NUMBERS.buyable), size(NUMBERS.node_bin),
             size(NUMBERS.reaction_bin), ADMINISTRATIVE)  # fmt: skip
    assert kinds == (63, 22, 28, 55, 8)
    assert sum(kinds) == 176


def test_A2_every_random_location_is_one_of_66_spaces():
    found = {NUMBERS.grid[route, a + b] for route, a, b in product(range(1, 7), repeat=3)}
    assert found == set(NUMBERS.spaces)
    assert len(found) == 66


def test_A3_R1_blow_bridges_is_an_event_once_and_never_a_node():
    state = fresh()
    assert "blow_bridges" not in state.unseen_nodes
    assert state.reaction_bin["blow_bridges"] == 1
    assert len(NUMBERS.bridges) == 2  # whose Bridge Blown markers the misprinted counters are


def test_A4_the_values_of_the_first_battalion_of_the_fifth_marines():
    assert NUMBERS.units["usmc_1_5"].label == "1/5"
    assert NUMBERS.values("usmc_1_5", reduced=False) == (4, 2, 2)


@pytest.mark.parametrize("unit", [u for u, printed in NUMBERS.units.items() if not printed.reduced])
def test_A5_a_unit_of_one_step_is_eliminated_by_a_hit(unit):
    state = quiet()
    put(state, "r3p04", unit)
    run(lose_step(state, unit, rule="16.3"))
    assert (state.units[unit].place, state.units[unit].reduced) == ("eliminated", False)
    assert is_sound(state)


def test_A5_a_unit_of_two_steps_is_reduced_first():
    state = quiet()
    put(state, "r3p04", "usmc_1_5")
    run(lose_step(state, "usmc_1_5", rule="16.3"))
    assert (state.units["usmc_1_5"].place, state.units["usmc_1_5"].reduced) == ("r3p04", True)
    run(lose_step(state, "usmc_1_5", rule="16.3"))
    assert state.units["usmc_1_5"].place == "eliminated"
    assert state.kia == -2


def test_3_1_the_map_is_six_routes_by_eleven_phase_lines():
    assert sorted(NUMBERS.grid) == list(product(range(1, 7), range(2, 13)))
    terrain = [s.terrain for s in NUMBERS.spaces.values()]
    assert {kind: terrain.count(kind) for kind in ("objective", "mosque", "urban", "open")} == {
        "objective": 12, "mosque": 8, "urban": 40, "open": 6,
    }  # fmt: skip
    assert NUMBERS.spaces["r1p07"].name == "Brooklyn Bridge"


def test_3_2_every_counter_of_the_coalition_begins_in_the_recruit_box():
    state = fresh()
    assert {unit.place for unit in state.units.values()} == {"recruit"}
    assert state.recruits == NUMBERS.buyable
    assert size(state.available) == 0


def test_3_4_the_reaction_bin_holds_units_and_events_alone():
    state = fresh()
    assert sorted(state.reaction_bin) == sorted([*NUMBERS.opfor, *NUMBERS.events])


# Quarters of an OP by command, type and size; the chart's rows, filled by R3, R4, R141, R144.
US = ("usmc", "usn", "army", "british")
CHART = {
    "stryker": {"battalion": 12}, "mechanized": {"battalion": 8, "company": 4},
    "armored_recon": {"battalion": 8, "company": 4}, "armored_engineer": {"battalion": 8},
    "armor": {"battalion": 8, "company": 4}, "sof": {"battalion": 8, "company": 4, "platoon": 4},
    "amtrac": {"company": 8}, "infantry": {"battalion": 4}, "engineer": {"battalion": 4},
    "mp": {"company": 2}, "sniper": {"platoon": 2}, "transport": {"helicopter": 8}, "gunship": {"helicopter": 8},
    "sof_helicopter": {"helicopter": 12}, "fob": {"fob": 12},
}  # fmt: skip


@pytest.mark.parametrize("unit", [u for u, printed in NUMBERS.units.items() if printed.command != "iraqi"])
def test_R3_R4_R144_the_price_of_a_unit_goes_by_its_type_and_size(unit):
    printed = NUMBERS.units[unit]
    assert printed.price == CHART[printed.type][printed.size]


@pytest.mark.parametrize("unit", [u for u, printed in NUMBERS.units.items() if printed.command == "iraqi"])
def test_R141_iraqi_sof_cost_one_op_and_iraqi_infantry_half(unit):
    printed = NUMBERS.units[unit]
    assert printed.price == {"sof": 4, "infantry": 2}[printed.type]


def test_R16_armored_engineers_are_heavy():
    engineer = NUMBERS.units["usa_82e"]
    assert (engineer.type, engineer.weight, engineer.size) == ("armored_engineer", "heavy", "battalion")


def test_4_1_commands_and_joint_units():
    commands = dict.fromkeys(printed.command for printed in NUMBERS.units.values())
    assert list(commands) == ["usmc", "usn", "army", "british", "iraqi", "joint"]
    joint = {printed.weight for printed in NUMBERS.units.values() if printed.command == "joint"}
    assert joint == {"helicopter", "heavy"}  # helicopters and FOBs


def test_4_3_strikes_and_their_prices():
    prices = {id: (s.kind, s.firepower, s.count, s.price) for id, s in NUMBERS.strikes.items()}
    assert prices == {
        "air4": ("air", 4, 4, 2), "air3": ("air", 3, 4, 2), "art3": ("artillery", 3, 3, 1),
        "art2": ("artillery", 2, 3, 1), "soa": ("soa", 5, 2, 4),
    }  # fmt: skip


def test_4_4_netwar_markers():
    assert (NUMBERS.netwar.count, NUMBERS.netwar.price) == (6, 2)


def test_4_5_nodes():
    assert {n.id: (n.count, n.gain, n.loss, n.vp) for n in NUMBERS.nodes.values()} == {
        "abandoned": (5, 0, 0, 0), "al_qaeda": (3, 2, 2, 6), "arms_cache": (5, 1, 1, 2), "c2": (3, 3, 3, 4),
        "hostage_house": (3, 0, 0, 2), "ied_factory": (5, 2, 2, 1), "strongpoint": (4, 0, 0, 0),
    }  # fmt: skip


def test_4_6_opfor_units():
    assert sum(u.count for u in NUMBERS.opfor.values()) == 29
    assert {u.kind for u in NUMBERS.opfor.values()} == {"hvt", "jihadists", "fedayeen", "militia", "heavy_weapons"}


def test_4_7_events():
    assert sum(e.count for e in NUMBERS.events.values()) == 26
    assert {e.id for e in NUMBERS.events.values() if e.afterwards == "remove"} == {
        "blow_bridges", "iraqis_balk", "negotiations",
    }  # fmt: skip
