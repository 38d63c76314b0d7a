"""The one way by which data reach rules, words and scene."""

from __future__ import annotations

import sys
from typing import ClassVar

import msgspec
import pytest

from pbem.kit.data import Entry, Files, load
from pbem.kit.numbers import Data, bind, copy_of


class Coin(Entry, frozen=True):
    worth: int


class AllFiles(Entry, frozen=True):
    coins: dict[str, Coin]


class Numbers:
    made = 0

    def __init__(self, files: Files) -> None:
        Numbers.made += 1
        self.worth = {id: coin.worth for id, coin in load(files, AllFiles).coins.items()}


class State(msgspec.Struct, dict=True):
    numbers: ClassVar[Numbers]
    gold: list[int]


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A package with one data file."""
    folder = tmp_path / "coins_game" / "data"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "coins.toml").write_text("[ducat]\nworth = 4\nsource = 'rule 1'\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(Numbers, "made", 0)
    yield Data("coins_game", Numbers)
    sys.modules.pop("coins_game", None)


def test_what_is_installed_is_read_and_made_once(data):
    assert data.files() is data.files()
    assert data.numbers(data.files()) is data.numbers()
    assert (data.numbers().worth, Numbers.made) == ({"ducat": 4}, 1)


def test_an_overlay_gives_numbers_of_its_own(data, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "coins.toml").write_text("[ducat]\nworth = 5\nsource = 'mine'\n")
    corrected = data.numbers(data.files(tmp_path / "mine"))
    assert (corrected.worth, data.numbers().worth) == ({"ducat": 5}, {"ducat": 4})


def test_numbers_go_with_a_position_and_are_no_part_of_it(data):
    state = bind(State([1]), data.numbers())
    assert state.numbers.worth["ducat"] == 4
    assert msgspec.json.encode(state) == b'{"gold":[1]}'


def test_a_copy_has_a_content_of_its_own_and_the_same_numbers(data):
    state = bind(State([1]), data.numbers())
    copy = copy_of(state)
    copy.gold.append(2)
    assert (state.gold, copy.gold) == ([1], [1, 2])
    assert copy.numbers is state.numbers
