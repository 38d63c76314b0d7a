"""The table in a browser among hostile words: nothing of them runs, the policy holds; and eight tabs on one match."""

from __future__ import annotations

import signal
import time
from typing import Any

import pytest

from at_table import started
from browsing import says, until
from desks import CHEAP, Desks
from pbem.home import Home

pytestmark = pytest.mark.browser
RUNS = "<img src=x onerror='ran=1'><script>window.ran=1</script>\"><svg onload=ran=1>"
NAME = "<img src=x onerror=window.ran=1>"  # a name is short
HELD = """(() => {
  window.ran = 0;
  window.held = [];
  document.addEventListener('securitypolicyviolation', event => window.held.push(event.violatedDirective));
})()"""
FOREIGN = """() => [...document.querySelectorAll(
    'img, script:not(#script), iframe, object, embed, style, [onerror], [onload]'
  )].map(one => one.outerHTML.slice(0, 100))"""
SETUP = "setup north 2-7cav 2-2inf jsotf"
TABS = 8


def is_text(page: Any, words: str) -> None:
    """It stands there to be read, and nothing of it is more than text."""
    says(page, words)
    assert page.evaluate(FOREIGN) == []
    assert page.evaluate("[window.ran, window.held]") == [0, []]


def ended(server: Any) -> None:
    server.send_signal(signal.SIGTERM)
    assert server.communicate(timeout=30)[1] == ""
    assert server.returncode == 0


def test_names_titles_notes_and_files_that_are_markup_are_text(browser, tmp_path):
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", NAME, "--no-passphrase", at=tmp_path)
    desks.must("eva", "new", "fallujah", "--title", RUNS, "-C", desks.game("eva"), at=tmp_path)
    desks.must("eva", "note", RUNS)
    other = tmp_path / "other.card"
    Home(desks.home("carl")).create(f"{NAME}2", "a@example.org", "", cost=CHEAP, no_passphrase=True)
    other.write_text(desks.must("carl", "id", "card", at=tmp_path).out)
    server, address = started(desks)
    context = browser.new_context()
    context.add_init_script(HELD)
    page = context.new_page()
    page.goto(address)
    is_text(page, RUNS)
    page.click("#bar a[href$=begin]")
    is_text(page, f"You: {NAME}")
    page.set_input_files("#file", other)
    is_text(page, f"{NAME}2, a@example.org")
    page.set_input_files("#file", {"name": f"{NAME}.txt", "mimeType": "text/plain", "buffer": RUNS.encode() * 50})
    until(page, "document.querySelector('#status span')")
    big = {"name": f"{NAME}.pbem", "mimeType": "text/plain", "buffer": b"x" * (5 << 20)}
    page.set_input_files("#file", big)
    is_text(page, f"{NAME}.pbem has more than 4 MiB")
    page.click("#home")
    page.click(".matches a")
    until(page, "document.querySelector('#question .asked')")
    assert page.locator("#title").inner_text() == RUNS
    page.fill("#order", RUNS)
    until(page, "document.querySelector('#says p')")
    page.click("#rest > summary")
    is_text(page, RUNS)
    until(page, f"document.querySelector('#remarks').innerText.includes({RUNS!r})")
    page.fill("#speak input", f"again {RUNS}")
    page.click("#speak button")
    is_text(page, f"again {RUNS}")
    page.fill("#resign input", RUNS)
    page.click("#resign button")
    until(page, "document.querySelector('#rest-said .alarm')")
    page.click("#beforehand > summary")
    page.fill("#filed-text", RUNS)
    until(page, "document.querySelector('#filed-said p')")
    is_text(page, RUNS)
    with context.expect_page() as opening:
        page.click("#papers > summary")
        page.click("#papers-list a[href*='replay.html']")
    replay = opening.value
    replay.wait_for_load_state()
    until(replay, "document.querySelector('h1')")
    assert replay.evaluate("window.ran") == 0
    assert replay.locator("img").count() == 0
    context.close()
    ended(server)


def test_the_policy_of_the_page_holds(browser, tmp_path):
    """What the test above relies on: markup that came to stand in the page would still run nothing."""
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
    server, address = started(desks)
    context = browser.new_context()
    context.add_init_script(HELD)
    page = context.new_page()
    page.goto(address)
    until(page, "document.body.dataset.ready === 'yes'")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran=1\">')")
    for of_it in ("{textContent: 'window.ran=1'}", "{src: 'http://127.0.0.1:9/x.js'}"):
        page.evaluate(f"document.body.append(Object.assign(document.createElement('script'), {of_it}))")
    page.evaluate("fetch('http://127.0.0.1:9/x').catch(() => 0)")
    until(page, "window.held.length >= 4")
    assert page.evaluate("window.ran") == 0
    assert {one.partition("-src")[0] for one in page.evaluate("window.held")} == {"script", "connect"}
    context.close()
    ended(server)


def test_eight_tabs_on_one_match_show_one_draft_and_send_it_once(chromium, tmp_path):
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=tmp_path)
    server, address = started(desks)
    context = chromium.new_context()
    first = context.new_page()
    first.goto(address)
    first.click(".matches a")
    until(first, "document.querySelector('#question .asked')")
    tabs = [first]
    for _ in range(TABS - 1):
        tabs.append(context.new_page())
        tabs[-1].goto(first.url)
    for at, tab in enumerate(tabs):
        tab.bring_to_front()
        until(tab, "document.querySelector('#question .asked')")
        tab.fill("#order", f"{SETUP} netwar" if at else SETUP)
        until(tab, "!document.querySelector('#draft').disabled")
    first.bring_to_front()
    first.click("#draft")
    until(first, "document.querySelector('#send')")
    for tab in tabs[1:]:
        tab.bring_to_front()
        until(tab, "document.querySelectorAll('#drafts ol > li').length === 1")
        assert "You had begun" in tab.locator("#ready").inner_text()
    soon = time.time() * 1000 + 2000
    for tab in tabs:  # all of them at once
        tab.evaluate("when => { setTimeout(() => document.querySelector('#send').click(), when - Date.now()); }", soon)
    for tab in tabs:
        tab.bring_to_front()
        until(tab, "!document.querySelector('#send') && document.querySelector('#since li')")
    first.close()  # it had the stream of changes for all of them
    desks.must("eva", "do", "j1 west 1-5cav 2-12cav")
    for tab in tabs[1:]:
        tab.bring_to_front()
        until(tab, "document.querySelectorAll('#drafts ol > li').length === 1")
    assert len([line for line in desks.must("eva", "log").out.splitlines() if "Recruited for" in line]) == 1
    assert desks.must("eva", "verify").out.startswith("sound (full)")
    context.close()
    ended(server)
