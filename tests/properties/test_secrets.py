"""More keys mean more seen and more checked, never another game (design 2)."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games import played
from pbem.play.secrets import Incident
from traces import Watch

seeds = st.sampled_from(range(24))


def read(seed: int, seats: set[int]) -> Watch:
    game = played(seed)
    watch = Watch(game.genesis, game.ruleset, secrets={s: game.secrets[s] for s in seats})
    watch.match.take(game.events)
    return watch


@given(seed=seeds, seats=st.sets(st.integers(0, 2)))
def test_any_secrets_give_the_same_requests_digests_and_result(seed, seats):
    assert read(seed, seats).public() == read(seed, set()).public()


@given(seed=seeds, seats=st.sets(st.integers(0, 2)), more=st.sets(st.integers(0, 2)))
def test_more_secrets_only_add_to_what_is_seen_and_to_the_incidents(seed, seats, more):
    few, many = read(seed, seats), read(seed, seats | more)
    seen = many.peeks()
    assert all(seen[slot] == value for slot, value in few.peeks().items())
    fewer, all_ = (Counter(map(told, w.match.binding.table.incidents)) for w in (few, many))
    assert fewer <= all_


def told(incident: Incident) -> object:
    """What an incident is about: garbage in a seal is told once, when it is seen or when it is opened."""
    slot = re.search(r"\S+(?= is not legal)", incident.text)
    return (incident.seat, slot[0]) if slot else incident


@given(seed=seeds, upto=st.integers(1, 100))
def test_it_holds_at_every_moment_of_the_match(seed, upto):
    game = played(seed)
    watches = [Watch(game.genesis, game.ruleset, secrets=s) for s in ({}, game.secrets)]
    for watch in watches:
        watch.match.take(game.events[:upto])
    assert watches[0].public() == watches[1].public()


@given(seed=seeds)
def test_with_all_secrets_every_slot_is_seen_and_every_claim_is_judged(seed):
    game = played(seed)
    watch = read(seed, set(game.secrets))
    assert watch.peeks().keys() == {(h.seat, h.slot) for h in watch.match.binding.items if is_alive(watch, h)}
    assert watch.match.binding.table.secrets.open_claims() == []


def is_alive(watch: Watch, handle: object) -> bool:
    """Slots that were taken back are dead: no table knows them any more."""
    return handle in watch.match.binding.table.secrets.slots


@given(seed=seeds)
def test_the_state_never_holds_a_secret(seed):
    """What is sealed stands in the state as seat and slot alone, and nothing of the state depends on who looks."""
    states = [read(seed, seats).match.state for seats in (set(), {0}, {0, 1, 2})]
    encoded = {msgspec.json.encode(s, order="sorted") for s in states}
    assert len(encoded) == 1
