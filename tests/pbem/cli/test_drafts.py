"""Draft until sent, at the command line: `do`, `next`, `undo`, `send`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from desks import Desks, people_of
from orders import ORDERS
from pbem.lab import demo
from pbem.post.packet import unpack
from seated import people
from tiny import TINY


def test_next_shows_the_drafts_and_what_they_do(desks: Desks):
    done = desks.must("bo", "do", "loose")
    assert done.out.startswith("fnla: ")
    assert "send this" not in done.err
    told = " ".join(desks.must("bo", "next").out.split())
    assert "draft 1, not sent: fnla: " in told
    assert "after that: fapla, mpla, unita: sealed orders; sign and send with: pbem send" in told
    data = json.loads(desks.must("bo", "next", "--json").out)
    assert [(d["seat"], d["rule"]) for d in data["drafts"]] == [("fnla", "3")]
    assert data["asked"] == []
    sent = desks.must("bo", "send")
    assert "signed: 1 draft" in sent.err
    assert "send this to the others: out/angola-3-0003-fnla.pbem" in sent.err
    assert json.loads(desks.must("bo", "next", "--json").out)["drafts"] == []
    empty = desks.must("bo", "send").err
    assert "nothing was drafted" in empty
    assert "send this" not in empty
    desks.must("carl", "do", "loose")
    assert "taken back, and never sent: mpla: " in desks.must("carl", "undo").err
    desks.must("carl", "do", "loose")
    assert desks.run("carl", "undo", "2").complaint == "pbem: error: there is no draft 2: 1 draft is kept"
    assert "forgotten, and never sent: 1 draft of mpla" in desks.must("carl", "resign", "--yes").err


@pytest.fixture
def two(tmp_path, monkeypatch):
    """Ana holds red and green, Bo holds blue; red is asked for its strength."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    return Desks(tmp_path), people(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})


def test_show_draws_the_position_as_drafted_and_says_so(two):
    desks, _ = two
    recorded = desks.must("ana", "show").out
    desks.must("ana", "do", "2", "1", "1")
    plain = desks.must("ana", "show")
    assert plain.out == recorded
    assert "note: 3 drafts are not in this: pbem show --draft shows them" in plain.err
    drafted = desks.must("ana", "show", "--draft").out
    assert "AS DRAFTED, NOT SENT" in drafted.splitlines()[0]
    assert "draft 3: red: 1" in drafted
    assert "red goes to 1" in drafted
    assert "awaited: Red" in drafted or "awaited: red" in drafted
    assert "red goes to 1" not in desks.must("ana", "show", "--public").out
    scene = json.loads(desks.must("ana", "show", "--draft", "--json").out)
    assert scene["title"].endswith("AS DRAFTED, NOT SENT")
    assert [s["text"] for s in scene["sentences"]] == ["red goes to 1"]
    desks.must("ana", "do", "yes")
    assert "after that: dice" in desks.must("ana", "show", "--draft").out


def test_log_tells_what_drafts_bring_about_apart_from_what_has_happened(two):
    desks, _ = two
    desks.must("ana", "do", "2", "1", "1")
    plain = desks.must("ana", "log")
    assert "red goes to 1" not in plain.out
    assert "note: 3 drafts are not in this: pbem log --draft shows them" in plain.err
    told = desks.must("ana", "log", "--draft").out
    assert "draft 3, not sent: red: 1 (1.3)" in told
    assert "draft: red goes to 1 (1.3)" in told
    data = json.loads(desks.must("ana", "log", "--draft", "--json").out)
    assert data["story"] == json.loads(desks.must("ana", "log", "--json").out)["story"]
    assert [[t["text"] for t in one["told"]] for one in data["drafts"]] == [[], [], ["red goes to 1"]]


def test_drafts_are_shown_to_their_owner_alone_and_nothing_of_them_leaves(two):
    desks, _ = two
    desks.must("ana", "do", "2", "1", "1")
    before = desks.bytes_of("ana")
    desks.must("ana", "show", "--draft")
    desks.must("ana", "log", "--draft")
    desks.must("ana", "out", "--all")
    desks.must("ana", "export", "json", "-o", "story.json")
    assert desks.bytes_of("ana") == before
    left = [*(desks.game("ana") / "out").iterdir(), *desks.game("ana").glob("story*.json")]
    assert all(b"red goes to 1" not in unpacked(path) for path in left)
    assert desks.run("ana", "show", "--draft", "--public").complaint == (
        "pbem: error: drafts are yours alone, and follow what is recorded")
    assert desks.run("ana", "show", "--draft", "--at", "1").status == 2
    assert desks.run("ana", "show", "--draft", "--as", "blue").complaint == "pbem: error: the seat blue is not yours"
    assert "red goes to 1" not in desks.must("bo", "show", desks.game("ana"), "--draft").out
    assert desks.run("zoe", "show", desks.game("ana"), "--draft").status == 3
    assert "nothing is drafted" in desks.must("bo", "show", "--draft").err


def unpacked(path: Path) -> bytes:
    """What a file of ours holds, as its reader gets it."""
    content = path.read_bytes()
    return b"".join(unpack(content)) if path.suffix == ".pbem" else content


