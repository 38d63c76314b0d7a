"""Two people with a folder between them, each at his own table: from an invitation in the folder to the first order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Beginner
from desks import people_of

pytestmark = pytest.mark.browser


@pytest.fixture
def both(chromium: Any, tmp_path: Path) -> Iterator[tuple[Beginner, Beginner]]:
    desks = people_of(tmp_path, "ana", "bo")
    (tmp_path / "shared").mkdir()
    for who, other in (("ana", "bo"), ("bo", "ana")):
        desks.must(who, "id", "add", tmp_path / f"{other}.card", at=tmp_path)
        (desks.home(who) / "courier.toml").write_text(f'[[folder]]\npath = "{tmp_path / "shared"}"\n')
    ana, bo = Beginner(chromium, desks, "ana"), Beginner(chromium, desks, "bo")
    yield ana, bo
    ana.leave()
    bo.leave()


def test_an_invitation_comes_by_the_folder_and_the_first_order_goes_by_it(both):
    (ana, bo) = both
    ana.page.click("#bar a[href$=begin]")
    ana.page.select_option("#begin select >> nth=0", "angola")
    for seat, who in {"FNLA": "bo", "MPLA": "me (ana)", "UNITA": "bo"}.items():
        ana.page.select_option(f"#begin label:has-text('Who plays {seat}') select", label=who)
    ana.page.click("#begin button[type=submit]")
    ana.page.click("#handed button:has-text('Let it be carried')")
    ana.page.wait_for_selector("#handed .legal")
    bo.page.wait_for_selector("#invitations li:has-text('ana invites you to Angola!, as FNLA, UNITA.')")
    bo.page.click("#invitations button:has-text('Take my seat')")
    bo.page.click("#handed button:has-text('Let it be carried')")
    bo.page.wait_for_selector("#handed .legal")
    ana.page.click("#handed .on a")
    ana.page.wait_for_selector("#ready button")
    ana.page.click("#ready button >> nth=0")
    ana.page.click("#draft:not([disabled])")
    assert ana.page.locator("#turn + #drafts #send").inner_text() == "Send 1: sign and hand over"
    ana.page.click("#turn + #drafts #send")
    ana.page.wait_for_selector("text=Your courier brings it to the others.")
    assert not ana.page.locator("text=Send this file to the others").count()
    bo.page.click("#bar #home")
    bo.page.wait_for_selector(".matches a")
    assert not bo.page.locator("#invitations").count()


def test_an_invitation_that_is_left_is_shown_no_more(both):
    (ana, bo) = both
    ana.page.click("#bar a[href$=begin]")
    ana.page.select_option("#begin select >> nth=0", "anaconda")
    ana.page.select_option("#begin label:has-text('Who plays Al Qaeda') select", label="bo")
    ana.page.click("#begin button[type=submit]")
    ana.page.click("#handed button:has-text('Let it be carried')")
    bo.page.click("#invitations button:has-text('No, thank you')")
    bo.page.wait_for_selector("#matches:not(:has(#invitations))")
    bo.page.reload()
    bo.page.wait_for_selector("body[data-ready=yes]")
    assert not bo.page.locator("#invitations").count()
    assert "No match yet" in bo.text("#matches")
