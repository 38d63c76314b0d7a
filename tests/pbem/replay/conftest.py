from __future__ import annotations

import random

import pytest

from pbem.match.match import Match
from people import exchange, invite
from tiny import TINY


@pytest.fixture(scope="session")
def raid() -> Match:
    """A whole game of the raiders, with two remarks in it."""
    rng = random.Random(4)
    people = invite()
    for step in range(200):
        worked = [p.work(rng) for p in people]
        if step in (6, 8):
            (seat,) = people[0].match.keys
            people[0].match.note(seat, f"remark {step}")
        exchange(people)
        if not any(worked):
            break
    match = Match(people[0].log[0], TINY, TINY.data_files(None))
    match.take(people[0].log)
    assert match.binding.is_over
    return match
