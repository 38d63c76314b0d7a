"""Asks the tables of an archive by SQL: python examples/archive_duckdb.py FOLDER

FOLDER is what `pbem archive export -o FOLDER` wrote of logs that `pbem archive audit` judged. For each section that
rolls for hits, by what its dice decide: how many hit, how many were to be expected, and the game in which luck was
furthest from that. Needs `pip install duckdb`.
"""

import sys
from pathlib import Path

import duckdb

BY_RULE = """
    SELECT split_part(engine, '/', 1) AS game, rule, decides, count(DISTINCT sha256) AS games, sum(h.dice) AS dice,
           sum(h.hits) AS hits, round(sum(h.expected), 1) AS expected,
           arg_max(path, abs(h.hits - h.expected)) AS oddest
    FROM read_parquet($hits) h
    JOIN (SELECT DISTINCT ON (gid) * FROM read_parquet($log) WHERE status = 0 ORDER BY gid, rounds DESC, path)
      USING (sha256)
    GROUP BY ALL ORDER BY ALL
"""


def by_rule(folder: Path) -> list[tuple[object, ...]]:
    """Game, rule, what dice decide, games, dice, hits, expected hits, path of the game with the most or least luck."""
    with duckdb.connect() as base:
        files = {name: str(folder / f"{name}.parquet") for name in ("hits", "log")}
        return base.execute(BY_RULE, files).fetchall()


if __name__ == "__main__":
    for row in by_rule(Path(sys.argv[1])):
        print("\t".join(str(value) for value in row))
