"""A sheet calls seats by their names, from the first line to the last; what programs read calls them by their ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.audit.counting.counts import ClaimCount, DiceCount, Held, HitCount
from pbem.audit.findings.finding import Evidence, Finding
from pbem.audit.findings.naming import in_names
from pbem.audit.findings.report import Gap, OwedEvent, Report
from pbem.audit.sheets.document import document
from pbem.audit.sheets.sheet import make_sheet
from pbem.audit.sheets.text import to_text
from pbem.audit.verify import verify

LOGS = Path(__file__).resolve().parents[4] / "logs"
TITLES = {"al_qaeda": "Al Qaeda", "fapla": "FAPLA"}
FAULT = Finding(
    "fault", "missing", "fapla sent event 3, but event 2 is not here: ask fapla for event 2", 5, 7, 2, "fapla",
    claimed='the answer to fapla is "go fapla lucala"', truth="fapla did not", concerns="al_qaeda", owner="fapla",
    lacks="event 2",
    evidence=(Evidence("commitment", "abc", 7, "fapla/2"), Evidence("proof file", "fapla-2.proof.jsonl")),
)  # fmt: skip
REPORT = Report(
    level="audit", game="m", engine="angola/1", policy="mover+others", seats=("al_qaeda", "fapla"), titles=TITLES,
    build="0.1.0+aaaaaaaaaaaa", builds=dict.fromkeys(TITLES, "0.1.0+bbbbbbbbbbbb"), alike=12, undos={"fapla": 2},
    awaited=(OwedEvent("al_qaeda", "answer"),), disclosed=("fapla",), audited=("fapla",), rolls=3,
    claims=(ClaimCount("fapla", "3", 5, 5, 0),), dice=(DiceCount("al_qaeda", 6, 1, 1, 1, (1, 0, 0, 0, 0, 0)),),
    hits=(HitCount("fapla", "9.7", 6, 1, 1, 1, (1, 1)),), held=(Held("al_qaeda", 1, 1, 1, 1),),
    findings=(FAULT,), gaps=(Gap("fapla", 2, (1, 3)),),
)  # fmt: skip


def test_every_seat_on_a_sheet_goes_by_its_name():
    told = to_text(make_sheet(REPORT))
    for words in ("Al Qaeda, FAPLA with 0.1.0+bbbbbbbbbbbb;", "taken back: FAPLA 2", "awaited: Al Qaeda (answer)",
                  "FAPLA sent 1 and 3, ask for 2", "audited but for Al Qaeda", "round 2, FAPLA: FAPLA sent event 3",
                  "true: FAPLA did not", "\n  Al Qaeda  d6", "\n  FAPLA             9.7"):
        assert words in told
    assert not re.search(r"al_qaeda", told)


def test_what_a_player_typed_and_what_is_looked_up_stays_as_it_stands_in_the_record():
    told = to_text(make_sheet(REPORT))
    assert 'claimed: the answer to FAPLA is "go fapla lucala"' in told
    assert "fapla-2.proof.jsonl" in told
    assert in_names(REPORT).findings[0].evidence == FAULT.evidence
    assert in_names(in_names(REPORT)) == in_names(REPORT)


def test_seats_without_a_name_keep_their_ids_and_those_with_one_have_it_everywhere():
    others = ("fapla", "unita")
    report = replace(
        REPORT, seats=others, winners=others, audited=others, disclosed=others, undos=dict.fromkeys(others, 2),
        builds=dict.fromkeys(others, "b"), awaited=(OwedEvent("unita", "answer"),), gaps=(Gap("unita", 2),),
        findings=(Finding("fault", "missing", "fapla is not fapla-2 nor a/fapla, fapla.pbem, xfapla", seat="unita"),))
    named, both = in_names(report), ("FAPLA", "unita")
    assert [named.seats, named.winners, named.audited, named.disclosed] == [both] * 4
    assert [tuple(named.undos), tuple(named.builds), named.titles] == [both, both, {}]
    assert [named.awaited, named.gaps] == [report.awaited, report.gaps]
    assert named.findings[0].text == "FAPLA is not fapla-2 nor a/fapla, fapla.pbem, xfapla"
    (finding,) = in_names(REPORT).findings
    assert [finding.seat, finding.concerns, finding.owner, finding.truth] == [
        "FAPLA", "Al Qaeda", "FAPLA", "FAPLA did not"]
    assert finding.text == "FAPLA sent event 3, but event 2 is not here: ask FAPLA for event 2"
    named = in_names(REPORT)
    assert [one.seat for many in (named.claims, named.held, named.gaps) for one in many] == [
        "FAPLA", "Al Qaeda", "FAPLA"]
    assert [named.dice[0].seat, named.hits[0].side] == ["Al Qaeda", "FAPLA"]


def test_programs_read_the_ids():
    told = document(REPORT)
    (finding,) = told["findings"]
    assert (finding["seat"], finding["text"]) == ("fapla", FAULT.text)
    assert [one["seat"] for one in told["awaited"]] == ["al_qaeda"]


@pytest.mark.parametrize(("game", "case", "ids"), [
    ("anaconda", "wrong_command", "al_qaeda|coalition"), ("angola", "wrong_on_purpose", "fapla|fnla|mpla|unita"),
])  # fmt: skip
def test_a_broken_log_names_nobody_by_an_id_and_its_facts_fit_eighty_columns(game, case, ids):
    lines = (LOGS / game / case / "game.pbem").read_bytes().splitlines(keepends=True)
    broken = b"".join([*lines[:100], *lines[101:110], *lines[111:180]])
    told = to_text(make_sheet(verify(broken, "quick")), width=80).splitlines()
    assert "missing" in told[0]
    assert not [line for line in told if re.search(rf"\b(?:{ids})\b", line)]
    facts = told[1:next(i for i, line in enumerate(told) if line.startswith("fault: "))]
    assert any(line.startswith("builds: ") for line in facts)
    assert max(map(len, facts)) <= 80
