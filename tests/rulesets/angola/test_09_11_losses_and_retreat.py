"""9.11.6 to 9.11.8, 14.3.1 Losses, retreats, going on, the defence of Cabinda."""

from __future__ import annotations

import pytest
from angola.boards_resolution import cabinda, combat, duel, empty_map, frozen, joint_defence, put

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Listed, Sealed, SealMany, Write
from pbem.play.table import Table
from pbem_games.angola.combat.account import forces, held_now
from pbem_games.angola.combat.automatic import fix_conductor
from pbem_games.angola.combat.going_on import go_on
from pbem_games.angola.combat.losses import loss_count
from pbem_games.angola.combat.resolution import resolve, supporting_regions
from pbem_games.angola.combat.retreat import (
    eliminate_defenders,
    is_retreat_zone,
    legal_retreats,
    lose_and_retreat,
    retreat_defenders,
)
from pbem_games.angola.combat.sequence import end_combat
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.equipment import region_of
from pbem_games.angola.state import Battle, Column, Marker, Piece, State, problems
from pbem_games.angola.words.resolution import RetreatPlan, retreat_form


def where(state: State, faction: str) -> dict[str, int]:
    """How many Units of a faction stand in which region."""
    own = state.factions[faction]
    found: dict[str, int] = {}
    for loose in own.loose.values():
        found[loose.region] = found.get(loose.region, 0) + 1
    for column in own.columns.values():
        found[column.region] = found.get(column.region, 0) + len(column.known)
    return found


def block(state: State, *regions: str, faction: str = "mpla") -> None:
    """One infantry of a faction in each region."""
    for region in regions:
        put(state, faction, region, 1)


# ---------------------------------------------------------------- 9.11.6


@pytest.mark.parametrize(
    ("loss", "counts"),
    [("1/3", (0, 1, 1, 1, 2, 2, 2)), ("1/2", (0, 1, 1, 2, 2, 3, 3)), ("2/3", (0, 1, 2, 2, 3, 4, 4))],
)
def test_9_11_6_the_printed_loss_table(loss, counts):
    state = empty_map()
    assert tuple(loss_count(state, loss, size) for size in range(7)) == counts


@pytest.mark.parametrize(
    ("loss", "size", "count"),
    [
        pytest.param("1/3", 7, 3, id="A92"),
        pytest.param("1/2", 7, 4, id="half-of-seven"),
        pytest.param("2/3", 7, 5, id="two-thirds-of-seven"),
        pytest.param("2/3", 20, 14, id="two-thirds-of-twenty"),
        pytest.param("all", 9, 9, id="all"),
        pytest.param("0", 9, 0, id="none"),
    ],
)
def test_R79_beyond_six_units_fractions_are_rounded_up(loss, size, count):
    assert loss_count(empty_map(), loss, size) == count


def test_A91_four_to_one_against_five_costs_three_and_the_rest_retreats():
    state, battle = duel(20, 5)
    table = Table(resolve(state, battle))
    table.answer((3, 3))
    assert isinstance(table.pending, Write)
    assert table.legal() == [RetreatPlan(("n.inf1", "n.inf2", "n.inf3"), "lucala")]
    table.answer("n.inf2 n.inf4 n.inf5 to quibala")
    assert table.result == "defenders_gone"
    assert where(state, "fnla") == {"quibala": 2}
    assert sorted(state.factions["fnla"].loose) == ["n.inf1", "n.inf3"]


def test_A92_three_to_one_against_seven_costs_three():
    state, battle = duel(21, 7)
    table = Table(resolve(state, battle))
    table.answer((2, 2))
    table.answer("n.inf1 n.inf2 n.inf3 to lucala")
    assert where(state, "fnla") == {"lucala": 4}


