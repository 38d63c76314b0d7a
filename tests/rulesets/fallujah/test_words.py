"""What people type, what they are asked, what they are told may be typed."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from fallujah.boards import arrived, bytes_of, decisions, fresh, put, quiet, run
from fallujah.boards_words import asked, battle, city, nobody, read

from pbem.errors import IllegalMove
from pbem.kit.chances import average, percent
from pbem.play.requests import Roll
from pbem.play.table import Table
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.forms import FORMS
from pbem_games.fallujah.leaders import check_leader
from pbem_games.fallujah.offensive import continue_move
from pbem_games.fallujah.sequence import play, take_turn
from pbem_games.fallujah.state import State

PURCHASES = [
    ("none", "setup"),
    ("north 1/5 2/1 c/1tk west a/2aa fr air4*2 netwar*2",
     "setup north=usmc_1_5,usmc_2_1,usmc_c_1tk west=usmc_a_2aa,usmc_fr buy=air4*2,netwar*2"),
    ("1/5 2/1 to north, A/2AA west 2 air4 1 soa",
     "setup north=usmc_1_5,usmc_2_1 west=usmc_a_2aa buy=air4*2,soa*1"),
    ("setup 2-7 cav north", "setup north=usa_2_7"),
    ("north 2-7", "setup north=usa_2_7"),
    ("north 2 lar 1 R hmm a art3 2", "setup north=usmc_2lar,usmc_1r,hel_t1 buy=art3*2"),
    ("north=usmc_1_5,usmc_2_1 buy=air4*2", "setup north=usmc_1_5,usmc_2_1 buy=air4*2"),
    ("south base a2tk, 2x air3, airstrike4", "setup south=usmc_a_2tk buy=air4*1,air3*2"),
    ("north 1/5 south 1/8 north 2/1", "setup north=usmc_1_5,usmc_2_1 south=usmc_1_8"),
]
OPERATIONS = [
    ("j1", "j1"), ("j1 north 1/8 air4*2", "j1 north=usmc_1_8 buy=air4*2"), ("buy netwar", "j1 buy=netwar*1"),
    ("j1 3-4 ss 1", "j1 r3p04=usmc_ss_1"), ("j2 netwar 3-2 3-7", "j2 netwar:r3p02 netwar:r3p07"),
    ("isr furqan", "j2 netwar:r3p10"), ("j2 intel 3-2 netwar hospital", "j2 intel:r3p02 netwar:r1p06"),
    ("j3 1/5 to 3-2", "j3 ground usmc_1_5 path=r3p02"),
    ("1/5 3/4 to train station", "j3 ground usmc_1_5,usmc_3_4 path=r3p02"),
    ("j3 ground 1/5 c/1tk to r3p02", "j3 ground usmc_1_5,usmc_c_1tk path=r3p02"),
    ("j3 2/1 2 lar to 3-5", "j3 ground usmc_2_1,usmc_2lar path=r3p05"),
    ("j3 2/1 to jolan", "j3 ground usmc_2_1 path=r2p04"),
    ("j3 2/1 via 3-3 to 3-2", "j3 ground usmc_2_1 path=r3p03,r3p02"),
    ("j3 2/1 3-3 3-2", "j3 ground usmc_2_1 path=r3p03,r3p02"),
    ("j3 2lar to shark", "j3 ground usmc_2lar path=r3p03,r2p03,r1p03,r1p02"),
    ("j3 2/1 2 lar from 3-4 to 3-5", "j3 ground usmc_2_1,usmc_2lar path=r3p05"),
    ("j3 all 3-4 to 3-5", "j3 ground usmc_2_1,usmc_2lar path=r3p05"),
    ("3-4 to 3-5", "j3 ground usmc_2_1,usmc_2lar path=r3p05"), ("fly hmla 3-5 land", "j3 air hel_g1 to=r3p05 land"),
    ("fly hmla land", "j3 air hel_g1 to=r2p05 land"), ("hmla 3-6 aloft", "j3 air hel_g1 to=r3p06 aloft"),
    ("j3 fly hmma with mp to 3-5", "j3 air hel_t1 carry=hel_t1:usmc_mp to=r3p05 land"),
    ("j3 hmm a mp 3-5", "j3 air hel_t1 carry=hel_t1:usmc_mp to=r3p05 land"),
    ("j3 mp aboard hmma to 3-5", "j3 air hel_t1 carry=hel_t1:usmc_mp to=r3p05 land"),
    ("j3 fly hmma carry hmma mp to 3-5", "j3 air hel_t1 carry=hel_t1:usmc_mp to=r3p05 land"),
    ("a/2aa with 36cdo to 1-10", "j3 ground usmc_a_2aa carry=usmc_a_2aa:ig_36c path=r1p10"),
    ("j3 nswg to 1-7", "j3 ground usn_nswg path=r1p07"), ("j3 leap nswg to 2-12", "j3 leap usn_nswg to=r2p12"),
    ("j3 nswg to 2-6 infiltrate", "j3 ground usn_nswg path=r2p06 infiltrate"),
    ("j3 1/5 to west", "j3 transfer usmc_1_5 to=west"),
    ("transfer 1/5 fr east base", "j3 transfer usmc_1_5,usmc_fr to=east"),
    ("j3 network ; nswg to 2-6 ; 1 ceb to 2-6",
     "j3 network netwar ; ground usn_nswg path=r2p06 ; ground usmc_1ceb path=r2p06"),
    ("interdict 3-5 air4", "j3 interdict r3p05 air4*1"),
    ("j3 strike with 2 air4 soa on jolan", "j3 interdict r2p04 air4*2,soa*1"), ("j4 refit north", "j4 refit north"),
    ("refit north base", "j4 refit north"), ("j4 build souk", "j4 build r2p05"), ("build fob 2-5", "j4 build r2p05"),
    ("j5 netwar*2", "j5 netwar*2"), ("infowar 2 netwar, intel", "j5 netwar*2,intel*1"), ("stand down", "stand_down"),
    ("j1   # 1 OP, buys nothing", "j1"),
]  # fmt: skip
MISTAKES = [
    ("", "no operation is named"), ("hello", "hello is not understood"), ("j3", "no unit is named"),
    ("j3 1/5", "no place to go to"), ("j3 1/9 to 3-2", "did you mean 1/5"), ("j3 1/5 to 4-4", "Train Station"),
    ("j3 2/1 to 3-5 4-4", "holds a node"), ("j3 all 3-3 to 3-2", "nobody in Jughayfi West"),
    ("all north to 3-2", "too many battalions"), ("j4 repair main", "it is whole"),
    ("j4", "refits, repairs or builds"), ("j4 refit 3-3", "neither a FOB nor an Amtrac"), ("j2", "no space is named"),
    ("j2 netwar 3-3", "3-3 Jughayfi West"), ("j5", "something is missing"), ("j1 1/8", "no place is named for 1/8"),
    ("j1 south 1/5", "1/5 is in play"), ("j1 x", "x is not understood"), ("j1 leader 1/8", "a leader is kept"),
    ("j3 interdict 3-5", "something is missing"), ("pass", "only the players of a team"),
    ("end", "nodes are on the map"), ("j1 north 1/8 air4*0", "no number from 1"),
    ("fly mp to 3-5", "flies only as a rider"), ("j3 fr aboard to 3-2", "say who carries whom"),
    ("j3 network ; 1/5 to west ; fr to 3-2", "nobody transfers"), ("j1 1/8 moon", "moon is not understood"),
]  # fmt: skip


def at_a_turn(**options: Any) -> tuple[State, Table[Any]]:
    state = city(networked_operations=True, interdiction=True, **options)
    return state, run(take_turn(state))


@pytest.mark.parametrize(("text", "say"), PURCHASES)
def test_7_1_a_first_purchase_is_typed_as_people_would(text, say):
    state = fresh()
    assert read(state, run(play(state)), text) == say


@pytest.mark.parametrize(("text", "say"), OPERATIONS)
def test_10_1_an_operation_is_typed_as_people_would(text, say):
    state, table = at_a_turn()
    before = bytes_of(state)
    assert read(state, table, text) == say
    assert read(state, table, say) == say
    assert bytes_of(state) == before


@pytest.mark.parametrize(("text", "told"), MISTAKES)
def test_10_1_a_mistake_says_what_is_wrong_and_what_is_near(text, told):
    state, table = at_a_turn()
    with pytest.raises(IllegalMove) as error:
        read(state, table, text)
    assert told in str(error.value)
    assert "r3p0" not in str(error.value)  # ids are not for people


def test_18_4_a_bridge_is_named_by_itself_or_by_its_space():
    state = quiet()
    state.blown = ["main"]
    put(state, "r1p09", "usmc_1ceb")
    table = run(take_turn(state))
    texts = ("j4 repair main", "repair main bridge", "repair 1-9", "j4 bridge main")
    assert [read(state, table, text) for text in texts] == ["j4 repair main"] * 4


def test_30_2_a_kept_leader_goes_with_a_unit_bought():
    state = fresh()
    state.leaders["ldr_2"] = "kept"
    table = run(play(state))
    assert read(state, table, "north 1/5 leader 1/5") == "setup north=usmc_1_5 leader=ldr_2:usmc_1_5"
    assert read(state, table, "north 1/5 leader ldr_2 1/5") == "setup north=usmc_1_5 leader=ldr_2:usmc_1_5"


def test_11_1_two_beginnings_are_told_apart():
    state = fresh()
    with pytest.raises(IllegalMove, match="1-5 Cav, 1-5 Inf"):
        read(state, run(play(state)), "1-5 north")


# ---------------------------------------------------------------- in a battle


def at_a_battle(*kinds: str) -> tuple[State, Table[Any]]:
    state = battle(*(kinds or ("mil_b", "fed_a", "jih_a")))
    return state, run(fight(state))


def roll_on(table: Table[Any], ours: int, theirs: int) -> None:
    """The dice of both sides until somebody is asked."""
    while isinstance(request := asked(table), Roll):
        table.answer((theirs if "opfor" in request.about else ours,) * request.dice)


def test_16_1_a_lead_unit_and_a_marker_are_typed_in_any_order():
    state, table = at_a_battle()
    assert read(state, table, "1/5") == "usmc_1_5"
    assert read(state, table, "lead mp with intel") == "usmc_mp intel"
    assert read(state, table, "netwar c/1tk") == "usmc_c_1tk netwar"
    for text, told in (("2/1", "not in the force"), ("netwar", "the unit that leads"), ("1/5 bomb", "bomb is not")):
        with pytest.raises(IllegalMove, match=told):
            read(state, table, text)


def test_16_1_the_chance_of_the_edge_is_said_before_it_is_rolled():
    state, table = at_a_battle()
    words = FORMS.prompt(state, asked(table), "coalition", nobody)
    assert "Battle of Maadhidi Mosque (mosque, C2), round 1: 1/5 4(2), C/1Tk 4(1), MP 2(1) against Mili" in words
    assert "OPFOR wins ties: 28%" in words  # 2 + 1 FOB against 3 + 1 C2: 10 of 36
    assert "Your fire now takes 1.7 of 3, all of them 15%; theirs costs 1.8 steps (0 4%, 1 28%, 2 50%, 3 19%)" in words
    shown = FORMS.examples(state, asked(table), state.seat, nobody)
    assert shown[:2] == ["1/5  # edge 28%", "c/1tk  # edge 17%"]
    assert "1/5 netwar  # edge 42%" in shown


def test_23_2_strikes_are_typed_by_kind_and_number_and_shown_with_what_they_bring():
    state, table = at_a_battle()
    table.answer("usmc_1_5 netwar")
    roll_on(table, 5, 2)
    assert asked(table).rule == "23.2"
    assert [read(state, table, text) for text in ("none", "all")] == ["none", "air4*2,art3*2,soa*1"]
    assert [read(state, table, text) for text in ("2 air4, 1 soa", "air4 2 soa")] == ["air4*2,soa*1"] * 2
    assert read(state, table, "air") == "air4*1"  # no other kind that is at hand begins so
    shown = FORMS.examples(state, asked(table), state.seat, nobody)
    assert shown[0] == "none  # takes 1.7 of 3, all of them 15%"
    assert "air4  # takes 2.2 of 3, all of them 44%; 17% to lose OPs" in shown
    for text, told in (("a", "not understood"), ("air3", "no air3 is at hand"), ("tanks", "not understood"),
                       ("air4*3", "2 at hand")):  # fmt: skip
        with pytest.raises(IllegalMove, match=told):
            read(state, table, text)


def test_16_3_hits_are_typed_unit_by_unit():
    state, table = at_a_battle()
    table.answer("usmc_1_5 netwar")
    roll_on(table, 5, 3)
    table.answer("none")
    roll_on(table, 5, 3)
    assert asked(table).rule == "16.3"
    assert read(state, table, "hits 1/5 mp") == "usmc_1_5,usmc_mp"
    assert read(state, table, "mp 1/5") == "usmc_1_5,usmc_mp"
    assert read(state, table, "1/5 1/5") == read(state, table, "2x 1/5") == "usmc_1_5,usmc_1_5"
    assert FORMS.examples(state, asked(table), state.seat, nobody)[0] == "1/5 mp  # 1/5 reduced, MP eliminated"
    with pytest.raises(IllegalMove, match="2 hits to be spread"):
        read(state, table, "mp mp")


def test_16_7_going_on_and_withdrawing_are_typed_plainly():
    state, table = at_a_battle()
    for say in ("usmc_1_5 netwar", "none", "usmc_1_5,usmc_c_1tk"):
        table.answer(say)
        roll_on(table, 5, 3)
    assert asked(table).rule == "16.7"
    texts = {
        "continue": "continue", "fight on": "continue", "withdraw all to 2-5": "withdraw usmc_1_5,usmc_mp to=r2p05",
        "retreat 1/5 souk": "withdraw usmc_1_5 to=r2p05",
        "withdraw fly hmma mp west": "withdraw fly=hel_t1:usmc_mp:west",
        "withdraw 1/5 to 2-5 fly hmm a mp north": "withdraw usmc_1_5 to=r2p05 fly=hel_t1:usmc_mp:north",
    }  # fmt: skip
    assert {text: read(state, table, text) for text in texts} == texts
    for text, told in (("withdraw", "nobody is named"), ("withdraw all", "2-5 Souk"),
                       ("withdraw 1/5 to 4-5", "4-5 Muallimin"),
                       ("withdraw fly hmma c/1tk north", "HMM A cannot fly C/1Tk")):  # fmt: skip
        with pytest.raises(IllegalMove, match=told):
            read(state, table, text)
    words = FORMS.prompt(state, asked(table), "coalition", nobody)
    assert "In a round edge 28%" in words
    assert "the battle is lost and costs 3 OPs" in words
    shown = FORMS.examples(state, asked(table), state.seat, nobody)
    assert shown[:2] == ["withdraw all to 2-5  # Souk; the battle is lost", "continue  # another round"]


def test_29_1_a_leader_joins_the_unit_that_is_typed():
    state = quiet()
    arrived(state, "r3p05", "usmc_1_5", "usmc_2_1")
    table = run(check_leader(state))
    table.answer((6, 6))
    assert read(state, table, "2/1") == "usmc_2_1"
    assert "which unit does he join" in FORMS.prompt(state, asked(table), "coalition", nobody)


def test_14_1_moving_on_is_typed_as_a_way_or_its_goal():
    state = city()
    arrived(state, "r3p06", "usmc_fr", points=2).leaves_msr = True
    table = run(continue_move(state))
    texts = {"stop": "stop", "to 4-6": "path=r4p06", "hadra infiltrate": "path=r4p06 infiltrate"}
    assert {text: read(state, table, text) for text in texts} == texts
    assert read(state, table, "to 3-7") == "path=r3p07"
    assert "2 movement points left" in FORMS.prompt(state, asked(table), "coalition", nobody)
    assert FORMS.examples(state, asked(table), state.seat, nobody)[0] == "stop  # the operation ends"


def test_24_1_helicopters_fly_on_to_a_place():
    state = city()
    arrived(state, "r3p06", "hel_g2", mode="air")
    table = run(continue_move(state))
    assert read(state, table, "to 3-7 land") == "to=r3p07 land"
    assert read(state, table, "4-6 aloft") == "to=r4p06 aloft"


def test_35_consent_is_yes_or_no_by_a_letter():
    state = quiet(team="two_by_service")
    put(state, "north", "usa_2_7")
    table = run(take_turn(state))
    table.answer("j3 ground usa_2_7 path=r3p02")
    request = asked(table)
    says = [FORMS.read_orders(state, request, "player_2", text, nobody) for text in ("y", "no", "al")]
    assert says == [["yes"], ["no"], ["always"]]
    told = FORMS.prompt(state, request, request.seat, nobody)
    assert "asks for consent to j3: ground; 2-7 Cav; path Train Station" in told


# ---------------------------------------------------------------- examples


def test_10_1_a_turn_shows_a_short_list_with_costs_the_best_guess_first():
    state, table = at_a_turn()
    shown = FORMS.examples(state, asked(table), state.seat, nobody)
    assert shown[0] == "j5 netwar*2 intel  # 1 OP: each brings 1.5 OPs on average"
    assert shown[-1] == "stand_down  # gives up the 41 OPs that are left"
    assert len(shown) <= 20
    assert "j4 refit north  # 1 OP: 2/2" in shown
    assert any(line.startswith("j3 2/1 2lar to 3-5  # 1 OP: Maadhidi Mosque, C2") for line in shown)
    for line in shown:
        read(state, table, line)


def test_34_the_order_of_battle_is_offered():
    state = fresh(historical_order_of_battle=True)
    table = run(play(state))
    (shown,) = FORMS.examples(state, asked(table), state.seat, nobody)
    assert read(state, table, shown).startswith("setup north=usmc_2_1,usmc_c_1tk")
    assert "The order of battle: setup north 2/1 " in FORMS.prompt(state, asked(table), "coalition", nobody)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_shown_is_taken_all_through_a_battle(seed):
    rng = random.Random(seed)
    state = fresh(interdiction=True, joint_operations=seed == 1)
    table = run(play(state))
    for request in decisions(table, rng, most=500):
        shown = [e for e in FORMS.examples(state, request, state.seat, nobody) if "stand_down" not in e]
        assert shown
        assert FORMS.prompt(state, request, request.seat, nobody)
        says = [read(state, table, e) for e in shown]
        table.answer(rng.choice(says[1:] or says))


def test_percent_never_says_sure_of_what_is_not():
    from fractions import Fraction

    assert [percent(Fraction(n, 1000)) for n in (0, 1, 5, 15, 500, 999, 1000)] == [
        "0%", "1%", "1%", "2%", "50%", "99%", "100%"]
    assert [average(Fraction(n, 20)) for n in (0, 1, 33)] == ["0.0", "0.1", "1.7"]


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_is_refused_or_read_and_never_breaks(seed):
    rng = random.Random(seed)
    positions = [at_a_turn(), at_a_battle(), (fresh(), run(play(fresh())))]
    known = " ".join([*(t for t, _ in OPERATIONS), *(t for t, _ in MISTAKES), *(t for t, _ in PURCHASES)]).split()
    for _ in range(300):
        state, table = rng.choice(positions)
        text = " ".join(rng.sample(known, rng.randint(0, 7)))[:rng.randint(0, 60)]
        before = bytes_of(state)
        with contextlib.suppress(IllegalMove):
            say = read(state, table, text)
            assert read(state, table, say) == say
        assert bytes_of(state) == before


def test_10_1_before_to_a_beginning_is_a_unit_though_a_space_has_that_code():
    state = quiet()
    put(state, "north", "usa_2_7", "usa_2_2", "usmc_a_2aa")
    table = run(take_turn(state))
    assert read(state, table, "j3 2-7 2-2 a/2aa to train station") == "j3 ground usmc_a_2aa,usa_2_7,usa_2_2 path=r3p02"
