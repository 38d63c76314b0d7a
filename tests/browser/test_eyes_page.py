"""One page of a finished game shows what the public saw and all that was: a switch and a link say which."""

from __future__ import annotations

import pytest

from browsing import Opened

pytestmark = pytest.mark.browser
SHOWN = """() => ['.clusters', '.holders', '.looks', '#step', '#story', '#beside'].map(at => {
  const one = document.querySelector(at).cloneNode(true);
  for (const link of one.querySelectorAll('a')) { link.removeAttribute('href'); link.textContent = link.textContent.replace(/-(all|public)$/, ''); }
  return one.innerHTML.replace(/ class="[^"]*"/g, '').replace(/-?\\d*\\.\\d{4,}/g, '');
})"""  # noqa: E501
CLUSTERS = """() => [...document.querySelectorAll('.clusters [data-place]')].map(one => one.dataset.place + one.textContent).sort()"""  # noqa: E501


def shown(opened: Opened) -> dict[str, str]:
    names = ("clusters", "holders", "looks", "step", "story", "beside")
    found = dict(zip(names, opened.page.evaluate(SHOWN), strict=True))
    counters = sorted(opened.page.evaluate(CLUSTERS))
    return {name: said for name, said in found.items() if name in ("step", "story", "beside", "looks")} | {
        "counters": str(counters)}


def see(opened: Opened, viewer: str) -> None:
    opened.page.click("#eyes")
    opened.until(f"document.body.dataset.eyes === '{viewer}'")


def some(opened: Opened) -> list[int]:
    last = len(opened.steps) - 1
    return [0, 1, last // 3, last // 2, last // 2 + 1, last - 1, last]


def at_some(opened: Opened) -> list[dict[str, str]]:
    found = []
    for i in some(opened):
        opened.page.locator("#slider").fill(str(i))
        assert opened.at == i
        found.append(shown(opened))
    return found


@pytest.mark.parametrize("name", ["anaconda", "angola"])
def test_either_viewer_in_one_page_is_the_page_of_that_viewer(name, browser, written):
    seen = {}
    for viewer in ("public", "auditor"):
        opened = Opened(browser, written(name, viewer))
        seen[viewer] = at_some(opened)
        opened.close()
    assert seen["public"] != seen["auditor"]
    for viewer, other in (("public", "auditor"), ("auditor", "public")):
        opened = Opened(browser, written(name, viewer))
        see(opened, other)
        assert at_some(opened) == seen[other]
        see(opened, viewer)
        assert at_some(opened) == seen[viewer]
        opened.close()


def test_a_link_keeps_the_view(browser, written):
    opened = Opened(browser, written("anaconda", "public"))
    step = opened.steps[40]
    opened.page.locator("#slider").fill("40")
    assert opened.page.locator("#step .foot a").get_attribute("href") == f"#r{step['round']}"
    see(opened, "auditor")
    assert opened.at == 40
    link = opened.page.locator("#step .foot a").get_attribute("href")
    assert link == f"#r{step['round']}-all"
    opened.until(f"location.hash === '{link}'")
    opened.page.reload()
    opened.page.wait_for_selector("body[data-ready=yes]")
    assert opened.page.evaluate("document.body.dataset.eyes") == "auditor"
    assert opened.at == 40
    assert opened.page.locator("#viewer").inner_text() == "with full knowledge"
    opened.press("ArrowRight")
    opened.until(f"location.hash === '#r{opened.steps[41]['round']}-all'")
    assert opened.page.locator("#story a.entry").first.get_attribute("href").endswith("-all")
    opened.page.evaluate(f"location.hash = '#r{step['round']}'")  # whoever follows a link sees what it says
    opened.until("document.body.dataset.eyes === 'public'")
    assert opened.at == 40
    assert opened.page.locator("#viewer").inner_text() == "as everybody may see it"
    opened.close()


def test_there_is_no_switch_where_nothing_differs(browser, written):
    for name, viewer in (("fallujah", "public"), ("anaconda", "coalition")):
        opened = Opened(browser, written(name, viewer))
        assert opened.page.locator("#eyes").is_hidden()
        opened.press("v")
        assert opened.page.evaluate("document.body.dataset.eyes") == viewer
        opened.close()


def test_a_finished_game_awaits_nobody_at_any_step(browser, written):
    opened = Opened(browser, written("anaconda", "public"))
    for i in range(0, len(opened.steps), 9):
        opened.page.locator("#slider").fill(str(i))
        assert "Awaited" not in opened.page.locator("body").inner_text()
    opened.page.locator("#slider").fill("9")
    assert "Next: " in opened.page.locator("#step").inner_text()
    opened.close()


@pytest.mark.parametrize("name", ["anaconda", "angola", "enduring_freedom"])
def test_after_the_end_is_said_what_stays_face_down_and_why(name, browser, written):
    opened = Opened(browser, written(name, "public"))
    after = next(i for i, step in enumerate(opened.steps) if step["kind"] == "disclose")
    opened.page.locator("#slider").fill(str(after))
    told = opened.page.locator("#step").inner_text()
    if name == "enduring_freedom":
        assert "After the end of play: no player had secrets; what lies face down nobody knew." in told
        assert not opened.page.locator("#eyes").is_visible()
        opened.page.click("#tab-beside")
        assert "A counter with ? is drawn when it is turned up" in opened.page.locator("#beside").inner_text()
    else:
        offer = opened.page.locator("#eyes").inner_text()
        assert f"here stays face down what the public did not see: \u201c{offer}\u201d turns it up" in told
        see(opened, "auditor")
        assert "all lies open that anybody knew" in opened.page.locator("#step").inner_text()
    opened.close()
