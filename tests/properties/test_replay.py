"""A replay is a function of the log: live or read, whole or in pieces, in whatever order the lines came."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Bench, played
from pbem.play.table import Table
from people import Person, first_line, master
from restless import compare
from tiers import tiers
from tiny import SEATS, TINY
from tiny import State as Raid
from traces import Traced, Watch

SEEDS = range(24)
seeds = st.sampled_from(SEEDS)


def read(seed: int) -> Watch:
    """The log as it was written."""
    game = played(seed)
    watch = Watch(game.genesis, game.ruleset)
    assert watch.match.take(game.events) == []
    return watch


@pytest.mark.parametrize("seed", SEEDS)
def test_every_recorded_game_ends_and_is_read_to_its_end(seed):
    watch = read(seed)
    assert watch.match.binding.is_over
    assert watch.match.owing() == []


@pytest.mark.parametrize("seed", tiers(SEEDS, quick=8))
def test_3_5_every_recorded_game_goes_on_alike_from_each_checkpoint(seed):
    game = played(seed)
    match = read(seed).match
    restarts = compare(match, game.secrets)
    assert restarts > 0 or match.binding.resigned
    assert compare(match, {}) == restarts


@given(seed=seeds, order=st.randoms(use_true_random=False))
def test_lines_in_any_order_doubled_and_lost_and_then_completed_are_the_same_match(seed, order):
    game = played(seed)
    lines = list(game.events[1:]) * 2
    order.shuffle(lines)
    watch = Watch(game.genesis, game.ruleset)
    lost = []
    while lines:
        batch, lines = lines[: order.randint(1, 40)], lines[40:]
        arrived = [e for e in batch if order.random() < 0.8]
        lost += [e for e in batch if e not in arrived] + batch[40:]
        assert watch.match.take(arrived) == []
    missing = [e for e in game.events[1:] if e.id not in watch.match.feeds.by_id]
    order.shuffle(missing)
    watch.match.take(missing)
    assert watch.public() == read(seed).public()


@given(seed=seeds, cut=st.integers(0, 100))
def test_what_is_missing_is_known_by_name(seed, cut):
    """Without one event everything after it waits, and the gap says for which."""
    game = played(seed)
    cut = 1 + cut % (len(game.events) - 1)
    gone = game.events[cut]
    watch = Watch(game.genesis, game.ruleset)
    watch.match.take([e for e in game.events if e is not gone])
    later = [e for e in game.events[1:] if e.seat == gone.seat and e.msg.n > gone.msg.n]
    assert watch.match.feeds.gaps() == ([(gone.seat, gone.msg.n)] if later else [])
    watch.match.take([gone])
    assert watch.public() == read(seed).public()


@given(seed=seeds, upto=st.integers(1, 100))
def test_reading_in_two_pieces_is_reading_at_once(seed, upto):
    game = played(seed)
    watch, whole = Watch(game.genesis, game.ruleset), read(seed)
    watch.match.take(game.events[:upto])
    r = watch.match.rounds.r
    assert [c.digest for c in watch.match.rounds.closed] == [c.digest for c in whole.match.rounds.closed][: r - 1]
    watch.match.take(game.events[upto:])
    assert watch.public() == whole.public()


@pytest.mark.parametrize("seed", [0, 1])
def test_replay_is_live(seed):
    """Each tool that played stands where the reader of its log stands, peeks included."""
    rng = random.Random(seed)
    genesis = first_line(ruleset=TINY)
    people = [Person(genesis, {i: master(i)}) for i in range(3)]
    for _ in range(100):
        worked = [p.work(rng) for p in people]
        for person in people:
            for other in people:
                person.receive([e for e in other.log[1:] if e.id not in person.match.feeds.by_id])
        for i, person in enumerate(people):
            again = Watch(genesis, TINY, secrets={i: person.match.keys[i].gs})
            live = Watch.__new__(Watch)
            again.match.take(person.log)
            live.match, live.trace = person.match, again.trace
            assert live.public() == again.public()
            assert live.peeks() == again.peeks()
            assert person.match.binding.table.incidents == again.match.binding.table.incidents
        if not any(worked):
            break
    assert people[0].match.binding.is_over


# ------------------------------------------------------------------ a table alone


@given(seed=st.integers(0, 10_000))
def test_3_4_play_restarts_at_each_checkpoint_from_the_state_alone(seed):
    bench = Bench(seed)
    assert bench.stops
    for state, secrets, round_, answered, asked in bench.stops:
        trace: list[tuple] = []
        again = msgspec.json.decode(state, type=Raid)
        play = Traced(TINY.play(again), trace.append)
        table = Table(play, seats=SEATS, first_round=round_, secrets=secrets)
        table.round += 1
        for answer in bench.answers[answered:]:
            table.answer(answer)
        assert trace == bench.trace[asked - 1 :]
        assert (again, table.result) == (bench.state, bench.table.result)


def test_a_checkpoint_says_all_of_the_state():
    """Decoding and encoding gives the same bytes: nothing of the state hides outside its fields."""
    for state, *_ in Bench(5).stops:
        assert msgspec.json.encode(msgspec.json.decode(state, type=Raid), order="sorted") == state
