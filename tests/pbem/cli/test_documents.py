"""`pbem export json|markdown|gif`: whole games as files."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest

from pages import embedded
from pbem.cli.main import status_of

LOGS = Path(__file__).parents[3] / "logs"
SMALL = LOGS / "angola" / "wrong_on_purpose"
BATTLE = LOGS / "fallujah" / "april_lost"


def test_json_of_a_game_keeps_to_the_schema_it_names(desks, tmp_path):
    game, schema = tmp_path / "game.json", tmp_path / "schema.json"
    done = desks.must("zoe", "export", "json", SMALL, "-o", game, "--by", "phase", at=desks.root)
    assert done.out == ""
    assert done.err.strip().endswith(f"game.json: {game.stat().st_size:,} bytes")
    desks.must("zoe", "export", "json", "--schema", "-o", schema, at=desks.root)
    written = json.loads(game.read_bytes())
    jsonschema.Draft202012Validator(json.loads(schema.read_bytes())).validate(written)
    assert written["viewer"] == "auditor"  # the game is over, and all have disclosed
    assert written["match"]["engine"] == "angola/1"


def test_a_seed_without_games_that_it_is_for_is_refused(desks, tmp_path):
    done = desks.run("zoe", "export", "html", SMALL, "-o", tmp_path / "page.html", "--seed", "7", at=desks.root)
    assert (done.status, done.complaint) == (2, "pbem: error: --seed is for the games of --what-if")
    assert "legal together: --what-if 20 --seed" in done.err
    assert not list(tmp_path.glob("page*"))


def test_a_running_game_is_written_as_its_player_knows_it(desks, tmp_path):
    game = tmp_path / "game.json"
    done = desks.must("bo", "export", "json", "-o", game)
    written = json.loads((tmp_path / "game-fnla.json").read_bytes())
    assert written["viewer"] == "fnla"
    assert not game.exists()
    assert "this is what fnla sees, secrets of fnla too" in done.err
    assert written["match"]["ending"] is None
    desks.must("bo", "export", "json", "-o", game, "--public")
    assert json.loads(game.read_bytes())["viewer"] == "public"
    done = desks.run("bo", "export", "json", "-o", game, "--as", "unita")
    assert (done.status, done.complaint) == (2, "pbem: error: the seat unita is not yours")
    done = desks.run("bo", "export", "json", "-o", game, "--auditor")
    assert done.status == 2
    assert "not disclosed: " in done.complaint
    done = desks.run("bo", "export", "json", "-o", game, "--by", "hour")
    assert (done.status, done.complaint) == (2, "pbem: error: --by 'hour' is no step")


def test_a_page_names_the_people_one_knows_and_says_what_is_played(desks, tmp_path):
    target = tmp_path / "page-fnla.html"
    desks.must("bo", "export", "html", "-o", tmp_path / "page.html")
    match = embedded(target.read_text(encoding="utf-8"), "match")
    assert match["seats"][1] == "fnla"
    assert match["players"][1].startswith("bo, key ")
    assert match["scenario"] == "July 1975 to April 1976"
    assert match["about"].startswith("Two alliances fight ")
    desks.must("zoe", "export", "html", desks.log("bo"), "-o", target, "--public", at=desks.root)
    assert embedded(target.read_text(encoding="utf-8"), "match")["players"][1].startswith("key ")


def test_a_report_names_the_people_one_knows_and_quotes_their_notes(desks, tmp_path):
    target = tmp_path / "report.md"
    desks.must("bo", "note", "*Bold* \u202eplan\x1b[2J <b>")
    desks.must("bo", "export", "markdown", "-o", target)
    text = (tmp_path / "report-fnla.md").read_text(encoding="utf-8")
    assert text.startswith("# Angola!: after-action report\n")
    assert "| FNLA | bo, key `" in text
    assert "The match goes on." in text
    assert "\nJuly 1975 to April 1976. Two alliances fight " in text
    desks.must("zoe", "export", "markdown", desks.log("bo"), "-o", target, "--public", at=desks.root)
    assert "| FNLA | key `" in target.read_text(encoding="utf-8")


def test_a_report_with_a_picture_a_turn(desks, tmp_path):
    pytest.importorskip("resvg_py")
    target, pictures = tmp_path / "out" / "report.md", tmp_path / "my pictures"
    wanted = ("-o", target, "--pictures", pictures, "--width", "200")
    desks.must("zoe", "export", "markdown", SMALL, *wanted, at=desks.root)
    text = target.read_text(encoding="utf-8")
    made = sorted(p.name for p in pictures.iterdir())
    points = [name for n in (1, 2, 3) for name in (f"point-{n}-card.png", f"point-{n}.png")]
    assert made[:7] == [*points, "turn-01.png"]
    for name in made:
        assert f"](../my%20pictures/{name})" in text
    done = desks.run("zoe", "export", "markdown", SMALL, "-o", "-", "--pictures", pictures, at=desks.root)
    assert done.complaint == "pbem: error: a report with pictures needs a file: their paths start there"


def test_a_moving_picture(desks, tmp_path):
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    target = tmp_path / "game.gif"
    done = desks.must(
        "zoe", "export", "gif", SMALL, "-o", target, "--by", "phase", "--most", "3", "--width", "150", at=desks.root
    )
    assert "3 of " in done.err
    with image.open(target) as film:
        assert film.n_frames == 3
        assert film.size[0] == 150


def test_a_moving_picture_of_one_turn_goes_step_by_step(desks, tmp_path):
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    target = tmp_path / "turn.gif"
    wanted = ("-o", target, "--width", "150", "--seconds", "0.5", "--public")
    done = desks.must("zoe", "export", "gif", BATTLE, *wanted, "--turn", "5", "--most", "2", at=desks.root)
    assert re.search(r"2 of ([3-9]|[1-9][0-9]) pictures", done.err)
    with image.open(target) as film:
        assert film.n_frames == 2
        assert film.info["duration"] == 500
    done = desks.run("zoe", "export", "gif", BATTLE, *wanted, "--turn", "99", at=desks.root)
    assert (done.status, done.complaint) == (2, "pbem: error: there is no turn 99")
    assert "the turns: 1, 2" in done.err


DOCUMENTS = (
    ("svg",), ("gif", "--most", "2", "--width", "150"), ("json", "--by", "turn"), ("markdown",), ("report",), ("html",),
)  # fmt: skip


@pytest.mark.thorough
def test_documents_are_the_same_bytes_under_another_hash_seed_clock_and_language(tmp_path):
    pytest.importorskip("resvg_py")
    digests = []
    for seed, zone, language in (("1", "Asia/Tokyo", "C"), ("2", "America/Caracas", "C.UTF-8")):
        environ = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language, "PBEM_HOME": str(tmp_path)}
        asked = [["export", kind, str(BATTLE), "--public", "-o", str(tmp_path / f"{seed}.{kind}"), *rest]
                 for kind, *rest in DOCUMENTS]
        script = f"from pbem.cli.main import status_of\nfor words in {asked!r}: assert status_of(words) == 0"
        subprocess.run([sys.executable, "-c", script], env=environ, check=True)
        digests.append([sha256((tmp_path / f"{seed}.{kind}").read_bytes()).hexdigest() for kind, *_ in DOCUMENTS])
    assert digests[0] == digests[1]


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_a_moving_picture_without_the_extra(desks, tmp_path, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    done = desks.run("zoe", "export", "gif", SMALL, "-o", tmp_path / "a.gif", at=desks.root)
    assert (done.status, done.complaint) == (8, "pbem: error: the extra png is not installed")
    assert not (tmp_path / "a.gif").exists()


def test_standard_output_takes_a_document():
    class Out(io.StringIO):
        buffer = io.BytesIO()

    with contextlib.redirect_stdout(Out()) as out:
        assert status_of(["export", "json", "--schema", "-o", "-"]) == 0
    assert json.loads(out.buffer.getvalue())["$defs"]
