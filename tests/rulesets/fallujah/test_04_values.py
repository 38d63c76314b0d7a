"""4, 7, 9, 30, 34, 35 The values of counters, charts and scenarios, as the dossier has them."""

from __future__ import annotations

import pytest
from fallujah.boards_turns import fresh

from pbem_games.fallujah.numbers import COMMANDS, DATA
from pbem_games.fallujah.stacking import overstacked

NUMBERS = DATA.numbers()
UNITS = list(NUMBERS.units.values())
IRAQI_SOF = ("ig_36c", "ig_ctf", "ig_ssf", "ig_ert")


def test_4_6_opfor_units_have_the_values_of_the_dossier():
    assert {u.id: (u.kind, u.firepower, u.contact, u.count) for u in NUMBERS.opfor.values()} == {
        "hvt_a": ("hvt", 3, 5, 1), "hvt_b": ("hvt", 3, 4, 1), "hvt_c": ("hvt", 1, 4, 1), "hvt_d": ("hvt", 2, 3, 1),
        "hvt_e": ("hvt", 1, 3, 1), "jih_a": ("jihadists", 5, 3, 3), "jih_b": ("jihadists", 5, 2, 3),
        "fed_a": ("fedayeen", 4, 2, 3), "fed_b": ("fedayeen", 4, 1, 3), "mil_a": ("militia", 3, 1, 4),
        "mil_b": ("militia", 2, 1, 4), "hw_a": ("heavy_weapons", 5, 1, 2), "hw_b": ("heavy_weapons", 5, 1, 2),
    }  # fmt: skip


def test_16_1_hvt_have_the_better_contact_on_the_whole():
    leaders = [u.contact for u in NUMBERS.opfor.values() if NUMBERS.is_hvt(u.id)]
    others = [u.contact for u in NUMBERS.opfor.values() if not NUMBERS.is_hvt(u.id)]
    assert sum(leaders) / len(leaders) > sum(others) / len(others)


def test_14_5_events_come_as_often_and_go_where_the_chart_says():
    assert {e.id: (e.count, e.afterwards) for e in NUMBERS.events.values()} == {
        "ambush": (3, "return"), "blow_bridges": (1, "remove"), "civilians": (2, "return"), "deception": (4, "return"),
        "downed_helicopter": (1, "map"), "intel": (2, "hold"), "iraqis_balk": (1, "remove"), "martyrs": (2, "return"),
        "media_wars": (2, "return"), "mob_attack": (2, "return"), "morale_check": (2, "return"),
        "negotiations": (1, "remove"), "rear_area_raid": (2, "return"), "uprising_elsewhere": (1, "remain"),
    }  # fmt: skip


@pytest.mark.parametrize("unit", UNITS, ids=[u.id for u in UNITS])
def test_4_2_the_two_sides_of_a_unit_agree_with_its_kind(unit):
    firepower, contact, movement = unit.full
    assert 0 <= firepower <= 5
    assert 0 <= contact <= 5
    assert (movement == -1) == (unit.weight == "helicopter") == (unit.size == "helicopter")
    assert (movement == 0) == (unit.type == "fob") == (unit.size == "fob")
    if unit.reduced:
        weaker, slower = unit.reduced[:2], unit.reduced[2]
        assert 0 < weaker[0] < firepower
        assert weaker[1] <= contact
        assert slower <= movement


def test_4_2_4_1_there_is_a_unit_of_every_type_of_the_chart_in_its_weight():
    weights = {u.type: u.weight for u in UNITS}
    assert all(u.weight == weights[u.type] for u in UNITS)
    light = ("infantry", "sof", "sniper", "engineer", "mp")
    heavy = ("mechanized", "stryker", "armor", "armored_recon", "armored_engineer", "amtrac", "fob")
    flying = ("gunship", "transport", "sof_helicopter")
    assert weights == {**dict.fromkeys(light, "light"), **dict.fromkeys(heavy, "heavy"),
                       **dict.fromkeys(flying, "helicopter")}  # fmt: skip
    assert {u.command for u in UNITS} == set(COMMANDS)
    assert all(u.reduced for u in UNITS if u.type in ("fob", "amtrac"))  # 18.3


def test_4_2_11_1_the_units_that_the_rules_name():
    labels = {u.label: u for u in UNITS}
    assert labels["1/5"].full == (4, 2, 2)
    infantry = [u for u in UNITS if (u.command, u.type, u.size) == ("usmc", "infantry", "battalion")]
    assert {u.full for u in infantry} == {(4, 2, 2), (3, 3, 3)}
    named = {"Comp", "JSOTF", "NSWG", "TRT", "FR", "CTF", "ERT", "SSF", "36 Cdo", "SOAR 1", "CB 4", "SS 1"}
    assert named <= set(labels)


