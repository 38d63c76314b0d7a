"""`pbem play` at a terminal: the screen, numbers and words, help, the map again, taking back."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desks import Desks, people_of

QUESTION = b"leaves): "


@pytest.fixture
def fallujah(tmp_path: Path) -> Desks:
    """Ana's own match, asked for its first purchase."""
    desks = people_of(tmp_path, "ana")
    desks.must("ana", "new", "fallujah", "-C", desks.game("ana"))
    return desks


def test_play_needs_a_terminal(desks):
    done = desks.run("bo", "play")
    assert (done.status, done.complaint) == (
        2, "pbem: error: pbem play asks questions, and there is no terminal",
    )


def test_play_asks_by_menu_at_a_terminal(desks):
    told = at_a_terminal(desks, "bo", ["nonsense", "1", "send"])
    assert "fnla, a number or words (? helps, quit leaves): " in told
    assert "pbem: error: " in told
    assert "send this to the others: out/angola-3-0003-fnla.pbem" in told
    assert json.loads(desks.must("bo", "next", "--json").out)["asked"] == []


def test_the_screen_has_the_map_the_position_and_numbered_choices_with_remarks(fallujah):
    told = at_a_terminal(fallujah, "ana", ["quit"])
    for words in ("3-5M[?]", "NORTH", "[?] node; ", "OPs 65; KIA index 0; OPFOR Morale medium 2",
                  "buy your first forces out of 65 OPs", "    1  setup north 2/1 c/1tk "):
        assert words in told
    assert re.search(r"\n {4}3  none +0 OPs, nothing\r\n", told)
    assert json.loads(fallujah.must("ana", "next", "--json").out)["asked"][0]["rule"] == "7.1"


def test_a_number_answers_and_what_happened_is_told_at_once(fallujah):
    told = at_a_terminal(fallujah, "ana", ["1", "quit"])
    assert "coalition: setup north=usmc_2_1,usmc_c_1tk " in told
    after = told.split("coalition: setup")[1]
    assert "Recruited for 14 OPs, 51 left: " in after.split(QUESTION.decode())[0]
    assert "Choose an operation: 51 OPs are left" in " ".join(after.split())
    assert "1  j5 netwar*2 " in after


def test_undo_takes_back_one_answer_after_the_other(fallujah):
    told = at_a_terminal(fallujah, "ana", ["north 1/5", "j1 south 2/1", "undo", "quit"])
    assert "taken back, and never sent: coalition: j1 south=usmc_2_1" in told
    assert json.loads(fallujah.must("ana", "next", "--json").out)["asked"][0]["rule"] == "10.1"
    at_a_terminal(fallujah, "ana", ["j1", "j1", "undo", "undo", "quit"])
    assert fallujah.must("ana", "next").out.startswith("Fallujah, 2004, turn 1, ")
    told = at_a_terminal(fallujah, "ana", ["send", "undo", "quit"])
    assert "coalition takes back: the position after round " in told
    assert json.loads(fallujah.must("ana", "next", "--json").out)["asked"][0]["rule"] == "7.1"


def test_the_map_and_everything_are_shown_when_asked_for_and_help_too(fallujah):
    told = at_a_terminal(fallujah, "ana", ["?", "map", "show", "quit"])
    assert "1, 2 ..  chooses from the list" in told
    assert told.count("3-5M[?]") == 3
    assert "Reaction Bin (55)" in told
    assert told.count("buy your first forces") == 1  # the question still stands


def test_what_is_on_the_screen_already_is_not_shown_again(fallujah):
    told = at_a_terminal(fallujah, "ana", ["nonsense", "9/9", "quit"])
    assert told.count("3-5M[?]") == told.count("OPs 65; KIA index 0") == 1
    assert told.count("0 OPs, nothing") == 3


def test_a_narrow_terminal_has_no_map(fallujah):
    told = at_a_terminal(fallujah, "ana", ["quit"], columns=70)
    assert "3-5M[?]" not in told
    assert "OPs 65" in told


