"""How many answers a turn and a battle take, when a sensible player gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

import pytest
from enduring_freedom.boards import answer, asks, foes, north_hidden, playing, put, quiet, refused, run
from enduring_freedom.boards_view import watched

from pbem.ruleset import without_remark
from pbem_games.enduring_freedom.combat.phases import counterattacks
from pbem_games.enduring_freedom.forms import FORMS

OF_BATTLES = ("23.3", "23.4", "25.2")
MOST_OF_A_TURN, MOST_OF_A_BATTLE = 12, 2


@dataclass
class Counted:
    """Answers by turn, battles apart, and by battle."""

    turns: dict[int, int] = field(default_factory=dict)
    battles: list[int] = field(default_factory=list)


def counted(seed: int, turns: int) -> Counted:
    """Of the sensible bot: it names one battle at a time, as a person does who names them all in one answer once."""
    found = Counted()

    def watch(state, request):
        if request.rule not in OF_BATTLES:
            if state.phase != "setup":
                found.turns[state.turn] = found.turns.get(state.turn, 0) + 1
            return
        if request.rule == "23.3":
            found.battles.append(0)
        found.battles[-1] += 1

    watched("sensible", seed, turns, watch)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_7_2_a_turn_takes_few_answers_and_a_battle_two(seed):
    found = counted(seed, 1)
    assert found.turns[1] <= MOST_OF_A_TURN
    assert found.battles
    assert max(found.battles) <= MOST_OF_A_BATTLE


@pytest.mark.slow
def test_7_2_over_fifty_games_too():
    games = [counted(seed, 7) for seed in range(50)]
    turns = sorted(count for game in games for count in game.turns.values())
    battles = sorted(count for game in games for count in game.battles)
    assert (len(turns) > 300, len(battles) > 2000) == (True, True)
    assert (median(turns), turns[len(turns) * 9 // 10]) == (7, 9)
    assert turns[-1] <= MOST_OF_A_TURN
    assert (median(battles), battles[-1]) == (1, MOST_OF_A_BATTLE)


# ---------------------------------------------------------------- a battle where somebody lies face down


def test_23_4_R108_who_says_that_he_wants_no_edge_is_not_asked_again():
    state = north_hidden(put(foes(quiet("6d"), "farah", "tal_inf1_1"), "farah", "us_fob_1"), "farah")
    table = run(counterattacks(state))
    refused(table, "farah edge=none,command", state, rule="23.4")
    answer(table, "farah edge=none", ("na_zarbati",))
    assert (asks(table), table.pending.dice, state.booked) == (("23.4", "farah"), 2, {})


def test_23_4_R108_the_first_offer_leaves_no_question_open():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", "us_fob_1")
    north_hidden(put(foes(state, "herat", "tal_inf1_2"), "herat", "us_lar", "uk_22sas"), "herat", 2)
    table = playing(state)
    (offer, *_) = FORMS.examples(state, table.pending, "coalition", lambda _: None)
    words, _ = without_remark(offer)
    assert "Herat none" in words
    (say,) = FORMS.read_orders(state, table.pending, "coalition", words, lambda _: None)
    assert "herat edge=none" in say
    assert "`none`: no edge" in FORMS.prompt(state, table.pending, "coalition", lambda _: None)


def test_10_2_R34_of_equals_terrorists_are_said_to_fall_last():
    state = foes(quiet("3g"), "farah", "aq_terror_1", "aq_jihadi3_1", "tal_inf2_1", "aq_055_1")
    table = playing(put(state, "farah", *strong()))
    (offer, *_) = FORMS.examples(state, table.pending, "coalition", lambda _: None)
    words, _ = without_remark(offer)
    assert words == "Farah first aq_055 aq_jihadi3"
    (say,) = FORMS.read_orders(state, table.pending, "coalition", words, lambda _: None)
    assert say == "farah first=aq_055,aq_jihadi3"


def strong() -> Iterator[str]:
    """So many that the attack is worth it without an edge."""
    yield from ("us_82bct", "us_1_187", "us_2_187", "us_15meu", "us_26meu")
