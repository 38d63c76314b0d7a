"""Ruling R110, mode `plan`: flak, compounds and gunships in one letter, and standing orders; (j.4), (j.7), (j.8)."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, fresh, ground_gunships, hide, put, quiet, refused, run
from anaconda.boards import answer as step
from anaconda.test_plans import answer, condition, planning, tools, walkers

from pbem.errors import IllegalMove
from pbem.kit.bots import decided
from pbem.play.giving import Scripted
from pbem.play.requests import Ask, Draw, Roll, Seal, Write
from pbem.play.table import Table
from pbem_games.anaconda.attack import attack
from pbem_games.anaconda.commands import draw_or_pass, operations_phases
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.options import GameOptions
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.plans.asking import AnswerOpenly, AnswerSealed
from pbem_games.anaconda.plans.conditions import SealConditions
from pbem_games.anaconda.plans.filing import file
from pbem_games.anaconda.plans.fires import planned_combat
from pbem_games.anaconda.plans.recon import planned_isr
from pbem_games.anaconda.plans.standing import Filed, FiledForm, Standing
from pbem_games.anaconda.plans.sub_phase import planned_movement
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.reinforcements import friendly_fire, reinforce
from pbem_games.anaconda.state import POOL, READY, State


def firing(state: State, marker: str) -> Table[Any]:
    """The Combat sub-phase of a command, by plans."""
    state.options.mode = "plan"
    act(state, marker, "combat")
    return run(planned_combat(state), state)


def say(table: Table[Any], *says: str) -> Table[Any]:
    """Al Qaeda's letter, item by item; the rest passes."""
    assert isinstance(table.pending, AnswerSealed)
    left = len(table.pending.per_seat()[AL_QAEDA]) - len(says)
    table.answer({AL_QAEDA: [*says, *["pass"] * left]})
    return tools(table)


def test_r110_plan_is_what_is_played_unless_said_otherwise():
    state = fresh()
    assert state.options.mode == "step"  # the boards of these tests say so
    assert (GameOptions().mode, GameOptions().reaction) == ("plan", "written")


# ---------------------------------------------------------------- C44


def assault(*faces: str) -> State:
    """A platoon next to 1810, where these lie face down; two gunships are ready."""
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    for face in faces:
        hide(state, "1810", face)
    return state


def test_c44_flak_and_compounds_of_a_fire_plan_are_one_letter():
    state = assault("a_inf_1", "a_cmp_1", "a_hmg_1")
    table = answer(firing(state, "tfr"), "last ; attack r_1_87_c1+h_ah64_1+h_ah64_2 1810")
    asked = table.pending
    assert isinstance(asked, AnswerSealed)
    assert ([w.window.target for w in asked.windows], asked.hexes) == (["h_ah64_1", "h_ah64_2"], ("1810",))
    say(table, "fire t3", "pass", "pass", "pass", "pass", "pass", "flip t2")
    assert (table.pending.rule, table.pending.about) == ("17.4", "h_ah64_1/1810/a")
    answer(table, (6,))
    assert state.tokens["t2"].face == "a_cmp_1"  # turned up before the dice, unasked
    assert table.pending.rule == "11.2"


def test_c44_a_compound_that_was_not_to_be_shown_stays_down_and_a_fort_does_not():
    state = assault("a_inf_1", "a_cmp_1")
    hide(state, "1810", "a_frt_1")  # set up beside it against 20.7: nobody is judged here before it is opened
    state.tokens["t2"].origin = "1711"
    ground_gunships(state)
    table = answer(firing(state, "tfr"), "last ; attack r_1_87_c1 1810")
    say(table)
    assert (state.tokens["t2"].face, state.tokens["t3"].face) == ("", "a_frt_1")


def test_c44_nobody_is_asked_if_there_is_neither_flak_nor_a_possible_compound():
    state = assault("a_inf_1")
    state.tokens["t1"].origin = "1812"  # it has moved: no compound
    ground_gunships(state)
    table = answer(firing(state, "tfr"), "last ; attack r_1_87_c1 1810")
    assert isinstance(table.pending, Roll)


