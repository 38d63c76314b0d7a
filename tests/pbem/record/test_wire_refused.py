"""What `wire` refuses, and how it says why (protocol 2.3, and the bounds of 2.4, 2.5, 3.1, 3.6)."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.crypto.hashing import b64
from pbem.errors import BadRecord, Unsupported
from pbem.record.events import LATER_KINDS, Reveal
from pbem.record.wire import CODEC, verify_event
from toy import (
    A32,
    ATTACK,
    ENTROPY,
    EVENTS,
    GENESIS,
    ID_PKS,
    JOIN,
    KEYS,
    LINES,
    REVEAL,
    SEAL,
    TOY,
    changed,
    line_of,
    signer,
)
from vector_files import cases, load


@cases("hostile")
def test_hostile_lines_are_refused(case):
    """By their form, or else by their signature."""
    line = bytes.fromhex(case["line"])
    signature_only = case["why"] in ("one bit of the core changed", "signature S replaced by S+L")
    if signature_only:
        assert not verify_event(TOY.decode(line), KEYS[0].pk)
    else:
        with pytest.raises(BadRecord):
            TOY.decode(line)


@pytest.mark.parametrize("key", load("weak_keys/small_order"))
@pytest.mark.parametrize(("number", "field"), [(1, "body__pk"), (1, "body__box"), (0, "body__host")])
def test_weak_keys_are_refused_in_lines(key, number, field):
    with pytest.raises(BadRecord, match="a key of small order"):
        CODEC.decode(line_of(changed(number, **{field: b64(bytes.fromhex(key))})))


@pytest.mark.parametrize(("number", "field"), [(1, "body__pk"), (1, "body__box"), (0, "body__host")])
def test_a_key_written_otherwise_than_its_own_way_is_refused_in_lines(number, field):
    key = b64((3 + 2**255 - 19).to_bytes(32, "little"))
    with pytest.raises(BadRecord, match="a key whose y is not below"):
        CODEC.decode(line_of(changed(number, **{field: key})))


@pytest.mark.parametrize("key", load("weak_keys/small_order"))
def test_weak_keys_are_refused_as_persons(key):
    seats = [{"id": b64(ID_PKS[0]), "name": "north"}, {"id": b64(bytes.fromhex(key)), "name": "south"}]
    with pytest.raises(BadRecord, match="a key of small order"):
        CODEC.decode(line_of(changed(GENESIS, body__seats=seats)))


@pytest.mark.parametrize("kind", sorted(LATER_KINDS))
def test_later_kinds_are_refused_by_name(kind):
    with pytest.raises(Unsupported, match=f"^this version cannot read `{kind}` yet$"):
        CODEC.decode(line_of(changed(ENTROPY, kind=kind)))


ITEM = json.loads(EVENTS[6].core)["body"]["items"][0]
ADDRESSED = [ITEM | {"to": [{"seat": 1, "enc": "AA"}]}]


@pytest.mark.parametrize(
    ("core", "name"),
    [
        (changed(GENESIS, body__policy={"takeback": "all", "skip": 1}), "the policy `skip`"),
        (changed(GENESIS, body__policy={"clock": {"days": 1, "grace": 1}, "escrow": 1}), "the policy `escrow`"),
        (changed(ENTROPY, kind="agree", body={"do": "out", "whom": 1}), "`out` in an agree"),
        (changed(ENTROPY, kind="agree", body={"do": "seat", "of": A32, "whom": 1}), "`seat` in an agree"),
        (changed(ENTROPY, kind="agree", body={"do": "keep", "of": A32}), "`keep` in an agree"),
        (changed(REVEAL, body={"lost": True, "slot": "r2/9.4/0"}), "`lost` in an opening"),
        (changed(REVEAL, body__more=[{"lost": True, "slot": "r2/9.4/0"}]), "`lost` in an opening"),
        (changed(SEAL, body__items=ADDRESSED), "`to` in a seal"),
        (changed(ENTROPY, kind="note", body={"text": "x", "to": 1}), "`to` in a note"),
    ],
    ids=["policy", "escrow", "out", "seat", "keep", "lost", "lost in more", "seal to", "note to"],
)
def test_later_fields_are_refused_by_name(core, name):
    with pytest.raises(Unsupported, match=f"^this version cannot read {name} yet$"):
        CODEC.decode(line_of(core))


ANSWER = {"type": "answer", "rule": "9.4", "say": "pass"}
NORTH, SOUTH = json.loads(EVENTS[0].core)["body"]["seats"]


@pytest.mark.parametrize(
    ("core", "why"),
    [
        (changed(ENTROPY, kind="dance"), "unknown kind `dance`"),
        (changed(ENTROPY, kind="\x1b[2J"), r"unknown kind `\\x1b\[2J`"),
        (changed(ENTROPY, kind=None), "it has no kind"),
        (changed(ENTROPY, kind=7), "it has no kind"),
        ([], "it has no kind"),
        (changed(ENTROPY, seat=16), r"`int` <= 15 - at `\$.seat`"),
        (changed(ENTROPY, r=0), r"`int` >= 1 - at `\$.r`"),
        (changed(ENTROPY, n=-1), r"`int` >= 0 - at `\$.n`"),
        (changed(ENTROPY, feed=A32[:-1] + "B"), r"malformed text - at `\$.feed`"),
        (changed(ENTROPY, feed=A32 + "\n"), r"malformed text - at `\$.feed`"),
        (changed(ENTROPY, prev=None), "missing required field `prev`"),
        (changed(ENTROPY, inc=[]), "not canonical JSON"),
        (changed(ENTROPY, inc=[A32, A32]), "`inc` is not sorted"),
        (changed(ENTROPY, inc=[A32[:-1] + "E", A32]), "`inc` is not sorted"),
        (changed(ENTROPY, st=A32), r"malformed text - at `\$.st`"),
        (changed(ENTROPY, body__i=0), "`int` >= 1"),
        (changed(ENTROPY, body__x=0), "unknown field `x`"),
        (changed(ATTACK, body=ANSWER | {"about": ""}), "not canonical JSON"),
        (changed(ATTACK, body=ANSWER | {"say": "two  blanks"}), "malformed text"),
        (changed(ATTACK, body=ANSWER | {"say": "Loud"}), "malformed text"),
        (changed(ATTACK, body=ANSWER | {"say": "x" * 8001}), "length <= 8000"),
        (changed(ATTACK, body=ANSWER | {"rule": "9.4.5.6.7"}), "malformed text"),
        (changed(ATTACK, body={"type": "undo", "to": 0}), "`int` >= 1"),
        (changed(ATTACK), "Invalid value 'attack'"),
        (changed(SEAL, body__items=[]), "length >= 1"),
        (changed(SEAL, body__items=[ITEM | {"bucket": 256}]), "Invalid enum value 256"),
        (changed(SEAL, body__items=[ITEM | {"ct": ITEM["ct"] + "AAAA"}]), "malformed text"),
        (changed(SEAL, body__items=[ITEM | {"slot": "R4"}]), "malformed text"),
        (changed(REVEAL, body__seed=A32), "an opening has"),
        (changed(REVEAL, body__key=None), "an opening has"),
        (changed(REVEAL, body__of=None), "an opening has"),
        (changed(REVEAL, body__more=[{"slot": "x"}]), "an opening has"),
        (changed(REVEAL, body__more=[]), "not canonical JSON"),
        (changed(REVEAL, body__more=[{"slot": "x", "seed": A32}] * 256), "length <= 255"),
        (changed(ENTROPY, kind="resign"), "unknown field"),
        (changed(ENTROPY, kind="note", body={"text": "x" * 2001}), "length <= 2000"),
        (changed(ENTROPY, kind="note", body={"text": "x"}, st="A" * 22), "neither `inc` nor `st`"),
        (changed(ENTROPY, kind="note", body={"text": "x"}, inc=[A32]), "neither `inc` nor `st`"),
        (changed(JOIN, body__chain_n=65_537), "`int` <= 65536"),
        (changed(JOIN, body__build=""), "malformed text"),
        (changed(JOIN, body__build="0.1.0+ABC"), "malformed text"),
        (changed(JOIN, body__build="0.1.0+abc\n"), "malformed text"),
        (changed(JOIN, body__build="\u202e0.1.0"), "malformed text"),
        (changed(JOIN, body__build="1" * 65), "malformed text"),
        (changed(JOIN, body__build=1), "got `int`"),
        (changed(GENESIS, v="pbem2"), "Invalid enum value 'pbem2'"),
        (changed(GENESIS, body__policy={}), "a policy that says nothing"),
        (changed(GENESIS, body__policy={"clock": {"days": 7}}), "missing required field `grace`"),
        (changed(GENESIS, body__policy={"clock": {"days": 0, "grace": 1}}), "`int` >= 1"),
        (changed(GENESIS, body__policy={"clock": {"days": 91, "grace": 1}}), "`int` <= 90"),
        (changed(GENESIS, body__policy={"clock": {"days": 7, "grace": 31}}), "`int` <= 30"),
        (changed(GENESIS, body__policy={"clock": {"days": 7, "grace": 2, "leave": 121}}), "`int` <= 120"),
        (changed(GENESIS, body__policy={"clock": {"days": 7, "grace": 2, "leave": 0}}), "not canonical JSON"),
        (changed(GENESIS, body__policy={"clock": {"days": 7, "grace": 2, "skip": 1}}), "unknown field `skip`"),
        (changed(JOIN, body__escrow="AA"), "unknown field `escrow`"),
        (changed(ENTROPY, kind="claim", body={"what": "seen"}, st="A" * 22), "kind claim has no `st`"),
        (changed(ENTROPY, kind="agree", body={"do": "takeback", "to": 1}, st="A" * 22), "kind agree has no `st`"),
        (changed(ENTROPY, kind="agree", body={"do": "dance"}), "Invalid value 'dance'"),
        (changed(ENTROPY, kind="agree", body={"do": ["out"]}), "agree: "),
        (changed(ENTROPY, kind="agree", body={"do": "takeback", "to": 0}), "`int` >= 1"),
        (changed(ENTROPY, kind="agree", body={"do": "result", "winners": []}), "not canonical JSON"),
        (changed(ENTROPY, kind="agree", body={"do": "result", "text": ""}), "not canonical JSON"),
        (changed(ENTROPY, kind="agree", body={"do": "result", "winners": ["../x"]}), "malformed text"),
        (changed(ENTROPY, kind="claim", body={"what": "timeout", "against": 1}), "Invalid value 'timeout'"),
        (changed(ENTROPY, kind="claim", body={"what": "late", "whom": 16}), "`int` <= 15"),
        (changed(ENTROPY, kind="claim", body={"until": 2**53, "what": "away"}), "`int` <= 9007199254740991"),
        (changed(GENESIS, body__nonce="AA"), "malformed text"),
        (changed(GENESIS, body__engine="toy/0"), "malformed text"),
        (changed(GENESIS, body__options={"scenario": 1.5}), "got `float`"),
        (changed(GENESIS, body__options={"scenario": [1]}), "got `array`"),
        (changed(GENESIS, body__options={"Scenario": 1}), "malformed text"),
        (changed(GENESIS, body__seats=[NORTH, NORTH]), "two seats of one name"),
        (changed(GENESIS, body__seats=[NORTH | {"role": "judge"}, SOUTH]), "the judge is not the last seat"),
        (changed(GENESIS, body__seats=[NORTH, SOUTH | {"role": "spy"}]), "Invalid enum value 'spy'"),
        (changed(GENESIS, body__seats=[NORTH | {"name": "../north"}]), "malformed text"),
        (changed(GENESIS, body__seats=[NORTH | {"name": f"s{i}"} for i in range(17)]), "length <= 16"),
        (changed(GENESIS, body__dice={"by": ["others"]}), "an unknown dice policy"),
        (changed(GENESIS, body__dice={"by": ["mover", "judge"]}), "the dice policy needs a judge"),
    ],
)
def test_refusals_say_why(core, why):
    with pytest.raises(BadRecord, match=why):
        CODEC.decode(line_of(core))


def test_2_18_an_event_opens_256_slots_at_most():
    """The first in the body and 255 more; one more than that is refused above."""
    msg = CODEC.decode(line_of(changed(REVEAL, body__more=[{"seed": A32, "slot": "x"}] * 255))).msg
    assert isinstance(msg, Reveal)
    assert len(msg.body.openings) == 256


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "not framed"),
        (b"\n", "not framed"),
        (LINES[1][:-1], "not framed"),
        (LINES[1] + b"\n", "not framed"),
        (b" " + LINES[1], "not framed"),
        (LINES[1].replace(b'"t":', b'"t":\r'), "not framed"),
        (LINES[1].replace(b'"t":', b'"t": '), "not canonical JSON"),
        (LINES[1].replace(b'"t":', b'"t":\n'), "not canonical JSON"),
        (LINES[1][:60] + LINES[1][-95:], "not JSON"),
        (b'{"c":' + LINES[1][-95:], "not JSON"),
        (line_of({}, "!" * 86), "the signature is not canonical base64url"),
        (line_of({}, "A" * 85 + "B"), "the signature is not canonical base64url"),
        (b'{"c":' + b"[" * 100_000 + LINES[1][-95:], "a line of 100100 bytes, the limit is 65536"),
        (b'{"c":' + b"[" * 60_000 + LINES[1][-95:], "not JSON"),
        (b'{"c":' + b'{"body":' * 8_000 + LINES[1][-95:], "not JSON"),
    ],
)
def test_bytes_that_are_no_line(line, why):
    with pytest.raises(BadRecord, match=why):
        CODEC.decode(line)


def test_what_others_would_refuse_is_not_signed():
    msg = msgspec.structs.replace(EVENTS[4].msg, seat=99)
    with pytest.raises(ValueError, match="this event would be refused: entropy: Expected `int` <= 15"):
        TOY.make(msg, KEYS[0].sign_seed)


# ------------------------------------------------------------------ any bytes whatever


@settings(max_examples=300)
@given(st.sampled_from(range(12)), st.data())
def test_an_edited_line_is_refused_or_not_signed(number, data):
    """No edit of a good line gives another event under a valid signature, nor any error but the two."""
    line = bytearray(LINES[number])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line) - 1))
        edit = data.draw(st.sampled_from(["set", "cut", "put", "swap"]))
        if edit == "set":
            line[at] = data.draw(st.integers(0, 255))
        elif edit == "cut":
            del line[at : at + data.draw(st.integers(1, 5))]
        elif edit == "put":
            line[at:at] = data.draw(st.binary(min_size=1, max_size=4))
        else:
            other = data.draw(st.integers(0, len(line) - 1))
            line[at], line[other] = line[other], line[at]
        if not line:
            break
    try:
        event = TOY.decode(bytes(line))
    except (BadRecord, Unsupported):
        return
    assert event.line == bytes(line)
    assert event == EVENTS[number] or not verify_event(event, signer(EVENTS[number]))


@settings(max_examples=100)
@given(st.binary(max_size=300))
def test_any_core_is_refused_calmly(core):
    with pytest.raises((BadRecord, Unsupported)) as refusal:
        CODEC.decode(b'{"c":' + core + b',"s":"' + b"A" * 86 + b'"}\n')
    assert str(refusal.value).isprintable()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=100)
@given(st.sampled_from(range(12)), st.data())
def test_any_value_in_any_field_is_read_strictly(number, data):
    core = json.loads(EVENTS[number].core)
    target = data.draw(st.sampled_from([core, core["body"]]))
    name = data.draw(st.sampled_from([*target, "policy", "to", "escrow", "items", "more", "inc", "st"]))
    target[name] = data.draw(JSON)
    line = b'{"c":' + json.dumps(core, separators=(",", ":"), sort_keys=True).encode() + LINES[0][-95:]
    try:
        event = TOY.decode(line)
    except (BadRecord, Unsupported):
        return
    assert event.line == line
