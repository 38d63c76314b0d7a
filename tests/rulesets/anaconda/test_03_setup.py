"""2, 3 Counters and setting up."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import answer, fresh, hide, opened, quiet, refused, run

from pbem.errors import IllegalMove
from pbem.play.playout import SeededDice
from pbem.play.requests import Ask, DrawSecret, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, SEATS
from pbem_games.anaconda.orders import placing_form
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.sequence import play
from pbem_games.anaconda.setup import place_start_map, set_up, spread
from pbem_games.anaconda.state import OUT, POOL, SPECIAL, State, reinforcement_pool
from pbem_games.anaconda.turns import start_turn

HEXES = [f"{c:02}{r:02}" for c in range(2, 32) for r in range(2, 26)]


def set_out(state: State, seed: int = 1) -> Table[Any]:
    """Setting up, as far as Al Qaeda's placing: its picks are drawn and sealed."""
    table = Table(set_up(state), seats=SEATS)
    assert isinstance(table.pending, DrawSecret)
    table.answer(SeededDice(seed))
    assert isinstance(table.pending, SealMany)
    table.answer({AL_QAEDA: table.pending.truth(AL_QAEDA, table.peek)})
    assert isinstance(table.pending, Write)
    assert table.pending.about == "place"
    return table


def placed(state: State, *hexes: str) -> str:
    """All tokens, the first of them in these hexes, the others one by one elsewhere."""
    ids = list(state.tokens)
    others = [hex for hex in HEXES if hex not in hexes]
    return placing_form(ids).spell(tuple(zip(ids, [*hexes, *others[: len(ids) - len(hexes)]], strict=True)))


def read(state: State, table: Table[Any], text: str, seat: str = AL_QAEDA) -> list[str]:
    """The canonical words of what is typed."""
    return FORMS.read_orders(state, table.pending, seat, text, peek_of(table, seat))


def test_t1_2_2_vehicles_are_the_tanks_gun_trucks_and_artillery():
    numbers = fresh().numbers
    assert [id for id in numbers.units if numbers.is_vehicular(id)] == [
        id for id, unit in numbers.units.items() if unit.type in ("tank", "gun_truck", "artillery")]
    assert numbers.is_vehicular("d_gh_t1")
    assert not numbers.is_vehicular("r_1_87_mtr")


def test_t2_2_6_nations_are_us_nato_and_amf():
    units = fresh().numbers.units
    assert [units[id].nation for id in ("t64_sas_1", "d_oda_372", "d_zia_1", "c_ppcli_a", "c_4_31_a")] == [
        "nato", "us", "amf", "nato", "us"]


def test_2_the_box_holds_192_counters_and_79_of_them_fill_the_bag():
    numbers = fresh().numbers
    assert [len(ids) for ids in (numbers.units, numbers.coalition, numbers.bag)] == [192, 112, 79]
    assert numbers.bag_of(True) == (*numbers.bag, "obl")
    assert len(numbers.mobile_of(False)) == 51
    assert sum(numbers.is_ground(id) for id in numbers.coalition) == 82
    assert sum(numbers.is_helicopter(id) for id in numbers.coalition) == 15
    box = numbers.box
    assert len(numbers.units) + sum((box.command, box.panic, box.jihad, box.friendly_fire, box.turn, box.pinned,
                                     box.casualty)) == 228


def test_t6_3_3_commando_is_not_in_the_pool_of_the_nine_standard_turns():
    assert sorted(fresh().command_pool) == ["a", "b", "c", "jihad", "panic", "tf11", "tf64", "tfd", "tfr"]


@pytest.mark.parametrize("turn", range(1, 10))
def test_t6_3_3_no_standard_turn_brings_commando_into_the_pool(turn):
    state = quiet()
    state.phase, state.turn = "start", turn
    table = run(start_turn(state), state)
    assert (table.pending, "tfc" in state.command_pool) == (None, False)
    assert {state.units[id].place for id in ("c_ppcli_a", "c_4_31_a")} == {SPECIAL}


def test_t8_3_4_a_fourth_counter_in_a_hex_is_refused():
    state = fresh()
    table = set_out(state)
    refused(table, state, placed(state, "1710", "1710", "1710", "1710"), rule="3.4", because="3 at most")


def test_r2_3_4_hexes_at_the_edge_are_refused_and_those_next_to_them_are_not():
    state = fresh()
    table = set_out(state)
    for edge in ("0105", "3205", "1001", "1026"):
        refused(table, state, placed(state, edge), rule="3.4", because="edge of the map")
    table.check(placed(state, "0202", "3125"))


