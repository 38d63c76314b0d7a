"""Compares ways to play Enduring Freedom: python examples/campaigns.py N [BOT ...]

A row for each bot: NP on the median and for the middle 80 of 100 games, the share of each level of victory in percent,
the Jihad level at the start of each turn on average.
"""

import random
import re
import sys
from collections import Counter
from functools import partial
from statistics import mean, median

from pbem.play.playout import play_out
from pbem.play.table import Table
from pbem.ruleset import find

RULES = find("enduring_freedom")
HEADING = re.compile(r"Turn [0-9]+: [0-9]+ NP, Jihad ([0-9]+) ")
LEVELS = ("catastrophe", "Strategic defeat", "Operational defeat", "Draw", "Operational victory", "Strategic victory")


def campaign(bot: str, number: int) -> tuple[int, str, list[int]]:
    """NP at the end of a game, the level of victory, Jihad by turn; the same number gives the same game."""
    state = RULES.new_state(next(iter(RULES.scenarios)), RULES.full_options({}), RULES.data_files(None))
    player, rng = RULES.bots[bot]("coalition"), random.Random(f"{number}/coalition")
    table = Table(RULES.play(state), seats=("coalition",))
    result = play_out(table, {"coalition": partial(_choose, player, state, rng)}, seed=f"campaign/{number}")
    level = next(level for level in LEVELS if level in result.text)
    return result.score or 0, level, [int(m[1]) for t in table.story if (m := HEADING.match(t.text))]


def _choose(player, state, rng, request, peek):  # type: ignore[no-untyped-def]
    return player.choose(state, request, peek, rng)


def row(bot: str, games: int) -> str:
    """One line of the table."""
    found = [campaign(bot, number) for number in range(games)]
    scores, levels = sorted(np for np, _, _ in found), Counter(level for _, level, _ in found)
    middle = f"{median(scores):g} ({scores[games // 10]}-{scores[-1 - games // 10]})"
    shares = " / ".join(f"{100 * levels[level] / games:.0f}" for level in LEVELS)
    turns = [[jihad[i] for _, _, jihad in found if len(jihad) > i] for i in range(max(len(j) for _, _, j in found))]
    return f"| {bot} | {middle} | {shares} | {', '.join(f'{mean(level):.1f}' for level in turns)} |"


if __name__ == "__main__":
    count, *bots = sys.argv[1:]
    print("| bot | NP | levels, % | Jihad by turn |\n| --- | --- | --- | --- |")
    for name in bots or RULES.bots:
        print(row(name, max(1, int(count))), flush=True)
