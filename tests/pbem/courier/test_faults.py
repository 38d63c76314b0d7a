"""What nobody foresaw, and what a courier may not do: one clear line, the right status, and the rest goes on."""

from __future__ import annotations

import json
import random

import pytest

from mailing import SETTINGS, Clock, mail_settings, mail_way, seated
from pbem.cli.main import status_of
from pbem.courier.invitations import invitation
from pbem.courier.journal import HOUR
from pbem.courier.service import trust_file
from pbem.courier.ways import MailWay
from pbem.desk.challenges import entry_folder, publish
from pbem.desk.desk import Desk
from pbem.desk.entrusted import hand_over
from pbem.lab import demo
from pbem.match.folder import Arrival
from pbem.post.packet import pack
from postal import FakeBox, FakeSender, Hazard, Office, mail
from tiny import TINY

SAVE = "save that mail and type: pbem {} FILE"


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    monkeypatch.setattr("pbem.desk.challenges.find_engine", lambda _engine: TINY)


@pytest.fixture
def two(tmp_path):
    """Three people who play two matches with each other; the first one's courier has both, by one mailbox."""
    clock, office = Clock(), Office()
    sites = seated(tmp_path / "one", TINY, clock, options={"turns": 1})
    red, second = sites[0], tmp_path / "two" / "red"
    desks = {site.name: Desk(site.home, site.home.load(), clock=clock) for site in sites}
    ids = {site.name: site.home.card().id for site in sites}
    desks["red"].new_match(TINY, ids, {"turns": 1}, second, nonce=b"2" * 16, policy="mover+others")
    invited: list = []
    for name, desk in desks.items():
        if name != "red":
            desk.start_folder(desk.invited_to(invited), tmp_path / "two" / name)
        desk.join(tmp_path / "two" / name)
        if name == "red":
            invited = demo._came(desk.send(second, everything=True))
    with trust_file(red.home).changing("", cost=demo.QUICK) as trust:
        gid, match = hand_over(desks["red"], second)
        trust.matches[gid] = match
    red.sender = FakeSender(office)
    red.begin(SETTINGS, mail_way(lambda s: FakeBox(office, s.address), lambda s: s.sender),
              Hazard(random.Random(1), 1, 0))
    yield red, office, tmp_path / "two", gid
    red.end()


def lines_in(folder) -> list[bytes]:
    return (folder / "game.pbem").read_bytes().splitlines(keepends=True)


def news_of(office, red, folder, name="tiny-1-0001-green.pbem") -> None:
    office.put(red.address, mail("green@pbem.test", "[pbem] x", attach=pack(lines_in(folder)), name=name))


def green_of(red, root):
    """The folders of green in both matches."""
    return root.parent / "one" / "green" / "game", root / "green"


@pytest.mark.parametrize("at", ["_take", "carry_on"])
def test_a_bug_in_one_match_is_one_line_and_the_others_go_on(two, monkeypatch, at):
    """Whether it fails when records are taken in, or when what needs no human is done."""
    red, office, root, _ = two
    folders = green_of(red, root)
    mine = (red.folder, root / "red")
    place = "pbem.desk.desk.Desk._take" if at == "_take" else "pbem.courier.courier.carry_on"
    owner, _, name = place.rpartition(".")
    with monkeypatch.context() as patched:
        holder = Desk if at == "_take" else __import__(owner, fromlist=["x"])
        real = getattr(holder, name)

        def fail(*given):
            path = given[1] if at == "_take" else given[0].path
            if path == red.folder:
                raise ZeroDivisionError("of\nno class of ours")
            return real(*given)

        patched.setattr(holder, name, fail)
        for folder in folders:
            news_of(office, red, folder)
        held = [len(lines_in(folder)) for folder in mine]
        assert red.courier.look() == 1
        told = [line for line in red.said if "bug" in line]
        assert len(told) == 1
        assert told[0].startswith("game: our bug: ZeroDivisionError in test_faults.py, line ")
        assert ": of" in told[0]
        assert "please report this line" in told[0]
        assert len(lines_in(mine[1])) > held[1]
        assert any(line.startswith("red: sent to") or line == "red: a letter to green, blue is written"
                   for line in red.said)
        red.courier.look()
        assert [line for line in red.said if "bug" in line] == told  # not at each look
    red.clock.now += 2 * HOUR
    assert red.courier.look() == 0
    assert len(lines_in(mine[0])) > held[0]  # what came for it meanwhile was not lost


