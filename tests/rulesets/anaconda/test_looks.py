"""`pbem show --fire` and `--reach`: who bears on a hex, what blocks a line, where a counter can go; no secret in it."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import hide, put, quiet, secrets_of

from pbem.errors import WrongUse
from pbem.show.scene import Looked
from pbem_games.anaconda.looks import fire, reach
from pbem_games.anaconda.state import State
from pbem_games.anaconda.view import codes_of


def nobody(_secret: Any) -> None:
    return None


def marked(looked: Looked, kind: str) -> dict[str, str]:
    return {h.place: h.text for h in looked.highlights if h.kind == kind}


def valley() -> State:
    """Infantry and mortars of the Coalition, a gun and infantry of Al Qaeda face up, a mortar face down."""
    state = quiet()
    put(state, "1709", "r_1_87_c1")
    put(state, "1306", "r_1_87_mtr")
    put(state, "1907", "r_2_187_a1", pinned=True)
    hide(state, "1808", "a_inf_1", up=True)
    hide(state, "2209", "a_hmg_1", up=True)
    hide(state, "2311", "b_mtr_1")
    return state


def test_10_15_two_hexes_show_the_line_and_what_blocks_it() -> None:
    seen = fire(valley(), "coalition", nobody, "1709 2006")
    assert seen.lines == (
        "1709 (level 1) to 2006 (level 1), 4 hexes: blocked by 1808 (Zerki Kale, clear, town, level 1)",)
    assert (marked(seen, "from"), marked(seen, "target")) == ({"1709": ""}, {"2006": ""})
    assert marked(seen, "reach")["1808"] == "1"
    assert fire(valley(), "coalition", nobody, "1709-2006") == seen


def test_10_14_a_hex_shows_who_can_fire_into_it_and_who_cannot() -> None:
    seen = fire(valley(), "coalition", nobody, "1808")
    assert seen.lines[0] == "1808 (Zerki Kale, clear, town, level 1): town gives its defenders +1"
    assert "1-87 C/1 from 1709 (1 hex)" in seen.lines[1]
    assert "1-87 Mortars from 1306 (5 hexes, indirectly)" in seen.lines[1]  # T98
    assert seen.lines[2] == "within range, but cannot: 2-187 A/1 from 1907 (2 hexes, pinned)"
    assert "token 1" not in seen.lines[1]  # it is there itself
    assert "token 3" not in " ".join(seen.lines)
    assert set(marked(seen, "from")) == {"1709", "1306", "2209"}
    assert marked(seen, "target") == {"1808": ""}
    assert "1807" in marked(seen, "reach")


def test_t98_13_2_indirect_fire_needs_no_line_and_direct_fire_does() -> None:
    state = quiet()
    put(state, "1309", "r_1_87_mtr", "r_1_87_c1")
    seen = fire(state, "coalition", nobody, "1307")
    assert "1-87 Mortars from 1309 (2 hexes, indirectly)" in seen.lines[1]
    assert seen.lines[2] == "within range, but cannot: 1-87 C/1 from 1309 (2 hexes, 1308 blocks)"


def test_a_counter_shows_what_it_can_fire_at() -> None:
    seen = fire(valley(), "coalition", nobody, "1-87 c/1")
    assert seen.lines[1] == "enemies there: 1808 (Zerki Kale)"
    assert marked(seen, "target") == {"1808": ""}
    assert "2006" not in marked(seen, "reach")
    with pytest.raises(WrongUse, match="2-187 A/1 is pinned and fires no more this turn"):
        fire(valley(), "coalition", nobody, "2-187 A/1")
    assert reach(valley(), "coalition", nobody, "2-187 A/1").lines[-1].startswith("it is pinned")


def test_18_2_a_face_down_counter_says_nothing_to_others_and_its_range_to_its_owner() -> None:
    state = valley()
    with pytest.raises(WrongUse, match="token 3 lies face down: nobody but Al Qaeda knows its range"):
        fire(state, "coalition", nobody, "token 3")
    assert marked(fire(state, "al_qaeda", secrets_of(state).get, "t3"), "target")
    assert "token 3" in fire(state, "al_qaeda", secrets_of(state).get, "1907").lines[1]


def test_8_0_reach_shows_costs_in_points_and_leaves_out_what_is_held() -> None:
    seen = reach(valley(), "coalition", nobody, "1-87 C/1")
    costs = marked(seen, "reach")
    assert marked(seen, "from") == {"1709": ""}
    assert costs["1708"] == "1"
    assert "1808" not in costs  # 9.4
    assert seen.lines[0] == f"1-87 C/1 in 1709 can go {len(costs)} hexes, with 4 movement points"


def test_21_4_reach_from_a_base_and_back_to_it() -> None:
    state = quiet()
    seen = reach(state, "coalition", nobody, "AMF Zia 1")
    assert marked(seen, "reach")["0105"] == "0.5"
    assert not marked(seen, "from")
    put(state, "0105", "d_zia_1")
    assert reach(state, "coalition", nobody, "AMF Zia 1").lines[1:] == ("to Gardez: 0.5",)


def test_8_20_reach_knows_the_long_way_of_task_force_dagger_on_the_first_day() -> None:
    state = quiet()
    assert "with 10 movement points" in reach(state, "coalition", nobody, "d_zia_1").lines[0]
    assert marked(reach(state, "coalition", nobody, "d_zia_1"), "reach")["0911"] == "6"
    state.turn = 2
    assert "with 4 movement points" in reach(state, "coalition", nobody, "d_zia_1").lines[0]


def test_18_2_a_face_down_counter_reaches_what_the_fastest_of_al_qaeda_could() -> None:
    state = valley()
    shown = reach(state, "coalition", nobody, "token 3")
    assert "lies face down; nobody of Al Qaeda can go farther than" in shown.lines[0]
    owner = reach(state, "al_qaeda", secrets_of(state).get, "token 3")
    assert set(marked(owner, "reach")) < set(marked(shown, "reach"))  # a mortar has 2 points


def test_t60_8_17_al_qaeda_is_told_what_the_sanctuary_costs() -> None:
    state = quiet()
    hide(state, "3207", "a_inf_1", up=True)
    assert reach(state, "al_qaeda", nobody, "token 1").lines[1:] == ("to Sanctuary: 0.5",)


def test_what_is_written_on_a_counter_names_it_to_those_who_can_read_it() -> None:
    state = valley()
    codes, owner = codes_of(state.numbers), secrets_of(state).get
    assert codes["r_1_87_c1"] != "1-87 C/1"
    written = f" {codes['r_1_87_c1'].lower()} "
    assert fire(state, "coalition", nobody, written) == fire(state, "coalition", nobody, "1-87 C/1")
    mortar = codes["b_mtr_1"]
    assert reach(state, "al_qaeda", owner, mortar) == reach(state, "al_qaeda", owner, "token 3")
    with pytest.raises(WrongUse, match="there is no hex or counter"):
        reach(state, "coalition", nobody, mortar)


def test_words_that_name_nothing_get_the_nearest() -> None:
    with pytest.raises(WrongUse, match="names several counters") as error:
        reach(valley(), "coalition", nobody, "1-87")
    assert "1-87 C/1" in (error.value.hint or "")
    with pytest.raises(WrongUse, match="there is no hex or counter") as error:
        fire(valley(), "coalition", nobody, "mako 3l")
    assert "Mako 31" in (error.value.hint or "")
    with pytest.raises(WrongUse, match="is not on the map"):
        fire(valley(), "coalition", nobody, "ODA 372")
    with pytest.raises(WrongUse, match="neither on the map nor in a base"):
        reach(valley(), "coalition", nobody, "Mako 31")


def test_a_counter_is_named_by_what_it_is_to_those_who_see_that() -> None:
    state = valley()
    owner = secrets_of(state).get
    assert reach(state, "al_qaeda", owner, "B Mortar 1") == reach(state, "al_qaeda", owner, "token 3")
    with pytest.raises(WrongUse, match="there is no hex or counter"):
        reach(state, "coalition", nobody, "B Mortar 1")


def test_a_hex_that_is_asked_for_its_reach_is_told_who_is_there() -> None:
    state = valley()
    hex = state.units["r_1_87_c1"].place
    with pytest.raises(WrongUse, match=f"{hex} is a hex: name a counter") as error:
        reach(state, "coalition", nobody, hex)
    assert "there: 1-87 C/1" in (error.value.hint or "")
    assert fire(state, "coalition", nobody, "1710,2218") == fire(state, "coalition", nobody, "1710 2218")


def test_a_look_at_the_whole_map_asks_each_line_at_most_once() -> None:
    state = valley()
    sight = state.numbers.ground.sight
    fire(state, "coalition", nobody, "1710")
    known = len(sight._known)
    fire(state, "coalition", nobody, "1710")
    assert len(sight._known) == known
