"""Findings that are alike are told as one: whoever signs a thousand void events must not fill everybody's report.

Belongs here: which findings are alike, and what one of many says. Must not be here: finding them.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.audit.findings.case import short
from pbem.audit.findings.finding import Finding, Kind

FEW = 8  # findings that are still told one by one
SHOWN = 3  # of more than these the first are quoted
MANY: frozenset[Kind] = frozenset({"void", "base", "link", "forged"})  # without effect, any number

Key = tuple[object, ...]


def together(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in their order; more than a few of one kind, seat and round stand as one where the first stood."""
    found = list(findings)
    runs: dict[Key, list[Finding]] = {}
    for one in found:
        runs.setdefault(_key(one), []).append(one)
    told: list[Finding] = []
    for one in found:
        run = runs[_key(one)]
        if one.kind not in MANY or len(run) <= FEW:
            told.append(one)
        elif one is run[0]:
            told.append(_as_one(run))
    return told


def _key(one: Finding) -> Key:
    return one.severity, one.kind, one.status, one.seat, one.concerns, one.round


def _as_one(run: list[Finding]) -> Finding:
    """One finding for many: how many, the first lines, and the first of them."""
    first, shown = run[0], run[:SHOWN]
    lines = ", ".join(str(one.line) for one in shown if one.line is not None)
    text = f"{len(run):,} findings like this one, the first of them in lines {lines}: {first.text}"
    rule = first.rule if all(one.rule == first.rule for one in run) else ""
    evidence = tuple(dict.fromkeys(e for one in shown for e in one.evidence))
    return msgspec.structs.replace(first, text=short(text), rule=rule, evidence=evidence, count=len(run))
