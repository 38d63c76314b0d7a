"""What if: a branch begins where the game stood, uses only what its viewer knows, and touches nothing."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from pbem.errors import IllegalMove, NotYourTurn, WrongUse
from pbem.match.match import Match
from pbem.replay.films.reel import Projector, Reel
from pbem.replay.whatif.branch import Branch
from pbem.viewing.viewers import secrets_for
from people import exchange, invite
from tiny import TINY


@pytest.fixture
def auditor(raid):
    return Reel(raid, "auditor", secrets=secrets_for(raid, "auditor"))


def state_after(reel: Reel, round: int) -> bytes:
    projector = Projector(reel)
    projector.start()
    for closed in projector.rounds():
        if closed.r <= round:
            projector.show(closed)
    return msgspec.json.encode(projector.binding.state, order="sorted")


def test_a_branch_begins_in_the_position_of_its_step(auditor):
    for frame in auditor:
        if frame.ending is None and not any(a.text == "dice" for a in frame.scene.awaited):
            branch = Branch(auditor, frame.round, "s")
            if branch.answers == 0:
                assert msgspec.json.encode(branch.state, order="sorted") == state_after(auditor, frame.round)
                assert branch.asked() == [a.seat for a in frame.scene.awaited]


def test_the_same_seed_is_the_same_game_and_the_match_is_untouched(auditor, raid):
    digests, lines = list(raid.rounds.digests), raid.genesis.line
    ends = []
    for seed in ("a", "a", "b", "c", "d"):
        branch = Branch(auditor, 20, seed)
        for _ in branch.play_on():
            pass
        ends.append((branch.outcome().result, branch.answers, [t.text for t in branch.told()]))
    assert ends[0] == ends[1]
    assert len({str(end) for end in ends}) > 1
    assert all(result is not None for result, _, _ in ends)
    assert (list(raid.rounds.digests), raid.genesis.line) == (digests, lines)


def test_a_branch_that_is_cut_short_says_so(auditor):
    branch = Branch(auditor, 5, "a")
    for _ in branch.play_on(most=4):
        pass
    assert branch.outcome().result is None
    assert branch.outcome().answers >= 4


def test_without_guesses_it_stops_where_a_secret_is_needed(raid):
    first_seal = next(f.round for f in Reel(raid) if f.kind == "seal")
    name = raid.name(0)
    for viewer in ("public", name):
        branch = Branch(Reel(raid, viewer, secrets=secrets_for(raid, viewer)), first_seal, "a")
        assert branch.guessed == ()
        branch.bot_answers()  # the packs: to choose them nobody needs a secret
        with pytest.raises(WrongUse, match=f"has sealed in r.*, which {viewer} does not know") as refused:
            for _ in branch.play_on():
                pass
        assert "--auditor" in refused.value.hint
        assert len(str(refused.value).splitlines()) == 1


def test_what_nobody_has_sealed_yet_needs_nothing():
    people = invite()
    exchange(people)
    for person in people:
        person.match.join(next(iter(person.match.keys)))
    exchange(people)
    match = Match(people[0].log[0], TINY, TINY.data_files(None))
    match.take(people[0].log)
    branch = Branch(Reel(match), 1, "a")
    assert branch.request is not None


def test_after_the_end_there_is_nothing_to_try(auditor, raid):
    with pytest.raises(WrongUse, match="the match has ended here"):
        Branch(auditor, raid.rounds.r, "a")


def test_what_a_seat_sealed_last_may_be_said_again(auditor):
    paces = next(f.round for f in auditor if f.kind == "seal") - 1
    branch = Branch(auditor, paces, "a")
    branch.ruleset = dataclasses.replace(branch.ruleset, again=lambda state, request, seat, last, peek: list(last))
    sealed = []
    while len(sealed) < 2:
        seat = branch.asked()[0]
        if branch.request is not None and branch.request.rule == "2.1":
            sealed.append(branch.order("as last time" if sealed else "march; rest"))
            assert sealed[-1] == f"{seat}: march; rest"
        branch.bot_answers()


def test_orders_are_typed_as_in_the_game(auditor, raid):
    paces = next(f.round for f in auditor if f.kind == "seal") - 1
    branch = Branch(auditor, paces, "a")
    seats = branch.asked()
    assert branch.order(f"{seats[1]}: 3") == f"{seats[1]}: 3"
    assert branch.asked() == [seats[0], seats[2]]
    with pytest.raises(NotYourTurn, match="is not asked now"):
        branch.order(f"{seats[1]}: 2")
    with pytest.raises(IllegalMove):
        branch.order("17")
    assert branch.order("2") == f"{seats[0]}: 2"
    branch.bot_answers()
    assert branch.asked()
    assert branch.request is not None
    assert branch.request.rule == "2.1"
    with pytest.raises(IllegalMove):
        branch.order("raid; raid")  # rule 2.2: one raid at most
    assert branch.order("march;rest").endswith("march; rest")
    assert branch.prompt(branch.asked()[0]) == "rule 2.1"
    assert branch.examples(branch.asked()[0])
    for _ in branch.play_on():
        pass
    assert branch.result is not None
    with pytest.raises(NotYourTurn):
        branch.order("march")
    assert branch.scene().viewer == "auditor"
