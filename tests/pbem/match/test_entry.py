"""Answering a challenge with a match, and what is no answer to it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from patrol import PATROL
from pbem.crypto.hashing import b64
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.match.entry import check_entry, is_bound, new_challenge, new_entry
from pbem.match.start import ruleset_of
from pbem.record import events as ev
from people import identity, master

HOST, ENTRANT = 5, 1
TEAM = {"mode": "team", "players": 2}
CHALLENGE = new_challenge(master(HOST), PATROL, TEAM, title="The bridge", nonce=bytes(16))
OTHER = new_challenge(master(6), PATROL, {"scenario": "short"}, title="The canal", nonce=b"x" * 16)


def body(**changes: Any) -> ev.GenesisBody:
    """The first line of the entrant's match, changed."""
    msg = new_entry(master(ENTRANT), CHALLENGE, PATROL).msg
    assert isinstance(msg, ev.Genesis)
    return msgspec.structs.replace(msg.body, **changes)


def test_an_entry_follows_from_challenge_and_entrant_alone():
    first, again = (new_entry(master(ENTRANT), CHALLENGE, PATROL) for _ in range(2))
    assert first.line == again.line
    assert first.id != new_entry(master(2), CHALLENGE, PATROL).id
    assert ruleset_of(first, find=lambda _engine: PATROL)[0] is PATROL
    assert [(s.name, s.id) for s in body().seats] == [
        ("player_1", identity(ENTRANT)), ("player_2", identity(ENTRANT)), ("judge", identity(HOST))]
    assert is_bound(body(), CHALLENGE)
    check_entry(body(), CHALLENGE, PATROL)


def test_another_challenge_with_the_same_position_is_another_match():
    other = new_challenge(master(HOST), PATROL, TEAM, title="The bridge", nonce=b"x" * 16)
    assert not is_bound(body(), other)
    assert new_entry(master(ENTRANT), other, PATROL).id != new_entry(master(ENTRANT), CHALLENGE, PATROL).id


SEATS = body().seats


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"engine": "patrol/2"}, "with other ruleset: patrol/2 where patrol/1 is set"),
        ({"engine_hash": b64(bytes(32))}, "with other data"),
        ({"options": {"scenario": "short"}},
         'with other options: {"scenario":"short"} where {"mode":"team","players":2,"scenario":"long"} is set'),
        ({"options": {"mode": "team", "players": "2", "scenario": "long"}}, "with other options"),
        ({"dice": ev.DicePolicy(by=("mover",))}, "with other dice: mover where mover+judge is set"),
        ({"seats": SEATS[:-1]}, "with other judge"),
        ({"seats": (*SEATS[:-1], ev.Seat(id=identity(3), name="judge", role="judge"))}, "with other judge"),
        ({"seats": (SEATS[0], ev.Seat(id=identity(3), name="player_2"), SEATS[2])}, "with other players"),
        ({"host": identity(3)}, "with other players"),
        ({"seats": (*SEATS[:-1], ev.Seat(id=identity(HOST), name="umpire", role="judge"))}, "with other judge"),
        ({"seats": (*SEATS, ev.Seat(id=identity(HOST), name="second", role="judge"))}, "with other judge"),
        ({"seats": (SEATS[1], SEATS[0], SEATS[2])}, "with other players"),
        ({"seats": (SEATS[0], ev.Seat(id=identity(ENTRANT), name="rust"), SEATS[2])}, "with other players"),
        ({"seats": (SEATS[0], SEATS[2])}, "with other players"),
        ({"seats": (SEATS[2], SEATS[0], SEATS[1])}, "with other order of seats"),
        ({"nonce": None}, "with other nonce"),
        ({"nonce": b64(bytes(16))}, "with other nonce"),
        ({"options": {"mode": "team", "players": 2, "scenario": "long", "weather": "fair"}}, "with other options"),
    ],
)
def test_what_is_no_entry(changes, why):
    with pytest.raises(BadRecord) as refused:
        check_entry(body(**changes), CHALLENGE, PATROL)
    assert str(refused.value).startswith(f"an entry to the challenge 'The bridge' {why}")


def test_2_17_one_identity_has_one_first_line():
    """Whoever may change any field of it, and only as far as an entry to the challenge, can change none."""
    only = body()
    for name in ev.GenesisBody.__struct_fields__:
        for other in (body(host=identity(2)), new_entry(master(2), OTHER, PATROL).msg.body):
            changed = msgspec.structs.replace(only, **{name: getattr(other, name)})
            if changed != only:
                with pytest.raises(BadRecord, match="an entry to the challenge 'The bridge' with other"):
                    check_entry(changed, CHALLENGE, PATROL)
    check_entry(only, CHALLENGE, PATROL)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"scenario": "long", "mode": "alone"}, "a first line would have"),  # the default is not written
        ({"scenario": "nowhere"}, "sets what patrol/1 does not know"),
        ({"scenario": "long", "mode": "team"}, "sets what patrol/1 does not know: a team has two players"),
    ],
)
def test_2_17_a_challenge_whose_options_cannot_stand_in_a_first_line_has_no_entry(options, why):
    odd = msgspec.structs.replace(CHALLENGE, options=options)
    with pytest.raises(BadRecord, match=why):
        new_entry(master(ENTRANT), odd, PATROL)
    with pytest.raises(BadRecord, match=why):
        check_entry(body(nonce=odd.entry_nonce(identity(ENTRANT))), odd, PATROL)


def test_nobody_enters_his_own_challenge():
    with pytest.raises(WrongUse, match="this challenge is your own"):
        new_entry(master(HOST), CHALLENGE, PATROL)
    mine = tuple(ev.Seat(id=identity(HOST), name=s.name, role=s.role) for s in SEATS)
    with pytest.raises(BadRecord, match="an entry to the challenge 'The bridge' by its own host"):
        check_entry(body(host=identity(HOST), seats=mine), CHALLENGE, PATROL)


def test_other_data_is_refused_before_a_match_is_made(tmp_path):
    (tmp_path / "incidents.toml").write_text("[points]\nfire = 9\n")
    with pytest.raises(Unsupported, match="this challenge is played with other data of patrol/1"):
        new_entry(master(ENTRANT), CHALLENGE, PATROL, tmp_path)
    with pytest.raises(WrongUse, match="a team has two players"):
        new_challenge(master(HOST), PATROL, {"mode": "team"}, title="x", nonce=bytes(16))
