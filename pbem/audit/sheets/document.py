"""A report as JSON: what `--json` prints, and the schema that describes it.

Belongs here: the document's form; what it adds to the fields of a report follows from them.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import msgspec

from pbem.audit.counting.luck import figures, hit_figures
from pbem.audit.findings.report import Report
from pbem.audit.sheets.advice import to_do
from pbem.show.clean import clean

FORMAT = "pbem-report/1"
SCHEMA = "report.schema.json"


def document(report: Report) -> dict[str, Any]:
    """All that a report says, and what a reader would else work out: verdict, sections, advice, means, chances."""
    whole: dict[str, Any] = msgspec.to_builtins(report)
    pairs = zip(whole["findings"], report.findings, strict=True)
    findings = [f | {"section": x.section, "to_do": to_do(x)} for f, x in pairs]
    dice = [d | figures(x) for d, x in zip(whole["dice"], report.dice, strict=True)]
    hits = [h | hit_figures(x) for h, x in zip(whole["hits"], report.hits, strict=True)]
    head = {"format": FORMAT, "verdict": report.talk()[0], "status": report.status}
    cleaned: dict[str, Any] = _cleaned(head | whole | {"findings": findings, "dice": dice, "hits": hits})
    return cleaned | {"twins": whole["twins"]}  # a proof has lines, and its words are checked by whoever reads it


def _cleaned(value: Any) -> Any:
    """2.13 The same without anything invisible, at any depth: this is printed, too."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(key): _cleaned(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_cleaned(inner) for inner in value]
    return value


def schema_text() -> str:
    """The JSON Schema of the document, as it is shipped."""
    return (files("pbem.audit.sheets") / "schema" / SCHEMA).read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """The same, parsed."""
    parsed: dict[str, Any] = json.loads(schema_text())
    return parsed
