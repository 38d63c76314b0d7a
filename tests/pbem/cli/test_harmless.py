"""Nothing that strangers wrote acts on a terminal, whatever is read, printed or exported (protocol 2.13)."""

from __future__ import annotations

import json
import random
import shutil
import zipfile
from pathlib import Path

import msgspec
import pytest

from desks import Desks, Done
from pbem import ruleset
from pbem.crypto.keys import identity_seed
from pbem.home import PersonCard
from pbem.home.people import _check
from pbem.record import events as ev
from pbem.record.challenge import Challenge, write_challenge
from pbem.record.wire import CODEC
from pbem.show.clean import clean, clean_lines, escape_json
from people import exchange, finish, first_line, identity, invite, master
from tiers import thorough
from tiny import TINY

ACTS = "\x07\x1b[2J\x7f\x85\x9b31m\xad\u034f\u061c\u115f\u200b\u200f\u2028\u202e\u2066\u3164\ufe0f\ufeff\U000e0041"
PRINTABLE = "".join(c for c in ACTS if c.isprintable())  # what names and titles are allowed to hold
NAME = f"red{PRINTABLE}rum"


def assert_harmless(text: str, where: object = "") -> None:
    found = sorted({hex(ord(c)) for c in text if c != "\n" and clean(c) != c})
    assert found == [], where