def test_c44_the_tool_of_al_qaeda_passes_if_it_has_no_choice_and_the_same_is_asked():
    asked = []
    for face in ("a_cmp_1", "a_dec_1"):
        state = assault(face)
        table = run(planned_combat(_in_combat(state)), state)
        table.answer("last ; attack r_1_87_c1+h_ah64_1 1810")
        request = table.pending
        assert isinstance(request, AnswerSealed)
        asked.append((request.rule, request.about, len(request.per_seat()[AL_QAEDA]),
                      {request.bucket_of(AL_QAEDA, i) for i in range(len(request.per_seat()[AL_QAEDA]))}))
        assert (decided(request, AL_QAEDA, table.peek) is None) == (face == "a_cmp_1")
    assert asked[0] == asked[1]


def _in_combat(state: State) -> State:
    state.options.mode = "plan"
    act(state, "tfr", "combat")
    return state


def test_c44_soar_recons_are_answered_before_any_is_flown():
    state = quiet(mode="plan")
    hide(state, "1808", "a_hmg_1")
    hide(state, "1810", "a_inf_1")
    act(state, "tfr", "isr")
    table = run(planned_isr(state), state)
    answer(table, "last ; recon h_soar_1 1810")
    say(table, "fire t1")
    answer(table, (2,))
    assert (state.units["h_soar_1"].place, state.tokens["t2"].face, table.pending) == (POOL, "a_inf_1", None)


def test_j8_a_recon_by_air_of_what_lies_open_by_now_lapses_unused():
    state = quiet(mode="plan")
    state.units["a_uav_1"].place = state.units["a_uav_2"].place = READY
    hide(state, "1810", "a_inf_1")
    act(state, "tfr", "isr")
    answer(run(planned_isr(state), state), "last ; recon a_uav_1 1810 ; recon a_uav_2 1810")
    assert (state.units["a_uav_1"].place, state.units["a_uav_2"].place) == ("utilized", READY)


# ---------------------------------------------------------------- compounds and gunships in Al Qaeda's movement


def crossing(*faces: str) -> State:
    """Token 1, infantry, is to enter 1905, where these others lie; a platoon in 1805 can fire there."""
    state = quiet()
    put(state, "1805", "r_1_87_c1")
    hide(state, "1904", "a_inf_1")
    for face in faces:
        hide(state, "1905", face)
    return state


@pytest.mark.parametrize(("shows", "face"), [("flip t2", "a_cmp_1"), ("pass", "")])
def test_j2_compounds_are_sealed_with_the_plan_and_serve_when_fired_on(shows, face):
    state = crossing("a_cmp_1")
    ground_gunships(state)
    table = answer(planning(state, "a"), "last ; move t1 1905")
    assert table.pending.hexes == ("1905",)
    condition(table, "pause=never", shows)
    answer(table, "1 fire r_1_87_c1")
    assert isinstance(table.pending, Roll)
    assert state.tokens["t2"].face == face


def test_j3_gunships_after_the_movement_are_answered_with_its_windows():
    state = crossing()
    table = answer(planning(state, "a"), "last ; move t1 1905")
    condition(table)
    assert (len(table.pending.windows), table.pending.closing) == (1, (("t1", "1905"),))
    refused(table, state, "2 fire r_1_87_c1 t1", rule="15.2")
    refused(table, state, "2 fire h_ah64_1 t9", rule="15.2")
    refused(table, state, "2 fire h_ah64_1", rule="15.2")
    refused(table, state, "1 fire h_ah64_1 t1", rule="r110")
    say(answer(table, "2 fire h_ah64_1+h_ah64_2 t1"))
    assert (table.pending.rule, "strength 10" in table.pending.reads((6,))) == ("15.2", True)
    answer(table, (6,))
    assert (table.pending, state.units["h_ah64_1"].place) == (None, "utilized")
    assert problems(state) == []


