"""What has the keyboard at the table, in browsers: a live change neither takes it away nor moves it out of sight, and
takes nobody back who has scrolled away from it.
"""

from __future__ import annotations

from typing import Any

import pytest

from at_table import Seated

pytestmark = pytest.mark.browser
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true)))))"
WHAT = "[document.activeElement.tagName, document.activeElement.id, document.activeElement.textContent]"
SEEN = """(() => {
  const one = document.activeElement.getBoundingClientRect(), view = document.getElementById("scroll").getBoundingClientRect();
  return one.top >= view.top - 1 && one.bottom <= view.bottom + 1;
})()"""  # noqa: E501
BOARD = "(({scrollLeft, scrollTop}) => [scrollLeft, scrollTop])(document.getElementById('view'))"
AT_THE_END = """document.getElementById('scroll').scrollTop += document.activeElement.getBoundingClientRect().bottom
  - document.getElementById('scroll').getBoundingClientRect().bottom + 4"""
"""Scrolls until what is in focus is the last thing that is seen whole."""
OPENED = """document.querySelectorAll('#scroll details:not([open])').forEach(one => { one.open = true; }),
  document.querySelectorAll('#moments button, #standing > details').length > 2"""


@pytest.fixture
def seated(browser: Any, tmp_path: Any) -> Any:
    opened = Seated(browser, tmp_path, "fallujah")
    yield opened
    assert opened.close() == (0, "")
    assert opened.wrong == []


def happens(opened: Seated, *command: str) -> None:
    """Somebody does something by a command, and the page shows it."""
    at = opened.page.evaluate("document.body.dataset.at")
    opened.desks.must("eva", *command)
    opened.until(f"document.body.dataset.at !== {at!r}")
    opened.settled()
    opened.page.evaluate(SETTLED)


FOCUSED = (
    "#send", "#undo", "#drafted summary", "#drafted .away", "#since .since", "#question summary", "#question .facts",
    "#ready button >> nth=1", "#choices button >> nth=1", "#moments button >> nth=1", "#filed button", "#rest select",
    "#papers-list a >> nth=3", ".places [tabindex='0'] >> nth=0",
)  # fmt: skip


def test_a_live_change_leaves_the_focus_where_it_is(seated):
    page, moved = seated.page, list[object]()
    happens(seated, "do", "--send", "setup north 2-7cav")
    happens(seated, "do", seated.text("#ready button >> nth=0 >> small"))
    seated.until(OPENED)
    happens(seated, "do", "--early", seated.text("#moments button >> nth=0 >> span"))
    for selector in FOCUSED:
        page.focus(selector)
        before = page.evaluate(f"[{WHAT}, {BOARD}]")
        happens(seated, "note", f"what nobody is asked about: {selector}")
        if (now := page.evaluate(f"[{WHAT}, {BOARD}]")) != before:
            moved.append((selector, before, now))
        assert page.evaluate("document.querySelector('#question details').open"), "what was opened stays so"
    assert not moved, "\n".join(map(str, moved))


def test_what_is_in_focus_is_followed_into_what_comes_in_its_place(seated):
    page = seated.page
    happens(seated, "do", "setup north 2-7cav")
    page.focus("#undo")
    happens(seated, "do", seated.text("#ready button >> nth=0 >> small"))
    assert page.evaluate("document.activeElement.id") == "undo"
    page.keyboard.press("Enter")
    seated.says("Drafts, not sent: 1")
    assert page.evaluate("document.activeElement.id") == "undo"
    page.keyboard.press("Enter")
    seated.until("document.activeElement.id === 'turn'")  # nothing is left to take back


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_in_focus_stays_in_sight_when_something_above_it_grows_or_goes(seated, width):
    page = seated.page
    page.set_viewport_size({"width": width, "height": 720 if width > 900 else 640})
    page.click("#whatif summary")
    page.focus("#whatif-begin")
    page.evaluate(AT_THE_END)
    page.evaluate(SETTLED)
    for command in (("do", "setup north 2-7cav"), ("undo",)):
        happens(seated, *command)
        assert page.evaluate("document.activeElement.id") == "whatif-begin"
        assert page.evaluate(SEEN)
    page.evaluate("document.getElementById('status').textContent = 'something goes wrong, '.repeat(99)")
    page.evaluate(SETTLED)
    assert page.evaluate(SEEN), "the window is lower now"
    page.evaluate("document.getElementById('status').textContent = ''")
    page.evaluate(SETTLED)
    page.evaluate(AT_THE_END)
    page.evaluate(SETTLED)
    page.evaluate("document.getElementById('says').textContent = 'it says much, '.repeat(99)")
    page.evaluate(SETTLED)
    assert page.evaluate(SEEN), "what stands below is higher now"


def test_who_scrolls_away_from_what_is_in_focus_is_left_there(seated):
    page = seated.page
    page.click("#whatif summary")
    page.focus("#whatif-begin")
    page.evaluate("document.getElementById('scroll').scrollTop = 0")
    page.evaluate(SETTLED)
    assert not page.evaluate(SEEN)
    where = "[document.getElementById('scroll').scrollTop, document.activeElement.id]"
    for command in (("do", "setup north 2-7cav"), ("note", "long words"), ("undo",)):
        happens(seated, *command)
        assert page.evaluate(where) == [0, "whatif-begin"]
