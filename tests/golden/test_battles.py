"""The cards of battles agree with the log: each battle of each recorded game, read anew from sentences and dice."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.replay.films.opening import open_reel
from pbem.show.frame import Fight, Throw
from pbem.show.luck import luck
from pbem.show.scene import Board, Sentence
from tiers import recorded

ROOT = Path(__file__).resolve().parents[2]
QUICK = "fallujah/april_lost"
CASES = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in (ROOT / "logs").glob("*/*/game.pbem"))
GAMES = recorded(CASES, (QUICK,))
RULES = {  # rules whose dice are rolled in battles alone
    "angola": {"9.6.3", "9.7", "9.8", "9.9.2", "9.10", "9.11.3"},
    "fallujah": {"14.5", "16.1", "16.2"},
    "enduring_freedom": {"23.4", "24.1"},
    "anaconda": {"11.2", "12.2", "14.9-4", "15.2", "17.4", "20.6"},
}
BEGINS = {"angola": r".* attacks .* out of .*", "fallujah": "Battle of .*: .* against .*",
          "enduring_freedom": "Battle in .*: .* against .*"}
ENDS = {"angola": "The combat in .* is over: .*",
        "fallujah": "The Coalition (wins|loses) the battle of .*|The battle is over: .*",
        "enduring_freedom": "Battle in .*: (the Islamists win|the Coalition wins|a draw)|The game is over: .*"}


class Game(NamedTuple):
    """What was told and rolled, in order, and the battles."""

    name: str
    told: list[Sentence]
    dice: list[Throw]
    fights: list[Fight]


@cache
def read(case: str) -> Game:
    frames = list(open_reel(ROOT / "logs" / case / "game.pbem"))
    return Game(
        case.partition("/")[0],
        [told for frame in frames for told in frame.sentences if told.rule not in ("undo", "agreed")],
        [throw for frame in frames for throw in frame.dice],
        [fight for frame in frames for fight in frame.fights],
    )


def battles_told(game: Game) -> Iterator[list[str]]:
    """The sentences of each battle, first to last; one that was broken off by the end of play is left out."""
    begun: list[str] | None = None
    for told in game.told:
        if re.fullmatch(BEGINS[game.name], told.text) and not re.fullmatch(ENDS[game.name], told.text):
            begun = []
        if begun is not None:
            begun.append(told.text)
            if re.fullmatch(ENDS[game.name], told.text):
                yield begun
                begun = None


def named(pieces: Iterable[object]) -> Counter[str]:
    return Counter(piece.name for piece in pieces)  # type: ignore[attr-defined]


def counted(text: str, between: str = ", ") -> Counter[str]:
    """`2 infantry, tank` as so many of each."""
    found: Counter[str] = Counter()
    for one in text.split(between):
        many, _, name = one.partition(" ")
        is_many = many.isdigit() and name
        found[name if is_many else one] += int(many) if is_many else 1
    return found


@pytest.mark.parametrize("case", GAMES)
def test_every_die_of_a_battle_stands_on_its_card(case):
    """In the order of the log, and no other."""
    game = read(case)
    wanted = RULES[game.name]
    rolled = [(throw.rule, throw.values) for throw in game.dice if throw.rule in wanted]
    shown = [(t.rule, t.values) for fight in game.fights for t in fight.throws if t.rule in wanted]
    assert shown == rolled[: len(shown)]
    assert len(rolled) - len(shown) == unfinished(game)


def unfinished(game: Game) -> int:
    """Dice of the battle in which play ended, if one was under way: it has no card."""
    rolled = [throw for throw in game.dice if throw.rule in RULES[game.name]]
    if game.name == "anaconda" or is_over(game):
        return 0
    return next(i for i, throw in enumerate(reversed(rolled)) if throw == game.fights[-1].throws[-1])


def is_over(game: Game) -> bool:
    """Whether the last battle that began was fought to its end."""
    signs = [bool(re.fullmatch(ENDS[game.name], told.text)) for told in game.told
             if re.fullmatch(f"{BEGINS[game.name]}|{ENDS[game.name]}", told.text)]
    return signs[-1]


@pytest.mark.parametrize("case", GAMES)
def test_one_sentence_says_what_came_of_each_battle_and_both_sides_are_named(case):
    for fight in read(case).fights:
        assert re.fullmatch(r"[A-Z].{6,}[^. ]", fight.battle.meaning), fight.battle
        assert not re.search(r"[.!?] +[A-Z]", fight.battle.meaning), fight.battle
        assert len({side.name for side in fight.battle.sides}) == 2
        assert any(side.before for side in fight.battle.sides)


@pytest.mark.parametrize("case", [one for one in GAMES if "anaconda" not in str(one)])
def test_each_battle_that_is_told_has_its_card(case):
    game = read(case)
    assert len(list(battles_told(game))) == len(game.fights) > 0
    for told, fight in zip(battles_told(game), game.fights, strict=True):
        assert fight.battle.title.split(" ", 2)[2] in told[0]
        result = re.sub("^The combat in .* is over: |^Battle in .*: ", "", told[-1]).partition(" the battle of")[0]
        if broken := re.match("The (?:battle|game) is over: (.*)", told[-1]):
            assert fight.battle.meaning.startswith(("The scenario is over, ", "The game is over, "))
            assert broken[1] in fight.battle.meaning
            result = "Broken off"
        assert fight.battle.result.lower() == result.lower()


# ---------------------------------------------------------------- Angola!

ANGOLA = tomllib.loads((ROOT / "rulesets/pbem_games/angola/data/tables.toml").read_text(encoding="utf-8"))


ROLLED = r"[^:]*? rolls ([\d ]+), .*? (\d[\d ]*)(?: \(|:|;)"
LOSES = r".*? loses? (?!Equipment|nothing)(.*?)(?: at [^:]*: .*| and ha(?:s|ve) .* suppressed)?$"


def lost_in_angola(told: list[str]) -> Counter[str]:
    lost: Counter[str] = Counter()
    for text in [part for whole in told for part in re.split(r" and (?=[A-Z]+ loses )", whole)]:
        found = re.match(LOSES, text) or re.match(r"Automatic victory of .* in .*?: (.*) eliminated$", text)
        lost += counted(found[1]) if found else Counter()
    for airgroups in ("airgroup", "airgroups"):
        del lost[airgroups]
    return lost


def rows_of_angola(told: list[str]) -> list[tuple[str, str]]:
    """The odds before and after the shift of each round, worked out anew from the dice that are told."""
    levels, found, odds = ANGOLA["odds"]["levels"], [], ""
    for text in told:
        if at := re.search(r"odds (\d-\d)$", text):
            odds = at[1]
        if rolled := re.match(ROLLED, text):
            bonus = re.search(r"net bonus ([+-]\d+)", text)
            best = [max(map(int, part.split())) for part in rolled.groups()]
            difference = best[0] - best[1] + (int(bonus[1]) if bonus else 0)
            assert text.endswith(f"difference {difference:+d}")
            shift = next(row["shift"] for row in ANGOLA["adjustment"]["rows"] if difference >= row["at_least"])
            found.append((odds, levels[max(0, min(len(levels) - 1, levels.index(odds) + shift))]))
    return found


@pytest.mark.parametrize("case", [one for one in GAMES if "angola" in str(one)])
def test_9_11_odds_shifts_and_losses_are_those_of_the_log(case):
    game = read(case)
    for told, fight in zip(battles_told(game), game.fights, strict=True):
        assert [(row.cells[row.first], row.cells[row.last]) for row in fight.rows] == rows_of_angola(told), told
        lost = sum((named(side.lost) for side in fight.battle.sides), Counter())
        for column in [name for name in lost if name.startswith("Column ")]:
            del lost[column]  # it won before anybody saw what was in it
        assert lost == lost_in_angola(told), told
        took = [text for text in told if " captures " in text]
        assert ("takes" in fight.battle.meaning) >= bool(took)
        for tokens in re.findall(r"hands over (\d+) Victory", " ".join(took)):
            assert f"{tokens} Victory Token" in fight.battle.meaning


# ---------------------------------------------------------------- Fallujah, Enduring Freedom


@pytest.mark.parametrize("case", [one for one in GAMES if "fallujah" in str(one)])
def test_16_3_losses_of_both_sides_are_those_of_the_log(case):
    game = read(case)
    for told, fight in zip(battles_told(game), game.fights, strict=True):
        ours, theirs = fight.battle.sides
        fallen = [text for text in told if text.startswith("OPFOR loses ")]
        gone = sum((counted(text[len("OPFOR loses "):].rpartition(" in ")[0], "; ") for text in fallen), Counter())
        assert named(theirs.lost) == gone, told
        dead = [found[1] for text in told if (found := re.match("(.*) is eliminated in ", text))]
        hurt = [found[1] for text in told if (found := re.match("(.*) is reduced in ", text))]
        assert named(ours.lost) == Counter(dead), told
        assert named(ours.reduced) == Counter(hurt) - Counter(dead), told
        fired = [found[1] for text in told if (found := re.search(r"fires in .*?: (\d+|no) hits? \(", text))]
        hits = [sum(t.did_hit) for t in fight.throws if t.rule == "16.2"]
        assert [int(many) if many != "no" else 0 for many in fired] == hits, told


@pytest.mark.parametrize("case", [one for one in GAMES if "enduring_freedom" in str(one)])
def test_25_losses_hits_and_points_are_those_of_the_log(case):
    game = read(case)
    for told, fight in zip(battles_told(game), game.fights, strict=True):
        lost = [found[1] for text in told if (found := re.match("(.*) eliminated in ", text))]
        hurt = [found[1] for text in told if (found := re.match("(.*) reduced in ", text))]
        shown = fight.battle.sides
        assert sum(len(side.lost) for side in shown) == len(lost), told
        assert sum(len(side.reduced) for side in shown) == len(set(hurt) - set(lost)), told
        gains = [int(n) for text in told for n in re.findall(r": (\d+) NP gained", text)]
        costs = [int(n) for text in told for n in re.findall(r": (\d+) NP lost", text)]
        moved = re.search(r"NP go from (\d+) to (\d+)", fight.battle.meaning)
        assert (int(moved[2]) - int(moved[1]) if moved else 0) == sum(gains) - sum(costs), told


# ---------------------------------------------------------------- Anaconda

ANACONDA = tomllib.loads((ROOT / "rulesets/pbem_games/anaconda/data/tables.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", [one for one in GAMES if "anaconda" in str(one)])
def test_10_28_each_die_of_a_fire_hits_the_row_of_the_table(case):
    game = read(case)
    columns = sorted(ANACONDA["crt"], key=lambda column: -column["at_least"])
    for fight in game.fights:
        assert len(fight.rows) == len(fight.throws)
        for row, throw in zip(fight.rows, fight.throws, strict=True):
            found = re.match(r"strength (\d+) on .*? is (-?\d+)[,:]", throw.reading)
            assert found, throw.reading
            strength, die = int(found[1]), int(found[2])
            column = next(one for one in columns if strength >= one["at_least"])
            limits = [column[name] for name in ("e", "pe", "p")]
            assert row.last == sum(die > limit for limit in limits), (row, throw)
            assert row.first == sum(throw.values[0] > limit for limit in limits)
        gone = [text for text in fight.battle.result.split("; ") if re.search("eliminated|shot down", text)]
        assert len(fight.battle.sides[1].lost) == len(gone)
        assert all(any(one in told.text for told in game.told) for one in gone)


# ---------------------------------------------------------------- this or better, counted out


@cache
def best_of_all(dice: int) -> Counter[int]:
    """How often each number is the best one, in all throws of so many dice."""
    return Counter(max(one) for one in product(range(1, 7), repeat=dice))


@pytest.mark.parametrize("case", [one for one in GAMES if "angola" in str(one)])
def test_9_11_this_or_better_is_what_all_throws_bring_the_attacker(case):
    game = read(case)
    levels, table = ANGOLA["odds"]["levels"], ANGOLA["adjustment"]["rows"]
    for told, fight in zip(battles_told(game), game.fights, strict=True):
        rolled = [found for text in told if (found := re.match(ROLLED, text))]
        for dice, row in zip(rolled, fight.rows, strict=True):
            bonus = re.search(r"net bonus ([+-]\d+)", dice.string)
            ours, theirs = (best_of_all(len(part.split())) for part in dice.groups())
            good = 0
            for mine, its in product(ours, theirs):
                difference = mine - its + (int(bonus[1]) if bonus else 0)
                shift = next(one["shift"] for one in table if difference >= one["at_least"])
                good += ours[mine] * theirs[its] * (max(0, min(len(levels) - 1, row.first + shift)) >= row.last)
            assert row.better == (good, ours.total() * theirs.total()), told


@pytest.mark.parametrize("case", [one for one in GAMES if "anaconda" in str(one)])
def test_10_28_this_or_better_is_what_all_faces_do_to_the_target(case):
    game = read(case)
    columns = sorted(ANACONDA["crt"], key=lambda column: -column["at_least"])
    for fight in game.fights:
        for target, row, throw in zip(fight.battle.sides[1].before, fight.rows, fight.throws, strict=True):
            strength, die = map(int, re.match(r"strength (\d+) on .*? is (-?\d+)[,:]", throw.reading).groups())
            column = next(one for one in columns if strength >= one["at_least"])
            is_pinned = "pinned" in target.states and throw.rule != "17.4"

            def harm(modified, column=column, is_pinned=is_pinned):
                out = modified <= column["e"] or (is_pinned and modified <= column["pe"])
                return 2 if out else int(modified <= column["p"] and not is_pinned)

            done = [harm(face + die - throw.values[0]) for face in range(1, 7)]
            assert row.better == (sum(one >= harm(die) for one in done), 6), (row, throw)


@pytest.mark.parametrize("case", [one for one in GAMES if "anaconda" not in str(one)])
def test_so_many_hits_or_more_is_what_all_throws_give(case):
    """Dice of a chance each: all patterns of hits, weighed; many dice of like chance at once by binomials."""
    game = read(case)
    counted = 0
    for fight in game.fights:
        board = Board(title="", low=(0, 0), high=(1, 1), places=())
        lines = [one for one in luck(board, fight.throws).split("; ") if one]
        groups: dict[tuple[str, str, str], list[Throw]] = {}
        for throw in fight.throws:
            if throw.hits:
                groups.setdefault((throw.side, throw.decides, throw.rule), []).append(throw)
        assert len(lines) == len(groups)
        for line, throws in zip(lines, groups.values(), strict=True):
            hits = sum(value in faces for one in throws for value, faces in zip(one.values, one.hits, strict=True))
            kinds = Counter(len(faces) for one in throws for faces in one.hits)
            chance = Fraction(0)
            for pattern in product(*(range(many + 1) for many in kinds.values())):
                if (sum(pattern) >= hits) if hits else sum(pattern) == 0:
                    chance += prod(
                        Fraction(comb(many, k) * faces**k * (6 - faces) ** (many - k), 6**many)
                        for k, (faces, many) in zip(pattern, kinds.items(), strict=True)
                    )
            said = int(re.search(r"(?:so many or more|none) in (\d+) of 100", line)[1])
            assert abs(chance * 100 - said) <= Fraction(1, 2) or said in (1, 99), line
            assert (said == 0) == (chance == 0), line
            assert (said == 100) == (chance == 1), line
            counted += 1
    assert counted


FIRES = [one for one in GAMES if "anaconda" in str(one) and "anaconda/step" not in str(one)]


@pytest.mark.parametrize("case", ["anaconda/step", *FIRES])
def test_a_fire_in_anaconda_that_kills_nobody_names_those_whom_it_pinned_and_no_other(case):
    seen = 0
    for fight in read(case).fights:
        _, _, pinned = fight.battle.meaning.partition("Nobody is lost; pinned: ")
        results = fight.battle.result.split("; ")
        if fight.battle.meaning.startswith("Nobody is lost"):
            names = pinned.split(", ") if pinned else []
            assert sum(one.endswith("is pinned") for one in results) == len(names), results
            assert all(f"{one} is pinned" in results for one in names)
            seen += bool(names)
    assert seen