@pytest.mark.parametrize(
    ("say", "because"),
    [
        pytest.param("n.inf1 n.inf2 to lucala", "exactly 3", id="too-few-losses"),
        pytest.param("n.inf1 n.inf2 n.inf3 n.inf4 to lucala", "exactly 3", id="too-many-losses"),
        pytest.param("to lucala", "exactly 3", id="no-losses"),
        pytest.param("n.inf1 n.inf2 n.inf3 to catete", "may not retreat", id="attackers-region"),
        pytest.param("n.inf1 n.inf2 n.inf3 to luanda", "may not retreat", id="not-adjacent"),
        pytest.param("n.inf1 n.inf2 n.inf3 to cazengo", "may not retreat", id="next-to-the-attackers-region"),
        pytest.param("n.inf1 n.inf2 n.inf3 to lucala less n.inf4", "exactly 0", id="retreat-losses-not-owed"),
        pytest.param("n.inf1 n.inf2 f.inf3 to lucala", "is no Unit here", id="enemy-unit"),
        pytest.param("n.inf1 n.inf1 n.inf3 to lucala", "named twice", id="twice"),
        pytest.param("n.inf3 n.inf2 n.inf1 to lucala", "canonical", id="out-of-order"),
        pytest.param("n.inf1 n.inf2 n.inf3", "written like", id="no-region"),
        pytest.param("n.inf1 n.inf2 n.inf3 to lucala dondo", "not written like", id="two-regions"),
    ],
)
def test_9_11_7_an_illegal_retreat_is_refused_and_changes_nothing(say, because):
    state, battle = duel(20, 5)
    table = Table(resolve(state, battle))
    table.answer((3, 3))
    before = frozen(state)
    with pytest.raises(IllegalMove, match=because):
        table.answer(say)
    assert frozen(state) == before


def test_9_11_6_suppressed_units_count_and_may_be_lost():
    state, battle = duel(6, {"infantry": 2, "artillery": 1})
    battle.suppressed = ["n.art1"]
    table = Table(retreat_defenders(state, battle, "1/3"))
    table.answer("n.art1 to lucala")
    assert battle.suppressed == []
    assert where(state, "fnla") == {"lucala": 2}


def test_13_a_brigade_is_one_unit():
    state, battle = duel(20, {"brigade": 1, "infantry": 1})
    table = Table(retreat_defenders(state, battle, "1/2"))
    table.answer("n.brig1 to lucala")
    assert where(state, "fnla") == {"lucala": 1}


def test_9_3_3_an_eliminated_major_unit_is_dead():
    state, battle = duel({"f.special": 1, "infantry": 2}, 9)
    table = Table(lose_and_retreat(state, battle, "1/3"))
    table.answer("f.special")
    assert state.factions["fapla"].dead == ["f.special"]
    assert table.result == "attacker_back"


def test_9_11_6_the_attacker_names_his_losses():
    state, battle = duel({"infantry": 4, "tank": 2}, 9)
    table = Table(lose_and_retreat(state, battle, "1/3"))
    assert isinstance(table.pending, Write)
    assert (table.pending.seat, table.legal()) == ("fapla", [("f.inf1", "f.inf2")])
    before = frozen(state)
    for say in ("f.inf1", "f.inf1 f.inf2 f.inf3", "none", "n.inf1 n.inf2"):
        with pytest.raises(IllegalMove):
            table.answer(say)
    assert frozen(state) == before
    table.answer("f.inf1 f.tank1")
    assert state.factions["fapla"].columns["a"].known == ["f.inf2", "f.inf3", "f.inf4", "f.tank2"]


def test_9_11_6_nobody_is_asked_which_of_equal_units_is_lost():
    state, battle = duel(6, 9)
    assert Table(lose_and_retreat(state, battle, "1/3")).result == "attacker_back"
    assert len(state.factions["fapla"].columns["a"].known) == 4


def test_R137_a_column_that_loses_its_last_unit_loses_its_marker():
    state, battle = duel(20, 1, letter="b")
    put(state, "fnla", "dondo", 2)
    table = Table(retreat_defenders(state, battle, "1/3"))
    table.answer("n.inf1 to lucala")
    assert state.factions["fnla"].columns == {}
    assert where(state, "fnla") == {"lucala": 2}


