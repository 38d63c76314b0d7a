"""Why a bundle of evidence is refused, word for word, and what to do then; whether its pages are those of its log."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from pbem.audit.bundle import archive
from pbem.audit.bundle.archive import LOG, README, SUMS, data_of, is_bundle, is_name, pack, read_bundle, sums, unpack
from pbem.audit.bundle.evidence import compare
from pbem.audit.bundle.pages import readme_page, rules_page
from pbem.audit.findings.finding import BAD, UNKNOWN, Finding
from pbem.audit.findings.report import Report, TwinLines
from pbem.audit.sheets.html import to_html
from pbem.audit.sheets.sheet import Sheet, SheetItem, SheetPart
from pbem.audit.verify import Start
from pbem.build import build_of
from pbem.errors import BadRecord, Unsupported, WrongUse
from records import decoded, finished
from tiny import TINY

FILES = {README: b"read me\n", LOG: b"{}\n", "data/map.toml": b"a=1"}
AGAIN = "ask for it again"
ELSE = "ask for it as pbem evidence wrote it, or take game.pbem out of it and judge that alone"


def refused(raw):
    with pytest.raises(BadRecord) as error:
        unpack(raw)
    return error.value.why, error.value.hint


@pytest.mark.parametrize("raw", [b"", b"PK\x03\x04", b"junk" * 99, pack(FILES)[:-1], b"x" + pack(FILES)[1:]])
def test_what_is_no_bundle_or_is_cut_off(raw):
    assert refused(raw) == ("this is no bundle of evidence, or it is cut off", AGAIN)


def test_names_doubles_and_digests_are_told_with_what_they_are(monkeypatch):
    whole = {**FILES, SUMS: sums(FILES)}
    assert unpack(archive._zip(whole)) == whole
    assert refused(archive._zip({**whole, "x.txt": b""})) == (
        "it holds a file of the name 'x.txt', which no bundle has",
        ELSE,
    )
    for gone in (LOG, SUMS):
        files = {name: content for name, content in whole.items() if name != gone}
        assert refused(archive._zip(files)) == (
            f"there is no {gone} in it: this is no bundle of evidence",
            f"if a {LOG} is in it, unpack that and give it alone",
        )
    changed = "in this bundle is not the one in its list of digests: it was changed"
    assert refused(archive._zip({**whole, LOG: b"[]\n"})) == (f"{LOG} {changed}", ELSE)
    assert refused(archive._zip({**whole, SUMS: whole[SUMS] + b"more\n"})) == (f"a file {changed}", ELSE)
    monkeypatch.setattr(archive, "MOST_FILES", 4)
    assert unpack(archive._zip(whole)) == whole
    assert pack(FILES) == archive._zip(whole)
    monkeypatch.setattr(archive, "MOST_FILES", 3)
    assert refused(archive._zip(whole)) == ("it lists more than 3 files: this is no bundle of evidence", ELSE)
    with pytest.raises(WrongUse, match=rf"^a bundle holds 3 files and {archive.MOST_BYTES:,} bytes at most$"):
        pack(FILES)
    monkeypatch.setattr(archive, "MOST_FILES", 9)
    monkeypatch.setattr(archive, "MOST_DIRECTORY", 100)
    assert refused(archive._zip(whole))[0] == "it lists more than 9 files: this is no bundle of evidence"


def test_the_list_of_digests_leaves_itself_out_and_is_made_anew():
    assert sums({"a": b"x", "b": b""}).decode() == (f"{sha256(b'x').hexdigest()}  a\n{sha256(b'').hexdigest()}  b\n")
    assert unpack(pack({**FILES, SUMS: b"old"}))[SUMS] == sums(FILES)
    assert data_of({**FILES, "data/x.toml": b"y"}) == {"map.toml": b"a=1", "x.toml": b"y"}


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        (LOG, True),
        ("xgame.pbem", False),
        ("red-3.proof.jsonl", True),
        ("red-.proof.jsonl", False),
        ("data/a.toml", True),
        ("data/A.toml", False),
        ("data/a_toml", False),
        ("r" * 32 + "-1.proof.jsonl", True),
        ("r" * 33 + "-1.proof.jsonl", False),
        ("r-" + "1" * 15 + ".proof.jsonl", True),
        ("r-" + "1" * 16 + ".proof.jsonl", False),
        ("data/" + "a" * 64 + ".toml", True),
        ("data/" + "a" * 65 + ".toml", False),
    ],
)
def test_files_of_a_bundle_have_their_names(name, is_one):
    assert is_name(name) is is_one


def test_a_bundle_is_known_by_its_name_or_by_its_beginning(tmp_path):
    for name, content, is_one in (("a.ZIP", b"", True), ("a.bin", pack(FILES), True), ("b.bin", b"PK\x03", False)):
        (tmp_path / name).write_bytes(content)
        assert is_bundle(tmp_path / name) is is_one
    assert is_bundle(tmp_path / "none.zip")
    assert not is_bundle(tmp_path / "none")
    assert not is_bundle(tmp_path)
    with pytest.raises(WrongUse, match="there is no file"):
        read_bundle(tmp_path / "none.zip")
    with pytest.raises(BadRecord, match=r"^b\.bin: this is no bundle"):
        read_bundle(tmp_path / "b.bin")


# ------------------------------------------------------------------ are its pages those of its log?

HINT = "trust no page of it: pbem verify judges its game.pbem alone, and so does pbem audit if you take that out"
OURS = {"a.txt": b"a", "rules.json": json.dumps({"pbem": "2", "build": "x"}).encode()}


def compared(given, report=None, made=OURS):
    with pytest.raises((BadRecord, Unsupported)) as error:
        compare(given, made, report or Report(level="audit", engine="tiny/1"))
    said = error.value.why if isinstance(error.value, BadRecord) else str(error.value).splitlines()[0]
    return said, error.value.hint


def rules(**fields):
    return json.dumps({"pbem": "2", "build": "x"} | fields).encode()


def test_pages_that_are_those_of_the_log_are_believed():
    compare(OURS, OURS, Report(level="audit"))
    compare({**OURS, SUMS: b"x"}, OURS, Report(level="audit"))


def test_pages_that_were_changed_taken_out_or_put_in_are_named():
    changed = f"it was changed; {HINT}"
    assert compared({**OURS, "a.txt": b"b"}) == ("a.txt in this bundle is not what its log gives", changed)
    assert compared({"rules.json": OURS["rules.json"]})[0] == "a.txt in this bundle is not what its log gives"
    assert compared({**OURS, "more.txt": b""})[0] == "more.txt in this bundle is not what its log gives"
    for junk in (b"junk", b"[]", b'{"pbem": 3}', b"{}"):
        assert (
            compared({**OURS, "a.txt": b"b", "rules.json": junk})[0]
            == "rules.json in this bundle is not what its log gives"
        )


def test_pages_of_another_program_are_not_compared():
    for fields, said in (
        ({"pbem": "1\x07"}, "pbem 1 made the pages of this bundle, this is 2"),
        ({"build": "y" * 70}, f"the build {'y' * 64} made the pages of this bundle, this is x"),
    ):
        assert compared({**OURS, "rules.json": rules(**fields)}) == (
            f"{said}: they cannot be compared with its log",
            HINT,
        )
    assert compared({**OURS, "rules.json": rules(pbem="1")}, made={"a.txt": b"a"})[0].startswith(
        "pbem 1 made the pages of this bundle, this is unknown: "
    )


def test_where_the_rules_are_not_here_nothing_is_compared():
    gone = Report(level="audit", engine="tiny/1", findings=(Finding("fault", "ruleset", "x", UNKNOWN, 1, 0),))
    assert compared({**OURS, "a.txt": b"b"}, gone) == (
        "the rules or the data of tiny/1 that the match is played by are not here: the pages of this bundle cannot be "
        "compared with its log",
        HINT,
    )
    for other in (
        Finding("fault", "ruleset", "x", BAD, 1, 0),
        Finding("fault", "ruleset", "x", UNKNOWN, 1, 1),
        Finding("fault", "line", "x", UNKNOWN, 1, 0),
    ):
        assert compared({**OURS, "a.txt": b"b"}, Report(level="audit", findings=(other,)))[0].startswith(
            "a.txt in this"
        )


# ------------------------------------------------------------------ pages


def test_the_page_to_read_first_lists_what_is_in_the_bundle():
    twins = TwinLines("red", 5, 3, (1, 2), ("a", "b"), "proof")
    report = Report(level="audit", game="G", engine="tiny/1", twins=(twins,))
    plain = readme_page(report, "sound", has_data=False, has_replay=False)
    assert plain.startswith("Evidence on the match G of tiny/1.\n\nWhat pbem says of it:\n\n  sound\n")
    assert "  red-5.proof.jsonl    proves by itself that red signed twice: pbem verify red-5.proof.jsonl\n" in plain
    whole = readme_page(report, "sound", has_data=True, has_replay=True)
    added = [line for line in whole.splitlines() if line not in plain.splitlines()]
    assert added == [
        "  replay.html          the match move by move, in a browser",
        "  data/                corrected data that the match is played with; used without asking",
    ]
    assert readme_page(Report(level="audit"), "x", has_data=False, has_replay=False).startswith(
        "Evidence on what should be the log of a match.\n"
    )


def test_the_rules_are_named_with_the_build_that_judged():
    genesis = decoded(finished()[:1])[0]
    told = json.loads(rules_page(Start(1, genesis, TINY, TINY.data_files(None)), {}))
    assert (told["build"], told["title"], told["engine"]) == (build_of(TINY), TINY.title, "tiny/1")
    assert (json.loads(rules_page(Start(1, genesis), {}))["build"], json.loads(rules_page(None, {})).get("build")) == (
        "",
        None,
    )


def test_a_sheet_as_a_page_tag_by_tag():
    item = SheetItem("fault", "red <lied>", (("true", "a & b"),), (("evidence", "abc"), ("evidence", "def")))
    part = SheetPart("Dice", ("who", "n"), (("red", "1"), ("blue", "2")), ("words",))
    sheet = Sheet("bad", 4, "do it", ("fact one", "fact two"), (item,), 1_200, (part,))
    page = to_html(sheet, title="T <1>")
    body = page.partition("</head>\n")[2]
    assert body == (
        '<body>\n<h1 class="unsound">bad</h1>\n<p><strong>What to do:</strong> do it</p>\n<ul>\n<li>fact one</li>\n'
        '<li>fact two</li>\n</ul>\n<h2>Findings</h2>\n<article class="fault">\n<p><strong>fault:</strong> red &lt;'
        "lied&gt;</p>\n<dl>\n<dt>true</dt><dd>a &amp; b</dd>\n</dl>\n<details><summary>2 more pieces of evidence"
        "</summary>\n<dl>\n<dt>evidence</dt><dd>abc</dd>\n<dt>evidence</dt><dd>def</dd>\n</dl></details>\n</article>\n"
        "<p>And 1,200 more, in the report as JSON.</p>\n"
        '<h2>Dice</h2>\n<div class="scroll"><table>\n<thead><tr><th>who</th><th>n</th></tr></thead>\n<tbody>\n'
        "<tr><td>red</td><td>1</td></tr>\n<tr><td>blue</td><td>2</td></tr>\n</tbody></table></div>\n<p>words</p>\n"
        "<footer><p>Made by pbem from the log of the match. <code>pbem audit</code> makes it again.</p></footer>\n"
        "</body>\n</html>\n"
    )
    assert page.startswith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n')
    assert "<title>T &lt;1&gt;</title>\n<style>" in page
    bare = to_html(Sheet("well", 0, "", (), (), 0, ())).partition("</head>\n")[2]
    assert bare == (
        '<body>\n<h1 class="sound">well</h1>\n<h2>Findings</h2>\n<p>None.</p>\n<footer><p>Made by pbem from the log of '
        "the match. <code>pbem audit</code> makes it again.</p></footer>\n</body>\n</html>\n"
    )
    assert '<h1 class="sound">' in to_html(Sheet("x", 9, "", (), (), 0, ()))
    assert "<title>Audit of a match by mail</title>" in to_html(Sheet("x", 9, "", (), (), 0, ()))
