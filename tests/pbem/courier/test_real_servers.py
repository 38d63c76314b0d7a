"""Whole matches by Postfix and Dovecot, four couriers and a judge, in bad weather."""

from __future__ import annotations

import random
import time
from email.message import EmailMessage

import pytest

import lab
from mailing import SETTINGS, Clock, Site, folder_way, play, seated, settled, sync_litter
from pbem.courier.report import RECORDS, TAKE_SEAT
from pbem.courier.settings import MailSettings
from pbem.courier.ways import MailWay, mail_way
from pbem.errors import Transport
from pbem.post.mail.imap import ImapBox
from pbem.post.mail.server import ImapServer, SmtpServer
from pbem.post.mail.smtp import SmtpSender
from pbem.ruleset import find
from postal import Hazard, Weather
from tiny import TINY

pytestmark = pytest.mark.slow


def account(servers: lab.Lab, site: Site, number: int, shelf: str = "pbem") -> MailSettings:
    """An account as its owner would write it down: IMAPS or STARTTLS; handing in with a password, or without one."""
    imap = ImapServer(
        host="localhost", port=servers.port("IMAP_PORT" if number else "IMAPS_PORT"),
        tls="starttls" if number else "tls", ca_file=servers.ca, records=shelf)
    if number:
        smtp = SmtpServer(host="localhost", port=servers.port("SMTP_PORT"), tls="none", login=False)
    else:
        smtp = SmtpServer(host="localhost", port=servers.port("SUBMIT_PORT"), tls="starttls", ca_file=servers.ca)
    return MailSettings(
        address=site.address, imap=imap, smtp=smtp, password_command=("printf", "%s", f"{site.name}-secret"))


@pytest.mark.parametrize(("game", "every"), [("angola", 200), ("anaconda", 20)])
def test_a_match_by_real_servers(tmp_path, monkeypatch, game, every):
    """To its natural end; of some moments one in `every` kills a courier, 50 times."""
    rng, clock = random.Random(14), Clock()
    sites = seated(tmp_path, find(game), clock, judge=True)
    weather, hazard = Weather(rng, clock), Hazard(rng, every, 50)
    hazard.everywhere(monkeypatch)
    with lab.running(*(site.name for site in sites)) as servers:

        def ways(site: Site, _beside) -> list[MailWay]:
            way = mail_way(account(servers, site, sites.index(site)))
            way.sender = weather.over(way.sender, hazard)
            return [way]

        def each(number: int) -> None:
            if number in (60, 300):
                servers.run("restart")
            weather.release()

        def patience(idle: int) -> bool:
            """Real servers need a moment: as long as mail is on its way no time goes by for the couriers."""
            time.sleep(0.05)
            return idle < 4 or (servers.waiting() > 0 and idle < 200)

        play(sites, clock, ways, seed=3, hazard=hazard, each=each, patience=patience)
    settled(sites)
    assert hazard.kills == 50
    assert {"lost", "doubled", "delayed", "re-wrapped", "base64"} <= set(weather.counts)


def test_a_whole_match_by_a_synced_folder(tmp_path, monkeypatch):
    rng, clock = random.Random(15), Clock()
    sites = seated(tmp_path, find("angola"), clock, judge=True)
    hazard = Hazard(rng, 200, 50)
    hazard.everywhere(monkeypatch)
    shared = tmp_path / "shared"
    shared.mkdir()
    play(sites, clock, folder_way(shared), seed=3, hazard=hazard, each=sync_litter(shared, rng))
    for site in sites:  # what was only half there is told as damaged, and nothing else
        site.faults = [line for line in site.faults if "half.pbem" not in line]
    settled(sites)
    assert hazard.kills == 50


@pytest.mark.parametrize("shelf", ["pbem", "Spiele/pb\u00e4m", ""])
def test_a_real_mailbox_stays_as_it_is_but_for_letters_that_bring_only_records(tmp_path, monkeypatch, shelf):
    """Nothing is flagged or marked as seen, not ours either; letters that ask nothing go to the folder."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    sites = seated(tmp_path, TINY, Clock(), options={"turns": 1}, judge=True)
    with lab.running(*(site.name for site in sites)) as servers:
        accounts = {site.name: account(servers, site, i, shelf) for i, site in enumerate(sites)}
        red = sites[0]
        foreign = EmailMessage()
        foreign["From"], foreign["To"], foreign["Subject"] = "green@pbem.test", "red@pbem.test", "our holidays"
        foreign.set_content("wish you were here\n")
        SmtpSender(accounts["green"].smtp, "green@pbem.test", str).send(foreign.as_bytes(), ["red@pbem.test"])
        for site in sites:
            site.begin(SETTINGS, lambda s, _beside: [mail_way(accounts[s.name])], Hazard(random.Random(1), 1, 0))
        for _ in range(5):
            for site in sites:
                assert site.courier.look() == 0
            time.sleep(1)
        red.courier.look()
        seen = ImapBox(accounts["red"].imap, "red@pbem.test", lambda: "red-secret")
        seen.validity()
        heads = seen.heads(seen.after(0))
        moved = []
        if shelf:
            there = ImapBox(accounts["red"].imap.of_records(), "red@pbem.test", lambda: "red-secret")
            there.validity()
            moved = there.heads(there.after(0))
            there.close()
            assert seen.place_in(shelf).endswith(f":{len(moved)}")
            assert moved
            assert all(head.subject.startswith(RECORDS) or head.subject.endswith(f": {TAKE_SEAT}") for head in moved)
        assert any(head.subject.startswith(RECORDS) for head in heads) == (not shelf)
        status, answer = seen._box.client.uid("fetch", "1:*", "(FLAGS)")
        assert status == "OK"
        assert not any(b"\\" in line.replace(b"\\Recent", b"") for line in answer)
        assert [head.subject for head in heads if not head.is_marked] == ["our holidays"]
        assert all(head.has_packet and head.kind == "turn" and head.is_robot
                   for head in [*heads, *moved] if head.is_marked)
        assert "our holidays" not in "".join(red.said)
        assert any(line.endswith("sent to green@pbem.test, blue@pbem.test, judge@pbem.test") for line in red.said)
        nobody = SmtpSender(accounts["green"].smtp, "green@pbem.test", str).send(
            foreign.as_bytes(), ["nobody@pbem.test", "red@pbem.test"])
        assert list(nobody.never) == ["nobody@pbem.test"]
        wrong = ImapBox(accounts["red"].imap, "red@pbem.test", lambda: "wrong")
        with pytest.raises(Transport, match=r"the mailbox of red@pbem\.test at localhost"):
            wrong.validity()
        seen.close()
        for site in sites:
            site.end()
