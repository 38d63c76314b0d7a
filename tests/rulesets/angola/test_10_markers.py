"""10, 9.13, 14.3 Control Markers, Victory Tokens and Cabinda."""

from __future__ import annotations

import pytest
from angola.boards_frame import cabinda_besieged, column, empty, fresh, hold, put, run

from pbem_games.angola.cabinda import settle_cabinda
from pbem_games.angola.endphase import clean_up
from pbem_games.angola.equipment import region_of
from pbem_games.angola.map import FLEC_BASE, ZAIRE_WEST, may_cross, regions_of
from pbem_games.angola.markers import hand_over, held_by, holds, settle_control
from pbem_games.angola.state import Piece, problems


@pytest.fixture
def no_minefields(monkeypatch):
    """The FLEC Base holds no minefield; who asked is noted."""
    asked = []

    async def return_fields(state, region):
        asked.append(region)

    monkeypatch.setattr("pbem_games.angola.cabinda.return_fields", return_fields)
    return asked


# ---------------------------------------------------------------- 10.2 free markers


def test_A53_a_force_that_ends_its_move_takes_a_free_marker_up_without_tokens():
    state = empty()
    column(state, "unita", "a", "benguela", "u.inf1")
    table = run(settle_control(state, "unita", "benguela"))
    assert (state.markers["benguela"].holder, state.markers["benguela"].up) == ("unita", True)
    assert [state.factions[f].tokens[f] for f in state.factions] == [5, 5, 5, 5]
    assert table.story[0].text == "UNITA takes control of Benguela, which nobody held"


def test_A53_passing_through_takes_nothing():
    state = empty()
    column(state, "unita", "a", "lobito", "u.inf1")
    run(settle_control(state, "unita", "benguela"))  # not there any more
    assert state.markers["benguela"].holder == ""


def test_10_2_a_region_without_a_marker_settles_nothing():
    state = empty()
    put(state, "mpla", "munhango", "m.inf1")
    assert run(settle_control(state, "mpla", "munhango")).story == []


@pytest.mark.parametrize("holder", ["fapla", "mpla"])
def test_10_3_own_and_allied_markers_stay(holder):
    state = empty()
    hold(state, holder, "malange")
    put(state, "fapla", "malange", "f.inf1")
    run(settle_control(state, "fapla", "malange"))
    assert state.markers["malange"].holder == holder
    assert state.markers["malange"].up


def test_10_3_nothing_is_captured_while_enemies_stand_there():
    state = empty()
    hold(state, "fapla", "malange")
    put(state, "fnla", "malange", "n.inf1")
    put(state, "mpla", "malange", "m.inf1")
    run(settle_control(state, "fnla", "malange"))
    assert state.markers["malange"].holder == "fapla"


def test_R87_the_ally_takes_the_marker_where_the_conductor_has_no_unit_left():
    state = empty()
    put(state, "mpla", "benguela", "m.inf1")
    run(settle_control(state, "fapla", "benguela"))
    assert state.markers["benguela"].holder == "mpla"


def test_R93_nobody_alive_takes_nothing():
    state = empty()
    hold(state, "fapla", "malange")
    run(settle_control(state, "fnla", "malange"))
    assert state.markers["malange"].holder == "fapla"


# ---------------------------------------------------------------- 10.3, 10.4 captures


def test_A54_loose_units_capture_an_empty_enemy_city_and_win_two_tokens():
    state = empty()
    hold(state, "fapla", "malange")
    put(state, "fnla", "malange", "n.inf1", "n.inf2")
    table = run(settle_control(state, "fnla", "malange"))
    assert (state.markers["malange"].holder, state.markers["malange"].up) == ("fnla", False)
    assert state.factions["fnla"].tokens == {"fapla": 2, "fnla": 5, "mpla": 0, "unita": 0}
    assert state.factions["fapla"].tokens["fapla"] == 3
    assert table.story[0].text == "FNLA captures Malange from FAPLA, which hands over 2 Victory Tokens"


PRICES = [("camabatela", 1), ("malange", 2), ("luanda", 3)]


