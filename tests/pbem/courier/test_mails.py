"""The mails of a game as the demo counts them: those that couriers write, and the fewest that could be."""

from __future__ import annotations

import email
import email.policy
from types import SimpleNamespace

import msgspec
import pytest

from mailing import SETTINGS, Clock, mail_way, play, seated, settled
from pbem.courier.report import RECORDS
from pbem.lab.mails import MailRound, Office, mails_of
from people import first_line
from postal import FakeBox, FakeSender
from postal import Office as PostOffice
from tiers import thorough
from tiny import TINY

LINE = first_line().line  # any line
SEATS = [SimpleNamespace(id=name, role="player") for name in "abcd"]


def act(*seats):
    return MailRound("act", seats, (LINE,) * len(seats), frozenset(seats), ())


def dice(*movers):
    return MailRound("entropy", (0, 1, 2, 3), (LINE,) * 4, frozenset(), movers)


@pytest.mark.parametrize(("rounds", "letters", "least"), [
    ([act(0), act(0)], 3, 0),  # who acts alone writes to the others at the end
    ([act(0), act(1), act(0)], 5, 2),
    ([act(0), dice(0), act(3)], 6, 3),
    ([act(1), act(0), dice(0), act(1)], 7, 4),  # 1 acted lately and gives its dice last
], ids=["alone", "there and back", "dice", "dice and back"])
def test_letters_of_a_few_rounds_by_hand(rounds, letters, least):
    found = Office(SEATS, rounds).run()
    assert (found.people, found.letters, found.least) == (4, letters, least)


def judged(mover):
    return MailRound("entropy", (mover, 4), (LINE, LINE), frozenset(), (mover,))


@pytest.mark.parametrize(("rounds", "letters", "least", "to_judge"), [
    ([act(0), judged(0), act(0)], 4, 1, 2),  # there and back; at the end all hear of it, the judge too
    ([act(0), judged(0), act(3)], 4, 1, 2),
    ([act(0), judged(0), judged(0), act(3)], 5, 2, 3),  # each roll comes back, for its mover shows first
    ([judged(2)], 4, 0, 1),
], ids=["back", "on", "twice", "alone"])
def test_letters_to_a_judge_are_no_players(rounds, letters, least, to_judge):
    found = Office([*SEATS, SimpleNamespace(id="j", role="judge")], rounds).run()
    assert (found.people, found.letters, found.least, found.judged) == (4, letters, least, to_judge)


def test_who_decides_again_without_anybody_else_is_noticed_once():
    assert Office(SEATS, [act(0), act(0), act(1), act(0)]).run().notices == 3


@pytest.mark.parametrize("judge", [True, thorough(False)])
def test_the_count_is_that_of_couriers_with_mailboxes(tmp_path, monkeypatch, judge):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    clock, office = Clock(), PostOffice()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1}, judge=judge)
    settings = msgspec.structs.replace(SETTINGS, notify="mail")
    play(sites, clock, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)), settings=settings,
         patience=lambda idle: idle < 4)
    settled(sites)
    heads = [email.message_from_bytes(m, policy=email.policy.default) for box in office.boxes.values() for m in box]
    kinds = [head["X-Pbem-Kind"] for head in heads]
    found = mails_of(sites[0].folder / "game.pbem")
    assert kinds.count("notice") == found.notices
    joining = sum(head["X-Pbem-Kind"] == "turn" and int(head["X-Pbem-Round"]) < 2 for head in heads)
    assert kinds.count("turn") - joining == found.letters + found.judged
    assert (found.people, bool(found.judged)) == (3, judge)
    asking = [not head["Subject"].startswith(RECORDS) for head in heads
              if head["X-Pbem-Kind"] == "turn" and int(head["X-Pbem-Round"]) > 1 and "ended" not in head["Subject"]]
    assert asking.count(True) == found.asking
    size = sum(len(head.as_bytes()) for head in heads if head["X-Pbem-Kind"] == "turn")
    assert size / 2 < found.bytes < size * 2
