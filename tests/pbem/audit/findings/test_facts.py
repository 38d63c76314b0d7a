"""What a report says of a record in its first lines, word for word: dice, builds, gaps, the end, who is awaited."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.audit.findings.alike import FEW, together
from pbem.audit.findings.case import short, slot_rule
from pbem.audit.findings.finding import BAD, FORK, MISSING, UNCHECKED, UNKNOWN, Finding
from pbem.audit.findings.report import Gap, OwedEvent, Report, ended, in_order
from pbem.limits import MOST_TEXT

PLAIN = Report(level="full", engine="tiny/1", policy="mover+others", seats=("red", "green"))


def verdict(**fields):
    return replace(PLAIN, **fields).talk()[0]


def facts(**fields):
    return replace(PLAIN, **fields).talk()[1:]


@pytest.mark.parametrize(("fields", "told"), [
    ({}, "no dice yet (mover+others)"),
    ({"rolls": 1}, "dice witnessed (mover+others)"),
    ({"policy": ""}, "no dice yet"),
    ({"policy": "", "rolls": 2}, "dice witnessed"),
    ({"witness": "no dice"}, "a game without dice"),
    ({"witness": "self-rolled"}, "dice self-rolled, unwitnessed (mover+others: no dice yet)"),
    ({"witness": "self-rolled", "rolls": 3, "unwitnessed": 2},
     "dice self-rolled, unwitnessed (mover+others: 2 of 3 dice rounds unwitnessed)"),
    ({"witness": "host-rolled", "host": "abcdefghijklmnop"},
     "dice host-rolled by key abcdefghijkl (mover+others: no dice yet)"),
    ({"witness": "host-rolled", "host": "abcdefghijklmnop", "rolls": 1},
     "dice host-rolled by key abcdefghijkl (mover+others)"),
])
def test_the_first_line_says_who_could_know_the_dice(fields, told):
    assert verdict(**fields) == f"sound (full); {told}"


@pytest.mark.parametrize(("status", "word"), [
    (BAD, "bad evidence"), (MISSING, "records missing"), (FORK, "fork: two records claim one place"),
    (UNKNOWN, "not judged: this build lacks what the match is played with"),
])
def test_the_worst_that_was_found_is_the_word_of_the_verdict(status, word):
    finding = Finding("fault", "chain", "x", status, 3, 1, "red")
    assert replace(PLAIN, findings=(finding,)).talk()[1] == f"{word} (full); no dice yet (mover+others)"


def test_a_build_that_plays_otherwise_is_the_verdict_if_nothing_else_is_wrong():
    build, chain = Finding("fault", "build", "x", BAD), Finding("fault", "chain", "y", BAD, 3, 1, "red")
    told = replace(PLAIN, findings=(build,), alike=4)
    otherwise = "this build plays otherwise than the one recorded, from round 5 on"
    assert told.talk()[1].startswith(f"{otherwise} (full); ")
    for other in (replace(told, findings=(build, chain)), replace(told, alike=None)):
        assert other.talk()[1].startswith("bad evidence (full); ")


AWAITED = (OwedEvent("red", "seal"), OwedEvent("green", "answer"), OwedEvent("blue", "seal"))


def test_a_match_that_goes_on_says_who_is_waited_for_and_one_that_is_broken_where_it_ends():
    going = {"awaited": AWAITED, "rounds": 4, "titles": {"red": "Red"}}
    assert verdict(**going).endswith("; unfinished: round 5 waits for Red, green, blue")
    missing = Finding("fault", "missing", "x", MISSING, 3, 1)
    told = replace(PLAIN, findings=(missing,), **going).talk()[1]
    assert told.endswith("; what is here ends in round 5, which waits for Red, green, blue")
    assert facts(**going)[1:] == ["awaited: green (answer)", "awaited: Red, blue (seal)"]


@pytest.mark.parametrize(("by", "winners", "score", "told"), [
    ("", "", None, "ended: no seat has won"),
    ("resign", "red", None, "ended by resignation: won by red"),
    ("forfeit", "red", 0, "ended by forfeit: won by red, score 0"),
    ("agreed", "red, blue", 1_000, "ended by agreement of all: won by red, blue, score 1,000"),
    ("9.7", "", -3, "ended by rule 9.7: no seat has won, score -3"),
])
def test_how_a_match_ended(by, winners, score, told):
    assert ended(by, winners, score) == told


def test_an_audit_says_behind_whom_it_could_not_look_and_what_to_ask_for():
    known = {"level": "audit", "audited": ("red",), "result": "x"}
    assert verdict(level="audit", audited=("red", "green")).startswith("honest (audit); ")
    assert verdict(level="audit", audited=("red", "green")).endswith("; audited with all secrets")
    assert verdict(**known).startswith("nothing dishonest found (audit); ")
    assert verdict(**known).endswith("; audited but for green: ask green for the packet with its secret")
    assert verdict(**known | {"audited": ()}).endswith(
        "; audited without any seat's secret: ask red, green for the packet with their secrets")
    assert verdict(**known | {"result": ""}).endswith(
        "; audited but for green: secrets are disclosed when a match has ended")
    assert "audited" not in verdict(level="audit", seats=())
    assert replace(PLAIN, **known).status == UNCHECKED
    assert replace(PLAIN, level="full").status == 0
    chain = Finding("fault", "chain", "x", BAD, 3, 1, "red")
    assert replace(PLAIN, **known, findings=(chain,)).status == BAD


def test_the_facts_stand_one_by_one_each_if_there_is_any():
    assert facts() == ["tiny/1: 0 events, 0 bytes, 0 rounds closed, 0 signatures checked"]
    assert facts(engine="") == []
    assert facts(
        events=1_000, bytes=2_000, rounds=3_000, signatures=4_000, sha256="abc", result="red wins",
        undos={"red": 2, "green": 1}, titles={"red": "Red"}, takebacks=3, gaps=(Gap("red", 0),)) == [
        "tiny/1: 1,000 events, 2,000 bytes, 3,000 rounds closed, 4,000 signatures checked",
        "SHA-256 of the log: abc", "ended: red wins", "taken back: Red 2, green 1",
        "taken back by agreement of all: 3", "ask red for its join"]


@pytest.mark.parametrize(("known", "told"), [
    ((), "ask red for 3"), ((2,), "red sent 2, ask for 3"), ((2, 5), "red sent 2 and 5, ask for 3")])
def test_what_is_missing_is_asked_for_with_its_neighbours(known, told):
    assert Gap("red", 3, known).sentence == told


def test_builds_are_told_if_one_of_them_is_not_ours():
    assert len(facts(build="a", builds={"red": "a", "green": "a"})) == 1
    assert facts(build="a", builds={"red": "b", "green": "", "blue": "b"})[1] == (
        "builds: red, blue with b; green with unknown; judged with a")
    assert facts(builds={"red": "b"}, alike=0, result="x")[1:] == [
        "builds: red with b; judged with unknown, whose digests agree up to round 0",
        "ended, as this build plays it: x"]


def test_faults_come_first_then_by_round_and_line_and_what_has_neither_last():
    def made(severity, round=None, line=None):
        return Finding(severity, "void", "x", line=line, round=round)

    order = [made("fault", 2, 9), made("fault", 3, 1), made("fault", 3), made("fault"), made("incident", 1, 1),
             made("note", 0, 0)]
    assert list(in_order(order[::-1])) == order


@pytest.mark.parametrize(("slot", "rule"), [("r3/9.7/red/0", "9.7"), ("r3/9.7/", "9.7"), ("r3/9.7", ""), ("r3", "")])
def test_the_rule_of_a_slot_is_told_if_it_is_a_slot(slot, rule):
    assert slot_rule(slot) == rule


def test_a_text_of_others_is_one_line_and_as_long_as_it_may_be():
    assert short(" two\n lines ") == "two lines"
    assert short("x" * MOST_TEXT) == "x" * MOST_TEXT
    assert short("x" * (MOST_TEXT + 1)) == "x" * (MOST_TEXT - 4) + " ..."


def test_one_finding_for_many_names_its_rule_if_all_have_the_same():
    many = [Finding("incident", "void", f"no {i}", line=None if i == 1 else i, seat="red", round=3, rule="9")
            for i in range(FEW + 1)]
    (told,) = together(many)
    assert (told.rule, told.count) == ("9", FEW + 1)
    assert told.text == "9 findings like this one, the first of them in lines 0, 2: no 0"
    (told,) = together([*many[:-1], replace(many[-1], rule="8")])
    assert told.rule == ""
    for other in ({"status": BAD}, {"concerns": "green"}, {"severity": "note"}):
        assert len(together([*many[:-1], replace(many[-1], **other)])) == FEW + 1
