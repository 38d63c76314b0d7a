"""2.18 The bounds of the protocol: what just fits is read, what is one more is refused."""

from __future__ import annotations

import json

import pytest

from pbem.crypto.hashing import b64
from pbem.errors import BadRecord, Unsupported
from pbem.record.feeds import Feeds
from pbem.record.wire import CODEC
from toy import A32, ATTACK, DISCLOSE, ENTROPY, EVENTS, GENESIS, JOIN, REVEAL, SEAL, changed, line_of
from writers import Writer, genesis

FIRST = genesis()
ANSWER = {"type": "answer", "rule": "9.4", "say": "pass"}
ITEM = json.loads(EVENTS[SEAL].core)["body"]["items"][0]
NORTH = json.loads(EVENTS[GENESIS].core)["body"]["seats"][0]


def ids(count: int) -> list[str]:
    return sorted(b64(i.to_bytes(32, "big")) for i in range(count))


def answer(**fields: object) -> dict[str, object]:
    return changed(ATTACK, body=ANSWER | fields)


def undo(to: int) -> dict[str, object]:
    return changed(ATTACK, body={"type": "undo", "to": to})


def seal(**fields: object) -> dict[str, object]:
    return changed(SEAL, body__items=[ITEM | fields])


def slots(count: int) -> list[dict[str, str]]:
    return [{"seed": A32, "slot": f"r2/1/{i}"} for i in range(count)]


FITS_AND_NOT = {
    "n": (changed(ENTROPY, n=2**53 - 1), changed(ENTROPY, n=2**53)),
    "t": (changed(ENTROPY, t=2**53 - 1), changed(ENTROPY, t=2**53)),
    "t from 0": (changed(ENTROPY, t=0), changed(ENTROPY, t=-1)),
    "seat": (changed(ENTROPY, seat=15), changed(ENTROPY, seat=16)),
    "r": (changed(ENTROPY, r=999_999), changed(ENTROPY, r=1_000_000)),
    "r from 1": (changed(ENTROPY, r=1), changed(ENTROPY, r=0)),
    "inc": (changed(ENTROPY, inc=ids(1_024)), changed(ENTROPY, inc=ids(1_025))),
    "chain": (changed(ENTROPY, body__c=2**32 - 1), changed(ENTROPY, body__c=2**32)),
    "element": (changed(ENTROPY, body__i=65_536), changed(ENTROPY, body__i=65_537)),
    "chain_n": (changed(JOIN, body__chain_n=65_536), changed(JOIN, body__chain_n=65_537)),
    "epoch": (changed(JOIN, body__epoch=2**32 - 1), changed(JOIN, body__epoch=2**32)),
    "rule": (answer(rule="a-z.0-9."), answer(rule="a-z.0-9.z")),
    "no rule": (answer(rule="1"), answer(rule="")),
    "about": (answer(about="x" * 43), answer(about="x" * 44)),
    "say": (answer(say="x" * 8_000), answer(say="x" * 8_001)),
    "undo": (undo(999_999), undo(1_000_000)),
    "slot": (seal(slot="x" * 64), seal(slot="x" * 65)),
    "openings": (changed(REVEAL, body__more=slots(255)), changed(REVEAL, body__more=slots(256))),
    "disclosed": (
        changed(DISCLOSE, body__more=[{"epoch": i, "gs": A32} for i in range(1, 65)]),
        changed(DISCLOSE, body__more=[{"epoch": i, "gs": A32} for i in range(1, 66)]),
    ),
    "note": (
        changed(ENTROPY, kind="note", body={"text": "\U0001f600" * 2_000}),
        changed(ENTROPY, kind="note", body={"text": "\U0001f600" * 2_001}),
    ),
    "text of a result": (
        changed(ENTROPY, kind="agree", body={"do": "result", "text": "\U0001f600" * 200}),
        changed(ENTROPY, kind="agree", body={"do": "result", "text": "\U0001f600" * 201}),
    ),
    "winners": (
        changed(ENTROPY, kind="agree", body={"do": "result", "winners": [f"s{i}" for i in range(16)]}),
        changed(ENTROPY, kind="agree", body={"do": "result", "winners": [f"s{i}" for i in range(17)]}),
    ),
    "text of a claim": (
        changed(ENTROPY, kind="claim", body={"text": "x" * 200, "what": "late", "whom": 1}),
        changed(ENTROPY, kind="claim", body={"text": "x" * 201, "what": "late", "whom": 1}),
    ),
    "seats": (
        changed(GENESIS, body__seats=[NORTH | {"name": f"s{i}"} for i in range(16)]),
        changed(GENESIS, body__seats=[NORTH | {"name": f"s{i}"} for i in range(17)]),
    ),
    "no seat": (changed(GENESIS, body__seats=[NORTH]), changed(GENESIS, body__seats=[])),
    "name": (
        changed(GENESIS, body__seats=[NORTH | {"name": "n" * 32}]),
        changed(GENESIS, body__seats=[NORTH | {"name": "n" * 33}]),
    ),
    "engine": (changed(GENESIS, body__engine="e" * 32 + "/999999"), changed(GENESIS, body__engine="e" * 33 + "/1")),
    "version": (changed(GENESIS, body__engine="e/999999"), changed(GENESIS, body__engine="e/1000000")),
    "options": (
        changed(GENESIS, body__options={f"o{i}": 1 for i in range(64)}),
        changed(GENESIS, body__options={f"o{i}": 1 for i in range(65)}),
    ),
    "option": (
        changed(GENESIS, body__options={"o" * 64: "x" * 256}),
        changed(GENESIS, body__options={"o" * 64: "x" * 257}),
    ),
    "option's name": (changed(GENESIS, body__options={"o" * 64: 1}), changed(GENESIS, body__options={"o" * 65: 1})),
}


