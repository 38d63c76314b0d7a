"""What stands beside the play at the table, in a browser: what is decided, agreed, written, carried."""

from __future__ import annotations

import json
import shutil
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from at_table import Seated, started
from browsing import AXE, says, until
from desks import CHEAP, Desks, set_up
from pbem.home import Home


@pytest.fixture
def opened(chromium: Any, tmp_path: Any) -> Iterator[Seated]:
    opened = Seated(chromium, tmp_path, "fallujah")
    yield opened
    assert opened.close() == (0, "")
    assert opened.wrong == []


def is_for_everybody(opened: Seated, axe: str) -> None:
    """Nothing serious is found, and nothing is too wide, on a telephone and on a screen."""
    opened.page.evaluate(axe + ";0")
    for width in (360, 1280):
        opened.page.set_viewport_size({"width": width, "height": 720})
        assert opened.page.evaluate(AXE) == []
        assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_decided_beforehand_is_set_and_filed_on_the_page(opened, axe):
    page = opened.page
    page.fill("#order", "setup north")
    page.click("#beforehand > summary")
    opened.says("who leads for the Tactical Edge")
    page.click("#presets button >> nth=0")
    opened.says("lead: best")
    page.click("#presets .main")
    opened.says("coalition: lead: best")
    page.click("#standing .order >> nth=0 >> summary")
    more = "#standing input[aria-label='units: UNIT ...']"
    page.fill(more, "nobody")
    page.click("#standing .order >> nth=0 >> .main")
    opened.says("standing order lead: nobody is no answer here")
    assert page.input_value(more) == "nobody"
    page.fill("#filed-text", "10.1: j3 if turn 3")
    opened.says("It may be filed as it stands.")
    page.press("#filed-text", "Enter")
    opened.until("document.querySelectorAll('#filed li').length === 1")
    assert "filed early: coalition 10.1: j3 if turn 3" in opened.desks.must("eva", "next").out
    assert page.input_value("#order") == "setup north"
    is_for_everybody(opened, axe)


def test_what_a_command_sets_shows_and_wipes_nothing_that_was_begun(opened):
    page = opened.page
    page.click("#beforehand > summary")
    opened.says("who leads for the Tactical Edge")
    page.click("#standing .order >> nth=0 >> summary")
    more = "#standing input[aria-label='units: UNIT ...']"
    page.fill(more, "2-7")
    opened.desks.must("eva", "standing", "losses", "cheapest")
    opened.until("document.querySelectorAll('#standing b.yours').length === 1")
    assert page.input_value(more) == "2-7"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "units: UNIT ..."
    page.click("#standing .order >> nth=0 >> .main")
    opened.until("document.querySelectorAll('#standing b.yours').length === 2")
    assert "lead: units 2-7 Cav" in opened.desks.must("eva", "standing").out


def test_an_order_is_filed_by_clicks_alone(opened):
    page = opened.page
    page.click("#beforehand > summary")
    page.focus("#filed-text")
    for words in ("10.1:", "j5 netwar", "if", "turn"):
        page.click(f"#filed-next button:has(span:text-is('{words}')), #filed-next button[title='{words}']")
        opened.until(f"document.getElementById('filed-text').value.includes('{words} ')")
    page.locator("#filed-text").press_sequentially("3")
    opened.says("It may be filed as it stands.")
    page.click("#file-it")
    opened.until("document.querySelectorAll('#filed li').length === 1")
    page.click("#filed button")
    opened.until("document.querySelectorAll('#filed li').length === 0")


def test_bots_play_on_from_here_as_the_command_says(opened, axe):
    page = opened.page
    page.click("#ready button >> nth=0")
    page.click("#draft")
    opened.says("Drafts, not sent: 1")
    page.click("#whatif > summary")
    page.fill("#whatif-games", "2")
    page.fill("#whatif-seed", "two words")
    page.click("#whatif-begin")
    opened.says("a seed is a word of 64 letters")
    page.fill("#whatif-seed", "7")
    page.click("#whatif-begin")
    opened.until("document.querySelectorAll('#whatif-lines li').length === 2")
    opened.until("document.getElementById('whatif').dataset.runs === 'no'")
    opened.says("after round 1, seed 7, 2 games played on by bots; nothing of it is in the record")
    shown = [f"{n} {line}" for n, line in enumerate(page.locator("#whatif-lines li").all_inner_texts(), 1)]
    shown += page.locator("#whatif-shares li").all_inner_texts()
    written = opened.desks.must("eva", "replay", "--what-if", 2, "--seed", 7, "--as", "coalition").out
    assert " ".join(shown) == " ".join(written.split())
    is_for_everybody(opened, axe)