@pytest.mark.parametrize(("typed", "because"), [
    ("t1 0105; rest", "hexes at the edge of the map"), ("t1 1710; rest 0105", "hexes at the edge of the map"),
    ("t1 gardez; rest", "there is no such hex"), ("t1 9999; rest", "9999 is no hex of the map"),
])
def test_3_4_a_place_that_cannot_be_is_refused_with_the_reason(typed, because):
    state = fresh()
    table = set_out(state)
    with pytest.raises(IllegalMove) as refusal:
        FORMS.read_orders(state, table.pending, AL_QAEDA, typed, table.peek)
    assert because in str(refusal.value)
    assert refusal.value.rule == "3.4"


def test_3_4_a_hex_of_many_is_found_by_its_column():
    state = fresh()
    table = set_out(state)

    def follow(text: str) -> list[str]:
        found = FORMS.follow(state, table.pending, AL_QAEDA, text, peek_of(table, AL_QAEDA))
        return [choice.words for choice in found.choices]

    assert not {"1805", "18", "elsewhere"} & {*follow("")}
    assert {"elsewhere", "t2", "rest"} <= {*follow("t1 ")}
    assert follow("t1 elsewhere ") == [f"{column:02}" for column in range(2, 32)], "no hex at the edge"
    assert [*follow("t1 elsewhere 18 ")] == [f"18{row:02}" for row in range(2, 26)]
    assert "1805" in follow("t1 elsewhere 18 1805 t2 "), "beside another one"
    assert "1805" not in follow("t1 1805 t2 1805 t3 1805 t4 "), "3 at most"
    many = " ".join(f"t{n}" for n in range(1, 31))
    assert {"18", "19"} <= {*follow(f"{many} ")}, "the columns at once, where there is room"
    assert read(state, table, "t1 elsewhere 18 1805; rest") == read(state, table, "t1 18 1805; rest") == read(
        state, table, "t1 1805; rest")
    for begun in ("t1 elsewhere", "t1 elsewhere 18"):
        with pytest.raises(IllegalMove, match="where"):
            read(state, table, begun)


def test_3_5_a_team_starts_in_one_of_the_best_hexes_or_in_one_of_a_column():
    state = fresh()
    hide(state, "1710", "a_inf_1")
    table = Table(place_start_map(state), seats=SEATS)

    def follow(text: str) -> list[str]:
        found = FORMS.follow(state, table.pending, COALITION, text, peek_of(table, COALITION))
        return [choice.words for choice in found.choices]

    assert len(follow("")) == 12 + 32
    assert "1805" in follow("18 ")
    assert "1710" not in follow("17 ")
    assert read(state, table, "18 1805", COALITION) == read(state, table, "1805", COALITION) == ["1805"]
    with pytest.raises(IllegalMove, match="1710 is not possible here"):
        read(state, table, "17 1710", COALITION)


@pytest.mark.parametrize("count", [47, 49])
def test_t10_3_4_set_up_is_of_48_counters(count):
    state = fresh()
    table = set_out(state)
    words = placed(state).split(" ")
    say = " ".join(words[:47] if count == 47 else [*words, "t49=1710"])
    refused(table, state, say, because="48 counters")


def test_r1_3_4_the_picks_are_known_to_al_qaeda_alone_and_sealed_one_by_one():
    state = fresh()
    table = set_out(state)
    assert len(state.tokens) == 48
    assert state.picks is not None
    picks = table.peek(state.picks)
    assert [table.peek(t.sealed) for t in state.tokens.values()] == list(picks)
    assert not any(table.secrets.is_public(t.sealed) for t in state.tokens.values() if t.sealed)
    assert all(t.face == "" for t in state.tokens.values())


def test_e_tokens_that_are_not_the_picks_are_not_signed():
    state = fresh()
    table = Table(set_up(state), seats=SEATS)
    table.answer(SeededDice(1))
    honest = list(table.pending.truth(AL_QAEDA, table.peek))
    other = next(id for id in state.numbers.bag if id not in honest)
    for cheat in ([other, *honest[1:]], [honest[1], *honest[1:]]):
        with pytest.raises(Exception, match="the tokens are the counters drawn"):
            table.check_seal(AL_QAEDA, cheat)
    table.check_seal(AL_QAEDA, honest)


