"""Two people, each at his own browser and home, with real mail servers between: from nothing to orders both ways.

Their mail is all that they share: there is no folder of both, and no file is handed over but the card that whoever
makes a match needs. The joiner has entrusted nothing when the invitation comes.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import lab
from clicker import PATIENCE, Clicker, be_somebody, in_a_hurry, play_together
from desks import Desks

pytestmark = pytest.mark.slow
BY_MAIL = "#post .card:has(h2:text-is('By mail'))"
MADE = "#begin label:has-text('Who plays {}') select"


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[lab.Lab]:
    with lab.running("ana", "bo") as running:
        monkeypatch.setenv("SSL_CERT_FILE", running.ca)  # as if somebody known had signed their certificates
        yield running


def set_up_mail(one: Clicker, servers: lab.Lab) -> None:
    """A wrong password first; then the right one is tried and kept."""
    page = one.page
    page.click("#bar a[href$=post]:visible")
    fields = page.locator(f"{BY_MAIL} input")
    wanted = (f"{one.who}@{lab.DOMAIN}", "wrong", f"localhost:{servers.port('IMAPS_PORT')}",
              f"localhost:{servers.port('SUBMIT_PORT')}")
    for at, text in enumerate(wanted):
        fields.nth(at).fill(text)
    page.locator(f"{BY_MAIL} select").nth(1).select_option("starttls")
    page.click(f"{BY_MAIL} >> text=Try it")
    page.wait_for_selector(f"{BY_MAIL} [role=status]:has-text('authentication failed')")
    assert [one for one in one.wrong if "502" not in one] == []
    one.wrong.clear()
    fields.nth(1).fill(f"{one.who}-secret")
    page.click(f"{BY_MAIL} >> text=Try it")
    page.wait_for_selector(f"text=both servers let {one.who}@{lab.DOMAIN} in")
    page.click(f"{BY_MAIL} >> text=Keep it")
    page.wait_for_selector(f"text=kept: the mail of {one.who}@{lab.DOMAIN}")
    in_a_hurry(one)


def carry(one: Clicker) -> None:
    """Lets the match be carried that has just begun, then goes to it."""
    page = one.page
    page.click("#handed >> text=Let it be carried from now on")
    page.wait_for_selector("#handed .legal")
    page.click("#handed .on a")
    one.settled()


def refusals(servers: lab.Lab, who: str) -> int:
    """How often the server for fetching mail refused somebody."""
    return sum(f"user=<{who}@{lab.DOMAIN}>" in line and "auth failed" in line for line in servers.log().splitlines())


def test_two_people_play_by_mail_alone(chromium, servers, tmp_path):
    desks = Desks(tmp_path)
    ana, bo = (Clicker(chromium, desks, who) for who in ("ana", "bo"))
    ana.policy = bo.policy = Clicker.take_ready
    card = tmp_path / "bo.card"
    be_somebody(ana, tmp_path / "ana.card", f"ana@{lab.DOMAIN}")
    be_somebody(bo, card, f"bo@{lab.DOMAIN}")
    for one in (ana, bo):
        set_up_mail(one, servers)
        assert refusals(servers, one.who) == 1, "a wrong password is tried once"
    ana.page.click("#bar a[href$=begin]:visible")
    ana.page.wait_for_selector("#begin button[type=submit]")
    ana.page.set_input_files("#file", str(card))
    ana.page.wait_for_selector("#begin p:has-text('bo, bo@')")
    ana.page.select_option("#begin select >> nth=0", "anaconda")
    ana.page.select_option(MADE.format("Al Qaeda"), label="bo")
    bo.page.click("#home")
    bo.page.wait_for_selector("text=No match yet")
    ana.page.click("#begin button[type=submit]")
    carry(ana)
    bo.page.wait_for_selector("#invitations li:has-text('invites you to Operation Anaconda, as Al Qaeda.')",
                              timeout=PATIENCE * 25)
    bo.page.click("#invitations button:has-text('Take my seat')")
    carry(bo)
    play_together((ana, bo), turn=2)
    folders = [next((desks.home(one.who) / "matches").iterdir()) for one in (ana, bo)]
    for one, folder in zip((ana, bo), folders, strict=True):
        assert one.orders
        one.close()
        assert desks.must(one.who, "verify", folder, at=tmp_path).out.startswith("sound (full)")
