"""As seen by a seat a page holds nothing that it did not know then, whatever is known when the page is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import played
from pages import before_end
from pbem.desk.reading import read
from pbem.match.match import Match
from pbem.record.events import Disclose
from pbem.replay.films.reel import Reel
from pbem.ruleset import Ruleset
from pbem.show.html import Match as About
from pbem.show.html import page
from pbem.viewing.viewers import disclosed

LOG = Path(__file__).parents[3] / "logs" / "angola" / "wrong_on_purpose" / "game.pbem"


def match_of(ruleset: Ruleset, events) -> Match:
    match = Match(events[0], ruleset, ruleset.data_files(None))
    match.take(events)
    return match


def replay(match: Match, viewer: str, secrets: dict[int, bytes]) -> str:
    about = About(title="A game", id=match.genesis.id, engine=match.ruleset.engine, seats=tuple(match.binding.names))
    return page(Reel(match, viewer, secrets=secrets), about)


@pytest.mark.parametrize("seed", range(6))
def test_disclosed_secrets_change_no_byte_up_to_the_end_of_play(seed):
    game = played(seed)
    whole = match_of(game.ruleset, game.events)
    played_on = match_of(game.ruleset, [e for e in game.events if not isinstance(e.msg, Disclose)])
    for seat, name in enumerate(whole.binding.names):
        own = {seat: game.secrets[seat]}
        then, later = replay(played_on, name, own), replay(whole, name, game.secrets)
        assert before_end(then) == before_end(later)
        assert replay(whole, name, own) == later


def test_nor_in_a_war_in_angola():
    whole = read(LOG)
    known = disclosed(whole)
    events = [whole.genesis, *(e for e in whole.feeds.by_id.values() if not isinstance(e.msg, Disclose))]
    then = match_of(whole.ruleset, events)
    pages = [replay(match, "fnla", secrets) for match, secrets in ((then, {1: known[1]}), (whole, known))]
    assert before_end(pages[0]) == before_end(pages[1])
    assert pages[0] != pages[1]
    assert before_end(replay(whole, "auditor", known)) != before_end(pages[1])
