"""Which mails are fetched, and by which ways a match goes."""

from __future__ import annotations

import random

import pytest

from mailing import SETTINGS, Clock, mail_settings, seated
from pbem.courier.reading import PostReading
from pbem.courier.settings import FolderSettings
from pbem.courier.ways import FolderWay, MailWay
from pbem.limits import MAX_UNMARKED, MOST_TRIES
from postal import FakeBox, FakeSender, Hazard, Office, mail
from tiny import TINY


class Account:
    """Whose mail it is."""

    address = "red@pbem.test"


@pytest.fixture
def way():
    office = Office()
    made = MailWay(mail_settings(Account()), FakeBox(office, Account.address), FakeSender(office))
    made.office = office
    return made


def subjects(way, place, people=()):
    """The subjects of what is fetched behind a place, and the place behind it."""
    found, last = [], place
    for batch in way.batches(place, people):
        found += [came.head.subject for came in batch.came if came.head is not None]
        last = batch.place
    return found, last


def test_after_the_server_has_numbered_its_mails_anew_all_are_looked_at(way):
    for number in range(3):
        way.office.put(Account.address, mail("a@b.test", f"[pbem] {number}"))
    all_of_them = [f"[pbem] {number}" for number in range(3)]
    assert subjects(way, "") == (all_of_them, "7:3")
    assert subjects(way, "7:2") == (["[pbem] 2"], "7:3")
    assert subjects(way, "7:3") == ([], "7:3")
    way.box.now_valid = 8
    assert subjects(way, "7:3") == (all_of_them, "8:3")


@pytest.mark.parametrize(("subject", "over", "fetched"), [
    ("hello", 0, True), ("hello", 1, False), ("[pbem] hello", 1, True),
])
def test_a_large_mail_without_a_mark_of_ours_is_not_fetched_even_of_a_friend(way, subject, over, fetched):
    bare = mail("bo@b.test", subject)
    made = bare + b"x" * (MAX_UNMARKED + over - len(bare))
    assert len(made) == MAX_UNMARKED + over
    way.office.put(Account.address, made)
    assert subjects(way, "", {"bo@b.test"})[0] == ([subject] if fetched else [])
    assert subjects(way, "", {"cy@b.test"})[0] == ([subject] if fetched and "pbem" in subject else [])
    assert len(way.office.fetched) == (2 if fetched and "pbem" in subject else 1 if fetched else 0)


def test_a_mail_that_is_set_aside_is_known_by_its_folder_as_numbers_stand_in_each(way, tmp_path):
    """Mail 1 of the inbox ended this program again and again; mail 1 of the folder for records is another."""
    office = way.office
    for folder in ("", "pbem"):
        box = FakeBox(office, Account.address, folder=folder)
        where = office.folders.setdefault((Account.address, folder), []) if folder else None
        made = mail("a@b.test", f"[pbem] in {folder or 'the inbox'}")
        office.put(Account.address, made) if where is None else where.append(made)
    way.records, way.reading = box, PostReading(tmp_path)
    for _ in range(MOST_TRIES):
        way.reading.begin(way.name, "7:1")
    assert [[batch.place, [came.head for came in batch.came]] for batch in way.batches("", ())] == [["7:1", [None]]]
    (batch,) = way.shelved("", ())
    assert [(came.head.subject, came.place) for came in batch.came] == [("[pbem] in pbem", "")]
    assert way.records.closed


def test_a_match_goes_by_the_ways_that_name_it_else_by_those_that_name_none(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    red = seated(tmp_path, TINY, Clock(), options={"turns": 1})[0]
    names = {"one": ("/games/one",), "both": ("/games/one", "/games/two"), "open": (), "open too": ()}

    def ways(_site, beside):
        for name in names:
            (tmp_path / name).mkdir()
        return [FolderWay(FolderSettings(path=str(tmp_path / name), matches=named), beside)
                for name, named in names.items()]

    red.begin(SETTINGS, ways, Hazard(random.Random(1), 1, 0))

    def of(folder):
        return [way.path.name for way in red.courier._ways_of(folder)]

    assert of("/games/one") == ["one", "both"]
    assert of("/games/two") == ["both"]
    assert of("/games/three") == ["open", "open too"]
    red.courier.ways = red.courier.ways[:2]
    assert of("/games/three") == []  # it has no way: it does not go by those of others
    red.end()