@pytest.mark.parametrize(("region", "price"), PRICES)
def test_10_4_the_price_of_a_capture(region, price):
    state = empty()
    run(hand_over(state, region, "fapla", "unita"))
    assert state.factions["unita"].tokens["fapla"] == price
    assert problems_of_tokens(state) == []


def problems_of_tokens(state):
    return [p for p in problems(state) if "Token" in p]


def test_A108_a_faction_with_two_own_tokens_hands_over_two_for_luanda():
    state = empty()
    state.factions["fapla"].tokens["fapla"], state.factions["fnla"].tokens["fapla"] = 2, 3
    table = run(hand_over(state, "luanda", "fapla", "unita"))
    assert state.factions["fapla"].tokens["fapla"] == 0
    assert state.factions["unita"].tokens["fapla"] == 2
    assert table.story[0].text.endswith("hands over 2 Victory Tokens: it has no more of its own")


def test_A109_tokens_won_from_others_are_never_handed_on():
    state = empty()
    state.factions["fapla"].tokens = {"fapla": 0, "fnla": 0, "mpla": 0, "unita": 3}
    state.factions["unita"].tokens = {"fapla": 5, "fnla": 0, "mpla": 0, "unita": 2}
    table = run(hand_over(state, "camabatela", "fapla", "unita"))
    assert state.factions["fapla"].tokens["unita"] == 3
    assert state.factions["unita"].tokens == {"fapla": 5, "fnla": 0, "mpla": 0, "unita": 2}
    assert table.story[0].text.endswith("hands over no Victory Token: it has none left of its own")


def test_A110_a_town_captured_twice_in_a_turn_passes_two_colours_and_stays_down():
    state = empty()
    hold(state, "fapla", "camabatela")
    put(state, "fnla", "camabatela", "n.inf1")
    run(settle_control(state, "fnla", "camabatela"))
    state.factions["fnla"].loose.clear()
    put(state, "mpla", "camabatela", "m.inf1")
    run(settle_control(state, "mpla", "camabatela"))
    assert (state.markers["camabatela"].holder, state.markers["camabatela"].up) == ("mpla", False)
    assert state.factions["fnla"].tokens["fapla"] == 1
    assert state.factions["mpla"].tokens["fnla"] == 1


def test_A111_a_marker_that_is_down_is_of_no_use_until_clean_up():
    state = empty()
    hold(state, "fnla", "malange", up=False)
    hold(state, "fnla", "ambriz")
    assert "malange" in held_by(state, "fnla")
    assert "malange" not in held_by(state, "fnla", only_up=True)
    assert "ambriz" in held_by(state, "fnla", only_up=True)
    run(clean_up(state))
    assert "malange" in held_by(state, "fnla", only_up=True)


def test_R91_an_allys_units_do_not_save_the_holders_marker():
    state = empty()
    hold(state, "mpla", "luso")
    put(state, "unita", "luso", "u.inf1")  # after FAPLA alone defended it
    run(settle_control(state, "unita", "luso"))
    assert state.factions["unita"].tokens["mpla"] == 2


# ---------------------------------------------------------------- 14.3 Cabinda


def test_A114_the_fall_of_cabinda(no_minefields):
    state = cabinda_besieged()
    table = run(settle_control(state, "fnla", "cabinda"))
    assert state.cabinda_fallen
    assert state.cabinda_holder == "fnla"
    assert state.track == {"soviet": 20, "western": 19}
    assert [f.tokens[id] for id, f in state.factions.items()] == [5, 5, 5, 5]
    assert regions_of(state, "fnla") == ["cabinda", ZAIRE_WEST]
    assert state.factions["fnla"].columns["b"].region == ZAIRE_WEST
    assert no_minefields == [FLEC_BASE]
    assert [told.rule for told in table.story] == ["14.3", "14.3.2", "14.3.2"]


