"""A match goes on alike from whatever was kept of it: nobody can tell that the rules rested (protocol 2.14, 3.5)."""

from __future__ import annotations

import random

import pytest

from games import played
from golden.test_logs import CASES, LOGS, name
from leaving import leaving
from orders import ORDERS
from pbem.desk.reading import read
from pbem.match.agreements import can_be_done
from pbem.match.remade import Again
from pbem.record.events import Priv, Takeback
from pbem.ruleset import Result
from people import exchange, finish, invite, master, settle
from restless import position
from resuming import assert_same, copies, fresh, kept_on_the_way, resumed, spoilt
from taking_back import consent, play, players
from tiers import recorded
from tiny import TINY

FEW = {"enduring_freedom/challenge_entry"}
SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(4, 40))]
MASTERS = ({}, {1: master(1)}, {i: master(i) for i in range(3)})


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Each Checkpoint is kept, whatever code plays."""
    monkeypatch.setattr("pbem.match.again.STRIDE", 1)
    monkeypatch.setattr("pbem.desk.saved.STRIDE", 0)
    monkeypatch.setattr("pbem.match.begun.build_of", lambda _: "this")


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
def test_3_5_from_any_checkpoint_with_more_lines_in_any_order(seed, stretches, tmp_path):
    game, rng, went_on = played(seed), random.Random(seed), []
    for masters in MASTERS:
        held = {"masters": masters}
        kept = kept_on_the_way(tmp_path, game.genesis, game.ruleset, copies(game.events), **held)
        assert kept or seed % 4 > 1  # in a wild game somebody may give up before the first Checkpoint
        keys = fresh(game.genesis, game.ruleset, [], masters={i: master(i) for i in range(3)})[0]
        for r in rng.sample(sorted(kept), min(len(kept), 4)):
            count = kept[r].count
            begun = rng.randint(count, len(game.events))
            more = rng.randint(0, min(30, len(game.events) - begun))
            later = spoilt(game.events[begun : begun + more], rng, keys)
            before = list(game.events[:begun])
            is_other = rng.random() < 0.1
            since = before[0 if is_other else count :]
            rng.shuffle(since)
            before[0 if is_other else count :] = since
            if rng.random() < 0.2:
                later += spoilt(game.events[1:begun][-40:], rng, keys)
            one, faults, counted = resumed(
                tmp_path, game.genesis, game.ruleset, kept[r], copies(before), copies(later), **held)
            went_on.append(counted)
            other, same_faults = fresh(game.genesis, game.ruleset, copies(before), copies(later), **held)
            assert list(map(str, faults)) == list(map(str, same_faults))
            assert_same(one, other)
            one.take(copies(game.events))
            other.take(copies(game.events))
            assert_same(one, other)
    assert (any(went_on) and stretches) or seed > 1


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 7))])
@pytest.mark.parametrize("ruleset", [TINY, ORDERS], ids=["tiny", "orders"])
def test_4_2_what_all_take_back_over_a_checkpoint(ruleset, seed, tmp_path):
    people, rng = players(ruleset, seed + 1), random.Random(seed)
    match, kept = people[0].match, {}
    while not kept or match.rounds.r < max(kept) + 3 or not can_be_done(match.binding):
        play(people, rng, every=10**9, until=match.rounds.r + 1)
        assert match.result is None
        kept = kept_on_the_way(tmp_path, match.genesis, ruleset, copies(people[0].log))
    consent(people, Takeback(to=rng.randint(1, max(kept) - 1)))
    play(people, rng, every=5, until=match.rounds.r + 20)
    exchange(people)
    events = people[0].log
    assert match.binding.takebacks
    later = kept_on_the_way(tmp_path, match.genesis, ruleset, copies(events))
    halves = [match.rounds.closed[to - 1].events[0].msg.body for _, to in match.binding.takebacks]
    first, restart = match.binding.takebacks[0][0], match.binding.table.restart
    if not any(isinstance(body, Priv) for body in halves):  # to between those of a secret draw: never kept again
        assert (max(later) > first) == (restart is not None and restart.round > first)
    for files in [*kept.values(), *later.values()]:
        late = list(events[files.count :])
        rng.shuffle(late)
        one, _, _ = resumed(tmp_path, match.genesis, ruleset, files, copies(events[: files.count]), copies(late))
        other, _ = fresh(match.genesis, ruleset, copies(events[: files.count]), copies(late))
        assert_same(one, other)


@pytest.mark.parametrize("turn", [1, pytest.param(2, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("kind", ["private draw", "entropy", "seal", "answer", "reveal"])
def test_3_5_a_seat_that_left(kind, turn, monkeypatch, tmp_path):
    monkeypatch.setattr("leaving.TURNS", 4)
    people, rng = invite(ruleset=leaving()), random.Random(turn)
    settle(people)
    match = people[0].match
    while match.state.turn < turn or (0, kind) not in [(d.seat, d.kind) for d in match.owing()]:
        step(people, rng)
    resigned_at = match.resign(0).msg.r
    exchange(people)
    finish(people, rng)
    events, ruleset, genesis = people[1].log, match.ruleset, match.genesis
    assert people[1].match.result == Result(("green",), "green has stayed", "1")
    for masters in MASTERS:
        kept = kept_on_the_way(tmp_path, genesis, ruleset, copies(events), masters=masters)
        assert max(kept) > resigned_at
        for files in kept.values():
            late = list(events[files.count :])
            rng.shuffle(late)
            one, _, counted = resumed(
                tmp_path, genesis, ruleset, files, copies(events[: files.count]), copies(late), masters=masters)
            assert counted
            other, _ = fresh(genesis, ruleset, copies(events[: files.count]), copies(late), masters=masters)
            assert_same(one, other)


def step(people, rng):
    """Each does one thing that it owes."""
    for person in people:
        for duty in person.match.mine():
            if not duty.is_mechanical:
                person.carry_out(duty, rng)
            elif person.match._may_act(duty):
                person.match._mechanical(duty)
            break
    exchange(people)


@pytest.mark.parametrize("case", recorded(map(name, CASES), FEW))
def test_3_5_a_recorded_game_goes_on_alike(case, tmp_path):
    match, rng = read(LOGS / case / "game.pbem", checked=True), random.Random(case)
    events, genesis = [match.genesis, *match.feeds.by_id.values()], match.genesis
    for secrets in ({}, match.binding.disclosed):
        options = {"files": match.files, "disclosed": secrets}
        kept = kept_on_the_way(tmp_path, genesis, match.ruleset, copies(events), **options)
        assert kept
        for r in rng.sample(sorted(kept), min(len(kept), 3)):
            begun = min(len(events), kept[r].count + rng.randint(0, 30))
            since, before = events[kept[r].count : begun], events[: kept[r].count]
            rng.shuffle(since)
            later = spoilt(events[begun : begun + rng.randint(0, 30)], rng)
            one, faults, counted = resumed(
                tmp_path, genesis, match.ruleset, kept[r], copies([*before, *since]), copies(later), **options)
            assert counted
            other, same_faults = fresh(genesis, match.ruleset, copies([*before, *since]), copies(later), **options)
            assert list(map(str, faults)) == list(map(str, same_faults))
            assert_same(one, other)
            following = events[begun : begun + 30]
            for event in rng.sample(following, len(following)):
                one.take(copies([event]), checked=True)
                other.take(copies([event]), checked=True)
                assert position(one.binding) == position(other.binding)
            rest = rng.sample(events, len(events))
            one.take(copies(rest), checked=True)
            other.take(copies(rest), checked=True)
            assert_same(one, other)
