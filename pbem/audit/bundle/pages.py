"""The pages of a bundle that are no report: what it is and how to check it, who signed, which rules, what happened.

Belongs here: their words, in plain English for somebody who has never heard of pbem; no name but those in the log.
Must not be here: which files a bundle has (`evidence`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any

import msgspec

from pbem.audit.findings.case import JudgedCase
from pbem.audit.findings.proof import SUFFIX
from pbem.audit.findings.report import Report
from pbem.audit.verify import Examined, Start
from pbem.build import build_of
from pbem.errors import BadRecord, Unsupported
from pbem.match.start import engine_hash
from pbem.reading.source import Source
from pbem.record.events import GenesisBody, Note
from pbem.record.wire import CODEC
from pbem.show.clean import clean
from pbem.show.people import FINGERPRINT

RULES = "pbem-rules/1"

_README = """\
Evidence on {match}.

What pbem says of it:

  {verdict}

Believe none of these pages: check them. On a machine with Python 3.11 or newer and pbem installed:

  pbem verify FILE.zip   is the record sound: bytes, signatures, links, dice, every rule
  pbem audit FILE.zip    was everybody honest: the same, and a look behind every die and every seal
                         that was disclosed; and is every page in here the one that the log gives

FILE.zip is the file that this page came in; `pbem audit game.pbem` judges the log alone. That needs
no network and nobody's keys. The first line printed is the verdict; the exit status says it again:

  0  sound, or honest. "nothing dishonest found": some seat has not disclosed its secret
  2  the command was not used as it should be
  4  bad evidence: something does not fit. Each fault names its line, round, seat and rule, what
     was claimed, what is true, where to look it up and what to do. Also: this bundle was changed,
     or its pages are not those of its log
  5  records are missing: the report says whom to ask for which. Missing is not cheating
  6  fork: a seat signed two things for one place
  8  not judged: the version of pbem, the rules or the data that rules.json names are not installed
     there, so that nobody there can say whether these pages are those of the log

What is in here:

  game.pbem            the log: every event as it was signed; all else follows from it
  report.txt           what the audit found; report.html the same as a page to read or print,
                       report.json for programs, in the form of report.schema.json
  keys.txt             the identities and keys of the seats, with fingerprints
  rules.json           which rules in which version, and digests of their data
  story.txt            what happened, sentence by sentence, and what the players remarked
  SHA256SUMS           the digest of each file, for sha256sum -c SHA256SUMS
{more}
What is not proven: who talked to whom outside the record; when anything was really written (times
are claims); that a key is the person you think (compare fingerprints). Dice fall well or badly, and
how they fell proves nothing.
"""


def readme_page(report: Report, verdict: str, *, has_data: bool, has_replay: bool) -> str:
    """The page to read first."""
    more = []
    if has_replay:
        more.append(("replay.html", "the match move by move, in a browser"))
    if has_data:
        more.append(("data/", "corrected data that the match is played with; used without asking"))
    for twins in report.twins:
        proof = f"{twins.seat}-{twins.n}{SUFFIX}"
        more.append((proof, f"proves by itself that {twins.seat} signed twice: pbem verify {proof}"))
    lines = "".join(f"  {name:19}  {what}\n" for name, what in more)
    match = f"the match {report.game} of {report.engine}" if report.engine else "what should be the log of a match"
    return _README.format(match=match, verdict=verdict, more=lines)


def keys_page(examined: Examined) -> str:
    """Whose signatures stand in the log."""
    return "\n".join(_keys(examined)) + "\n"


def _keys(examined: Examined) -> Iterator[str]:
    yield "Who signed: the keys in this log. The first characters of a key are its fingerprint: ask each person,"
    yield "by a way that you trust, whether theirs is the one here. An identity signs the first line and the taking"
    yield "of a seat; the key of a seat signs everything after that."
    start, case = examined.start, examined.case
    if start is None or case is None:
        yield "\nThe first line of the log cannot be read: it names nobody."
        return
    body = _genesis(start)
    yield f"\nhost\n  identity     {body.host}\n  fingerprint  {body.host[:FINGERPRINT]}"
    for number, seat in enumerate(body.seats):
        yield f"\nseat {number}, {seat.name}{f' ({seat.role})' if seat.role else ''}"
        yield f"  identity     {seat.id}\n  fingerprint  {seat.id[:FINGERPRINT]}"
        yield from _seat_keys(case, number)


def _seat_keys(case: JudgedCase, number: int) -> Iterator[str]:
    join = case.feeds.feeds[number].join
    if join is None:
        yield "  has not joined in this log"
        return
    body = join.body
    for word, value in (("key of seat", body.pk), ("commitment", body.gsc), ("dice anchor", body.anchor)):
        yield f"  {word:11}  {value}"


def rules_page(start: Start | None, data: Mapping[str, bytes]) -> str:
    """What the match is played by: names, versions, digests; `data` are corrected data files by name."""
    told: dict[str, Any] = {"format": RULES, "pbem": version("pbem"), "protocol": "pbem1"}
    if start is not None:
        body, files = _genesis(start), start.files or {}
        told |= {
            "engine": body.engine,
            "engine_digest": body.engine_hash,
            "build": build_of(start.ruleset) if start.ruleset is not None else "",
            "title": start.ruleset.title if start.ruleset is not None else "",
            "options": {name: clean(v) if isinstance(v, str) else v for name, v in sorted(body.options.items())},
            "data": {name: engine_hash(body.engine, {name: parsed}) for name, parsed in sorted(files.items())},
            "corrected": sorted(data),
        }
    return msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n"


def story_page(examined: Examined, source: Source) -> str:
    """What happened, as far as the rules could follow; then what the players remarked."""
    return "\n".join(_story(examined, source)) + "\n"


def _story(examined: Examined, source: Source) -> Iterator[str]:
    case = examined.case
    if case is None or case.watch is None:
        yield "The rules of this match are not installed where this was written, or its first line cannot be read."
        return
    for told in case.watch.binding.table.story:
        yield f"{told.round:5}  {clean(told.text)} ({told.rule})"
    for note in _notes(case, source):
        yield f"{note.r:5}  {case.names[note.seat]} remarks: {clean(note.body.text)}"


def _notes(case: JudgedCase, source: Source) -> list[Note]:
    """The remarks that count, in order."""
    found = []
    for number, line in source:
        if line is None or b'"kind":"note"' not in line:
            continue
        try:
            event = CODEC.decode(line)
        except (BadRecord, Unsupported):
            continue
        if isinstance(event.msg, Note) and case.reading.line_of.get(event.id) == number:
            found.append(event.msg)
    return sorted(found, key=lambda note: (note.r, note.seat, note.n))


def _genesis(start: Start) -> GenesisBody:
    return start.genesis.msg.body