def test_what_stands_beside_play_is_said_on_the_page(opened, axe):
    page = opened.page
    page.click("#ready button >> nth=0")
    page.click("#draft")
    opened.says("Drafts, not sent: 1")
    page.click("#rest > summary")
    opened.says("Take back my last answers that were sent")
    page.click("#propose button >> text=Take back")
    opened.says("something is drafted that is not sent")
    page.fill("#resign input", "yes")
    page.click("#resign button")
    opened.says("nobody resigned")
    assert page.input_value("#resign input") == "yes"
    page.fill("#speak input", "a <b>remark</b>")
    page.click("#speak button")
    opened.says("a <b>remark</b>")
    opened.until("document.querySelector('#speak input').value === ''")
    is_for_everybody(opened, axe)
    page.fill("#resign input", "resign")
    page.click("#resign button")
    opened.says("The match has ended")


def test_a_replay_of_ones_own_opens_from_the_page_and_runs(opened, axe):
    page = opened.page
    page.click("#papers > summary")
    opened.says("Evidence")
    with opened.context.expect_page() as opening:
        page.click("#papers-list a >> text='Replay'")
    replay = opening.value
    until(replay, "document.querySelectorAll('svg .board, svg path').length > 20")
    assert replay.evaluate("origin") == "null", "it is within reach of nothing here"
    replay.close()
    page.click("#papers-out button >> nth=0")
    opened.says("all seats are yours: there is nobody to send to")
    is_for_everybody(opened, axe)


def test_a_folder_is_set_up_and_a_match_entrusted_on_the_page(opened, axe, tmp_path):
    page, shared = opened.page, tmp_path / "shared"
    shared.mkdir()
    page.click("text=Post")
    opened.says("Nothing travels by itself yet")
    folder = "#post .card:nth-of-type(3)"
    page.fill(f"{folder} input", str(shared / "nonsuch"))
    page.click(f"{folder} button >> text=Try it")
    opened.says("there is no folder")
    page.fill(f"{folder} input", str(shared))
    page.click(f"{folder} button >> text=Try it")
    opened.says("it can be read and written")
    page.click(f"{folder} button >> text=Keep it")
    opened.says("kept: the folder")
    page.check("#post input[type=checkbox]")
    page.click("text=Let it be carried")
    opened.says("entrusted to the courier")
    opened.says("This table does the courier's work")
    is_for_everybody(opened, axe)


def test_a_passphrase_is_asked_for_on_the_page_and_forgotten_when_told(chromium, axe, tmp_path):
    desks = Desks(tmp_path)
    Home(desks.home("eva")).create("eva", "", "a long way", cost=CHEAP)
    server, address = started(desks, without="PBEM_PASSPHRASE")
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    page.goto(address)
    says(page, "the identity of eva is locked")
    page.evaluate(axe + ";0")
    assert page.evaluate(AXE) == []
    assert page.evaluate("document.activeElement.type") == "password"
    page.keyboard.type("a short way")
    page.keyboard.press("Enter")
    says(page, "the passphrase does not open this identity")
    page.keyboard.type("a long way")
    page.keyboard.press("Enter")
    says(page, "No match yet")
    page.click("text=People and me")
    says(page, "You: eva")
    page.click("text=Lock: forget my key now")
    says(page, "the identity of eva is locked")
    page.close()
    server.send_signal(signal.SIGTERM)
    _, told = server.communicate(timeout=20)
    assert (server.returncode, told) == (0, "")


def test_what_keeps_matches_from_travelling_stands_above_them(opened):
    (opened.desks.home("eva") / "courier.toml").write_text("folder = 7\n")
    opened.page.click("text=Matches")
    opened.says("courier.toml")
    opened.page.click("text=See the post")
    opened.says("The courier cannot work")
    opened.page.click("text=Matches")
    opened.says("See the post")
    (opened.desks.home("eva") / "courier.toml").unlink()
    opened.until("!document.body.innerText.includes('See the post')")


