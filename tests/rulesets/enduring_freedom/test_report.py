"""Looking back on a match: NP by source, turns, losses, what decided it, the luck of the dice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from enduring_freedom.boards import foes, playing, put, quiet

from pbem.desk.reading import read
from pbem.kit import chances as exact
from pbem.play.table import ToldSentence
from pbem_games.enduring_freedom.combat.fire import Shot, fire_in_words, shots_in
from pbem_games.enduring_freedom.report import Swing, report, swings


def story(*texts: str) -> list[ToldSentence]:
    return [ToldSentence(1, "1.0", text) for text in texts]


def test_24_1_the_words_of_a_fire_are_read_back():
    shots = [Shot("a", "Armor (T-55)", 3), Shot("b", "FOB (US)", 1), Shot("c", "15 MEU", 3)]
    words = fire_in_words(shots, (2, 6, 4))
    assert words == "1 hit (Armor (T-55) (3) 2, FOB (US) (1) 6, 15 MEU (3) 4)"
    assert shots_in(words) == [(3, 2), (1, 6), (3, 4)]
    assert shots_in("Battle in Kabul: a draw") == []


def test_4_2_np_by_source_add_up():
    state = put(foes(quiet("3g"), "kabul", "tal_inf2_1"), "kabul", "us_1_75r")
    table = playing(state)
    table.answer("kabul edge=command")
    table.answer((6, 1))
    table.answer((1,))
    assert state.booked == {"edge": -1, "eliminations": 1}
    lines = report(state, table.story)
    assert "   +50  at the start" in lines
    assert "    +1  Islamists eliminated" in lines
    assert "    -1  tactical edge" in lines
    assert not any("below 0" in line for line in lines)
    assert "1 battle: 1 won, 0 lost, 0 drawn" in lines


def test_5_1_what_goes_below_0_is_told_so_that_sources_add_up():
    state = quiet(np=0)
    state.booked = {"losses": -53}
    assert "    +3  below 0, where the index ends" in report(state, [])


def test_28_np_and_jihad_turn_by_turn():
    lines = report(quiet(), story("Turn 1: 26 NP, Jihad 9 (High)", "Turn 2: 40 NP, Jihad 12 (Fanatical)"))
    assert [line for line in lines if line.startswith("  ") and line.split()[0] in ("turn", "NP", "Jihad")] == [
        "  turn     1    2", "  NP      26   40", "  Jihad    9   12"]


def test_what_decided_it_are_the_largest_swings_in_their_order():
    told = ["October 2001: 50 NP to set out with, Jihad 9", "Turn 1: 26 NP, Jihad 9 (High)",
            *(f"Militia eliminated in Balkh: 1 NP lost, {n} left" for n in range(6)),
            "Osama bin Laden eliminated in Kunduz: 15 NP gained, 41 now", "Turn 2: 40 NP, Jihad 12 (Fanatical)",
            "War on Terror: 6 NP lost, 30 left"]
    assert swings(told)[-2:] == [Swing(15, 1, "Osama bin Laden eliminated in Kunduz"), Swing(-6, 2, "War on Terror")]
    lines = report(quiet(), story(*told))
    found = lines[lines.index("What decided it:") + 1:]
    assert len([line for line in found if line.startswith("  ")]) == 6
    assert found[4:6] == ("   +15  turn 1: Osama bin Laden eliminated in Kunduz", "    -6  turn 2: War on Terror")


def test_25_losses_and_leaders():
    state = put(quiet(), "kabul", "us_15meu", reduced=True)
    put(state, "eliminated", "us_1_5sfg")
    state.eliminated_islamists, state.airlifted = ["aq_atef"], ["tal_armor"]
    lines = report(state, [])
    assert "The Coalition lost: eliminated 1/5 SFG; reduced 15 MEU" in lines
    assert "Leaders eliminated: Mohammed Atef; escaped: Osama bin Laden, Zawahiri, Mullah Omar" in lines
    assert "Flown out: Taliban Armor (T-55)" in lines


def test_29_events_are_counted():
    again = "Event 7: Islamist Offensive"
    lines = report(quiet(), story(again, "Event 10: War on Terror", again))
    assert "Events: 2 x Islamist Offensive, War on Terror" in lines


@pytest.mark.parametrize("shots", [[(3, 1), (3, 6), (1, 1)], [(5, 6), (5, 6)], [(2, 3)]])
def test_24_1_luck_is_told_exactly(shots):
    factors = [factor for factor, _ in shots]
    hits = sum(die <= factor for factor, die in shots)
    chances = exact.hits(factors)
    expected = Fraction(sum(factors), 6)
    said = exact.luck_of(shots)
    assert f"{hits} hit" in said
    side = exact.at_least(chances, hits) if hits >= expected else 1 - exact.at_least(chances, hits + 1)
    assert (" or more " in said) == (hits >= expected)
    assert f"{round(float(side) * 100)}%" in said


def test_luck_of_strikes_and_of_both_sides_stands_apart():
    fire = fire_in_words([Shot("a", "CVW-8", 3)], (2,))
    told = [f"Joint strike in Kabul: {fire}", f"The Coalition fires in Kabul: {fire}",
            f"The Islamists fire in Kabul: {fire_in_words([Shot('b', 'Jihadis', 3)], (6,))}"]
    lines = [line for line in report(quiet(), story(*told)) if "expected" in line]
    assert [line.split(":")[0] for line in lines] == ["Joint strikes", "The Coalition's fire", "The Islamists' fire"]
    assert "1 die, 1 hit, 0.5 expected: so many or more 50%" in lines[0]
    assert "0 hits, 0.5 expected: so few or fewer 50%" in lines[2]


# ---------------------------------------------------------------- recorded games, from their sentences alone

LOGS = Path(__file__).parents[3] / "logs" / "enduring_freedom"
MOVED = re.compile(r"(?P<why>.+): (?P<np>[0-9]+) NP (?P<how>gained|lost), (?P<now>[0-9]+) (?:now|left)")
PAID = re.compile(r"(?P<why>.+) for (?P<np>[0-9]+) NP, (?P<now>[0-9]+) left")
BUILT = re.compile(r"(?P<why>.+ built in .+), (?P<now>[0-9]+) NP left")
OF_WHY = (("Held at the end", "awards"), ("Collateral damage", "collateral"), ("Terror spectacular", "terror"),
          ("Rescue mission", "rescues"), ("War on Terror", "events"))  # fmt: skip


def balance(told: Sequence[str]) -> tuple[int, dict[str, int]]:
    """NP at the end and by source, added up sentence by sentence; each index that is told must be right."""
    np, by = 50, Counter[str]()
    for text in told:
        if moved := MOVED.fullmatch(text):
            sign = 1 if moved["how"] == "gained" else -1
            change = sign * min(int(moved["np"]), 99 - np if sign > 0 else 99)
            ours = "eliminations" if sign > 0 else "losses"
            by[next((source for begins, source in OF_WHY if moved["why"].startswith(begins)), ours)] += change
            np = max(0, np + change)
            assert np == int(moved["now"]), text
        elif paid := PAID.fullmatch(text):
            np -= int(paid["np"])
            source = "refit" if "full strength" in text else "sustainment" if "supplied" in text else "mobilization"
            by[source] -= int(paid["np"])
            assert np == int(paid["now"]), text
        elif built := BUILT.fullmatch(text):
            assert np - 1 == int(built["now"]), text
            np, by["mobilization"] = np - 1, by["mobilization"] - 1
        elif text.startswith("Turn "):
            assert f": {np} NP, " in text
    return np, dict(by)


@pytest.mark.parametrize("case", ["strategic_victory", "catastrophe", "draw"])
def test_4_2_the_balance_of_a_recorded_game_follows_from_its_sentences(case):
    """No edge was bought in them: that alone is told without its price."""
    match = read(LOGS / case / "game.pbem")
    story = match.binding.table.story
    assert balance([told.text for told in story]) == (match.state.np, match.state.booked)
    assert f"NP at the end: {match.state.np}" in report(match.state, story)
