"""A whole match of the tiny game between separate tools that exchange events."""

from __future__ import annotations

import random

import pytest
from people import finish, invite


@pytest.mark.parametrize("policy", ["mover+others", "mover+next", "mover"])
def test_a_match_is_played_disclosed_and_seen_alike_by_all(policy):
    people = invite(policy)
    finish(people, random.Random(7))
    digests = {p.match.rounds.digest for p in people}
    assert len(digests) == 1
    assert all(p.match.binding.is_over for p in people)
    assert people[0].match.result == people[1].match.result != None  # noqa: E711
    assert not any(p.match.binding.disagreements or p.match.binding.table.incidents for p in people)