DESKTOP = """(() => {
  window.told = [];
  window.Notification = class extends EventTarget {
    static permission = "granted";
    constructor(title, {body, tag}) { super(); window.told.push([title, body, tag]); window.last = this; }
  };
  Object.defineProperty(document, "hidden", {get: () => Boolean(window.isAway)});
})()"""
"""A desktop that keeps what it is told, and a window that can be behind another."""
AWAY = "window.isAway = {}; document.dispatchEvent(new Event('visibilitychange'))"


def test_the_desktop_is_told_of_what_becomes_ones_move_while_nobody_looks_and_only_then(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "fallujah", permissions=["notifications"])
    page, desks = opened.page, opened.desks
    page.add_init_script(DESKTOP)
    page.click("#home")
    with page.expect_response("**/api/matches"):
        page.reload()
    page.wait_for_selector(".matches a")
    desks.must("eva", "do", "--send", "setup north 2-7cav")
    opened.says("Choose an operation")
    assert page.evaluate("told") == [], "who looks at the page sees it"
    page.evaluate(AWAY.format("true"))
    desks.must("eva", "note", "hello")
    words = json.loads(desks.must("eva", "next", "--json").out)["asked"][0]["legal"][0]
    desks.must("eva", "do", "--send", words)
    opened.until("told.length")
    [[title, body, match], *more] = page.evaluate("told")
    assert title == "Your move: Fallujah, 2004"
    assert body.startswith("Coalition: ")
    assert all(one[2] == match for one in more), "one notice for each match"
    page.evaluate("last.dispatchEvent(new Event('click'))")
    page.wait_for_url(f"**/m/{match}")
    assert (opened.wrong, opened.close()) == ([], (0, ""))


def test_nobody_is_told_on_the_desktop_who_has_not_allowed_it(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "fallujah", permissions=[])
    page = opened.page
    page.add_init_script(DESKTOP.replace("granted", "default"))
    page.click("#home")
    page.reload()
    page.wait_for_selector(".matches a")
    page.evaluate(AWAY.format("true"))
    opened.desks.must("eva", "do", "--send", "setup north 2-7cav")
    page.evaluate(AWAY.format("false"))
    opened.says("Choose an operation")
    assert page.evaluate("told") == []
    assert (opened.wrong, opened.close()) == ([], (0, ""))


BEGUN = """(() => { const view = document.querySelector('#view'), order = document.querySelector('#order');
  return [order.value, order.selectionStart, document.activeElement.id, view.scrollLeft, view.scrollTop]; })()"""


def test_what_the_courier_brings_shows_and_wipes_moves_and_scrolls_nothing(chromium, tmp_path):
    desks, shared = set_up(tmp_path), tmp_path / "shared"
    shared.mkdir()
    (desks.home("ana") / "courier.toml").write_text(f'poll_seconds = 60\n[[folder]]\npath = "{shared}"\n')
    desks.must("ana", "courier", "add", "--no-passphrase")
    server, address = started(desks, "ana")
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.goto(address)
    page.click(".matches a")
    page.wait_for_selector("#question .asked")
    for _ in range(4):
        page.click("#zoom-in")
    page.focus("#order")
    page.keyboard.type("luanda 2 in")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(500)
    begun, told = page.evaluate(BEGUN), page.locator("#turn").inner_text()
    assert begun[:3] == ["luanda 2 in", 10, "order"]
    asked = json.loads(desks.must("bo", "next", "--json").out)["asked"][0]
    desks.must("bo", "do", "--send", asked["legal"][0])
    for packet in (desks.game("bo") / "out").glob("*.pbem"):
        shutil.copy(packet, shared / "coming")
        (shared / "coming").rename(shared / packet.name)
    dropped = time.monotonic()
    while page.locator("#turn").inner_text() == told:
        assert time.monotonic() < dropped + 30, "what was dropped never shows"
        page.wait_for_timeout(20)
    print(f"shown after {time.monotonic() - dropped:.2f} s")
    assert page.evaluate(BEGUN) == begun
    page.close()
    server.send_signal(signal.SIGTERM)
    _, told = server.communicate(timeout=20)
    assert (server.returncode, told) == (0, "")
