"""The tables of an archive as files for other programs: CSV, JSON lines, Parquet.

Belongs here: one file a table, in an order that is always the same. Must not be here: what a column says.
"""

from __future__ import annotations

import csv
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.archive.store import reading
from pbem.archive.tables import TABLES
from pbem.errors import Unsupported, WrongUse
from pbem.show.clean import clean_cell

Format = Literal["parquet", "csv", "jsonl"]
FORMATS: tuple[Format, ...] = ("parquet", "csv", "jsonl")
AT_ONCE = 20_000  # rows in memory
_BEGUN = ".part"


def export(table: Path, folder: Path, form: str) -> list[tuple[Path, int]]:
    """Writes every table; gives the files, each with its number of rows. A file is whole or not there."""
    if form not in FORMATS:
        raise WrongUse(f"there is no format {form!r}", f"legal: {', '.join(FORMATS)}")
    write = {"parquet": _parquet, "csv": _csv, "jsonl": _jsonl}[form]
    written = []
    with reading(table) as base:
        if form == "parquet":
            _arrow()
        folder.mkdir(parents=True, exist_ok=True)
        for name in TABLES:
            path = folder / f"{name}.{form}"
            begun = path.with_name(path.name + _BEGUN)
            try:
                count = write(base, name, begun)
                os.replace(begun, path)
            finally:
                begun.unlink(missing_ok=True)
            written.append((path, count))
    return written


def _rows(base: sqlite3.Connection, name: str) -> Iterator[list[tuple[Any, ...]]]:
    """All rows of a table in order, many at once."""
    columns = ", ".join(f'"{column}"' for column in TABLES[name])
    cursor = base.execute(f"SELECT {columns} FROM {name} ORDER BY {columns}")
    while rows := cursor.fetchmany(AT_ONCE):
        yield rows


def _csv(base: sqlite3.Connection, name: str, path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(TABLES[name])
        for rows in _rows(base, name):
            writer.writerows([clean_cell(value) if isinstance(value, str) else value for value in row] for row in rows)
            count += len(rows)
    return count


def _jsonl(base: sqlite3.Connection, name: str, path: Path) -> int:
    count = 0
    with path.open("wb") as file:
        for rows in _rows(base, name):
            file.writelines(msgspec.json.encode(dict(zip(TABLES[name], row, strict=True))) + b"\n" for row in rows)
            count += len(rows)
    return count


def _parquet(base: sqlite3.Connection, name: str, path: Path) -> int:
    arrow, parquet = _arrow()
    kinds = {"TEXT": arrow.string(), "INTEGER": arrow.int64(), "REAL": arrow.float64()}
    schema = arrow.schema([(column, kinds[kind]) for column, kind in TABLES[name].items()])
    count = 0
    with parquet.ParquetWriter(path, schema) as writer:
        for rows in _rows(base, name):
            columns = [arrow.array(values, type=kind) for values, kind in zip(zip(*rows, strict=True), schema.types,
                                                                               strict=True)]
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
            count += len(rows)
    return count


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise Unsupported(
            "the extra archive is not installed", "pip install 'pbem[archive]'; or --format csv, --format jsonl"
        ) from None
    return pyarrow, pyarrow.parquet
