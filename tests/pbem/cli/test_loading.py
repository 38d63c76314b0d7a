"""What a command loads: an order waits for no courier, no auditor, no page and no picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desks import people_of
from pbem.cli.commands import COMMANDS, app_for, whole_app

LOADED = """
import sys
from pbem.cli.main import status_of
status = status_of(sys.argv[1:])
print(status, *(m for m in sys.modules), file=sys.stderr)
"""
MOST = {"next": 130, "do": 130, "show": 130, "in": 142}  # modules of pbem, beside those of the game; `in` reads mail
NEVER = {  # folders and modules that none of these commands may load
    "imaplib", "smtplib", "ssl", "imap_tools", "keyring", "http", "asyncio", "pydantic", "rich",
    "pbem.audit", "pbem.author", "pbem.courier.service", "pbem.judge", "pbem.lab", "pbem.post.mail",
    "pbem.replay.exports", "pbem.replay.whatif", "pbem.show.html", "pbem.show.svg", "pbem.show.png",
    "pbem.cli.courier", "pbem.cli.checking", "pbem.cli.documents", "pbem.cli.replay",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of somebody who plays alone."""
    root = tmp_path_factory.mktemp("loading")
    desks = people_of(root, "ana")
    assert desks.run("ana", "new", "fallujah", "-C", str(root / "game")).status == 0
    return root


@pytest.mark.parametrize("name", [name for names in COMMANDS.values() for name in names])
def test_the_command_named_is_built_alone(name):
    named = app_for([name, "anything"]).registered_commands
    assert [one.name or one.callback.__name__ for one in named] == [name]
    every = [one.name or one.callback.__name__ for one in whole_app().registered_commands]
    assert every.count(name) == 1


@pytest.mark.parametrize("words", [["next", "-C"], ["do", "setup", "-C"], ["show"], ["in"]],
                         ids=lambda words: words[0])  # fmt: skip
def test_a_command_loads_what_it_needs(words, folder):
    program = [sys.executable, "-c", LOADED, *words, str(folder / "game")]
    done = subprocess.run(program, env=os.environ | {"PBEM_HOME": str(folder / "ana" / "home")},
                          capture_output=True, text=True, check=True)
    status, *loaded = done.stderr.splitlines()[-1].split()
    assert status == "0", done.stderr
    assert len([name for name in loaded if name.split(".")[0] == "pbem"]) <= MOST[words[0]]
    assert [name for name in loaded if any(name == one or name.startswith(f"{one}.") for one in NEVER)] == []
