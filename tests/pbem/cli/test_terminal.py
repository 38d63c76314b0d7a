"""What reaches a terminal: no line is wider than it is, no word is broken, commands can be copied as they stand."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from collections.abc import Callable

import pytest

from pbem.cli.terminal import fold, say, talk

LONG = "     9  To Gardez: ODA 372, ODA 594, CIA, AMF Zia 1, AMF Zia 2, AMF Zia 3, AMF Zia Gun Trucks 1, AMF KK 1 (3.5)"


def test_a_sentence_goes_on_under_its_words_and_no_word_is_broken():
    lines = fold(LONG, 60)
    assert all(len(line) <= 60 for line in lines)
    assert [line[:8].strip() for line in lines] == ["9", *[""] * (len(lines) - 1)]
    assert " ".join(" ".join(lines).split()) == " ".join(LONG.split())


def test_a_word_wider_than_the_terminal_stays_whole():
    assert fold(f"see {'x' * 90}", 80) == ["see", f"  {'x' * 90}"]


def test_a_command_can_be_copied_over_its_line_ends():
    line = '  pbem do "north 2-7cav 2-2inf jsotf a/2aa, east 1-5inf 2-12 fr c/3, netwar*6" -C eva/game'
    lines = fold(line, 40)
    assert all(len(one) <= 40 for one in lines)
    read = subprocess.run(["sh", "-c", "pbem() { printf '%s|' \"$@\"; }\n" + "\n".join(lines)], capture_output=True)
    words = read.stdout.decode().split("|")[:-1]
    assert [" ".join(word.split()) for word in words] == shlex.split(line)[1:]


@pytest.mark.parametrize("write", [say, talk])
@pytest.mark.parametrize("columns", [80, 100, 140])
def test_no_line_is_wider_than_the_terminal(write: Callable[[str], None], columns: int, monkeypatch):
    shown = _at_a_terminal(lambda: write(f"{LONG}\n{LONG} {LONG}"), columns, monkeypatch)
    assert max(map(len, shown.splitlines())) <= columns
    assert " ".join(shown.split()) == " ".join(f"{LONG} {LONG} {LONG}".split())


def test_elsewhere_a_line_stays_a_line(capsys):
    say(LONG)
    talk(LONG)
    assert capsys.readouterr() == (f"{LONG}\n", f"{LONG}\n")


def _at_a_terminal(work: Callable[[], None], columns: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What some work writes to a pseudo-terminal so wide."""
    master, slave = pty.openpty()
    monkeypatch.setenv("COLUMNS", str(columns))
    with open(slave, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setattr(sys, "stderr", stream)
        work()
        stream.flush()
        monkeypatch.undo()
        shown = os.read(master, 65536).decode()
    os.close(master)
    return shown
