"""The same of one program after another, each of which goes on from what the one before it kept, and keeps more (3.5).
"""

from __future__ import annotations

import random

import pytest

from games import played
from golden.test_logs import CASES, name
from pbem.desk.reading import read
from pbem.desk.saved import SavedPlayFile
from pbem.match.again import StartOver
from pbem.match.resumed import ResumedMatch, begin
from pbem.record import events as ev
from people import exchange, finish, forge, invite, master
from resuming import KEY, assert_same, copies, fresh
from tiers import tiers
from tiny import TINY

FEW = {"enduring_freedom/challenge_entry"}
MASTERS = ({}, {1: master(1)}, {i: master(i) for i in range(3)})


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setattr("pbem.match.begun.build_of", lambda _: "this")


class Programs:
    """Programs of one home at one match, and its log; `counted` of them went on from what was kept."""

    def __init__(self, folder, genesis, ruleset, files=None, **options):
        self.path, self.genesis, self.ruleset, self.options = folder / "game.open", genesis, ruleset, options
        self.files = ruleset.data_files(None) if files is None else files
        self.log, self.counted = [genesis], 0

    def opened(self):
        """The match as a program opens it, and the lines after those it went on from; whether it did."""
        saved = SavedPlayFile(self.path, KEY)
        options = {"saved": saved, **self.options}
        empty = ResumedMatch(self.genesis, self.ruleset, self.files, **options)
        found = saved.load(self.genesis, self.ruleset, empty.secrets, b"".join(e.line for e in self.log))
        if found is not None:
            try:
                match, later = ResumedMatch(self.genesis, self.ruleset, self.files, begun=found, **options), []
                later += copies(self.log[found.kept.lines :])
                begin(match, later, [])
                return match, later, True
            except StartOver:
                pass
        match, later = empty, copies(self.log)
        begin(match, later, [])
        return match, later, False

    def come(self, events, *, at_once):
        """One program takes these in, perhaps one by one, and keeps what it made."""
        match, later, counted = self.opened()
        self.counted += counted
        new = copies(events)
        for few in ([new] if at_once else [[event] for event in new]):
            match.take(few, checked=True)
        self.log += new
        match.keep([*later, *new], sum(len(event.line) for event in self.log))

    def same(self):
        """The next one opens the match as it is from its first line."""
        match, _, _ = self.opened()
        assert_same(match, fresh(self.genesis, self.ruleset, copies(self.log), files=self.files, **self.options)[0])


def one_after_another(programs, events, rng, monkeypatch, often):
    """They take in all of it, in any order that begins with the joins."""
    rest = list(events)
    while rest:
        few, rest = rest[: (size := rng.choice((1, 2, 3, 5, 8, 13, 30)))], rest[size:]
        if few[0].kind != "join" and rng.random() < 0.4:
            rng.shuffle(few)
        stride = rng.choice((1, 8))
        monkeypatch.setattr("pbem.match.again.STRIDE", stride)
        monkeypatch.setattr("pbem.desk.saved.STRIDE", stride if stride > 1 else 0)
        programs.come(few, at_once=rng.random() < 0.5)
        if rng.random() < often:
            programs.same()
    programs.same()


@pytest.mark.parametrize("seed", tiers(range(40), quick=range(6)))
def test_3_5_games_with_undo_twins_and_resignations(seed, monkeypatch, tmp_path):
    game, rng, counted = played(seed), random.Random(seed), 0
    for number, masters in enumerate(MASTERS):
        (folder := tmp_path / str(number)).mkdir()
        programs = Programs(folder, game.genesis, game.ruleset, masters=masters)
        events = game.events[1:] if game.events[0].id == game.genesis.id else game.events
        one_after_another(programs, events, rng, monkeypatch, 0.3)
        counted += programs.counted
    assert counted or seed % 4 > 1  # in a wild game somebody may give up before the first Checkpoint


@pytest.mark.parametrize("case", [
    pytest.param(case, marks=() if name(case) in FEW else pytest.mark.thorough) for case in CASES], ids=name)
def test_3_5_a_recorded_game(case, monkeypatch, tmp_path):
    match, rng = read(case / "game.pbem", checked=True), random.Random(name(case))
    for number, secrets in enumerate(({}, match.binding.disclosed)):
        (folder := tmp_path / str(number)).mkdir()
        programs = Programs(folder, match.genesis, match.ruleset, match.files, disclosed=secrets)
        events = list(match.feeds.by_id.values())
        one_after_another(programs, events, rng, monkeypatch, 30 / len(events))
        assert programs.counted


@pytest.mark.parametrize("names_it", [False, True], ids=["its own", "of another seat"])
def test_2_6_what_stands_before_the_join_that_it_needs(names_it, monkeypatch, tmp_path):
    """One who reads the whole log has all joins first, and uses it sooner: then remarks stand in another order."""
    people, rng = invite(ruleset=TINY, turns=1), random.Random(5)
    for person in people:
        person.match.join(next(iter(person.match.keys)))
    exchange(people)
    joins = {event.seat: event for event in people[0].log if event.kind == "join"}
    said = [people[seat].match.note(seat, f"first words of {seat}") for seat in (1, 2)]
    if names_it:
        people[0].log.append(forge(people[0].match, 0, ev.Act, ev.Answer(rule="9", say="nonsense"), inc=(joins[2].id,)))
        people[0].match.take([people[0].log[-1]])
        act = [people[0].log[-1]]
    else:
        act = []
    said.insert(0, people[0].match.note(0, "first words of 0"))
    exchange(people)
    finish(people, rng)
    first = [*act, said[0], said[1], joins[2], said[2]] if names_it else [said[2], said[0], said[1], joins[2]]
    first = [joins[0], joins[1], *first]
    rest = [event for event in people[0].log if event.kind != "genesis" and event not in first]
    monkeypatch.setattr("pbem.match.again.STRIDE", 1)
    monkeypatch.setattr("pbem.desk.saved.STRIDE", 0)
    programs = Programs(tmp_path, people[0].match.genesis, TINY)
    programs.come([*first, *rest], at_once=False)
    programs.same()
    programs.path.unlink(missing_ok=True)
    programs.log[1:] = []
    programs.come([*joins.values(), *(event for event in first if event.kind != "join"), *rest], at_once=False)
    assert programs.path.exists(), "else it is kept"
    programs.same()
