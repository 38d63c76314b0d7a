"""The command as a whole: usage, exit status, speed of starting."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer

from pbem.cli.commands import COMMANDS, GROUPS, app_for
from pbem.cli.main import status_of
from pbem.ruleset import installed

PBEM = (sys.executable, "-c", "from pbem.cli.main import run; run()")
ALL = sum(map(len, COMMANDS.values()))
ENVIRON = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}


@pytest.mark.parametrize(
    ("arguments", "complaint", "hint"),
    [
        (["nonsense"], "no such command 'nonsense'", "see: pbem --help"),
        (["show", "--at", "0"], "invalid value for '--at'", "see: pbem show --help"),
        (["show", "--bogus"], "no such option: --bogus", "see: pbem show --help"),
        (["in"], "missing argument 'paths'", "see: pbem in --help"),
        (["id", "nonsense"], "no such command 'nonsense'", "see: pbem id --help"),
    ],
)
def test_wrong_use_is_one_clear_line(desks, arguments, complaint, hint):
    done = desks.run("ana", *arguments)
    assert done.status == 2
    assert done.complaint.lower().startswith(f"pbem: error: {complaint}")
    assert f"pbem: hint: {hint}" in done.err
    assert done.out == ""


@pytest.mark.parametrize(("words", "groups", "commands"), [
    (["courier", "--once"], ["courier"], 0), (["id", "--help"], ["id"], 0), (["export", "html"], ["export"], 0),
    (["next"], [], 1), (["do", "x"], [], 1), (["--help"], list(GROUPS), ALL), (["nonsense"], list(GROUPS), ALL),
    ([], list(GROUPS), ALL),
])  # fmt: skip
def test_a_command_waits_for_no_other_group_or_module(words, groups, commands):
    app = app_for(words)
    assert [group.name for group in app.registered_groups] == groups
    assert len(app.registered_commands) == commands


@pytest.mark.parametrize("module", COMMANDS)
def test_a_module_has_the_commands_that_the_table_says(module):
    app = typer.Typer()
    import_module(f"pbem.cli.{module}").register(app)
    named = [c.name or c.callback.__name__ for c in app.registered_commands]
    assert named == list(COMMANDS[module])


def test_the_help_of_a_group_names_its_commands_and_its_own_place(desks):
    told = desks.run("ana", "id", "--help").out
    assert "Usage: pbem id " in told
    assert "\n  new " in told


def test_without_a_command_the_commands_are_named(desks):
    done = desks.run("ana", COLUMNS="80")
    told = done.out + done.err
    for command in ("demo", "games", "id", "new", "join", "next", "do", "play", "in", "out", "show", "log", "verify"):
        assert f"\n  {command} " in told
    assert not [line for line in told.splitlines() if line.startswith("  ") and line.endswith("...")]  # all are whole


@pytest.mark.parametrize("group", ["export", "id", "challenge", "ruleset"])
def test_the_help_of_a_group_lists_what_it_makes_in_whole_lines(desks, group):
    told = desks.run("ana", group, "--help").out
    listed = told.partition("\nCommands:\n")[2].splitlines()
    assert listed
    assert not [line for line in listed if line.endswith("...")]


@pytest.mark.slow  # `test_loading.py` counts what is loaded
def test_it_starts_quickly():
    mine = min(_seconds_of(*PBEM, "--help") for _ in range(3))
    bare = min(_seconds_of(sys.executable, "-c", "import typer") for _ in range(3))
    assert mine < max(0.4, 3 * bare)


def _seconds_of(*command: str) -> float:
    """CPU seconds of a child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=ENVIRON, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_starting_imports_nothing_heavy():
    heavy = "('msgspec', 'cryptography', 'rich', 'email')"
    code = f"import sys, pbem.cli.main; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRON, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_reader_who_leaves_early_is_no_error(desks):
    environ = ENVIRON | desks.environment("bo")
    command = f"{sys.executable} -c 'from pbem.cli.main import run; run()' show | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], env=environ, cwd=desks.game("bo"), capture_output=True, text=True,
                          check=True)
    assert (done.stdout, done.stderr) == ("Angola!\n0\n", "")


def test_colour_only_at_a_terminal_that_wants_it(monkeypatch):
    from pbem.cli import terminal

    monkeypatch.setattr(terminal.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert terminal.wants_colour()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal.wants_colour()


@pytest.mark.parametrize("words", ["export png", "export html", "evidence", "challenge new angola"])
def test_who_names_no_file_to_write_is_told_how(desks, words):
    done = desks.run("ana", *words.split())
    assert done.status == 2
    assert "name the file to write: pbem " in done.err
    assert " -o FILE" in done.err


def test_python_m_pbem_is_the_same_program():
    done = subprocess.run([sys.executable, "-m", "pbem", "nonsense"], capture_output=True, text=True, env=ENVIRON)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no such command 'nonsense'" in done.stderr


def test_version_names_the_program_the_games_and_the_documents(capsys):
    assert status_of(["--version"]) == 0
    first, *games, documents = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"pbem \d+\.\d+\.\d+, Python 3\.\d+\.\d+", first)
    assert [game.split("/")[0] for game in games if "/" in game] == list(installed())
    assert all(re.search(r", build \d+\.\d+\.\d+\+[0-9a-f]{12}$", game) for game in games)
    assert (Path(documents.removeprefix("documents: ")) / "courier.md").is_file()
