"""What the worst mails cost a courier that runs in a process of its own: memory and time, measured."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage

import pytest

from heavy import MIB, forged, look, packets, rubbish
from mailing import Clock, seated
from pbem.limits import MAX_MAIL
from postal import mail
from tiny import TINY

pytestmark = pytest.mark.slow


@pytest.fixture
def red(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    return seated(tmp_path, TINY, Clock())[0]


def attached(packets):
    made = EmailMessage(policy=policy.SMTP)
    made["From"], made["To"], made["Subject"], made["Message-ID"] = "a@b.test", "red@b.test", "[pbem] x", "<1@b.test>"
    made.set_content("hello\n")
    for number, packet in enumerate(packets):
        made.add_attachment(packet, maintype="application", subtype="octet-stream", filename=f"{number}.pbem")
    return made.as_bytes()


def alike(line, count, most, made=rubbish, **named):
    """So many packets of one line again and again, and another one behind it: nothing shrinks more."""
    lasts = made(count + 2, **named).splitlines(keepends=True)
    return [packets(line * (most // len(line) - 1) + last)[0] for last in lasts[2:]]


SMALL = {
    "rubbish": lambda game: attached(alike(rubbish(1), 14, 8 * MIB)),
    "rubbish of the match": lambda game: attached(alike(rubbish(1, game), 12, 8 * MIB, game=game)),
    "forged records of the match": lambda game: attached(packets(forged(85_000, game))),
    "lines that differ": lambda game: attached(packets(rubbish(100_000))),
}
LARGE = {
    "packets": lambda game: attached(alike(rubbish(1), 480, 8 * MIB)),
    "one log": lambda game: mail("a@b.test", "[pbem] x", attach=forged(68_000, game), name="x.pbem"),
    "lines that are none": lambda game: mail("a@b.test", "[pbem] x", attach=b'{"c":' + b"\n" * (23 * MIB)),
    "one block": lambda game: mail("a@b.test", "[pbem] x", text="[PBEM:x]\n" + ("A" * 60 + "\n") * (31 * MIB // 61)),
    "wide letters": lambda game: mail("a@b.test", "[pbem] x", attach="\U0001f600 [PBEM:".encode() * (2 * MIB)),
    "a page of tags": lambda game: mail("a@b.test", "[pbem] x", attach=b"[PBEM<div>" + b"a<b>" * (5 * MIB)),
    "short lines": lambda game: mail("a@b.test", "[pbem] x", text="ab\n" * (7 * MIB)),
}


def cost(red, make):
    with red.player.desk.game(red.folder) as game:
        made = make(game.gid)
    assert len(made) <= MAX_MAIL
    return len(made), look(red.home.root, [made])


@pytest.mark.parametrize("kind", SMALL)
def test_a_mail_of_425_kb_costs_under_100_mb_and_2_seconds(red, kind):
    size, spent = cost(red, SMALL[kind])
    assert size > 300_000
    assert spent["peak"] < 100e6
    assert spent["seconds"] < 2


@pytest.mark.parametrize("kind", LARGE)
def test_a_mail_of_32_mib_costs_under_200_mb_and_10_seconds(red, kind):
    size, spent = cost(red, LARGE[kind])
    assert size > 15 * MIB
    assert spent["peak"] < 200e6
    assert spent["seconds"] < 10
