"""10, 11 Offensive fire, close assault, advance."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, answer, ground_gunships, hide, opened, put, quiet, refused, run, secrets_of, told

from pbem.errors import IllegalMove
from pbem.kit.tables import total
from pbem.play.requests import Roll
from pbem.play.table import Table
from pbem_games.anaconda.advance import combat
from pbem_games.anaconda.drms import Shot, drms
from pbem_games.anaconda.ending import GameEnds
from pbem_games.anaconda.fire import outcome_of
from pbem_games.anaconda.forces import clear_fired
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import turn


def fighting(state: State, marker: str, *, blind: bool = False) -> Table[Any]:
    """The Combat sub-phase of a command."""
    act(state, marker, "combat")
    return run(combat(state, LIVE), state, blind=blind)


def assault_on(hex: str = "1810", near: str = "1809", *faces: str) -> State:
    """Two platoons next to a hex of clear ground with these counters of Al Qaeda, face up."""
    state = quiet()
    put(state, near, "r_1_87_c1", "r_1_87_c2")
    for face in faces:
        hide(state, hex, face, up=True)
    return state


def test_t67_10_4_a_unit_fires_once_in_a_sub_phase():
    state = quiet()
    ground_gunships(state)
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_inf_1", up=True)
    hide(state, "1909", "a_inf_2", up=True)
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1 1810", (6,))
    assert table.pending is None  # nobody else can fire at anything
    clear_fired(state)
    assert not state.units["r_1_87_c1"].fired


@pytest.mark.parametrize(("order", "legal"), [
    ("attack - 1810", ("r_1_87_c1", "r_1_87_c2")), ("attack r_1_87_c1", ("1810",)), ("attack r_1_87_mtr", ()),
    ("attack r_1_87_c1 1810 1710", ("1810",)), ("attack r_1_87_c1+r_1_87_c1 1810", ("1810",)),
])
def test_10_2_an_order_that_is_no_attack_is_refused_with_what_would_make_it_one(order, legal):
    state = assault_on("1810", "1809", "a_inf_1")
    ground_gunships(state)
    put(state, "2020", "r_1_87_mtr")
    table = fighting(state, "tfr")
    refused(table, state, order, rule="10.2", because="name one hex and those that fire at it")
    with pytest.raises(IllegalMove) as refusal:
        table.check(order)
    assert refusal.value.legal == legal


@pytest.mark.parametrize("who", ["r_nobody", "t99", "a_inf_1", "t1"])
def test_10_2_who_is_no_counter_of_the_side_attacks_nothing(who):
    state = assault_on("1810", "1809", "a_inf_1")
    table = fighting(state, "tfr")
    refused(table, state, f"attack {who} 1810", rule="10.2", because="this side has no such counter")


def test_10_5_nobody_has_to_fire():
    state = assault_on("1810", "1809", "a_inf_1")
    table = answer(fighting(state, "tfr"), "done")
    assert table.pending is None
    assert state.operations is not None
    assert (state.operations.attacked, state.units["r_1_87_c1"].fired) == ([], False)


def test_10_9_an_attack_has_one_target_hex():
    state = assault_on("1810", "1809", "a_inf_1")
    hide(state, "1909", "a_inf_2", up=True)
    table = fighting(state, "tfr")
    refused(table, state, "attack r_1_87_c1+r_1_87_c2 1810 1909")
    refused(table, state, "attack r_1_87_c1 r_1_87_c2")


def test_t67_10_4_who_has_fired_is_not_named_again():
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    hide(state, "1810", "a_inf_1", up=True)
    hide(state, "1909", "a_inf_2", up=True)
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1 1810", (6,))
    refused(table, state, "attack r_1_87_c1+r_1_87_c2 1909", rule="10.2")


def test_t68_10_6_fire_from_several_hexes_and_the_air_adds_up():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    put(state, "1811", "r_1_87_c2")
    hide(state, "1810", "a_inf_1", up=True)
    state.units["a_a10_1"].place = "available"
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1+r_1_87_c2+a_a10_1 1810")
    assert isinstance(table.pending, Roll)
    assert table.pending.reads((3,)).startswith("strength 13 on A Infantry 1 (token 1) in 1810: 3, -1 close assault")
    answer(table, (6,))
    assert state.units["a_a10_1"].place == "utilized"


def test_t69_10_13_a_hex_is_attacked_once_in_a_sub_phase():
    state = assault_on("1810", "1809", "a_inf_1")
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1 1810", (6,))
    assert table.pending is None
    hide(state, "1909", "a_inf_2", up=True)
    state.units["r_1_87_c2"].fired = False
    table = run(combat(state, LIVE), state)
    refused(table, state, "attack r_1_87_c2 1810", rule="10.13")
    put(state, "1809", "d_oda_372")
    act(state, "tfd", "combat")
    answer(run(combat(state, LIVE), state), "attack d_oda_372 1810", (6,))


def test_t70_10_14_range_binds():
    state = quiet()
    put(state, "0101", "c_ppcli_rec")  # range 4
    put(state, "0201", "c_4_31_sct")  # range 3
    hide(state, "0105", "a_inf_1", up=True)
    state.turn = 10
    table = fighting(state, "tfc")
    refused(table, state, "attack c_4_31_sct 0105", rule="10.2")
    answer(table, "attack c_ppcli_rec 0105", (6,))


def test_r67_10_14_only_hexes_with_enemies_are_attacked():
    state = assault_on("1810", "1809", "a_inf_1")
    table = fighting(state, "tfr")
    refused(table, state, "attack r_1_87_c1 1710", rule="10.14")
    refused(table, state, "attack r_1_87_c1 9999", rule="10.2")
    refused(table, state, "attack r_1_87_c1+r_1_87_c1 1810", rule="10.2")


def test_t79_10_23_mountain_fortification_and_face_down_add_three():
    state = quiet()
    hide(state, "2111", "a_inf_1")
    hide(state, "2111", "a_frt_1", up=True)
    put(state, "1912", "r_1_87_mtr")
    shot = Shot("offensive", "coalition", "2111", 4, ("r_1_87_mtr",))
    assert state.numbers.ground.terrains("2111") == ("mountain",)
    assert total(drms(state, shot, "t1")) == 3


def test_r73_20_7_a_compound_covers_once_it_is_up_itself_too():
    state = quiet()
    hide(state, "1807", "a_inf_1", up=True)
    compound = hide(state, "1807", "a_cmp_1")
    put(state, "1805", "r_1_87_c1")
    shot = Shot("offensive", "coalition", "1807", 4, ("r_1_87_c1",))
    assert total(drms(state, shot, "t1")) == 0
    state.tokens[compound].face, state.tokens[compound].sealed = "a_cmp_1", None
    assert [total(drms(state, shot, t)) for t in ("t1", compound)] == [1, 1]
    hide(state, "1807", "b_frt_1", up=True)
    assert total(drms(state, shot, "t1")) == 1  # two sources are still one


def test_t4_2_14_1_a_modifier_is_added_to_the_die():
    state = quiet()
    hide(state, "1710", "a_inf_1", up=True)
    put(state, "1712", "r_1_87_mtr")
    table = answer(fighting(state, "tfr"), "attack r_1_87_mtr 1710")
    assert table.pending.reads((3,)) == (
        "strength 4 on A Infantry 1 (token 1) in 1710 (Serkhankhel): 3, +1 town (10.23), is 4, P: pinned")


def test_r68_10_26_armor_counts_two_unless_a_firer_pierces_it():
    state = quiet()
    put(state, "1807", "d_gh_t1", "d_zia_1")
    hide(state, "1805", "a_inf_1", up=True)
    hide(state, "1805", "a_rcl_1", up=True)
    infantry = Shot("offensive", "al_qaeda", "1807", 3, ("t1",))
    both = Shot("offensive", "al_qaeda", "1807", 5, ("t1", "t2"))
    assert [total(drms(state, shot, "d_gh_t1")) for shot in (infantry, both)] == [2, 0]
    assert total(drms(state, infantry, "d_zia_1")) == 0  # its neighbour has none


def test_t81_r71_10_27_each_of_a_stack_is_rolled_for_at_full_strength():
    state = assault_on("1810", "1809", "a_inf_1", "a_inf_2", "a_hmg_1")
    put(state, "1811", "r_2_187_a1")
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1+r_1_87_c2+r_2_187_a1 1810")
    for token, die in (("t1", 6), ("t2", 6), ("t3", 6)):
        assert isinstance(table.pending, Roll)
        assert (table.pending.about, table.pending.dice) == (f"{token}/1810", 1)
        assert "strength 12" in table.pending.reads((die,))
        answer(table, (die,))
    assert table.pending is None


@pytest.mark.parametrize(("modified", "outcome"), [(1, "eliminated"), (5, "pinned"), (6, "unhurt")])
def test_t84_11_2_column_ten(modified, outcome):
    assert outcome_of(quiet().numbers.column(10), modified, is_pinned=False) == outcome


def test_10_22_strength_one_with_a_four_is_no_effect():
    assert outcome_of(quiet().numbers.column(1), 4, is_pinned=False) == "unhurt"
    assert outcome_of(quiet().numbers.column(99), 7, is_pinned=False) == "pinned"


def test_t83_r74_10_30_p_e_eliminates_the_pinned_and_pins_others():
    column = quiet().numbers.column(10)  # E to 1, P/E to 3, P to 5
    assert [outcome_of(column, 3, is_pinned=p) for p in (True, False)] == ["eliminated", "pinned"]
    assert outcome_of(column, 5, is_pinned=True) == "unhurt"


def test_t82_10_29_who_is_pinned_does_not_fire():
    state = assault_on("1810", "1809", "a_inf_1")
    state.units["r_1_87_c2"].pinned = True
    table = fighting(state, "tfr")
    refused(table, state, "attack r_1_87_c1+r_1_87_c2 1810", rule="10.2")


def test_t86_11_3_only_those_that_assaulted_advance():
    state = assault_on("1810", "1809", "a_inf_1")
    put(state, "1809", "r_1_87_mtr")
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1+r_1_87_c2+r_1_87_mtr 1810", (1,))
    assert state.tokens["t1"].place == "dead"
    assert table.pending.rule == "11.3"
    refused(table, state, "advance r_1_87_mtr", rule="11.3")
    answer(table, "advance r_1_87_c1")
    assert [state.units[id].place for id in ("r_1_87_c1", "r_1_87_c2")] == ["1810", "1809"]
    assert problems(state) == []


def test_t87_11_3_nobody_advances_while_an_enemy_is_left():
    state = assault_on("1810", "1809", "a_inf_1", "a_inf_2")
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1+r_1_87_c2 1810", (1,), (4,))
    assert (state.tokens["t1"].place, state.tokens["t2"].pinned) == ("dead", True)
    assert table.pending is None


def test_t174_r107_10_30_a_pinned_last_defender_lost_to_p_e_opens_the_hex():
    state = assault_on("1810", "1809", "a_inf_1")
    state.tokens["t1"].pinned = True
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1+r_1_87_c2 1810", (3,))  # 8 strong: 3 - 1 is P/E
    assert table.pending.rule == "11.3"
    answer(table, "advance r_1_87_c1+r_1_87_c2")


def test_11_3_fire_from_afar_opens_nothing():
    state = quiet()
    put(state, "1712", "r_1_87_mtr")
    hide(state, "1810", "a_inf_1", up=True, pinned=True)
    table = answer(fighting(state, "tfr"), "attack r_1_87_mtr 1810", (1,))
    assert state.tokens["t1"].place == "dead"
    assert table.pending is None


def test_t131_r69_11_4_an_engineer_helps_from_next_to_the_hex_only():
    state = quiet()
    hide(state, "1710", "a_inf_1", up=True)
    hide(state, "1710", "a_frt_1", up=True)
    put(state, "1709", "r_326_eng", "r_1_87_c1")
    near = Shot("offensive", "coalition", "1710", 7, ("r_326_eng", "r_1_87_c1"))
    assert [(d.text, d.value) for d in drms(state, near, "t1")] == [("close assault", -1)]
    state.units["r_326_eng"].place = "1708"
    assert total(drms(state, near, "t1")) == 1 + 1 - 1
    alone = Shot("offensive", "coalition", "1710", 3, ("r_326_eng",))
    assert total(drms(state, alone, "t1")) == 2


def test_r69_11_4_the_ground_under_a_cave_still_counts():
    state = quiet()
    hide(state, "2209", "a_inf_1", up=True)
    put(state, "2208", "r_326_eng")
    assert state.numbers.ground.terrains("2209") == ("mountain", "cave")
    shot = Shot("offensive", "coalition", "2209", 3, ("r_326_eng",))
    assert [(d.text, d.value) for d in drms(state, shot, "t1")] == [("mountain", 1), ("close assault", -1)]


def test_t98_13_2_indirect_fire_needs_no_line_a_heavy_machine_gun_does():
    state = quiet()
    put(state, "2006", "r_1_87_c1")
    hide(state, "1709", "a_mtr_1", up=True)
    hide(state, "1709", "a_hmg_1", up=True)
    table = fighting(state, "a")
    refused(table, state, "attack t2 2006", rule="10.2")
    answer(table, "attack t1 2006", (6,))


def test_2_3_a_fire_is_drawn_from_where_it_comes_and_indirect_fire_as_support():
    for face, at, came in (("a_mtr_1", "1709", ((), ("1709",))), ("a_inf_1", "2007", (("2007",), ()))):
        state = quiet()
        put(state, "2006", "r_1_87_c1")
        hide(state, at, face, up=True)
        table = answer(fighting(state, "a"), "attack t1 2006", (6,))
        lines = [(one.fire_from, one.support_from, one.faction) for one in table.story]
        assert [line for line in lines if line[0] + line[1]] == [(*came, "al_qaeda")]


def test_t135_21_9_nobody_fires_out_of_a_base():
    state = quiet()
    put(state, "0106", "r_1_87_c2")
    hide(state, "0107", "a_inf_1", up=True)
    table = fighting(state, "tfr")
    refused(table, state, "attack r_1_87_c1+r_1_87_c2 0107", rule="10.2")


def test_t113_18_2_who_fires_is_known_before_the_dice():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_inf_1")
    table = answer(fighting(state, "a"), "attack t1 1809")
    assert isinstance(table.pending, Roll)
    assert (state.tokens["t1"].face, state.tokens["t1"].sealed) == ("a_inf_1", None)
    answer(table, (6,))


def test_e_a_token_that_cannot_fire_so_is_not_signed_and_loses_when_it_is_opened():
    for face, say in (("a_dec_1", "attack t1 1809"), ("c_inf_1", "attack t1 1809"), ("a_inf_1", "attack t1 1808")):
        state = quiet()
        put(state, "1809", "r_1_87_c1")
        put(state, "1807", "r_1_87_c2")
        hide(state, "1810", face)
        if say.endswith("1808"):
            put(state, "1806", "r_2_187_a1")
            say = "attack t1 1806"
        table = fighting(state, "a", blind=False)
        refused(table, state, say, because="can fire into")
        blind = run(combat(state, LIVE), state, blind=True)
        blind.answered(say)
        with pytest.raises(GameEnds) as end:
            blind.opened({h: secret for h, secret in secrets_of(state).items() if h in blind.to_open("al_qaeda")})
        assert end.value.result.by == "r97"


def test_5_14_al_qaeda_assaults_and_advances_too():
    state = quiet()
    put(state, "1809", "d_zia_1", pinned=True)
    hide(state, "1810", "a_inf_1")
    hide(state, "1810", "a_inf_2")
    table = answer(fighting(state, "a"), "attack t1+t2 1809", (3,))  # 6 strong, 3 - 1: P/E
    assert state.units["d_zia_1"].place == "dead"
    answer(table, "advance t1")
    assert state.tokens["t1"].place == "1809"
    assert table.pending is None


# ---------------------------------------------------------------- cover


def test_r72_20_4_a_fortification_is_turned_up_before_the_dice_and_never_rolled_against():
    state = assault_on("1810", "1809", "a_inf_1")
    hide(state, "1810", "a_frt_1")
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1 1810")
    assert (table.pending.rule, table.pending.seat) == ("20.4", "al_qaeda")
    assert table.options.form.spell(table.pending.truth(table.peek)) == "flip t2"
    refused(table, state, "pass", rule="20.4")
    answer(table, "flip t2")
    assert "+1 fortified (20.4)" in table.pending.reads((6,))
    answer(table, (6,))
    assert table.pending is None


def test_r108_20_4_fire_on_nothing_but_fortifications_is_spent():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_frt_1")
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1 1810", "flip t1")
    assert (table.pending, state.units["r_1_87_c1"].fired) == (None, True)
    assert state.operations is not None
    assert state.operations.attacked == ["1810"]
    assert state.tokens["t1"].place == "1810"
    assert told(table)[-1] == "Nothing but works is in 1810: the fire is spent"


def test_20_7_a_compound_may_stay_down_and_a_fortification_may_not():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_cmp_1")
    hide(state, "1810", "a_inf_1")
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1 1810")
    assert table.pending.truth(table.peek) is None  # there is a choice
    refused(table, state, "flip t2", rule="20.4", because="is a fortification or compound")
    refused(table, state, "flip t9", rule="20.4")
    answer(table, "pass", (6,), (6,))
    assert state.tokens["t1"].face == ""


def test_20_4_a_fortification_kept_down_loses_the_game_when_it_is_opened():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_frt_1")
    act(state, "tfr", "combat")
    blind = run(combat(state, LIVE), state, blind=True)
    blind.answered("attack r_1_87_c1 1810")
    blind.answered("pass")
    blind.answer((6,))
    with pytest.raises(GameEnds) as end:
        opened(run(turn(state, ["t1"], rule="23.1"), state))
    assert "stayed face down under fire" in end.value.result.text


def test_t115_t114_18_4_who_dies_face_down_stays_unknown():
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    hide(state, "1810", "a_inf_1", pinned=True)
    table = answer(fighting(state, "tfr"), "attack r_1_87_c1+r_1_87_c2 1810", "pass", (2,))
    token = state.tokens["t1"]
    assert (token.place, token.face) == ("dead", "")
    assert token.loss is not None
    assert token.loss.assault
    assert "token 1 is eliminated in 1810" in told(table)


@pytest.mark.parametrize(
    ("place", "hex", "mark", "because"),
    [
        ("1809", "1810", "pinned", "it is pinned"), ("1809", "1810", "fired", "it has fired"),
        ("khowst", "1810", "", "it is not on the map"), ("0101", "0110", "", "that is 9 hexes away"),
        ("2014", "1815", "", "the line is blocked by 1915"),
    ],
)
def test_10_2_who_cannot_attack_is_told_why(place, hex, mark, because):
    state = quiet()
    put(state, place, "r_1_87_c1")
    hide(state, hex, "a_inf_1")
    if mark:
        setattr(state.units["r_1_87_c1"], mark, True)
    refused(fighting(state, "tfr"), state, f"attack r_1_87_c1 {hex}", rule="10.2", because=because)
    put(state, "1809", "d_zia_1")
    hide(state, "1810", "a_inf_2")
    refused(fighting(state, "tfr"), state, "attack d_zia_1 1810", rule="10.2", because="its command is not in action")