# ---------------------------------------------------------------- 9.11.7


def test_A94_a_region_next_to_the_attackers_region_only_if_no_other_is_free():
    state, battle = duel(9, 3)
    assert legal_retreats(state, battle) == ["lucala", "quibala"]
    block(state, "lucala", "quibala")
    assert legal_retreats(state, battle) == ["cazengo", "quissama"]


def test_9_11_7_b_no_retreat_to_an_enemy_town():
    state, battle = duel(9, 3)
    state.markers["lucala"] = Marker("mpla", up=False)
    assert legal_retreats(state, battle) == ["quibala"]
    state.markers["lucala"] = Marker("unita")
    assert legal_retreats(state, battle) == ["lucala", "quibala"]


def ringed() -> tuple[State, Battle]:
    """FNLA with four in Dondo; only Cazengo and Quissama are free, FAPLA stands next to Quissama."""
    state, battle = duel(9, {"infantry": 3, "armored_car": 1})
    block(state, "lucala")
    block(state, "quibala", faction="fapla")
    return state, battle


def test_A95_both_retreat_losses_one_after_the_other():
    state, battle = ringed()
    table = Table(retreat_defenders(state, battle, "0"))
    before = frozen(state)
    with pytest.raises(IllegalMove, match="exactly 3"):
        table.answer("to quissama less n.inf1 n.inf2")
    assert frozen(state) == before
    table.answer("to quissama less n.inf1 n.inf2 n.inf3")  # two of four, then one of two
    assert where(state, "fnla") == {"quissama": 1}
    assert "loses 3 infantry" in table.story[-1].text
    assert table.story[-1].text.endswith("next to the Attacker's Region and in a retreat zone")


def test_A95_only_the_first_loss_where_no_retreat_zone_reaches():
    state, battle = ringed()
    table = Table(retreat_defenders(state, battle, "0"))
    table.answer("to cazengo less n.inf1 n.car1")
    assert where(state, "fnla") == {"cazengo": 2}


def test_A96_a_region_of_an_ally_is_no_retreat_zone():
    state, battle = ringed()
    put(state, "unita", "quissama", 1)
    table = Table(retreat_defenders(state, battle, "0"))
    table.answer("to quissama less n.inf1 n.inf2")
    assert where(state, "fnla") == {"quissama": 2}


def test_A97_the_attackers_ally_makes_no_retreat_zone():
    state, battle = duel(9, 4)
    block(state, "malange", "quibala")
    table = Table(retreat_defenders(state, battle, "0"))
    assert table.result == "defenders_gone"  # one way only: nobody is asked
    assert where(state, "fnla") == {"lucala": 4}


def test_9_11_7_f_units_left_in_the_attackers_region_make_retreat_zones():
    state, battle = duel(9, 4)
    put(state, "fapla", "catete", 1)
    block(state, "lucala", "quibala", "cazengo")
    table = Table(retreat_defenders(state, battle, "0"))
    assert table.result == "defenders_gone"
    assert where(state, "fnla") == {"quissama": 1}


def test_R135_a_retreat_zone_reaches_over_a_border_its_faction_may_not_cross():
    state, battle = duel(9, 2, region="quimbele", origin="damba")
    put(state, "fapla", "maquela", 1)
    block(state, "sanza_pombo")
    assert legal_retreats(state, battle) == ["zaire_east"]
    Table(retreat_defenders(state, battle, "0"))
    assert where(state, "fnla") == {"zaire_east": 1}


def test_A98_defenders_without_a_region_are_eliminated():
    state, battle = duel(9, 4)
    block(state, "cazengo", "quissama", "quibala")
    state.markers["lucala"] = Marker("fapla")
    table = Table(retreat_defenders(state, battle, "0"))
    assert table.result == "defenders_gone"
    assert where(state, "fnla") == {}
    assert problems(state) == []


