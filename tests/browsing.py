"""Pages in a browser: Chromium and Firefox as Debian has them, an opened page, recorded games to make pages of."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pages import embedded

LOGS = Path(__file__).parents[1] / "logs"
RECORDED = {"anaconda": ("neither", "coalition"), "angola": ("resignation", "fapla"),
            "enduring_freedom": ("", "coalition"), "fallujah": ("", "coalition")}
QUICK = {  # what stays among the quick tests: a few of each kind of page
    "test_a_page_checks_its_record_by_keyboard_alone",
    "test_a_page_that_shows_another_die_than_its_log_is_caught",
    "test_every_vector_holds_in_both_browsers",
    "test_every_sentence_stands_under_the_turn_and_phase_under_which_the_report_has_it",
    "test_battles_are_chapters_between_the_turns",
    "test_nothing_is_told_before_its_time_until_it_is_asked_for",
    "test_a_link_leads_to_its_round_and_the_address_follows",
    "test_counters_on_the_board_are_those_of_the_step_however_one_came_there",
    "test_hostile_words_stay_words",
    "test_keys_and_buttons_step_by_event_phase_and_turn_both_ways",
    "test_what_a_step_shows_is_what_it_told",
    "test_a_drag_moves_the_board_and_chooses_nothing",
    "test_a_small_map_opens_whole",
    "test_nothing_one_must_read_is_under_nine_pixels_as_it_opens",
    "test_nothing_serious_on_hexes_and_with_hostile_words",
    "test_tabs_have_roles_and_keys",
    "test_a_typed_order_is_refused_as_the_command_refuses_it",
    "test_an_order_by_clicks_is_drafted_taken_back_and_sent",
}
CASES: dict[str, set[Any]] = {  # of these, with what they are quick
    "browser": {"chromium"}, "game": {"fallujah"}, "name": {"fallujah"}, "width": {1400},
    "map": {"cliff", "hexes"}, "kind": {"hostile"},
}  # fmt: skip
LONG = (  # these begin first, the longest of them before all: else one works on alone at the end
    "test_two_people_play_by_mail_alone", "test_two_people_play_two_turns_of_anaconda",
    "test_two_turns_of_angola_by_four", "test_every_page_that_a_match_leads_to_is_for_everybody",
    "test_a_turn_of_angola_by_keyboard_alone",
    "test_whichever_seat_was_looked_through_before_the_board_is_that_of_one_who_opens_the_page",
    "test_every_state_of_a_match", "test_each_accident_of_a_match_is_for_everybody",
    "test_each_page_says_that_the_table_has_ended_and_is_for_everybody",
    "test_what_comes_first_of_each_game_is_seen_at_once_in_the_light_and_in_the_dark",
    "test_eight_tabs_on_one_match_show_one_draft_and_send_it_once",
)
FIREFOX_OPENS = {"anaconda", "fallujah"}  # hexes, and streets: what it does otherwise lies in the code of the page
FIREFOX_OPENS_ALL = {"test_nothing_serious_in_either_browser", "test_no_step_touches_what_was_laid"}
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync"]  # fmt: skip
SMALLEST = """() => {
  const view = document.querySelector('#view').getBoundingClientRect(), found = [];
  for (const one of document.querySelectorAll('#view text')) {
    const box = one.getBoundingClientRect();
    if (!one.textContent.trim() || box.right < view.left || box.left > view.right || box.bottom < view.top || box.top > view.bottom) continue;
    found.push([parseFloat(getComputedStyle(one).fontSize) * (m => Math.hypot(m.c, m.d))(one.getScreenCTM()), one.textContent]);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest('svg, script, title, noscript') || !parent.offsetParent) continue;
    found.push([parseFloat(getComputedStyle(parent).fontSize), node.textContent]);
  }
  return found.sort((a, b) => a[0] - b[0])[0];
}"""  # noqa: E501
"""The size of the smallest letters in the window, in pixels, and what they say."""
WHOLE = """() => {
  const map = document.querySelector('#view > svg').getBoundingClientRect();
  const view = document.querySelector('#view').getBoundingClientRect(), air = 2;
  return map.left >= view.left - air && map.right <= view.right + air
    && map.top >= view.top - air && map.bottom <= view.bottom + air && view.bottom <= innerHeight;
}"""
"""Whether the window shows the whole board, and the board is on the first screen."""
FIREFOX = Path(__file__).parent / "browser" / "firefox.py"
PATIENCE = 30  # seconds until something must have become true, on a crowded machine too
LOOKED = """async () => {{
  try {{ return [!!({0}), '']; }} catch (error) {{ return [false, `, the last time by ${{error}}`]; }}
}}"""
RUNNING: list[Any] = []


def until(page: Any, expression: str, stuck: Callable[[], object] = str) -> None:
    """Waits until something is true on a page, whose own policy forbids the way of Playwright.

    What throws is not true yet: the page may be about to draw what it asks for, or about to be another page.
    """
    from playwright.sync_api import Error

    end, why = time.monotonic() + PATIENCE, ""
    while time.monotonic() < end:
        try:
            is_true, why = page.evaluate(LOOKED.format(expression))
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            is_true, why = False, f", the last time by {error}"
        if is_true:
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"never: {expression}{why} {stuck()}")


def says(page: Any, words: str) -> None:
    """Waits until the page says something."""
    until(page, f"document.body.innerText.includes({json.dumps(words)})", lambda: page.locator("body").inner_text())


def missing(what: str) -> None:
    """Ends a test that needs what is not installed: with CI set it fails."""
    pytest.fail(what) if os.environ.get("CI") else pytest.skip(what)


@contextmanager
def chromium(driver: Any) -> Iterator[Any]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing("there is no chromium on this machine: apt-get install chromium")
    browser = driver.chromium.launch(executable_path=path, args=ARGS)
    RUNNING.append(browser)
    yield browser
    browser.close()


@contextmanager
def firefox(driver: Any, scheme: str = "light") -> Iterator[Any]:
    """Playwright's own build of Firefox is not needed: it drives the one of Debian by WebDriver BiDi.

    Its colours are chosen as it starts: one of long support cannot be told by `color_scheme`.
    """
    if shutil.which("firefox-esr") is None:
        missing("there is no Firefox on this machine: apt-get install firefox-esr")
    prefers = {"layout.css.prefers-color-scheme.content-override": 0 if scheme == "dark" else 1}
    browser = driver.firefox.launch(channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=prefers)
    RUNNING.append(browser)
    yield browser
    browser.close()


BROWSERS: dict[str, Callable[[Any], Any]] = {"chromium": chromium, "firefox": firefox}


def is_firefox(browser: Any) -> bool:
    return "firefox" in str(browser.browser_type.name)


def in_front(page: Any) -> None:
    """Makes a page the one that has the keyboard: in Firefox, Enter presses no button in a window behind another."""
    if is_firefox(page.context.browser):
        page.bring_to_front()
        until(page, "document.hasFocus()")


def closed_others() -> None:
    """Closes what tests left open, but for the tabs that they share."""
    shared = [tab.context for tab in Tab.kept.values()]
    for browser in RUNNING:
        for context in browser.contexts:
            if context not in shared:
                with suppress(Exception):  # as broken as what left it
                    context.close()


class Tab:
    """A tab in a browser: of its own, or the one that tests share: to make one costs more than what most do in it.

    A shared one begins empty each time: without storage, cookies, other tabs, in the colours and the size asked for.
    Only those share it who ask for nothing but a size and colours.
    """

    kept: ClassVar[dict[tuple[Any, bool], Tab]] = {}  # by browser, and whether it is off line

    def __init__(self, context: Any) -> None:
        self.context, self.page = context, context.new_page()
        self.heard: list[tuple[str, Any]] = []
        self.is_shared = self.is_taken = False

    @classmethod
    def of(cls, browser: Any, width: int, height: int, *, offline: bool = False, **options: Any) -> Tab:
        """A tab of that size, unless the options say another."""
        chosen: dict[str, Any] = {"viewport": {"width": width, "height": height}} | options
        if chosen.keys() - {"viewport", "color_scheme"}:
            return cls(browser.new_context(offline=offline, **chosen))
        tab = cls.kept.pop((browser, offline), None)
        if tab is not None and tab.is_taken:  # its test failed before it gave it back
            tab.context.close()
            tab = None
        if tab is None:
            tab = cls(browser.new_context(offline=offline))
        cls.kept[browser, offline] = tab
        tab.is_shared = tab.is_taken = True
        tab.page.set_viewport_size(chosen["viewport"])
        tab.page.emulate_media(media="null", color_scheme=chosen.get("color_scheme", "light"), reduced_motion="null")
        in_front(tab.page)
        return tab

    def hear(self, event: str, listener: Callable[[Any], Any]) -> None:
        """Tells a listener of what happens to the page, until the tab is closed."""
        self.heard.append((event, listener))
        self.page.on(event, listener)

    def close(self) -> None:
        """Ends it, or empties it for the next."""
        if not self.is_shared:
            self.context.close()
            return
        for one in self.context.pages:
            if one != self.page:
                one.close()
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.page.unroute_all(behavior="ignoreErrors")  # what one test held back the next would wait for
        for event, listener in self.heard:
            self.page.remove_listener(event, listener)
        self.heard.clear()
        self.is_taken = False


class Opened:
    """A page in a tab, what it asked for and what went wrong; past its title card, unless that is asked for."""

    def __init__(self, browser: Any, path: Path, link: str = "", *, title: bool = False, **options: Any) -> None:
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.tab = Tab.of(browser, 1400, 900, offline=True, **options)
        self.context, self.page = self.tab.context, self.tab.page
        self.tab.hear("request", lambda request: self.asked.append(request.url))
        self.tab.hear("pageerror", lambda error: self.wrong.append(str(error)))
        self.tab.hear("console", lambda m: self.wrong.append(m.text) if m.type in ("error", "warning") else None)
        self.page.goto(path.as_uri() + link)
        self.page.wait_for_selector("body[data-ready=yes]")
        if not title:
            self.page.keyboard.press("Escape")
        text = path.read_text(encoding="utf-8")
        self.match = embedded(text, "match")
        play, after = embedded(text, "data-play"), embedded(text, "data-after")
        self.steps = play["frames"] + after["frames"]
        self.texts = play["tables"]["texts"] + after["tables"]["texts"]
        self.rows = play["tables"]["rows"] + after["tables"]["rows"]

    @property
    def at(self) -> int:
        """The step it shows, from 0."""
        return int(re.match(r"step (\d+) / ", self.page.locator("#count").inner_text())[1]) - 1  # type: ignore[index]

    def starts(self, *parts: str) -> list[int]:
        """The steps in which a turn or phase begins."""
        return [i for i, step in enumerate(self.steps) if any(part in step for part in parts)]

    def press(self, key: str) -> int:
        self.page.keyboard.press(key)
        return self.at

    def click(self, id: str) -> int:
        self.page.click(f"#{id}")
        return self.at

    def until(self, expression: str) -> None:
        until(self.page, expression)

    def close(self) -> None:
        """Nothing went wrong, and nothing was asked of anybody."""
        assert not self.wrong
        assert all(url.startswith(("file:", "blob:")) for url in self.asked)  # blob: what stands in the page itself
        assert all(".html" in url for url in self.asked if url.startswith("file:"))
        self.tab.close()


DRAGGED = """([from, to]) => {  // no mouse of a test drags in every browser
  const data = new DataTransfer(), [line, place] = [from, to].map(one => document.querySelector(one));
  const said = {bubbles: true, cancelable: true, dataTransfer: data};
  const happens = (node, type) => node.dispatchEvent(new DragEvent(type, said));
  happens(line, "dragstart");
  if (happens(place, "dragover")) throw new Error("nothing can be dropped there");
  happens(place, "drop");
}"""
AXE = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(one => ['serious', 'critical'].includes(one.impact))
  .map(one => [one.id, one.nodes.length, one.nodes[0].html.slice(0, 200), one.nodes[0].any.map(x => x.message)[0]])"""


def serious(opened: Opened, axe: str) -> Any:
    """What axe-core finds on the page as it stands."""
    opened.page.evaluate(axe + ";0")
    return opened.page.evaluate(AXE)
