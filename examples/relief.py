"""Makes the relief of a map, as its game keeps it in data/relief.json: python examples/relief.py GAME [--write]"""

import argparse
from importlib.resources import files
from pathlib import Path

from layout import board_of

from pbem.author.relief.paths import written

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--write", action="store_true", help="write it into the game's folder")
    asked = parser.parse_args()
    made = written(board_of(asked.game))
    if asked.write:
        Path(str(files(f"pbem_games.{asked.game}") / "data" / "relief.json")).write_text(made, encoding="utf-8")
    print(f"{asked.game}: {len(made):,} bytes")