def test_t130_20_7_a_fortification_by_a_compound_is_not_signed():
    state = fresh()
    table = set_out(state)
    faces = {t: table.peek(token.sealed) for t, token in state.tokens.items()}
    fort = next(t for t, face in faces.items() if state.numbers.units[face].type == "fortification")
    compound = next(t for t, face in faces.items() if state.numbers.units[face].type == "compound")
    placing = dict(spread(state, list(state.tokens)))
    placing[fort] = placing[compound]
    form = placing_form(tuple(state.tokens))
    refused(table, state, form.spell(tuple(placing.items())), rule="20.7", because="no fortification lies beside")


def test_t11_r21_the_pool_is_declared_as_large_as_it_is():
    state = fresh()
    table = set_out(state)
    table.answer(placed(state))
    assert isinstance(table.pending, Ask)
    assert table.pending.about == "reserve"
    picks = table.peek(state.picks)
    true = len([id for id in state.numbers.mobile_of(False) if id not in picks])
    assert table.pending.truth(table.peek) == true
    refused(table, state, str(true + 1), rule="3.4")
    table.answer(str(true))
    assert state.reserve == state.declared == true


def test_t12_3_5_start_map_teams_keep_two_hexes_away():
    state = quiet()
    for id in ("t64_sas_1", "t64_sas_2"):
        state.units[id].place = "in_hand"
    hide(state, "2110", "a_inf_1")
    table = run(place_start_map(state), state)
    near = ["2110", *state.numbers.ground.hexes.neighbours("2110")]
    for hex in near:
        refused(table, state, hex, rule="3.5")
    answer(table, "2112", "2108")
    assert [state.units[id].place for id in ("t64_sas_1", "t64_sas_2")] == ["2112", "2108"]


def test_t13_3_5_only_two_teams_start_on_the_map():
    state = quiet()
    for id in ("t64_sas_1", "t64_sas_2"):
        state.units[id].place = "in_hand"
    table = run(place_start_map(state), state)
    assert [table.pending.about] == ["t64_sas_1"]
    table.answer("1010")
    assert table.pending.about == "t64_sas_2"
    table.answer("1012")
    assert table.pending is None


def starting(state: State) -> Table[Any]:
    """Up to the bases of the counters that start."""
    table = set_out(state)
    answer(table, placed(state), str(table.pending and _reserve(table, state)))
    far = table.legal()[0]
    return answer(table, far, table.legal()[1])


def _reserve(table: Table[Any], state: State) -> int:
    picks = table.peek(state.picks)
    return len([id for id in state.numbers.mobile_of(state.options.osama) if id not in picks])


def test_t14_r8_3_5_each_counter_that_starts_gets_its_own_base():
    state = fresh()
    table = starting(state)
    assert isinstance(table.pending, Write)
    ids = [id for id, _ in table.options.default()]
    placing = tuple((id, "khowst" if id == "t64_nz" else "gardez") for id in ids)
    refused(table, state, placing_form(ids).spell(tuple((id, "1710") for id in ids)), rule="3.5", because="no base")
    table.answer(placing_form(ids).spell(placing))
    assert (state.units["t64_sas_3"].place, state.units["t64_nz"].place) == ("gardez", "khowst")
    assert (state.phase, problems(state)) == ("start", [])


def test_t15_r7_3_5_tf_11_waits_in_the_pool():
    state = fresh()
    ids = [id for id, u in state.numbers.units.items() if u.command == "tf11" and u.type != "leader"]
    assert {state.units[id].place for id in ids} == {POOL}


def test_r6_3_5_the_pool_holds_ground_helicopters_air_and_friendly_fire():
    pool = reinforcement_pool(fresh())
    assert {"h_ah64_3", "a_b52", "r_326_eng", "friendly_fire"} <= set(pool)
    assert len([id for id in pool if id.startswith("h_")]) == 7


def test_t17_3_5_batteries_and_leaders_are_out_of_play():
    state = fresh()
    assert {state.units[id].place for id in ("o_3_120_a", "o_3_120_b", "o_3_120_c", "l_tfr", "l_tf64")} == {OUT}
    assert state.units["c_ppcli_a"].place == SPECIAL
    assert fresh(leaders=True).units["l_tfr"].place == POOL


def test_t18_3_7_the_coalition_draws_first():
    state = quiet()
    state.phase, state.drawn = "start", 0
    table = run(play(state), state)
    assert opened(table).pending.about == "marker"  # the first draw is compulsory, so nobody was asked
    assert state.drawer == "coalition"
