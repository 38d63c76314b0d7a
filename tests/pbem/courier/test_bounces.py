"""Letters that come back: what is told of an address that this very letter went to is believed, and nothing else."""

from __future__ import annotations

import random

import msgspec
import pytest

from mailing import SETTINGS, START, Clock, mail_way, seated
from pbem.courier.entries import JournalState, LetterWritten
from pbem.courier.journal import Journal
from pbem.home.people import PersonCard
from pbem.limits import MAX_POSTED, MAX_RECIPIENTS
from postal import FakeBox, FakeSender, Hazard, Office, mail
from tiny import TINY

GAME, ID = "A" * 43, "<aaaaaaaaaaaa.0123456789abcdef.pbem@pbem.test>"


def letter(to, game=GAME, id=ID, kind="turn"):
    return LetterWritten(id=id, game=game, way="red@pbem.test", kind=kind, to=to, time=START)


@pytest.fixture
def red(tmp_path, monkeypatch):
    """One of three people by mail, whose courier is at work; blue's address is written with a capital."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    office, sites = Office(), seated(tmp_path, TINY, Clock(), options={"turns": 1})
    red, _, blue = sites
    card = blue.home.card()
    red.home.people.put(PersonCard(address="Blue@pbem.test", id=card.id, name=card.name))
    red.office, red.sender = office, FakeSender(office)
    red.begin(SETTINGS, mail_way(lambda s: FakeBox(office, s.address), lambda s: s.sender),
              Hazard(random.Random(1), 1, 0))
    red.courier.look()
    yield red
    red.end()


def wrote(red, *to):
    """A letter of red's, as its journal has it once the server took it."""
    journal, (game,) = red.courier.journal, red.courier.journal.state.games
    journal.note(letter(to, game))
    journal.state.open.pop(ID)


def comes_back(red, address, id=ID):
    """What red's courier says of a bounce that names this letter and that address."""
    count = len(red.said)
    report = f"Final-Recipient: rfc822; {address}\nAction: failed\nStatus: 5.1.1\n"
    red.office.put(red.address, mail(
        "mailer-daemon@pbem.test", "Undelivered", text=f"{report}\nMessage-ID: {id}\n", Return_Path="<>"))
    red.courier.look()
    return [line for line in red.said[count:] if "came back" in line or "not delivered" in line]


@pytest.mark.parametrize("address", ["Blue@pbem.test", "blue@pbem.test", "BLUE@PBEM.TEST"])
def test_an_honest_bounce_is_believed_in_upper_and_lower_case(red, address):
    wrote(red, "Blue@pbem.test")
    (said,) = comes_back(red, address)
    assert said.endswith("a letter to blue@pbem.test came back: see what mailer-daemon@pbem.test writes")
    assert list(red.courier.journal.state.bounced) == ["blue@pbem.test"]


def test_who_got_a_letter_tells_nothing_of_an_address_that_it_did_not_go_to(red):
    wrote(red, "green@pbem.test")
    assert comes_back(red, "blue@pbem.test") == []
    assert red.courier.journal.state.bounced == {}
    assert len(comes_back(red, "green@pbem.test")) == 1


def test_a_letter_in_the_journal_of_an_older_program_is_read_and_tells_of_nobody(red):
    wrote(red, "Blue@pbem.test")
    state = red.courier.journal.state
    old = msgspec.json.decode(msgspec.json.encode(state))
    del old["recipients"]
    state.recipients = msgspec.json.decode(msgspec.json.encode(old), type=JournalState).recipients
    assert state.recipients == {}
    assert comes_back(red, "blue@pbem.test") == []
    assert state.bounced == {}


def test_what_the_journal_keeps_of_whom_letters_went_to_is_bounded_and_outlives_a_renewal(tmp_path):
    journal = Journal(tmp_path)
    long = tuple(f"{number:0250}@x" for number in range(MAX_RECIPIENTS))
    for kind in ("turn", "notice"):
        journal.note(*(letter(long, id=f"<{kind}{n}.pbem@x>", kind=kind) for n in range(MAX_POSTED)))
    state = journal.state
    assert len(state.posted) == len(state.recipients) == MAX_POSTED
    assert len(msgspec.json.encode(state.recipients)) < 1_000_000
    state.open.clear()
    journal._renew()
    again = Journal(tmp_path)
    assert again.went_to("<notice0.pbem@x>", long[7])
    assert not again.went_to("<turn0.pbem@x>", long[7])
