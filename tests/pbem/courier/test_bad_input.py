"""Whatever comes, or fails: one clear line, the right status, nothing lost, and what is not ours is left alone."""

from __future__ import annotations

import errno
import gzip
import io
import os
import random
import zipfile
import zlib

import pytest

from mailing import SETTINGS, Clock, mail_way, play, seated, settled
from pbem.courier.service import alone
from pbem.desk.desk import Desk
from pbem.errors import WrongUse
from pbem.limits import MAX_BATCH, MAX_TOLD
from pbem.match.match import Match
from pbem.post.packet import MAGIC, pack
from pbem.record import events as ev
from people import forge
from postal import FakeBox, FakeSender, Hazard, Office, mail
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


@pytest.fixture
def office():
    return Office()


@pytest.fixture
def sites(tmp_path, office):
    """Three people by mail, their couriers at work; nobody has decided anything."""
    clock = Clock()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    for site in sites:
        site.sender = FakeSender(office)
        begin(site, office)
    yield sites
    for site in sites:
        site.end()


def begin(site, office):
    way = mail_way(lambda s: FakeBox(office, s.address), lambda s: s.sender)
    site.begin(SETTINGS, way, Hazard(random.Random(1), 1, 0))


def finish(sites, office):
    """The match goes on to its end."""
    for site in sites:
        site.end()
    play(sites, sites[0].clock, mail_way(lambda s: FakeBox(office, s.address), lambda s: s.sender))
    settled(sites)


def test_ten_thousand_foreign_mails_cost_one_look_at_their_heads(sites, office):
    red = sites[0]
    for number in range(10_000):
        office.put(red.address, b"From: x@elsewhere.test\nSubject: offer %d\n\nbuy\n" % number)
    assert red.courier.look() == 0
    assert office.fetched == []
    assert office.heads_fetched == 10_000
    red.courier.look()
    assert office.heads_fetched == 10_000
    assert not any("offer" in line for line in red.said)
    assert red.courier.journal.state.places[red.address] == "7:10000"
    assert MAX_BATCH < 10_000


def test_the_heads_are_not_read_again_after_a_crash_in_their_midst(sites, office, monkeypatch):
    red = sites[0]
    for number in range(3 * MAX_BATCH):
        office.put(red.address, b"From: x@elsewhere.test\nSubject: offer %d\n\nbuy\n" % number)
    box = red.courier.ways[0].box
    whole, batches = box.heads, []

    def heads(uids):
        if len(batches) == 2:
            raise KeyboardInterrupt
        batches.append(len(uids))
        return whole(uids)

    box.heads = heads
    with pytest.raises(KeyboardInterrupt):
        red.courier.look()
    red.end()
    begin(red, office)
    red.courier.look()
    assert office.heads_fetched == 3 * MAX_BATCH


def test_a_huge_attachment_is_not_fetched(sites, office):
    red = sites[0]
    huge = mail("green@pbem.test", "[pbem] my move") + b"x" * (50 * 2**20)
    office.put(red.address, huge)
    office.put(red.address, huge.replace(b"[pbem] my move", b"our holidays"))
    assert red.courier.look() == 4
    assert office.fetched == []
    told = [line for line in red.said if "50 MiB" in line]
    assert told == [
        "red@pbem.test: mail of green@pbem.test ([pbem] my move): 50 MiB, the limit is 32: it was not fetched "
        "(ask the sender for the packet alone)"
    ]
    assert red.courier.look() == 0
    red.faults.clear()
    finish(sites, office)


def test_bombs_are_refused_in_one_line_each(sites, office):
    red = sites[0]
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"\0" * 30_000_000)
    for content, name in (
        (zipped.getvalue(), "bomb.zip"), (gzip.compress(b"\0" * 30_000_000), "bomb.gz"),
        (MAGIC + zlib.compress(b"\0" * 30_000_000, 9), "angola-1-0001-red.pbem"),
    ):
        office.put(red.address, mail("green@pbem.test", "[pbem] here", attach=content, name=name))
    assert red.courier.look() == 4
    troubles = [line for line in red.said if "8 MiB" in line]
    assert len(troubles) == 1
    assert "unpacks to more than 8 MiB" in troubles[0]
    assert len(red.faults) == 2  # and the archive of gzip
    red.faults.clear()
    finish(sites, office)


