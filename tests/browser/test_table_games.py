"""Whole turns in a browser, by clicks alone: here one of Enduring Freedom.

Whoever plays here knows no game: an order is put together from what is offered, the first thing that is lit or named at
each step; if that leads to no order soon, one of the ready answers is taken. With PBEM_PICTURES=FOLDER pictures of what
was seen are kept there.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import started
from desks import Desks

pytestmark = pytest.mark.browser
COUNTS = """(() => {
  const real = window.fetch;
  window.asked = window.last = 0;
  window.fetch = async (...given) => {
    window.asked++;
    try { return await real(...given); } finally { window.asked--; window.last = performance.now(); }
  };
})()"""
"""How many answers of the table a page waits for, and when the last one came."""
QUIET = "window.asked === 0 && performance.now() - window.last > 120"
CLICKS = 6  # for an order from its parts, before a ready answer is taken
MOST = 20  # drafts that are not sent
DRAFT = "!document.querySelector('#draft').disabled && !document.querySelector('#dock').hidden"


class Clicker:
    """Somebody at a table of their own who clicks what is offered, and types nothing."""

    def __init__(self, browser: Any, desks: Desks, who: str, **options: Any) -> None:
        self.desks, self.who, self.orders, self.parts = desks, who, 0, 0
        self.server, address = started(desks, who)
        self.wrong: list[str] = []
        self.context = browser.new_context(**({"viewport": {"width": 1280, "height": 720}} | options))
        self.page = self.context.new_page()
        self.page.add_init_script(COUNTS)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self.heard)
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready=yes]")
        self.page.click(".matches a")
        self.until("document.querySelector('#turn h2')")

    def heard(self, message: Any) -> None:
        """What the browser finds wrong; that an order is refused (409) is none of it."""
        if message.type in ("error", "warning") and "409" not in message.text:
            self.wrong.append(message.text)

    def until(self, expression: str) -> None:
        for _ in range(600):
            if self.page.evaluate(f"!!({expression})"):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"never: {expression}")

    def settled(self) -> None:
        """The page waits for no answer, not for what it asks a little later either."""
        self.until(QUIET)
        if self.page.evaluate(DRAFT):  # what it brings about
            self.page.wait_for_timeout(170)
            self.until(QUIET)

    @property
    def when(self) -> str:
        return str(self.page.locator("#when").inner_text())

    @property
    def is_asked(self) -> bool:
        return bool(self.page.evaluate("!document.querySelector('#dock').hidden"))

    def click(self, selector: str, nth: int = 0) -> None:
        self.page.locator(selector).nth(nth).click()
        self.settled()

    def decide(self) -> None:
        """One order, drafted; then all that is drafted is sent if nothing more is asked."""
        self.settled()
        if self.is_asked:
            assert self.put_together() or self.take_ready(), self.stuck()
            self.click("#draft")
            self.orders += 1
        if self.page.locator("#send").count() and (not self.is_asked or self.orders % MOST == 0):
            self.click("#send")

    def stuck(self) -> object:
        """What is seen where no order was found."""
        texts = [self.page.locator(f"#{one}").inner_text() for one in ("when", "status", "says", "ready", "question")]
        return [*texts, self.page.input_value("#order"), self.wrong]

    def put_together(self) -> bool:
        """The first that is offered, again and again, until that is an order."""
        for clicks in range(CLICKS):
            offered = self.page.locator("#choices .choice > button:not(.step):visible")
            if not offered.count():
                break
            offered.first.click()
            self.settled()
            if self.page.evaluate(DRAFT):
                self.parts += clicks + 1
                return True
        return False

    def take_ready(self) -> bool:
        """The first of the ready answers that may be drafted."""
        for at in range(self.page.locator("#ready button.ready:visible").count()):
            self.click("#ready button.ready:visible", at)
            if self.page.evaluate(DRAFT):
                return True
        return False

    def picture(self, name: str) -> None:
        if kept := os.environ.get("PBEM_PICTURES"):
            self.page.screenshot(path=Path(kept) / f"{name}.png")

    def close(self) -> None:
        self.context.close()
        self.server.send_signal(signal.SIGTERM)
        _, told = self.server.communicate(timeout=20)
        assert (self.server.returncode, told, self.wrong) == (0, "", [])


@pytest.fixture
def sits(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """A function that seats one person alone at a game."""
    sitting: list[Clicker] = []

    def sit(game: str, *more: str) -> Clicker:
        desks = Desks(tmp_path)
        desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
        desks.must("eva", "new", game, *more, "-C", desks.game("eva"), at=tmp_path)
        sitting.append(Clicker(chromium, desks, "eva"))
        return sitting[0]

    yield sit
    for one in sitting:
        one.close()


def play(one: Clicker, most: int, *parts: str) -> list[str]:
    """Decides until each of these has been part of the name of a moment; gives the moments."""
    moments = [one.when]
    while not all(any(re.search(part, moment) for moment in moments) for part in parts):
        assert len(moments) <= most, moments
        one.decide()
        moments.append(one.when)
    return moments


def test_a_turn_of_enduring_freedom(sits):
    one = sits("enduring_freedom")
    moments = play(one, 40, "turn 2")
    one.picture("enduring_freedom")
    assert any("Joint strike" in moment or "movement" in moment for moment in moments)
    assert one.parts > 2, "some orders were put together"
    assert one.desks.must("eva", "verify").out.startswith("sound (full)")