def test_j4_flak_at_gunships_that_answer_is_sealed_before_any_die_even_of_who_is_to_move():
    state = crossing()
    gun = hide(state, "1909", "a_hmg_1")
    table = answer(planning(state, "a"), f"last ; move t1 1905 ; move {gun} 1908")
    condition(table)
    answer(table, "1 fire h_ah64_1")
    asked = table.pending
    assert (asked.rule, [w.window.target for w in asked.windows]) == ("17.1-s", ["h_ah64_1"])
    assert dict(asked.windows[0].able)[gun] == ("1909", "1908")
    say(table, f"fire {gun}")
    assert table.pending.rule == "17.4"


def test_j5_gunships_are_asked_anew_if_the_plan_was_split():
    state = crossing()
    hide(state, "1904", "a_inf_2")
    table = answer(planning(state, "a"), "last ; move t1 1905 ; move t2 1905")
    condition(table, "pause=loss")
    answer(say(answer(table, "1 fire r_1_87_c1 ; 3 fire h_ah64_1 t2")), (2,))
    assert (state.tokens["t1"].pinned, table.pending.rule) == (True, "8.1-p")
    answer(table, "last")
    assert isinstance(table.pending, AnswerOpenly)
    assert (table.pending.windows, table.pending.closing) == ((), (("t1", "1905"),))
    answer(say(answer(table, "1 fire h_ah64_1 t1 any")), (6,))
    assert table.pending is None


@pytest.mark.parametrize(("shows", "face"), [("flip t2", "a_cmp_1"), ("pass", "")])
def test_j2_a_last_part_without_orders_has_no_conditions_and_shows_what_was_sealed_before(shows, face):
    state = crossing("a_cmp_1")
    table = answer(planning(state, "a"), "more ; move t1 1905")
    answer(condition(table, "pause=never", shows), "pass")
    asked = table.pending  # nobody else of A moves, so that its tool has ended the sub-phase
    assert isinstance(asked, AnswerOpenly)
    assert (asked.windows, asked.closing) == ((), (("t1", "1905"),))
    say(answer(table, "1 fire h_ah64_1 t1"))
    assert (table.pending.rule, state.tokens["t2"].face) == ("15.2", face)
    answer(table, (6,))
    assert (table.pending, problems(state)) == (None, [])


def test_r110_what_is_pinned_by_then_is_not_fired_at_unless_any_was_said():
    state = crossing()
    table = answer(planning(state, "a"), "last ; move t1 1905")
    condition(table)
    answer(say(answer(table, "1 fire r_1_87_c1 ; 2 fire h_ah64_1 t1")), (2,))
    assert (table.pending, state.units["h_ah64_1"].flown) == (None, False)


# ---------------------------------------------------------------- C41 standing orders


def standing_table(state: State, seat: str, text: str, procedure: Any, marker: str, sub_phase: str) -> Table[Any]:
    """Standing orders are filed, then a sub-phase is played by plans, at one table."""
    state.options.mode = "plan"

    async def both() -> None:
        await file(state, [seat])
        act(state, marker, sub_phase)
        await procedure(state)

    table = run(both(), state)
    assert isinstance(table.pending, Seal)
    table.answer({seat: text})
    return table


@pytest.mark.parametrize("reaction", ["written", "standing"])
def test_t184_standing_orders_answer_a_plan_unasked(reaction):
    state = walkers("a_hmg_1", "a_inf_1")
    state.options.reaction = reaction
    table = standing_table(state, AL_QAEDA, "t1 within=2 what=foot any", planned_movement, "tfr", "movement")
    table.answer("last ; move r_1_87_c1 0509 0409")
    table.answer({COALITION: ["pause=never"]})
    assert isinstance(table.pending, AnswerSealed)
    groups = decided(table.pending, AL_QAEDA, table.peek)
    assert [group.who for group in groups] == [("t1",), (), ()]
    assert tools(table).pending.rule == "12.2"
    assert (state.tokens["t1"].face, state.tokens["t2"].face, table.incidents) == ("a_hmg_1", "", [])


def test_t184_answers_that_the_standing_orders_do_not_give_are_found():
    state = walkers("a_hmg_1", "a_inf_1")
    table = standing_table(state, AL_QAEDA, "t1 within=2", planned_movement, "tfr", "movement")
    table.answer("last ; move r_1_87_c1 0509 0409")
    table.answer({COALITION: ["pause=never"]})
    with pytest.raises(IllegalMove, match="standing orders"):
        table.check_seal(AL_QAEDA, ["pass"] * 3)


