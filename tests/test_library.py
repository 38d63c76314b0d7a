"""The library (docs/library.md): what it gives, and that its names and signatures stay."""

from __future__ import annotations

import csv
import doctest
import inspect
from io import StringIO
from pathlib import Path

import pytest

from pbem import library
from pbem.cli.main import status_of
from pbem.errors import WrongUse
from pbem.replay.exports.rows import COLUMNS, numbers, table, to_csv
from pbem.show.frame import Deed, Throw
from pbem.show.scene import Sentence

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "logs"
SIGNATURES = {
    "open": "(path: 'str | Path', viewer: 'str' = 'public', *, data: 'str | Path | None' = None) -> 'Game'",
    "check": "(path: 'str | Path', level: 'Level' = 'full', *, data: 'str | Path | None' = None) -> 'Report'",
    "holders": "(scene: 'Scene') -> 'dict[str, str]'",
    "Game.turns": "(self, by: 'By' = 'turn') -> 'Iterator[Frame]'",
    "Game.story": "(self) -> 'Iterator[tuple[int, Sentence]]'",
    "Game.dice": "(self) -> 'Iterator[tuple[Frame, Throw]]'",
    "Game.verdict": "(self, level: 'Level' = 'full') -> 'Report'",
}


def test_the_page_tells_what_happens(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert (failed, tried > 15) == (0, True)


@pytest.mark.parametrize("name", SIGNATURES)
def test_what_scripts_call_stays(name):
    held = library
    for part in name.split("."):
        held = getattr(held, part)
    assert str(inspect.signature(held)) == SIGNATURES[name]  # type: ignore[arg-type]


def test_all_that_the_library_gives_is_documented():
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    public = [n for n in dir(library.Game) if not n.startswith("_")]
    assert [n for n in public if f"{n}" not in text and n not in ("rounds", "awaited", "doubt")] == []
    assert all(getattr(library.Game, n).__doc__ for n in public)


def test_a_folder_a_log_and_a_bundle_give_one_game(tmp_path):
    log = LOGS / "fallujah" / "april_lost" / "game.pbem"
    bundle = tmp_path / "case.zip"
    assert status_of(["evidence", str(log), "-o", str(bundle), "--no-replay"]) == 0
    games = [library.open(path) for path in (log, log.parent, bundle, str(log))]
    assert len({(game.id, game.rounds, game.ending) for game in games}) == 1
    assert games[2].ending is not None
    assert games[2].ending.text == "Debacle with -12 VP"
    assert games[2].verdict().status == 0


@pytest.mark.thorough
def test_a_seat_sees_what_the_public_does_not():
    log = LOGS / "anaconda" / "fortification_kept_down"
    assert list(library.open(log, "al_qaeda"))[5].scene != list(library.open(log))[5].scene
    with pytest.raises(WrongUse, match="there is no seat nobody"):
        library.open(log, "nobody")
    with pytest.raises(WrongUse, match="there is no file"):
        library.open(log / "none.pbem")


def test_export_csv_has_a_row_for_each_step_or_turn(tmp_path):
    log = LOGS / "angola" / "resignation"
    for by, wanted in (("event", None), ("turn", 6)):
        target = tmp_path / f"{by}.csv"
        assert status_of(["export", "csv", str(log), "--public", "--by", by, "-o", str(target)]) == 0
        rows = list(csv.DictReader(StringIO(target.read_text(encoding="utf-8"), newline="")))
        assert tuple(rows[0])[: len(COLUMNS)] == COLUMNS
        assert wanted in (None, len(rows))
    assert [int(row["held FAPLA"] or 0) for row in rows] == [3, 5, 8, 8, 7, 8]


def test_a_cell_cannot_act_on_a_spreadsheet_and_dice_stand_as_they_fell():
    frame = next(iter(library.open(LOGS / "fallujah" / "april_lost")))
    evil = type(frame)(
        number=0, round=1, kind="answer", scene=frame.scene, about="=1+1",
        sentences=(Sentence(text="@SUM(A1)\x1b[2J"),), deeds=(Deed(seat="coalition", say="pass"),),
        dice=(Throw(rule="1", values=(3, 3), sides=6), Throw(rule="1", values=(3, 3), sides=6)),
    )  # fmt: skip
    (row,) = table([evil])
    assert (row["about"], row["told"], row["dice"]) == ("'=1+1", "'@SUM(A1)[2J", "1 3 3; 1 3 3")
    assert row["said"] == "coalition: pass"
    assert set(numbers(frame.scene)) <= set(row)
    assert to_csv([row]).count("\r\n") == 2
