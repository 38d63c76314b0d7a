"""Compares ways to play Operation Anaconda: python examples/valley.py N [BOT ...] [--data FOLDER]

A row for each bot, which plays one side its way and the other sensibly: who wins, in percent with 90 % intervals;
VP, the median and the middle 80 of 100 games. FOLDER has data files with other numbers, as for `pbem new`.
"""

import argparse
import random
from pathlib import Path
from statistics import median
from typing import Any

from pbem.play.playout import play_out
from pbem.play.table import Table
from pbem.ruleset import find
from pbem_games.anaconda.victory import points, total

RULES = find("anaconda")
DRAW, Z = "nobody", 1.645  # 90 % of a normal distribution lie within Z


def battle(bot: str, number: int, mode: str = "plan", data: Path | None = None) -> tuple[str, dict[str, int]]:
    """Who wins a game, and the VP of each seat; the same number gives the same game."""
    options = RULES.full_options({"mode": mode})
    state: Any = RULES.new_state(next(iter(RULES.scenarios)), options, RULES.data_files(data))
    seed, seats = f"valley/{number}", RULES.seats_of(options)
    bots = {seat: (RULES.bots[bot](seat), random.Random(f"{seed}/{seat}")) for seat in seats}
    choosers = {s: lambda asked, peek, s=s: bots[s][0].choose(state, asked, peek, bots[s][1]) for s in seats}
    result, lines = play_out(Table(RULES.play(state), seats=seats), choosers, seed=seed), list(points(state))
    return (*result.winners, DRAW)[0], {seat: total(lines, seat) for seat in seats}


def share(count: int, games: int) -> str:
    """Percent with Wilson's interval."""
    p, extra = count / games, Z * Z / games
    middle, half = p + extra / 2, Z * (p * (1 - p) / games + extra / games / 4) ** 0.5
    least, most = (100 * (middle + part) / (1 + extra) for part in (-half, half))
    return f"{100 * p:.0f} ({least:.0f}-{most:.0f})"


def row(bot: str, games: int, mode: str, data: Path | None = None) -> str:
    """One line of the table."""
    found = [battle(bot, number, mode, data) for number in range(games)]
    cells = [share(sum(winner == who for winner, _ in found), games) for who in (*RULES.seats, DRAW)]
    cut = games // 10
    for vp in (sorted(of[seat] for _, of in found) for seat in RULES.seats):
        cells.append(f"{median(vp):g} ({vp[cut]}-{vp[-1 - cut]})")
    return f"| {bot} | {mode} | {games} | {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int, metavar="N")
    parser.add_argument("bots", nargs="*", metavar="BOT")
    parser.add_argument("--mode", choices=("plan", "step"), default="plan")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    for name in given.bots or RULES.bots:
        print(row(name, max(1, given.n), given.mode, given.data), flush=True)