def test_t184_the_coalitions_standing_orders_answer_openly():
    state = crossing()
    put(state, "1806", "d_oda_372")
    orders = "tfr within=1 ; tfd at=1906 ; gunship what=down"
    table = standing_table(state, COALITION, orders, planned_movement, "a", "movement")
    table.answer("last ; move t1 1905 1906")
    condition(table)
    assert (state.units["h_ah64_1"].flown, isinstance(table.pending, AnswerSealed | Roll)) == (False, True)


def test_j7_nothing_filed_is_a_pass_if_standing_was_agreed_and_a_question_if_not():
    for reaction, is_asked in (("standing", False), ("written", True)):
        state = crossing()
        state.options.reaction = reaction
        table = standing_table(state, COALITION, "pass", planned_movement, "a", "movement")
        table.answer("last ; move t1 1905")
        condition(table)
        assert isinstance(table.pending, AnswerOpenly) == is_asked


def test_j7_the_first_order_of_a_command_that_fits_names_its_group():
    state = walkers("a_hmg_1", "a_inf_1")
    hide(state, "0508", "b_inf_1")
    orders = "a at=0101 ; t2 what=vehicular ; a what=foot least=5 ; t2 ; b within=1"
    table = standing_table(state, AL_QAEDA, orders, planned_movement, "tfr", "movement")
    table.answer("last ; move r_1_87_c1 0509")
    table.answer({COALITION: ["pause=never"]})
    groups = decided(table.pending, AL_QAEDA, table.peek)
    assert [(group.who, group.least) for group in groups] == [(("t1", "t2"), 5), (("t3",), 0), ((), 0)]


def test_j7_friendly_fire_falls_as_standing_orders_say():
    for orders, hex in (("friendly_fire 1809 1810", "1810"), ("friendly_fire 1809", "0510")):
        state = quiet(mode="plan", reaction="standing")
        put(state, "0510", "r_1_87_c1", "r_1_87_c2")
        put(state, "1810", "r_1_87_a1")

        async def drawn(state: State = state) -> None:
            await file(state, [AL_QAEDA])
            await friendly_fire(state)

        table = run(drawn(), state)
        table.answer({AL_QAEDA: orders})
        assert decided(table.pending, AL_QAEDA, table.peek) == hex
        with pytest.raises(IllegalMove, match="standing orders"):
            table.check_claims("1810" if hex == "0510" else "0510")


def test_c41_both_file_before_the_first_draw_and_the_turn_ends_it():
    state = quiet(mode="plan", reaction="standing")
    state.drawn = 0
    table = run(operations_phases(state), state)
    assert isinstance(table.pending, Seal)
    assert set(table.expected()) == {COALITION, AL_QAEDA}
    table.answer({COALITION: "pass", AL_QAEDA: "pass"})
    assert isinstance(table.pending, Draw)
    assert set(state.standing) == {COALITION, AL_QAEDA}


def test_c41_who_draws_may_file_others_first_once():
    state = quiet(mode="plan")
    table = run(draw_or_pass(state), state)
    assert tuple(table.options.legal) == ("draw", "pass", "file")
    table.answer("file")
    table.answer({COALITION: "tfr within=2"})
    assert tuple(table.options.legal) == ("draw", "pass")
    assert set(state.standing) == {COALITION}


@pytest.mark.parametrize("text", [
    "pass", "a within=2:1710 what=foot any least=3 lead=t4 ; friendly_fire 1808 1809 ; show t3+t4",
    "t7+t8 at=1710,1711", "gunship what=up",
])
def test_3_1_standing_orders_are_spelled_as_they_are_read(text):
    assert FiledForm().spell(FiledForm().parse(text)) == text


@pytest.mark.parametrize("text", ["", "a within=x", "a what=everything", "a at=17", "friendly_fire here", "A within=2"])
def test_3_1_no_standing_orders_are_refused(text):
    with pytest.raises(IllegalMove):
        FiledForm().parse(text)


