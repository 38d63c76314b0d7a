"""Games in a browser by clicks alone: a battle of Fallujah, a turn of Enduring Freedom, two of Angola! by four with a
folder between.

Each is somebody of `tests/clicker.py`, who knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clicker import Clicker, in_a_hurry, play_together
from desks import NAMES, SEATS, Desks, set_up

pytestmark = pytest.mark.browser


@pytest.fixture
def sits(tmp_path: Path) -> Iterator[Any]:
    """A function that seats one person alone at a game, in a browser."""
    sitting: list[Clicker] = []

    def sit(browser: Any, game: str) -> Clicker:
        desks = Desks(tmp_path)
        desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
        desks.must("eva", "new", game, "-C", desks.game("eva"), at=tmp_path)
        sitting.append(Clicker(browser, desks, "eva"))
        sitting[0].enter()
        return sitting[0]

    yield sit
    for one in sitting:
        one.close()


def play(one: Clicker, most: int, *parts: str) -> list[str]:
    """Decides until each of these has been part of the name of a moment; gives the moments."""
    moments = [one.when]
    while not all(any(re.search(part, moment) for moment in moments) for part in parts):
        assert len(moments) <= most, (moments, one.told)
        one.step()
        moments.append(one.when)
    return moments


def test_a_battle_of_fallujah(sits, browser):
    one = sits(browser, "fallujah")
    one.policy = lambda it: (it.rule == "10.1" and it.put_together("j3", ".unit", "to")) or it.take_ready()
    play(one, 90, "of a battle")
    one.pictures("fallujah")
    while "of a battle" in one.when:
        one.step()
    assert "attle of " in str(one.page.evaluate("document.getElementById('since').textContent"))
    assert one.parts
    assert one.desks.must("eva", "verify").out.startswith("sound (full)")


def test_a_turn_of_enduring_freedom(sits, browser):
    one = sits(browser, "enduring_freedom")
    moments = play(one, 40, "turn 2")
    one.pictures("enduring_freedom")
    assert any("Joint strike" in moment or "movement" in moment for moment in moments)
    assert one.parts > 2, "some orders were put together"
    assert one.desks.must("eva", "verify").out.startswith("sound (full)")


@pytest.fixture
def four(launched: Callable[[str], Any], tmp_path: Path) -> Iterator[list[Clicker]]:
    """Four people asked for their set-up of Angola!, in a context each, two in either browser; a folder between."""
    desks, shared = set_up(tmp_path), tmp_path / "shared"
    shared.mkdir()
    people = list[Clicker]()
    for who, name in zip(NAMES, ("chromium", "firefox") * 2, strict=True):
        (desks.home(who) / "courier.toml").write_text(f'[[folder]]\npath = "{shared}"\n')
        desks.must(who, "courier", "add", "--no-passphrase")
        people.append(Clicker(launched(name), desks, who))
        in_a_hurry(people[-1])
        people[-1].enter()
    yield people
    for one in people:
        one.close()


def test_two_turns_of_angola_by_four(four):
    for one in four:
        one.policy = lambda it: (it.orders % 3 == 2 and it.put_together()) or it.take_ready()
    play_together(four, turn=3)
    for one in four:
        one.pictures(f"angola-{SEATS[one.who]}")
        assert len(one.asked) > 2
        assert one.parts
        assert one.desks.must(one.who, "verify").out.startswith("sound (full)")
