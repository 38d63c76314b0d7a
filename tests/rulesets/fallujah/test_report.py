"""Looking back on a match: VP by source, indexes by turn, losses, the luck of the dice."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from fallujah.boards import fresh, put, quiet

from pbem.kit.chances import expected_hits, hits, luck_of, mean
from pbem.play.requests import Ask, Draw, Roll, Write
from pbem.play.table import Table, ToldSentence
from pbem_games.fallujah.combat.fire import Shooter, spell_volley
from pbem_games.fallujah.indexes import indexes_in, spell_indexes
from pbem_games.fallujah.report import report
from pbem_games.fallujah.sequence import play
from pbem_games.fallujah.state import State
from pbem_games.fallujah.victory import count_up


def story(*sentences: tuple[str, str]) -> list[ToldSentence]:
    return [ToldSentence(1, rule, text) for rule, text in sentences]


def headings(state: State, count: int) -> list[tuple[str, str]]:
    return [("8.1", f"Turn {n}: {70 - n} OPs, KIA {n - 3:+}, OPFOR Morale fanatic") for n in range(1, count + 1)]


def counted(state: State) -> list[tuple[str, str]]:
    """What the count of VP tells."""
    table = Table(count_up(state))
    return [(t.rule, t.text) for t in table.story]


def test_3_3_the_heading_of_a_turn_is_read_back():
    state = quiet()
    state.turn, state.ops, state.kia = 7, -1, -4
    assert indexes_in(spell_indexes(state)) == (7, -1, -4, "medium")
    assert indexes_in("Turn 7 of another kind") is None


def test_6_1_vp_are_listed_by_source():
    state = quiet()
    put(state, "r4p03", "usmc_1_5")
    state.kia, state.captured_nodes = 2, ["c2"]
    lines = report(state, story(*headings(state, 2), *counted(state)))
    assert lines[:4] == (
        "Vigilant Resolve (April 2004): Tactical Defeat with 7 VP", "    +1  1 objective or mosque space controlled",
        "    +4  1 C2 captured", "    +2  the KIA index",
    )  # fmt: skip


def test_6_1_a_match_given_up_is_counted_as_it_stands():
    state = quiet()
    lines = report(state, story(*headings(state, 1)))
    assert lines[0] == "Vigilant Resolve (April 2004), not fought to its end: Debacle with 0 VP"


def test_30_2_each_battle_of_a_campaign_has_its_own_score():
    state = quiet("campaign")
    first = [*headings(state, 2), *counted(state)]
    state.scenario = "phantom_fury"
    lines = report(state, story(*first, *headings(state, 1), *counted(state)))
    titles = [line for line in lines if line.endswith("VP")]
    assert [title.partition(":")[0] for title in titles] == [
        "Vigilant Resolve (April 2004)", "Phantom Fury / Al Fajr (November 2004)"]
    assert sum(line.startswith("  turn") for line in lines) == 2


@pytest.mark.parametrize("turns", [1, 2, 12, 13, 25, 60])
def test_3_3_the_table_of_turns_has_the_first_and_the_last(turns):
    state = quiet()
    rows = [line for line in report(state, story(*headings(state, turns))) if line.startswith("  ")]
    shown = rows[0].split()[1:]
    assert shown[0] == "1"
    assert shown[-1] == str(turns)
    assert len(shown) <= 13
    assert [len(row.split()) for row in rows] == [len(shown) + 1] * 4
    assert max(map(len, rows)) <= 80


def test_21_1_losses_of_both_sides_are_named():
    state = quiet()
    put(state, "eliminated", "usmc_1_5")
    put(state, "deserted", "ig_2iif")
    put(state, "north", "usmc_2_1", reduced=True)
    state.scores["coalition"].killed, state.scores["coalition"].lost = 9, 3
    state.eliminated_hvt = ["hvt_a"]
    state.captured_nodes, state.destroyed_nodes = ["c2", "c2"], ["strongpoint"]
    won = ("16.1", "The Coalition wins the battle of Jolan")
    lines = report(state, story(won, won, ("16.1", "The Coalition loses the battle of Souk")))
    assert lines == (
        "Fights: 2 won, 1 lost, 0 rounds",
        "OPFOR lost 9 counters, of HVT: Network emir",
        "The Coalition lost 3 steps; eliminated: 1/5; deserted: 2 IIF; reduced: 2/1",
        "Nodes: 2 captured (2 C2), 1 destroyed (1 Strongpoint), 0 left on the map",
    )


def test_16_2_luck_is_measured_against_the_exact_distribution():
    assert luck_of([(4, 1), (4, 2), (4, 6)]) == "3 dice, 2 hits, 2.0 expected: so many or more 74%"  # 20 of 27
    assert luck_of([(4, 5), (4, 6)]) == "2 dice, 0 hits, 1.3 expected: so few or fewer 11%"  # 1 of 9
    assert luck_of([(1, 1)]) == "1 die, 1 hit, 0.2 expected: so many or more 17%"


def test_16_2_many_dice_are_counted_exactly():
    chances = hits([1, 2, 3, 4, 5, 6, 0] * 40)
    assert sum(chances.values()) == 1
    assert mean(chances) == expected_hits([1, 2, 3, 4, 5, 6, 0] * 40) == Fraction(40 * 21, 6)
    assert min(chances) == 40  # a firepower of 6 always hits


def test_16_2_the_fires_of_both_sides_are_read_from_the_story():
    ours = spell_volley("The Coalition fires in Jolan", [Shooter("1/5", 4), Shooter("MP", 2)], [3, 5])
    theirs = spell_volley("OPFOR fires in Jolan", [Shooter("Militia", 1)], [1])
    lines = report(quiet(), story(("16.2", ours), ("16.2", theirs)))
    assert lines[-2] == "The Coalition's fire: 2 dice, 1 hit, 1.0 expected: so many or more 78%"
    assert lines[-1] == "OPFOR's fire: 1 die, 1 hit, 0.2 expected: so many or more 17%"


def test_a_whole_battle_is_looked_back_on():
    """What the rules tell is what the report reads: rounds, edges, dice."""
    rng, state = random.Random(5), fresh()
    table = Table(play(state))
    rounds = dice = 0
    first = "setup north=usmc_1_5,usmc_2_1,usmc_c_1tk,usmc_a_2tk"
    orders = iter([first, "j3 ground usmc_1_5,usmc_2_1,usmc_c_1tk,usmc_a_2tk path=r3p02", "stand_down"])
    while (request := table.pending) is not None:
        match request:
            case Roll():
                rounds += request.about.endswith("/coalition") and request.rule == "16.1"
                dice += request.dice if request.rule == "16.2" else 0
                table.answer(tuple(rng.randint(1, 6) for _ in range(request.dice)))
            case Draw():
                table.answer(tuple(rng.sample(list(request.pool), request.count)))
            case Write(rule="7.1" | "10.1"):
                table.answer(next(orders))
            case Ask() | Write():
                table.answer(request.options().says()[0])
    lines = report(state, table.story)
    assert rounds
    assert f"Fights: 1 won, 0 lost, {rounds} rounds" in lines
    assert any(line.startswith("The edge: won ") and f" of {rounds} times" in line for line in lines)
    assert sum(int(line.split(": ")[1].split(" ")[0]) for line in lines if "fire: " in line) == dice
