"""The table is for everybody: every page and state of it, from a telephone to the widest screen, light and dark, with
letters twice as large, by fingers, without motion; axe-core is content.

With PBEM_PICTURES=FOLDER a picture of each state is kept there for each width and scheme.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem.web
from at_table import Seated, started
from browsing import says, until
from desks import CHEAP, PASSPHRASE, Desks, people_of
from eyes import SETTLED, axe_finds, eye_finds
from pbem.home import Home

pytestmark = pytest.mark.browser
WIDTHS = {360: 640, 768: 1024, 1280: 720, 2560: 1440}
BY_AXE = (360, 1280)  # what shows where is decided between them
ORDER_HIDDEN = """(() => { const one = document.getElementById('draft');
  return one.getClientRects().length > 0 && one.getBoundingClientRect().bottom > innerHeight; })()"""
SCROLLS = "document.documentElement.scrollHeight > innerHeight"


class Tourist:
    """Somebody who looks at every page of a table, at every width."""

    def __init__(self, browser: Any, root: Path, axe: str) -> None:
        self.desks, self.axe = people_of(root, "ana", "bo"), axe
        self.wrong: list[str] = []
        self.found: list[object] = []
        self.seen: list[str] = []
        self.context = browser.new_context(viewport={"width": 1280, "height": 720})
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.server: Any = None

    def sit(self, who: str, without: str = "") -> None:
        self.leave()
        self.server, address = started(self.desks, who, without=without)
        self.page.goto(address)

    def until(self, expression: str) -> None:
        until(self.page, expression)

    def says(self, words: str) -> None:
        says(self.page, words)

    def look(self, state: str, *, board: bool = False) -> None:
        """Axe and the eye at each width, in letters twice as large, in the dark; then the window is as it was.

        In the light axe looks on a telephone and on a screen: at the board on the first, for some of its rules are
        asked of whole pages alone, and elsewhere if asked to. In the dark only the colours differ.
        """
        self.seen.append(state)
        for width, height in WIDTHS.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(SETTLED)
            self.picture(f"{state}-{width}")
            if width in BY_AXE:
                found = axe_finds(self.page, self.axe, board=board or width == BY_AXE[0])
                self.found += [(state, width, *one) for one in found]
            if self.page.evaluate(ORDER_HIDDEN):
                self.found.append((state, width, "the order so far and Draft are not in view"))
            self.found += [(state, width, *one) for one in eye_finds(self.page)]
        self.page.set_viewport_size({"width": 1280, "height": 720})
        self.page.evaluate("document.documentElement.style.fontSize = '200%'")
        self.page.evaluate(SETTLED)
        self.picture(f"{state}-large")
        self.found += [(state, "large", *one) for one in eye_finds(self.page)]
        self.page.evaluate("document.documentElement.style.fontSize = ''")
        self.page.emulate_media(color_scheme="dark")
        found = axe_finds(self.page, self.axe, board=board, colours=True)
        self.found += [(state, "dark", *one) for one in found]
        self.page.emulate_media(color_scheme="light")

    def picture(self, name: str) -> None:
        if kept := os.environ.get("PBEM_PICTURES"):
            for scheme in ("dark", "light"):
                self.page.emulate_media(color_scheme=scheme)
                self.page.screenshot(path=Path(kept) / f"{name}-{scheme}.png")

    def leave(self) -> None:
        if self.server is not None:
            self.server.send_signal(signal.SIGTERM)
            _, told = self.server.communicate(timeout=20)
            assert (self.server.returncode, told) == (0, "")


@pytest.fixture
def tourist(chromium: Any, tmp_path: Path, axe: str) -> Iterator[Tourist]:
    one = Tourist(chromium, tmp_path, axe)
    yield one
    one.context.close()
    one.leave()
    assert one.wrong == []


def test_every_page_from_nothing(tourist):
    page = tourist.page
    tourist.sit("eva")
    page.wait_for_selector("body[data-ready=yes]")
    tourist.says("What others call you")
    page.click("#restore summary")
    tourist.look("who-are-you")
    page.fill("#begin .field input >> nth=0", "Eva")
    page.click("#begin button[type=submit]")
    page.wait_for_selector(".words li", timeout=20_000)
    tourist.look("recovery-words")
    page.click(".words ~ button")
    page.wait_for_selector("#matches a[href$=begin]")
    tourist.look("nothing-yet")
    page.click("#matches a[href$=begin]")
    page.wait_for_selector("#begin select")
    page.click("#begin details summary")
    tourist.look("new-match-and-people")
    page.select_option("#begin select >> nth=0", "fallujah")
    page.set_input_files("#file", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"no packet"})
    tourist.until("document.querySelector('#status span')")
    tourist.look("refused-file")
    page.click("#bar a[href$=post]")
    tourist.until("!document.querySelector('#post').hidden")
    page.click("#post button >> text=Try it >> nth=0")
    tourist.until("document.querySelector('#post .alarm')")
    tourist.look("post")
    assert tourist.found == []


def test_the_dark_changes_colours_alone():
    """So what lies where in the light lies there in the dark."""
    css = (Path(pbem.web.__file__).parent / "page" / "table.css").read_text(encoding="utf-8")
    [dark] = re.findall(r"@media \(prefers-color-scheme: dark\) \{ :root \{([^{}]*)\} \}", css)
    assert css.count("prefers-color-scheme") == 1
    lines = dict(re.split(r":\s*", line.strip(), maxsplit=1) for line in dark.split(";") if line.strip())
    assert lines.pop("color-scheme") == "dark"
    assert lines
    assert all(name.startswith("--") and re.fullmatch("#[0-9a-f]{3,8}", value) for name, value in lines.items())


def made(desks: Desks) -> None:
    """Four matches of ana: one waits, one asks, one has ended, one cannot be read."""
    root, more = desks.root, [f"{seat}=me" for seat in ("fapla", "mpla", "unita")]
    desks.must("ana", "new", "angola", *more, f"fnla={root / 'bo.card'}", "-C", root / "a", at=root)
    desks.must("ana", "new", "fallujah", "-C", desks.game("ana"), at=root)
    for name in ("c", "d"):
        desks.must("ana", "new", "fallujah", "-C", root / name, at=root)
    desks.must("ana", "resign", "--yes", at=root / "c")
    (root / "d" / "game.pbem").write_text("no log\n")


ASKED = "buy your first forces"


def opened(tourist: Tourist, words: str) -> None:
    """Opens the match in whose line this stands."""
    tourist.page.click("#home")
    tourist.until("document.querySelector('.matches li')")
    tourist.page.locator(".matches li", has_text=words).locator("a").first.click()
    tourist.until("document.querySelector('#turn h2')")


def test_every_state_of_a_match(tourist):
    page, desks = tourist.page, tourist.desks
    made(desks)
    tourist.sit("ana")
    tourist.until("document.querySelectorAll('.matches li').length === 4")
    tourist.look("inbox")
    opened(tourist, ASKED)
    tourist.until("document.querySelectorAll('#choices .choice').length")
    tourist.look("question", board=True)
    page.fill("#order", "setup north nobody")
    tourist.says("nobody is no answer here")
    tourist.look("refused-order")
    page.fill("#order", "setup ")
    tourist.until("document.querySelector('.places .goal')")
    tourist.look("lit", board=True)
    page.locator(".places .goal").first.focus()
    tourist.until("!document.getElementById('hint').hidden")
    tourist.look("hint", board=True)
    page.fill("#order", "north 2-7cav; south 1/5; east fr")
    tourist.until("document.querySelectorAll('#parts li').length === 3")
    tourist.look("parts")
    page.fill("#order", "")
    page.click("#ready button >> nth=0")
    tourist.until("document.querySelector('#says .legal')")
    tourist.says("→ Recruited for")
    tourist.look("legal")
    page.click("#draft:not([disabled])")
    tourist.until("document.querySelector('#send')")
    tourist.look("drafts")
    page.click("#send")
    tourist.until("!document.querySelector('#send')")
    tourist.look("sent")
    page.click("#beforehand > summary")
    tourist.until("document.querySelector('#presets button')")
    page.click("#presets button >> nth=0")
    page.click("#standing .order >> nth=0 >> summary")
    tourist.look("beforehand")
    page.click("#beforehand > summary")
    page.click("#rest > summary")
    tourist.until("document.querySelector('#resign button')")
    page.fill("#resign input", "yes")
    page.click("#resign button")
    tourist.until("document.querySelector('#rest-said .alarm')")
    tourist.look("rest")
    page.click("#rest > summary")
    page.click("#papers > summary")
    page.click("#papers-out button >> nth=0")
    tourist.until("document.querySelector('#papers-text p')")
    tourist.look("papers")
    page.click("#papers > summary")
    page.click("#more > summary")
    tourist.look("beside-the-board")
    opened(tourist, "resign")
    tourist.until("!document.querySelector('#dock:not([hidden])')")
    tourist.look("ended")
    opened(tourist, "awaited")
    tourist.look("waits")
    tourist.server.send_signal(signal.SIGTERM)
    tourist.until("document.querySelector('#status.alarm')")
    tourist.look("table-gone")
    assert tourist.found == []


def test_the_page_of_a_locked_identity(tourist):
    Home(tourist.desks.home("eva")).create("eva", "", "a long way", cost=CHEAP)
    tourist.sit("eva", without="PBEM_PASSPHRASE")
    tourist.until("document.activeElement && document.activeElement.type === 'password'")
    tourist.page.keyboard.press("Enter")
    tourist.look("locked")
    assert tourist.found == []


MOVES = """() => [...document.querySelectorAll('body, body *')].filter(one => {
  const style = getComputedStyle(one);
  return style.transitionDuration.split(', ').some(it => it !== '0s') || style.animationName !== 'none'
    || style.scrollBehavior === 'smooth';
}).map(one => one.outerHTML.slice(0, 80))"""


SMALL = """() => [...document.querySelectorAll('button, summary, #bar a')].filter(one => {
  const box = one.getBoundingClientRect();
  return one.getClientRects().length && (box.height < 24 || box.width < 24);
}).map(one => one.outerHTML.slice(0, 80))"""


def test_nothing_moves_for_who_wants_no_motion(chromium, tmp_path):
    one = Seated(chromium, tmp_path, "fallujah", reduced_motion="no-preference")
    one.page.locator(".places path").first.hover(force=True)
    assert one.page.evaluate(MOVES) != [], "else nothing is measured"
    one.page.emulate_media(reduced_motion="reduce")
    assert one.page.evaluate(MOVES) == []
    one.close()


GAMES = {"anaconda": "anaconda coalition=me al_qaeda=me", "angola": "angola fapla=me mpla=me fnla=me unita=me",
         "enduring_freedom": "enduring_freedom", "fallujah": "fallujah"}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_read_in_large_letters_and_without_motion(chromium, tmp_path, game):
    one = Seated(chromium, tmp_path, GAMES[game], reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    page = one.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found: list[object] = []
    for width, height in ((360, 640), (640, 360), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found += [("question", width, *it) for it in eye_finds(page)]
        if page.evaluate(SCROLLS) or page.evaluate(ORDER_HIDDEN):
            found.append((width, "the page scrolls as a whole, or the order is not in view"))
    page.click("#ready .ready >> nth=0")
    one.until("document.querySelector('#says .legal')")
    page.evaluate(SETTLED)
    found += [("order", *it) for it in eye_finds(page)]
    one.until("document.getElementById('says').dataset.told === document.getElementById('order').value")
    page.click("#draft:not([disabled])")
    one.until("document.querySelector('#send') || document.querySelector('#since li')")
    page.evaluate(SETTLED)
    found += [("drafted", *it) for it in eye_finds(page)]
    assert found == []
    assert page.evaluate(MOVES) == []
    one.close()


@pytest.mark.parametrize("game", GAMES)
def test_fingers_play_and_no_keyboard_comes_up(chromium, tmp_path, game):
    telephone = {"width": 360, "height": 640}
    one = Seated(chromium, tmp_path, GAMES[game], viewport=telephone, has_touch=True, is_mobile=True)
    page = one.page
    page.tap("#choices .choice button >> nth=0")
    one.until("document.getElementById('order').value !== ''")
    assert page.evaluate("document.activeElement.id") != "order"
    page.tap("#back")
    one.until("document.getElementById('order').value === ''")
    page.tap("#ready .ready >> nth=0")
    one.until("!document.getElementById('draft').disabled")
    one.until("document.getElementById('says').dataset.told === document.getElementById('order').value")
    is_draft = page.inner_text("#draft") == "Draft"  # else it is signed at once, as the button says
    page.tap("#draft")
    if is_draft:
        one.until("document.querySelector('#send')")
        assert page.evaluate("document.activeElement.id") != "order"
        page.tap("#send")
        one.until("!document.querySelector('#send')")
    one.until("document.querySelector('#since li')")
    small = page.evaluate(SMALL)
    assert small == [], "each is large enough for a finger"
    one.close()


def test_cards_invitations_and_what_is_carried(tourist):
    page, desks, root = tourist.page, tourist.desks, tourist.desks.root
    shared = root / "shared"
    shared.mkdir()
    (shared / "bo.card").write_bytes((root / "bo.card").read_bytes())
    for who in ("ana", "bo"):
        (desks.home(who) / "courier.toml").write_text(f'[[folder]]\npath = "{shared}"\n')
    tourist.sit("ana")
    page.click("#bar a[href$=begin]")
    page.wait_for_selector("#begin button:has-text('Add bo')")
    tourist.look("cards-in-the-folder")
    page.click("#begin button:has-text('Add bo')")
    page.wait_for_selector("#begin:not(:has(button:has-text('Add bo'))) p:has-text('bo, bo@example.org')")
    page.select_option("#begin select >> nth=0", "anaconda")
    page.select_option("#begin label:has-text('Who plays Al Qaeda') select", label="bo")
    page.click("#begin button[type=submit]")
    page.wait_for_selector("#handed button")
    tourist.look("to-hand-over")
    page.click("#handed button:has-text('Let it be carried')")
    page.wait_for_selector("#handed .legal")
    tourist.look("carried")
    for _ in range(400):
        if list(shared.glob("*.pbem")):
            break
        page.wait_for_timeout(50)
    tourist.sit("bo")
    page.wait_for_selector("#invitations button")
    tourist.look("invited")
    page.route("**/api/invitations", lambda route: route.fulfill(
        response=(kept := route.fetch()), body=kept.text().replace('"played":false', '"played":true')))
    page.reload()
    page.wait_for_selector("#invitations button:has-text('Play on here')")
    tourist.look("invited-with-another-copy")
    assert tourist.found == []


def test_what_if_and_several_seats_of_one_person(tourist):
    page, desks = tourist.page, tourist.desks
    seats = [f"{seat}=me" for seat in ("fapla", "fnla", "mpla", "unita")]
    desks.must("ana", "new", "angola", *seats, "-C", desks.game("ana"), at=desks.root)
    tourist.sit("ana")
    tourist.until("document.querySelectorAll('.matches li').length === 1")
    assert "FAPLA, FNLA, MPLA, UNITA: where your Units stand" in page.inner_text(".matches")
    page.click(".matches a")
    tourist.until("document.querySelectorAll('#choices .choice').length")
    tourist.look("seat-of-several", board=True)
    page.click("#whatif > summary")
    page.fill("#whatif-games", "0")
    page.click("#whatif-begin")
    tourist.until("document.querySelector('#whatif-said .alarm')")
    tourist.look("what-if-refused")
    page.fill("#whatif-games", "1")
    page.fill("#whatif-seed", "7")
    page.click("#whatif-begin")
    tourist.until("document.getElementById('whatif').dataset.runs === 'yes'")
    tourist.look("what-if-runs")
    assert tourist.found == []


def test_an_identity_is_locked_from_the_page(tourist):
    page = tourist.page
    Home(tourist.desks.home("eva")).create("eva", "", PASSPHRASE, cost=CHEAP)
    tourist.sit("eva")
    page.click("#bar a[href$=begin]")
    page.wait_for_selector("#people button")
    tourist.look("may-be-locked")
    page.click("#people button:has-text('Lock')")
    page.wait_for_selector("input[type=password]:focus")
    tourist.look("locked-here")
    assert tourist.found == []
