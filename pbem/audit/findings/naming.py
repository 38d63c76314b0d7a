"""A report in the words of people: seats go by their names on the board, not by their ids in the record.

Belongs here: the change of words. Must not be here: a sheet, what is found; what programs read keeps the ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from pbem.audit.findings.finding import Finding
from pbem.audit.findings.report import Report

Said = Callable[[str], str]


def in_names(report: Report) -> Report:
    """The report with the names of `titles` for their ids; grounds keep theirs, as does whatever stands in quotes."""
    if not report.titles:
        return report
    names, said = report.titles, _said(report.titles)

    def name(seat: str) -> str:
        return names.get(seat, seat)

    return replace(
        report,
        titles={},
        seats=tuple(map(name, report.seats)),
        winners=tuple(map(name, report.winners)),
        audited=tuple(map(name, report.audited)),
        disclosed=tuple(map(name, report.disclosed)),
        builds={name(seat): build for seat, build in report.builds.items()},
        undos={name(seat): count for seat, count in report.undos.items()},
        awaited=tuple(replace(one, seat=name(one.seat)) for one in report.awaited),
        gaps=tuple(replace(gap, seat=name(gap.seat)) for gap in report.gaps),
        claims=tuple(replace(count, seat=name(count.seat)) for count in report.claims),
        dice=tuple(replace(count, seat=name(count.seat)) for count in report.dice),
        hits=tuple(replace(count, side=name(count.side)) for count in report.hits),
        held=tuple(replace(held, seat=name(held.seat)) for held in report.held),
        findings=tuple(_finding(finding, name, said) for finding in report.findings),
    )


def _finding(finding: Finding, name: Said, said: Said) -> Finding:
    return replace(
        finding, seat=name(finding.seat), concerns=name(finding.concerns), owner=name(finding.owner),
        text=said(finding.text), claimed=said(finding.claimed), truth=said(finding.truth),
    )  # fmt: skip


def _said(names: dict[str, str]) -> Said:
    """A function that changes ids in a text, if they stand alone: not in a slot, a file's name or a quotation."""
    ids = "|".join(map(re.escape, names))
    found = re.compile(rf'"[^"]*"|(?<![\w/.-])(?:{ids})(?![\w/-])(?!\.\w)')

    def say(text: str) -> str:
        return found.sub(lambda match: names.get(match[0], match[0]), text)

    return say
