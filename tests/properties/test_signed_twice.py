"""2.9 Whoever signed twice, what others had built on it is read alike in every order of the lines, and by every reader.
"""

from __future__ import annotations

import random
from itertools import permutations

from forked import forked
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.match.match import Match
from people import exchange, master, send
from records import lines_of, only


def read(genesis, ruleset, *parts):
    match = Match(genesis, ruleset, {}, masters={2: master(2)})
    for part in parts:
        match.take(part, checked=True)
    return match


def test_2_9_what_was_built_on_either_twin_is_used_whatever_came_first():
    people, late = forked()
    held, ruleset = people[0].log[:], people[0].ruleset
    found = set()
    for order in permutations(late):
        match = read(held[0], ruleset, held, order[:4], order[4:])
        used = [(feed.n, feed.cut) for feed in match.feeds.feeds]
        assert used == [(2, None), (2, 2), (2, None)], [late.index(e) for e in order]
        found.add((match.rounds.digest, repr(match.twins), repr(match.state)))
    assert len(found) == 1


def test_2_9_who_judges_a_log_once_finds_the_same_rounds_in_every_order():
    people, late = forked()
    send(people, *late)
    exchange(people)
    first = read(people[0].log[0], people[0].ruleset, people[0].log)
    assert first.rounds.r == 3  # red has answered
    lines, rng = lines_of(people), random.Random(1)
    for _ in range(24):
        for level in ("quick", "full"):
            report = verify(lines, level, find_ruleset=only(people[0].ruleset), helped=False)
            assert (report.status, report.rounds, report.digest) == (6, 2, b64(first.rounds.digest))
        rng.shuffle(lines)
