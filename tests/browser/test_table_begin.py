"""The first steps at the table in a browser: who one is, what is sent after *Begin*, how letters travel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Beginner
from browsing import says
from desks import Desks, people_of
from pbem.desk.desk import Desk
from pbem.home import Home
from pbem.ruleset import find

pytestmark = pytest.mark.browser


@pytest.fixture
def ana(chromium: Any, tmp_path: Path) -> Iterator[tuple[Desks, Beginner]]:
    """Ana, who knows Bo and has no match."""
    desks = people_of(tmp_path, "ana", "bo")
    one = Beginner(chromium, desks, "ana")
    yield desks, one
    one.leave()


def test_after_begin_the_page_gives_the_file_that_the_others_need(ana, tmp_path):
    desks, beginner = ana
    page = beginner.page
    page.click("#bar a[href$=begin]")
    with page.expect_download() as saved:
        page.click("#begin a[download='me.card']")
    saved.value.save_as(tmp_path / "me.card")
    assert (tmp_path / "me.card").read_text() == desks.must("ana", "id", "card", at=tmp_path).out
    page.set_input_files("#file", str(tmp_path / "bo.card"))
    page.wait_for_selector("#begin p:text-is('bo, bo@example.org')")
    page.select_option("#begin select >> nth=0", "anaconda")
    page.select_option("#begin label:has-text('Who plays Al Qaeda') select", label="bo")
    page.click("#begin button[type=submit]")
    page.wait_for_selector("#handed a[download]")
    assert "Send this file to bo (Al Qaeda)," in beginner.text("#handed")
    page.reload()
    with page.expect_download() as saved:
        page.click("#handed a[download]")
    saved.value.save_as(tmp_path / "invitation.pbem")
    desks.must("bo", "join", str(tmp_path / "invitation.pbem"), "-C", desks.game("bo"), at=tmp_path)
    page.click("#handed .on a")
    page.wait_for_selector("#turn h2")
    page.click("#bar #home")
    page.wait_for_selector(".matches a")
    page.goto(f"{page.url}begin")
    page.wait_for_selector("#begin select")
    assert not page.locator("#handed").count()


def test_a_seat_that_was_not_taken_as_the_table_ended_is_taken_on_the_page(ana):
    desks, beginner = ana
    home = Home(desks.home("ana"))
    Desk(home, home.load()).new_match(
        find("fallujah"), {"coalition": home.card().id}, {}, home.root / "matches" / "one", policy="mover")
    page = beginner.page
    page.reload()
    page.wait_for_selector(".matches p:text-is('Coalition: take your seat')")
    page.click(".matches a")
    page.wait_for_selector("#question .asked", state="detached")
    page.click("#turn #join")
    page.wait_for_selector("#question .asked")
    assert not page.locator("#turn #join").count()


def test_a_new_match_says_what_is_missing_before_it_can_begin(ana, tmp_path):
    _, beginner = ana
    page = beginner.page
    page.click("#bar a[href$=begin]")
    page.select_option("#begin select >> nth=0", "angola")
    seats = page.locator("#begin label:has-text('Who plays') select")
    assert [seats.nth(at).input_value() for at in range(4)] == ["me", "", "", ""]
    assert beginner.text("#missing").startswith("Still to choose: who plays FNLA, MPLA, UNITA.")
    assert page.locator("#begin button[type=submit]").is_disabled()
    seats.nth(1).select_option("me")
    page.set_input_files("#file", str(tmp_path / "bo.card"))
    page.wait_for_selector("#begin p:text-is('bo, bo@example.org')")
    assert [seats.nth(at).input_value() for at in range(4)] == ["me", "me", "", ""], "what was chosen stays"
    assert beginner.text("#missing") == "Still to choose: who plays MPLA, UNITA."
    for at in (2, 3):
        seats.nth(at).select_option(label="bo")
    assert beginner.text("#missing") == ""
    assert not page.locator("#begin button[type=submit]").is_disabled()
    page.select_option("#begin select >> nth=0", "fallujah")
    assert not page.locator("#begin button[type=submit]").is_disabled(), "alone nothing is missing"
    page.click("#begin details summary")
    page.select_option("#begin label:has-text('team') select >> nth=0", "two_by_service")
    page.wait_for_selector("#begin label:has-text('Who plays Player 2')")
    assert beginner.text("#missing") == "Still to choose: who plays Player 2."


def test_an_option_that_matters_only_with_another_is_open_once_that_is_chosen(ana):
    _, beginner = ana
    page = beginner.page
    page.click("#bar a[href$=begin]")
    page.select_option("#begin select >> nth=0", "fallujah")
    page.click("#begin details summary")
    assert page.locator("#begin option:text-is('...')").count() == 0, "it cannot be chosen"
    north = page.locator("#begin label:has-text('North Base') select")
    victory = page.locator("#begin label:has-text('team victory') select")
    assert victory.is_disabled()
    assert not north.is_visible()
    said = beginner.text("#begin details")
    assert "Can be set once team is by sectors." in said
    assert "Can be set once team is not none." in said
    page.select_option("#begin label:has-text('team') select >> nth=0", "by_sectors")
    assert victory.is_enabled()
    assert not page.locator("#begin .things label:has-text('Iraqi') select").is_visible(), "that goes with commands"
    says(page, "option team=by_sectors: all is player 1's now, and a team is of two to four")
    north.select_option("2")
    page.wait_for_selector("#begin label:has-text('Who plays Player 2')")
    page.select_option("#begin label:has-text('Who plays Player 2') select", "me")
    page.click("#begin button[type=submit]")
    page.wait_for_selector("#question .asked")
    assert "Player 2" in beginner.text("#turn")


@pytest.fixture
def zoe(chromium: Any, tmp_path: Path) -> Iterator[Beginner]:
    """Zoe, whom this machine does not know yet: her words are on the page."""
    one = Beginner(chromium, Desks(tmp_path), "zoe")
    one.page.fill("#begin input >> nth=0", "Zoe")
    one.page.click("#begin button[type=submit]")
    one.page.wait_for_selector(".words li", timeout=20_000)
    yield one
    one.leave()


def test_recovery_words_are_copied_in_one_line_by_keyboard_and_it_is_said(zoe):
    page = zoe.page
    words = page.locator(".words li").all_inner_texts()
    zoe.context.grant_permissions(["clipboard-read", "clipboard-write"])
    assert page.evaluate("document.activeElement.textContent") == "Your recovery words", "said to who does not see them"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#recovery [role=status]:has-text('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == " ".join(words)
    assert len(words) == 24


def test_recovery_words_are_marked_where_the_browser_lets_no_page_copy(zoe):
    page = zoe.page
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no')); 0")
    page.click("#recovery button:text-is('Copy them')")
    page.wait_for_selector("#recovery [role=status]:has-text('press Ctrl and C')")
    assert page.evaluate("getSelection().toString()").split() == page.locator(".words li").all_inner_texts()


def test_recovery_words_are_printed_alone_and_kept_nowhere(zoe):
    page = zoe.page
    words = page.locator(".words li").all_inner_texts()
    page.evaluate("window.print = () => { window.printed = true; }; 0")
    page.focus("#recovery button:text-is('Print them')")
    page.keyboard.press("Enter")
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert page.locator("body").inner_text().split() == ["Your", "recovery", "words", *words]
    page.emulate_media(media="screen")
    assert page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])") == "[{},{}]"
    page.click(".words ~ button")
    page.wait_for_selector("#matches h2")
    page.go_back()
    assert not [one for one in words if one in page.locator("body").inner_text().split() and len(one) > 5]
