"""`pbem evidence`, and `pbem verify` and `pbem audit` of what it writes, by a stranger in another folder."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import re
import shutil
import tomllib
import zipfile
from pathlib import Path

import msgspec
import pytest

from desks import Desks
from pbem import ruleset
from pbem.audit.bundle.archive import LOG, REPLAY, SUMS, pack, sums, unpack
from pbem.errors import BadRecord
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import finish, invite
from records import lines_of
from tiny import TINY, WORTH

LOGS = Path(__file__).resolve().parents[3] / "logs" / "angola"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory):
    """A whole match of the tiny game, and the bundle that red made of it."""
    root = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "_load", lambda name: TINY)
        red = Desks(root)
        red.must("red", "demo", "tiny", "--folder", root / "played", at=root)
        game = root / "played" / "red" / "game"
        said = red.must("red", "evidence", game, "-o", root / "match.zip", at=root)
    return root, game, said


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desks:
    """Somebody with another home and nothing else."""
    monkeypatch.setattr(ruleset, "_load", lambda name: TINY)
    return Desks(tmp_path / "elsewhere")


@pytest.fixture
def came(played, stranger) -> Path:
    """The bundle as it reached the stranger, under another name."""
    stranger.root.mkdir()
    return Path(shutil.copy(played[0] / "match.zip", stranger.root / "came from red.zip"))


def test_evidence_says_the_verdict_and_how_to_check_it(played):
    said = played[2]
    assert re.fullmatch(r"honest \(audit\); dice witnessed \(mover\+others\); ended by rule 4: "
                        r"won by (red|green|blue); audited with all secrets\n", said.out)
    assert said.err.endswith("bytes: match.zip\nto check it: pbem audit match.zip\n")


def test_a_stranger_checks_it_in_another_folder_with_another_home(played, stranger, came):
    audited = stranger.must("zoe", "audit", came, at=stranger.root)
    own = stranger.must("zoe", "audit", played[1], at=stranger.root)
    assert (audited.out, audited.err) == (own.out, "")
    verified = stranger.must("zoe", "verify", came, at=stranger.root)
    assert verified.out.startswith("sound (full); dice witnessed (mover+others); ended by rule 4: won by ")
    assert verified.err == "the log in the bundle was judged; pbem audit compares the pages, too\n"
    with zipfile.ZipFile(came) as archive:
        inside = json.loads(archive.read("report.json"))
    assert json.loads(stranger.must("zoe", "audit", came, "--json", at=stranger.root).out) == inside
    stranger.must("zoe", "audit", came, "--html", stranger.root / "again.html", at=stranger.root)
    assert (stranger.root / "again.html").is_file()


def test_the_stranger_makes_the_same_bundle_again(stranger, came):
    with zipfile.ZipFile(came) as archive:
        archive.extract(LOG, stranger.root)
    stranger.must("zoe", "evidence", stranger.root / LOG, "-o", "again.zip", at=stranger.root)
    assert (stranger.root / "again.zip").read_bytes() == came.read_bytes()


def test_a_page_that_replays_the_match_goes_with_it_unless_unwanted(played, stranger):
    stranger.root.mkdir()
    for name in ("one.zip", "two.zip"):
        stranger.must("zoe", "evidence", played[1], "-o", name, at=stranger.root)
    one, two = ((stranger.root / name).read_bytes() for name in ("one.zip", "two.zip"))
    assert one == two
    assert b"<!doctype html>" in unpack(one)[REPLAY].lower()
    assert stranger.must("zoe", "audit", "one.zip", at=stranger.root).err == ""
    stranger.must("zoe", "evidence", played[1], "-o", "less.zip", "--no-replay", at=stranger.root)
    assert REPLAY not in unpack((stranger.root / "less.zip").read_bytes())


def test_a_log_that_cannot_be_replayed_is_packed_all_the_same(played, stranger, monkeypatch):
    def broken(*_):
        raise BadRecord("line 7 is torn")

    monkeypatch.setattr("pbem.cli.replay.reel_for", broken)
    stranger.root.mkdir()
    said = stranger.must("zoe", "evidence", played[1], "-o", "match.zip", at=stranger.root)
    assert "no replay is in it: line 7 is torn" in said.err.splitlines()
    assert REPLAY not in unpack((stranger.root / "match.zip").read_bytes())


def test_no_name_and_no_path_of_a_machine_is_in_it(played):
    content = (played[0] / "match.zip").read_bytes()
    assert str(played[0]).encode() not in content
    assert b"@example.org" not in content
    assert os.fsencode(Path.home()) not in content


def test_the_game_that_is_wrong_on_purpose(tmp_path):
    somebody = Desks(tmp_path)
    packed = somebody.run("zoe", "evidence", LOGS / "wrong_on_purpose", "-o", tmp_path / "wrong.zip", at=tmp_path)
    assert packed.status == 4  # the verdict's
    assert "FNLA broke rule 3" in packed.out
    done = somebody.run("zoe", "audit", tmp_path / "wrong.zip", at=tmp_path)
    assert done.status == 4
    fault = "fault: line 12, round 3, FNLA, rule 3: false claim: FNLA: at most 4 infantry came to a Control Marker"
    assert fault in done.out.splitlines()
    assert somebody.must("zoe", "verify", tmp_path / "wrong.zip", at=tmp_path).out.startswith("sound (full)")


def test_corrected_data_go_with_the_match_and_are_used_without_asking(monkeypatch, tmp_path):
    def read(overlay):
        worth = WORTH if overlay is None else tomllib.loads((overlay / "tiny.toml").read_text())["worth"]
        return {"tiny.toml": {"worth": worth}}

    game, there = tmp_path / "game", tmp_path / "there"
    (game / "data").mkdir(parents=True)
    there.mkdir()
    (game / "data" / "tiny.toml").write_bytes(b"[worth]\ncoin = 9\n")
    people = invite(ruleset=dataclasses.replace(TINY, data_files=lambda _: read(game / "data")), turns=1)
    finish(people, random.Random(2))
    (game / LOG).write_bytes(b"".join(lines_of(people)))
    monkeypatch.setattr(ruleset, "_load", lambda name: dataclasses.replace(TINY, data_files=read))
    somebody = Desks(tmp_path)
    somebody.must("zoe", "evidence", game, "-o", there / "match.zip", at=there)
    for command in ("verify", "audit"):
        somebody.must("zoe", command, there / "match.zip", at=there)
    assert not (there / "data").exists()
    with zipfile.ZipFile(there / "match.zip") as archive:
        archive.extract(LOG, there)
    assert somebody.run("zoe", "verify", there / LOG, at=there).status == 8


# ------------------------------------------------------------------ refused, with one clear line


def refused(stranger: Desks, path: Path, complaint: str, *, commands=("audit", "verify")) -> None:
    for command in commands:
        done = stranger.run("zoe", command, path, at=stranger.root)
        assert (done.status, done.out) == (4, "")
        assert done.err.count("pbem: error: ") == 1
        assert done.complaint == f"pbem: error: {path.name}: {complaint}"


def test_an_edited_log_inside(stranger, came):
    files = unpack(came.read_bytes())
    files[LOG] = files[LOG].replace(b'"n":5', b'"n":6', 1)
    with zipfile.ZipFile(came, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    refused(stranger, came, "game.pbem in this bundle is not the one in its list of digests: it was changed")


def test_an_edited_log_with_its_digest_put_right(stranger, came):
    files = unpack(came.read_bytes())
    files[LOG] = b"".join(files[LOG].splitlines(keepends=True)[:-1])
    came.write_bytes(pack(files))
    assert stranger.run("zoe", "verify", came, at=stranger.root).status == 0  # the shorter log is sound, and so named
    why = "README.txt in this bundle is not what its log gives"
    refused(stranger, came, why, commands=("audit",))


def test_a_replay_that_lies(stranger, came):
    files = unpack(came.read_bytes())
    for lie in (b"<script src=https://example.org/x.js></script>", files[REPLAY].replace(b"turn", b"tarn", 1)):
        came.write_bytes(pack({**files, REPLAY: lie}))
        refused(stranger, came, "replay.html in this bundle is not what its log gives", commands=("audit",))


def test_pages_of_another_version_of_pbem_are_not_believed(stranger, came):
    files = unpack(came.read_bytes())
    rules = json.loads(files["rules.json"]) | {"pbem": "0.0.9"}
    came.write_bytes(pack({**files, "rules.json": json.dumps(rules).encode(), "report.txt": b"lies", REPLAY: b"lies"}))
    done = stranger.run("zoe", "audit", came, at=stranger.root)
    assert (done.status, done.out) == (8, "")
    assert done.complaint.startswith("pbem: error: pbem 0.0.9 made the pages of this bundle, this is ")
    assert "pbem: hint: trust no page of it: pbem verify judges its game.pbem alone" in done.err
    assert stranger.must("zoe", "verify", came, at=stranger.root).out.startswith("sound (full)")


def test_names_that_leave_the_folder_sizes_that_lie_and_other_zip_files(stranger, came):
    files = unpack(came.read_bytes())
    del files[SUMS]
    for name in ("../../outside.txt", "/tmp/outside.txt"):
        out = {**files, name: b"out"}
        with zipfile.ZipFile(came, "w") as archive:
            for inside, content in {**out, SUMS: sums(out)}.items():
                archive.writestr(zipfile.ZipInfo(inside), content)
        refused(stranger, came, f"it holds a file of the name {name!r}, which no bundle has")
    with zipfile.ZipFile(came, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("game.pbem"), bytes(20_000_000), compress_type=zipfile.ZIP_DEFLATED)
    size = came.stat().st_size
    refused(stranger, came, f"game.pbem claims 20,000,000 bytes, the bundle has {size:,}")
    came.write_bytes(b"no zip at all")
    refused(stranger, came, "this is no bundle of evidence, or it is cut off")
    assert not list(stranger.root.parent.rglob("outside.txt"))


def test_wrong_use(stranger, came):
    done = stranger.run("zoe", "evidence", came, "-o", "twice.zip", at=stranger.root)
    assert (done.status, done.complaint) == (2, "pbem: error: came from red.zip is a bundle of evidence already")
    assert stranger.run("zoe", "evidence", came, at=stranger.root).status == 2
    assert stranger.run("zoe", "audit", "none.zip", at=stranger.root).status == 2
    assert not (stranger.root / "twice.zip").exists()


def test_data_files_of_odd_names_do_not_travel(played, stranger, came):
    data = stranger.root / "data"
    data.mkdir()
    (data / "Map.toml").write_bytes(b"a = 1\n")
    done = stranger.run("zoe", "evidence", played[1], "-o", "x.zip", "--data", data, at=stranger.root)
    assert (done.status, done.complaint) == (2, "pbem: error: data/Map.toml: a data file is named like map.toml")


@pytest.mark.parametrize(("content", "why"), [(b"", "it is empty"), (b"%PDF-1.7\n\0", "it is a PDF document"),
                                              (b"hello\n", "it is a text without records")])
def test_no_evidence_is_made_of_what_has_no_first_line(stranger, content, why):
    stranger.root.mkdir()
    (stranger.root / "came").write_bytes(content)
    said = stranger.run("zoe", "evidence", "came", "-o", "match.zip", at=stranger.root)
    assert said.status == 4
    assert said.complaint.startswith(f"pbem: error: came: {why}")
    assert "pbem: hint: no evidence was written: there is no match in it" in said.err
    assert not (stranger.root / "match.zip").exists()


def test_the_status_is_that_of_the_verdict(stranger):
    people = invite(turns=1)
    finish(people, random.Random(7))
    tool = people[1].match
    lines = lines_of(people)
    note = ev.Note(**tool._core(1), body=ev.NoteBody(text="one"))
    twins = [CODEC.make(msgspec.structs.replace(note, body=ev.NoteBody(text=text)), tool.keys[1].sign_seed).line
             for text in ("one", "two")]
    stranger.root.mkdir()
    for name, content, status in (("fork", [*lines, *twins], 6), ("lost", [*lines[:9], *lines[10:]], 5),
                                  ("torn", [*lines, b'{"c":{"x":\n'], 4), ("whole", lines, 0)):
        (stranger.root / f"{name}.pbem").write_bytes(b"".join(content))
        said = stranger.run("zoe", "evidence", f"{name}.pbem", "-o", f"{name}.zip", "--no-replay", at=stranger.root)
        assert (name, said.status) == (name, status), said.err
        assert (stranger.root / f"{name}.zip").exists()
