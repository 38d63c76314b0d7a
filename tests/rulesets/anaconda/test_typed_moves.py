"""8 Moves as people type them: several units at once, ways with gaps, and what is said of a step that does not fit."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, bytes_of, hide, put, quiet, run, secrets_of
from anaconda.test_plans import planning

from pbem.errors import IllegalMove
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.anaconda.forces import arrive
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.forms.conditions import moments_of
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.moves import way_cost
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.state import State
from pbem_games.anaconda.walking import begin, go_on
from pbem_games.anaconda.words.vocabulary import counter_names

TWO = ("r_1_87_c1", "r_1_87_c2")


def typed(state: State, text: str, seat: str = COALITION, marker: str = "tfr") -> str:
    """The record's words for what is typed as a plan."""
    table = planning(state, marker)
    assert table.pending is not None
    return FORMS.read_orders(state, table.pending, seat, text, peek_of(table, seat))[0]


def together() -> State:
    state = quiet()
    put(state, "2010", *TWO)
    return state


def half_way() -> tuple[Table[Any], State]:
    """1-87 C/1 has come to 2009, with points left, and is asked how it goes on."""
    state = together()
    act(state, "tfr", "movement")
    begin(state, TWO[0])
    arrive(state, TWO[0], "2009")
    assert state.operations is not None
    state.operations.spent = state.operations.steps = 1
    return run(go_on(state, TWO[0], ("2008",)), state), state


def test_15_al_qaeda_is_not_offered_to_fly_and_is_told_why_if_it_says_so() -> None:
    state = quiet()
    hide(state, "1707", "a_inf_1")
    table = planning(state, "a")
    assert table.pending is not None
    found = FORMS.follow(state, table.pending, AL_QAEDA, "", peek_of(table, AL_QAEDA))
    kinds = {choice.words for choice in found.choices if choice.kind == "word"}
    assert "move" in kinds
    assert kinds.isdisjoint({"fly", "medevac"})
    with pytest.raises(IllegalMove, match="no order of this sub-phase"):
        typed(state, "fly t1 1806; last", AL_QAEDA, "a")
    flown = FORMS.follow(together(), planning(together(), "tfr").pending, COALITION, "", {})
    assert {"fly", "medevac"} <= {choice.words for choice in flown.choices}


def test_8_1_no_kind_of_order_is_offered_that_nobody_could_be_given_and_each_is_read_as_ever() -> None:
    state = together()
    table = planning(state, "tf11")
    assert table.pending is not None
    found = FORMS.follow(state, table.pending, COALITION, "", peek_of(table, COALITION))
    assert "last" in {choice.words for choice in found.choices}
    assert {"move", "rally"}.isdisjoint(choice.words for choice in found.choices)
    assert FORMS.follow(state, table.pending, COALITION, "move ", peek_of(table, COALITION)).why != found.why


def test_15_what_only_the_coalition_does_is_no_moment_and_no_word_of_al_qaeda() -> None:
    state = quiet()
    mine, theirs = moments_of(state, AL_QAEDA), moments_of(state, COALITION)
    assert set(theirs) - set(mine) >= {"7.3", "15.5", "22.4"}
    assert "15.5" in theirs
    for word in ("fly", "medevac", "transport"):
        assert any(one.words is not None and one.words.begun(word) for one in theirs.values())
        assert not any(one.words is not None and one.words.begun(word) for one in mine.values())


def test_8_2_several_units_that_go_the_same_way_are_a_move_each() -> None:
    said = typed(together(), "move 1-87 C/1, 1-87 C/2 2009 1909; last")
    assert said == "last ; move r_1_87_c1 2009 1909 ; move r_1_87_c2 2009 1909"


def test_8_2_each_of_several_goes_its_own_way_from_where_it_stands() -> None:
    state = quiet()
    put(state, "2010", TWO[0])
    put(state, "1907", TWO[1])
    said = typed(state, "move 1-87 C/1, 1-87 C/2 to 1908; last").split(" ; ")
    assert said[1].startswith("move r_1_87_c1 ")
    assert said[1].endswith(" 1908")
    assert len(said[1].split()) > 3
    assert said[2] == "move r_1_87_c2 1908"


@pytest.mark.parametrize(("start", "goal"), [("2010", "2007"), ("2010", "1908"), ("gardez", "1806")])
def test_8_9_where_hexes_are_left_out_the_cheapest_way_is_taken(start: str, goal: str) -> None:
    state = quiet()
    put(state, start, TWO[0])
    way = typed(state, f"move 1-87 C/1 {goal}; last").split(" ; ")[1].split()[2:]
    cost = way_cost(state, TWO[0], start, way)
    ground = state.numbers.ground
    assert way[-1] == goal
    assert len(way) > 1
    assert cost == ground.reach(start, False, 100).costs[goal]


