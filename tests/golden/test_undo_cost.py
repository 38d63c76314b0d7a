"""Whoever takes back for ever must not slow everybody's reading (protocol 3.5)."""

from __future__ import annotations

import random
import time

import pytest

from pbem.audit.verify import verify
from pbem.match import stretch
from pbem.match.match import Match
from pbem.play.requests import Seal, SealMany
from pbem.ruleset import find
from people import Person, invite, settle

ANGOLA = find("angola")
PAIRS = 400
MOST_SECONDS = 3.0  # of this process; it takes about a fifth of that


@pytest.fixture(scope="module")
def log() -> list[bytes]:
    """A game of Angola! in which one answer is given and taken back 400 times, by a build that counts them all."""
    (person,) = invite(ruleset=ANGOLA, holders=(0, 0, 0, 0), nonce=b"u" * 16)
    settle([person])
    match = person.match
    say = play_until_two_in_a_row(match, 200)
    seat, to = match.rounds.closed[-1].seats[0], match.rounds.r - 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stretch, "UNDO_LIMIT", 10**6)
        match.undo(seat, to)
        for _ in range(PAIRS - 1):
            match.answer(seat, say)
            match.undo(seat, to)
    return lines_of(person)


def lines_of(person: Person) -> list[bytes]:
    return [event.line for event in person.log]


def play_until_two_in_a_row(match: Match, rounds: int) -> str:
    """All seats played by bots until, after so many rounds, a seat may take its last answer back; gives its words."""
    bots = {name: next(iter(ANGOLA.bots.values()))(name) for name in match.binding.names}
    rng = random.Random(3)
    while True:
        match.run_mechanical()
        duty = next(d for d in match.mine() if not d.is_mechanical)
        request, table = match.request, match.binding.table
        assert request is not None
        choice = bots[duty.name].choose(match.state, request, table.peek, rng)
        if isinstance(request, Seal | SealMany):
            items, chosen = request.per_seat()[duty.name], choice if isinstance(request, SealMany) else [choice]
            match.seal(duty.seat, [item.spell(c) for item, c in zip(items, chosen, strict=True)])
            continue
        at, say = match.rounds.r, table.options.spell(choice)
        match.answer(duty.seat, say)
        owes = match.owing()[0]
        may_go_back = (owes.seat, owes.kind) == (duty.seat, "answer") and match.binding.undo_floor(duty.seat) < at
        if at > rounds and may_go_back:
            return say


@pytest.mark.slow
@pytest.mark.parametrize(("limit", "undos"), [(stretch.UNDO_LIMIT, stretch.UNDO_LIMIT), (10**6, PAIRS)])
def test_3_5_400_answers_taken_back_are_read_in_no_time(log, monkeypatch, limit, undos):
    """As the protocol counts them, and even if all of them counted."""
    monkeypatch.setattr(stretch, "UNDO_LIMIT", limit)
    began = time.process_time()
    report = verify(log, "full")
    assert time.process_time() - began < MOST_SECONDS
    assert sum(report.undos.values()) == undos
    assert report.events == len(log)
