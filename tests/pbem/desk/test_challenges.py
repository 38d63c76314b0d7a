"""Entries to a challenge, seen by its host: nobody enters twice, and nobody is refused for what another wrote."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from pbem.crypto.keys import identity_seed
from pbem.desk.challenges import refuse_second_entry, twins_fault
from pbem.errors import Fork
from pbem.record.wire import CODEC
from people import invite, master, settle, twins

TITLE = "The bridge"


@pytest.fixture
def entered(tmp_path):
    """A match in which all have joined, and the join of red."""
    people = invite(turns=1)
    settle(people)
    match = people[1].match
    join = next(e for e in match.feeds.by_id.values() if e.kind == "join" and e.seat == 0)
    return SimpleNamespace(match=match, gid=match.genesis.id, path=tmp_path), join


def test_who_begins_again_is_refused_and_what_he_began_first_stands(entered):
    game, join = entered
    second = CODEC.make(msgspec.structs.replace(join.msg, t=join.msg.t + 1), identity_seed(master(0)))
    refuse_second_entry(game, [join], TITLE)
    with pytest.raises(Fork, match="a second entry of one person to the challenge 'The bridge': refused") as refused:
        refuse_second_entry(game, [join, second], TITLE)
    assert str(game.path) in refused.value.hint


@pytest.mark.parametrize("change", [{"game": "A" * 43}, {"seat": 9}, {"seat": 9, "game": "A" * 43}, {}])
def test_nobody_is_refused_for_what_another_wrote_or_for_another_match(entered, change):
    game, join = entered
    signer = 1 if not change else 0
    other = CODEC.make(msgspec.structs.replace(join.msg, t=join.msg.t + 1, **change), identity_seed(master(signer)))
    refuse_second_entry(game, [other, game.match.genesis], TITLE)


def test_of_an_entry_in_which_somebody_signed_twice_the_host_is_told_how_to_prove_it(entered, tmp_path):
    game, _ = entered
    assert twins_fault(game, TITLE) is None
    people, pair = twins()
    people[0].match.take(pair)
    fault = twins_fault(SimpleNamespace(match=people[0].match, path=tmp_path), TITLE)
    assert f"signed two events as its event {pair[0].msg.n}; play has stopped" in str(fault)
    assert fault.hint == f"write the proof with: pbem verify --proof FOLDER {tmp_path}"
