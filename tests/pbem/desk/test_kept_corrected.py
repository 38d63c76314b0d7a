"""What is kept of a match that is played with corrected data counts with these data alone."""

from __future__ import annotations

import dataclasses
import shutil

import pytest

from kept_files import FILES, counts, files_of, from_start, play_on, put, same
from pbem.cli.main import status_of
from pbem.desk.desk import Desk
from pbem.desk.overlay import overlay_of
from pbem.desk.reading import read
from pbem.errors import Unsupported
from pbem.home import Home
from pbem.kit import data
from pbem.lab.long import _QUICK, _Played
from pbem.lab.march import MARCH, SEATS, March
from pbem.match.resumed import ResumedMatch
from pbem.record.log import LOG_NAME

DATA = """source = "rule 1"

[start]
north = {north}
south = 0

[start.draw]
north = {drawn}
"""


class Corrected(_Played):
    """A match of one person, played with the corrected data in a folder, if one is given."""

    def __init__(self, root, game, overlay):
        self.folder, home = root / "game", Home(root / "home")
        identity = home.create("one", "one@example.org", "", no_passphrase=True, cost=_QUICK)
        seconds = iter(range(1_767_225_600, 2**40))
        self.desk = Desk(home, identity, clock=lambda: next(seconds))
        people = dict.fromkeys(SEATS, home.card().id)
        self.desk.new_match(game, people, {}, self.folder, policy="mover+others", overlay=overlay)
        self.desk.join(self.folder)


def text(north, drawn=0.5):
    return DATA.format(north=north, drawn=drawn)


@pytest.fixture
def game(tmp_path, monkeypatch):
    """The long march, in which data say where both begin."""
    ours = tmp_path / "installed"
    ours.mkdir()
    (ours / "march.toml").write_text(text(0))

    def new_state(_scenario, _options, files):
        start = files["march.toml"]["start"]
        return March(at={seat: start[seat] for seat in SEATS})

    made = dataclasses.replace(MARCH, data_files=lambda overlay: data.read(ours, overlay), new_state=new_state)
    monkeypatch.setattr("pbem.ruleset._load", lambda name: made)
    monkeypatch.setattr("pbem.match.begun.build_of", lambda _: "this")
    return made


@pytest.fixture
def theirs(tmp_path):
    """A folder of corrected data."""
    folder = tmp_path / "corrected"
    folder.mkdir()
    (folder / "march.toml").write_text(text(40))
    return folder


@pytest.fixture
def mine(tmp_path, game, theirs):
    """A match with them, of which something is kept."""
    made = Corrected(tmp_path / "one", game, theirs)
    play_on(made, 90)
    assert counts(made)
    return made


def test_it_goes_on_with_the_corrected_data(mine):
    assert from_start(mine).state.at["north"] >= 40
    log, saved = mine.folder / LOG_NAME, mine.desk.saved(mine.folder)
    opened = read(log, mine.desk.masters, overlay_of(mine.folder), saved=saved)
    assert isinstance(opened, ResumedMatch)
    assert opened.past is not None
    same(mine)
    before = files_of(mine)
    play_on(mine)
    assert files_of(mine)["game.index"].startswith(before["game.index"])
    same(mine)


def test_other_data_are_refused_whatever_is_kept(mine, game, monkeypatch, capsys):
    file, before, said = mine.folder / "data" / "march.toml", files_of(mine), []
    monkeypatch.setenv("PBEM_HOME", str(mine.desk.home.root))
    for lies in (text(41), text(0), None):
        for kept in (True, False):
            put(mine, before)
            for name in () if kept else FILES:
                (mine.folder / name).unlink()
            if lies is None:
                shutil.rmtree(mine.folder / "data", ignore_errors=True)
            else:
                file.write_text(lies)
            with pytest.raises(Unsupported, match="is played with other data"):
                same(mine)
            said.append((status_of(["next", "-C", str(mine.folder)]), capsys.readouterr()))
            assert {name for name in FILES if (mine.folder / name).exists()} == (set(FILES) if kept else set())
    assert {status for status, _ in said} == {8}
    assert len(set(said)) == 1
    put(mine, before)
    (mine.folder / "data").mkdir()
    file.write_text(text(40))
    assert counts(mine)
    same(mine)


def test_data_beside_a_match_that_is_played_without_are_refused(tmp_path, game, theirs):
    made = Corrected(tmp_path / "one", game, None)
    play_on(made, 90)
    assert counts(made)
    shutil.copytree(theirs, made.folder / "data")
    with pytest.raises(Unsupported, match="is played with other data"):
        same(made)
    (made.folder / "data" / "march.toml").write_text(text(0, 0.75))  # the same numbers, drawn elsewhere
    same(made)
    assert counts(made)


def test_what_no_rule_reads_may_change(mine):
    (mine.folder / "data" / "march.toml").write_text(text(40, 0.25).replace("rule 1", "rule 1, second printing"))
    assert counts(mine)
    play_on(mine)
    same(mine)
    assert counts(mine)
