"""Everybody can use a page: places are buttons that say what stands there, tabs have roles, axe-core is content."""

from __future__ import annotations

import pytest

from browsing import RECORDED, Opened, serious
from pages import WORST, hostile_frames
from pbem.show.frame import Frame
from pbem.show.html import Match, page
from valley_scenes import skirmish


@pytest.mark.parametrize(("name", "scheme", "width"), [
    *((name, *seen) for name in sorted(RECORDED) for seen in (("light", 420), ("dark", 1400))),
    ("anaconda", "dark", 420), ("anaconda", "light", 1400)])  # a colour depends on no width
def test_nothing_serious_in_any_tab_of_any_game(name, scheme, width, chromium, written, axe):
    opened = Opened(chromium, written(name), viewport={"width": width, "height": 900}, color_scheme=scheme)
    for tab in ("summary", "story", "beside", "legend"):
        opened.click(f"tab-{tab}")
        if tab == "summary":
            opened.click("reveal")
        assert serious(opened, axe) == [], tab
    opened.page.locator("#slider").fill(str(len(opened.steps) // 2))
    opened.page.locator(".places [data-place]").nth(5).dispatch_event("click")
    assert serious(opened, axe) == []
    opened.close()


@pytest.mark.browser
def test_nothing_serious_in_either_browser(game, axe):
    """What differs between browsers: roles, names, colours as they come out; at the opening, and in the middle."""
    game.click("reveal")
    assert serious(game, axe) == []
    game.click("tab-story")
    game.page.locator("#slider").fill(str(len(game.steps) // 2))
    game.page.locator(".places [data-place]").nth(5).dispatch_event("click")
    assert serious(game, axe) == []


@pytest.mark.parametrize("kind", ["hexes", "hostile"])
def test_nothing_serious_on_hexes_and_with_hostile_words(kind, chromium, tmp_path, axe):
    target = tmp_path / "page.html"
    frames = hostile_frames() if kind == "hostile" else [Frame(number=0, round=1, kind="start", scene=skirmish())]
    match = WORST if kind == "hostile" else Match(title="Hexes", id="x", engine="toy/1", seats=("a",))
    target.write_text(page(frames, match), encoding="utf-8")
    opened = Opened(chromium, target)
    assert serious(opened, axe) == []
    opened.close()


def test_places_are_buttons_in_reading_order_that_say_what_stands_there(game):
    places = game.page.locator(".places [role=button]")
    labels = places.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    boxes = places.evaluate_all("all => all.map(one => one.getBBox()).map(b => [b.x, b.y + b.height / 2])")
    assert len(labels) > 20
    assert all(": " in label for label in labels)
    assert [y // 60 for _, y in boxes] == sorted(y // 60 for _, y in boxes)
    game.page.locator("#slider").fill(str(len(game.steps) // 2))
    held = game.page.locator(".clusters [data-place]").first
    id, said = held.get_attribute("data-place"), held.locator("title").first.text_content()
    assert said in game.page.locator(f".places [data-place='{id}']").get_attribute("aria-label")


def test_the_keyboard_leads_from_place_to_place_and_not_from_step_to_step(game):
    game.page.locator(".places [tabindex='0']").focus()
    assert game.page.locator(".places [tabindex='0']").count() == 1
    focused = "document.activeElement.dataset.place"
    first = game.page.evaluate(focused)
    game.press("ArrowDown")
    assert game.page.evaluate(focused) != first
    assert game.at == 0
    game.press("Enter")
    assert game.page.locator("#here h3").inner_text()


def test_tabs_have_roles_and_keys(game):
    game.page.locator("#tab-summary").focus()
    tabs = game.page.locator("[role=tab]:visible")
    assert tabs.evaluate_all("all => all.map(one => one.getAttribute('aria-controls'))")[0] == "summary"
    game.page.keyboard.press("ArrowRight")
    assert game.page.locator("[role=tab][aria-selected=true]").get_attribute("tabindex") == "0"
    assert game.page.evaluate("document.activeElement.id") == "tab-story"
    assert game.page.locator("#story").get_attribute("role") == "tabpanel"


def test_paper_keeps_badges(chromium, written):
    opened = Opened(chromium, written("angola"))
    opened.press("ArrowRight")
    opened.page.emulate_media(media="print")
    kept = "getComputedStyle(document.querySelector('#summary .badge')).printColorAdjust"
    assert opened.page.evaluate(kept) == "exact"
    assert opened.page.locator(".badge").count() > 3
    opened.close()


