"""The same of what is agreed, of a made-up match, of lines that come late, and of what another opens (2.14, 3.5, 4.2).
"""

from __future__ import annotations

import random

import pytest

from little import decides, little
from pbem.crypto.hashing import b64
from pbem.lab.long import _go_on
from pbem.lab.march import MARCH
from pbem.play.requests import Checkpoint
from pbem.record import events as ev
from pbem.record.events import Takeback
from people import exchange, forge, invite, master, settle
from resuming import assert_same, copies, fresh, kept_on_the_way, resumed, spoilt
from scripted_game import Scenario, later_kinds
from tiers import tiers
from vector_files import FOLDER, load

CASES = {path.stem: load(f"agreements/{path.stem}") for path in sorted((FOLDER / "agreements").glob("*.json"))}
OTHER_DICE = {"random_97"}  # a judge and the next one together: no policy of this version
OURS = {name: case for name, case in CASES.items() if not any(later_kinds(case)) and name not in OTHER_DICE}
QUICK = ("fork_kept_by_building", "random_79")


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Each Checkpoint is kept, whatever code plays."""
    monkeypatch.setattr("pbem.match.again.STRIDE", 1)
    monkeypatch.setattr("pbem.desk.saved.STRIDE", 0)
    monkeypatch.setattr("pbem.match.begun.build_of", lambda _: "this")


def goes_on(folder, rng, genesis, ruleset, files, events, signer, **held):
    """It does from these files, whatever lines come after those that were there; gives whether they counted."""
    begun = rng.randint(files.count, len(events))
    before, more = list(events[:begun]), rng.randint(0, 30)
    later = [*spoilt(events[begun : begun + more], rng, signer), *late(signer, rng)]
    rng.shuffle(later)
    since = before[files.count :]
    rng.shuffle(since)
    before[files.count :] = since
    one, faults, counted = resumed(folder, genesis, ruleset, files, copies(before), copies(later), **held)
    other, same_faults = fresh(genesis, ruleset, copies(before), copies(later), **held)
    assert list(map(str, faults)) == list(map(str, same_faults))
    assert_same(one, other)
    one.take(copies(events))
    other.take(copies(events))
    assert_same(one, other)
    return counted


def late(signer, rng):
    """Perhaps somebody agrees, with the next event of his feed, to what was offered on a base of long ago."""
    r = rng.randint(1, signer.rounds.r)
    core = {"r": r, "prev": b64(signer.rounds.digests[r - 1])}
    return [forge(signer, min(signer.keys), ev.Agree, Takeback(to=1), **core)] if rng.random() < 0.4 else []


@pytest.mark.parametrize("name", tiers(list(OURS), quick=QUICK))
def test_4_2_agreements_by_the_vectors(name, tmp_path):
    scenario, rng = Scenario(OURS[name], rests=True), random.Random(name)
    genesis, ruleset, events, counted = scenario.genesis, scenario.ruleset, scenario.events, []
    for masters in ({}, {1: master(OURS[name]["persons"][1])}):
        kept = kept_on_the_way(tmp_path, genesis, ruleset, copies(events), masters=masters)
        assert kept
        for files in kept.values():
            counted += [
                goes_on(tmp_path, rng, genesis, ruleset, files, events, scenario.oracle, masters=masters)
                for _ in range(2)]
    assert any(counted)


@pytest.mark.parametrize("seed", tiers(range(6), quick=[0]))
def test_3_5_a_made_up_match(seed, tmp_path):
    rng, (one,) = random.Random(seed), invite(ruleset=MARCH, holders=[0, 0])
    settle([one])
    match = one.match
    while len(one.log) < 150:
        _go_on(match)
        if rng.random() < 0.1:
            match.note(rng.randint(0, 1), f"note {len(one.log)}")
    counted = []
    for masters in ({}, {1: master(0)}, {0: master(0), 1: master(0)}):
        kept = kept_on_the_way(tmp_path, match.genesis, MARCH, copies(one.log), masters=masters)
        for r in rng.sample(sorted(kept), 4):
            counted.append(goes_on(tmp_path, rng, match.genesis, MARCH, kept[r], one.log, match, masters=masters))
    assert any(counted)


async def often_alone(state):
    """Red decides five times, then green once; each time play may go on from there."""
    while True:
        await Checkpoint(state)
        state.note(await decides("green" if len(state.said) % 6 == 5 else "red"))


def test_3_5_an_undo_to_its_floor_over_all_that_was_played_since(tmp_path):
    people = invite(ruleset=little(often_alone))
    settle(people)
    match = people[0].match
    for _ in range(9):
        (seat,) = [duty.seat for duty in match.owing()]
        people[seat].match.answer(seat, "go")
        exchange(people)
    genesis, ruleset, floor = match.genesis, match.ruleset, match.binding.undo_floor(0)
    kept = kept_on_the_way(tmp_path, genesis, ruleset, copies(people[0].log))
    assert 0 < max(kept) <= floor < match.rounds.r - 2
    until = len(people[0].log)
    match.undo(0, floor)
    for _ in range(2):
        match.answer(0, "stay")
    events = people[0].log
    for files in kept.values():
        one, _, counted = resumed(tmp_path, genesis, ruleset, files, copies(events[:until]), copies(events[until:]))
        other, _ = fresh(genesis, ruleset, copies(events[:until]), copies(events[until:]))
        assert counted
        assert_same(one, other)
        assert one.binding.undone == [(max(r for r, _ in one.binding.undone), floor)]
