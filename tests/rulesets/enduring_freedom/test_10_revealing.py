"""10, 20 Revealing Islamist and Northern Alliance counters; special markers."""

from __future__ import annotations

from enduring_freedom.boards import (
    SOF,
    answer,
    asks,
    done,
    foes,
    hidden,
    is_sound,
    line,
    north,
    north_hidden,
    only_underground,
    put,
    quiet,
    refused,
    run,
    told,
)

from pbem.play.requests import Draw
from pbem_games.enduring_freedom.admin import conceal
from pbem_games.enduring_freedom.combat.battle import battle
from pbem_games.enduring_freedom.combat.plan import BattlePlan
from pbem_games.enduring_freedom.intelligence import intelligence_phase, place_isr
from pbem_games.enduring_freedom.locations import place_islamists
from pbem_games.enduring_freedom.reveal import reveal, reveal_beside_coalition, reveal_phase
from pbem_games.enduring_freedom.words.dice import drawn_in_words


def test_20_2_A91_all_beside_a_coalition_unit_are_revealed():
    state = put(hidden(hidden(quiet("3d"), "kabul", 2), "herat"), "kabul", SOF)
    table = answer(run(reveal_phase(state)), ("tal_inf1_1",), ("tal_inf2_1",))
    assert table.pending is None
    assert [(c.id, c.up) for c in state.islamists["kabul"]] == [("tal_inf1_1", True), ("tal_inf2_1", True)]
    assert not state.islamists["herat"][0].up
    assert is_sound(state)


def test_20_3_A93_a_counter_seen_before_keeps_its_identity():
    state = foes(quiet("3d"), "kabul", "tal_inf1_1")
    conceal(state)
    assert not state.islamists["kabul"][0].up
    put(state, "kabul", SOF)
    assert run(reveal_phase(state)).pending is None  # nothing is drawn
    assert (state.islamists["kabul"][0].id, state.islamists["kabul"][0].up) == ("tal_inf1_1", True)


def test_20_1_R102_zones_come_in_the_order_of_the_data():
    state = north(hidden(hidden(quiet("3d"), "gardez"), "kabul"), "gardez", "na_arty")
    north(state, "kabul", "na_fahim")
    table = run(reveal_phase(state))
    assert asks(table) == ("20.0", "kabul")
    answer(table, ("tal_inf1_1",))
    assert asks(table) == ("20.0", "gardez")


def test_10_1_A36_nobody_knows_who_was_mobilized():
    state = quiet("6b")
    assert run(place_islamists(state, "kabul", 1, rule="28.6")).pending is None  # no draw
    (counter,) = state.islamists["kabul"]
    assert (counter.id, counter.up) == ("", False)
    assert is_sound(state)


def test_10_2_A37_an_ambush_brings_as_many_as_the_lower_line():
    state = put(foes(quiet("2b", jihad=10), "kabul", "mk_ambush_1", up=False), "ready", "isr_1")
    done(intelligence_phase(state), "isr isr_1 kabul", (1,))
    assert len(state.islamists["kabul"]) == 3
    assert not any(c.up or c.id for c in state.islamists["kabul"])
    assert any("mk_ambush_1" in bag for bag in state.bags.values())
    assert is_sound(state)


def test_10_2_A38_at_level_1_nobody_comes():
    state = foes(quiet("2b", jihad=1), "kabul", "mk_ambush_1", up=False)
    done(reveal(state, ["kabul"], "intelligence"))
    assert state.islamists["kabul"] == []


def test_10_2_R29_whom_an_ambush_brings_beside_the_coalition_is_revealed():
    state = put(foes(quiet("3d", jihad=2), "kabul", "mk_ambush_1", up=False), "kabul", SOF)
    done(reveal_phase(state), ("tal_inf1_1",))
    assert [(c.id, c.up) for c in state.islamists["kabul"]] == [("tal_inf1_1", True)]
    assert is_sound(state)


def test_10_2_R29_after_isr_they_stay_concealed_even_beside_the_coalition():
    state = put(foes(quiet("2b", jihad=2), "kabul", "mk_ambush_1", up=False), "kabul", SOF)
    assert run(reveal(state, ["kabul"], "intelligence")).pending is None
    assert [c.up for c in state.islamists["kabul"]] == [False]
    state = hidden(foes(quiet("3d", jihad=2), "herat", "mk_ambush_1", up=False), "kabul")
    assert run(reveal(state, ["herat"], "reaction")).pending is None  # nobody of the Coalition is there
    assert [c.up for c in state.islamists["herat"]] == [False]


