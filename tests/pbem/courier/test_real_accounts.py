"""Tokens and news by real servers: XOAUTH2 at IMAP and SMTP, and IDLE that wakes a courier."""

from __future__ import annotations

import base64
import hmac
import json
import sys
import threading
import time

import pytest

import lab
from mailing import SETTINGS, Clock, seated
from pbem.courier.settings import MailSettings
from pbem.courier.ways import MailWay, mail_way
from pbem.errors import Transport
from pbem.post.mail.server import ImapServer, SmtpServer
from pbem.post.mail.smtp import SmtpAnswer, SmtpSender
from postal import Hazard, mail
from tiny import TINY

pytestmark = pytest.mark.slow

WHO = "red@pbem.test"


@pytest.fixture(scope="module")
def servers():
    with lab.running("red", "green", "blue") as running:
        yield running


def b64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def token(who: str, key: bytes = b"pbem-lab") -> str:
    """A token as an identity provider gives it, which the lab's Dovecot checks by its key."""
    now = int(time.time())
    head = b64url(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    body = b64url(json.dumps({"sub": who, "iat": now - 10, "exp": now + 600}).encode())
    return f"{head}.{body}.{b64url(hmac.digest(key, f'{head}.{body}'.encode(), 'sha256'))}"


def account(servers, **source) -> MailSettings:
    return MailSettings(
        address=WHO, **source,
        imap=ImapServer(host="localhost", port=servers.port("IMAPS_PORT"), ca_file=servers.ca),
        smtp=SmtpServer(host="localhost", port=servers.port("SUBMIT_PORT"), tls="starttls", ca_file=servers.ca))


def test_a_token_of_a_command_lets_in_for_reading_and_for_sending(servers):
    way = mail_way(account(servers, xoauth2_command=("printf", "%s", token(WHO))))
    assert way.box.validity() > 0
    before = way.box.after(0)
    assert way.sender.send(mail(WHO, to=WHO), [WHO]) == SmtpAnswer()
    for _ in range(100):
        if uids := way.box.after(before[-1] if before else 0):
            break
        time.sleep(0.1)
        way.box.validity()
    assert [head.subject for head in way.box.heads(uids)] == ["hello"]
    way.box.close()


@pytest.mark.parametrize("made", [token(WHO, b"another key"), token("green@pbem.test"), "nonsense"])
def test_a_token_that_is_refused_is_a_transport(servers, made):
    way = mail_way(account(servers, xoauth2_command=("printf", "%s", made)))
    with pytest.raises(Transport, match=r"the mailbox of red@pbem\.test at localhost"):
        way.box.validity()
    with pytest.raises(Transport, match=r"the mail server localhost:\d+: 535 "):
        way.sender.send(mail(WHO, to=WHO), [WHO])


def test_the_command_is_asked_again_at_each_connection(servers, tmp_path):
    """Tokens live for an hour: none is kept."""
    asked = tmp_path / "asked"
    code = f"open({str(asked)!r}, 'a').write('x'); print({token(WHO)!r})"
    way = mail_way(account(servers, xoauth2_command=(sys.executable, "-c", code)))
    way.box.validity()
    way.box.validity()
    assert asked.read_text() == "x"
    way.box.close()
    way.box.validity()
    assert asked.read_text() == "xx"
    way.box.close()


def test_a_mail_wakes_a_courier_that_waits_without_polling(servers, tmp_path, monkeypatch):
    """IDLE: the courier would look again in an hour; a mail is read within seconds."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    red, green, _blue = sites = seated(tmp_path, TINY, Clock(), options={"turns": 1})
    red.begin(SETTINGS, lambda s, _beside: [mail_way(account(servers, password_command=("printf", "red-secret")))],
              Hazard(None, 1, 0))
    courier, way = red.courier, red.courier.ways[0]
    assert courier.look() == 0
    assert isinstance(way, MailWay)
    assert way.box.can_wait
    begun = time.monotonic()
    courier.wait(1, lambda: False, lambda seconds: pytest.fail("polling"))  # nothing comes: the whole time
    assert 0.8 < time.monotonic() - begun < 30
    paths = green.player.desk.send(green.folder, everything=True)
    sender = SmtpSender(account(servers, password_command=("x",)).smtp, WHO, lambda: "red-secret")
    letter = mail("green@pbem.test", "[pbem] x", attach=paths[0].read_bytes(), name=paths[0].name)
    later = threading.Timer(0.5, lambda: sender.send(letter, [WHO]))
    later.start()
    begun = time.monotonic()
    courier.wait(3_600, lambda: False, lambda seconds: pytest.fail("polling"))
    assert time.monotonic() - begun < 60
    later.join()
    held = (red.folder / "game.pbem").read_bytes()
    assert courier.look() == 0
    assert len((red.folder / "game.pbem").read_bytes()) > len(held)
    assert len(sites) == 3
    red.end()