@pytest.mark.parametrize(
    ("to", "survives"),
    [
        pytest.param("duque_de_braganca", False, id="A99-savannah-without-road"),
        pytest.param("camabatela", True, id="A99-jungle-along-a-road"),
        pytest.param("quibala", True, id="clear-without-road"),
    ],
)
@pytest.mark.parametrize("unit", ["tank", "f.rocket"])
def test_A99_road_bound_units_on_retreat(to, survives, unit):
    state, battle = duel(
        9, {unit: 1, "infantry": 1}, region="lucala", origin="cazengo", attacker="fnla", defender="fapla"
    )
    table = Table(retreat_defenders(state, battle, "0"))
    table.answer(f"to {to}")
    assert where(state, "fapla") == {to: 2 if survives else 1}
    assert problems(state) == []


def test_9_11_7_g_retreat_losses_are_counted_without_the_destroyed():
    state, battle = duel({"infantry": 9}, {"infantry": 2, "tank": 1, "armored_car": 1}, letter="c")
    block(state, "lucala", "quibala", "quissama")
    table = Table(retreat_defenders(state, battle, "0"))  # to Cazengo, next to Catete: half of three
    with pytest.raises(IllegalMove, match="not among them"):
        table.answer("to cazengo less n.inf1 n.tank1")
    table.answer("to cazengo less n.inf1 n.inf2")
    assert state.factions["fnla"].columns["c"].known == ["n.car1"]
    assert state.factions["fnla"].columns["c"].region == "cazengo"


def test_9_11_7_columns_stay_columns_and_jungle_markers_go():
    state, battle = duel(9, 3, region="cazengo", origin="catete", letter="b")
    put(state, "fnla", "cazengo", 1)
    state.factions["fnla"].columns["b"].plus = 2
    table = Table(retreat_defenders(state, battle, "0"))
    table.answer("to lucala") if table.pending else None
    column = state.factions["fnla"].columns["b"]
    assert (column.region, column.plus, len(column.known)) == ("lucala", 0, 3)
    assert not column.moved  # ruling R20


def test_R130_equipment_goes_along():
    state, battle = duel(9, 3)
    own = state.factions["fnla"]
    state.equipment_pool.remove("at1")
    own.equipment["at1"] = Piece("at", public="dondo")
    block(state, "quibala")
    Table(retreat_defenders(state, battle, "0"))
    assert own.equipment["at1"].public == "lucala"
    assert own.carriers["dondo"] == "lucala"


async def seal_entries(state: State, faction: str, entries: dict[str, str]) -> None:
    """Pieces of Equipment of a faction, each with a sealed entry."""
    places = ["dondo", "lucala", "a", "b", "field.dondo"]
    items = {faction: [Listed(places) for _ in entries]}
    sealed = await SealMany(rule="2.4.2", about=faction, bucket=128, items=items)
    for piece, handle in zip(entries, sealed[faction], strict=True):
        state.equipment_pool.remove(piece)
        state.factions[faction].equipment[piece] = Piece(piece.rstrip("0123456789"), entry=handle)


async def with_equipment(state: State, battle: Battle, entries: dict[str, str], loss: str) -> None:
    await seal_entries(state, battle.defenders[0], entries)
    await retreat_defenders(state, battle, loss)


def test_R130_sealed_equipment_goes_along_unseen():
    state, battle = duel(9, 3, letter="b")
    put(state, "fnla", "dondo", 1)
    block(state, "quibala")
    table = Table(with_equipment(state, battle, {"at1": "b", "aa1": "dondo"}, "0"))
    table.answer({"fnla": ["b", "dondo"]})
    own = state.factions["fnla"]
    assert where(state, "fnla") == {"lucala": 4}
    assert [region_of(own, entry) for entry in ("b", "dondo")] == ["lucala", "lucala"]
    assert own.equipment["at1"].public == own.equipment["aa1"].public == ""
    assert table.pending is None