def test_14_3_2_equipment_leaves_the_flec_base_too(no_minefields):
    state = cabinda_besieged()
    own = state.factions["fnla"]
    own.equipment = {"aa1": Piece("aa", public=FLEC_BASE), "at1": Piece("at", public="b")}
    run(settle_cabinda(state, "fnla"))
    assert own.equipment["aa1"].public == ZAIRE_WEST
    assert region_of(own, "b") == ZAIRE_WEST
    assert region_of(own, FLEC_BASE) == ZAIRE_WEST  # sealed entries too


def test_14_3_2_a_minefield_in_the_flec_base_goes_to_the_pool_and_mines_come_along():
    state = cabinda_besieged()
    own = state.factions["fnla"]
    for piece, where in (("mine1", f"field.{FLEC_BASE}"), ("mine2", FLEC_BASE)):
        state.equipment_pool.remove(piece)
        own.equipment[piece] = Piece("mine", public=where)
    run(settle_cabinda(state, "fnla"))
    assert list(own.equipment) == ["mine2"]
    assert own.equipment["mine2"].public == ZAIRE_WEST
    assert "mine1" in state.equipment_pool
    assert problems(state) == []


def test_R97_relocation_is_no_move(no_minefields):
    state = cabinda_besieged()
    run(settle_cabinda(state, "fnla"))
    own = state.factions["fnla"]
    assert not own.columns["b"].moved
    assert not any(loose.moved for loose in own.loose.values())


def test_14_1_the_fall_opens_and_closes_borders(no_minefields):
    state = cabinda_besieged()
    assert may_cross(state, "fnla", ZAIRE_WEST, FLEC_BASE)
    assert not may_cross(state, "fnla", "maiombe", ZAIRE_WEST)
    run(settle_cabinda(state, "fnla"))
    assert not may_cross(state, "fnla", ZAIRE_WEST, FLEC_BASE)
    assert may_cross(state, "fnla", "maiombe", ZAIRE_WEST)


def test_A115_R97_a_second_fall_scores_nothing():
    state = empty()
    state.cabinda_fallen, state.cabinda_holder, state.track["western"] = True, "mpla", 19
    column(state, "unita", "a", "cabinda", "u.inf1")
    run(settle_control(state, "unita", "cabinda"))
    assert state.cabinda_holder == "unita"
    assert state.track["western"] == 19


def test_R94_mpla_takes_cabinda_back_and_gains_nothing():
    state = empty()
    state.cabinda_fallen, state.cabinda_holder = True, "fnla"
    column(state, "mpla", "a", "cabinda", "m.inf1")
    run(settle_control(state, "mpla", "cabinda"))
    assert state.cabinda_holder == "mpla"
    assert state.cabinda_fallen
    assert state.track == {"soviet": 20, "western": 20}


@pytest.mark.parametrize("faction", ["mpla", "unita"])
def test_R94_holders_and_their_allies_change_nothing(faction):
    state = empty()
    state.cabinda_fallen = True
    state.cabinda_holder = "mpla" if faction == "mpla" else "fnla"
    put(state, faction, "cabinda", f"{faction[0]}.inf1")
    before = state.cabinda_holder
    assert run(settle_control(state, faction, "cabinda")).story == []
    assert state.cabinda_holder == before


def test_14_3_cabinda_does_not_fall_while_mpla_stands_there():
    state = fresh()
    put(state, "fnla", "cabinda", "n.inf20")
    run(settle_control(state, "fnla", "cabinda"))
    assert state.cabinda_holder == "mpla"


def test_11_3_the_fall_moves_no_marker_beyond_the_end(no_minefields):
    state = cabinda_besieged()
    state.track["western"] = 10
    run(settle_cabinda(state, "fnla"))
    assert state.track["western"] == 10


def test_10_1_who_holds_which_town_and_cabinda():
    state = empty()
    for marker in state.markers.values():
        marker.holder = ""
    assert holds(state) == {"cabinda": "mpla"}
    state.markers["malange"].holder, state.markers["malange"].up = "fnla", False
    state.cabinda_holder = "unita"
    column(state, "fapla", "a", "malange", "f.inf1")
    assert holds(state) == {"malange": "fnla", "cabinda": "unita"}  # who only stands there holds nothing
