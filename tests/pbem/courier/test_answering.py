"""Who asks a courier for what he lacks is answered: which mails ask, how often, and about which match."""

from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from pbem.courier.answering import Answering
from pbem.courier.entries import HOUR
from pbem.courier.journal import Journal
from pbem.courier.telling import Telling
from pbem.post.mail.manners import read_head

GAME, OTHER = "A" * 43, "B" * 43


class Asked:
    """A courier of one match that Bo plays in; `wrote` is what it has sent, `said` what it has told."""

    def __init__(self, folder) -> None:
        self.now, self.wrote, self.said, self.lacking = 10 * HOUR, [], [], True
        self.journal = Journal(folder)
        telling = Telling(lambda line: self.said.append(line.text), lambda: self.now, 1)
        self.answering = Answering(self.journal, telling, self._table, lambda gid: "game", lambda: self.now)

    @contextmanager
    def _table(self, gid):
        bo = SimpleNamespace(name="bo", address="bo@pbem.test")
        yield SimpleNamespace(
            other_at=lambda sender: bo if sender == bo.address else None,
            lacks=lambda other, round, awaits: self.lacking,
            write_again=lambda way, other, id: self.wrote.append((gid, "again", id)),
            write_missing=lambda way, other, id: self.wrote.append((gid, "missing", id)) or True)

    def answers(self, *fields: str, id: str = "<a@x>", new: int = 0, game: str = GAME, sender="bo@pbem.test") -> int:
        """How many letters it writes to a mail with these fields that brought so many records."""
        before = len(self.wrote)
        lines = [f"From: {sender}", *([f"Message-ID: {id}"] if id else []), *fields]
        head = read_head("\n".join(lines).encode())
        receipt = SimpleNamespace(match=SimpleNamespace(genesis=SimpleNamespace(id=game)), new=new)
        self.answering.answer(None, head, [receipt])
        return len(self.wrote) - before


@pytest.fixture
def asked(tmp_path):
    return Asked(tmp_path)


REMINDER = ("X-Pbem-Kind: reminder", f"X-Pbem-Game: {GAME}", "Auto-Submitted: auto-generated")
LOST = ("X-Pbem-Kind: lost", *REMINDER[1:])


@pytest.mark.parametrize("fields", [REMINDER, LOST])
def test_what_asks_for_records_is_answered_though_it_brought_some_itself(asked, fields):
    assert asked.answers(*fields, new=3) == 1


def test_a_persons_mail_is_answered_if_it_brought_nothing_new(asked):
    assert asked.answers(new=1) == 0
    assert asked.answers(new=0) == 1
    assert asked.wrote == [(GAME, "again", "<a@x>")]
    assert asked.said == ["bo asks: sent again what they may lack"]


def test_what_was_lost_is_sent_again_for_the_match_that_the_mail_names_alone(asked):
    assert asked.answers(*LOST, game=OTHER) == 0
    assert asked.answers(*LOST) == 1
    assert asked.wrote == [(GAME, "missing", "<a@x>")]
    assert asked.said == ["bo lacks something that was sent: sent again"]


def test_a_reminder_is_answered_for_its_own_match_and_to_who_lacks_something(asked):
    assert asked.answers(*REMINDER, game=OTHER) == 0
    asked.lacking = False
    assert asked.answers(*REMINDER) == 0
    asked.lacking = True
    assert asked.answers(*REMINDER) == 1


@pytest.mark.parametrize("fields", [
    ("Auto-Submitted: auto-replied",), ("X-Pbem-Kind: turn",), ("Return-Path: <>",), ("List-Id: <games.test>",),
    ("Return-Path: <>", *REMINDER), ("List-Id: <games.test>", *REMINDER), ("Return-Path: <>", *LOST),
])
def test_robots_bounces_and_lists_are_never_answered(asked, fields):
    assert asked.answers(*fields) == 0
    assert asked.journal.state.last == {}


def test_a_mail_without_an_id_or_of_a_stranger_is_never_answered(asked):
    assert asked.answers(id="") == 0
    assert asked.answers(sender="eve@pbem.test") == 0


def test_a_mail_is_noted_as_the_last_of_its_match_and_answered_once_an_hour_and_person(asked, monkeypatch):
    assert asked.answers(id="<a@x>") == 1
    assert asked.journal.state.last == {GAME: "<a@x>"}
    monkeypatch.setattr(asked.journal, "state", SimpleNamespace(
        answered=("<a@x>",), last={GAME: "<a@x>"}, again={GAME: {"bo@pbem.test": asked.now}}))
    assert asked.answers(id="<a@x>", new=0) == 0  # this very mail was answered
    asked.now += HOUR - 1
    assert asked.answers(id="<b@x>") == 0
    asked.now += 1
    assert asked.answers(id="<b@x>") == 1
