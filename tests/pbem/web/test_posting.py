"""The post at the table: settings kept and tried, matches entrusted, the courier's work while nobody else does it."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from desks import Desks
from pbem.courier.service import alone
from pbem.courier.settings import read_settings
from pbem.home import Home
from pbem.web import carrying
from pbem.web.carrying import Carrying
from sat_down import Visitor


@pytest.fixture
def eva(tmp_path):
    """Eva with a match of her own and a shared folder, at her table."""
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=tmp_path)
    (tmp_path / "shared").mkdir()
    return desks, Visitor(desks.home("eva")), tmp_path / "shared"


def post(visitor, what, **body):
    return visitor.ask("POST", f"/api/post/{what}", json.dumps(body).encode())


def settings(desks):
    return read_settings(desks.home("eva") / "courier.toml")


def test_a_folder_is_tried_kept_and_told(eva):
    desks, visitor, shared = eva
    assert visitor.ask("GET", "/api/post").data["folders"] == []
    assert post(visitor, "try", folder=str(shared)).data["told"] == ["it can be read and written; 0 packets in it"]
    assert not (desks.home("eva") / "courier.toml").exists()
    assert [*shared.iterdir()] == []
    assert post(visitor, "keep", folder=str(shared)).data["told"] == [f"kept: the folder {shared}"]
    assert [one.path for one in settings(desks).folder] == [str(shared)]
    assert visitor.ask("GET", "/api/post").data["folders"] == [str(shared)]
    assert post(visitor, "keep", folder=str(shared)).status == 200
    assert len(settings(desks).folder) == 1


@pytest.mark.parametrize(
    ("body", "why"),
    [({"folder": "shared"}, "is not a whole path"), ({}, "a folder or a mail address is wanted"),
     ({"address": "eva@example.org"}, "no password is given"),
     ({"address": "eva", "password": "x", "imap": "i.example.org", "smtp": "s.example.org"}, "eva"),
     ({"address": "eva@example.org", "password": "x", "imap": "i.example.org", "smtp": "s.example.org",
       "smtp_tls": "none"}, "the password would travel in the clear")],
)  # fmt: skip
def test_what_the_courier_would_refuse_is_refused_and_nothing_is_kept(eva, body, why):
    desks, visitor, _ = eva
    for what in ("try", "keep"):
        refused = post(visitor, what, **body)
        assert refused.status == 400
        assert why in refused.data["error"]
    assert not (desks.home("eva") / "courier.toml").exists()


def test_a_folder_that_is_not_there_is_said_in_a_line(eva):
    _, visitor, shared = eva
    refused = post(visitor, "try", folder=str(shared / "nonsuch"))
    assert (refused.status, refused.data["error"]) == (400, f"there is no folder {shared / 'nonsuch'}")


def test_an_account_is_kept_and_its_password_is_told_to_nobody(eva):
    desks, visitor, shared = eva
    account = {"address": "eva@example.org", "imap": "imap.example.org", "smtp": "smtp.example.org:2525",
               "smtp_tls": "starttls"}  # fmt: skip
    answers = [post(visitor, "keep", **account, password="pa55word"), visitor.ask("GET", "/api/post")]
    assert all(b"pa55word" not in one.body for one in answers)
    (mail,) = settings(desks).mail
    assert (mail.smtp.host, mail.smtp.at, mail.imap.at) == ("smtp.example.org", 2525, 993)
    file = Path(mail.password_file)
    assert file.read_text() == "pa55word\n"
    if sys.platform != "win32":
        assert os.stat(file).st_mode & 0o077 == 0
    assert post(visitor, "keep", **account).status == 200, "the password given before stays"
    assert file.read_text() == "pa55word\n"
    assert post(visitor, "keep", folder=str(shared)).status == 200
    assert len(settings(desks).mail) == 1, "what else stands there stays"


def test_what_else_is_set_of_an_account_stays(eva):
    desks, visitor, _ = eva
    (desks.home("eva") / "courier.toml").write_text(
        '[[mail]]\naddress = "eva@example.org"\nname = "Eva"\nmatches = ["final"]\nkeyring = true\n'
        'imap = { host = "imap.example.org", user = "eva", mailbox = "Games" }\nsmtp = { host = "smtp.example.org" }\n')
    account = {"address": "eva@example.org", "imap": "imap.example.org", "smtp": "mail.example.org"}
    assert post(visitor, "keep", **account, password="pa55word").status == 200
    (mail,) = settings(desks).mail
    assert (mail.name, mail.matches, mail.imap.user, mail.imap.mailbox) == ("Eva", ("final",), "eva", "Games")
    assert (mail.keyring, mail.smtp.host) == (False, "mail.example.org")


@pytest.mark.parametrize(
    "other", [{"imap": "127.0.0.1:2"}, {"smtp": "127.0.0.1:2"}, {"imap": "127.0.0.2:1"}, {"smtp_tls": "starttls"}])
def test_a_kept_password_goes_to_no_other_server(eva, other):
    desks, visitor, _ = eva
    account = {"address": "eva@example.org", "imap": "127.0.0.1:1", "imap_tls": "none", "smtp": "127.0.0.1:1",
               "smtp_tls": "none"}  # fmt: skip
    assert post(visitor, "keep", **account, password="pa55word").status == 200
    before = settings(desks)
    for what in ("try", "keep"):
        refused = post(visitor, what, **{**account, **other})
        assert refused.status == 400
        assert "was given for other servers" in refused.data["error"]
    assert settings(desks) == before
    assert "127.0.0.1:1" in post(visitor, "try", **account).data["error"], "the same servers get it"


def test_two_accounts_never_share_a_password(eva):
    desks, visitor, _ = eva
    servers = {"imap": "imap.example.org", "smtp": "smtp.example.org"}
    addresses = ("e.va@example.org", "e-va@example.org", "E.va@example.org")
    for address in addresses:
        assert post(visitor, "keep", address=address, password=f"of {address}", **servers).status == 200
    kept = {one.address: Path(one.password_file).read_text() for one in settings(desks).mail}
    assert kept == {address: f"of {address}\n" for address in addresses}


def test_servers_that_do_not_answer_are_said_in_a_line(eva):
    _, visitor, _ = eva
    refused = post(visitor, "try", address="eva@example.org", password="pa55word", imap="127.0.0.1:1", imap_tls="none",
                   smtp="127.0.0.1:1", smtp_tls="none")  # fmt: skip
    assert refused.status == 502, "a page asks again what gets 503: a wrong password would be tried twice"
    assert "127.0.0.1:1" in refused.data["error"]
    assert b"pa55word" not in refused.body


def test_remarks_in_settings_are_kept_beside_them(eva):
    desks, visitor, shared = eva
    old = f'# mine\npoll_seconds = 7\n[[folder]]\npath = "{shared}"\n'
    (desks.home("eva") / "courier.toml").write_text(old)
    (shared / "more").mkdir()
    assert post(visitor, "keep", folder=str(shared / "more")).status == 200
    assert (settings(desks).poll_seconds, len(settings(desks).folder)) == (7, 2)
    assert (desks.home("eva") / "courier.toml.before").read_text() == old


def test_a_match_is_entrusted_as_by_the_command(eva):
    desks, visitor, shared = eva
    game = visitor.ask("GET", "/api/matches").data[0]["game"]
    assert "there is no" in post(visitor, "carry", game=game).data["error"]
    post(visitor, "keep", folder=str(shared))
    assert "names no passphrase" in post(visitor, "carry", game=game).data["error"]
    assert post(visitor, "carry", game="x" * 43, open=True).data["error"] == "this home plays in no such match"
    assert post(visitor, "carry", game=game, open=True).data["told"] == ["entrusted to the courier: game (1 seat)"]
    assert [one["carried"] for one in visitor.ask("GET", "/api/post").data["matches"]] == [True]
    assert desks.must("eva", "courier", "list").out == f"{desks.game('eva')}: 1 seat\n"


def soon(holds):
    for _ in range(500):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("never")


@pytest.fixture
def carried(eva, monkeypatch):
    """Eva's match entrusted, and what carries it in her table, which has not begun."""
    monkeypatch.setattr(carrying, "AGAIN", 0.05)
    desks, visitor, shared = eva
    game = visitor.ask("GET", "/api/matches").data[0]["game"]
    post(visitor, "keep", folder=str(shared))
    post(visitor, "carry", game=game, open=True)
    works = Carrying(lambda: Home(desks.home("eva")))
    yield desks, works
    works.end()


