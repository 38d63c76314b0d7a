"""A match of three at red's table, without a home or a letter box."""

from __future__ import annotations

import email
import email.policy
import random
from types import SimpleNamespace

import pytest

from pbem.courier.journal import Journal
from pbem.courier.people import Other
from pbem.courier.settings import Settings
from pbem.courier.table import OpenMatch
from pbem.home.people import PersonCard
from people import exchange, invite, settle

NOW = 1_767_225_600
ME = PersonCard(address="red@x.test", id="M" * 43, name="red")


@pytest.fixture(scope="module")
def red():
    """Red has sealed her pace; green and blue are awaited, and nobody has more than the others."""
    people = invite(turns=1)
    settle(people)
    people[0].work(random.Random(1))
    exchange(people)
    return people[0].match


class Desk:
    """A courier of red's, with the addresses of the two others; `said` is what it tells."""

    def __init__(self, match, folder, **settings):
        self.said, self.open_for = [], 0
        game = SimpleNamespace(
            match=match, gid=match.genesis.id, path=folder, proven_by=lambda seats: [],
            lines_above=lambda heads: [match.genesis.line], held_after=lambda r: [0] * 3)
        self.titles = {}
        home = SimpleNamespace(
            people=SimpleNamespace(all=dict), card=lambda: ME, signed_card=lambda: None,
            cards=SimpleNamespace(get=lambda id: None),
            titles=SimpleNamespace(all=dict, of=lambda gid: ""))
        self.table = OpenMatch(
            game, home, Settings(picture=False, **settings), Journal(folder / "courier"), NOW,
            lambda r: self.open_for, self.said.append)
        seats = match.binding.seats
        self.green, self.blue = (Other(seats[n].id, seats[n].name, f"{seats[n].name}@x.test", (n,)) for n in (1, 2))
        self.table.circle.others = [self.green, self.blue]
        self.way = SimpleNamespace(name="red@x.test", settings=SimpleNamespace(address="red@x.test", name=""))

    @property
    def journal(self):
        return self.table.journal

    @property
    def letters(self):
        return list(self.journal.state.open.values())

    def mail(self, number=-1):
        return email.message_from_bytes(self.journal.mail_of(self.letters[number].id), policy=email.policy.default)


@pytest.fixture
def desk(red, tmp_path):
    return Desk(red, tmp_path)
