"""Letters that bring only records leave the inbox, no other mail does, and nothing is lost whenever it ends."""

from __future__ import annotations

import email
import email.policy
import random
import re

import pytest

from clubs import Club
from mailing import SETTINGS, Clock, mail_way, play, seated, settled
from pbem.courier.report import RECORDS
from pbem.courier.service import entrust
from pbem.courier.settings import read_settings
from pbem.errors import Transport, WrongUse
from pbem.lab import demo
from postal import GONE, FakeBox, FakeSender, Hazard, Office, mail
from tiny import TINY

SHELF = "pbem"


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


def by_mail(office, hazard=None):
    return mail_way(
        lambda s: FakeBox(office, s.address, hazard), lambda s: FakeSender(office),
        lambda s: FakeBox(office, s.address, hazard, SHELF))


def subjects(mails):
    return [email.message_from_bytes(m, policy=email.policy.default)["Subject"] for m in mails if m != GONE]


def begin(office, *sites):
    for site in sites:
        site.begin(SETTINGS, by_mail(office), Hazard(random.Random(1), 1, 0))


def look(clock, *sites, times=1):
    for _ in range(times):
        clock.now += 60
        for site in sites:
            site.courier.look()


@pytest.fixture
def three(tmp_path):
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    yield clock, office, sites
    for site in sites:
        site.end()


def test_letters_that_bring_only_records_leave_the_inbox_and_all_else_stays(three):
    clock, office, sites = three
    begin(office, *sites)
    blue = sites[2]
    office.put(blue.address, mail("red@pbem.test", f"{RECORDS} of my holidays"))
    forged = {"X_Pbem_Game": "A" * 43, "X_Pbem_Kind": "turn", "Auto_Submitted": "auto-generated"}
    office.put(blue.address, mail("red@pbem.test", f"{RECORDS} Raiders, match AAAAAAAA", **forged))
    look(clock, *sites, times=8)
    moved = subjects(office.folders[blue.address, SHELF])
    left = subjects(office.boxes[blue.address])
    assert moved
    assert not any(one.endswith("AAAAAAAA") for one in moved)
    assert all(one.startswith(f"{RECORDS} Raiders, match ") or one.endswith(": take your seat") for one in moved)
    assert not any(one.endswith(": take your seat") for one in left)
    assert left[:2] == [f"{RECORDS} of my holidays", f"{RECORDS} Raiders, match AAAAAAAA"]
    assert not any(one.startswith(RECORDS) for one in left[2:])
    assert any("decide" in one for one in left[2:])
    brought = [re.sub(r", \d made here", "", line) for line in blue.said if " record" in line]
    assert {f"game: {n} in the mail of {blue.address}" for n in ("1 new record", "2 new records")} <= set(brought)
    assert [site.faults for site in sites] == [[], [], []]


@pytest.mark.parametrize("locked", [(), ("dora",)])
def test_what_asks_to_take_a_seat_leaves_the_inbox_when_it_is_taken(tmp_path, monkeypatch, locked):
    """Who has a passphrase takes it himself; until then the letter is what he needs."""
    monkeypatch.undo()
    club = Club(tmp_path, locked=locked)
    club.invite()
    club.look(times=2)
    for name in ("bo", "cy", "dora"):
        club[name].reply()
    club.look(times=5)
    dora = club["dora"]
    asks = [mail for mail in club.office.boxes[dora.address] if any(map(asks_seat, subjects([mail])))]
    assert bool(asks) is bool(locked)
    if locked:
        (tmp_path / "letter.eml").write_bytes(asks[0])
        dora.desk.start_folder(dora.desk.invited_to(demo._came([tmp_path / "letter.eml"])), dora.root / "game")
        dora.desk.join(dora.root / "game")
        entrust(dora.home, dora.desk, dora.root / "game", "")
        club.look(times=3)
    assert not any(map(asks_seat, subjects(club.office.boxes[dora.address])))
    assert any(map(asks_seat, subjects(club.office.folders[dora.address, SHELF])))


def asks_seat(subject):
    return subject.endswith("unita: take your seat")


def test_a_server_that_moves_nothing_is_let_be_and_that_is_said_once(three):
    clock, office, sites = three
    begin(office, *sites)
    blue = sites[2]
    blue.courier.ways[0].box.can_move = False
    look(clock, *sites, times=8)
    assert (blue.address, SHELF) not in office.folders
    assert any(one.startswith(RECORDS) for one in subjects(office.boxes[blue.address]))
    told = [line for line in blue.said if "stay in the mailbox" in line]
    assert told == ["blue@pbem.test: letters that bring only records stay in the mailbox: its server moves none to "
                    "pbem (records in courier.toml names the folder)"]


