"""The board at the table, in a browser, by somebody who holds several seats: whichever was looked through before, it is
drawn as it is for whoever opens the page on that seat, counter by counter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Seated
from browsing import until
from clicker import SEEN

pytestmark = pytest.mark.browser

LOOKED_AT = {"anaconda": (0, 1), "angola": (4, 9)}  # after so many orders
SEATS = {"anaconda": ("coalition", "al_qaeda"), "angola": ("fapla", "fnla", "mpla", "unita")}
DRAWN = r"""(() => {
  const paints = getComputedStyle(document.documentElement), found = {};
  const told = node => node.outerHTML.replace(/var\((--p\d+)\)/g, (_, name) => paints.getPropertyValue(name))
    .replace(/ class="[^"]*"| id="whole"/g, "");
  const all = selector => [...document.querySelectorAll(selector)];
  for (const node of all("#whole > .clusters > g")) {
    const place = node.dataset.place, own = [...node.children].filter(one => one.querySelector(":scope > title"));
    found[`counters in ${place}`] = own.map(one => [...one.children].map(told).join("")).sort();
    found[`where they lie in ${place}`] = told(node);
  }
  for (const node of all("#whole > .holders > g")) found[`holder of ${node.dataset.place}`] = told(node);
  for (const layer of ["looks", "names"]) found[layer] = all(`#whole > .${layer} > *`).map(told);
  for (const part of all("#beside .part, #legend")) found[part.id] = told(part);
  found["small map"] = all("#overview .dots path").filter(one => one.hasAttribute("d"))
    .map(one => [told(one).replace(/ d="[^"]*"/, ""), one.getAttribute("d").split("M").sort()].join(" ")).sort();
  found.ground = all("#whole > :not([class])").map(told);
  return found;
})()"""
BUTTONS = "[...document.querySelectorAll('#turn .seats button')]"
LIES = re.compile("where they lie|names|looks")  # counters stay where they are until a page is laid anew
MATCH = re.compile(r"/api/m/[^/]*\?")

Drawn = dict[str, Any]


class Seats:
    """A page of somebody who plays all seats of a game, beside it one that opens on a seat anew."""

    def __init__(self, browser: Any, root: Path, game: str) -> None:
        self.game, self.seats = game, SEATS[game]
        self.at = Seated(browser, root, " ".join([game, *(f"{seat}=me" for seat in self.seats)]))
        self.page = self.at.page
        self.opened: dict[str, Drawn] = {}

    def drawn(self) -> Drawn:
        found: Drawn = self.page.evaluate(DRAWN)
        return found

    def opened_on(self, seat: str) -> Drawn:
        """The board as a page has it that was opened on a seat, once for each position."""
        if seat not in self.opened:
            asked = f"{self.page.url.replace('/m/', '/api/m/')}?page=opened-on-{seat}&seat={seat}&fresh=1"
            told = self.page.evaluate("asked => fetch(asked).then(told => told.text())", asked)
            other = self.at.context.new_page()
            other.route(MATCH, lambda route: route.fulfill(content_type="application/json", body=told))
            other.goto(self.page.url)
            other.wait_for_selector("body[data-ready=yes]")
            assert self.seat(other) == seat
            self.opened[seat] = other.evaluate(DRAWN)
            other.close()
        return self.opened[seat]

    def click(self, seat: str) -> None:
        """A click on a seat, be it the one that is looked through; waits for the board that is laid for it."""
        button = f"#turn .seats button >> nth={self.seats.index(seat)}"
        self.page.evaluate("document.querySelector('#view > svg').dataset.before = 'yes'")
        self.page.click(button)
        until(self.page, "document.querySelector('#view > svg') && !document.querySelector('#view > svg[data-before]')")
        assert self.page.get_attribute(button, "aria-pressed") == "true"

    def seat(self, page: Any) -> str:
        """The seat that is looked through."""
        return self.seats[page.evaluate(f"{BUTTONS}.findIndex(one => one.getAttribute('aria-pressed') === 'true')")]

    def order(self) -> None:
        """The first ready answer of a seat that is asked, drafted, then sent; then another is looked through."""
        asked = self.page.evaluate(f"{BUTTONS}.findIndex(one => one.textContent.includes('•'))")
        self.click(self.seats[asked])
        self.at.until(SEEN)
        self.page.click("#ready button.ready >> nth=0")
        self.at.until(f"{SEEN} && !document.getElementById('draft').disabled")
        for button in ("#draft", "#send"):
            if not self.page.locator(button).count():
                break  # what a die follows is signed as it is drafted
            at = self.page.evaluate("document.body.dataset.at")
            self.page.click(button)
            self.at.until(f"document.body.dataset.at !== {at!r} && {SEEN}")
        self.opened.clear()

    def is_right(self, seat: str, but: re.Pattern[str] = re.compile("$^")) -> None:
        """The board is that of a page opened on the seat."""
        now, anew = self.drawn(), self.opened_on(seat)
        differs = {name for name in now.keys() | anew.keys() if now.get(name) != anew.get(name)}
        assert [name for name in differs if not but.search(name)] == []

    def are_right(self) -> None:
        """It is so for each seat in turn, for one that was looked through already, and for the first again."""
        for seat in (*self.seats, self.seats[-1], self.seats[0]):
            self.click(seat)
            self.is_right(seat)


@pytest.fixture(params=sorted(SEATS))
def seats(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Iterator[Seats]:
    opened = Seats(browser, tmp_path, request.param)
    yield opened
    assert opened.at.close() == (0, "")
    assert opened.at.wrong == []


def test_whichever_seat_was_looked_through_before_the_board_is_that_of_one_who_opens_the_page(seats):
    orders = 0
    for looked_at in LOOKED_AT[seats.game]:
        while orders < looked_at:
            seats.order()
            orders += 1
        seats.is_right(seats.seat(seats.page), LIES)
        seats.are_right()
    seats.page.reload()
    seats.at.until(SEEN)
    seats.are_right()
    assert any(name.startswith("counters in") for name in seats.drawn())


@pytest.fixture
def asked(seats: Seats) -> list[str]:
    """What the page asks of the match, as it goes on."""
    found = list[str]()
    seats.at.tab.hear("request", lambda request: found.append(request.url) if MATCH.search(request.url) else None)
    return found


@pytest.mark.parametrize("seats", ["anaconda"], indirect=True)
def test_a_seat_that_is_chosen_while_the_table_is_asked_has_its_board_laid_anew(seats, asked):
    first, last = seats.seat(seats.page), next(one for one in seats.seats if one != seats.seat(seats.page))
    both = [seats.seats.index(one) for one in (first, last)]
    seats.page.evaluate(f"(buttons => {both}.forEach(at => buttons[at].click()))({BUTTONS})")
    seats.at.until(f"{BUTTONS}[{both[1]}].getAttribute('aria-pressed') === 'true'")
    assert ["fresh=1" in url for url in asked] == [True, True]
    seats.is_right(last)


@pytest.mark.parametrize("seats", ["anaconda"], indirect=True)
def test_when_an_answer_was_lost_the_board_is_told_from_the_beginning(seats, asked):
    seats.page.route(MATCH, lambda route: route.fulfill(status=503, content_type="application/json", body="{}"))
    seats.at.desks.must("eva", "note", "hello")
    seats.at.until("document.querySelector('#status.alarm')")
    seats.page.unroute(MATCH)
    before = len(asked)
    at = seats.page.evaluate("document.body.dataset.at")
    seats.at.desks.must("eva", "note", "once more")
    seats.at.until(f"document.body.dataset.at !== {at!r}")
    assert "fresh=1" in asked[before]
    assert not any("fresh=1" in url for url in asked[:before])