@pytest.mark.parametrize(("seat", "text"), [
    (COALITION, "a within=2"), (COALITION, "show t1"), (AL_QAEDA, "tfr"), (AL_QAEDA, "gunship"),
    (AL_QAEDA, "a at=9999"), (AL_QAEDA, "show t9"), (COALITION, "tfr lead=t1"),
])
def test_c41_orders_name_ones_own_and_what_there_is(seat, text):
    state = walkers("a_hmg_1")
    table = run(file(state, [seat]), state)
    with pytest.raises(IllegalMove):
        table.check_seal(seat, [text])


def test_c41_what_people_type_is_what_is_filed():
    state = walkers("a_hmg_1")
    table = run(file(state, [AL_QAEDA]), state)
    typed = "a within 2 of 0510 foot any least 3; t1 hexes 0509 0508; friendly fire 0510; show t1"
    (said,) = FORMS.read_orders(state, table.pending, AL_QAEDA, typed, table.peek)
    assert said == "a within=2:0510 what=foot any least=3 ; t1 at=0509,0508 ; friendly_fire 0510 ; show t1"
    assert [bool(filed) for filed in (Filed((Standing(("a",)),)), Filed())] == [True, False]


@pytest.mark.parametrize("seat", [COALITION, AL_QAEDA])
def test_r110_of_832_hexes_those_near_ones_own_are_offered_and_all_may_be_typed(seat):
    state = walkers("a_hmg_1")
    table, command = run(file(state, [seat]), state), "a" if seat == AL_QAEDA else "tfr"
    said = (f"{command} within 2 of", f"{command} hexes", "friendly fire", "", command, f"{command} within", "show")
    found = {text: FORMS.follow(state, table.pending, seat, f"{text} ".lstrip(), table.peek).choices for text in said}
    assert {text: len(them) for text, them in found.items() if len(them) > 60} == {}
    hexes = [one.words for one in found[f"{command} hexes"]]
    assert all(one.isdecimal() and len(one) == 4 for one in hexes)
    mine = {one.place for one in (state.tokens if seat == AL_QAEDA else state.units).values() if one.place in hexes}
    assert mine, "where one's own stand"
    (given,) = FORMS.read_orders(state, table.pending, seat, f"{command} hexes 2609", table.peek)
    assert (given, "2609" in hexes) == (f"{command} at=2609", False)
    offered = {one.words for one in found[""]}
    assert ({"friendly", "show"} <= offered) is (seat == AL_QAEDA)
    if seat == AL_QAEDA:
        on = {unit.place for unit in state.units.values()}
        assert {one.words for one in found["friendly fire"] if one.sort == "place"} <= on


# ---------------------------------------------------------------- j.8 P4a


def test_j8_all_bases_of_a_reinforcement_are_one_answer_after_friendly_fire():
    state = quiet(mode="plan")
    put(state, "1810", "r_1_87_c1")
    put(state, "1910", "r_1_87_c2")
    act(state, "tfr")
    table = run(reinforce(state, "tfr"), state)
    table.answer(Scripted(("r_2_187_b1", "friendly_fire", "r_1_187_b2", "a_b52")))
    assert table.pending.rule == "14.9"
    answer(table, "1810", (1,), (6,))
    assert isinstance(table.pending, Write)
    assert table.pending.case.ids == ("r_2_187_b1", "r_1_187_b2")
    table.answer("r_2_187_b1=gardez r_1_187_b2=khowst")
    assert (state.units["r_2_187_b1"].place, state.units["r_1_187_b2"].place, state.units["a_b52"].place) == (
        "gardez", "khowst", READY)


def test_j8_a_leader_drawn_before_friendly_fire_is_placed_before_it():
    for drawn, is_first in ((("l_tfr", "friendly_fire"), True), (("friendly_fire", "l_tfr"), False)):
        state = quiet(mode="plan", leaders=True)
        put(state, "1810", "r_1_87_c1")
        put(state, "1910", "r_1_87_c2")
        act(state, "tfd")
        table = run(reinforce(state, "tfd"), state)
        table.answer(Scripted(drawn))
        assert isinstance(table.pending, Ask)
        assert (table.pending.rule == "24.2") == is_first


