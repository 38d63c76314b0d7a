"""All that the table leads to is for everybody: each page that its links open, and each state in which something went
wrong: on a telephone and on a screen, in the light and in the dark, by keyboard.

Which pages there are is said nowhere here: a walk finds them by their links.
"""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from at_table import STARTED, Beginner, Seated, started
from browsing import LOGS, Tab, says, until
from desks import CHEAP, Desks
from eyes import SETTLED, axe_finds, eye_finds, keys_find
from pbem.desk.reading import read
from pbem.home import Home
from pbem.record.log import LOG_NAME
from pbem.web.room import fault_of
from pbem.web.sitting import Busy

pytestmark = pytest.mark.browser
SIZES = {1280: 720, 360: 640}
SEATS = {"fallujah": (), "enduring_freedom": (), "angola": ("fapla", "fnla", "mpla", "unita"),
         "anaconda": ("coalition", "al_qaeda")}  # fmt: skip
OPENED = """(() => {
  const is = selector => document.querySelector(selector), shut = document.querySelectorAll("main details:not([open])");
  for (const one of shut) one.open = true;
  const isThere = (box, what) => is(`${box}[hidden]`) || is(`${box} ${what} > *`);
  return !shut.length && isThere("#beforehand", "#standing") && isThere("#rest", "#offers");
})()"""
"""Opens whatever may be opened, and gives whether all of it is there."""
ALARM = "document.querySelector('#status.alarm span')"
OF_MARKUP = {"document-title", "html-has-lang", "landmark-one-main", "page-has-heading-one", "region"}
"""What is asked of a page that has markup; a text has none, and its language is said in a header."""


def wrong_with(page: Any, axe: str, *, board: bool = True) -> list[object]:
    """What is wrong for somebody: by axe, by the eye, by keyboard; at both widths, in both colours."""
    found, is_text = list[object](), page.evaluate("document.contentType") == "text/plain"
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found += [(width, *one) for one in axe_finds(page, axe, board=board and width == min(SIZES))]
        found += [(width, *one) for one in eye_finds(page)]
    page.emulate_media(color_scheme="dark")
    found += [("dark", *one) for one in axe_finds(page, axe, board=False, colours=True)]
    page.emulate_media(color_scheme="light")
    found += [("keys", *one) for one in keys_find(page)]
    page.set_viewport_size({"width": 1280, "height": 720})
    return [one for one in found if not (is_text and one[1] in OF_MARKUP)]


class House:
    """Somebody at home with a match of each game that asks, and one of each that has ended, which is looked on at."""

    def __init__(self, root: Path) -> None:
        self.desks, self.of = Desks(root), dict[str, list[str]]()
        self.desks.must("eva", "id", "new", "eva", "--no-passphrase", at=root)
        home = Home(self.desks.home("eva"))
        for game, seats in SEATS.items():
            self.desks.must("eva", "new", game, *(f"{seat}=me" for seat in seats), "-C", root / game, at=root)
            recorded = min((LOGS / game).glob(f"*/{LOG_NAME}"), key=lambda path: path.stat().st_size)
            ended = root / f"{game}-ended"
            ended.mkdir()
            shutil.copy(recorded, ended)
            home.games.put(read(ended / LOG_NAME).genesis.id, ended)
            self.of[game] = [id for id, known in home.games.all().items() if Path(known.folder).name.startswith(game)]
        self.server, _ = started(self.desks)
        STARTED.remove(self.server)  # it serves all tests

    def enter(self, browser: Any) -> Tab:
        """A tab at the list of matches."""
        tab = Tab.of(browser, 1280, 720)
        told = self.desks.must("eva", "table", "--no-open", at=self.desks.root).out  # it runs already: a new address
        tab.page.goto(told.removeprefix("open ").strip())
        tab.page.wait_for_selector("body[data-ready=yes]")
        return tab


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    one = House(tmp_path_factory.mktemp("house"))
    yield one
    one.server.send_signal(signal.SIGTERM)
    _, told = one.server.communicate(timeout=20)
    assert (one.server.returncode, told) == (0, "")


def links_of(page: Any, selector: str) -> list[str]:
    """Where all of these lead to."""
    found: list[str] = page.evaluate("all => [...document.querySelectorAll(all)].map(one => one.href)", selector)
    return found


def open_all(page: Any) -> None:
    """Whatever may be opened on a page of a match."""
    until(page, OPENED)


HEADERS = """async path => { const told = await fetch(path); await told.arrayBuffer();
  return [told.status, told.headers.get('content-disposition').split(';')[0]]; }"""


@pytest.mark.parametrize("game", SEATS)
def test_every_page_that_a_match_leads_to_is_for_everybody(house, chromium, axe, game):
    tab, wrong = house.enter(chromium), list[object]()
    page = tab.page
    matches = [link for link in links_of(page, ".matches a") if link.rsplit("/", 1)[1] in house.of[game]]
    assert len(matches) == 2
    for match in matches:
        page.goto(match)
        page.wait_for_selector("body[data-ready=yes]")
        open_all(page)
        wrong += [("match", *one) for one in wrong_with(page, axe, board=not page.locator("#question .asked").count())]
        papers, seen = page.locator("main a[target=_blank]"), set[str]()
        assert papers.count() > 8
        for at, paper in enumerate(links_of(page, "main a[target=_blank]")):
            status, shown = page.evaluate(HEADERS, paper)
            assert status == 200, paper
            name = paper.partition("?")[0].rsplit("/", 1)[1]
            if shown == "inline" and name not in seen:  # as this seat; as everybody may see it it is the same page
                seen.add(name)
                with tab.context.expect_page() as opening:
                    papers.nth(at).press("Enter")
                opened = opening.value
                opened.wait_for_load_state()
                wrong += [(name, *one) for one in wrong_with(opened, axe)]
                opened.close()
        assert len(seen) > 3
    tab.close()
    assert not wrong, "\n".join(map(str, wrong))


