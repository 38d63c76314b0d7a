"""The first line, and whether it can be played here (protocol 3.6)."""

from __future__ import annotations

import msgspec
import pytest

from patrol import PATROL
from pbem.crypto.keys import identity_seed
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.match.start import check_seats, engine_hash, new_genesis, ruleset_of
from pbem.record import events as ev
from pbem.record.wire import CODEC, Event
from pbem.ruleset import Ruleset
from people import JUDGE, first_line, identity, master
from tiny import TINY


def find(engine: str) -> Ruleset:
    assert engine == "tiny/1"
    return TINY


def changed(seat_names: tuple[str, ...] = (), **fields: object) -> Event:
    """A first line of the tiny game with other fields, signed by its host."""
    msg = first_line().msg
    assert isinstance(msg, ev.Genesis)
    body = msgspec.structs.replace(msg.body, **fields)  # type: ignore[arg-type]
    if seat_names:
        seats = tuple(ev.Seat(id=identity(i), name=name) for i, name in enumerate(seat_names))
        body = msgspec.structs.replace(body, seats=seats)
    return CODEC.make(ev.Genesis(body=body), identity_seed(master(0)))


def test_3_6_a_first_line_names_ruleset_and_data():
    ruleset, files = ruleset_of(first_line(), find=find)
    assert (ruleset, files) == (TINY, TINY.data_files(None))


def test_3_6_options_at_their_default_are_left_out():
    msg = first_line(turns=2).msg
    assert isinstance(msg, ev.Genesis)
    assert msg.body.options == {"scenario": "chest"}
    msg = first_line(turns=3).msg
    assert isinstance(msg, ev.Genesis)
    assert msg.body.options == {"scenario": "chest", "turns": 3}


def test_3_6_the_judge_sits_last():
    msg = first_line("mover+judge", judge=JUDGE).msg
    assert isinstance(msg, ev.Genesis)
    assert [(s.name, s.role) for s in msg.body.seats] == [
        ("red", None), ("green", None), ("blue", None), ("judge", "judge"),
    ]


def test_3_6_other_data_is_refused():
    other = engine_hash("tiny/1", {"tiny.toml": {"worth": {"coin": 2}}})
    with pytest.raises(Unsupported, match="played with other data of tiny/1 than is installed here"):
        ruleset_of(changed(engine_hash=other), find=find)


def test_3_6_the_data_digest_leaves_out_sources_notes_and_drawings():
    plain = {"t.toml": {"crt": [{"at_most": 1}]}}
    noted = {"t.toml": {"note": "x", "crt": [{"at_most": 1, "source": "rule 9.5", "draw": {"x": 1.5}}]}}
    assert engine_hash("tiny/1", plain) == engine_hash("tiny/1", noted)
    assert engine_hash("tiny/1", plain) != engine_hash("tiny/2", plain)


@pytest.mark.parametrize("names", [("red", "green"), ("green", "red", "blue"), ("red", "green", "black")])
def test_3_6_seats_stand_in_the_rulesets_order_under_its_names(names):
    with pytest.raises(BadRecord, match="tiny/1 has the seats red, green, blue, the first line"):
        ruleset_of(changed(names), find=find)


def test_3_6_check_seats_lets_a_judge_pass():
    msg = first_line("mover+judge", judge=JUDGE).msg
    assert isinstance(msg, ev.Genesis)
    check_seats(msg.body, TINY)


def test_2_3_the_first_line_is_signed_by_its_host():
    genesis = first_line()
    forged = msgspec.structs.replace(genesis, sig="A" * 86)
    with pytest.raises(BadRecord, match="not signed by the host that it names"):
        ruleset_of(forged, find=find)


def test_3_6_without_its_nonce_a_match_would_be_the_same_match():
    assert first_line(nonce=bytes(16)).id == first_line(nonce=bytes(16)).id
    assert first_line(nonce=bytes(16)).id != first_line(nonce=b"\1" * 16).id


@pytest.mark.parametrize(
    ("people", "options", "policy", "why"),
    [
        ([0, 1], {}, "mover+others", "tiny has 3 seats, 2 people are named"),
        ([0, 1, 2], {"turns": 9}, "mover+others", "option turns: 9 is not a choice"),
        ([0, 1, 2], {}, "others", "there is no dice policy 'others'"),
    ],
)
def test_what_cannot_be_started_is_said_in_words(people, options, policy, why):
    with pytest.raises(WrongUse, match=why):
        new_genesis(master(0), TINY, [identity(i) for i in people], options, nonce=bytes(16), policy=policy)


@pytest.mark.parametrize("players", [2, 3])
def test_3_6_seats_follow_from_the_options(players):
    genesis = first_line(ruleset=PATROL, mode="team", players=players)
    assert isinstance(genesis.msg, ev.Genesis)
    assert [s.name for s in genesis.msg.body.seats] == [f"player_{i}" for i in range(1, players + 1)]
    assert ruleset_of(genesis, find=lambda _engine: PATROL)[0] is PATROL


def test_3_6_other_seats_than_the_options_give_are_refused():
    team = {"scenario": "long", "mode": "team", "players": 2}
    with pytest.raises(BadRecord, match="tiny/1 has the seats player_1, player_2, the first line red, green, blue"):
        ruleset_of(changed(options=team), find=lambda _engine: PATROL)
    for options, why in (({"scenario": "long", "mode": "team"}, "a team has two players or three"),
                         ({"scenario": "far"}, "patrol has no scenario 'far'")):
        with pytest.raises(BadRecord, match=f"the options of the first line are none of tiny/1: {why}"):
            ruleset_of(changed(options=options), find=lambda _engine: PATROL)
    with pytest.raises(WrongUse, match="patrol has 2 seats, 3 people are named"):
        new_genesis(master(0), PATROL, ["x"] * 3, team, nonce=bytes(16))
