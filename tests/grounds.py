"""What every report must be able to answer: each finding names its place and what it rests on, and fits the schema."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from jsonschema import Draft202012Validator

from pbem.audit.findings.finding import Finding
from pbem.audit.findings.report import Report
from pbem.audit.sheets.advice import to_do
from pbem.audit.sheets.document import document, schema
from pbem.audit.sheets.html import to_html
from pbem.audit.sheets.sheet import make_sheet
from pbem.audit.sheets.text import to_text
from pbem.crypto.hashing import unb64
from pbem.record.feeds import Feeds
from pbem.record.wire import CODEC, verify_event

NO_LINE = {"steering", "secret", "first line"}  # what the rules did, what is not there: no line of the log
NO_SEAT = {"line", "place", "signature", "steering", "again", "ruleset", "build"}  # nobody is accused


@lru_cache
def validator() -> Any:
    Draft202012Validator.check_schema(schema())
    return Draft202012Validator(schema())


def valid(report: Report) -> dict[str, Any]:
    """The document of a report as it is printed, found to be as the schema says."""
    printed: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document(report)))
    validator().validate(printed)
    return printed


def by_own_hand(report: Report, lines: Sequence[bytes]) -> Report:
    """Whoever answers for a finding signed the line that it names; nobody else is accused of anything."""
    events = {number: CODEC.decode(line) for number, line in enumerate(lines, start=1) if line.endswith(b'"}\n')}
    genesis = next(e for e in events.values() if e.kind == "genesis")
    feeds = Feeds(genesis)
    for event in events.values():
        if event.kind == "join":
            feeds.add(event)
    for finding in report.findings:
        if finding.seat and finding.severity != "note":
            event = events[finding.line or 0]
            if finding.seat == "host":
                assert verify_event(event, unb64(event.msg.body.host, 32)), finding
            else:
                assert feeds.seats[event.seat].name == finding.seat, finding
                assert feeds.is_signed(event), finding
    return report


def but_order(report: Report) -> tuple[Finding, ...]:
    """The findings but for the notes that lines stand in another order."""
    return tuple(f for f in report.findings if f.kind != "order")


def grounded(report: Report) -> Report:
    """Every finding has a place, and every fault and incident what was claimed, what is true, and evidence."""
    valid(report)
    text, page = (write(make_sheet(report)) for write in (to_text, to_html))
    for finding in report.findings:
        assert finding.section[0] in "23", finding
        assert finding.line is not None or finding.kind in NO_LINE or finding.severity == "note", finding
        assert finding.round is not None or finding.kind in ("secret", "line", "again", "place", "order"), finding
        named = finding.seat or finding.concerns
        assert named or finding.kind in NO_SEAT, finding
        assert not (finding.seat and finding.concerns), finding
        if finding.severity != "note":
            assert finding.truth, finding
            assert to_do(finding), finding
            assert "  to do: " in text
            assert finding.evidence or finding.kind == "first line", finding
            assert "  true: " in text
            assert "<dt>true</dt>" in page
        assert f"protocol {finding.section}" in text
    return report
