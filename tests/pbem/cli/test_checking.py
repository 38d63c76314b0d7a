"""`pbem verify`, `pbem audit`, `pbem bench`, `pbem demo`, on a whole match of the tiny game."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from desks import Desks
from pbem import ruleset
from pbem.audit.sheets.document import schema
from pbem.crypto.hashing import unb64
from pbem.match.match import Match
from pbem.record import events as ev
from pbem.record.wire import CODEC
from tiny import SEATS, TINY


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory):
    """What `pbem demo` leaves behind, and what it said."""
    root = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "_load", lambda name: TINY)
        said = Desks(root).must("zoe", "demo", "tiny", "--folder", root / "played", at=root)
        figures = Desks(root).must("zoe", "demo", "tiny", "--folder", root / "again", "--json", "--seed", "2", at=root)
    return root / "played", said, json.loads(figures.out)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desks:
    """Somebody who has the tiny game."""
    monkeypatch.setattr(ruleset, "_load", lambda name: TINY)
    return Desks(tmp_path)


def test_the_demo_plays_proves_and_says_where_everything_lies(demo):
    root, said, figures = demo
    lines = said.out.splitlines()
    assert lines[0].startswith("Raiders: ")
    assert any(line.startswith("hand-overs with dice by mover+others: ") for line in lines)
    assert any(line.startswith("letters typed + sent by tools alone a game turn: red ") for line in lines)
    winners = lines[0].removeprefix("Raiders: ").partition(" with ")[0].split(" and ")  # the dice are nobody's choice
    assert set(winners) <= set(TINY.seats)
    ended = f"; ended by rule 4: won by {', '.join(winners)}"
    assert f"verify: sound (full); dice witnessed (mover+others){ended}" in lines
    assert f"audit: honest (audit); dice witnessed (mover+others){ended}; audited with all secrets" in lines
    assert [line.strip() for line in lines if line.startswith("  ")] == [str(root / s / "game") for s in TINY.seats]
    assert figures["packets"] >= figures["handovers"] >= figures["human_handovers"] > 0
    assert figures["events"] > 20
    assert set(figures["letters"]) == {"by_turn", "by_activation"}


def test_verify_and_audit_of_an_honest_match(demo, tiny):
    log = demo[0] / "red" / "game" / "game.pbem"
    assert tiny.must("zoe", "verify", log).out.startswith("sound (full); dice witnessed")
    assert tiny.must("zoe", "verify", log, "--quick").out.startswith("sound (quick); dice witnessed")
    assert tiny.must("zoe", "audit", log).out.startswith("honest (audit); dice witnessed")
    told = json.loads(tiny.must("zoe", "audit", log, "--json").out)
    assert told["audited"] == list(TINY.seats)
    assert "signed twice" in tiny.must("zoe", "verify", log, "--proof", tiny.root / "proofs").err


def test_what_is_printed_as_json_fits_the_schema_that_is_shipped(demo, tiny):
    log = demo[0] / "red" / "game" / "game.pbem"
    for command in ("verify", "audit"):
        told = json.loads(tiny.must("zoe", command, log, "--json").out)
        Draft202012Validator(schema()).validate(told)
        assert (told["status"], bool(told["dice"])) == (0, command == "audit")


def test_the_report_as_a_page(demo, tiny):
    log = demo[0] / "red" / "game" / "game.pbem"
    done = tiny.must("zoe", "audit", log, "--html", tiny.root / "made" / "report.html")
    assert done.err == "the report as a page: made/report.html\n"
    page = (tiny.root / "made" / "report.html").read_text(encoding="utf-8")
    assert f'<h1 class="sound">{done.out.splitlines()[0]}</h1>' in page
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page
    for section in ("Findings", "Late checks", "Dice", "Time, as claimed"):
        assert f"<h2>{section}" in page
    (tiny.root / "full").mkdir()
    assert tiny.run("zoe", "audit", log, "--html", tiny.root / "full").status == 1


def test_after_the_end_everybody_may_look_with_all_eyes(demo, tiny):
    log = demo[0] / "red" / "game" / "game.pbem"
    for viewer in (*TINY.seats, "auditor"):
        for at in ([], ["--at", "9"]):
            assert json.loads(tiny.must("zoe", "show", log, "--as", viewer, "--json", *at).out)["viewer"] == viewer
    done = tiny.run("zoe", "show", log, "--as", "black")
    assert (done.status, done.complaint) == (2, "pbem: error: there is no seat black")


@pytest.mark.thorough
def test_bench(demo, tiny, monkeypatch):
    from pbem.audit import bench

    monkeypatch.setattr(bench, "peak_mb", lambda *args, **more: 1.0)  # its new process would not know the tiny game
    log = demo[0] / "red" / "game" / "game.pbem"
    told = json.loads(tiny.must("zoe", "bench", log, "--json").out)
    fields = "events bytes_per_event bare_signatures_s full_s ratio_full quick_s quick_events_per_s peak_mb"
    assert set(fields.split()) <= set(told)
    assert "ratio_full" in tiny.must("zoe", "bench", log).out


@pytest.mark.parametrize("text", ["one story", "libert\u00e9 \U0001f3b2", "\u202e\u2028\u0085\u009b31m\x1b\x00\uffff"])
def test_who_signs_twice_is_named_with_proof(demo, tiny, text):
    log = demo[0] / "red" / "game" / "game.pbem"
    events = [CODEC.decode(line) for line in log.read_bytes().splitlines(keepends=True)]
    master = _master(demo[0] / "blue" / "home")
    match = Match(events[0], TINY, TINY.data_files(None), masters={2: master})
    match.take(events[1:4])  # the joins
    match.note(2, text)
    first = next(e for e in events[1:] if e.seat == 2 and not isinstance(e.msg, ev.Join))
    twin = next(e for e in match.feeds.by_id.values() if isinstance(e.msg, ev.Note))
    assert (twin.msg.n, unb64(twin.msg.game)) == (first.msg.n, unb64(events[0].id))
    forked = tiny.root / "forked.pbem"
    forked.write_bytes(log.read_bytes() + twin.line)
    done = tiny.run("zoe", "verify", forked, "--proof", tiny.root / "proofs")
    assert done.status == 6
    assert " signed two different events for one place: " in done.out.splitlines()[0]
    assert "\nfork: two records claim one place (full)" in done.out
    proof = tiny.root / "proofs" / "blue-1.proof.jsonl"
    assert f"proof of double signing: proofs/{proof.name}" in done.err
    for command in (("audit", forked), ("audit", forked, "--json"), ("evidence", forked, "-o", "forked.zip")):
        told = tiny.run("zoe", *command, at=tiny.root)
        assert told.status == 6
        assert told.complaint in ("", "pbem: error: blue signed two events as its event 1: play has stopped")
    for command in ("audit", "verify"):
        assert tiny.run("zoe", command, tiny.root / "forked.zip", at=tiny.root).out.find("fork: two records") > 0
    with zipfile.ZipFile(tiny.root / "forked.zip") as bundle:
        assert bundle.read(proof.name) == proof.read_bytes()
    judged = tiny.must("zoe", "verify", proof)
    assert judged.out.startswith("proven: blue (seat 2) of the match ")
    proof.write_bytes(proof.read_bytes().replace(b'"n":1', b'"n":2', 1))
    assert tiny.run("zoe", "verify", proof).status == 4
    done = tiny.run("zoe", "next", forked)
    assert (done.status, done.complaint) == (6, "pbem: error: blue signed two events as its event 1: play has stopped")
    assert "STOPPED: blue signed two events for one place" in done.out


def _master(home: Path) -> bytes:
    from pbem.home import Home

    return Home(home).load().master


def test_a_demo_may_have_a_judge_who_gives_dice_and_plays_nothing(tiny):
    done = tiny.must("zoe", "demo", "tiny", "--dice", "mover+judge", "--mail", "--json", "-C", "judged", at=tiny.root)
    found = json.loads(done.out)
    assert found["dice"] == "mover+judge"
    assert "dice witnessed (mover+judge)" in found["audit"]
    assert [Path(folder).parent.name for folder in found["folders"]] == [*SEATS, "judge"]
    assert found["mails"]["judge"] > 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--bot", "nobody"], "tiny has no bot nobody"),
        (["--dice", "me"], "there is no dice policy 'me'"),
        (["--option", "turns=9"], "option turns: '9' is not a choice"),
        (["--option", "x=1"], "tiny has no option 'x'"),
        (["--folder", "full"], "full is not empty"),
    ],
)
def test_a_demo_that_cannot_be(tiny, arguments, complaint):
    (tiny.root / "full").mkdir()
    (tiny.root / "full" / "x").touch()
    done = tiny.run("zoe", "demo", "tiny", *arguments, at=tiny.root)
    assert (done.status, done.complaint) == (2, f"pbem: error: {complaint}")


def test_two_people_may_hold_all_seats_of_a_demo(tiny):
    done = tiny.must("zoe", "demo", "tiny", "--persons", "2", "--folder", tiny.root / "played", at=tiny.root)
    assert [line.strip() for line in done.out.splitlines() if line.startswith("  ")] == [
        str(tiny.root / "played" / person / "game") for person in ("player1", "player2")
    ]


@pytest.mark.slow
def test_the_demo_of_angola(tmp_path):
    said = Desks(tmp_path).must("zoe", "demo", "angola", "--folder", tmp_path / "played", at=tmp_path)
    assert "verify: sound (full); dice witnessed (mover+others)" in said.out
    assert "audit: honest (audit)" in said.out


@pytest.mark.thorough
def test_the_demo_of_fallujah_plays_the_campaign(tmp_path):
    said = Desks(tmp_path).must("zoe", "demo", "fallujah", "--folder", tmp_path / "played", at=tmp_path)
    assert said.out.startswith("Fallujah, 2004: The campaign is ")
    assert "audit: honest (audit); dice self-rolled" in said.out
