"""`pbem show`, `pbem log`: as a seat, the public, at a round."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from pbem.audit.findings.finding import UNCHECKED
from pbem.errors import WrongUse
from pbem.show.scene import Board, Highlight, Looked, Scene
from pbem.viewing.scenes import looked_at
from tiers import thorough
from tiny import TINY

LOG = Path(__file__).parents[3] / "logs" / "angola" / "resignation" / "game.pbem"


def test_the_map_fits_a_hundred_columns(desks):
    page = desks.must("bo", "show").out
    assert page.startswith("Angola!\nTurn 1 of 10, July 1975, Setting up - as seen by FNLA\n")
    assert "awaited: FAPLA - sealed orders" in page
    assert max(map(len, page.splitlines())) <= 100
    assert "LUA Luanda" in page
    assert "\x1b" not in page


def test_width_ascii_and_key(desks):
    page = desks.must("bo", "show", "--ascii", "--key", "--width", "120").out
    assert page.isascii()
    assert max(map(len, page.splitlines())) <= 120
    assert "Places" in page


def test_only_a_map_of_hexes_is_shown_in_part(desks):
    done = desks.run("bo", "show", "--around", "1710")
    assert (done.status, done.complaint) == (
        2, "pbem: error: --around is for maps of hexes; this board is always drawn whole",
    )


@pytest.mark.parametrize("command", [("show",), ("export", "svg", "-o", "a.svg")])
def test_a_game_that_answers_no_question_says_so(desks, command):
    done = desks.run("bo", *command, "--fire", "luanda")
    assert (done.status, done.complaint) == (2, "pbem: error: angola has no answer to --fire")
    assert "hint: it answers none" in done.err


class WithLooks:
    """What a look needs of a match: its game, and its position."""

    def __init__(self) -> None:
        def reach(state, viewer, peek, words):
            if words != "alpha":
                raise WrongUse(f"there is no unit {words}", hint="alpha")
            lines = (f"alpha of {viewer} reaches the chest",)
            return Looked(highlights=(Highlight(kind="reach", place="chest", text="2"),), lines=lines)

        self.state, self.ruleset = None, dataclasses.replace(TINY, looks={"reach": reach})


def test_a_look_marks_the_board_and_speaks_above_its_notes():
    match = WithLooks()
    scene = Scene(title="t", turn="1", phase="", board=Board(title="b", low=(0, 0), high=(1, 1), places=()),
                  notes=("a note",), highlights=(Highlight(kind="target", place="gate"),))
    seen = looked_at(match, scene, "red", None, {"reach": "alpha", "fire": None})
    assert seen.notes == ("alpha of red reaches the chest", "a note")
    assert seen.highlights == (Highlight(kind="reach", place="chest", text="2"),)
    assert looked_at(match, scene, "red", None, {"reach": None}) is scene
    with pytest.raises(WrongUse, match="there is no unit omega"):
        looked_at(match, scene, "red", None, {"reach": "omega"})
    with pytest.raises(WrongUse, match="tiny has no answer to --fire"):
        looked_at(match, scene, "red", None, {"fire": "alpha"})
    with pytest.raises(WrongUse, match="only one of --fire and --reach can be shown at a time"):
        looked_at(match, scene, "red", None, {"fire": "alpha", "reach": "alpha"})


def test_as_a_seat_of_mine_only(desks):
    assert "as seen by FNLA" in desks.must("bo", "show", "--as", "fnla").out
    done = desks.run("bo", "show", "--as", "unita")
    assert (done.status, done.complaint) == (2, "pbem: error: the seat unita is not yours")
    assert "as seen by public" in desks.must("bo", "show", "--public").out.replace("Public", "public")


def test_a_stranger_sees_what_is_public(desks):
    done = desks.must("zoe", "show", desks.log("bo"), at=desks.root)
    assert "as seen by public" in done.out.replace("Public", "public")


def test_public_needs_no_passphrase(desks):
    assert desks.must("dee", "show", "--public", PBEM_PASSPHRASE="wrong").out
    assert desks.run("dee", "show", PBEM_PASSPHRASE="wrong").status == 2


def test_at_a_round(desks):
    first = desks.must("bo", "show", "--at", "1").out
    assert "holds: CAM" not in first
    assert first != desks.must("bo", "show").out
    done = desks.run("bo", "show", "--at", "9")
    assert (done.status, done.complaint) == (
        2, "pbem: error: there is no round 9 yet: the last closed one is 2",
    )


def test_the_story(desks):
    told = desks.must("bo", "log").out
    assert told.startswith("    2  FAPLA draws ")
    assert told.splitlines()[0].endswith(" (3)")
    assert desks.must("bo", "log", "--since", "3").out == ""
    assert desks.must("bo", "log", "--at", "1").out == ""
    assert [t["rule"] for t in json.loads(desks.must("bo", "log", "--json").out)["story"]] == ["3"] * 5


def test_remarks_stand_in_the_story_as_json_too(desks):
    desks.must("bo", "note", "well met")
    told = json.loads(desks.must("bo", "log", "--json").out)
    assert told["remarks"] == [{"round": 3, "seat": "fnla", "text": "well met"}]


@pytest.mark.parametrize("command", ["show", "log", "next", "verify", "audit", "replay", thorough("bench")])
def test_every_reading_command_takes_a_log_or_a_folder_and_writes_json(desks, command):
    for argument in ((desks.log("ana"),), (desks.game("ana"),), ("-C", desks.game("ana"))):
        done = desks.run("bo", command, *argument, "--json", at=desks.root)
        assert done.status == (UNCHECKED if command == "audit" else 0)
        assert isinstance(json.loads(done.out), dict)
    refused = desks.run("bo", command, desks.log("ana"), "-C", desks.game("ana"), "--json", at=desks.root)
    assert refused.status == 2
    assert "a log and a folder are named" in refused.err


@pytest.mark.parametrize("command", ["evidence", "export svg", "export html", "export json", "export markdown"])
def test_commands_that_write_a_file_take_the_folder_the_same_way(desks, command, tmp_path):
    words = command.split()
    wanted = UNCHECKED if command == "evidence" else 0  # its secrets are not disclosed yet
    for by, named in (("log", [desks.log("ana")]), ("folder", ["-C", desks.game("ana")])):
        (tmp_path / by).mkdir()
        assert desks.run("bo", *words, *named, "-o", tmp_path / by / "file", at=desks.root).status == wanted
    one, other = ([path.name for path in sorted((tmp_path / by).iterdir())] for by in ("log", "folder"))
    assert one == other
    assert (tmp_path / "log" / one[0]).read_bytes() == (tmp_path / "folder" / one[0]).read_bytes()


def test_the_story_in_headlines(desks):
    whole, short = (desks.must("zoe", "log", LOG, *options, at=desks.root).out.splitlines()
                    for options in ((), ("--headlines",)))
    assert 0 < len(short) < len(whole) / 8
    assert [line for line in whole if line in short] == short
    told = json.loads(desks.must("zoe", "log", LOG, "--json", at=desks.root).out)
    story, ended = told["story"], told["ended"]
    assert sum(one["headline"] for one in story) == len(short) - 1
    assert short[-1] == f"ended: {ended['text']} (rule {ended['by']})"


def test_a_remark_stands_between_what_was_told_before_it_and_what_its_round_came_to(desks, tmp_path):
    game = tmp_path / "g"
    desks.must("ana", "new", "fallujah", "-C", game)
    desks.must("ana", "note", "few men will do", "-C", game)
    desks.must("ana", "do", "--send", "setup north 2-7cav", "-C", game)
    lines = desks.must("ana", "log", "-C", game).out.splitlines()
    told = ["remark" if "remarks: few men" in line else "bought" if "2-7 Cav" in line else "other" for line in lines]
    assert told[0] == "other"  # what the rules say before anybody decides
    assert told.index("remark") < told.index("bought")


def test_status_of_the_match_that_is_named(desks, tmp_path):
    """`-C` as with every command: that match alone; refused for a folder that holds none of this home."""
    whole = desks.must("bo", "status").out
    assert desks.must("bo", "status", "-C", desks.game("bo"), at=tmp_path).out.splitlines()[0].split(": ")[1:] == (
        whole.splitlines()[0].split(": ")[1:])
    assert desks.run("bo", "status", "-C", tmp_path).status == 2
    done = desks.run("bo", "status", "-C", desks.game("ana"))
    assert (done.status, "is none of this home" in done.complaint) == (2, True)
