"""Questions to a table, when its logs are gone."""

from __future__ import annotations

import builtins
import csv
import json
import re
import shutil
from pathlib import Path

import pytest

import archives
from archives import LOGS, OTHER, SHORT, fill, judge, rows
from pbem.cli.main import status_of

ANGOLA = LOGS / "angola" / "wrong_on_purpose" / "game.pbem"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four logs of three matches, judged; then they are gone."""
    log, folder = SHORT.read_bytes(), tmp_path_factory.mktemp("in")
    early = b"".join(log.splitlines(keepends=True)[:60])
    fill(folder, {"short.pbem": log, "early.pbem": early, "other.pbem": OTHER.read_bytes(),
                  "angola.pbem": ANGOLA.read_bytes(), "broken.pbem": log[:5000]})
    path = tmp_path_factory.mktemp("table") / "t.sqlite"
    judge(folder, table=path)
    judge(folder / "short.pbem", folder / "other.pbem", table=path, level="audit")
    shutil.rmtree(folder)
    return path


@pytest.fixture
def ask(table, capsys):
    """Asks the table; gives the names of the logs, or the lines of the answer."""
    def asked(*words: str) -> list[str]:
        assert status_of(["archive", *words, "--table", str(table)]) == 0
        out = capsys.readouterr().out.splitlines()
        return [Path(line).stem for line in out] if words[0] == "find" else out
    return asked


@pytest.mark.parametrize(("words", "found"), [
    ("", "angola broken early other short"),
    ("--game angola", "angola"),
    ("--game fallujah/1 --verdict sound", "early"),
    ("--game fall", ""),
    ("--game f%", ""),
    ("--rule 1_", ""),
    ("--seat unita", "angola"),
    ("--option scenario=vigilant_resolve", "broken early short"),
    ("--option historical_order_of_battle=false --option scenario=vigilant_resolve", "broken early short"),
    ("--option historical_order_of_battle=true", ""),
    ("--result RESIGNED", "angola"),
    ("--length 59", "early"),
    ("--length 60: --game fallujah", "short"),
    ("--length :59", "broken early"),
    ("--rule 16", "broken early other short"),
    ("--rule 16.1 --length 60:", "short"),
    ("--rule 1", ""),
    ("--holds fapla:luanda@3", "angola"),
    ("--holds fapla:luanda@99", ""),
    ("--holds coalition:east --holds coalition:west@2", "broken early short"),
])  # fmt: skip
def test_find_gives_the_logs_that_answer_all_of_it(words, found, ask):
    assert ask("find", *words.split()) == found.split()


def test_a_person_is_named_by_the_beginning_of_an_id(table, ask, capsys):
    person = next(one["person"] for one in rows(table, "seat") if one["seat"] == "unita")
    assert ask("find", "--person", person[:10]) == ["angola"]
    assert ask("find", "--person", person[:10], "--seat", "unita") == ["angola"]
    assert status_of(["archive", "find", "--person", "nobody", "--table", str(table)]) == 2
    assert "nobody in" in capsys.readouterr().err


@pytest.mark.parametrize("words", [
    ["--length", "many"], ["--length", ":"], ["--length", "500:100"], ["--holds", "luanda"], ["--option", "x"],
])
def test_what_cannot_be_asked_is_told(words, table, capsys):
    assert status_of(["archive", "find", *words, "--table", str(table)]) == 2
    assert "give it as --" in capsys.readouterr().err


def test_what_sql_could_do_it_does_not(table, ask):
    before = archives.everything(table)
    assert ask("find", "--game", "x'; DROP TABLE log; --") == []
    assert ask("find", "--option", "a'b\"=c") == []
    assert archives.everything(table) == before


def test_stats_count_each_match_once(table, ask):
    said = json.loads("\n".join(ask("stats", "--json")))
    assert (said["logs"], said["matches"]) == (5, 3)  # a broken log counts for nothing, an early one is the same match
    wins = {one["engine"]: one for one in said["wins"]}
    assert wins["angola/1"]["won"] == {"fapla": 1, "fnla": 0, "mpla": 1, "unita": 0}
    assert (wins["fallujah/1"]["matches"], wins["fallujah/1"]["nobody"]) == (1, 1)
    short = next(one for one in rows(table) if one["path"].endswith("short.pbem"))
    assert wins["fallujah/1"]["rounds"] == [short["rounds"]] * 3
    assert {one["seat"] for one in said["paces"] if one["engine"] == "angola/1"} == {"fapla", "fnla", "mpla", "unita"}
    dice = [one for one in rows(table, "dice") if not one["seat"] and one["sides"] == 6]
    (luck,) = (one for one in said["luck"] if one["sides"] == 6)
    assert (luck["games"], luck["dice"]) == (2, sum(one["dice"] for one in dice))
    assert luck["mean"] == round(sum(one["sum"] for one in dice) / luck["dice"], 4)
    assert luck["least_p"] == pytest.approx(min(one["p"] for one in dice), rel=1e-2)
    assert luck["chance_of_least"] == pytest.approx(1 - (1 - luck["least_p"]) ** 2, abs=1e-3)
    text = ask("stats", "--game", "angola")
    assert text[:2] == ["1 match in 1 log", "angola/1 july_1975: 1 match, 1 ended"]
    assert text[2] == "  won: fapla 1 (100.0 %), mpla 1 (100.0 %)"


def test_small_chances_stay_apart():
    from pbem.archive.figures import _luck

    (luck,) = _luck([(6, 60, 60, "a"), (6, 2, 7, "b")])
    assert luck.least_p == pytest.approx(2 / 6**60, rel=1e-2, abs=0)
    assert luck.chance_of_least == pytest.approx(4 / 6**60, rel=1e-2, abs=0)
    assert _luck([(6, 2, 7, "b")])[0].chance_of_least == 1.0


def test_of_several_logs_in_a_file_the_worst_is_told(tmp_path):
    from pbem.archive.asking import known_files
    from pbem.archive.store import writing
    from pbem.archive.tables import ArchiveTask, LogFacts, row_of

    task = ArchiveTask("a.zip", b"a.zip", "", 1, 1, "full", 1)
    with writing(tmp_path / "t.sqlite", "", "full", lambda *_: True) as kept:
        for status, verdict in ((9, "nothing dishonest found"), (4, "damaged"), (8, "cannot be judged")):
            kept.keep(LogFacts({**row_of(task, status=status, verdict=verdict), "part": verdict}))
    assert known_files(tmp_path / "t.sqlite") == {"a.zip": "damaged"}


@pytest.mark.parametrize("by_rules", [True, False])
def test_the_first_checkpoint_of_a_turn_says_who_holds_what(by_rules, monkeypatch):
    from types import SimpleNamespace

    from pbem.archive import following

    follower = following.GameFollower.__new__(following.GameFollower)
    follower._held, follower._closed = {}, 0
    ruleset = SimpleNamespace(
        holds=(lambda state: {"here": state.holder}) if by_rules else None,
        seen=lambda state, _: {"here": "nobody" if by_rules else state.holder})
    monkeypatch.setattr(following, "holders_of", lambda scene: scene)

    def reach(turn, r, holder):
        state = SimpleNamespace(turn=turn, holder=holder)
        follower.binding = SimpleNamespace(r=r, state=state, table=None, ruleset=ruleset)
        follower.reached(None, b"")

    for turn, holder in ((1, "a"), (1, "b"), (2, "c"), (2, "d")):
        reach(turn, 5, holder)
    assert [(one["turn"], one["side"]) for one in follower.places()] == [(1, "a"), (2, "c")]
    follower._closed = 1
    reach(1, 5, "e")  # players went back
    assert [(one["turn"], one["side"]) for one in follower.places()] == [(1, "e")]


@pytest.mark.parametrize(("path", "cell"), [
    ("=1+1.pbem", "'=1+1.pbem"), ("\t=1+1", "' =1+1"), ("\x1b[2J@x", "[2J@x"), ("\u202e=1", "'=1"), ("\x00-1", "'-1"),
    ("a\r=cmd.pbem", "a =cmd.pbem"), ("a\u2028b\nc\x85d", "a b c d"), ("games/a.pbem", "games/a.pbem"),
])  # fmt: skip
def test_text_in_csv_is_one_harmless_line_and_no_formula(tmp_path, path, cell):
    from pbem.archive.exporting import export
    from pbem.archive.store import writing
    from pbem.archive.tables import ArchiveTask, LogFacts, row_of

    task = ArchiveTask(path, b"a", "", 1, 1, "full", 1)
    with writing(tmp_path / "t.sqlite", "", "full", lambda *_: True) as kept:
        kept.keep(LogFacts(row_of(task, score=-5, error="@x")))
    export(tmp_path / "t.sqlite", tmp_path, "csv")
    with (tmp_path / "log.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["path"], row["score"], row["error"]) == (cell, "-5", "'@x")


def test_many_dice_are_told_by_the_normal_distribution():
    from pbem.archive.figures import _normal
    from pbem.audit.counting.luck import two_sided

    for total in (3500, 3600, 3650):
        assert _normal(total, 1000, 6) == pytest.approx(float(two_sided(total, 1000, 6)), abs=1e-3)


def test_csv_and_json_lines_need_nothing_more(table, tmp_path):
    for form in ("csv", "jsonl"):
        words = ["archive", "export", "-o", str(tmp_path), "--format", form, "--table", str(table)]
        assert status_of(words) == 0
    with (tmp_path / "log.csv").open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["sha256"] for one in listed] == [one["sha256"] for one in lines]
    assert sorted(one["path"] for one in lines) == sorted(one["path"] for one in rows(table))
    assert [int(one["events"]) for one in listed] == [one["events"] for one in lines]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"{name}.{form}" for name in archives.TABLES for form in ("csv", "jsonl"))


def test_a_missing_extra_is_named_with_what_brings_it(table, tmp_path, capsys, monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.split(".")[0] == "pyarrow":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert status_of(["archive", "export", "-o", str(tmp_path / "new"), "--table", str(table)]) == 8
    assert "pip install 'pbem[archive]'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_parquet_holds_the_same(table, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert status_of(["archive", "export", "-o", str(tmp_path), "--table", str(table)]) == 0
    for name in archives.TABLES:
        found = parquet.read_table(tmp_path / f"{name}.parquet")
        assert (found.num_rows, found.column_names) == (len(rows(table, name)), list(archives.TABLES[name]))
    assert sorted(one["path"] for one in parquet.read_table(tmp_path / "log.parquet").to_pylist()) == sorted(
        one["path"] for one in rows(table))


def test_without_a_table_there_is_no_answer(tmp_path, capsys):
    assert status_of(["archive", "stats", "--table", str(tmp_path / "none")]) == 2
    assert "pbem archive verify FOLDER makes one" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_the_document_names_every_column_of_every_table():
    text = (Path(__file__).resolve().parents[3] / "docs" / "archives.md").read_text(encoding="utf-8")
    told = {found[1]: set(re.findall(r"`(\w+)`", found[2])) for found in re.finditer(
        r"^\| `(\w+)` \| (?:log|seat|thing|section|side|place|run)\b[^|]*\| (.*) \|$", text, re.M)}
    assert "sha256" in told["log"]
    assert {name: names | {"sha256"} for name, names in told.items()} == {
        name: {*columns, "sha256"} for name, columns in archives.TABLES.items()}
