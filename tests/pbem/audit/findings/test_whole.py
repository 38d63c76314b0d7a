"""Whole findings, field for field: a judge looks up each line, id and digest that stands in one."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from pbem.audit.findings.finding import BAD, FORK, MISSING, SOUND, Evidence, Finding
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import finish, forge, invite, send, settle, twins
from records import TINY_ONLY, decoded, finished, lines_of

LINES = list(finished())
EVENTS = decoded(LINES)
AT = 30  # the line of green's event 9, its number for the dice of round 13
EVENT = EVENTS[AT - 1]
NEXT = next(number for number, e in enumerate(EVENTS, 1) if number > AT and e.seat == 1)  # of green's event 10
HERE = {"round": 13, "rule": "1.2", "concerns": "green"}
ABSENT = "it is not in this record"


def one(lines):
    (finding,) = verify(lines, "full", find_ruleset=TINY_ONLY).findings
    return finding


def digest(line):
    return sha256(line).hexdigest()


def event(event, line):
    return Evidence("event", event.id, line)


def with_line(line):
    return [*LINES[: AT - 1], line, *LINES[AT:]]


def test_a_line_that_cannot_be_read_is_told_with_what_it_says_of_its_place():
    line = LINES[AT - 1].replace(b'"kind":', b'"kind";', 1)
    finding = one(with_line(line))
    why = finding.truth
    assert why.startswith("not JSON: ")
    assert finding == Finding(
        "fault", "line", f"{why}; ask again for event 9 of green", BAD, AT, claimed="it says green, event 9, round 13",
        truth=why, evidence=(Evidence("line digest", digest(line), AT),), **HERE)


def test_a_signature_that_does_not_fit_is_told_with_the_event_and_the_line():
    line = LINES[AT - 1][:-20] + (b"B" if LINES[AT - 1][-20:-19] == b"A" else b"A") + LINES[AT - 1][-19:]
    why = "the signature of event 9 of seat 1 (green) is not that of its seat"
    assert one(with_line(line)) == Finding(
        "fault", "signature", f"{why}; nobody is accused: anybody can write such a line; ask again for event 9 of "
        "green", BAD, AT, claimed="it says green, event 9, round 13", truth=why,
        evidence=(event(EVENT, AT), Evidence("line digest", digest(line), AT)), **HERE)


def test_a_line_in_pieces_is_told_as_one_with_the_lines_that_it_was():
    line = LINES[AT - 1]
    pieces = [*LINES[: AT - 1], line[:100] + b"\n", line[100:], *LINES[AT:]]
    finding = one(pieces)
    assert finding.text == f"not framed as an event (lines {AT} to {AT + 1} were one); ask again for event 9 of green"
    assert (finding.claimed, finding.truth) == ("it says green, event 9, round 13", "not framed as an event")
    assert [e.line for e in finding.evidence] == [AT]


def test_junk_says_nothing_of_any_place():
    assert one([*LINES[:5], b"hello\n", *LINES[5:]]) == Finding(
        "fault", "line", "not framed as an event", BAD, 6, truth="not framed as an event",
        claimed="it says no seat that can be read, no number, no round",
        evidence=(Evidence("line digest", digest(b"hello\n"), 6),))


def test_what_is_missing_is_told_with_the_event_that_shows_it():
    assert one([*LINES[: AT - 1], *LINES[AT:]]) == Finding(
        "fault", "missing", "green sent event 10, but event 9 is not here: ask green for event 9", MISSING, NEXT - 1,
        claimed=f"the event of line {NEXT - 1} says that event 9 of green was written", truth=ABSENT,
        evidence=(event(EVENTS[NEXT - 1], NEXT - 1),), lacks="event 9", owner="green", **HERE)


def test_several_in_a_row_are_told_as_one_with_the_first_event_behind_them():
    gone = {e.id for e in EVENTS[1:] if e.seat == 1 and e.msg.n in (9, 10)}
    kept = [line for line, e in zip(LINES, EVENTS, strict=True) if e.id not in gone]
    later = next(e for e in EVENTS[1:] if e.seat == 1 and e.msg.n == 11)
    finding = one(kept)
    at = kept.index(later.line) + 1
    assert (finding.text, finding.lacks) == (
        "green sent event 11, but events 9 to 10 are not here: ask green for events 9 to 10", "events 9 to 10")
    assert finding.claimed == f"the event of line {at} says that events 9 to 10 of green was written"
    assert (finding.line, finding.evidence) == (at, (event(later, at),))


def test_a_join_that_is_missing_is_asked_for_as_that():
    kept = [line for line, e in zip(LINES, EVENTS, strict=True) if e.kind != "join" or e.seat != 1]
    at, needs = next((n, e) for n, e in enumerate(decoded(kept), 1) if e.kind != "genesis" and e.seat == 1)
    assert one(kept) == Finding(
        "fault", "missing", "the join of green is not here, this event needs it: ask green for its join", MISSING, at,
        1, claimed=f"the event of line {at} says that event 0 of green was written", truth=ABSENT,
        evidence=(event(needs, at),), concerns="green", lacks="its join", owner="green")


def test_a_line_that_comes_twice_is_told_with_the_first():
    assert one([*LINES[:AT], *LINES[AT - 1 :]]) == Finding(
        "note", "again", f"the event of line {AT} once more", SOUND, AT + 1, 13, evidence=(event(EVENT, AT),),
        concerns="green")
    assert one([*LINES, LINES[0]]) == Finding(
        "note", "again", "the event of line 1 once more", SOUND, len(LINES) + 1, 0,
        evidence=(event(EVENTS[0], 1),), concerns="host")


def test_a_line_of_another_match_is_told_with_both_matches():
    line = finished(nonce=1)[20]
    other = CODEC.decode(line)
    assert one([*LINES[:AT], line, *LINES[AT:]]) == Finding(
        "note", "place", "this event belongs to another match: it counts for nothing", SOUND, AT + 1,
        claimed=f"it names the match {other.msg.game}", truth=f"this match is {EVENTS[0].id}",
        evidence=(event(other, AT + 1), Evidence("line digest", digest(line), AT + 1)))


def test_two_events_for_one_place_are_told_with_both_lines_and_their_proof():
    people, pair = twins()
    before = lines_of(people)
    n, r = pair[0].msg.n, pair[0].msg.r
    one_, two = len(before) + 1, len(before) + 2
    for first, second in (pair, pair[::-1]):
        assert one([*before, first.line, second.line]) == Finding(
            "fault", "fork", f"green signed two events as its event {n}: lines {one_} and {two} prove it", FORK, two, r,
            "green", claimed=f"line {one_} and line {two} each claim to be the one event {n} of green",
            truth="both signatures are good, so the seat signed both",
            evidence=(event(first, one_), event(second, two), Evidence("proof file", f"green-{n}.proof.jsonl")))


def test_an_event_behind_another_one_is_told_with_the_one_that_is_here():
    people, pair = twins()
    match, n = people[1].match, pair[1].msg.n
    core = match._core(1) | {"inc": (), "feed": pair[1].id, "n": n + 1}
    later = CODEC.make(ev.Note(**core, body=ev.NoteBody(text="c")), match.keys[1].sign_seed)
    kept = [*lines_of(people), pair[0].line, later.line]
    at = len(kept)
    assert one(kept) == Finding(
        "fault", "link", f"green signed event {n + 1} as the next of another event {n} than the one in line {at - 1}: "
        "ask green for that other one", FORK, at, later.msg.r, "green", "1.2", f"the event before it is {pair[1].id}",
        f"the one here is {pair[0].id}", (event(later, at), event(pair[0], at - 1)))


@pytest.mark.parametrize("by", [0, -1])
def test_an_event_on_another_history_is_told_with_the_digest_of_this_one(by):
    people = invite(turns=1)
    settle(people)
    match = people[0].match
    r, other, known = match.rounds.r + by, "A" * 43, b64(match.rounds.digests[match.rounds.r + by - 1])
    made = forge(match, 0, ev.Entropy, ev.EntropyBody(c=0, e=other, i=1), prev=other, r=r)
    send(people, made)
    kept = lines_of(people)
    at = len(kept)
    assert one(kept) == Finding(
        "fault", "base", f"it builds on a round {r - 1} that this record does not give: two records or two builds "
        "differ", BAD, at, r, "red", match.request.rule if by == 0 else "", f"the digest of round {r - 1} is {other}",
        f"the digest of round {r - 1} is {known}",
        (event(made, at), Evidence("round digest", other), Evidence("round digest", known)))


@pytest.mark.parametrize("ahead", [1, 2, 9])
def test_an_event_on_a_round_behind_the_end_is_told_without_a_digest(ahead):
    people = invite(turns=1)
    finish(people, random.Random(7))
    match, other = people[0].match, "A" * 43
    r = len(match.rounds.digests) + ahead
    made = forge(match, 0, ev.Entropy, ev.EntropyBody(c=0, e=other, i=1), prev=other, r=r)
    send(people, made)
    kept = lines_of(people)
    finding = one(kept)
    assert (finding.kind, finding.truth) == ("base", "no round here has that digest")
    assert finding.evidence == (event(made, len(kept)), Evidence("round digest", other))