def test_R124_equipment_of_defenders_without_retreat_goes_to_the_pool():
    state, battle = duel(9, 3, letter="b")
    block(state, "lucala", "quibala", "cazengo", "quissama")
    put(state, "fnla", "damba", 1, "a")
    table = Table(with_equipment(state, battle, {"at1": "b", "aa1": "a"}, "0"))
    table.answer({"fnla": ["b", "a"]})
    assert (table.pending.seat, table.pending.truth(table.peek)) == ("fnla", ("at1",))
    table.answer("at1")
    table.answer()  # its entry is opened
    assert table.pending is None
    assert list(state.factions["fnla"].equipment) == ["aa1"]
    assert "at1" in state.equipment_pool
    assert problems(state) == []


def test_R68_a_minefield_of_retreating_defenders_goes_to_the_pool():
    state, battle = duel(9, 3)
    state.equipment_pool.remove("mine1")
    state.factions["fnla"].equipment["mine1"] = Piece("mine", public="field.dondo")
    block(state, "quibala")
    Table(retreat_defenders(state, battle, "0"))
    assert "mine1" in state.equipment_pool
    assert state.factions["fnla"].equipment == {}


def test_8_sealed_columns_make_retreat_zones_and_support_by_their_place_alone():
    state, battle = ringed()
    secret = Sealed("fapla", "r2/8/0")
    state.factions["fapla"].columns["b"] = Column("quibaxe", sealed=secret)
    assert is_retreat_zone(state, battle, "cazengo")
    state.factions["fapla"].columns["b"].region = "cazengo"
    assert supporting_regions(state, battle) == ["cazengo", "quibala"]


def test_10_2_a_retreat_into_a_free_town_takes_its_marker():
    state, battle = duel(9, 3)
    block(state, "quibala")
    Table(retreat_defenders(state, battle, "0"))
    assert state.markers["lucala"] == Marker("fnla")


def test_R85_no_retreat_of_soviet_units_into_zaire():
    state, battle = duel(9, 2, region="maquela", origin="damba", attacker="fnla", defender="fapla")
    block(state, "sao_salvador", "quimbele", faction="unita")
    assert legal_retreats(state, battle) == []


def test_R85_western_units_may_retreat_into_zaire_and_south_west_africa():
    state, battle = duel(9, 2, region="maquela", origin="damba")
    assert legal_retreats(state, battle) == ["zaire_east"]  # the others are next to Damba
    state, battle = duel(9, 2, region="cuangar", origin="caiundo", defender="unita")
    assert "south_west_africa" in legal_retreats(state, battle)


def test_R132_an_attacker_thrown_back_takes_the_town_it_came_through():
    state, battle = duel(3, 9, region="dondo", origin="lucala")
    state.markers["lucala"] = Marker("unita")
    fought = forces(state, battle), held_now(state, battle)
    Table(lose_and_retreat(state, battle, "0"))
    Table(end_combat(state, battle, *fought, straggles=True))
    assert state.markers["lucala"] == Marker("fapla", up=False)
    assert state.battle is None
    assert state.factions["fapla"].tokens["unita"] == 1


# ---------------------------------------------------------------- joint defence


@pytest.mark.parametrize(("fnla", "unita", "conductor"), [(2, 2, "fnla"), (2, 3, "unita"), (3, 2, "fnla")])
def test_A104_the_faction_with_more_units_conducts_the_defence(fnla, unita, conductor):
    state, battle = joint_defence(fnla, unita, conductor="")
    battle.conductor = ""
    fix_conductor(state, battle)
    assert battle.conductor == conductor


def test_R86_R87_a_joint_retreat_goes_to_one_region_and_the_conductor_takes_the_town():
    state, battle = joint_defence(2, 3, conductor="unita")
    block(state, "quibala")
    Table(retreat_defenders(state, battle, "0"))
    assert (where(state, "fnla"), where(state, "unita")) == ({"lucala": 2}, {"lucala": 3})
    assert state.markers["lucala"] == Marker("unita")


