"""Luck by rule: what hit, of what kind of dice, counted anew from what was rolled and told, by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pbem.audit.audit import audit
from pbem.audit.sheets.sheet import make_sheet
from pbem.audit.sheets.text import to_text
from pbem.replay.exports.document import match_record
from pbem.replay.exports.report import report
from pbem.replay.films.opening import open_reel
from pbem.show.frame import Frame, Throw
from pbem.show.html.battles import luck
from tiers import recorded

ROOT = Path(__file__).resolve().parents[2]
QUICK = "fallujah/april_won"
CASES = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in (ROOT / "logs").glob("*/*/game.pbem"))
GAMES = recorded(CASES, (QUICK,))

Hand = Callable[[Throw], tuple[int, Fraction]]  # hits, and how many were to be expected


def shots(throw: Throw) -> tuple[int, Fraction]:
    """A die a shooter that hits up to his number."""
    factors = [int(n) for n in re.findall(r"\((?:firepower|factor) (\d+)", throw.reading)]
    assert len(factors) == len(throw.values)
    dice = zip(throw.values, factors, strict=True)
    return sum(int(die) <= factor for die, factor in dice), Fraction(sum(min(f, 6) for f in factors), 6)


def from_on(throw: Throw) -> tuple[int, Fraction]:
    """`5 or more`, for each die."""
    found = re.search(r", (\d) or more: ", throw.reading)
    assert found, throw.reading
    least = int(found[1])
    return sum(int(die) >= least for die in throw.values), Fraction((7 - least) * len(throw.values), 6)


def up_to(throw: Throw) -> tuple[int, Fraction]:
    """`1 to 3`."""
    found = re.search(r", 1(?: to (\d))?: ", throw.reading)
    assert found, throw.reading
    most = int(found[1] or 1)
    return sum(int(die) <= most for die in throw.values), Fraction(most * len(throw.values), 6)


def face(wanted: int) -> Hand:
    """One face of each die."""
    return lambda throw: (throw.values.count(wanted), Fraction(len(throw.values), 6))


def infowar(throw: Throw) -> tuple[int, Fraction]:
    """14.1 of Enduring Freedom: 1 to 3."""
    return sum(int(die) <= 3 for die in throw.values), Fraction(len(throw.values), 2)


def jungle(throw: Throw) -> tuple[int, Fraction]:
    """7.2 of Angola!: the rating or more, with what is added."""
    found = re.match(r"Jungle rating (\d): (\d)(?:\D+(\d))?", throw.reading)
    assert found, throw.reading
    needed = int(found[1]) - int(found[3] or 0)
    return int(int(found[2]) >= needed), Fraction(7 - needed, 6)


LINES: dict[str, list[tuple[str, str, str, Hand]]] = {  # rule, how what was rolled is told, its name, by hand
    "angola": [
        ("7.2", "Jungle rating", "jungle", jungle), ("9.6.3", "Hit Table", "air superiority", face(6)),
        ("9.7", "Air strike over", "air strike", face(6)), ("9.7", "Missiles in", "missiles", face(6)),
        ("9.8", "Hit Table", "artillery", face(6)), ("9.10", "Hit Table", "missiles", face(6)),
        ("9.9.2", "Minefield", "mines", face(1)),
    ],
    "enduring_freedom": [
        ("13.1", "ISR on", "ISR", up_to), ("14.1", "InfoWar", "InfoWar", infowar),
        ("21.1", "Air defence", "air defence", shots), ("22.2", "Joint strike", "joint strike", shots),
        ("24.1", "Coalition fire", "fire", shots), ("24.1", "Islamist fire", "fire", shots),
        ("29.3", "Airlift", "airlift", up_to),
    ],
    "fallujah": [
        ("12.1", "NetWar Table, ISR", "ISR", from_on), ("14.1", "IED Factory", "IEDs", from_on),
        ("14.7", "Blow Bridges", "bridges", from_on), ("14.7", "Iraqis Balk", "desertion", from_on),
        ("16.2", "Combat Results", "fire", shots), ("33", "Interdiction", "interdiction", shots),
    ],
    "anaconda": [],
}  # fmt: skip


@cache
def film(case: str) -> tuple[list[Frame], str]:
    """The steps of a recorded game, and its report."""
    reel = open_reel(ROOT / "logs" / case / "game.pbem")
    frames = list(reel)
    return frames, report(match_record(reel.match), frames, chosen={})


def by_hand(case: str) -> list[tuple[str, ...]]:
    """What each line must say: whose, for what, rule, dice, hits, expected; by side, rule and name."""
    counted: dict[tuple[str, str, str, str], tuple[int, int, Fraction]] = {}
    for frame in film(case)[0]:
        names = {faction.id: faction.name for faction in frame.scene.board.factions}
        for throw in frame.dice:
            volley = f": {' '.join(map(str, throw.values))};"
            told = [throw.reading, *(one.text for one in frame.sentences if volley in one.text)]
            for rule, begins, name, hand in LINES[case.partition("/")[0]]:
                if throw.rule == rule and any(text.startswith(begins) for text in told):
                    hits, expected = hand(throw)
                    key = (throw.side, rule, name, names.get(throw.side, throw.side))
                    so_far = counted.get(key, (0, 0, Fraction(0)))
                    counted[key] = so_far[0] + len(throw.values), so_far[1] + hits, so_far[2] + expected
                    break
    return [
        (whose, name, rule, str(dice), str(hits), tenths(expected))
        for (_, rule, name, whose), (dice, hits, expected) in sorted(counted.items())
    ]


def tenths(number: Fraction) -> str:
    return f"{(number * 10 + Fraction(1, 2)).__floor__() / 10:.1f}"


def rows(text: str) -> list[tuple[str, ...]]:
    """The lines of hits of a report, without their chances."""
    table = text.partition("| whose | for | rule |")[2].split("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip() for cell in line.strip("|").split("|"))[:6] for line in table]


@pytest.mark.parametrize("case", GAMES)
def test_each_line_of_hits_is_what_was_rolled_for_that(case):
    assert rows(film(case)[1]) == by_hand(case)


@pytest.mark.parametrize("case", GAMES)
def test_the_lines_of_the_turns_add_up_to_those_of_the_game(case):
    added: dict[tuple[str, str, str], list[int]] = {}
    for line in film(case)[1].splitlines():
        if line.startswith("*Dice of this turn"):
            for whose, name, rule, hits, dice in re.findall(
                r"(?:; |: )([^;:]*?) ([a-zA-Z ]+) \(([\d.]+)\): (\d+) of (\d+),", line.partition("Hits")[2]
            ):
                so_far = added.setdefault((whose, name, rule), [0, 0])
                so_far[0] += int(dice)
                so_far[1] += int(hits)
    wanted = {(whose, name, rule): [int(dice), int(hits)] for whose, name, rule, dice, hits, _ in by_hand(case)}
    assert {(" ".join(key[:2]), key[2]): sums for key, sums in added.items()} == {
        (" ".join(key[:2]), key[2]): sums for key, sums in wanted.items()
    }


def test_14_1_and_14_7_have_lines_of_their_own_and_are_no_fire():
    """Fallujah: what IEDs hit, bridges that are blown, Iraqis who desert."""
    lines = [row[:3] for row in rows(film(QUICK)[1]) if row[0] == "OPFOR"]
    assert lines == [("OPFOR", "IEDs", "14.1"), ("OPFOR", "desertion", "14.7"), ("OPFOR", "fire", "16.2")]
    told = to_text(make_sheet(audit(ROOT / "logs" / QUICK / "game.pbem")))
    assert re.search(r"^  opfor +IEDs +14\.1 .*\n  opfor +desertion +14\.7 .*\n  opfor +fire +16\.2 ", told, re.M)


@pytest.mark.parametrize("case", GAMES)
def test_a_battle_counts_each_kind_of_its_dice_by_itself(case):
    """No line of luck on a card adds dice of two names."""
    for frame in film(case)[0]:
        for fight in frame.fights:
            kinds = {(one.side, one.decides, one.rule) for one in fight.throws if one.hits}
            card = luck(frame.scene.board, fight.throws)
            assert len(card.split("; ") if card else []) == len(kinds)
            assert all(decides and f"{decides} " in card for _, decides, _ in kinds)
