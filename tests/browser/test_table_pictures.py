"""What the page shows first of all, in light and dark, in both browsers; each picture is kept for eyes if asked for.

PBEM_PICTURES=FOLDER keeps them, of each screen at three widths.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browsing import chromium as new_chromium
from browsing import firefox as new_firefox
from browsing import is_firefox
from clicker import PICTURES, Clicker
from desks import Desks

pytestmark = pytest.mark.browser
SIZES = {360: 640, 1280: 720, 2400: 1350}
GROUND = {"light": (243, 239, 228), "dark": (25, 24, 22)}
GAMES = {  # the others are alike
    ("chromium", "light"): ("fallujah", "enduring_freedom", "angola"), ("chromium", "dark"): ("enduring_freedom",),
    ("firefox", "light"): ("fallujah",), ("firefox", "dark"): ("fallujah",),
}  # fmt: skip
SEATS = {"fallujah": (), "enduring_freedom": (), "angola": ("fapla", "fnla", "mpla", "unita")}
LONG = {("angola-first", 360, "#ready button.ready")}  # four seats, and nine places in the question
HIDDEN = """(() => {
  const box = id => document.getElementById(id).getBoundingClientRect();
  const foot = box('dock').top, head = box('scroll').top;
  const wanted = {'#turn h2': 1, '#since .since': 1, '.asked': 1, '#ready button.ready': .5};
  return Object.entries(wanted).filter(([one, part]) => {
    const node = document.querySelector(one);
    if (!node) return one !== '#since .since';
    if (!one.startsWith('#turn') && !one.startsWith('#since') && document.querySelector('#drafts li')) return false;
    const {top, height} = node.getBoundingClientRect();
    return top < head || top + part * Math.min(height, 60) > foot;
  }).map(([one]) => one);
})()"""
"""What of the first things is not seen above the order; below drafts there may be no room for the question."""


@pytest.fixture(params=["chromium-light", "chromium-dark", "firefox-light", "firefox-dark"])
def looks(request: pytest.FixtureRequest, driver: Any) -> Iterator[tuple[Any, str]]:
    name, _, scheme = request.param.partition("-")
    with new_firefox(driver, scheme) if name == "firefox" else new_chromium(driver) as launched:
        yield launched, scheme


def shown(one: Clicker, name: str, scheme: str) -> list[tuple[str, int, str]]:
    """What is hidden at the sizes that count; a picture at each is kept."""
    hidden: list[tuple[str, int, str]] = []
    for width, height in SIZES.items():
        one.page.set_viewport_size({"width": width, "height": height})
        one.until(f"innerWidth === {width}")
        one.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if one.page.locator("#turn h2").count():
            hidden += [(name, width, what) for what in one.page.evaluate(HIDDEN)]
        if PICTURES:
            where = one.browser.browser_type.name
            one.page.screenshot(path=Path(PICTURES) / f"{name}-{where}-{scheme}-{width}.png", caret="initial")
    return hidden


def test_what_comes_first_is_seen_at_once_in_the_colours_that_are_wished_for(looks, tmp_path):
    browser, scheme = looks
    name = "firefox" if is_firefox(browser) else "chromium"
    desks = Desks(tmp_path)
    options = {} if name == "firefox" else {"color_scheme": scheme}
    for game in GAMES[name, scheme]:
        seats = SEATS[game]
        desks.must(game, "id", "new", "eva", "--no-passphrase", at=tmp_path)
        desks.must(game, "new", game, *(f"{seat}=me" for seat in seats), "-C", desks.game(game), at=tmp_path)
        one = Clicker(browser, desks, game, **options)
        ground = "rgb({}, {}, {})".format(*GROUND[scheme])
        assert one.page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        shown(one, f"{game}-list", scheme)
        one.enter()
        hidden = shown(one, f"{game}-first", scheme)
        one.policy = Clicker.take_ready
        for _ in range(3):
            one.step()
        one.settled()
        hidden += shown(one, f"{game}-later", scheme)
        assert set(hidden) <= LONG
        one.wrong = [line for line in one.wrong if "inline style" not in line]  # a picture brings its own
        one.close()
