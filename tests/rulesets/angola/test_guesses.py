"""What-if without the others' secrets: guesses are legal, agree with all claims, and come from nothing else."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.match.binding import Binding
from pbem.play.requests import Open
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.branch import Branch
from pbem.viewing.viewers import secrets_for
from pbem_games.angola import RULESET
from pbem_games.angola.columns import public_size
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.planning import BLANK
from people import exchange, finish, invite, settle
from tiers import tiers

LOGS = Path(__file__).parents[3] / "logs" / "angola"
VIEWERS = ("public", *FACTIONS)


@cache
def known(case: str) -> Reel:
    """A game over, with everybody's secrets at hand."""
    return open_reel(LOGS / case / "game.pbem", "auditor")


def seen_by(viewer: str, case: str) -> Reel:
    """The same for somebody who has but the own secret."""
    full = known(case)
    own = {n: gs for n, gs in full.secrets.items() if full.match.name(n) == viewer}
    return Reel(full.match, viewer, secrets=own)


@cache
def turn_starts(case: str) -> tuple[int, ...]:
    """The rounds after which a new turn has begun."""
    match = known(case).match
    binding = Binding(match.genesis, match.ruleset, match.files, {})
    rounds, turn = [], 0
    for closed in match.rounds.closed:
        binding.close(closed)
        if binding.state.turn != turn and not binding.has_ended:
            turn = binding.state.turn
            rounds.append(closed.r)
    return tuple(rounds)


def go_on(branch: Branch, answers: int) -> None:
    """Bots play; the position stays sound, and nobody is found out."""
    incidents = len(branch.table.incidents)
    for _ in branch.play_on(branch.answers + answers):
        assert RULESET.problems(branch.state) == []
    assert branch.table.incidents[incidents:] == []


@pytest.mark.parametrize("viewer", tiers(VIEWERS, quick=["unita"]))
def test_r28_a_guess_has_the_size_that_was_told_of_every_column(viewer):
    reel = seen_by(viewer, "resignation")
    binding = Binding(reel.match.genesis, reel.match.ruleset, reel.match.files, reel.secrets)
    guesser = RULESET.guesser()
    sized = 0
    for closed in reel.match.rounds.closed:
        binding.close(closed)
        guesser.watch(binding.state)
        if binding.has_ended or closed.r % 10:
            continue
        secrets = binding.table.secrets
        hidden, claims = secrets.hidden(), secrets.open_claims()
        values = guesser.guess(binding.state, hidden, claims, secrets.peek, random.Random(closed.r))
        assert secrets.misfits(values) == []
        for own in binding.state.factions.values():
            for column in own.columns.values():
                size = public_size(column)
                if size is not None and column.sealed in values:
                    sized += 1
                    left = [t for t in values[column.sealed] if t not in column.gone]
                    assert len(left) + len(column.known) == size, (closed.r, column)
    assert sized > 50


@pytest.mark.parametrize("viewer", VIEWERS)
def test_r28_what_was_claimed_of_all_letters_together_is_judged_of_the_guess_too(viewer):
    """Letters that stand nowhere have empty manifests: without them none of these claims could be judged."""
    reel = seen_by(viewer, "resignation")
    branch = Branch(reel, 30, "s")
    factions = {f for f in FACTIONS if f != viewer}
    for faction in factions:
        empty = [h for h in branch.table.secrets.of(faction) if branch.table.peek(h) == ()]
        assert empty, faction
    waiting = [late.claim for late in branch.table.secrets.open_claims()]
    assert not [claim for claim in waiting if "as large as was told" in claim]


@pytest.mark.parametrize(("case", "viewer"), tiers(
    [(case, viewer) for case in ("turn_ten", "soviet_decisive") for viewer in VIEWERS],
    [("soviet_decisive", "mpla")]))
def test_guesses_are_legal_and_agree_with_every_claim_all_game_long(case, viewer):
    reel = seen_by(viewer, case)
    match = reel.match
    binding = Binding(match.genesis, match.ruleset, match.files, reel.secrets)
    guesser = RULESET.guesser()
    judged = 0
    for closed in match.rounds.closed:
        binding.close(closed)
        guesser.watch(binding.state)
        if binding.has_ended or closed.r % 5:
            continue
        secrets = binding.table.secrets
        claims = secrets.open_claims()
        values = guesser.guess(binding.state, secrets.hidden(), claims, secrets.peek, random.Random(closed.r))
        again = secrets.copy()
        again.imagine(values)  # IllegalMove where one is not legal in its slot
        for late in claims:
            if all(again.is_seen(h) for h in late.needs) and not values.keys().isdisjoint(late.needs):
                judged += 1
                assert late.holds(*map(again.peek, late.needs)), (closed.r, late.claim)
        for faction in FACTIONS:
            assert_nobody_is_twice(binding, again.peek, faction)
    assert judged > 100


def assert_nobody_is_twice(binding: Binding, peek, faction: str) -> None:
    """All Units are somewhere, once."""
    own = binding.state.factions[faction]
    inside = [t for c in own.columns.values() if c.sealed is not None for t in peek(c.sealed) if t not in c.gone]
    labels = [t for t in (*inside, *(t for c in own.columns.values() for t in c.known)) if t in own.hidden]
    units = [t for t in inside if t not in own.hidden]
    units += [*own.loose, *own.reserve, *own.dead, *own.major_pool]
    units += [t for c in own.columns.values() for t in c.known if t not in own.hidden]
    assert sorted(units) == sorted(binding.state.numbers.counters_of[faction])
    names = [peek(handle) for handle in own.hidden.values()]
    assert len(set(names)) == len(names)
    assert set(names) <= set(own.major_pool)
    if not binding.table.pending.rule.startswith("12."):  # there some were drawn and stand nowhere yet
        assert sorted(labels) == sorted(own.hidden)
    cards = [*map(peek, own.pack)]
    deck = binding.state.numbers.deck(faction, binding.state.turn)
    assert all(cards.count(card) <= deck[card] for card in cards)
    assert not cards or cards.count(BLANK) == deck.get(BLANK, 0)