def test_8_9_hexes_that_are_named_are_gone_by() -> None:
    way = typed(together(), "move 1-87 C/1 2009 2007; last").split(" ; ")[1].split()[2:]
    assert way == ["2009", "2008", "2007"]


def test_9_4_a_way_that_is_filled_in_goes_round_the_enemy() -> None:
    state = together()
    hide(state, "2009", "a_inf_1")
    way = typed(state, "move 1-87 C/1 2008; last").split(" ; ")[1].split()[2:]
    assert way[-1] == "2008"
    assert "2009" not in way


def test_8_17_a_way_off_the_map_is_filled_in_too() -> None:
    state = quiet()
    token = hide(state, "3113", "c_inf_1")
    said = typed(state, f"move {token} sanctuary; last", AL_QAEDA, "c").split(" ; ")[1].split()
    assert said[-1] == "sanctuary"
    assert len(said) == 4


def test_8_1_a_way_that_is_too_long_is_refused_with_what_it_takes() -> None:
    state = together()
    table = planning(state)
    before = bytes_of(state)
    assert table.pending is not None
    with pytest.raises(IllegalMove, match=r"that takes \d+(\.5)? movement points, it has 4, and comes as far as \d{4}"):
        FORMS.read_orders(state, table.pending, COALITION, "move 1-87 C/1 1905; last", peek_of(table, COALITION))
    assert bytes_of(state) == before


def test_8_2_a_step_that_leads_nowhere_is_refused_with_the_hexes_next_to_it() -> None:
    state = together()
    for hex in state.numbers.ground.hexes.neighbours("1404"):
        hide(state, hex, "a_dec_1")
    with pytest.raises(IllegalMove, match="no way that it can go leads from 2010 to 1404") as found:
        typed(state, "move 1-87 C/1 1404; last")
    assert set(found.value.legal) == set(state.numbers.ground.hexes.neighbours("2010"))


def test_8_2_step_by_step_only_one_unit_moves_at_a_time() -> None:
    state = together()
    act(state, "tfr", "movement")
    table = run(movement(state, LIVE), state)
    assert table.pending is not None
    peek = peek_of(table, COALITION)
    said = FORMS.read_orders(state, table.pending, COALITION, "move 1-87 C/1 2008", peek)
    assert said == ["move r_1_87_c1 2009 2008"]
    with pytest.raises(IllegalMove, match="name one"):
        FORMS.read_orders(state, table.pending, COALITION, "move 1-87 C/1, 1-87 C/2 2009", peek)


@pytest.mark.parametrize(("text", "said"), [
    ("2007", "move r_1_87_c1 2008 2007"), ("move 1-87 C/1 2007", "move r_1_87_c1 2008 2007"), ("stay", "stay")])
def test_8_7_the_rest_of_a_move_is_filled_in_whether_its_unit_is_named_or_not(text: str, said: str) -> None:
    table, state = half_way()
    assert table.pending is not None
    assert FORMS.read_orders(state, table.pending, COALITION, text, peek_of(table, COALITION)) == [said]


def test_8_7_another_unit_that_is_named_does_not_make_the_one_half_way_go_on() -> None:
    table, state = half_way()
    before = bytes_of(state)
    assert table.pending is not None
    with pytest.raises(IllegalMove, match="1-87 C/1 goes on, or stays"):
        FORMS.read_orders(state, table.pending, COALITION, "move 1-87 C/2 2008", peek_of(table, COALITION))
    assert bytes_of(state) == before


@pytest.mark.parametrize(("seat", "marker", "flies"), [(COALITION, "tfr", True), (AL_QAEDA, "a", False)])
def test_16_3_only_who_has_helicopters_is_told_how_they_fly(seat: str, marker: str, flies: bool) -> None:
    state = together()
    hide(state, "1808", "a_inf_1")
    table = planning(state, marker)
    assert table.pending is not None
    said = FORMS.prompt(state, table.pending, seat, peek_of(table, seat))
    assert ("`fly`" in said) == flies
    assert ("the Sanctuary last" in said) == (seat == AL_QAEDA)


def test_8_1_a_beginning_means_who_is_in_play_if_the_others_are_not() -> None:
    state = together()
    put(state, "khowst", "t11_qrf_1")
    act(state, "tf11", "movement")
    table = run(movement(state, LIVE), state)
    assert table.pending is not None
    peek = peek_of(table, COALITION)
    assert FORMS.read_orders(state, table.pending, COALITION, "move qrf 3207", peek) == ["move t11_qrf_1 3207"]
    put(state, "khowst", "t11_qrf_2")
    with pytest.raises(IllegalMove, match="qrf may be more than one"):
        FORMS.read_orders(state, table.pending, COALITION, "move qrf 3207", peek)


