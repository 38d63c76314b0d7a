"""What the page shows first of all, in light and dark, in both browsers; each picture is kept for eyes if asked for.

PBEM_PICTURES=FOLDER keeps them, of each screen at three widths.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from browsing import firefox as new_firefox
from browsing import is_firefox
from clicker import PICTURES, Clicker
from desks import Desks
from eyes import SETTLED, axe_finds, eye_finds

pytestmark = pytest.mark.browser
SIZES = {360: 640, 1280: 720, 2400: 1350}
GROUND = {"light": "rgb(243, 239, 228)", "dark": "rgb(25, 24, 22)"}
SEATS = {"fallujah": (), "enduring_freedom": (), "angola": ("fapla", "fnla", "mpla", "unita"),
         "anaconda": ("coalition", "al_qaeda")}  # fmt: skip
PLAN = "8.1-p"
LATER = {"anaconda": 12}  # orders at most, until a movement is planned; else three
HIDDEN = """(() => {
  const box = id => document.getElementById(id).getBoundingClientRect();
  const foot = box('dock').top, head = box('scroll').top;
  const wanted = {'#turn h2': 1, '#since .since': 1, '.asked': 1, '#ready button.ready': .5};
  return Object.entries(wanted).filter(([one, part]) => {
    const node = document.querySelector(one);
    if (!node) return one !== '#since .since';
    if (!one.startsWith('#turn') && !one.startsWith('#since') && document.getElementById('order').value) return false;
    const {top, height} = node.getBoundingClientRect();
    return top < head || top + part * Math.min(height, 60) > foot;
  }).map(([one]) => one);
})()"""
"""What of the first things is not seen above the order, below drafts too; once an order is begun what may come next
stands first."""


class Guest:
    """Somebody at a new match, who looks at his page at each size."""

    def __init__(self, browser: Any, root: Path, game: str, schemes: Sequence[str]) -> None:
        self.game, self.schemes, self.desks = game, schemes, Desks(root)
        self.desks.must("eva", "id", "new", "eva", "--no-passphrase", at=root)
        seats = [f"{seat}=me" for seat in SEATS[game]]
        self.desks.must("eva", "new", game, *seats, "-C", self.desks.game("eva"), at=root)
        self.one = Clicker(browser, self.desks, "eva")
        self.one.policy = Clicker.take_ready
        self.page, self.name = self.one.page, browser.browser_type.name
        self.wrong: list[tuple[object, ...]] = []

    def look(self, state: str, axe: str = "") -> None:
        """What is hidden or cut at the sizes that count, in all colours; a picture of each is kept, if asked for."""
        for scheme in self.schemes:
            if not is_firefox(self.one.browser):
                self.page.emulate_media(color_scheme=scheme)
            assert self.page.evaluate("getComputedStyle(document.body).backgroundColor") == GROUND[scheme]
            for width, height in SIZES.items() if PICTURES or scheme == self.schemes[0] else ():
                self.page.set_viewport_size({"width": width, "height": height})
                self.one.until(f"innerWidth === {width}")
                self.page.evaluate(SETTLED)
                self.wrong += [(state, width, *one) for one in eye_finds(self.page)]
                if self.page.locator("#turn h2").count():
                    self.wrong += [(f"{self.game}-{state}", width, what) for what in self.page.evaluate(HIDDEN)]
                if PICTURES:
                    kept = f"{self.game}-{state}-{self.name}-{scheme}-{width}.png"
                    self.page.screenshot(path=Path(PICTURES) / kept, caret="initial")
            if axe:
                self.wrong += [(state, scheme, *one) for one in axe_finds(self.page, axe, colours=scheme == "dark")]

    def play(self, most: int) -> None:
        """So many orders, or until a movement is to be planned."""
        for _ in range(most):
            if self.one.rule == PLAN:
                break
            self.one.step()
        self.one.settled()

    def close(self) -> None:
        self.one.wrong = [line for line in self.one.wrong if "inline style" not in line]  # a picture brings its own
        self.one.close()


def looks_around(guest: Guest, axe: str = "") -> None:
    """The list of matches, the match as it begins, some orders later."""
    guest.look("list", axe)
    guest.one.enter()
    guest.look("first")
    guest.play(LATER.get(guest.game, 3))
    guest.look("later", axe)
    if guest.game == "anaconda":
        assert guest.one.rule == PLAN
        can_move = guest.page.locator("#choices button:has(span:text-is('move'))").count() > 0  # whom chance brought
        guest.one.put_together("move", clicks=2)
        assert guest.page.input_value("#order").startswith("move ") == can_move
        guest.look("plan", axe)
    guest.close()
    assert guest.wrong == []


@pytest.mark.parametrize("game", sorted(SEATS))
def test_what_comes_first_of_each_game_is_seen_at_once_in_the_light_and_in_the_dark(chromium, tmp_path, axe, game):
    looks_around(Guest(chromium, tmp_path, game, ("light", "dark")), axe)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_firefox_shows_it_in_the_colours_that_are_wished_for(driver, tmp_path, scheme):
    with new_firefox(driver, scheme) as browser:
        looks_around(Guest(browser, tmp_path, "fallujah", (scheme,)))
