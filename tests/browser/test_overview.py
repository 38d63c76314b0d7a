"""The small map: a light picture of its own that follows each step, covers no counter, and can be folded away.

It covers nothing that is named now either, and folds itself where there is no room beside all this."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from browsing import RECORDED, Opened, is_firefox

pytestmark = pytest.mark.browser
COVERED = """() => {
  const small = document.querySelector('#overview').getBoundingClientRect();
  const meets = box => box.left < small.right && box.right > small.left && box.top < small.bottom && box.bottom > small.top;
  return [...document.querySelectorAll('.clusters > [data-place] > g, #zoom')].filter(one => one.id || one.querySelector('title'))
    .filter(one => meets(one.getBoundingClientRect())).map(one => one.id || one.querySelector('title').textContent);
}"""  # noqa: E501
DOTS = """() => [...document.querySelectorAll('#overview .dots path')].map(one => one.getAttribute('d')).filter(Boolean)
  .join(' ')"""
PLACES = "() => document.querySelectorAll('.clusters > [data-place]').length"


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_it_covers_no_counter_at_any_step(name, browser, written):
    opened = Opened(browser, written(name, "public"))
    last, seen = len(opened.steps) - 1, 0
    for i in range(20):
        opened.page.locator("#slider").fill(str(last * i // 19))
        if opened.page.locator("#overview").is_visible():
            assert opened.page.evaluate(COVERED) == [], i
            seen += 1
    assert seen
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_it_is_a_light_picture_of_its_own_that_follows(name, browser, written):
    opened = Opened(browser, written(name, "public"))
    last = len(opened.steps) - 1
    drawn = set()
    for i in (0, last // 2, last):
        opened.page.locator("#slider").fill(str(i))
        assert opened.page.locator("#overview svg *").count() <= 40
        assert opened.page.locator("#overview use").count() == 0
        dots = opened.page.evaluate(DOTS)
        many = opened.page.evaluate(PLACES)
        assert dots.count("M") // 2 >= many / 2  # a rim and a dot; markers of nobody have none
        drawn.add(dots)
    assert len(drawn) == 3
    opened.page.locator("#slider").fill("0")  # and back: what is gone is gone
    assert opened.page.evaluate(DOTS) in drawn
    opened.close()


UNDER = """() => {
  const corner = document.querySelector('#zoom'), meets = box => [...corner.querySelectorAll('button')].map(one => one.getBoundingClientRect())
    .some(one => one.width && box.left < one.right && box.right > one.left && box.top < one.bottom && box.bottom > one.top);
  const under = [...document.querySelectorAll('.looks > *')].some(one => meets(one.getBoundingClientRect()));
  const was = corner.className;
  corner.className = was ? '' : 'up';
  const elsewhere = [...document.querySelectorAll('.looks > *')].some(one => meets(one.getBoundingClientRect()));
  corner.className = was;
  return [under, elsewhere, was];
}"""  # noqa: E501


@pytest.mark.parametrize("width", [420, 1400])
def test_the_buttons_of_the_map_move_off_what_is_looked_at(width, browser, written):
    opened = Opened(browser, written("fallujah", "public"), "#r2", viewport={"width": width, "height": 844})
    seen, last = [], len(opened.steps) - 1
    for i in range(1, last, 2):
        opened.page.locator("#slider").fill(str(i))
        under, elsewhere, was = opened.page.evaluate(UNDER)
        assert not under or elsewhere, i  # covered only where both corners are
        seen.append(was)
    assert "up" in seen
    assert "" in seen
    opened.close()


def test_a_button_folds_it_away_and_that_is_remembered(browser, written):
    opened = Opened(browser, written("angola", "public"), "#r100")
    small = opened.page.locator("#overview")
    assert small.is_visible()
    opened.click("small-map")
    assert small.is_hidden()
    opened.press("ArrowRight")
    assert small.is_hidden()
    opened.page.reload()
    opened.page.wait_for_selector("body[data-ready=yes]")
    assert small.is_hidden()
    opened.press("m")
    assert small.is_visible()
    opened.press("0")
    assert small.is_hidden()  # the whole board is in sight
    assert opened.page.locator("#small-map").is_disabled()
    opened.close()


LINKED = sorted((Path(__file__).parents[2] / "examples" / "replays").glob("*.html"))
NAMED = """() => {  // what the small map lies on of what is named now
  const node = document.querySelector('#overview'), small = node.getBoundingClientRect(), found = [];
  const meets = box => box.left < small.right && box.right > small.left
    && box.top < small.bottom && box.bottom > small.top;
  const lies = (what, box) => { if (meets(box)) found.push(what); };
  for (const one of document.querySelectorAll('#view .looks > *, #view .names > *'))
    lies('highlight', one.getBoundingClientRect());
  const told = [...document.querySelectorAll('#step .told[data-told]')].flatMap(one => one.dataset.told.split(' '));
  for (const one of document.querySelectorAll('#view .places > [data-place]'))
    if (told.includes(one.dataset.place)) lies(one.dataset.place, one.getBoundingClientRect());
  for (const way of document.querySelectorAll('#view .arrows [data-arrow] path')) {
    const matrix = way.getScreenCTM(), long = way.getTotalLength();
    for (let at = 0; at <= long; at += 3) {
      const {x, y} = way.getPointAtLength(at).matrixTransform(matrix);
      if (meets({left: x, right: x, top: y, bottom: y})) { found.push('arrow'); break; }
    }
  }
  return found;
}"""
STANDS = """() => { const [map, button] = ['overview', 'small-map'].map(id => document.getElementById(id));
  return button.disabled ? 'whole' : map.hidden ? 'folded' : 'open'; }"""


def opened_at(opened, looks):
    """At how many of so many steps the small map stands open: there it covers nothing, and its button says so."""
    last, stood = len(opened.steps) - 1, Counter[str]()
    for at in (last * i // (looks - 1) for i in range(looks)):
        opened.page.locator("#slider").fill(str(at))
        state = opened.page.evaluate(STANDS)
        stood[state] += 1
        if state == "open":
            assert opened.page.evaluate(NAMED) == [], at
            assert opened.page.evaluate(COVERED) == [], at
        assert opened.page.get_attribute("#small-map", "aria-pressed") == ("false" if state == "folded" else "true")
    return stood["open"]


@pytest.mark.parametrize("path", LINKED, ids=lambda path: path.stem)
def test_it_covers_nothing_that_is_named_now_in_a_linked_replay(path, browser):
    if is_firefox(browser):
        pytest.skip("where things lie is reckoned by the same code")
    opened = Opened(browser, path)
    assert opened_at(opened, 60) > 50
    opened.close()


@pytest.mark.parametrize(("width", "height"), [(1000, 700), (1280, 720)])
@pytest.mark.parametrize("name", ["anaconda", "angola"])
def test_it_covers_nothing_in_a_narrower_window(name, width, height, chromium, written):
    opened = Opened(chromium, written(name, "public"), viewport={"width": width, "height": height})
    assert opened_at(opened, 20) > 10
    opened.close()


def test_without_room_it_folds_itself_and_comes_back_and_whoever_opens_or_closes_it_is_obeyed(browser):
    if is_firefox(browser):
        pytest.skip("where things lie is reckoned by the same code")
    (path,) = (one for one in LINKED if one.stem.startswith("enduring"))
    opened = Opened(browser, path)
    opened.page.set_viewport_size({"width": 960, "height": 520})
    last = len(opened.steps) - 1

    def stands_at(i: int) -> str:
        opened.page.locator("#slider").fill(str(i))
        return str(opened.page.evaluate(STANDS))

    stood = {stands_at(last * i // 39): last * i // 39 for i in range(40)}
    assert stood.keys() == {"open", "folded", "whole"}
    folded, free = stood["folded"], stood["open"]
    assert [stands_at(i) for i in (folded, free, folded, free, folded)] == ["folded", "open"] * 2 + ["folded"]
    opened.press("m")
    assert [stands_at(i) for i in (folded, free, folded)] == ["open"] * 3
    opened.press("m")
    assert [stands_at(i) for i in (folded, free)] == ["folded"] * 2
    opened.close()
