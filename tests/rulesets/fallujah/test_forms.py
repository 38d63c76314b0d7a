"""An answer built word by word: what may follow, what is said beside it, and that all of it can be typed."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from fallujah.boards import arrived, decisions, fresh, node, put, quiet, run
from fallujah.boards_words import asked, battle, city, nobody, read

from costs import takes
from pbem.errors import IllegalMove
from pbem.kit.chances import mean
from pbem.kit.choices import Choice
from pbem.kit.following import Follow
from pbem.limits import MAX_SAY
from pbem.play.table import Table
from pbem_games.fallujah.bots import BOTS
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.forms import FORMS
from pbem_games.fallujah.forms.prospects import fight_at, fire_of_one, opfor_met
from pbem_games.fallujah.movement import goals
from pbem_games.fallujah.numbers import MOB
from pbem_games.fallujah.offensive import continue_move
from pbem_games.fallujah.sequence import play, take_turn
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.figures import unit_in_words

Position = tuple[State, Table[Any]]


def at_a_turn() -> Position:
    state = city(networked_operations=True, interdiction=True)
    return state, run(take_turn(state))


def at_a_battle() -> Position:
    state = battle("mil_b", "fed_a", "jih_a")
    return state, run(fight(state))


def follow(position: Position, text: str) -> Follow:
    state, table = position
    return FORMS.follow(state, asked(table), state.seat, text, nobody)


def choices(position: Position, text: str) -> dict[str, Choice]:
    return {choice.id: choice for choice in follow(position, text).choices}


# ---------------------------------------------------------------- 10.1 the first word


def test_10_1_only_operations_that_can_be_done_now_are_offered():
    state = quiet(interdiction=True, networked_operations=True)
    node(state, "r3p02")
    position = state, run(take_turn(state))
    heads = {"j1", "j2", "j3", "j4", "j5", "all", "end", "interdict", "network"}
    assert heads & {c.words for c in follow(position, "").choices} == {"j1"}
    put(state, "north", "usmc_1_5")
    assert heads & {c.words for c in follow(position, "").choices} == {"j1", "j3", "all"}
    state.available["netwar"] = 1
    assert heads & {c.words for c in follow(position, "").choices} == {"j1", "j2", "j3", "j5", "all"}
    state.units["usmc_1_5"].reduced = True
    state.available["air4"] = 1
    node(state, "r3p05", "c2")
    put(state, "north", "usmc_2_1")
    assert heads & {c.words for c in follow(position, "").choices} == heads - {"end"}
    state.nodes.clear()
    assert heads & {c.words for c in follow(position, "").choices} == {"j1", "j3", "j4", "j5", "all", "end", "network"}


def test_10_1_what_cannot_be_done_now_is_refused_with_the_reason():
    state = quiet(interdiction=True)
    node(state, "r3p02")
    position = state, run(take_turn(state))
    assert follow(position, "j4").why == "J-4 refits, repairs or builds, and none of these can be done now"
    assert follow(position, "j5").why == "no NetWar or Intel marker is at hand"
    assert follow(position, "interdict").why == "no node is revealed"
    assert follow(position, "end").why.startswith("a node is on the map, in Train Station")


# ---------------------------------------------------------------- 13 J-3 step by step


def test_10_1_j3_is_followed_by_units_that_can_go():
    position = at_a_turn()
    state = position[0]
    units = {id: c.remark for id, c in choices(position, "j3 ").items() if id in state.units}
    assert units["usmc_1_5"] == "North Base, 4(2)2"
    assert units["usmc_2_2"].endswith(", reduced")
    assert "fob_1" not in units  # 28.1 it does not move
    assert "usmc_1_8" not in units  # in the recruit box
    assert {"interdict", "network", "fly", "leap", "transfer", "all"} <= set(choices(position, "j3 "))


def test_13_after_a_unit_only_its_companions_and_to():
    position = at_a_turn()
    assert list(choices(position, "j3 2/1 ")) == ["to", "usmc_2lar"]
    assert list(choices(position, "j3 2/1 2lar ")) == ["to"]


def test_13_after_to_only_places_that_can_be_reached_with_what_is_there_and_odds():
    position = at_a_turn()
    state = position[0]
    found = choices(position, "j3 2/1 to ")
    assert list(found) == list(goals(state, ("usmc_2_1",)))
    assert found["r3p05"].words == "3-5 Maadhidi Mosque"
    assert found["r3p05"].remark == ("C2; OPFOR 0 18%, 1 50%, 2 32%; your fire takes 0.7 a round, all of them 40%; "
                                     "theirs costs 0.7 steps")
    assert found["r2p03"].remark.startswith("OPFOR 0 18%, 1 50%, 2 32%; your fire takes 1.3 a round")  # 16.5 open
    assert found["r3p04"].remark == "held by 2 LAR, FOB 1"
    assert "r4p04" in found
    assert "r4p04" not in choices(position, "j3 1/5 to ")


def test_13_1_a_way_goes_on_from_where_it_has_come_and_ends_at_a_node():
    position = at_a_turn()
    assert list(choices(position, "j3 2/1 to 3-3 ")) == ["r2p03", "r3p02", "r3p04", "r4p03", "r3p03"]
    assert list(choices(position, "j3 2/1 to 3-5 ")) == ["r3p05"]  # the rest of its name, and no other
    assert follow(position, "j3 2/1 to 3-5").is_answer
    assert not follow(position, "j3 2/1 to").is_answer


def test_13_an_unfinished_name_keeps_those_that_begin_so():
    position = at_a_turn()
    assert set(choices(position, "j3 2/1 to 3-")) == {"r3p02", "r3p03", "r3p04", "r3p05"}
    assert [c.words for c in follow(position, "j3 2/1 to maad").choices] == ["3-5 Maadhidi Mosque"]


def test_24_5_a_helicopter_takes_who_fits_and_lands_where_there_is_room():
    position = at_a_turn()
    assert set(choices(position, "fly hmma ")) == {"to", "with"}
    assert "usmc_mp" in choices(position, "fly hmma with ")
    assert "usmc_c_1tk" not in choices(position, "fly hmma with ")  # 24.5 light units only
    assert {"r3p05", "west"} <= set(choices(position, "fly hmma with mp to "))
    assert list(choices(position, "hmla to 3-6 ")) == ["land", "aloft", "r3p06"]


def test_27_1_infiltration_is_offered_to_sof_at_a_node():
    position = at_a_turn()
    assert list(choices(position, "j3 nswg to 2-6 ")) == ["infiltrate", "r2p06"]


def test_32_forces_of_a_network_meet_in_one_space():
    position = at_a_turn()
    assert list(choices(position, "j3 network netwar ; nswg to 2-6 ; 1 ceb to ")) == ["r2p06"]
    with pytest.raises(IllegalMove, match="two forces or more"):
        read(*position, "j3 network netwar ; nswg to 2-6")


def test_13_4_from_base_to_base():
    position = at_a_turn()
    assert list(choices(position, "j3 transfer 1/5 to ")) == ["south", "east", "west"]


def test_11_a_base_that_is_named_is_not_offered_again_until_another_is():
    state = quiet()
    position = state, run(take_turn(state))
    bases = {"north", "south", "east", "west"}
    assert bases & set(choices(position, "j1 ")) == bases
    assert bases & set(choices(position, "j1 north ")) == bases - {"north"}
    assert bases & set(choices(position, "j1 north 1/5 ")) == bases - {"north"}
    assert follow(position, "j1 north 1/5 north 2/1").is_answer


def test_11_prices_stand_beside_what_can_be_bought():
    position = at_a_turn()
    found = choices(position, "j1 north ")
    assert found["usmc_1_8"].remark == "1 OP: infantry 4(2)2"
    assert found["air4"].remark == "1/2 OP each, 2 to be had"
    assert "usmc_1_5" not in found


def test_14_1_a_force_that_has_won_is_offered_its_ways():
    state = city()
    arrived(state, "r3p06", "usmc_fr", points=2).leaves_msr = True
    position = state, run(continue_move(state))
    assert follow(position, "").choices[0].id == "stop"
    assert set(choices(position, "to ")) == set(choices(position, "")) - {"stop"}
    assert "infiltrate" in choices(position, "hadra ")


def test_16_1_leads_stand_with_their_chance():
    position = at_a_battle()
    assert {id: c.remark for id, c in choices(position, "").items()}["usmc_1_5"] == "edge 28%"
    assert {id: c.remark for id, c in choices(position, "1/5 ").items()} == {"netwar": "edge 42%", "intel": "edge 42%"}


def test_18_4_a_bridge_is_offered_where_it_can_be_repaired():
    state = quiet()
    state.blown = ["main"]
    put(state, "r1p09", "usmc_1ceb")
    position = state, run(take_turn(state))
    assert "repair" in choices(position, "j4 ")
    assert list(choices(position, "j4 repair ")) == ["main"]
    assert "repair" not in choices(at_a_turn(), "j4 ")  # both are whole


# ---------------------------------------------------------------- whatever is chosen


@pytest.mark.parametrize("make", [at_a_turn, at_a_battle, lambda: (s := fresh(), run(play(s)))])
def test_no_choice_leads_nowhere(make):
    """What is chosen word by word is read as it was meant; only the rules may find something wrong with it."""
    position, rng = make(), random.Random(1)
    for _ in range(12):
        text = ""
        for _ in range(7):
            found = follow(position, text).choices
            if not found:
                break
            text += f"{rng.choice(found).words} "
        why = follow(position, text).why
        assert not any(word in why for word in ("not understood", "more than one", "not possible")), (text, why)


@pytest.mark.parametrize("options", [{"interdiction": True, "networked_operations": True}, {"team": "two_by_service"}])
def test_canonical_words_are_read_as_themselves_all_through_a_game(options):
    rng, state = random.Random(3), fresh("vigilant_resolve", **options)
    table = Table(play(state), seats=tuple(state.seats))
    bots = {seat: BOTS["random"](seat) for seat in state.seats}
    met = set()
    for request in decisions(table, rng, most=900):
        say = request.options().spell(bots[request.seat].choose(state, request, nobody, rng))
        assert FORMS.read_orders(state, request, request.seat, say, nobody) == [say]
        met.add(request.rule)
        table.answer(say)
    assert {"7.1", "10.1", "16.1", "16.3"} <= met


@pytest.mark.parametrize("words", ["1/5 ", "j3 1/5 to " + "3-2 ", "3-2 ", "with ", "air4*2 ", "j3 network ; 1/5 ; "])
def test_the_longest_text_is_read_in_no_time(words):
    state, table = at_a_turn()
    text = ("j3 1/5 to " + words * MAX_SAY)[:MAX_SAY]

    def refused() -> None:
        with pytest.raises(IllegalMove):
            read(state, table, text)
        with pytest.raises(IllegalMove):
            read(state, table, ("j1 " + words * MAX_SAY)[:MAX_SAY])

    assert takes(refused, 4)


def test_14_1_the_odds_of_a_fight_are_exact_for_what_is_picked_from_the_bin():
    position = at_a_turn()
    state = position[0]
    met = opfor_met(state, "r3p05")
    fighting = sum(state.reaction_bin[kind] for kind in (*state.numbers.opfor, MOB))
    assert sum(met.values()) == 1
    assert mean(met) == Fraction(state.numbers.picks(state.morale) * fighting, sum(state.reaction_bin.values()))
    assert 0 < fire_of_one(state) < 1


def test_14_1_a_bin_without_fighters_brings_none_and_a_strongpoint_takes_hits_off():
    position = at_a_turn()
    state = position[0]
    before = fight_at(state, "r3p05", ["usmc_1_5"])
    state.nodes["r3p05"].type = "strongpoint"
    assert fight_at(state, "r3p05", ["usmc_1_5"]) != before
    state.reaction_bin = {kind: 0 if kind in (*state.numbers.opfor, MOB) else 1 for kind in state.reaction_bin}
    assert fight_at(state, "r3p05", ["usmc_1_5"]) == "no OPFOR is likely"


def test_4_2_what_a_counter_is_is_said_in_words():
    numbers = at_a_turn()[0].numbers
    assert unit_in_words(numbers, "hel_g1") == "gunships 4(3)air"
    assert unit_in_words(numbers, "usmc_1_5") == "infantry 4(2)2"
    assert not any("_" in unit_in_words(numbers, unit) for unit in numbers.units)
