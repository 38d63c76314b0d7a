"""What Enduring Freedom provides to all that runs it, and that an honest match of it can be played by events."""

from __future__ import annotations

import inspect

from enduring_freedom.boards import fresh, quiet

from pbem.kit.data import canonical, require_sources
from pbem_games.enduring_freedom import RULESET
from pbem_games.enduring_freedom.numbers import DATA
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import new_state


def test_what_it_is():
    assert (RULESET.engine, RULESET.seats, RULESET.options) == ("enduring_freedom/1", ("coalition",), ())
    assert list(RULESET.scenarios) == ["enduring_freedom"]
    assert RULESET.resigned(quiet(), "coalition").winners == ()


def test_the_whole_game_is_one_procedure_with_bots_to_play_it():
    assert inspect.iscoroutinefunction(RULESET.play)
    assert RULESET.play is play
    assert "random" in RULESET.bots
    assert all(RULESET.bots[name]("coalition") for name in RULESET.bots)


def test_the_data_have_a_digest_and_every_entry_its_source():
    require_sources(DATA.files())
    assert len(canonical(DATA.files())) > 10_000


def test_a_new_position_is_its_own():
    one, other = fresh(), new_state("enduring_freedom", {}, DATA.files())
    one.islamists["kabul"].pop()
    one.bags["bag_0"].pop()
    assert len(other.islamists["kabul"]) == 4
    assert len(other.bags["bag_0"]) == 70
