"""4.1, 4.2 Agreements by the vectors: any reader of exactly these events finds this, in whatever order they come."""

from __future__ import annotations

import random

import pytest

from pbem.crypto.hashing import th, u64, unb64
from pbem.errors import Unsupported
from pbem.record.events import LATER_KINDS
from pbem.record.rounds import round_digest
from pbem.record.wire import CODEC, canonical
from scripted_game import Scenario, awaited, kinds, later_kinds, position
from toy import ENTROPY, TOY, changed, line_of
from vector_files import FOLDER, load

CASES = {path.stem: load(f"agreements/{path.stem}") for path in sorted((FOLDER / "agreements").glob("*.json"))}
LATER = {name: case for name, case in CASES.items() if any(later_kinds(case))}


def has_twins(case) -> bool:
    places = [(e["seat"], e["epoch"], e["n"]) for e in case["events"]]
    return len(set(places)) < len(places)


OURS = {name: case for name, case in CASES.items() if name not in LATER and not has_twins(case)}


def test_part_one_has_its_vectors():
    assert len(OURS) == 14
    assert len(CASES) == 81


@pytest.mark.parametrize("name", OURS)
def test_4_2_what_any_reader_finds_in_whatever_order_events_come(name):
    case, scenario = OURS[name], Scenario(OURS[name])
    expect, rng = case["expect"], random.Random(name)
    for _ in range(3):
        events = scenario.events
        rng.shuffle(events)
        match = scenario.match()
        while events:
            cut = rng.randint(1, len(events))
            assert match.take(events[:cut]) == []
            events = events[cut:]
        assert match.rounds.digests[1:] == [scenario.digest(label) for label in expect["chain"]]
        assert kinds(match) == expect["kinds"]
        assert awaited(match) == (expect["open"]["kind"], expect["open"]["awaited"])
        assert match.rounds.r == expect["open"]["r"]
        assert position(match) == expect["position"]
        winners = [f"p{s}" for s in expect["result"]] if "result" in expect else None
        assert (list(match.result.winners) if match.result else None) == winners


@pytest.mark.parametrize("name", LATER)
def test_4_9_what_a_later_version_reads_is_refused_by_name(name):
    for what, event in later_kinds(LATER[name]):
        body = {k: v for k, v in event["body"].items() if k != "person"}
        with pytest.raises(Unsupported, match=f"^this version cannot read {what} yet$"):
            CODEC.decode(line_of(changed(ENTROPY, kind=event["kind"], body=body)))


BYTES = load("control_bytes/log")
LINES = [line.encode() for line in BYTES["lines_utf8"]]


def names_later(number: int) -> str:
    """What of this line only a later version reads; empty if it is all ours."""
    msg = BYTES["events"][number]
    core = LINES[number].decode()
    if msg["kind"] in LATER_KINDS:
        return f"`{msg['kind']}`"
    if msg["kind"] == "genesis":
        return "the policy `escrow`"
    for do in ("out", "seat", "keep"):
        if msg["kind"] == "agree" and f'"do":"{do}"' in core:
            return f"`{do}` in an agree"
    return "`lost` in an opening" if '"lost":true' in core else ""


@pytest.mark.parametrize("number", range(len(LINES)))
def test_4_1_every_line_is_read_byte_for_byte_or_refused_by_name(number):
    expected = BYTES["events"][number]
    later = names_later(number)
    if later:
        with pytest.raises(Unsupported, match=f"^this version cannot read {later} yet$"):
            TOY.decode(LINES[number])
        return
    event = (CODEC if '"type":"agreed"' in LINES[number].decode() else TOY).decode(LINES[number])
    assert (event.kind, event.id, event.line) == (expected["kind"], expected["id"], LINES[number])
    assert canonical(event.msg) == event.core


def test_4_3_the_digest_of_a_verdict_has_its_formula():
    one = BYTES["control_digest"]
    gid = unb64(BYTES["gid"], 32)
    agree = unb64(one["agree"], 32)
    assert th("round/control", gid, u64(one["r"]), unb64(one["base"], 32), agree) == unb64(one["digest"], 32)


def test_2_7_the_rounds_of_the_log_before_the_verdict_close_by_their_events():
    gid, ids = unb64(BYTES["gid"], 32), {}
    for event in BYTES["events"]:
        if event["kind"] in ("join", "act"):
            ids.setdefault(event["r"], []).append(event["id"])
    digest = unb64(BYTES["digests"][0], 32)
    for r in range(1, BYTES["control_digest"]["r"]):
        digest = round_digest(gid, r, digest, ids[r])
        assert digest == unb64(BYTES["digests"][r], 32)