JUNK = b'{"c":' + b"1" * 120 + b'"}\n'
DAMAGED = "[PBEM:a:b:c]\nAAAA%04d\n[/PBEM:0123456789%06x]\n"


@pytest.mark.parametrize("junk", [
    {"attach": MAGIC + zlib.compress(JUNK * 2_000, 9), "name": "angola-1-0001-red.pbem"},
    {"text": "".join(DAMAGED % (n, n) for n in range(500))},
])
def test_a_mail_of_many_faults_does_not_fill_the_log(sites, office, junk):
    """A packet of a few kilobytes holds 80,000 bad records: the first are told, and how many more there are."""
    red = sites[0]
    said = len(red.said)
    office.put(red.address, mail("stranger@elsewhere.test", "[pbem] here", **junk))
    assert red.courier.look() == 4
    told = [line for line in red.said[said:] if "stranger" in line or "more such faults" in line]
    assert len(told) == MAX_TOLD + 1
    assert told[-1] in [f"red@pbem.test: {count - MAX_TOLD} more such faults there" for count in (500, 2_000)]
    red.faults.clear()
    finish(sites, office)


def test_a_mail_in_the_name_of_another_player_is_told_and_changes_nothing(sites, office):
    red, _green, blue = sites
    for site in sites:
        site.courier.look()
    with Desk(blue.home, blue.home.load(), clock=blue.clock).game(blue.folder) as game:
        genesis, joined = game.match.genesis, list(game.match.feeds.by_id.values())
    forger = Match(genesis, TINY, TINY.data_files(None), masters={0: b"f" * 32, 1: b"f" * 32, 2: b"f" * 32})
    forger.take(joined)
    forged = forge(forger, 1, ev.Note, ev.NoteBody(text="I resign"), inc=())
    before = (red.folder / "game.pbem").read_bytes()
    office.put(red.address, mail(
        "green@pbem.test", "[pbem] my note", attach=pack([forged.line]), name="tiny-1-0001-green.pbem"))
    assert red.courier.look() == 4
    told = [line for line in red.said if "signature" in line or "signed" in line]
    assert len(told) == 1
    assert "mail of green@pbem.test" in told[0]
    assert (red.folder / "game.pbem").read_bytes().startswith(before)
    assert forged.line not in (red.folder / "game.pbem").read_bytes()
    red.faults.clear()
    finish(sites, office)


def test_a_packet_counts_whoever_sends_it(sites, office):
    """The address means nothing, the signature everything."""
    red, green, _ = sites
    red.courier.look()
    paths = green.player.desk.send(green.folder, everything=True)
    held = len((red.folder / "game.pbem").read_bytes().splitlines())
    office.put(red.address, mail(
        "stranger@elsewhere.test", "fwd", attach=paths[0].read_bytes(), name=paths[0].name))
    assert red.courier.look() == 0
    assert len((red.folder / "game.pbem").read_bytes().splitlines()) > held


def test_records_of_a_match_that_is_not_entrusted_are_left_alone(sites, office, tmp_path):
    red = sites[0]
    others = seated(tmp_path / "other", TINY, red.clock)
    paths = others[1].player.desk.send(others[1].folder, everything=True)
    office.put(red.address, mail("green@pbem.test", "[pbem] x", attach=paths[0].read_bytes(), name=paths[0].name))
    said = len(red.said)
    before = (red.folder / "game.pbem").read_bytes()
    assert red.courier.look() == 0
    assert (red.folder / "game.pbem").read_bytes() == before or len(red.said) > said
    assert not any("not known" in line for line in red.said)


def test_a_second_courier_on_one_home_is_refused(sites):
    red = sites[0]
    with pytest.raises(WrongUse, match=f"another courier runs on this home already: process {os.getpid()}"), \
            alone(red.home):
        pass
    red.end()
    with alone(red.home):
        pass


@pytest.mark.parametrize("what", ["log", "journal"])
def test_a_full_disk_loses_nothing(sites, office, monkeypatch, what):
    red, green, _ = sites
    green.courier.look()
    real, full = os.write, [True]
    target = red.folder / "game.pbem" if what == "log" else red.courier.journal.path

    def write(descriptor, content):
        if full and target.exists() and os.path.sameopenfile(descriptor, os.open(target, os.O_RDONLY)):
            raise OSError(errno.ENOSPC, "no space left on device")
        return real(descriptor, content)

    red.faults.clear()
    red.courier.journal.note()  # so that the file is there
    monkeypatch.setattr(os, "write", write)
    assert red.courier.look() == 1
    assert any("the disk is full" in line for line in red.said)
    place = red.courier.journal.state.places.get(red.address)
    full.clear()
    red.faults.clear()
    assert place is None
    red.clock.now += 60
    assert red.courier.look() == 0
    finish(sites, office)