@pytest.mark.parametrize("bound", FITS_AND_NOT)
def test_2_18_what_just_fits_is_read_and_one_more_is_refused(bound):
    fits, beyond = FITS_AND_NOT[bound]
    event = CODEC.decode(line_of(fits))
    assert json.loads(event.core) == fits
    with pytest.raises(BadRecord):
        CODEC.decode(line_of(beyond))


@pytest.mark.parametrize("size", [65_536, 65_537])
def test_2_18_a_line_has_at_most_65536_bytes(size):
    """The longest line is refused for what stands in it, a longer one unread."""
    frame = len(line_of({})) - len("{}")
    line = line_of({}).replace(b"{}", b" " * (size - frame), 1)
    assert len(line) == size
    why = "^not JSON" if size == 65_536 else "^a line of 65537 bytes, the limit is 65536$"
    with pytest.raises(BadRecord, match=why):
        CODEC.decode(line)


LATER = ("refuse", "rekey", "escrow", "release")


@pytest.mark.parametrize("kind", LATER)
def test_2_5_what_the_protocol_has_and_this_version_has_not_is_no_damage(kind):
    with pytest.raises(Unsupported, match=f"^this version cannot read `{kind}` yet$"):
        CODEC.decode(line_of(changed(ENTROPY, kind=kind)))


@pytest.mark.parametrize(
    ("by", "is_known"),
    [
        ("mover", True), ("mover others", True), ("mover next", True), ("mover judge", True),
        ("mover judge others", True), ("mover others judge", False), ("others", False), ("judge", False),
        ("next", False), ("mover mover", False), ("mover mover judge", False), ("", False),
    ],
)
def test_2_10_there_are_five_dice_policies(by, is_known):
    by = by.split()
    seats = [NORTH, NORTH | {"name": "judge", "role": "judge"}]
    core = changed(GENESIS, body__dice={"by": by}, body__seats=seats)
    if is_known:
        assert list(CODEC.decode(line_of(core)).msg.body.dice.by) == by
    else:
        with pytest.raises(BadRecord, match="an unknown dice policy"):
            CODEC.decode(line_of(core))


# ------------------------------------------------------------------ what is kept of one seat


def test_2_18_a_seat_has_64_side_events_on_a_base():
    red = Writer(FIRST, 0)
    feeds = Feeds(FIRST)
    for event in (red.join(), *(red.note(str(i)) for i in range(66))):
        feeds.add(event)
    assert len(feeds.side_events()) == 64
    assert feeds.excess == {e.id for e in red.written[65:]}
    assert feeds.side_count(0, red.base) == 66


def test_2_18_of_a_feed_64_missing_events_are_named():
    red = Writer(FIRST, 0)
    feeds = Feeds(FIRST)
    feeds.add(red.join())
    feeds.add(red.note(n=1_000))
    assert feeds.gaps() == [(0, n) for n in range(1, 65)]


def test_2_18_of_a_seat_without_a_key_8_events_of_a_number_are_kept():
    green = Writer(FIRST, 1)
    feeds = Feeds(FIRST)
    note = green.note()
    copies = [type(note)(note.core, b64(i.to_bytes(64, "big")), note.msg, note.id) for i in range(9)]
    assert all(feeds.add(copy) for copy in copies)
    assert feeds.unjoined() == copies[1:]
    assert feeds.add(copies[8]) is False  # what is here is no news
    assert feeds.let_go() == {1: 1}


def test_2_18_of_a_seat_without_a_key_65536_bytes_are_kept():
    green = Writer(FIRST, 1)
    feeds = Feeds(FIRST)
    notes = [green.note("x" * 1_000, n=n) for n in range(1, 60)]
    room = 65_536 // len(notes[-1].line)
    for note in notes:
        feeds.add(note)
    assert len(feeds.unjoined()) == room