def test_10_2_R28_an_ambush_comes_once_in_a_phase():
    state = put(foes(quiet("3d", jihad=2), "kabul", "mk_ambush_1", up=False), "kabul", SOF)
    state.ambushed = ["mk_ambush_1"]
    assert run(reveal_phase(state)).pending is None
    assert state.islamists["kabul"] == []


def test_10_2_A39_R30_intelligence_reveals_a_zone():
    state = hidden(foes(quiet("2b"), "kabul", "mk_intel_1", up=False), "herat", 2)
    table = run(reveal(state, ["kabul"], "intelligence"))
    assert asks(table)[0] == "10.2"
    assert state.islamists["kabul"] == []  # it went underground first
    refused(table, "none", state)
    answer(table, "herat", ("tal_inf1_1",), ("tal_inf1_2",))
    assert [c.up for c in state.islamists["herat"]] == [True, True]
    assert is_sound(state)


def test_10_2_markers_take_effect_one_after_another():
    state = put(foes(quiet("3d", jihad=2), "kabul", "mk_intel_1", "mk_deception_1", up=False), "kabul", SOF)
    foes(state, "herat", "mk_option", up=False)
    answer(run(reveal_phase(state)), "herat")
    assert (state.islamists["kabul"], state.islamists["herat"]) == ([], [])
    assert is_sound(state)


def test_10_2_A42_terror_beside_the_coalition_counts_in_the_battle():
    state = put(foes(quiet("3d"), "kabul", "mk_terror_1", "tal_inf2_1", up=False), "kabul", SOF)
    put(state, "kabul", SOF, reduced=True)
    done(reveal_phase(state))
    assert [c.id for c in state.islamists["kabul"]] == ["mk_terror_1", "tal_inf2_1"]
    table = run(battle(state, "islamist", BattlePlan("kabul")))
    answer(table, (1, 6), (1,), (5,))  # edge, fire, the spectacle
    assert table.pending is None
    assert state.booked == {"losses": -2, "terror": -5}
    assert [c.id for c in state.islamists["kabul"]] == ["tal_inf2_1"]
    assert is_sound(state)


def test_10_2_R32_a_coalition_win_turns_terror_round():
    state = put(foes(quiet("6d"), "farah", "mk_terror_1", "tal_inf1_1"), "farah", "us_26meu")
    table = run(battle(state, "islamist", BattlePlan("farah")))
    answer(table, (6, 1), (1,), (4,))
    assert state.booked == {"eliminations": 1, "terror": 4}
    assert "Battle in Farah: the Coalition wins" in told(table)


def test_10_2_R32_a_draw_is_worth_nothing():
    state = put(foes(quiet("6d"), "farah", "mk_terror_1", "tal_inf1_1"), "farah", "us_26meu")
    table = answer(run(battle(state, "islamist", BattlePlan("farah"))), (6, 1), (6,), (6,))
    assert (table.pending, state.booked, len(state.islamists["farah"])) == (None, {}, 1)


def test_10_2_A43_terror_seen_by_isr_does_nothing():
    state = put(foes(quiet("2b"), "kabul", "mk_terror_1", up=False), "ready", "isr_1")
    done(intelligence_phase(state), "isr isr_1 kabul", (2,))
    assert (state.islamists["kabul"], state.np) == ([], 50)


def test_13_1_A58_isr_sees_a_zone_on_1_to_3():
    for die, up in ((3, True), (4, False)):
        state = put(foes(quiet("2b"), "kabul", "tal_inf1_1", "tal_inf1_2", up=False), "ready", "isr_1")
        done(intelligence_phase(state), "isr isr_1 kabul", (die,))
        assert [c.up for c in state.islamists["kabul"]] == [up, up]
        assert state.units["isr_1"].place == "mobilization"


def test_13_1_A59_isr_sees_one_in_the_underground_on_1_to_5():
    state = put(quiet("2b"), "ready", "isr_1", "isr_2")
    table = answer(run(intelligence_phase(state)), "isr isr_1,isr_2 underground", (5,), ("tal_inf1_1",), (6,))
    assert table.pending is None
    assert (state.underground.up, state.underground.down) == (["tal_inf1_1"], 69)
    assert is_sound(state)


