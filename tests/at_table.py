"""A page at the table of somebody's home, the table in a process of its own: for tests in a browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from browsing import Tab, says, until
from desks import Desks
from pbem.home import Home
from tables import Loaded

ENVIRON = {"PYTHONDONTWRITEBYTECODE": "1"}
REFUSALS = ("400", "409", "503", "ERR_CONN")
STARTED: list[Any] = []
LOADED: list[Loaded] = []  # one, once a table was asked for


def started(desks: Desks, who: str = "eva", *, without: str = "", anew: bool = False) -> tuple[Any, str]:
    """The table of a home in a process of its own, and its address; `without` a variable of its environment.

    `anew`: by a Python that begins and loads the program for it alone.
    """
    environ = os.environ | desks.environment(who) | ENVIRON
    for name in (without, "PYTHONUNBUFFERED"):  # it says its address at once by itself
        environ.pop(name, None)
    server: Any
    if anew:
        command = [sys.executable, "-c", "from pbem.cli.main import run; run()", "table", "--no-open"]
        server = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    else:
        if not LOADED:
            LOADED.append(Loaded())
        server = LOADED[0].start(environ)
    STARTED.append(server)
    assert server.stdout is not None
    return server, server.stdout.readline().removeprefix("open ").strip()


class Seated:
    """A home with one match, its table in a process of its own, and a page that has come in."""

    def __init__(self, browser: Any, root: Path, game: str, **options: Any) -> None:
        self.desks = Desks(root)
        self.desks.must("eva", "id", "new", "eva", "--no-passphrase", at=root)
        self.desks.must("eva", "new", *game.split(), "-C", self.desks.game("eva"), at=root)
        self.server = self.serve()
        self.wrong: list[str] = []
        self.is_leaving = False  # then a request is cut off, which is no fault of the page
        self.tab = Tab.of(browser, 1280, 720, **options)
        self.context, self.page = self.tab.context, self.tab.page
        self.tab.hear("pageerror", self.failed)
        self.tab.hear("console", self.heard)
        self.page.goto(self.address, wait_until="commit")  # it has come in, and goes on to the match
        [match] = Home(self.desks.home("eva")).games.all()
        self.page.goto(f"{self.address.partition('/enter/')[0]}/m/{match}")
        self.until("document.querySelector('#question .asked') && document.querySelectorAll('#choices .choice').length")

    def failed(self, error: Any) -> None:
        """What a script of the page did not catch."""
        if not self.is_leaving:
            self.wrong.append(str(error))

    def heard(self, message: Any) -> None:
        """What the browser finds wrong; that something was refused or busy is no fault, nor that the table ended."""
        if message.type not in ("error", "warning") or self.is_leaving:
            return
        if not any(one in message.text for one in REFUSALS):
            self.wrong.append(message.text)

    def serve(self) -> Any:
        server, self.address = started(self.desks)
        return server

    def until(self, expression: str) -> None:
        until(self.page, expression)

    def says(self, words: str) -> None:
        says(self.page, words)

    def settled(self) -> None:
        """Waits until what is offered and lit goes on from the order as it stands."""
        self.until("document.getElementById('choices').dataset.text === document.getElementById('order').value")

    def pick(self, selector: str) -> None:
        """Clicks what is offered behind the order as it stands, not behind what it was a moment ago."""
        self.settled()
        self.page.click(f"#choices {selector}")

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).inner_text())

    def close(self) -> tuple[int, str]:
        """Ends the table as the system does; gives its status, and what it said beside its address."""
        self.is_leaving = True
        self.tab.close()
        self.server.send_signal(signal.SIGTERM)
        _, told = self.server.communicate(timeout=20)
        return self.server.returncode, told


class Beginner:
    """A page at the table of somebody who may be nobody yet."""

    def __init__(self, browser: Any, desks: Desks, who: str) -> None:
        self.server, self.address = started(desks, who)
        self.context = browser.new_context(viewport={"width": 1280, "height": 720})
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto(self.address)
        self.page.wait_for_selector("body[data-ready=yes]")

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).inner_text())

    def leave(self) -> None:
        self.context.close()
        self.server.send_signal(signal.SIGTERM)
        _, told = self.server.communicate(timeout=20)
        assert (self.server.returncode, told, self.wrong) == (0, "", [])