@pytest.mark.parametrize("text", ["move infantry 6 1809", "move inf 6 1809", "move hvt 1809", "move value target 1809"])
def test_5_3_a_part_of_a_name_means_who_is_in_action(text: str) -> None:
    state = quiet()
    tokens = [hide(state, "1808", face) for face in ("a_inf_6", "b_inf_6", "c_inf_6", "a_hvt_1", "c_hvt_1")]
    wanted = tokens[2] if "inf" in text else tokens[4]
    assert typed(state, text, AL_QAEDA, "c") == f"last ; move {wanted} 1809"


def test_5_3_a_whole_name_means_just_that_counter() -> None:
    state = quiet()
    for face in ("a_inf_6", "c_inf_6"):
        hide(state, "1808", face, up=True)
    with pytest.raises(IllegalMove, match="its command is not in action"):
        typed(state, "move A Infantry 6 1809", AL_QAEDA, "c")


def test_18_whoever_sees_what_a_counter_is_reads_it_in_refusals() -> None:
    state = quiet()
    for face in ("c_inf_5", "c_inf_6"):
        hide(state, "1808", face)
    with pytest.raises(IllegalMove) as refused:
        typed(state, "move infantry 1809", AL_QAEDA, "c")
    assert refused.value.legal == ("C Infantry 5 (token 1, face down)", "C Infantry 6 (token 2, face down)")


def test_8_1_a_hex_that_is_not_on_the_map_is_named_as_one() -> None:
    for text in ("move 1-87 C/2 3399", "move 1-87 C/2 0000 2008"):
        with pytest.raises(IllegalMove, match="is no hex of the map, which goes from 0101 to 3226"):
            typed(together(), text)


def test_8_1_what_is_legal_begins_with_who_is_in_action() -> None:
    state = together()
    with pytest.raises(IllegalMove) as refused:
        typed(state, "move nobody 2008", marker="tfd")
    commands = {unit.name: unit.command for unit in state.numbers.units.values()}
    active = [commands[name] == "tfd" for name in refused.value.legal if name in commands]
    assert active == [True] * sum(active) + [False] * active.count(False)
    assert 0 < sum(active) < len(active)


def test_12_1_a_counter_of_al_qaeda_is_named_by_what_no_other_is_called() -> None:
    state = quiet()
    for face in ("b_hvy_1", "a_inf_1", "b_inf_1"):
        hide(state, "1808", face)
    act(state, "b", "movement")
    names = counter_names(state, secrets_of(state).get)
    assert names.begun("d-30") == ["t1"]
    assert names.begun("infantry 1") == []


def test_12_1_what_may_be_named_are_ones_own_counters() -> None:
    state = together()
    table = planning(state)
    assert table.pending is not None
    with pytest.raises(IllegalMove) as found:
        FORMS.read_orders(state, table.pending, COALITION, "move nobody 2008", peek_of(table, COALITION))
    assert not any("token" in legal for legal in found.value.legal)


def test_16_2_a_landing_far_from_the_enemy_is_found_by_its_column() -> None:
    state = quiet()
    hide(state, "1808", "a_inf_1")
    put(state, "khowst", TWO[0], "h_ch47_1")
    table = planning(state, "tfr")

    def follow(text: str) -> dict[str, str]:
        assert table.pending is not None
        found = FORMS.follow(state, table.pending, COALITION, text, peek_of(table, COALITION))
        return {choice.words: choice.id for choice in found.choices}

    begun = "fly CH-47 1, 1-87 C/1 "
    assert "2720" not in follow(begun)
    assert "elsewhere" in follow(begun)
    assert set(follow(f"{begun}elsewhere ")) == {f"{column:02}" for column in range(1, 33)}
    far = follow(f"{begun}elsewhere 27 ")
    assert "2720" in far
    assert all(hex.startswith("27") for hex in far)
    assert typed(state, f"{begun}elsewhere 27 2720; last") == typed(state, f"{begun}2720; last")
    with pytest.raises(IllegalMove, match="where does it land"):
        typed(state, f"{begun}elsewhere 27; last")
    assert "elsewhere" not in follow("move 1-87 C/1 ")


def test_r110_more_is_offered_until_it_is_said_and_read_however_often() -> None:
    state = together()
    table = planning(state, "tfr")
    assert table.pending is not None
    for begun, is_offered in (("", True), ("more ", False), ("more; ", False)):
        words = {one.words for one in FORMS.follow(state, table.pending, COALITION, begun, {}).choices}
        assert ("more" in words) is is_offered, begun
        assert "move" in words
    assert typed(state, "more; more; more") == typed(state, "more")
