"""Somebody at a table of their own who clicks what the page offers, and types no order.

    ana = Clicker(chromium, desks, "ana")
    ana.enter()          # the first match of the list
    while ana.step():    # decides, or sends what is drafted; False: nothing is to be done
        ...

Whoever plays here knows no game: an order is put together from what is offered, the first thing at each step; if that
leads to no order soon, one of the ready answers is taken. Nothing waits for time: the page says which position it shows
(`data-at`), what its choices go on from, and of which order it has said what it brings about. With
PBEM_PICTURES=FOLDER pictures of what was seen are kept there.
"""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from at_table import started
from browsing import is_firefox, until
from desks import Desks

CLICKS = 6  # for an order from its parts, before a ready answer is taken
MOST = 20  # drafts that are not sent
PATIENCE = 2400  # looks at a page, 25 ms apart at least
PICTURES = os.environ.get("PBEM_PICTURES", "")
WIDTHS = (360, 1280, 2560)
SEEN = """(() => {
  const of = id => document.getElementById(id), at = document.body && document.body.dataset.at, dock = of('dock');
  if (!at) return false;
  if (dock.hidden) return true;
  const choices = of('choices').dataset, order = of('order').value;
  return choices.at === at && choices.text === order && (of('draft').disabled || of('says').dataset.told === order);
})()"""
"""The page shows one position, what is offered in it behind the order, and what that brings about."""
TO_DO = f"{SEEN} && (!document.getElementById('dock').hidden || !!document.getElementById('send'))"
OFFERED = "#choices .choice > button:not(.step):visible"
DRAFT = "!document.querySelector('#draft').disabled && !document.querySelector('#dock').hidden"
ALARM = "(document.querySelector('#status.alarm') ? document.querySelector('#status').innerText : '')"
Policy = Callable[["Clicker"], bool]


