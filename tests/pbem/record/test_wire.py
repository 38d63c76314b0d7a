"""The game of the vectors byte for byte, and what is accepted besides (protocol 2.3 to 2.7, 2.12, 3)."""

from __future__ import annotations

import json

import msgspec
import pytest

from pbem.crypto.entropy import Chain
from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import make_pop
from pbem.crypto.seal import make_seal, seal_context
from pbem.limits import MAX_LINE
from pbem.record import events as ev
from pbem.record.rounds import first_digest, round_digest
from pbem.record.wire import CODEC, SeatLine, check_join_pop, event_id, read_say, say_text, verify_event
from toy import (
    A32,
    ATTACK,
    DIGESTS,
    DISCLOSE,
    ENTROPY,
    EVENTS,
    GAME,
    GENESIS,
    GID,
    ID_PKS,
    IDENTITIES,
    KEYS,
    LINES,
    REVEAL,
    ROUNDS,
    SEAL,
    TOY,
    Attack,
    Bid,
    changed,
    line_of,
    signer,
)


@pytest.mark.parametrize("number", range(12))
def test_ids_and_signatures_of_the_game(number):
    event, expected = EVENTS[number], GAME["events"][number]
    assert event.line == LINES[number]
    assert event.kind == expected["kind"]
    seat = event.seat if isinstance(event, SeatLine) else None
    assert seat == expected["seat"]
    assert event.id == event_id(event.core) == b64(bytes.fromhex(expected["id"]))
    assert unb64(event.sig, 64).hex() == expected["sig"]
    assert verify_event(event, signer(event))
    assert not verify_event(event, KEYS[1 if seat == 0 else 0].pk)


def test_digests_of_the_game():
    assert b64(GID) == EVENTS[0].id
    digest = first_digest(GID)
    assert digest == DIGESTS[0]
    for r, numbers in enumerate(ROUNDS[1:], 1):
        digest = round_digest(GID, r, digest, [EVENTS[number].id for number in numbers])
        assert digest == DIGESTS[r]


def bodies():
    """The game from its parts: (kind, seat, body) of every event after the first."""
    chains = [Chain(keys.gs, GID, keys.seat, 0, 64) for keys in KEYS]
    for seat, keys in enumerate(KEYS):
        join = ev.JoinBody(
            anchor=b64(chains[seat].anchor),
            box=b64(keys.box_pk),
            chain_n=64,
            epoch=0,
            gsc=b64(keys.gsc),
            pk=b64(keys.pk),
            pop=b64(make_pop(keys, ID_PKS[seat], chains[seat].anchor, 64)),
        )
        assert check_join_pop(GID, seat, ID_PKS[seat], join)
        assert not check_join_pop(GID, 1 - seat, ID_PKS[seat], join)
        yield ev.Join, seat, 1, join
    yield ev.Act, 0, 2, Attack(source="A3", to="A4", roll="combat/1")
    for seat in (0, 1):
        yield ev.Entropy, seat, 3, ev.EntropyBody(c=0, i=1, e=b64(chains[seat].element(1)))
    sealed = []
    for seat, text in enumerate(GAME["bids_utf8"]):
        bid = msgspec.json.encode(Bid(json.loads(text)["bid"]))
        sealed.append(make_seal(KEYS[seat].gs, seal_context(GID, seat, "r4/bid", DIGESTS[3]), bid, 128))
        item = sealed[seat][0]
        fields = {"salt": b64(item.salt), "ct": b64(item.ct), "com": b64(item.com)}
        yield ev.Seal, seat, 4, ev.SealBody(items=(ev.SealItem(slot="r4/bid", bucket=128, **fields),))
    for seat in (0, 1):
        yield ev.Reveal, seat, 5, ev.RevealBody(of=EVENTS[6 + seat].id, slot="r4/bid", key=b64(sealed[seat][1]))
    for seat in (0, 1):
        yield ev.Disclose, seat, 6, ev.DiscloseBody(epoch=0, gs=b64(KEYS[seat].gs))