def test_no_network_is_one_line_and_all_is_sent_later(sites, office):
    red = sites[0]
    office.down = True
    assert [red.courier.look(), red.courier.look()] == [7, 7]
    assert [line for line in red.said if "does not answer" in line] == [
        "red@pbem.test: the mailbox does not answer; tried again in 5 seconds",
        "red@pbem.test, sending: the mail server does not answer (what waits is sent later); tried again in 5 seconds",
    ]
    office.down = False
    red.clock.now += 10
    assert red.courier.look() == 0
    assert "red@pbem.test, sending: all is well again" in red.said
    assert [len(office.boxes[f"{name}@pbem.test"]) for name in ("green", "blue")] == [1, 1]
    finish(sites, office)


def test_nothing_is_sent_twice_where_nothing_fails(sites, office):
    finish(sites, office)
    sent = [m for site in sites for m in site.sender.sent]
    assert len(sent) == len(set(sent))
    for site in sites:  # each letter brought something that was signed since the one before
        assert len(site.sender.sent) <= sum(line.count("sent to") for line in site.said)


@pytest.mark.parametrize(("fields", "answers"), [
    ({}, 1),
    ({"Auto-Submitted": "auto-replied"}, 0),
    ({"Precedence": "bulk"}, 0),
    ({"List-Id": "<games.elsewhere.test>"}, 0),
    ({"Return-Path": "<>"}, 0),
])
def test_who_asks_again_is_answered_once_and_robots_never(sites, office, fields, answers):
    """RFC 3834: a person's mail that brings nothing new asks for what was lost; no robot does."""
    red, green, _ = sites
    for _ in range(3):
        for site in sites:
            site.courier.look()
    old = pack((green.folder / "game.pbem").read_bytes().splitlines(keepends=True)[:2])
    count = len(red.sender.sent)
    asking = mail("green@pbem.test", "[pbem] lost?", attach=old, name="a-1-0001-b.pbem", id="<q1@x.test>", **fields)
    for _ in range(3):
        office.put(red.address, asking)
        red.courier.look()
        red.clock.now += 7200
    assert len(red.sender.sent) - count == answers


def test_a_stranger_with_genuine_records_gets_no_answer_and_no_place_in_the_thread(sites, office):
    red, green, _ = sites
    for _ in range(3):
        for site in sites:
            site.courier.look()
    old = pack((green.folder / "game.pbem").read_bytes().splitlines(keepends=True)[:2])
    office.put(red.address, mail(
        "stranger@elsewhere.test", "[pbem] lost?", attach=old, name="a-1-0001-b.pbem", id="<trap@x.test>"))
    count = len(red.sender.sent)
    assert red.courier.look() == 0
    assert len(red.sender.sent) == count
    assert "<trap@x.test>" not in red.courier.journal.state.last.values()


def test_a_bounce_is_told_and_not_answered(sites, office):
    red = sites[0]
    red.courier.look()
    (id,) = red.courier.journal.state.last.values()
    count = len(red.sender.sent)
    office.put(red.address, mail("MAILER-DAEMON@pbem.test", "Undelivered", Return_Path="<>", In_Reply_To=id))
    assert red.courier.look() == 0
    assert [line for line in red.said if "not delivered" in line] == [
        "red@pbem.test: a mail was not delivered: see what mailer-daemon@pbem.test writes"]
    assert len(red.sender.sent) == count


def test_what_came_while_a_match_was_away_is_read_when_it_is_back(sites, office):
    red, green, _ = sites
    away = red.folder.with_name("away")
    red.folder.rename(away)
    green.courier.look()
    assert red.courier.look() == 2
    assert any("there is no file" in line for line in red.said)
    away.rename(red.folder)
    held = (red.folder / "game.pbem").read_bytes().count(b"\n")
    red.clock.now += 60
    assert red.courier.look() == 0
    assert (red.folder / "game.pbem").read_bytes().count(b"\n") > held
    red.faults.clear()
    finish(sites, office)