def test_a_mail_about_two_matches_is_answered_about_both(two):
    """Whoever sends old records of two matches may lack something of both."""
    red, office, root, _ = two
    for folder in green_of(red, root):
        news_of(office, red, folder)
    for _ in range(3):
        red.courier.look()
    count = len(red.sender.sent)
    old = [line for folder in (red.folder, root / "red") for line in lines_in(folder)[:2]]
    red.clock.now += 2 * HOUR
    office.put(red.address, mail("green@pbem.test", "[pbem] lost?", attach=pack(old), name="a-1-0001-b.pbem"))
    red.courier.look()
    asks = "green asks: sent again what they may lack"
    assert [line for line in red.said if "asks" in line] == [f"game: {asks}", f"red: {asks}"]
    assert len(red.sender.sent) == count + 2
    for minutes, more in ((30, 0), (29, 0), (2, 2)):  # once an hour for a person and match
        red.clock.now += 60 * minutes
        office.put(red.address, mail("green@pbem.test", "[pbem] lost?", attach=pack(old), name="a-1-0001-b.pbem"))
        red.courier.look()
        assert len(red.sender.sent) == count + 2 + more


def test_a_bounce_that_follows_nothing_of_ours_is_not_told(two):
    red, office, _, _ = two
    red.courier.look()
    office.put(red.address, mail("mailer-daemon@x.test", "[pbem] undelivered", return_path="<>"))
    office.put(red.address, mail("mailer-daemon@x.test", "[pbem] undelivered", return_path="<>",
                                 in_reply_to="<1.pbem@elsewhere.test>"))
    red.courier.look()
    assert not any("not delivered" in line or "came back" in line for line in red.said)


def test_an_invitation_is_told_since_only_a_person_takes_a_seat(two, tmp_path):
    red, office, _, _ = two
    host = seated(tmp_path / "other", TINY, red.clock)[0]
    me, folder = red.home.card().id, tmp_path / "third"
    people = dict.fromkeys(TINY.seats_of({}), host.home.card().id) | {TINY.seats_of({})[2]: me}
    desk = Desk(host.home, host.home.load(), clock=red.clock)
    genesis = desk.new_match(TINY, people, {}, folder, policy="mover+others")
    packet = pack(lines_in(folder))
    office.put(red.address, mail("x@elsewhere.test", "[pbem] come", attach=packet, name="t-1-0001-a.pbem"))
    assert red.courier.look() == 0
    told = [line for line in red.said if "invites" in line]
    assert told == [f"red@pbem.test: a stranger, {host.home.card().id[:12]}, invites you to play "
                    f"{TINY.seats_of({})[2]} in {TINY.engine}: save that mail and type: pbem join FILE -C FOLDER"]
    red.player.desk.start_folder(genesis, tmp_path / "joined")
    assert invitation(red.home, genesis, SAVE) == ""  # it is known now
    assert invitation(host.home, genesis, SAVE) == ""
    (one,) = red.home.invited.waiting(()).values()
    assert (one.told, one.host, one.is_known) == (f"in the mail of {told[0]}", host.home.card().id, False)
    assert red.home.invited.waiting(red.home.games.all()) == {}


def test_an_entry_to_a_challenge_is_told_with_what_to_type(tmp_path, monkeypatch, capsys):
    """A courier has no identity, so it joins no entry; its host is told once, and types it."""
    clock, office = Clock(), Office()
    host, guest, _ = seated(tmp_path / "people", TINY, clock)
    identity = host.home.load()
    challenge, _ = publish(host.home, identity, TINY, {}, tmp_path / "cup", title="Cup")
    genesis = Desk(guest.home, guest.home.load(), clock=clock).enter(challenge, tmp_path / "entry")
    host.begin(SETTINGS, lambda s, _beside: [MailWay(mail_settings(s), FakeBox(office, s.address), FakeSender(office))],
               Hazard(random.Random(1), 1, 0))
    for _ in range(2):
        office.put(host.address, mail(
            "who@x.test", "[pbem] entry", attach=pack([genesis.line]), name="t-1-0001-a.pbem"))
        assert host.courier.look() == 0
    host.end()
    assert [line for line in host.said if "challenge" in line] == [
        f"{host.address}: an entry to your challenge Cup: save that mail and type: pbem in FILE; "
        f"then entrust it: pbem courier add {entry_folder(host.home.challenges.all()[challenge.id], genesis)}"]
    monkeypatch.setenv("PBEM_HOME", str(host.home.root))
    monkeypatch.chdir(tmp_path)
    for command in (["status"], ["next"]):
        assert status_of(command) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "not joined yet, in the mail of" in told
        assert "an entry to your challenge Cup: save that mail and type: pbem in FILE" in told
    assert status_of(["status", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["invited"]
    assert one["game"] == genesis.id
    receipts, _ = Desk(host.home, identity, clock=clock).take_arrivals([Arrival("entry", 1, genesis)])
    assert [str(receipt.folder) for receipt in receipts] == [one["told"].rpartition(" ")[2]]
    assert status_of(["status"]) == 0
    assert "not joined yet" not in capsys.readouterr().out
