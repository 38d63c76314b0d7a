"""Two people, each at his own browser and home, with a folder between: from nothing through two turns of Anaconda.

Neither types a word of an order: a movement is put together from who may move and the hexes that are lit, every second
other order from what is offered, and where that leads nowhere one of the ready answers is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browsing import BROWSERS
from clicker import Clicker, be_somebody, in_a_hurry, play_together
from desks import Desks

pytestmark = pytest.mark.browser
SET_UP, MOVEMENT = "3.4", "8.1-p"
BY_FOLDER = "#post .card:has(h2:text-is('By a folder'))"


def decide(one: Clicker) -> bool:
    """One order by clicks."""
    if one.rule == MOVEMENT:
        can_move = one.page.locator("#choices button:has(span:text-is('move'))").count()
        return bool(can_move and one.put_together("move", clicks=8)) or one.take_ready()
    is_built = one.rule != SET_UP and one.orders % 2
    return (is_built and one.put_together()) or one.take_ready()


def know(one: Clicker, other: Clicker, card: Path) -> None:
    one.page.set_input_files("#file", str(card))
    one.page.wait_for_selector(f"#begin p:text-is('{other.who}')")


def share(one: Clicker, folder: Path) -> None:
    """Sets the folder up on the page *Post*."""
    page = one.page
    page.click("#bar a[href$=post]:visible")
    page.fill(f"{BY_FOLDER} input", str(folder))
    page.click(f"{BY_FOLDER} >> text=Try it")
    page.wait_for_selector("text=it can be read and written")
    page.click(f"{BY_FOLDER} >> text=Keep it")
    page.wait_for_selector("text=kept: the folder")
    in_a_hurry(one)


def entrust(one: Clicker) -> None:
    """Lets the match be carried that has just begun, then goes to it."""
    page = one.page
    page.click("#handed a[href$=post]")
    page.check("#post input[type=checkbox] >> nth=0")
    page.click("text=Let it be carried")
    page.wait_for_selector("text=entrusted to the courier")
    page.click("#home")
    one.enter()


@pytest.fixture
def firefox(driver: Any) -> Iterator[Any]:
    with BROWSERS["firefox"](driver) as launched:
        yield launched


def test_two_people_play_two_turns_of_anaconda(chromium, firefox, tmp_path):
    desks, shared = Desks(tmp_path), tmp_path / "shared"
    shared.mkdir()
    ana, bo = Clicker(chromium, desks, "ana"), Clicker(firefox, desks, "bo")
    cards = {one: tmp_path / f"{one.who}.card" for one in (ana, bo)}
    for one in (ana, bo):
        be_somebody(one, cards[one])
        one.policy = decide
    know(ana, bo, cards[bo])
    know(bo, ana, cards[ana])
    for one in (ana, bo):
        share(one, shared)
    ana.page.click("#bar a[href$=begin]:visible")
    ana.page.select_option("#begin select >> nth=0", "anaconda")
    ana.page.select_option("#begin label:has-text('Who plays al qaeda') select", label="bo")
    ana.page.click("#begin button[type=submit]")
    entrust(ana)
    bo.page.click("#home")
    bo.page.click("#invitations >> text=Take my seat")
    entrust(bo)
    play_together((ana, bo), turn=3)
    for one in (ana, bo):
        one.pictures(f"anaconda-{one.who}")
        assert one.asked[MOVEMENT]
        assert one.parts
    folders = [next((desks.home(one.who) / "matches").iterdir()) for one in (ana, bo)]
    for one, folder in zip((ana, bo), folders, strict=True):
        one.close()
        assert desks.must(one.who, "verify", folder, at=tmp_path).out.startswith("sound (full)")
