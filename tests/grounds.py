"""What every report must be able to answer: each finding names its place and what it rests on, and fits the schema."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from jsonschema import Draft202012Validator

from pbem.audit.advice import to_do
from pbem.audit.document import document, schema
from pbem.audit.findings import Report
from pbem.audit.sheet import make_sheet
from pbem.audit.sheet_html import to_html
from pbem.audit.sheet_text import to_text

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


def grounded(report: Report) -> Report:
    """Every finding has a place, and every fault and incident what was claimed, what is true, and evidence."""
    valid(report)
    text, page = (write(make_sheet(report)) for write in (to_text, to_html))
    for finding in report.findings:
        assert finding.section[0] in "23", finding
        assert finding.line is not None or finding.kind in NO_LINE or finding.severity == "note", finding
        assert finding.round is not None or finding.kind in ("secret", "line", "again", "place"), finding
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
