"""What is told of a case: another digest, another build, lines in another order."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pbem.audit.findings.case import JudgedCase
from pbem.audit.findings.explain import explain
from pbem.audit.findings.finding import BAD, SOUND, Evidence, Finding
from pbem.match.desync import Otherwise
from pbem.match.played import Disagreement


def case_of(**fields):
    return SimpleNamespace(
        **{
            "otherwise": None,
            "names": ["red", "green"],
            "watch": SimpleNamespace(desyncs=()),
            "rounds": None,
            "reading": SimpleNamespace(
                line_of={"id": 9},
                broken_links=list,
                again=[],
                repeats=0,
                early={},
                source=SimpleNamespace(fetch=lambda numbers: {}),
            ),
            "is_foreign": lambda seat: False,
            "rule_asked": lambda r: f"rule of {r}",
            "line": lambda event: event.line_,
            "why_void": lambda event: event.why,
        }
        | fields
    )


def desync(theirs="T", ours="O"):
    return Disagreement(5, ("2", "red"), "green", ours, theirs, 4)


def otherwise(**fields):
    return Otherwise(**{"agreed": 4, "round": 5, "seat": "green", "theirs": "a", "ours": "b", "how": "digest"} | fields)


@pytest.fixture(autouse=True)
def no_incidents(monkeypatch):
    monkeypatch.setattr("pbem.audit.findings.explain._incidents", lambda case: ())


@pytest.mark.parametrize(("theirs", "ours"), [("T", "O"), ("", "")])
def test_in_a_case_of_another_digest_the_two_are_told(theirs, ours):
    found = desync(theirs, ours)
    (finding,) = explain(case_of(watch=SimpleNamespace(desyncs=[(found, "id")])), ())
    assert finding == Finding(
        "fault",
        "desync",
        f"DESYNC at 2 > red: green has state {theirs or 'none'}, we have {ours or 'none'}",
        BAD,
        9,
        5,
        "green",
        claimed=f"the state digest is {theirs or 'none'}",
        truth=f"the rules give {ours or 'none'}",
        evidence=finding.evidence,
    )
    assert finding.evidence[0] == Evidence("event", "id", 9)
    assert (
        list(explain(case_of(watch=SimpleNamespace(desyncs=[(found, "id")]), is_foreign=lambda seat: True), ())) == []
    )


def test_in_a_case_of_another_build_that_a_digest_shows_both_are_told():
    for theirs, ours, by in (("a", "b", desync()), ("", "", desync("", ""))):
        told = otherwise(theirs=theirs, ours=ours, by=by)
        watch = SimpleNamespace(desyncs=[(desync(), "other"), (by, "id")])
        (finding,) = explain(case_of(otherwise=told, watch=watch, is_foreign=lambda seat: True), ())
        assert finding == Finding(
            "fault",
            "build",
            told.sentence,
            BAD,
            9,
            5,
            "",
            "",
            f"at 2 > red, green's build {theirs or 'unknown'} says {by.theirs or 'none'}",
            f"ours {ours or 'unknown'} says {by.ours or 'none'}",
            (Evidence("event", "id", 9),),
        )


@pytest.mark.parametrize(
    ("how", "whys", "claimed", "truth"),
    [
        ("round", ("", ""), "green's build closed round 5 with line 7 and 8", "ours asks for something else"),
        ("round", ("no road", "no gun"), "green's build closed round 5 with line 7 and 8", "no road; no gun"),
        ("event", ("no road", ""), "green's build has an event for round 5 in line 7 and 8", "no road"),
    ],
)
def test_in_a_case_of_another_build_that_events_show_these_are_told(how, whys, claimed, truth):
    events = tuple(SimpleNamespace(id=f"e{n}", line_=n, why=why) for n, why in zip((7, 8), whys, strict=True))
    told = otherwise(how=how, events=events)
    (finding,) = explain(case_of(otherwise=told), ())
    assert finding == Finding(
        "fault",
        "build",
        told.sentence,
        BAD,
        7,
        5,
        "",
        "rule of 5",
        claimed,
        truth,
        (Evidence("event", "e7", 7), Evidence("event", "e8", 8)),
    )
    (bare,) = explain(case_of(otherwise=otherwise(how=how)), ())
    assert (bare.line, bare.evidence) == (None, ())
    assert list(explain(case_of(otherwise=told, watch=None), ())) == []


def test_in_a_case_of_lines_out_of_order_how_many_is_told():
    feeds = SimpleNamespace(feeds=[SimpleNamespace(parked={}), SimpleNamespace(parked={3: 1})])
    reading = case_of().reading
    reading.early = {0: (1, 7), 1: (1, 3)}
    found = list(explain(case_of(reading=reading, feeds=feeds), ()))
    assert found == [
        Finding(
            "note",
            "order",
            "this event stands before one that it follows: the lines are in another order, which changes nothing",
            SOUND,
            7,
            concerns="red",
        )
    ]
    reading.early = {0: (1_202, 7)}
    (finding,) = explain(case_of(reading=reading, feeds=feeds), ())
    assert finding.text.startswith("this and 1,201 more events of its seat stand before one")
    reading.early, reading.repeats = {}, 3
    (finding,) = explain(case_of(reading=reading, feeds=feeds), ())
    assert finding == Finding("note", "again", "3 more lines repeat earlier ones")


def test_a_round_is_told_as_it_was_played_up_to_the_one_that_builds_share():
    case = JudgedCase.__new__(JudgedCase)
    for told, known in ((None, [True, True, True]), (7, [True, True, False])):
        case.__dict__["otherwise"] = otherwise(told=told)
        assert [case.is_told(r) for r in (1, 7, 8)] == known
    case.__dict__["otherwise"] = None
    assert case.is_told(99)