def test_R87_the_ally_takes_the_town_if_the_conductor_has_no_unit_left():
    state, battle = joint_defence(2, 2, conductor="fnla")
    block(state, "quibala")
    table = Table(retreat_defenders(state, battle, "1/2"))
    assert table.pending.seat == "fnla"
    table.answer("n.inf1 n.inf2 to lucala")
    assert state.markers["lucala"] == Marker("unita")


def test_R51_the_conductor_names_losses_of_both_factions():
    state, battle = joint_defence(2, 3, conductor="unita")
    table = Table(retreat_defenders(state, battle, "1/3"))
    assert table.pending.seat == "unita"
    table.answer("n.inf1 n.inf2 to lucala")
    assert where(state, "fnla") == {}
    assert where(state, "unita") == {"lucala": 3}


# ---------------------------------------------------------------- 9.11.8


def test_A100_the_attacker_retreats_and_the_defender_has_no_choice():
    state, battle = duel(4, 4)
    table = Table(resolve(state, battle))
    table.answer((3, 3))
    assert isinstance(table.pending, Ask)
    assert (table.pending.seat, table.legal()) == ("fapla", ["retreat", "f.inf1"])
    table.answer("retreat")
    assert table.result == "attacker_back"
    Table(straggle(state, battle))
    assert where(state, "fapla") == {"catete": 4}
    assert state.factions["fapla"].loose["f.inf1"].straggler


def test_A101_an_attacker_with_only_suppressed_units_must_retreat():
    state, battle = duel(4, 4)
    battle.suppressed = ["f.inf1", "f.inf2", "f.inf3", "f.inf4"]
    assert Table(go_on(state, battle)).result == "attacker_back"


def test_R88_the_last_unit_is_no_price():
    state, battle = duel(1, 4)
    assert Table(go_on(state, battle)).result == "attacker_back"
    state, battle = duel(4, 1)
    block(state, "quibala")
    table = Table(go_on(state, battle))
    table.answer("f.inf1")
    assert table.result == "defenders_gone"
    assert where(state, "fnla") == {"lucala": 1}


def test_A102_both_pay_one_unsuppressed_unit_and_fight_on():
    state, battle = duel({"infantry": 3, "tank": 1}, {"infantry": 3, "armored_car": 1})
    battle.suppressed = ["f.inf1", "n.car1"]
    table = Table(go_on(state, battle))
    before = frozen(state)
    assert table.legal() == ["retreat", "f.inf2", "f.tank1"]
    with pytest.raises(IllegalMove):
        table.answer("f.inf1")
    assert frozen(state) == before
    table.answer("f.tank1")
    assert (table.pending.seat, table.legal()) == ("fnla", ["retreat", "n.inf1"])
    table.answer("n.inf1")
    assert table.result == "continues"
    assert (where(state, "fapla"), where(state, "fnla")) == ({"dondo": 3}, {"dondo": 3})
    assert battle.suppressed == ["f.inf1", "n.car1"]  # ruling R89


def test_9_11_8_a_chosen_retreat_of_the_defender_has_its_costs():
    state, battle = duel(4, 4)
    block(state, "lucala", "quibala", "quissama")
    table = Table(go_on(state, battle))
    table.answer("f.inf1")
    table.answer("retreat")
    assert table.result == "defenders_gone"
    assert where(state, "fnla") == {"cazengo": 2}


# ---------------------------------------------------------------- Cabinda


def test_A112_mpla_stays_in_cabinda_and_the_attacker_goes_back():
    state, battle = cabinda(8, 4)
    table = Table(resolve(state, battle))
    table.answer((3, 3, 3))
    assert table.result == "attacker_back"
    assert where(state, "mpla") == {"cabinda": 2}
    Table(straggle(state, battle))
    assert where(state, "fnla") == {"maiombe": 8}
    assert len(state.factions["fnla"].columns["a"].known) == 6


def test_A113_three_in_cabinda_do_not_survive_four_to_one():
    state, battle = cabinda(12, 3)
    table = Table(resolve(state, battle))
    table.answer((3, 3, 3))
    assert table.result == "defenders_gone"
    assert where(state, "mpla") == {}
    assert state.factions["fnla"].columns["a"].region == "cabinda"


