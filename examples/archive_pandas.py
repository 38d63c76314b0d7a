"""Draws up a table of an archive: python examples/archive_pandas.py FOLDER

FOLDER is what `pbem archive export -o FOLDER` wrote. For each game and seat: matches, how many it won, how long a
decision took it. Each match counts once, by its longest sound log. Needs `pip install pandas pyarrow`.
"""

import sys
from pathlib import Path

import pandas as pd


def by_seat(folder: Path) -> pd.DataFrame:
    """A row for each game and seat, with the columns `matches`, `won`, `decisions`, `seconds` (a decision)."""
    log, seat = (pd.read_parquet(folder / f"{name}.parquet") for name in ("log", "seat"))
    sound = log[(log["status"] == 0) & (log["complete"] == 1)]
    matches = sound.sort_values(["rounds", "path"]).drop_duplicates("gid", keep="last")
    played = matches[["sha256", "engine"]].merge(seat[seat["role"] != "judge"], on="sha256")
    table = played.groupby(["engine", "seat"]).agg(
        matches=("sha256", "count"), won=("won", "sum"), decisions=("decisions", "sum"), seconds=("seconds", "sum"))
    table["seconds"] = (table["seconds"] / table["decisions"]).round(1)
    return table


if __name__ == "__main__":
    print(by_seat(Path(sys.argv[1])).to_string())