@pytest.mark.parametrize("unit", IRAQI_SOF)
def test_R141_8_2_iraqi_sof_stack_as_companies(unit):
    assert NUMBERS.units[unit].size == "company"
    assert overstacked(NUMBERS, ["usmc_1_5", "usmc_2_1", "usmc_mp", unit]) == ""  # two battalions leave room for it
    assert "companies" in overstacked(NUMBERS, ["usmc_fr", "usmc_mp", unit])


@pytest.mark.parametrize("strike", list(NUMBERS.strikes))
def test_23_4_only_special_operations_aircraft_cause_no_collateral_damage(strike):
    printed = NUMBERS.strikes[strike]
    assert 1 <= printed.firepower <= 5
    assert printed.collateral is (printed.kind != "soa")


# ---------------------------------------------------------------- charts


def test_9_3_a_higher_level_picks_more_and_stands_where_a_lower_one_does():
    levels = NUMBERS.tables.morale.levels
    assert [NUMBERS.picks(level) for level in levels] == [1, 2, 3, 4]
    stands = [{t for t in NUMBERS.terrain if NUMBERS.stands(level, t)} for level in levels]
    assert stands == [{"mosque"}, {"mosque", "objective"}, {"mosque", "objective", "urban"}, set(NUMBERS.terrain)]


def test_16_5_23_5_the_terrain_chart():
    rows = {id: (t.opfor_losses_multiplier, t.tie, t.collateral["vigilant_resolve"], t.collateral["phantom_fury"])
            for id, t in NUMBERS.terrain.items()}  # fmt: skip
    assert rows == {"open": (2, "coalition", False, False), "urban": (1, "opfor", True, False),
                    "objective": (1, "opfor", True, True), "mosque": (1, "opfor", True, True)}  # fmt: skip


def test_the_other_charts():
    tables = NUMBERS.tables
    assert (tables.netwar.reveals_from, tables.netwar.infowar) == (3, (-1, 0, 1, 2, 3, 4))
    stacking = tables.stacking
    assert (stacking.battalions, stacking.companies, stacking.fobs, stacking.helicopters) == (2, 2, 1, 2)
    assert tables.leader_check.success == (2, 12)
    points = tables.vp
    assert (points.controlled, points.msr_cleared, points.helicopter_captured, points.helicopter_left,
            points.node_left) == (1, 5, 2, -2, -1)  # fmt: skip
    assert [row.at_most for row in tables.victory][:5] == [0, 25, 50, 75, 100]


def test_6_3_a_decisive_victory_is_within_reach():
    nodes = sorted((n.vp for n in NUMBERS.nodes.values() for _ in range(n.count)), reverse=True)[:20]
    hvt = sum(u.contact * u.count for u in NUMBERS.opfor.values() if NUMBERS.is_hvt(u.id))
    points = NUMBERS.tables.vp
    assert 20 * points.controlled + sum(nodes) + points.msr_cleared + points.helicopter_captured + hvt + 40 >= 101


# ---------------------------------------------------------------- scenarios


@pytest.mark.parametrize(("scenario", "begins"), [("vigilant_resolve", (65, "medium", 0)),
                                                  ("phantom_fury", (90, "high", 0))])
def test_A18_7_1_how_a_battle_begins(scenario, begins):
    state = fresh(scenario)
    assert (state.ops, state.morale, state.kia) == begins
    assert len(state.nodes) == 20


def test_30_2_the_campaign():
    campaign = NUMBERS.campaign
    assert (campaign.first, campaign.second, campaign.second_ops) == ("vigilant_resolve", "phantom_fury", 80)
    assert campaign.won_from - 1 in [row.at_most for row in NUMBERS.tables.victory]


@pytest.mark.parametrize("scenario", list(NUMBERS.scenarios))
def test_34_the_order_of_battle_fits_its_pool_and_leaves_half_of_the_ops(scenario):
    printed = NUMBERS.scenarios[scenario]
    lists = printed.historical
    units = [*lists.north, *lists.south, *lists.east, *lists.west]
    assert len(units) == len(set(units))
    assert {NUMBERS.units[u].fought for u in units} <= set(lists.pool)
    assert all(count <= NUMBERS.buyable[kind] for kind, count in lists.strikes.items())
    prices = {s.id: s.price for s in NUMBERS.strikes.values()} | {NUMBERS.netwar.id: NUMBERS.netwar.price}
    quarters = sum(NUMBERS.units[u].price for u in units) + sum(prices[k] * n for k, n in lists.strikes.items())
    assert -(-quarters // 4) <= printed.ops // 2


def test_35_every_arrangement_gives_everything_to_somebody():
    whole = {"commands": len(COMMANDS), "routes": 6, "bases": len(NUMBERS.bases)}
    for arrangement in NUMBERS.arrangements.values():
        shares = {name: getattr(arrangement, name) for name in whole if getattr(arrangement, name)}
        assert set(shares) in ({"commands"}, {"routes", "bases"})
        assert all(len(shares[name]) == whole[name] for name in shares)
        players = {digit for digits in shares.values() for digit in digits}
        assert players == {str(n) for n in range(1, len(players) + 1)}