def test_show_with_a_spoiled_draft_file_tells_it_and_draws_on(two):
    desks, _ = two
    (desks.game("ana") / "drafts.json").write_text("{")
    (desks.game("ana") / "drafts.json").chmod(0o600)
    done = desks.must("ana", "show")
    assert "note: " in done.err
    assert "drafts.json" in done.err
    assert desks.run("ana", "show", "--draft").status == 4


def test_a_forgotten_draft_that_keeps_orders_from_acting_is_told_wherever_one_looks(two):
    desks, _ = two
    desks.must("ana", "do", "2")
    quiet = desks.must("ana", "next").out + desks.must("ana", "status").out
    assert "nothing is answered here" not in quiet
    desks.must("ana", "do", "--early", "1.4: yes", "--seat", "red")
    told = "nothing is answered here while 1 draft is not sent (1 order waits, filed or standing): pbem send, or"
    for command in ("next", "status"):
        assert told in " ".join(desks.must("ana", command, "-C", desks.game("ana")).out.split())
    desks.must("ana", "send")
    for command in ("next", "status"):
        assert "nothing is answered here" not in desks.must("ana", command).out


def test_next_tells_lines_of_private_files_that_count_for_nothing(two):
    desks, _ = two
    desks.must("ana", "do", "--early", "1.4: yes", "--seat", "red")
    with (desks.game("ana") / "early.txt").open("a") as file:
        file.write("red what is this\n")
    told = "early.txt, line 2 counts for nothing: 'what is this' is no order filed early"
    assert told in desks.must("ana", "next").out
    done = desks.must("ana", "do", "--early", "1.2: 1", "--seat", "red")
    assert "early.txt, line 2 counts for nothing" in done.err


def test_a_match_is_joined_in_one_folder_of_a_home(two):
    desks, _ = two
    elsewhere = desks.root / "ana" / "second"
    done = desks.run("ana", "join", desks.log("bo"), "-C", elsewhere, at=desks.root)
    assert (done.status, done.complaint) == (2, f"pbem: error: this match lies in {desks.game('ana')} already")
    assert not elsewhere.exists()
    desks.must("ana", "join", desks.log("bo"), "-C", desks.game("ana"), at=desks.root)
    shutil.rmtree(desks.game("ana"))  # it was lost: then the match is taken in anew
    assert "lies in" not in desks.run("ana", "join", desks.log("bo"), "-C", elsewhere, at=desks.root).err


def test_after_the_end_nothing_is_taken_back(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    folder = demo.play(tmp_path, TINY).folders[0]
    before = (folder / "game.pbem").read_bytes()
    done = Desks(tmp_path).run(folder.parent.name, "undo")
    assert done.status == 3
    assert done.complaint.startswith("pbem: error: the match has ended: ")
    assert (folder / "game.pbem").read_bytes() == before


@pytest.fixture
def three(tmp_path):
    """Somebody who holds all four seats of Angola! and has drafted for three of them."""
    desks = people_of(tmp_path, "ana")
    desks.must("ana", "new", "angola", "all=me", "-C", desks.game("ana"), at=tmp_path)
    for seat in ("fapla", "fnla", "mpla"):
        desks.must("ana", "do", "loose", "--seat", seat)
    return desks


def numbered(desks):
    return re.findall(r"^draft .*?: (\w+):", desks.must("ana", "next").out, re.M)


def test_any_draft_of_an_own_seat_is_taken_back_or_replaced_by_its_number(three):
    done = three.must("ana", "undo", "1")
    assert "taken back, and never sent: fapla: " in done.err
    assert "forgotten" not in done.err
    assert numbered(three) == ["fnla", "mpla"]
    done = three.must("ana", "do", "--replace", "2", "loose")
    assert done.out.startswith("mpla: ")
    assert "instead of mpla: " in done.err
    assert numbered(three) == ["fnla", "mpla"]
    assert "taken back, and never sent: fnla: " in three.must("ana", "undo", "--seat", "fnla").err
    assert numbered(three) == ["mpla"]


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (("undo", "4"), "there is no draft 4: 3 drafts are kept"),
        (("undo", "1", "--seat", "mpla"), "draft 1 is one of fapla: "),
        (("undo", "--round", "1"), "nothing goes back to round 1: 3 drafts are not sent"),
        (("undo", "1", "--round", "1"), "a draft and a round are named"),
        (("do", "--replace", "9", "loose"), "there is no draft 9: 3 drafts are kept"),
        (("do", "--replace", "1", "--send", "loose"), "a draft is replaced, and nothing else done with it"),
    ],
)
def test_a_number_that_names_no_such_draft_changes_nothing(three, command, complaint):
    done = three.run("ana", *command)
    assert done.status == 2
    assert done.complaint.startswith(f"pbem: error: {complaint}")
    assert numbered(three) == ["fapla", "fnla", "mpla"]


def test_a_number_is_that_of_a_draft_and_never_of_a_round(three):
    """Whoever types it from an old screen goes back over nothing that was sent."""
    three.must("ana", "send")
    before = three.bytes_of("ana")
    done = three.run("ana", "undo", "2")
    assert (done.status, done.complaint) == (2, "pbem: error: there is no draft 2: nothing is drafted")
    assert done.err.splitlines()[1:] == [
        "pbem: hint: what was sent goes back with: pbem undo; to the position after round 2 with: pbem undo --round 2"]
    assert three.bytes_of("ana") == before