@pytest.fixture
def alone(chromium: Any, tmp_path: Path) -> Iterator[Seated]:
    """Somebody alone at Fallujah, whose match or table has an accident."""
    one = Seated(chromium, tmp_path, "fallujah")
    yield one
    one.close()
    assert one.wrong == []


def test_each_accident_of_a_match_is_for_everybody(alone, chromium, axe):
    page, wrong = alone.page, list[object]()
    log, held = alone.desks.log("eva"), list[Any]()

    def look(state: str) -> None:
        nonlocal wrong
        wrong += [(state, *one) for one in wrong_with(page, axe, board=False)]

    alone.desks.must("eva", "do", "--send", "setup north 2-7cav")
    alone.says("Choose an operation")
    words, other = json.loads(alone.desks.must("eva", "next", "--json").out)["asked"][0]["legal"][:2]
    page.fill("#order", words)
    page.route("**/draft", lambda route: held.append(route))
    page.click("#draft:not([disabled])")
    while not held:
        page.wait_for_timeout(10)
    alone.desks.must("eva", "do", other)  # before the table hears of the page's own
    page.unroute("**/draft")  # it goes on
    alone.says("the position has changed meanwhile")
    alone.says("Drafts, not sent: 1")
    assert page.input_value("#order") == words
    look("changed under an order")

    busy = fault_of(Busy("this match is busy: another request takes long", "try again"))
    page.route("**/send", lambda route: route.fulfill(
        status=503, content_type="application/json", body=msgspec.json.encode(busy)))
    page.click("#send")
    alone.says(busy.error)
    look("busy twice")
    assert page.input_value("#order") == words

    whole = log.read_bytes()
    cut, torn = b"".join(whole.splitlines(True)[:-1]), whole[: len(whole) // 2]
    for state, content in {"cut": cut, "torn": torn, "no log": b"no log\n", "gone": None}.items():
        log.unlink()
        if content is not None:
            log.write_bytes(content)
        page.reload()
        alone.until(f"{ALARM} || document.querySelector('#adopt')")
        look(state)
    assert page.locator("#scroll summary:visible").count() == 0, "what leads nowhere is not offered"
    asked = page.url
    with alone.context.expect_page() as opening:
        page.evaluate("path => { open(path, '_blank', 'noopener'); }", f"{asked}/paper/log.txt")
    wrong += [("paper of no log", *one) for one in wrong_with(opening.value, axe)]
    lost = alone.context.new_page()
    lost.goto(f"{asked[:-4]}none")
    until(lost, ALARM)
    wrong += [("unknown match", *one) for one in wrong_with(lost, axe)]
    stranger = chromium.new_context().new_page()
    assert stranger.goto(alone.address).status == 401
    wrong += [("not come in", *one) for one in wrong_with(stranger, axe)]
    assert not wrong, "\n".join(map(str, wrong))


def test_each_page_says_that_the_table_has_ended_and_is_for_everybody(alone, axe):
    page, wrong = alone.page, list[object]()
    page.click("#home")
    page.wait_for_selector(".matches a")
    links = {link.partition("#")[0] for link in links_of(page, "a[href]:not(.skip):not([download])")}
    assert len(links) > 3
    pages = list[Any]()
    for link in links:
        pages.append(alone.context.new_page())
        pages[-1].goto(link)
        pages[-1].wait_for_selector("body[data-ready=yes]")
    alone.is_leaving = True
    alone.server.send_signal(signal.SIGTERM)
    for one in pages:
        says(one, "pbem table is not running")
        until(one, ALARM)
        wrong += [(one.url, *it) for it in wrong_with(one, axe, board=False)]
    assert not wrong, "\n".join(map(str, wrong))


def test_who_is_brought_back_by_his_words_is_led_on_for_everybody(chromium, tmp_path, axe):
    """From the words that are refused to the match of before, which is played on in."""
    desks, wrong = Desks(tmp_path), list[object]()
    home = Home(desks.home("eva"))
    home.create("eva", "", "", no_passphrase=True, cost=CHEAP)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=tmp_path)
    desks.must("eva", "do", "--send", "setup north 2-7cav")
    one = Beginner(chromium, desks, "again")
    page = one.page

    def look(state: str) -> None:
        nonlocal wrong
        wrong += [(state, *one) for one in wrong_with(page, axe, board=False)]

    words = home.backup()
    page.click("#restore summary")
    page.fill("#restore textarea", " ".join((*words[:-1], "pbem")))
    page.fill("#restore input >> nth=0", "Eva")
    page.press("#restore input >> nth=0", "Enter")
    until(page, ALARM)
    look("words refused")
    page.fill("#restore textarea", " ".join(words))
    page.press("#restore input >> nth=0", "Enter")
    page.wait_for_selector("#matches h2")
    page.set_input_files("#file", str(desks.log("eva")))
    page.wait_for_selector("#status button")
    look("a match of before")
    page.press("#status button", "Enter")
    page.wait_for_selector("#adopt")
    look("held back")
    page.press("#adopt", "Enter")
    page.wait_for_selector("#question .asked")
    look("played on")
    one.leave()
    assert not wrong, "\n".join(map(str, wrong))