def look(done: Done) -> Done:
    """The same, and nothing in it acts."""
    assert_harmless(done.out, "standard output")
    assert_harmless(done.err, "standard error")
    return done


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that has ended, with a note that acts, and one of the same place that acts otherwise: `twice.pbem`."""
    table = invite(ruleset=TINY, turns=1)
    finish(table, random.Random(1))
    red, copy = table[0], table[0].__class__(table[0].log[0], {0: master(0)}, TINY)
    copy.receive(red.log[1:])
    note, twin = red.match.note(0, f"one {ACTS} story"), copy.match.note(0, f"another {ACTS} story")
    exchange(table)
    root = tmp_path_factory.mktemp("planted")
    whole = b"".join(e.line for e in table[1].log)
    assert note.line in whole
    (root / "game.pbem").write_bytes(whole)
    (root / "twice.pbem").write_bytes(whole + twin.line)
    return root


@pytest.fixture
def zoe(planted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desks:
    """A stranger with both logs, whose address book has a name that acts for every seat."""
    monkeypatch.setattr(ruleset, "_load", lambda name: TINY)
    monkeypatch.setattr(ruleset, "installed", lambda: ["tiny"])
    desks = Desks(tmp_path)
    shutil.copytree(planted, desks.game("zoe"))
    desks.must("zoe", "id", "new", "zoe", "--no-passphrase")
    people = {identity(i): {"address": "", "name": f"{NAME} {ACTS} {i}"} for i in range(3)}  # no card would pass
    (desks.home("zoe") / "people.json").write_bytes(msgspec.json.encode(people, order="sorted") + b"\n")
    return desks


READING = [
    ["show"], ["show", "--json"], ["show", "--as", "auditor"], ["log"], ["log", "--json"], ["next"], ["next", "--json"],
    ["replay", "--json"], ["replay"], ["verify"], ["verify", "--json"], ["verify", "--quick"], ["audit"],
    ["audit", "--json"], ["verify", "--proof", "proofs"],
]


@pytest.mark.parametrize("log", ["game.pbem", "twice.pbem"])
@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_2_13_every_reading_command(zoe, command, log):
    done = look(zoe.run("zoe", *command, log, stdin="end\nall\n"))
    assert done.out
    if "--json" in command:
        json.loads(done.out)


def test_2_13_json_says_all_that_was_written(zoe):
    (remark,) = json.loads(zoe.must("zoe", "log", "--json").out)["remarks"]
    assert remark["text"] == f"one {ACTS} story"


@pytest.mark.parametrize("kind", ["html", "json", "markdown", "svg"])
@pytest.mark.parametrize("log", ["game.pbem", "twice.pbem"])
def test_2_13_what_is_exported(zoe, kind, log):
    done = look(zoe.run("zoe", "export", kind, log, "-o", f"{ACTS[2:]}.{kind}"))
    assert f".{kind}: " in done.err
    (made,) = zoe.game("zoe").glob(f"*.{kind}")
    assert_harmless(made.read_text(encoding="utf-8"))


@pytest.mark.parametrize("log", ["game.pbem", "twice.pbem"])
def test_2_13_the_pages_of_the_evidence(zoe, log):
    look(zoe.run("zoe", "audit", log, "--html", "report.html"))
    assert_harmless((zoe.game("zoe") / "report.html").read_text(encoding="utf-8"))
    look(zoe.run("zoe", "evidence", log, "-o", "match.zip"))
    with zipfile.ZipFile(zoe.game("zoe") / "match.zip") as bundle:
        pages = [name for name in bundle.namelist() if not name.endswith((".pbem", ".jsonl"))]
        assert len(pages) > 8
        for name in pages:
            assert_harmless(bundle.read(name).decode(), name)


@pytest.mark.parametrize("command", [["show"], ["verify"], ["audit"], ["in"], ["next"], thorough(["bench"])],
                         ids=" ".join)
def test_2_13_names_of_files(zoe, command):
    name = f"a{ACTS}b.pbem"
    look(zoe.run("zoe", *command, name))  # there is none
    look(zoe.run("zoe", *command, name, f"--{name}\n"))
    shutil.copy(zoe.log("zoe"), zoe.game("zoe") / name)
    look(zoe.run("zoe", *command, name))
    (zoe.game("zoe") / name).write_bytes(b"{}\n")
    assert look(zoe.run("zoe", *command, name)).status != 0


@pytest.mark.parametrize("command", [["id", "show"], ["id", "show", "--json"]], ids=" ".join)
def test_2_13_names_of_people(zoe, command):
    assert look(zoe.must("zoe", *command)).out


def test_2_13_a_card_with_invisible_letters_is_refused_or_shown_without(zoe):
    card = {"address": "", "id": identity(7), "name": NAME}
    whole = card | {"check": _check(PersonCard(**card)), "v": "pbem card 1"}
    (zoe.game("zoe") / "red.card").write_bytes(msgspec.json.encode(whole, order="sorted") + b"\n")
    look(zoe.run("zoe", "id", "add", "red.card"))
    look(zoe.run("zoe", "new", "tiny", "red=me", "green=red.card", "blue=nobody\x9b", "-C", "new"))


def test_2_13_the_title_of_a_challenge(zoe):
    challenge = Challenge(engine="tiny/1", engine_hash="A" * 43, host=identity(1), nonce="A" * 22,
                          options={"scenario": "chest", "turns": 1}, title=f"The {PRINTABLE}bridge")
    (zoe.game("zoe") / "one.challenge").write_bytes(write_challenge(challenge, identity_seed(master(1))))
    shown, ranked = ["challenge", "show", "one.challenge"], ["challenge", "rank", "one.challenge", "game.pbem"]
    entered = ["new", "--challenge", "one.challenge", "-C", "new"]
    for command in (shown, [*shown, "--json"], ranked, [*ranked, "--json"], entered):
        done = look(zoe.run("zoe", *command))
        assert done.out or done.err


@pytest.mark.parametrize("option", ["scenario", "turns", "other"])
def test_2_13_the_text_of_an_option(zoe, option):
    genesis = first_line()
    body = msgspec.structs.replace(genesis.msg.body, options=genesis.msg.body.options | {option: ACTS})
    made = CODEC.make(ev.Genesis(body=body), identity_seed(master(0)))
    (zoe.game("zoe") / "odd.pbem").write_bytes(made.line)
    reading = (["show"], ["log", "--json"], ["next"], ["verify"], ["audit", "--json"])
    for command in (*reading, ["in"], ["join", "-C", "new"]):
        assert look(zoe.run("zoe", *command, "odd.pbem")).status != 0, command


def test_clean_lines_keeps_line_feeds_and_nothing_else_that_acts():
    assert clean_lines(f"a{ACTS}\nb\x9b\r\n") == f"{clean(f'a{ACTS}')}\nb \n"


def test_escaped_json_is_the_same_document():
    text = json.dumps({ACTS: [ACTS]}, ensure_ascii=False, indent=1)
    assert_harmless(escape_json(text))
    assert json.loads(escape_json(text)) == {ACTS: [ACTS]}
    assert escape_json('{"a": "\u6771"}\n') == '{"a": "\u6771"}\n'
