"""A game as a table, a row for each step, phase or turn: what `pbem export csv` writes, for spreadsheets and pandas.

Belongs here: which columns there are, and the text of each cell. Must not be here: files, frames.
The first columns are the same in every game (`COLUMNS`); behind them stand the numbers of this game, each of which may
be empty in a row: `score NAME`, `track NAME: MARK`, `held FACTION` (places that its control markers lie on) and
`counters FACTION` (what lies on the board and is seen).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from io import StringIO

from pbem.show.clean import clean, clean_cell
from pbem.show.frame import Frame
from pbem.show.scene import Scene

COLUMNS = ("number", "round", "turn", "phase", "kind", "rule", "about", "seats", "said", "told", "dice", "time")
_KINDS = ("score", "track", "held", "counters")


def table(frames: Iterable[Frame]) -> list[dict[str, str | int]]:
    """The rows; what a row lacks it has no key for."""
    return [_row(frame) | numbers(frame.scene) for frame in frames]


def to_csv(rows: list[dict[str, str | int]]) -> str:
    """The rows as CSV (RFC 4180) with a head; lines end with CRLF, what is several in one cell has `; ` between."""
    found = dict.fromkeys(name for row in rows for name in row if name not in COLUMNS)
    more = sorted(found, key=lambda name: _KINDS.index(name.split()[0]))
    text = StringIO()
    written = csv.DictWriter(text, [*COLUMNS, *more], restval="")
    written.writeheader()
    written.writerows(rows)
    return text.getvalue()


def numbers(scene: Scene) -> dict[str, str | int]:
    """What can be counted in a position, by the name of its column."""
    names = {faction.id: faction.name for faction in scene.board.factions}
    held = Counter(marker.faction for marker in scene.markers if marker.control and marker.faction)
    pieces = Counter[str]()
    for stack in scene.stacks:
        for piece in stack.pieces:
            pieces[piece.faction] += piece.count or 0
    found: dict[str, str | int] = {f"score {clean(score.name)}": score.value for score in scene.scores}
    for track in scene.tracks:
        found |= {f"track {clean(track.name)}: {clean(mark.name)}": mark.value for mark in track.marks}
    found |= {f"held {clean(names.get(id, id))}": count for id, count in sorted(held.items())}
    return found | {f"counters {clean(names.get(id, id))}": n for id, n in sorted(pieces.items()) if id}


def _row(frame: Frame) -> dict[str, str | int]:
    said = [f"{deed.seat}: {deed.told or deed.say}" for deed in frame.deeds if deed.told or deed.say]
    dice = [f"{throw.rule} {' '.join(map(str, throw.values))}" for throw in frame.dice]
    return {
        "number": frame.number, "round": frame.round, "turn": _cell([frame.turn]), "phase": _cell([frame.phase]),
        "kind": frame.kind, "rule": _cell([frame.rule]), "about": _cell([frame.about]), "seats": _cell(frame.seats),
        "said": _cell(said), "told": _cell([sentence.text for sentence in frame.sentences]), "dice": _cell(dice),
        "time": frame.time,
    }  # fmt: skip


def _cell(texts: Iterable[str]) -> str:
    """Texts in one cell, harmless for a terminal and for a spreadsheet."""
    return clean_cell("; ".join(text for text in texts if text))
