"""A log that came in another form is judged, packed and read in all the same; what is none is called by its name."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from desks import Desks
from mangled import FORMS
from pbem import ruleset
from pbem.errors import BadRecord
from pbem.post.packet import pack
from pbem.post.zips import unzip
from records import finished
from tiny import TINY

LOG = b"".join(finished())


@pytest.fixture
def somebody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desks:
    monkeypatch.setattr(ruleset, "_load", lambda name: TINY)
    return Desks(tmp_path)


@pytest.mark.parametrize("form", FORMS)
def test_an_intact_log_is_sound_in_any_form(somebody, tmp_path, form):
    (tmp_path / "came.txt").write_bytes(FORMS[form](LOG))
    done = somebody.must("zoe", "verify", "came.txt", at=tmp_path)
    assert done.out.startswith("sound (full); ")
    assert done.err.startswith("came.txt is no log as it stands")


def test_the_form_is_named_and_what_was_passed_over_is_counted(somebody, tmp_path):
    (tmp_path / "came.txt").write_bytes(FORMS["wrapped and quoted, the greeting too"](LOG))
    done = somebody.must("zoe", "verify", "came.txt", at=tmp_path)
    assert done.err.splitlines() == [
        "came.txt is no log as it stands (quoted, wrapped): the records in it were read, and what they prove is told",
        "lines of other text that were passed over: 6",
    ]
    (tmp_path / "game.pbem.gz").write_bytes(FORMS["gzip"](FORMS["line ends of Windows"](LOG)))
    assert "(gzip)" in somebody.must("zoe", "audit", "game.pbem.gz", at=tmp_path).err


def test_evidence_of_a_log_in_another_form_holds_the_log(somebody, tmp_path):
    (tmp_path / "came.txt").write_bytes(FORMS["quoted and wrapped"](LOG))
    somebody.must("zoe", "evidence", "came.txt", "-o", "match.zip", "--no-replay", at=tmp_path)
    with zipfile.ZipFile(tmp_path / "match.zip") as bundle:
        assert bundle.read("game.pbem") == LOG
    assert somebody.must("zoe", "audit", "match.zip", at=tmp_path).out.startswith("honest (audit)")


def test_damage_in_another_form_is_damage(somebody, tmp_path):
    (tmp_path / "came.txt").write_bytes(FORMS["quoted"](LOG.replace(b'"r":2', b'"r":3', 1)))
    assert somebody.run("zoe", "verify", "came.txt", at=tmp_path).status == 4


@pytest.mark.parametrize(("content", "words"), [
    (b"", "it is empty"), (b"%PDF-1.7\n", "it is a PDF document"), (b"BZh91AY", "it is a bzip2 archive"),
    (b"\x1f\x8b\x08\0x", "it is a gzip archive without a log in it, or a damaged one"),
    (b"Hello", "it is a text without records"),
])  # fmt: skip
def test_what_is_no_log_is_called_by_its_name(somebody, tmp_path, content, words):
    (tmp_path / "came").write_bytes(content)
    done = somebody.run("zoe", "verify", "came", at=tmp_path)
    assert (done.status, words in done.out.splitlines()[0]) == (4, True)


def test_a_packet_is_told_from_a_log(somebody, tmp_path):
    (tmp_path / "came.pbem").write_bytes(pack(finished()[9:20]))
    done = somebody.run("zoe", "verify", "came.pbem", at=tmp_path)
    assert done.status == 5
    assert "pbem: error: came.pbem is a packet of 11 records, not the whole log" in done.err
    assert "pbem: hint: pbem in reads it into a match" in done.err
    (tmp_path / "whole.pbem").write_bytes(pack(finished()))
    assert somebody.must("zoe", "verify", "whole.pbem", at=tmp_path).out.startswith("sound (full); ")


IN = ["line ends of Windows", "gzip", "UTF-16", "quoted and wrapped", "words below", "base64"]


@pytest.mark.parametrize("form", IN)
def test_pbem_in_reads_what_signatures_prove(desks, form):
    desks.must("ana", "do", "--send", "loose")
    came = desks.root / "came.txt"
    came.write_bytes(FORMS[form](desks.bytes_of("ana")))
    told = json.loads(desks.must("bo", "in", "--json", came).out)
    assert (told["matches"][0]["new"] > 0, told["troubles"]) == (True, [])
    assert set(desks.bytes_of("ana").splitlines()) <= set(desks.bytes_of("bo").splitlines())


def zipped(content, name="game.pbem", how=zipfile.ZIP_DEFLATED):
    """As a file manager packs it, with another file beside it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as archive:
        archive.writestr(zipfile.ZipInfo("notes.txt"), "see you")
        archive.writestr(zipfile.ZipInfo(name), content, compress_type=how)
    return made.getvalue()


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_a_log_in_a_zip_file_is_judged(somebody, tmp_path, how):
    (tmp_path / "came.zip").write_bytes(zipped(LOG, "match/game.pbem", how))
    for command, first in (("verify", "sound (full); "), ("audit", "honest (audit)")):
        done = somebody.must("zoe", command, "came.zip", at=tmp_path)
        assert done.out.startswith(first)
        assert "came.zip is a zip file: the log in it was read, and what it proves is told" in done.err


def test_evidence_that_was_packed_again_is_refused_as_before(somebody, tmp_path):
    (tmp_path / "came.txt").write_bytes(LOG)
    somebody.must("zoe", "evidence", "came.txt", "-o", "match.zip", "--no-replay", at=tmp_path)
    again = io.BytesIO()
    with zipfile.ZipFile(tmp_path / "match.zip") as bundle, zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED) as other:
        for entry in bundle.infolist():
            other.writestr(entry.filename, bundle.read(entry))
    (tmp_path / "again.zip").write_bytes(again.getvalue())
    assert "another program has packed it again" in somebody.run("zoe", "verify", "again.zip", at=tmp_path).err


def test_pbem_in_reads_a_zip_file(desks):
    desks.must("ana", "do", "--send", "loose")
    (desks.root / "came.zip").write_bytes(zipped(desks.bytes_of("ana")))
    told = json.loads(desks.must("bo", "in", "--json", desks.root / "came.zip").out)
    assert (told["matches"][0]["new"] > 0, told["troubles"]) == (True, [])


def test_a_zip_file_has_bounds_and_one_log():
    assert unzip(zipped(LOG)) == LOG
    assert unzip(zipped(LOG, "game.txt")) is None
    assert unzip(b"PK\x03\x04" + b"x" * 99) is None
    bomb = zipped(b"\0" * 4_000_000)
    with pytest.raises(BadRecord, match="too much"):
        unzip(bomb)
    whole = zipped(LOG)
    at = whole.index(b"game.pbem") + 500
    with pytest.raises(BadRecord, match="damaged"):
        unzip(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1:])
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(200):
            archive.writestr(zipfile.ZipInfo(f"{number}.txt"), "")
        archive.writestr(zipfile.ZipInfo("game.pbem"), LOG)
    assert unzip(many.getvalue()) is None  # its list is longer than that of any bundle