def test_13_1_R26_only_intelligence_works_in_the_underground():
    state = put(quiet("2b"), "ready", "isr_1", "isr_2")
    table = answer(run(intelligence_phase(state)), "isr isr_1,isr_2 underground", (5,), ("mk_ambush_1",), (5,))
    answer(table, ("mk_intel_1",), "kabul")
    assert (table.pending, state.underground.up) == (None, ["mk_ambush_1", "mk_intel_1"])
    assert is_sound(state)


def test_13_1_A158_R104_nothing_face_down_underground():
    state = only_underground(put(quiet("2b"), "ready", "isr_1"))
    state.airlifted.remove("tal_inf1_1")
    state.underground.up = ["tal_inf1_1"]
    table = answer(run(intelligence_phase(state)), "isr isr_1 underground", (2,))
    assert (table.pending, state.underground.up, state.units["isr_1"].place) == (None, ["tal_inf1_1"], "mobilization")
    assert "Nothing lies face down in the Underground" in told(table)


def test_13_2_A60_all_that_are_placed_are_rolled_and_spent():
    state = put(foes(quiet("2b"), "kabul", "tal_inf1_1", up=False), "ready", "isr_1", "isr_2")
    table = answer(run(intelligence_phase(state)), "isr isr_1,isr_2 kabul", (1,))
    assert asks(table) == ("13.1", "kabul")
    answer(table, (6,))
    assert [state.units[id].place for id in ("isr_1", "isr_2")] == ["mobilization"] * 2


def test_13_1_R17_isr_turns_up_the_northern_alliance_too():
    state = put(north_hidden(quiet("2b"), "herat"), "ready", "isr_1")
    done(intelligence_phase(state), "isr isr_1 herat", (1,), ("na_ismail",))
    assert [c.id for c in state.north["herat"]] == ["na_ismail"]
    state = put(quiet("2b"), "mobilization", "isr_1")
    assert run(intelligence_phase(state)).pending is None
    put(state, "ready", "isr_2")
    table = run(intelligence_phase(state))
    refused(table, "isr isr_1 kabul", state, rule="13.1", because="is not ready")
    assert place_isr(state, line(state, "isr isr_2 kabul")) == "ISR looks into Kabul"


def test_10_2_R75_a_rescue_mission_stays_open_where_it_is():
    state = put(foes(quiet("3d"), "kabul", "mk_rescue", up=False), "kabul", SOF)
    done(reveal_beside_coalition(state, "reaction"))
    assert [c.id for c in state.islamists["kabul"]] == ["mk_rescue"]


def test_30_1_R27_what_lies_open_underground_may_be_picked():
    state = quiet("6b")
    state.bags["bag_0"].remove("tal_inf1_1")
    state.underground.down, state.underground.up = 69, ["tal_inf1_1"]
    table = run(place_islamists(state, "kabul", 1, rule="28.6"))
    assert table.pending.pool.count("face_down") == 69
    answer(table, ("tal_inf1_1",))
    (counter,) = state.islamists["kabul"]
    assert (counter.id, counter.up, state.underground.up) == ("tal_inf1_1", False, [])
    assert is_sound(state)


def test_13_1_R109_nobody_is_asked_which_back_is_turned_up_underground():
    state = put(quiet("2b"), "ready", "isr_1")
    table = answer(run(intelligence_phase(state)), "isr isr_1 underground", (5,))
    assert isinstance(table.pending, Draw)  # one of all that lie there, each as likely
    assert sorted(table.pending.pool) == sorted(state.numbers.islamist)
    answer(table, ("aq_base_1",))
    assert (table.pending, state.underground.up, state.underground.down) == (None, ["aq_base_1"], 69)
    state = put(quiet("2b"), "ready", "isr_1")
    refused(run(intelligence_phase(state)), "isr isr_1 underground 3", state, rule="13.1")


def test_what_a_draw_says_does_not_begin_with_what_stands_before_it():
    """Who shows a draw writes `drawn:` first."""
    numbers = quiet("3d").numbers
    for token in ("tal_inf1_1", "face_down", "a bag that the draw goes on in"):
        assert not drawn_in_words(numbers, [token]).lower().startswith("drawn")
