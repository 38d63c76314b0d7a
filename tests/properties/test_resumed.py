"""A match goes on alike from whatever was kept of it: nobody can tell that the rules rested (protocol 2.14, 3.5)."""

from __future__ import annotations

import random

import pytest

from games import played
from golden.test_logs import CASES, name
from orders import ORDERS
from pbem.desk.reading import read
from pbem.match.again import Again
from pbem.match.agreements import can_be_done
from pbem.record.events import Takeback
from people import exchange, master
from restless import position
from resuming import InMemory, assert_same, copies, fresh, kept_on_the_way, resumed, spoilt
from taking_back import consent, play, players
from tiny import TINY

FEW = {"angola/resignation", "enduring_freedom/challenge_entry"}
SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(4, 40))]
MASTERS = ({}, {1: master(1)}, {i: master(i) for i in range(3)})


@pytest.fixture
def stretches(monkeypatch):
    """How often a stretch was played again."""
    found = []
    original = Again._play

    def counting(self, way, until):
        found.append(until)
        original(self, way, until)

    monkeypatch.setattr(Again, "_play", counting)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_3_5_from_any_checkpoint_with_more_lines_in_any_order(seed, stretches):
    game, rng = played(seed), random.Random(seed)
    for masters in MASTERS:
        held = {"masters": masters}
        kept = kept_on_the_way(game.genesis, game.ruleset, copies(game.events), **held)
        assert kept or seed % 4 > 1  # in a wild game somebody may give up before the first Checkpoint
        keys = fresh(game.genesis, game.ruleset, [], masters={i: master(i) for i in range(3)})[0]
        for r in rng.sample(sorted(kept), min(len(kept), 4)):
            count, content = kept[r]
            begun = rng.randint(count, len(game.events))
            more = rng.randint(0, min(30, len(game.events) - begun))
            later = spoilt(game.events[begun : begun + more], rng, keys)
            before = list(game.events[:begun])
            if rng.random() < 0.3:
                rng.shuffle(before)
            if rng.random() < 0.2:
                later += spoilt(game.events[1:begun][-40:], rng, keys)
            one, faults = resumed(game.genesis, game.ruleset, InMemory(content), copies(before), copies(later), **held)
            other, same_faults = fresh(game.genesis, game.ruleset, copies(before), copies(later), **held)
            assert list(map(str, faults)) == list(map(str, same_faults))
            assert_same(one, other)
            one.take(copies(game.events))
            other.take(copies(game.events))
            assert_same(one, other)
    assert stretches or seed > 1


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 7))])
@pytest.mark.parametrize("ruleset", [TINY, ORDERS], ids=["tiny", "orders"])
def test_4_2_what_all_take_back_over_a_checkpoint(ruleset, seed):
    people, rng = players(ruleset, seed + 1), random.Random(seed)
    match, kept = people[0].match, dict[int, tuple[int, bytes]]()
    while not kept or match.rounds.r < max(kept) + 3 or not can_be_done(match.binding):
        play(people, rng, every=10**9, until=match.rounds.r + 1)  # what was agreed on is never kept
        assert match.result is None
        kept = kept_on_the_way(match.genesis, ruleset, copies(people[0].log))
    consent(people, Takeback(to=rng.randint(1, max(kept) - 1)))
    play(people, rng, every=5, until=match.rounds.r + 20)
    exchange(people)
    events = people[0].log
    assert match.binding.takebacks
    assert kept_on_the_way(match.genesis, ruleset, copies(events)) == kept
    for count, content in kept.values():
        late = list(events[count:])
        rng.shuffle(late)
        one, _ = resumed(match.genesis, ruleset, InMemory(content), copies(events[:count]), copies(late))
        other, _ = fresh(match.genesis, ruleset, copies(events))
        assert_same(one, other)


@pytest.mark.parametrize("case", [case for case in CASES if name(case) in FEW], ids=name)
def test_3_5_a_recorded_game_goes_on_alike(case):
    match, rng = read(case / "game.pbem", checked=True), random.Random(name(case))
    events, genesis = [match.genesis, *match.feeds.by_id.values()], match.genesis
    for secrets in ({}, match.binding.disclosed):
        options = {"files": match.files, "disclosed": secrets}
        kept = kept_on_the_way(genesis, match.ruleset, copies(events), **options)
        assert kept
        whole, _ = fresh(genesis, match.ruleset, copies(events), **options)
        for r in rng.sample(sorted(kept), min(len(kept), 3)):
            count, content = kept[r]
            until = min(len(events), count + rng.randint(0, 30))
            one, _ = resumed(genesis, match.ruleset, InMemory(content), copies(events[:until]), **options)
            other, _ = fresh(genesis, match.ruleset, copies(events[:until]), **options)
            assert_same(one, other)
            for event in events[until : until + 20]:
                one.take(copies([event]), checked=True)
                other.take(copies([event]), checked=True)
                assert position(one.binding) == position(other.binding)
            one.take(copies(events), checked=True)
            assert_same(one, whole)
