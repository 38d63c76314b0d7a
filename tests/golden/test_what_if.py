"""What if, at every tenth round of every recorded game, for everybody: a guess fits what was told, blames nobody."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pbem.errors import WrongUse
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.branch import Branch
from tiers import thorough

LOGS = Path(__file__).parents[2] / "logs"
ALL = sorted(f"{p.parent.parent.name}/{p.parent.name}" for p in LOGS.glob("*/*/game.pbem"))
UNGUESSED = [case for case in ALL if case.startswith("anaconda/")]  # it has no guesser: only the auditor plays on
CASES = [case for case in ALL if case not in UNGUESSED]
LONG = {"angola/soviet_decisive", "angola/turn_ten", "angola/western_decisive"}
CHEAT = "angola/wrong_on_purpose"  # what FNLA claims cannot all be true, as everybody can count
CLAIM = "FNLA: at most 4 infantry came to a Control Marker"
ON = 24  # answers that are played on


@cache
def reels(case: str) -> dict[str, Reel]:
    """The game as each viewer sees it who has but the own secret."""
    full = open_reel(LOGS / case / "game.pbem", "auditor")
    names = {n: full.match.name(n) for n in full.secrets}
    own = {viewer: {n: full.secrets[n] for n in names if names[n] == viewer} for viewer in ("public", *names.values())}
    return {viewer: Reel(full.match, viewer, secrets=secrets) for viewer, secrets in own.items()}


def played(case: str) -> range:
    """Every tenth round in which somebody can play on."""
    match = next(iter(reels(case).values())).match
    return range(10, len(match.rounds.closed) - 2, 10)


def assert_blames_nobody(case: str, viewer: str, round: int) -> None:
    branch = Branch(reels(case)[viewer], round, "s")
    before, told = len(branch.table.incidents), len(branch.table.story)
    for _ in branch.play_on(branch.answers + ON):
        pass
    assert branch.misfits in ((), (CLAIM,) if case == CHEAT else ())
    assert branch.table.incidents[before:] == []
    assert not [t.text for t in branch.table.story[told:] if "claimed what was not true" in t.text]


@pytest.mark.parametrize("case", [thorough(case) if case in LONG else case for case in CASES])
def test_a_sample(case):
    rounds = played(case)
    viewers = list(reels(case))
    for i, round in enumerate((rounds[0], rounds[len(rounds) // 2])):
        assert_blames_nobody(case, viewers[i % len(viewers)], round)


@pytest.mark.parametrize("case", UNGUESSED[:1])
def test_a_game_without_guesses_says_what_is_not_known(case):
    with pytest.raises(WrongUse, match=r"what al_qaeda has sealed in .*, which public does not know"):
        assert_blames_nobody(case, "public", played(case)[0])


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_every_tenth_round_for_everybody(case):
    for viewer in reels(case):
        for round in played(case):
            assert_blames_nobody(case, viewer, round)