class Clicker:
    """A table in a process of its own, and the page of one person."""

    def __init__(self, browser: Any, desks: Desks, who: str, **options: Any) -> None:
        self.browser, self.desks, self.who = browser, desks, who
        self.orders = self.parts = 0
        self.asked = Counter[str]()  # by rule
        self.told = list[str]()  # what was ordered and when, what the page complained of
        self.policy: Policy = lambda one: one.put_together() or one.take_ready()
        self.server, address = started(desks, who)
        self.wrong: list[str] = []
        self.context = browser.new_context(**({"viewport": {"width": 1280, "height": 720}} | options))
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complain(str(error)))
        self.page.on("console", self.heard)
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready=yes]")

    def enter(self) -> None:
        """Goes to the first match of the list."""
        self.page.click(".matches a")
        self.until(SEEN)

    def heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complain(message.text)

    def complain(self, text: str) -> None:
        """What the browser finds wrong, but for three things: an order is refused (409), a courier is writing and the
        page asks once more (503), a picture brings its own style.
        """
        if "409" not in text and "503" not in text and not (PICTURES and "inline style" in text):
            self.wrong.append(text)

    def is_true(self, expression: str) -> bool:
        return bool(self.page.evaluate(f"!!({expression})"))

    def until(self, expression: str) -> None:
        until(self.page, expression, self.stuck)

    def wait(self, is_true: Callable[[], bool]) -> None:
        """Until something is true elsewhere."""
        for _ in range(PATIENCE):
            if is_true():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(self.stuck())

    def settled(self) -> None:
        self.until(SEEN)

    def text(self, id: str) -> str:
        return str(self.page.evaluate(f"document.getElementById({id!r}).innerText"))

    @property
    def at(self) -> str:
        """The position that the page shows."""
        return str(self.page.evaluate("document.body.dataset.at"))

    @property
    def when(self) -> str:
        return self.text("when")

    @property
    def turn(self) -> int:
        """Of the game; 0 before the first."""
        found = re.search(r"[Tt]urn (\d+)", self.when)
        return int(found[1]) if found else 0

    @property
    def rule(self) -> str:
        """By which rule something is asked; "" if nothing is."""
        said = "(document.querySelector('#question .soft') || {innerText: ''}).innerText"
        return str(self.page.evaluate(f"{said}.replace(/.*rule /, '')"))

    @property
    def is_asked(self) -> bool:
        return self.is_true("!document.querySelector('#dock').hidden")

    def click(self, selector: str, nth: int = 0) -> None:
        self.page.locator(selector).nth(nth).click()
        self.settled()

    def does(self, selector: str) -> None:
        """Clicks what changes the position, and waits until the page shows another, or why not."""
        before = self.at
        self.page.click(selector)
        self.until(f"document.body.dataset.at !== {before!r} || {ALARM}")
        if said := str(self.page.evaluate(ALARM)):
            self.told.append(said)
        self.settled()

    def step(self) -> bool:
        """One order, drafted; then all that is drafted is sent if nothing more is asked. False: nothing to do."""
        self.settled()
        asked = self.is_asked
        if asked:
            rule = self.rule
            assert self.policy(self), self.stuck()
            self.told.append(f"{self.when} | {rule} | {self.page.input_value('#order')}")
            self.does("#draft")
            self.asked[rule] += 1
            self.orders += 1
        if self.page.locator("#send").count() and (not self.is_asked or self.orders % MOST == 0):
            self.does("#send")
            return True
        return asked

    def stuck(self) -> object:
        """What is seen where no order was found."""
        texts = [self.text(one) for one in ("when", "status", "says", "ready", "question", "choices")]
        return [self.who, *texts, self.page.input_value("#order"), self.wrong, self.told[-3:]]

    def put_together(self, *first: str, clicks: int = CLICKS) -> bool:
        """The first that is offered, again and again, until that is an order.

        `first` are the words of the first clicks, or a sort of things with a dot (`.unit`), where they are offered.
        """
        for count in range(clicks):
            wanted = first[count] if count < len(first) else ""
            word = f"#choices button:has(span:text-is('{wanted}')), #choices button[title='{wanted}']"
            chosen = self.page.locator(f"#choices .choice{wanted} > button" if wanted.startswith(".") else word)
            offered = chosen if wanted and chosen.count() else self.page.locator(OFFERED)
            if not offered.count():
                break
            offered.first.click()
            self.settled()
            if self.is_true(DRAFT):
                self.parts += count + 1
                return True
        return False

    def take_ready(self) -> bool:
        """The first of the ready answers that may be drafted."""
        for at in range(self.page.locator("#ready button.ready:visible").count()):
            self.click("#ready button.ready:visible", at)
            if self.is_true(DRAFT):
                return True
        return False

    def pictures(self, name: str) -> None:
        """The page as it stands at three widths, light and dark."""
        if PICTURES:
            where = self.browser.browser_type.name
            for width in WIDTHS:
                for scheme in ("light",) if is_firefox(self.browser) else ("light", "dark"):
                    self.page.set_viewport_size({"width": width, "height": 800})
                    self.page.emulate_media(color_scheme=scheme)
                    self.page.screenshot(path=Path(PICTURES) / f"{name}-{where}-{width}-{scheme}.png", caret="initial")
            self.page.emulate_media(color_scheme="light")
            self.page.set_viewport_size({"width": 1280, "height": 720})

    def close(self) -> None:
        self.context.close()
        self.server.send_signal(signal.SIGTERM)
        _, told = self.server.communicate(timeout=20)
        ended = self.server.returncode, told, self.wrong
        assert ended == (0, "", []), ended


def be_somebody(one: Clicker, card: Path, address: str = "") -> None:
    """A new identity, and its card as a file; then the page *New match*."""
    page = one.page
    page.fill("#begin .field input >> nth=0", one.who)
    page.fill("#begin .field input >> nth=1", address)
    page.click("text=This is me")
    page.click("text=I have written them down")
    page.click("#bar a[href$=begin]:visible")
    with page.expect_download() as saved:
        page.click("#begin a[download='me.card']")
    saved.value.save_as(card)


def in_a_hurry(one: Clicker) -> None:
    """Lets the courier send at once what is signed: nobody plays here who might say more."""
    settings = one.desks.home(one.who) / "courier.toml"
    settings.write_text(f"hold_seconds = 0\n{settings.read_text()}")


def play_together(people: Sequence[Clicker], turn: int) -> None:
    """Whoever is asked decides, until all see this turn; letters go by themselves."""
    idle = 0
    while any(one.turn < turn for one in people):
        done = [one.step() for one in people if one.is_true(TO_DO)]
        idle = 0 if any(done) else idle + 1
        assert idle < PATIENCE, [one.stuck() for one in people]
        if idle:
            people[0].page.wait_for_timeout(25)
