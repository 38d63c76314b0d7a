"""The first steps at the table in a browser: who one is, what is sent after *Begin*, how letters travel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Beginner
from browsing import says
from desks import Desks, people_of

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
    says(page, "option team=by_sectors: the shares 1111111111 do not name two to four players")
    north.select_option("2")
    page.wait_for_selector("#begin label:has-text('Who plays Player 2')")
    page.select_option("#begin label:has-text('Who plays Player 2') select", "me")
    page.click("#begin button[type=submit]")
    page.wait_for_selector("#question .asked")
    assert "Player 2" in beginner.text("#turn")