# ---------------------------------------------------------------- asked step by step


def test_12_8_after_a_group_the_prompt_offers_whom_else_and_says_why():
    state = quiet()
    put(state, "0510", "r_1_87_c1")
    for face in ("a_inf_1", "a_inf_2", "b_inf_1"):
        hide(state, "0507", face)
    act(state, "tfr", "movement")
    table = run(movement(state, LIVE), state)
    table.answer("move r_1_87_c1 0509")
    assert "A Infantry 2" in FORMS.prompt(state, table.pending, AL_QAEDA, table.peek)
    step(table, "fire t1", (6,))
    prompt = FORMS.prompt(state, table.pending, AL_QAEDA, table.peek)
    assert [word in prompt for word in ("A Infantry 2", "B Infantry 1", "Al Qaeda A fired here already")] == [
        False, True, True]
    offers = FORMS.examples(state, table.pending, AL_QAEDA, table.peek)
    for words in (offer.partition("  # ")[0] for offer in offers):
        table.check_claims(*FORMS.read_orders(state, table.pending, AL_QAEDA, words, table.peek))


def test_r71_what_was_eliminated_on_top_covers_nobody_below():
    for order, modified in ((("a_cmp_1", "a_inf_1"), 0), (("a_inf_1", "a_cmp_1"), 1)):
        state = quiet()
        put(state, "0509", "r_1_87_c1", "r_1_87_c2", "r_1_87_a1", "r_2_187_a1", "r_2_187_c1", "r_2_187_c2")
        for face in order:
            hide(state, "0510", face, up=True, pinned=True)
        act(state, "tfr", "combat")
        ids = ["r_1_87_c1", "r_1_87_c2", "r_1_87_a1", "r_2_187_a1", "r_2_187_c1", "r_2_187_c2"]
        table = run(attack(state, Order("attack", tuple(ids), ("0510",)), LIVE), state)
        says = []
        while isinstance(table.pending, Roll):
            says.append((table.pending.about, table.pending.reads((3,))))
            table.answer((1,) if table.pending.about.startswith("t1") else (6,))
        infantry = next(text for about, text in says if about.startswith("t2" if order[0] == "a_cmp_1" else "t1"))
        assert ("fortified" in infantry) == bool(modified), says


def test_c31_a_stack_in_action_may_be_put_in_another_order_though_nobody_moves():
    state = quiet()
    for unit in state.units.values():
        if unit.place == "gardez":
            unit.moved = True
    put(state, "1810", "r_1_87_c1", "r_1_87_c2", pinned=True)
    for id, unit in state.units.items():
        unit.flown = unit.flown or state.numbers.is_helicopter(id)
    act(state, "tfr", "movement")
    table = run(movement(state, LIVE), state)
    assert table.pending is not None
    table.answer("stack r_1_87_c2+r_1_87_c1 1810")
    assert state.units["r_1_87_c2"].rank < state.units["r_1_87_c1"].rank


def test_24_5_a_pinned_leader_rallies_who_stands_with_him():
    state = quiet(leaders=True)
    put(state, "1810", "l_tfr", "r_1_87_c1", pinned=True)
    act(state, "tfr", "movement")
    table = run(movement(state, LIVE), state)
    table.answer("rally l_tfr+r_1_87_c1")
    assert (state.units["r_1_87_c1"].pinned, state.units["l_tfr"].pinned, state.units["l_tfr"].moved) == (
        False, True, True)


# ---------------------------------------------------------------- prompts


def test_r110_the_prompt_for_conditions_gives_the_plan_back_with_its_windows():
    state = crossing("a_cmp_1")
    table = answer(planning(state, "a"), "last ; move t1 1905 1906")
    assert isinstance(table.pending, SealConditions)
    prompt = FORMS.prompt(state, table.pending, AL_QAEDA, table.peek)
    for words in (
            "may be fired on in 1905 (Lower Shahi-Kot), 1906 (Lower Shahi-Kot)",
            "gunships may fire at A Infantry 1 (token 1, face down) in 1906 (Lower Shahi-Kot)",
                  "in 1905 (Lower Shahi-Kot) lies A Compound 1"):
        assert words in prompt
    says = FORMS.read_orders(state, table.pending, AL_QAEDA, "pause loss; stop 1; show t2", table.peek)
    assert says == ["pause=loss stop=1", "flip t2"]