def test_a_move_that_fails_is_tried_again_and_stops_nothing(three, monkeypatch):
    clock, office, sites = three
    begin(office, *sites)
    box, fails = sites[2].courier.ways[0].box, [True]
    move = box.move

    def risky(uids, folder):
        if fails.pop():
            raise Transport("the mailbox does not answer")
        fails.append(False)
        return move(uids, folder)

    monkeypatch.setattr(box, "move", risky)
    fails[:] = [False, True]
    look(clock, *sites, times=8)
    assert any("moving: the mailbox does not answer" in line for line in sites[2].said)
    assert not any(one.startswith(RECORDS) for one in subjects(office.boxes[sites[2].address]))


def test_what_was_moved_is_not_read_again_and_what_others_put_there_is(three):
    clock, office, sites = three
    begin(office, *sites)
    look(clock, *sites, times=8)
    blue, red = sites[2], sites[0]
    blue.end()
    assert office.folders[blue.address, SHELF]
    fetched = len(office.fetched)
    begin(office, blue)
    blue.courier.look()
    assert [box for box, _ in office.fetched[fetched:] if box == blue.address] == []
    blue.end()
    letter = next(m for m in office.boxes[red.address] if m != GONE)
    office.folders[blue.address, SHELF].append(letter)
    begin(office, blue)
    blue.courier.look()
    assert [box for box, _ in office.fetched[fetched:] if box == blue.address] == [blue.address]


def test_a_courier_that_ends_amid_its_folder_leaves_no_connection_open(three, monkeypatch):
    clock, office, sites = three
    begin(office, *sites)
    look(clock, *sites, times=8)
    blue = sites[2]
    blue.end()
    (blue.home.root / "courier" / "journal.txt").unlink()
    begin(office, blue)
    shelf = blue.courier.ways[0].records
    monkeypatch.setattr(shelf, "whole", lambda uid: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        blue.courier.look()
    blue.courier.close()
    assert shelf.closed
    assert blue.courier.ways[0].box.closed


def test_a_home_without_its_journal_reads_the_folder_too_before_it_signs_and_once(three, monkeypatch):
    """As after a backup that was put back: what lies in the folder may hold what this home wrote and forgot."""
    clock, office, sites = three
    begin(office, *sites)
    look(clock, *sites, times=8)
    blue = sites[2]
    blue.end()
    (blue.home.root / "courier" / "journal.txt").unlink()
    moved, fetched = len(office.folders[blue.address, SHELF]), len(office.fetched)
    begin(office, blue)
    blue.courier.look()
    inbox = len([m for m in office.boxes[blue.address] if m != GONE])
    sizes = [size for box, size in office.fetched[fetched:] if box == blue.address]
    assert sizes[:moved] == [len(m) for m in office.folders[blue.address, SHELF]][:moved]
    assert len(sizes) == moved + inbox
    monkeypatch.setattr(blue.courier.ways[0], "shelved", None)  # it was read whole: the next look asks nothing there
    assert blue.courier.look() == 0


@pytest.mark.thorough
def test_a_game_by_couriers_that_are_killed_anywhere_while_letters_move(tmp_path, monkeypatch):
    clock, office, rng = Clock(), Office(), random.Random(5)
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    hazard = Hazard(rng, 25, 40)
    hazard.everywhere(monkeypatch)
    play(sites, clock, by_mail(office, hazard), hazard=hazard)
    settled(sites)
    assert hazard.kills > 10
    assert office.folders


@pytest.mark.parametrize(("words", "is_taken"), [
    ("", True), ('records = ""', True), ('records = "Games/pbem"', True), ('records = "INBOX"', False),
    ('records = " pbem"', False), ('records = "a\\nb"', False),
])
def test_the_folder_has_a_name_of_ones_own(tmp_path, words, is_taken):
    imap = f'imap = {{ host = "imap.example.org"{", " if words else ""}{words} }}'
    path = tmp_path / "courier.toml"
    path.write_text(f'[[mail]]\naddress = "a@b.test"\npassword_command = ["x"]\n{imap}\nsmtp = {{ host = "b.test" }}\n')
    if is_taken:
        assert read_settings(path).mail[0].imap.records == {"": "pbem", 'records = ""': ""}.get(words, "Games/pbem")
    else:
        with pytest.raises(WrongUse, match="is no folder for letters that bring only records"):
            read_settings(path)
