"""Names that stand for what they name: nothing is imported before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pbem.kit.later import LaterMapping, later

LATE = {
    "angola": ("pbem_games.angola.view", "pbem_games.angola.bots", "pbem_games.angola.forms"),
    "enduring_freedom": ("pbem_games.enduring_freedom.view", "pbem_games.enduring_freedom.bots",
                         "pbem_games.enduring_freedom.forms"),
    "fallujah": ("pbem_games.fallujah.view", "pbem_games.fallujah.bots", "pbem_games.fallujah.forms"),
}


def test_a_function_is_called_as_if_it_stood_there():
    assert later("textwrap:shorten")("one two three", width=7, placeholder="") == "one two"


def test_a_mapping_is_looked_into_as_if_it_stood_there():
    letters = LaterMapping("html.entities:html5")
    assert letters["amp"] == "&"
    assert "no such" not in letters
    assert len(letters) == len(list(letters)) > 1000


def test_a_name_that_is_not_there_is_an_error_when_it_is_used():
    with pytest.raises(AttributeError):
        later("textwrap:no_such")()


@pytest.mark.parametrize("game", LATE)
def test_a_ruleset_imports_its_bots_words_and_view_when_somebody_needs_them(game):
    late = list(LATE[game])
    looked = f"import sys, pbem_games.{game}; print([m for m in {late} if m in sys.modules])"
    used = f"import sys, pbem_games.{game} as g; list(g.RULESET.bots); print('pbem_games.{game}.bots' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", looked], capture_output=True, text=True).stdout == "[]\n"
    assert subprocess.run([sys.executable, "-c", used], capture_output=True, text=True).stdout == "True\n"
