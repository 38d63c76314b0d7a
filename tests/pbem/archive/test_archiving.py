"""The bench of archives: logs made by bots, each engine beside one process, all tables the same."""

from __future__ import annotations

import json

import pytest

from archives import OTHER, SHORT, fill, judge, rows
from pbem.audit.sheets.document import document
from pbem.audit.verify import verify
from pbem.cli.main import status_of
from pbem.errors import PbemError
from pbem.lab import archiving, many_logs
from pbem.lab.archiving import archive_bench, contents, unlike
from pbem.lab.many_logs import SHARE, as_it_stood, write_logs


def test_a_game_as_it_stood_at_many_moments():
    lines = [b"%d\n" % number for number in range(100)]
    log = b"".join(lines)
    assert list(as_it_stood(log, 1)) == [log]
    parts = list(as_it_stood(log, 50))
    assert [part.count(b"\n") for part in parts] == list(range(51, 101))
    assert all(log.startswith(part) for part in parts)
    assert len(SHARE) == 20
    assert len(set(SHARE)) == 4


def test_so_many_logs_are_made_whatever_the_number_of_games(monkeypatch, tmp_path):
    class Others:
        def __init__(self, *_):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def map(self, _work, games, seeds):
            return (f"{game} {seed}\n".encode() * 200 for game, seed in zip(games, seeds, strict=True))

    monkeypatch.setattr(many_logs, "ProcessPoolExecutor", Others)
    for count, games in ((3, 3), (45, 20), (1_530, 31)):
        paths = write_logs(tmp_path / str(count), count)
        assert len(paths) == count == len({path.read_bytes() for path in paths})
        assert len({path.parent.parent for path in paths}) == games


def test_a_row_is_compared_with_what_verify_says(tmp_path):
    folder = fill(tmp_path, {"a.pbem": SHORT.read_bytes()[:-100]})
    judge(folder, table=tmp_path / "t")
    (row,), said = rows(tmp_path / "t"), document(verify(folder / "a.pbem", "full"))
    assert unlike(row, said) == []
    assert row["error"]
    for name in ("status", "sha256", "rounds", "kind", "line", "error", "builds", "judged_by"):
        assert unlike({**row, name: "other"}, said) == [name]


def test_what_a_bench_says_follows_from_its_runs(monkeypatch, tmp_path, capsys):
    def made(folder, count):
        logs = [SHORT.read_bytes(), OTHER.read_bytes()] * (count // 2)
        return [fill(folder, {f"{n}/game.pbem": log}) / f"{n}/game.pbem" for n, log in enumerate(logs)]

    def ran(folder, run):
        judge(folder, table=run.table)
        return 2, {"one": 2.0, "pool": 2.2}[run.engine] * (1 + run.jobs / 10), 0.5, 1 - run.jobs / 100

    monkeypatch.setattr(archiving, "write_logs", made)
    monkeypatch.setattr(archiving, "_run", ran)
    monkeypatch.setattr(archiving, "_engines", lambda: [("one", 1), ("pool", 2)])
    assert status_of(["bench", "--archive", "2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["logs"], said["turns"], said["same_table"], said["compared"], said["as_verify"]) == (
        2, 1, True, 2, True)
    one, pool = said["engines"]
    assert (one["cpu_s"], one["ratio"], pool["cpu_s"], pool["ratio"]) == (2.2, 1.0, 2.64, 1.2)
    assert (pool["parent_ms_a_log"], pool["busy"]) == (250.0, 0.98)
    assert one["parent_ms_a_log"] == pytest.approx(250 - 500 * one["in_logs_s"], abs=3)  # it judges, too
    assert 30 < pool["worker_mb"] < 1_000
    assert status_of(["bench", "--archive", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].split()[:3] == ["pool", "2", "2.6"]
    assert lines[-2:] == ["the same table by all: yes", "as pbem verify says, of 2 logs: yes"]

    monkeypatch.setattr(archiving, "unlike", lambda _row, _said: ["status"])
    monkeypatch.setattr(archiving, "contents", lambda table: contents(table) | {"seat": [{"of": table.name}]})
    found = archive_bench(2)
    assert (found.same_table, found.as_verify) == (False, False)
    monkeypatch.setattr(archiving, "write_logs", lambda folder, count: made(folder, count)[:1])
    with pytest.raises(PbemError, match="2 logs were made, 1 judged"):
        archive_bench(2)


@pytest.mark.thorough
def test_a_bench_in_truth(monkeypatch, capsys):
    monkeypatch.setattr(many_logs, "SHARE", ("enduring_freedom",))
    monkeypatch.setattr(archiving, "_engines", lambda: [("one", 1), ("pool", 2)])
    assert status_of(["bench", "--archive", "3", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["logs"], said["same_table"], said["as_verify"]) == (3, True, True)
    one, pool = said["engines"]
    assert 0 < one["in_logs_s"] < one["cpu_s"]
    assert pool["in_logs_s"] < pool["cpu_s"]
    assert 0.5 < pool["ratio"] < 20
    assert 0 < pool["busy"] <= 1