def test_R95_combat_losses_and_the_half_of_the_rest_are_one_answer():
    state, battle = cabinda(12, {"infantry": 5, "armored_car": 1})
    table = Table(retreat_defenders(state, battle, "1/3"))
    assert table.legal() == [("m.inf1", "m.inf2", "m.inf3", "m.inf4")]  # two of six, then two of four
    before = frozen(state)
    with pytest.raises(IllegalMove, match="exactly 4"):
        table.answer("m.inf1 m.inf2")
    assert frozen(state) == before
    table.answer("m.inf1 m.inf2 m.inf3 m.car1")
    assert table.result == "attacker_back"


def test_R95_a_chosen_retreat_in_cabinda_costs_half_and_sends_the_attacker_back():
    state, battle = cabinda(4, 4)
    table = Table(go_on(state, battle))
    table.answer("n.inf1")
    table.answer("retreat")
    assert table.result == "attacker_back"
    assert where(state, "mpla") == {"cabinda": 2}
    assert where(state, "fnla") == {"maiombe": 3}


def test_R95_six_to_one_is_not_softened():
    state, battle = cabinda(12, 4)
    assert Table(eliminate_defenders(state, battle, "test", rule="9.11.5")).result == "defenders_gone"
    assert where(state, "mpla") == {}


def test_14_3_1_western_defenders_of_cabinda_have_no_such_right():
    state, battle = duel(8, 4, region="cabinda", origin="maiombe", attacker="mpla", defender="fnla")
    assert Table(retreat_defenders(state, battle, "0")).result == "defenders_gone"
    assert where(state, "fnla") == {}


def test_A157_an_empty_cabinda_of_the_enemy_is_no_refuge():
    state = empty_map()
    state.cabinda_fallen, state.cabinda_holder = True, "fnla"
    put(state, "mpla", "maiombe", 2)
    put(state, "fnla", "maiombe", 4, "a")
    battle = combat(state, "fnla", "zaire_west", "maiombe")
    assert legal_retreats(state, battle) == []
    Table(retreat_defenders(state, battle, "0"))
    assert where(state, "mpla") == {}


def test_A157_cabinda_held_by_mpla_is_one():
    state, battle = duel(4, 2, region="maiombe", origin="zaire_west", attacker="fnla", defender="mpla")
    state.cabinda_fallen = True
    assert legal_retreats(state, battle) == ["cabinda"]


@pytest.mark.parametrize(("option", "regions"), [(False, []), (True, ["flec_base"])])
def test_R98_option_flec_retreat(option, regions):
    state, battle = duel(
        4, 2, region="maiombe", origin="cabinda", attacker="mpla", defender="fnla", flec_retreat=option
    )
    assert legal_retreats(state, battle) == regions
    Table(retreat_defenders(state, battle, "0"))
    assert where(state, "fnla") == ({"flec_base": 2} if option else {})


def test_R85_fnla_never_retreats_from_zaire_into_the_flec_base():
    state, battle = duel(4, 2, region="maiombe", origin="cabinda", attacker="mpla", defender="fnla")
    state.options.flec_retreat, state.cabinda_fallen = True, True
    assert "flec_base" not in legal_retreats(state, battle)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("say", ["to dondo", "f.inf1 f.car1 to x", "to dondo less f.inf1", "f.inf1 to x less f.car1"])
def test_words_a_retreat_is_spelled_as_it_was_read(say):
    form = retreat_form(["f.inf1", "f.car1"])
    assert form.spell(form.parse(say)) == say


@pytest.mark.parametrize("say", ["", "to", "dondo", "to dondo to luanda", "to dondo less x", "less f.inf1 to dondo"])
def test_words_other_words_are_refused(say):
    with pytest.raises(IllegalMove):
        retreat_form(["f.inf1"]).parse(say)