def test_the_table_is_the_courier_and_no_other_one_may_be(carried):
    desks, works = carried
    works.begin()
    soon(lambda: works.told().work == "here" and works.told().looked)
    assert "another courier runs on this home already" in desks.run("eva", "courier", "--once").complaint
    assert any("begins; it watches" in line for line in works.told().said)
    works.end()
    assert desks.run("eva", "courier", "--once").status == 0


def test_while_another_courier_works_it_waits_and_takes_over_when_that_ends(carried):
    desks, works = carried
    with alone(Home(desks.home("eva"))):
        works.begin()
        soon(lambda: works.told().work == "elsewhere")
        assert works.told().since == ""
    soon(lambda: works.told().work == "here")


def test_settings_that_are_wrong_are_told_and_those_that_are_mended_are_taken(carried):
    desks, works = carried
    file = desks.home("eva") / "courier.toml"
    good = file.read_text()
    file.write_text("folder = 7\n")
    works.begin()
    soon(lambda: works.told().work == "fails")
    assert "courier.toml" in works.told().why
    file.write_text(good)
    soon(lambda: works.told().work == "here")
    file.write_text("folder = 7\n")
    soon(lambda: works.told().work == "fails")


def test_with_settings_and_nothing_entrusted_it_waits_and_that_is_no_fault(eva, monkeypatch):
    monkeypatch.setattr(carrying, "AGAIN", 0.05)
    desks, visitor, shared = eva
    post(visitor, "keep", folder=str(shared))
    works = Carrying(lambda: Home(desks.home("eva")))
    works.begin()
    soon(lambda: works.told().work == "idle")
    game = visitor.ask("GET", "/api/matches").data[0]["game"]
    post(visitor, "carry", game=game, open=True)
    soon(lambda: works.told().work == "here")
    works.end()


def test_without_settings_nothing_is_carried_and_that_is_no_fault(carried):
    desks, works = carried
    (desks.home("eva") / "courier.toml").unlink()
    works.begin()
    soon(lambda: works.turn or works.told().why)
    assert works.told().work == ""
