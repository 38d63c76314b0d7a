"""What dice and draws mean in words: the charts of the dossier, checked by hand."""

from __future__ import annotations

import pytest
from fallujah.boards import fresh, hold, run
from fallujah.boards_fight import OPEN, URBAN, battle, go

from pbem_games.fallujah.combat.edge import settle_edge
from pbem_games.fallujah.combat.fire import Shooter, faces_of, read_volley
from pbem_games.fallujah.words import dice as words

NUMBERS = fresh().numbers
EVENTS = NUMBERS.tables.events


# ---------------------------------------------------------------- 16 battles


@pytest.mark.parametrize(
    ("space", "ours", "theirs", "has_it"),
    [
        (URBAN, 6, 4, "the Coalition has it"),
        (URBAN, 3, 4, "OPFOR has it"),
        (URBAN, 4, 4, "OPFOR has it: in this terrain it wins ties"),
        (OPEN, 4, 4, "the Coalition has it: in this terrain it wins ties"),
    ],
)
def test_16_1_the_edge_with_all_that_is_added(space, ours, theirs, has_it):
    """1/5 has contact 2, veteran jihadists 3; NetWar brings 1."""
    state = battle(space, "usmc_1_5", "jih_a")
    hold(state, netwar=1)
    table = run(settle_edge(state))
    table.answer("usmc_1_5 netwar")
    assert table.pending.side == "coalition"
    assert table.pending.reads((ours,)) == f"Tactical Edge: {ours} +2 (1/5 leads) +1 (NetWar, 12.3) = {ours + 3}"
    go(table, (ours,))
    assert table.pending.side == "opfor"
    told = f"{theirs} +3 (Jihadists, veteran leads) = {theirs + 3} against {ours + 3}, {has_it}"
    assert table.pending.reads((theirs,)) == f"Tactical Edge: {told}"


def test_16_2_each_die_hits_up_to_the_firepower():
    shooters = [Shooter("1/5", 4), Shooter("Militia, organized", 2), Shooter("Mob Attack", 0)]
    assert read_volley("Combat Results", shooters, (4, 3, 1)) == (
        "Combat Results: 1/5 rolls 4, hits (firepower 4); Militia, organized rolls 3, misses (firepower 2); "
        "Mob Attack rolls 1, misses (firepower 0)"
    )
    assert [list(faces) for faces in faces_of(shooters)] == [[1, 2, 3, 4], [1, 2], []]


def test_14_5_a_six_of_a_mob_is_nothing():
    assert words.mobs(EVENTS.mob_misses_from, (1, 5, 6)) == "Mob Attack, from 6 on nothing: firepower 1, 5, 0"


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ((1, 1), "2, a leader comes forward"), ((6, 6), "12, a leader comes forward"), ((5, 6), "11, nobody"),
        ((1, 2), "3, nobody"),
    ],
)  # fmt: skip
def test_29_1_a_leader_comes_on_two_or_twelve(dice, told):
    assert words.leader_check(NUMBERS.tables.leader_check.success, dice) == f"Leader, on 2 or 12: {told}"


# ---------------------------------------------------------------- NetWar, nodes, events


def test_12_1_isr_sees_from_three_on():
    least = NUMBERS.tables.netwar.reveals_from
    told = words.each("NetWar Table, ISR", "is seen", "is not seen", ["Jolan", "Souk"], least, (2, 3))
    assert told == "NetWar Table, ISR, 3 or more: Jolan is not seen, Souk is seen"


@pytest.mark.parametrize(("die", "ops"), [(1, "-1"), (2, "+0"), (3, "+1"), (4, "+2"), (5, "+3"), (6, "+4")])
def test_19_infowar_by_the_netwar_table(die, ops):
    told = f"NetWar Table, InfoWar: {die} gives {ops}; {ops} OPs"
    assert words.infowar(NUMBERS.tables.netwar.infowar, (die,)) == told


def test_19_infowar_adds_up():
    told = "NetWar Table, InfoWar: 1 gives -1, 6 gives +4; +3 OPs"
    assert words.infowar(NUMBERS.tables.netwar.infowar, (1, 6)) == told


def test_20_1_14_7_dice_that_count_from_a_least_one_on():
    assert (EVENTS.ied_hits_from, EVENTS.bridge_blown_from, EVENTS.deserts_from) == (6, 5, 5)
    told = words.each("Blow Bridges", "is blown", "holds", ["Brooklyn Bridge", "Main Bridge"], 5, (5, 4))
    assert told == "Blow Bridges, 5 or more: Brooklyn Bridge is blown, Main Bridge holds"


@pytest.mark.parametrize(("die", "told"), [(1, "odd, +1 OPs"), (4, "even, -4 OPs"), (5, "odd, +5 OPs")])
def test_14_7_media_wars(die, told):
    assert words.media_wars((die,)) == f"Media Wars: {told}"


def test_14_7_negotiations():
    assert words.negotiations((4,)) == "Negotiations: -4 OPs when the operation ends"


@pytest.mark.parametrize(("dice", "told"), [((2, 2, 3), "no more, a level down"), ((2, 3, 3), "more, a level up")])
def test_9_2_the_morale_check(dice, told):
    told = f"Morale Check: {sum(dice)} against 7 objectives and mosques held: {told}"
    assert words.morale_check(7, dice) == told


@pytest.mark.parametrize(("die", "told"), [(4, "passes"), (5, "is noticed")])
def test_27_1_infiltration(die, told):
    assert words.infiltration(4, (die,)) == f"Infiltration, up to contact 4: {told}"


def test_7_2_a_random_location():
    assert words.route((3,)) == "Random location: route 3"
    space = NUMBERS.spaces[NUMBERS.grid[3, 7]].name
    assert words.phase_line(NUMBERS, 3, (3, 4)) == f"Random location: route 3, phase line 7: {space}"


def test_what_is_drawn_is_named():
    assert words.counter_picked(NUMBERS, ("hw_b",)) == "Reaction Bin: Heavy weapons, mortars"
    assert words.counter_picked(NUMBERS, ("mob_attack",)) == "Reaction Bin: Mob Attack"
    assert words.node_revealed(NUMBERS, ("c2",)) == "Node: C2"
