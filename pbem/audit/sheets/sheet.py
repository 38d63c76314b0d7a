"""A report as a sheet to read from top to bottom: verdict, findings with their grounds, counts with what they mean.

Belongs here: what stands on the sheet and in which order, in plain words; all text on it is cleaned and cut short.
Must not be here: how it looks on a terminal (`text`) or on a page (`html`), what is counted (`tallies`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from pbem.audit.counting.counts import DiceCount, Held
from pbem.audit.counting.luck import chance, decimal, figures, hit_figures, some_below
from pbem.audit.findings.finding import Evidence, Finding
from pbem.audit.findings.naming import in_names
from pbem.audit.findings.report import Report
from pbem.audit.findings.verdict import leading
from pbem.audit.sheets.advice import to_do
from pbem.limits import MOST_FACES, MOST_FINDINGS, MOST_WORDS
from pbem.show.clean import clean

SMALL = Fraction(1, 20)
FOLDED = ("commitment", "opened text")  # a claim about many secrets has many of them

Row = tuple[str, ...]


class SheetItem(msgspec.Struct, frozen=True):
    """One finding: its sentence, and its grounds, each with a word before it; `folded` are for whoever checks them."""

    severity: str
    sentence: str
    grounds: tuple[tuple[str, str], ...]
    folded: tuple[tuple[str, str], ...] = ()


class SheetPart(msgspec.Struct, frozen=True):
    """A table with a title; `words` say what it means and what it does not."""

    title: str
    head: Row
    rows: tuple[Row, ...]
    words: tuple[str, ...]


class Sheet(msgspec.Struct, frozen=True):
    """Everything on it, from top to bottom; `advice` says what to do, "" if there is nothing."""

    verdict: str
    status: int
    advice: str
    facts: tuple[str, ...]
    items: tuple[SheetItem, ...]
    left_out: int
    parts: tuple[SheetPart, ...]


def make_sheet(report: Report, names: Mapping[str, str] | None = None) -> Sheet:
    """The sheet of a report, seats by their names; `names` are those of people, as in `Report.talk`."""
    report = in_names(report)
    talk = report.talk(names)
    facts = [f"match: {report.game}" if report.game else "", *talk[1 : len(talk) - len(report.findings)]]
    shown = report.findings[:MOST_FINDINGS]
    parts = [part for part in (_claims(report), _dice(report), _hits(report), _times(report)) if part is not None]
    return Sheet(
        _safe(talk[0]),
        report.status,
        _safe(to_do(first)) if (first := leading(report.faults)) is not None else "",
        tuple(_safe(fact) for fact in facts if fact),
        tuple(_item(finding) for finding in shown),
        len(report.findings) - len(shown),
        tuple(parts),
    )


def _safe(text: str) -> str:
    """2.13 Whatever others wrote, on one line, harmless, not too long."""
    words = clean(text)
    return words if len(words) <= MOST_WORDS else words[: MOST_WORDS - 4] + " ..."


def _item(finding: Finding) -> SheetItem:
    grounds = [
        ("goes by", f"protocol {finding.section}{f', rule {finding.rule}' if finding.rule else ''}"),
        ("claimed", finding.claimed),
        ("true", finding.truth),
        ("to do", to_do(finding)),
        *(("evidence", e.sentence) for e in finding.evidence if e.what not in FOLDED),
    ]
    folded = [("evidence", e.sentence) for e in finding.evidence if e.what in FOLDED and not _is_told(e, finding)]
    kept, away = (tuple((word, _safe(text)) for word, text in rows if text) for rows in (grounds, folded))
    return SheetItem(finding.severity, _safe(finding.sentence), kept, away)


def _is_told(evidence: Evidence, finding: Finding) -> bool:
    """Whether an opened text stands there already, as what is true."""
    return evidence.what == "opened text" and f'"{evidence.value}"' in finding.truth


def _claims(report: Report) -> SheetPart | None:
    """A row for each rule, a column for each seat that claimed anything."""
    if not report.claims:
        return None
    counts = {(c.rule, c.seat): f"{c.made:,}/{c.judged:,}/{c.false:,}" for c in report.claims}
    seats = list(dict.fromkeys(c.seat for c in report.claims))
    rules = sorted({c.rule for c in report.claims}, key=_in_numbers)
    rows = tuple((_safe(rule), *(counts.get((rule, seat), "") for seat in seats)) for rule in rules)
    made, judged, false = (sum(getattr(c, field) for c in report.claims) for field in ("made", "judged", "false"))
    words = [f"{made:,} claims about secrets, {judged:,} judged, {false:,} false."]
    if judged < made:
        words.append("What is not judged needs a secret that is not in this record, or stands behind a fault.")
    return SheetPart("Late checks: claims/judged/false", ("rule", *map(_safe, seats)), rows, tuple(words))


def _in_numbers(rule: str) -> list[tuple[int, str]]:
    """9.10 comes after 9.9."""
    return [(int(word), "") if word.isdecimal() else (0, word) for word in re.split(r"([0-9]+)", rule)]


def _dice(report: Report) -> SheetPart | None:
    if not report.dice:
        return None
    head = ("moved by", "die", "rolls", "dice", "mean", "fair", "faces 1, 2, 3 ...", "each", "p")
    return SheetPart("Dice", head, tuple(map(_dice_row, report.dice)), tuple(_about_dice(report)))


def _dice_row(count: DiceCount) -> Row:
    faces = " ".join(map(str, count.faces)) if count.sides <= MOST_FACES else ""
    told = figures(count)
    p = told["p"] if chance(count) >= Fraction(1, 10_000) else "under 0.0001"
    return (
        _safe(count.seat) or "all", f"d{count.sides}", f"{count.rolls:,}", f"{count.dice:,}",
        told["mean"], told["expected_mean"], faces, told["expected_face"], p,
    )


def _about_dice(report: Report) -> Iterator[str]:
    yield (
        "A roll counts for the seats that moved it: those that decided last before it, whoever fought. A row is all of "
        "them, of whatever rule. p is the exact chance that as many fair dice show a sum at least as far from the fair "
        "mean, above or below; `each` is how often they show each face."
    )
    looks = sum(1 for count in report.dice if count.seat)
    if looks > 1:
        often = decimal(100 * some_below(SMALL, looks), 0)
        yield (
            f"{looks} such chances stand here: that one of them is 0.05 or less happens in about {often} of 100 "
            "fair matches."
        )
    yield (
        "A small p never proves cheating, and a large one no honesty: p measures luck. What dice are worth follows "
        f"from their numbers: every one was fixed when its seat was taken, and {_who_knew(report)}."
    )
    if any(finding.kind == "chain" for finding in report.faults):
        yield "But see above: a fault is about numbers of dice."


def _hits(report: Report) -> SheetPart | None:
    """What the ruleset says of dice that hit or miss."""
    if not report.hits:
        return None
    rows = tuple(
        (
            _safe(c.side), _safe(c.decides), _safe(c.rule), f"{c.rolls:,}", f"{c.dice:,}", f"{c.hits:,}",
            told["expected"], told["p"],
        )
        for c in report.hits
        for told in (hit_figures(c),)
    )
    words = (
        "A die hits where it alone does what it was rolled for, under the rule and by the name that stand beside it. p "
        "is the exact chance of hits at least as far from what these dice make on average, above or below."
    )
    head = ("whose dice", "for", "rule", "rolls", "dice", "hits", "expected", "p")
    return SheetPart("Hits", head, rows, (words,))


def _who_knew(report: Report) -> str:
    """2.10 What the policy left to one person."""
    if report.witness == "no dice":
        return "the game has none"
    if report.unwitnessed:
        return f"in {report.unwitnessed:,} of {report.rolls:,} dice rounds one person held them all, and could know"
    return "nobody held all of a roll, so that only all its contributors together could have known it beforehand"


def _times(report: Report) -> SheetPart | None:
    if not any(held.decisions or held.tool_events for held in report.held):
        return None
    head = ("seat", "decisions", "held", "longest", "round", "tool", "tool held", "ran back")
    words = (
        "How long a seat held the game: from the last event of the round before to its own. What the tool makes "
        f"by itself ({'openings' if report.witness == 'no dice' else 'dice, openings'}) is counted apart.",
        "Times are claims: each is the clock of the machine that signed, which may have run back. Nobody can check it, "
        "nothing depends on it.",
    )
    return SheetPart("Time, as claimed", head, tuple(map(_time_row, report.held)), words)


def _time_row(held: Held) -> Row:
    has_any = held.longest_round is not None
    return (
        _safe(held.seat), f"{held.decisions:,}", duration(held.seconds),
        duration(held.longest) if has_any else "", str(held.longest_round) if has_any else "",
        f"{held.tool_events:,}", duration(held.tool_seconds), f"{held.backwards:,}",
    )


def duration(seconds: int) -> str:
    """In the two largest units that are not nought: `3 d 4 h`, `12 min`, `0 s`."""
    parts = []
    for name, size in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {name}")
        elif parts:
            break
    return " ".join(parts[:2]) or "0 s"
