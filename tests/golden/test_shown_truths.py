"""What reports would say is true of every claim about secrets in the recorded games of Angola! (`Late.shows`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.match.binding import Binding
from pbem.play.secrets import Secrets
from pbem.replay.films.opening import open_reel
from tiers import thorough

GAMES = sorted((Path(__file__).resolve().parents[2] / "logs" / "angola").glob("*/game.pbem"))
SPOKEN = {"12.1.1", "3", "5.2", "5.4", "7.2", "8.1", "8.1-1", "8.1-3", "9.4", "9.7", "9.10", "9.9.2", "r28"}
"""Rules whose claims are explained; those on Equipment handed over show what was sealed."""
SHORTEST = [game for game in GAMES if game.parent.name == "wrong_on_purpose"]
SPOKEN_THERE = {"12.1.1", "3", "5.2", "5.4", "7.2", "8.1", "8.1-1", "8.1-3", "9.4"}
READ = [(SHORTEST, 100, SPOKEN_THERE), thorough((GAMES, 1000, SPOKEN))]
"""Games read, more claims than so many, the rules that they are about."""


@pytest.fixture(scope="module", params=READ, ids=["shortest", "all"])
def read(request):
    """What was found in some games, how many claims it has at least, and of which rules."""
    games, least, rules = request.param
    return claims_in(games), least, rules


def claims_in(games):
    """Rule, claim and truth of each claim that has words."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        lates = []
        taken = Secrets.claim

        def claim(secrets, given, round, seat):
            given = list(given)
            lates.extend(given)
            taken(secrets, given, round, seat)

        patch.setattr(Secrets, "claim", claim)
        for game in games:
            reel = open_reel(game, "auditor")
            lates.clear()
            binding = Binding(reel.match.genesis, reel.match.ruleset, reel.match.files, reel.secrets)
            for closed in reel.match.rounds.closed:
                binding.close(closed)
            table = binding.table
            found += [(late.rule, late.claim, late.shows(*map(table.peek, late.needs)))
                      for late in lates if late.shows is not None and all(map(table.secrets.is_seen, late.needs))]
    return found


def test_every_truth_is_a_few_words(read):
    shown, least, _ = read
    assert len(shown) > least
    for rule, claim, words in shown:
        assert words, (rule, claim)
        assert len(words) < 600
        assert "Units are nothing" not in words


def test_the_rules_whose_claims_are_explained(read):
    shown, _, rules = read
    assert {rule for rule, _, _ in shown} == rules


@pytest.mark.parametrize(("rule", "claim", "words"), [
    ("3", "FNLA: at most 4 infantry came to a Control Marker", "7 infantry at Ambriz, 4 are allowed"),
    ("3", "FNLA: every Unit of the set-up is placed once", "Column A in Ambriz: 7 infantry; Column B in "
     "Benguela: infantry; loose in FLEC Base: 3 infantry; loose in Lobito: 4 infantry; loose in Maquela do Zombo: "
     "3 infantry; loose in Santo António: 2 infantry"),
])  # fmt: skip
def test_by_hand(read, rule, claim, words):
    shown, _, _ = read
    assert (rule, claim, words) in shown