@pytest.mark.parametrize(("turn", "viewer"), tiers(
    [(turn, viewer) for turn in range(10) for viewer in VIEWERS],
    [(turn, VIEWERS[turn % len(VIEWERS)]) for turn in range(0, 10, 2)]))
def test_it_works_at_every_start_of_a_turn_for_everybody(turn, viewer):
    branch = Branch(seen_by(viewer, "turn_ten"), turn_starts("turn_ten")[turn], "s")
    go_on(branch, 12)
    if turn:
        assert branch.guessed == tuple(f for f in FACTIONS if f != viewer)


@pytest.mark.parametrize("examples", tiers([10, 40], quick=1))
def test_it_works_from_any_point(examples):
    @settings(max_examples=examples)
    @given(viewer=st.sampled_from(VIEWERS), seed=st.sampled_from("abc"), at=st.integers(2, 420))
    def goes_on(viewer: str, seed: str, at: int) -> None:
        go_on(Branch(seen_by(viewer, "resignation"), at, seed), 8)

    goes_on()


def test_it_works_between_a_seal_and_its_opening():
    match = known("resignation").match
    binding = Binding(match.genesis, match.ruleset, match.files, {})
    found = {}
    for closed in match.rounds.closed[:-3]:
        binding.close(closed)
        if isinstance(binding.table.pending, Open) and closed.events[0].msg.kind == "seal":
            found.setdefault(binding.table.pending.rule, closed.r)
    assert {"3", "8.1-3", "12.4.1"} <= found.keys()
    for rule, round in found.items():
        branch = Branch(seen_by("fnla", "resignation"), round, "s")
        assert branch.told(), rule  # it was opened, and something came of it
        go_on(branch, 8)


def trace(branch: Branch) -> list[bytes]:
    """All that can be seen of a branch after each answer."""
    found = []
    for _ in branch.play_on(branch.answers + 40):
        found += [msgspec.json.encode((branch.state, branch.told(), branch.scene(), branch.asked()), order="sorted")]
        found += [branch.prompt(seat).encode() + "|".join(branch.examples(seat)).encode() for seat in branch.asked()]
    return found


@pytest.mark.parametrize("viewer", tiers(VIEWERS, quick=["public", "fapla"]))
def test_more_keys_change_nothing_of_what_a_viewer_is_shown(viewer):
    with_all = Reel(known("turn_ten").match, viewer, secrets=known("turn_ten").secrets)
    for round in (turn_starts("turn_ten")[3], 500):
        few = trace(Branch(seen_by(viewer, "turn_ten"), round, "s"))
        assert few == trace(Branch(with_all, round, "s"))
        assert few


def test_what_the_viewer_knows_is_used_as_it_is():
    truth = Branch(known("turn_ten"), 500, "s")
    for viewer in FACTIONS:
        branch = Branch(seen_by(viewer, "turn_ten"), 500, "s")
        own = [h for c in branch.state.factions[viewer].columns.values() if (h := c.sealed) is not None]
        own += [*branch.state.factions[viewer].pack, *branch.state.factions[viewer].hidden.values()]
        assert own
        assert [branch.table.peek(h) for h in own] == [truth.table.peek(h) for h in own]


def test_another_seed_guesses_otherwise_and_the_same_alike():
    def manifests(reel: Reel, seed: str) -> list[object]:  # later in this game all of them can be worked out
        branch = Branch(reel, turn_starts("turn_ten")[1], seed)
        columns = [c for f in FACTIONS for c in branch.state.factions[f].columns.values()]
        return [branch.table.peek(c.sealed) for c in columns if c.sealed is not None]

    guesses = [manifests(seen_by("public", "turn_ten"), seed) for seed in "aabcdefgh"]
    assert guesses[0] == guesses[1]
    assert len({str(g) for g in guesses}) > 2
    assert any(guess != manifests(known("turn_ten"), "a") for guess in guesses)


def test_the_auditor_guesses_nothing():
    assert Branch(known("turn_ten"), 500, "s").guessed == ()


def test_nothing_of_the_game_is_touched():
    folder = LOGS / "turn_ten"
    before = {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in sorted(folder.iterdir())}
    match = known("turn_ten").match
    digests, state = list(match.rounds.digests), msgspec.json.encode(match.state)
    go_on(Branch(seen_by("unita", "turn_ten"), 700, "s"), 30)
    assert {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in sorted(folder.iterdir())} == before
    assert (list(match.rounds.digests), msgspec.json.encode(match.state)) == (digests, state)


def test_a_match_under_way_goes_on_for_each_of_its_people():
    people = invite(ruleset=RULESET)
    settle(people)
    finish(people, random.Random(3), until=lambda: people[0].match.rounds.r > 60)
    exchange(people)
    for person in people:
        (seat,) = person.match.keys
        name = person.match.name(seat)
        reel = Reel(person.match, name, secrets=secrets_for(person.match, name))
        branch = Branch(reel, person.match.rounds.r - 1, "s")
        assert branch.guessed == tuple(f for f in FACTIONS if f != name)
        go_on(branch, 20)