def test_a_wide_terminal_has_the_lists_beside_the_map(fallujah):
    told = re.sub(r"\x1b\[[0-9;]*m", "", at_a_terminal(fallujah, "ana", ["quit"], columns=150))
    (line,) = (line for line in told.splitlines() if "OPs 65; KIA index 0" in line)
    assert line.index("OPs 65") == 92
    assert told.count("3-5M[?]") == 1


def test_remarks_stand_beside_the_words_of_next_and_apart_in_json(fallujah):
    assert re.search(r'\n  pbem do "none" +0 OPs, nothing\n', fallujah.must("ana", "next").out)
    asked = json.loads(fallujah.must("ana", "next", "--json").out)["asked"][0]
    assert (asked["legal"][-1], asked["remarks"][-1]) == ("none", "0 OPs, nothing")
    assert len(asked["legal"]) == len(asked["remarks"])


def test_a_match_that_is_over_is_looked_back_on(fallujah):
    fallujah.must("ana", "do", "--send", "north 1/5")
    done = fallujah.must("ana", "do", "--send", "stand down")
    report = ("Vigilant Resolve (April 2004): Debacle with -20 VP", "   -20  20 nodes left on the map", "Fights: 0 won")
    for told in (done.err, fallujah.must("ana", "next").out, fallujah.must("ana", "show").out):
        assert all(line in told for line in report)


def test_a_demo_ends_with_the_look_back(patrol, tmp_path):
    told = patrol.must("ana", "demo", "patrol", "--folder", tmp_path / "demo").out
    assert re.search(r"\nLooking back:\n  [0-9]+ points in [0-3] streets\n", told)


def test_on_a_low_terminal_every_choice_and_the_prompt_can_be_had(fallujah):
    fallujah.must("ana", "do", "--send", "setup north 1/5 netwar*6")
    typed = [*[""] * 9, "map", "quit"]
    told = at_a_terminal(fallujah, "ana", typed, columns=80, rows=12)
    screens = told.split(QUESTION.decode())
    asked = [one for one in screens[:10] if "Choose an operation" in one or re.search(r"^ {4}\d  ", one, re.MULTILINE)]
    assert "Type `j3 " in asked[0]
    listed = [int(number) for screen in asked for number in re.findall(r"^ {4}(\d)  \S", screen, re.MULTILINE)]
    assert listed == list(range(1, len(listed) + 1))
    assert len(listed) > 3
    assert max(screen.count("\r\n") for screen in screens[1:]) <= 12


def test_a_board_that_is_higher_than_the_terminal_comes_in_parts_before_the_question(fallujah):
    told = at_a_terminal(fallujah, "ana", ["1", "", "", "", "3", "quit"], columns=80, rows=24)
    screens = told.split(QUESTION.decode())
    assert screens[0].count("\r\n") <= 24
    assert "-- part 1 of 3; Enter shows the next --" in screens[0]
    assert "buy your first forces" not in screens[0]
    assert "1 of what? The question comes below" in screens[1]
    asked = next(screen for screen in screens if "buy your first forces" in screen)
    assert "    3  none " in asked
    assert all(screen.count("\r\n") <= 24 for screen in screens)
    assert "coalition: setup" in told


def test_enter_alone_leaves_only_if_it_is_typed_twice(fallujah):
    told = at_a_terminal(fallujah, "ana", ["", "nonsense", "", "", "1"])
    assert told.count("Enter once more leaves") == 2
    assert "coalition: setup" not in told


def at_a_terminal(desks: Desks, who: str, typed: list[str], *, columns: int = 110, rows: int = 100) -> str:
    """`pbem play` at a pseudo-terminal of this size, each text typed when a question waits."""
    import fcntl
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environ = os.environ | desks.environment(who) | {"PYTHONPATH": str(Path(__file__).parents[3]), "TERM": "dumb"}
    environ = {name: value for name, value in environ.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-c", "from pbem.cli.main import run; run()", "play"]
    process = subprocess.Popen(command, cwd=desks.game(who), env=environ, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    seen, waiting, end = b"", list(typed), time.monotonic() + 120  # only a program that hangs
    while time.monotonic() < end:
        try:
            piece = os.read(master, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
        if waiting and seen.endswith(QUESTION):
            os.write(master, f"{waiting.pop(0)}\n".encode())
    os.close(master)
    assert process.wait(60) == 0, seen
    return seen.decode()