def test_r110_the_prompt_for_answers_lists_all_windows_and_gunships():
    state = crossing()
    table = answer(planning(state, "a"), "last ; move t1 1905")
    condition(table)
    prompt = FORMS.prompt(state, table.pending, COALITION, table.peek)
    for words in ("1: ", "1-87 C/1", "2: once all have moved, gunships"):
        assert words in prompt
    says = FORMS.read_orders(state, table.pending, COALITION, "1 fire 1-87 C/1 any; 2 fire AH-64 1 at t1", table.peek)
    assert says == ["1 fire r_1_87_c1 any ; 2 fire h_ah64_1 t1"]


@pytest.mark.parametrize(("marker", "sub_phase", "procedure"), [
    ("tfr", "isr", planned_isr), ("tfr", "movement", planned_movement), ("tfr", "combat", planned_combat),
    ("a", "movement", planned_movement), ("a", "combat", planned_combat)])
def test_11_every_plan_that_is_offered_may_be_typed(marker, sub_phase, procedure):
    state = quiet(mode="plan")
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    state.units["a_uav_1"].place = READY
    for face in ("a_inf_1", "a_hmg_1"):
        hide(state, "1810", face)
    act(state, marker, sub_phase)
    table = run(procedure(state), state)
    seat = table.expected()[0]
    offers = [line.partition("  # ")[0] for line in FORMS.examples(state, table.pending, seat, table.peek)]
    assert offers[-1] == "last"
    assert len(offers) == 2 or (marker, sub_phase) == ("a", "movement")
    for words in offers:
        table.check_claims(*FORMS.read_orders(state, table.pending, seat, words, table.peek))
    assert "`more`" in FORMS.prompt(state, table.pending, seat, table.peek)


def test_r110_a_supplement_says_for_whom_it_is():
    state = walkers("a_hmg_1")
    table = answer(planning(state), "last ; move r_1_87_c1 0509 0408 ; move r_1_87_c2 0511")
    condition(table, "pause=contact")
    answer(say(table, "fire t1"), (6,))
    prompt = FORMS.prompt(state, table.pending, COALITION, table.peek)
    for words in ("for these only: 1-87 C/1, 1-87 C/2", "1-87 C/1 is half-way"):
        assert words in prompt
    assert "SAS" not in prompt


def test_j4_who_could_not_fire_there_is_refused_at_the_keyboard():
    state = walkers("a_hmg_1", "a_dec_1", "b_inf_1")
    table = answer(planning(state), "last ; move r_1_87_c1 0509")
    table.answer({COALITION: ["pause=never"]})
    for typed, because in (
        ("1 fire t2", "cannot fire in window 1"), ("1 fire t1, t3", "different commands"),
        ("1", "who fires in window 1"), ("1 fire", "who fires in window 1"), ("1 least 3", "who fires in window 1"),
        ("1 fire c", "who fires in window 1"),
    ):
        with pytest.raises(IllegalMove, match=because):
            FORMS.read_orders(state, table.pending, AL_QAEDA, typed, table.peek)
    says = FORMS.read_orders(state, table.pending, AL_QAEDA, "1 fire t1; 1 fire t3 any", table.peek)
    assert says[:3] == ["fire t1", "fire t3 any", "pass"]


def test_j4_a_window_named_by_its_number_takes_a_command_too():
    state = walkers("a_hmg_1", "a_inf_1", "b_inf_1")
    table = answer(planning(state), "last ; move r_1_87_c1 0509")
    table.answer({COALITION: ["pause=never"]})

    def read(typed: str) -> list[str]:
        return FORMS.read_orders(state, table.pending, AL_QAEDA, typed, table.peek)

    assert read("1 fire a hurt; 1 fire b") == read("1 fire t1, t2 hurt; 1 fire t3")
    assert read("1 fire a dshk 1") == read("1 fire t1")
