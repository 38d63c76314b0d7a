"""Games in which all agree to take back a stretch every few rounds, over dice, openings and whatever came."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pbem.limits import TAKEBACK_LIMIT
from pbem.match.agreements import can_be_done
from pbem.record.events import Takeback
from people import JUDGE, Person, exchange, invite, settle


def players(ruleset: Any, seed: int = 1, **options: Any) -> list[Person]:
    """A person for each seat, or one and a judge."""
    seats = ruleset.seats_of(ruleset.settle_options(options))
    referee: dict[str, Any] = {"policy": "mover+judge", "judge": JUDGE} if len(seats) == 1 else {}
    people = invite(ruleset=ruleset, nonce=bytes([seed]) * 16, **referee, **options)
    settle(people)
    return people


def consent(people: Sequence[Person], wanted: Any, order: Sequence[int] = ()) -> None:
    """Everybody agrees, and their tools do the rest."""
    for person in [people[i] for i in order] or people:
        person.match.agree(min(person.match.keys), wanted)
        exchange(people)
    while [e for p in people for e in p.match.run_mechanical()]:
        exchange(people)


def play(people: Sequence[Person], rng: random.Random, *, every: int = 6, until: int = 10**6) -> list[tuple[int, int]]:
    """Bots play on to the end or up to a round; every few steps a stretch is taken back. Gives what was."""
    match = people[0].match
    for _ in range(10_000):
        done = len(match.binding.takebacks)
        if can_be_done(match.binding) and match.rounds.r > 4 and done < TAKEBACK_LIMIT and not rng.randrange(every):
            first = max(1, match.rounds.r - (60 if rng.random() < 0.2 else 12), match.binding.gone.floor)
            to = rng.randint(first, match.rounds.r - 2)
            consent(people, Takeback(to=to), rng.sample(range(len(people)), len(people)))
            assert match.binding.takebacks[done:] == [(match.binding.takebacks[-1][0], to)]
        worked = [p.work(rng) for p in people]
        exchange(people)
        if not any(worked) or match.rounds.r >= until:
            return match.binding.takebacks
    raise AssertionError("the match does not end")