def test_the_game_is_made_again_byte_for_byte():
    genesis = ev.Genesis(
        body=ev.GenesisBody(
            dice=ev.DicePolicy(by=("mover", "others")),
            engine="toy",
            engine_hash=EVENTS[0].msg.body.engine_hash,
            host=b64(ID_PKS[0]),
            options={},
            seats=tuple(ev.Seat(id=b64(pk), name=name) for pk, name in zip(ID_PKS, ("north", "south"), strict=True)),
        )
    )
    made = [TOY.make(genesis, IDENTITIES[0])]
    gid = made[0].id
    feeds, counts = [gid, gid], [0, 0]
    for struct, seat, r, body in bodies():
        msg = struct(
            body=body,
            feed=feeds[seat],
            game=gid,
            n=counts[seat],
            prev=b64(DIGESTS[r - 1]),
            r=r,
            seat=seat,
            t=1_760_000_000 + r,
        )
        event = TOY.make(msg, IDENTITIES[seat] if struct is ev.Join else KEYS[seat].sign_seed)
        made.append(event)
        feeds[seat], counts[seat] = event.id, counts[seat] + 1
    assert [event.line for event in made] == LINES
    assert made == EVENTS
    assert len({*made, *EVENTS}) == 12


ANSWER = {"type": "answer", "rule": "9.4", "say": "pass"}
ITEM = json.loads(EVENTS[SEAL].core)["body"]["items"][0]
NORTH, SOUTH = json.loads(EVENTS[GENESIS].core)["body"]["seats"]


@pytest.mark.parametrize(
    "core",
    [
        changed(ATTACK, body=ANSWER),
        changed(ATTACK, body=ANSWER | {"about": "huambo/unita"}, st="A" * 22, inc=[A32, A32[:-1] + "E"]),
        changed(ATTACK, body={"type": "undo", "to": 17}),
        changed(ATTACK, body={"type": "priv", "com": A32, "rule": "o31", "slot": "r2/o31/0"}),
        changed(REVEAL, body__more=[{"of": A32, "slot": "r4/x/1", "key": A32}, {"seed": A32, "slot": "r2/o31/0"}]),
        changed(REVEAL, body={"seed": A32, "slot": "r2/o31/0"}),
        changed(ENTROPY, kind="resign", body={}),
        changed(ENTROPY, kind="note", body={"text": "grüße \U0001f600 \u2028\x7f\x1b"}),
        changed(DISCLOSE, body__more=[{"epoch": 1, "gs": A32}]),
        changed(GENESIS, body__nonce="A" * 22, body__options={"scenario": "war", "bid": 3, "fog": True}),
        changed(GENESIS, body__dice={"by": ["mover", "judge"]}, body__seats=[NORTH, SOUTH | {"role": "judge"}]),
    ],
)
def test_accepted(core):
    event = CODEC.decode(line_of(core))
    assert json.loads(event.core) == core
    assert event.kind == core["kind"]


def test_lanes():
    lanes = {kind.kind: kind.lane for kind in (ev.Genesis, ev.Join, ev.Act, ev.Seal, ev.Reveal, ev.Resign, ev.Note)}
    assert lanes == {
        "genesis": "genesis",
        "join": "main",
        "act": "main",
        "seal": "main",
        "reveal": "main",
        "resign": "side",
        "note": "side",
    }
    assert {ev.Entropy.lane, ev.Disclose.lane} == {"main"}


def test_the_largest_seal_fits_a_line():
    items = [ITEM | {"bucket": 8192, "ct": "A" * 10_944, "slot": f"r999999/9.6.2/{'x' * 43}/{i:03}"} for i in range(5)]
    line = line_of(changed(SEAL, body__items=items))
    assert len(CODEC.decode(line).msg.body.items) == 5
    assert len(line) < MAX_LINE


def test_only_the_signature_of_an_event_may_be_replaced():
    event = TOY.decode(LINES[4])
    event.sig = "A" * 86
    assert event.id == EVENTS[4].id
    assert not verify_event(event, KEYS[0].pk)
    with pytest.raises(AttributeError):
        event.msg.n = 3
    assert not hasattr(event, "__dict__")


def test_say_there_and_back():
    assert say_text("attack b3 2") == b'{"say":"attack b3 2"}'
    assert read_say(say_text("attack b3 2")) == "attack b3 2"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b'{"say":7}',
        b'{"say": "x"}',
        b'{"say":"x","to":1}',
        b'{"say":"X"}',
        b'{"say":"\xff"}',
        b'{"say":"x","say":"x"}',
        b'{"say":"\\u0078"}',
        b'{"say":""}',
        b'{"say":"x"}\n',
        b"\x80",
        b"[" * 9000,
    ],
)
def test_what_is_no_say(text):
    assert read_say(text) is None
