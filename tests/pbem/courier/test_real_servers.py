"""Whole matches by Postfix and Dovecot, four couriers and a judge, in bad weather."""

from __future__ import annotations

import random
import time

import lab
import pytest
from mailing import Clock, Site, play, seated, settled
from postal import Hazard, Weather

from pbem.courier.settings import MailSettings
from pbem.courier.ways import MailWay, mail_way
from pbem.post.mail.server import ImapServer, SmtpServer
from pbem.ruleset import find

pytestmark = pytest.mark.slow


def account(servers: lab.Lab, site: Site, *, tls: bool) -> MailSettings:
    """An account as its owner would write it down; half of them use IMAPS, the others STARTTLS."""
    imap = ImapServer(
        host="localhost", port=servers.port("IMAPS_PORT" if tls else "IMAP_PORT"), tls="tls" if tls else "starttls",
        ca_file=servers.ca)
    smtp = SmtpServer(host="localhost", port=servers.port("SUBMIT_PORT"), tls="starttls", ca_file=servers.ca)
    return MailSettings(
        address=site.address, imap=imap, smtp=smtp, password_command=("printf", "%s", f"{site.name}-secret"))


@pytest.mark.parametrize("game", ["angola", "anaconda"])
def test_a_whole_match_by_real_servers(tmp_path, monkeypatch, game):
    rng, clock = random.Random(14), Clock()
    sites = seated(tmp_path, find(game), clock, judge=True)
    weather, hazard = Weather(rng, clock), Hazard(rng, 200, 50)
    hazard.everywhere(monkeypatch)
    with lab.running(*(site.name for site in sites)) as servers:

        def ways(site: Site, _beside) -> list[MailWay]:
            way = mail_way(account(servers, site, tls=sites.index(site) % 2 == 0))
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
    print(f"\n{game}: {sum(weather.counts.values())} mails, {weather.counts}, {hazard.kills} kills")
