"""Games at the table by keyboard alone: whoever plays here has no mouse, and presses nothing but keys."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import started
from browsing import until
from desks import Desks

pytestmark = pytest.mark.browser
FOCUSED = "document.activeElement && document.activeElement.matches({!r}) && !document.activeElement.disabled"
ASKED = """JSON.stringify([document.querySelector('#when').textContent, document.querySelector('#question').textContent,
  document.querySelector('#since').textContent, document.querySelectorAll('#drafts ol li').length])"""
DRAFT = """!document.querySelector('#draft').disabled && !document.querySelector('#dock').hidden
  && document.querySelector('#says').dataset.told === document.querySelector('#order').value"""
MOST = 250  # times that Tab is pressed for one thing


class Typist:
    """Somebody with a keyboard and no more."""

    def __init__(self, browser: Any, desks: Desks, who: str) -> None:
        self.desks, self.who, self.told = desks, who, set[str]()
        self.server, address = started(desks, who)
        self.wrong: list[str] = []
        self.context = browser.new_context(viewport={"width": 1280, "height": 720})
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto(address)
        self.until("document.querySelector('.matches a')")
        self.go_to(".matches a")
        self.press("Enter")
        self.page.wait_for_url("**/m/*")
        self.until("document.querySelector('#question .asked')")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def until(self, expression: str) -> None:
        until(self.page, expression, lambda: self.page.locator("body").inner_text())

    def go_to(self, selector: str, key: str = "Tab") -> None:
        """Presses Tab until this is in focus."""
        for _ in range(MOST):
            if self.page.evaluate(FOCUSED.format(selector)):
                return
            self.press(key)
        raise AssertionError(f"no way to {selector} by {key}")

    def to_the_order(self) -> None:
        """By the link that stands first on the page, from wherever the focus is."""
        if not self.page.evaluate(FOCUSED.format("#order")):
            self.go_to(".skip")
            self.press("Enter")
            self.until(FOCUSED.format("#order"))

    def order(self, words: str = "") -> None:
        """Drafts what is typed; without words the first of the ready answers that may be drafted."""
        before = self.page.evaluate(ASKED)
        self.to_the_order()
        if words:
            self.page.keyboard.type(words)
        else:
            self.go_to("#ready .ready")
            self.press("Enter")
            self.until(FOCUSED.format("#order"))
        self.until(DRAFT)
        self.press("Enter")
        self.until(f"{ASKED} !== {before!r}")

    def send(self) -> None:
        self.go_to("#send")
        self.press("Enter")
        self.until("!document.querySelector('#send')")
        self.until("document.activeElement !== document.body")

    @property
    def is_asked(self) -> bool:
        return bool(self.page.evaluate("!document.querySelector('#dock').hidden"))

    @property
    def when(self) -> str:
        return str(self.page.evaluate("document.querySelector('#when').textContent"))

    def since(self) -> str:
        return str(self.page.evaluate("document.querySelector('#since').textContent"))

    def close(self) -> None:
        self.context.close()
        self.server.send_signal(signal.SIGTERM)
        _, told = self.server.communicate(timeout=20)
        assert (self.server.returncode, told, self.wrong) == (0, "", [])


@pytest.fixture
def sits(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """A function that seats one person alone at a game."""
    sitting: list[Typist] = []

    def sit(game: str, *more: str) -> Typist:
        desks = Desks(tmp_path)
        desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
        desks.must("eva", "new", game, *more, "-C", desks.game("eva"), at=tmp_path)
        sitting.append(Typist(chromium, desks, "eva"))
        return sitting[0]

    yield sit
    for one in sitting:
        one.close()


def play(one: Typist, most: int, until: Callable[[list[str]], bool]) -> list[str]:
    """Decides until the names of the moments so far are such; gives them."""
    moments = [one.when]
    while not until(moments):
        assert len(moments) <= most, moments
        if one.is_asked:
            one.order()
        else:
            one.send()
        moments.append(one.when)
    return moments


def test_a_battle_of_fallujah_by_keyboard_alone(sits):
    one = sits("fallujah")
    one.order()
    one.order("j3 2/1 c/1tk to 3-2")
    moments = play(one, 90, lambda so_far: any("of a battle" in it for it in so_far) and "battle" not in so_far[-1])
    if one.page.locator("#send").count():
        one.send()
    assert "round 1 of a battle" in " ".join(moments)
    assert "Battle of " in one.since()
    assert one.desks.must("eva", "verify").out.startswith("sound (full)")


def test_a_turn_of_angola_by_keyboard_alone(sits):
    one = sits("angola", "fapla=me", "fnla=me", "mpla=me", "unita=me")
    play(one, 250, lambda so_far: "turn 2" in so_far[-1].lower())
    if one.page.locator("#send").count():
        one.send()
    assert one.desks.must("eva", "verify").out.startswith("sound (full)")
