"""Counters that lie on each other are spread under the pointer or the focus; Escape lays them back."""

from __future__ import annotations

from itertools import combinations

import pytest

from browsing import Opened

FANS = """() => [...document.querySelectorAll('.clusters > [data-place]')].filter(one => one.querySelector('.many'))
  .map(one => [one.dataset.place, one.querySelectorAll(':scope > g').length]).sort((a, b) => b[1] - a[1])"""
SPREAD = "document.querySelectorAll('[data-spread] > g').length"
BOXES = """() => [...document.querySelectorAll('[data-spread] > g > g')].map(one => one.parentNode.transform.baseVal
  .consolidate().matrix).map(at => [at.e, at.f, at.a])"""
TITLES = "() => [...document.querySelectorAll('[data-spread] > g > title')].map(one => one.textContent)"


@pytest.mark.parametrize("name", ["anaconda", "angola"])
def test_a_fan_opens_under_the_pointer_and_the_focus(name, browser, written):
    opened = Opened(browser, written(name))
    page = opened.page
    opened.press("Escape")
    for step in range(len(opened.steps) // 2, len(opened.steps), 5):
        page.locator("#slider").fill(str(step))
        if page.evaluate(FANS):
            break
    (place, many), *_ = page.evaluate(FANS)
    assert page.evaluate(SPREAD) == 0
    cluster = page.locator(f".clusters [data-place='{place}'] > g").last
    cluster.dispatch_event("pointerover")
    assert page.evaluate(SPREAD) == many
    said = page.locator(f".places [data-place='{place}']").get_attribute("aria-label")
    assert all(title in said for title in page.evaluate(TITLES))
    boxes = page.evaluate(BOXES)
    assert min(scale for _, _, scale in boxes) >= 1.2
    for (x, y, scale), (u, v, _) in combinations(dict.fromkeys(map(tuple, boxes)), 2):
        assert max(abs(x - u), abs(y - v)) >= 26 * scale
    opened.press("Escape")
    assert page.evaluate(SPREAD) == 0
    page.locator(f".places [data-place='{place}']").focus()
    assert page.evaluate(SPREAD) == many
    opened.press("Tab")
    opened.until(f"{SPREAD} === 0")
    cluster.dispatch_event("click")
    assert page.evaluate(SPREAD) == many
    opened.press("ArrowRight")
    assert page.evaluate(SPREAD) == 0
    opened.close()
