"""Verifying a log: is the record sound (protocol 2.14, levels quick and full).

Belongs here: from lines to a report. Must not be here: secrets (`audit`), how findings are made.
Both levels check frames, canonical bytes, ids, links, rounds, chain elements and every rule; `full` every signature
too, `quick` that of each feed's last event, which vouches for those before it. Where anything does not fit, `quick`
reads again with every signature before it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.audit.findings.alike import together
from pbem.audit.findings.case import JudgedCase
from pbem.audit.findings.explain import explain, twin_lines
from pbem.audit.findings.finding import BAD, UNKNOWN, Evidence, Finding
from pbem.audit.findings.losses import Losses
from pbem.audit.findings.report import Level, Report, in_order
from pbem.audit.findings.watch import Follower, TrailWatch, Watch
from pbem.build import build_of
from pbem.crypto.hashing import unb64
from pbem.errors import BadRecord, PbemError, Unsupported
from pbem.match.agreements import PositionGone, targets_of
from pbem.match.binding import Binding
from pbem.match.desync import find_unseen
from pbem.match.start import ruleset_of
from pbem.reading.beside import SecondCheck
from pbem.reading.reader import Hopeless, LogPass
from pbem.reading.source import Source
from pbem.record.wire import GenesisLine, verify_event
from pbem.ruleset import Ruleset, find_engine

FindRuleset = Callable[[str], Ruleset]
Follow = Callable[[Binding], Follower]


@dataclass(frozen=True, slots=True)
class Start:
    """The first line of a log and the rules it names; `problem` says why they are not here, and then they are None."""

    number: int
    genesis: GenesisLine
    ruleset: Ruleset | None = None
    files: dict[str, Any] | None = None
    problem: Finding | None = None


@dataclass(frozen=True, slots=True)
class Examined:
    """A log that was read: the report, and for those who look further what it was made of."""

    report: Report
    case: JudgedCase | None = None
    start: Start | None = None


def verify(
    lines: Path | bytes | Iterable[bytes],
    level: Literal["quick", "full"] = "quick",
    *,
    find_ruleset: FindRuleset = find_engine,
    overlay: Path | None = None,
    helped: bool = True,
) -> Report:
    """Reads a log and says whether it is sound; if it may be `helped`, a second process checks signatures meanwhile.

    WrongUse if there is no such file; all else, damage of any kind, is in the report.
    """
    return examine(Source(lines), level, find_ruleset=find_ruleset, overlay=overlay, helped=helped).report


def examine(
    source: Source, level: Level, *, find_ruleset: FindRuleset = find_engine, overlay: Path | None = None,
    helped: bool = True, follow: Follow | None = None,
) -> Examined:
    """As `verify`, with what the report was made of; `follow` makes who follows the reading."""
    try:
        start = find_start(source, find_ruleset, overlay)
    except (BadRecord, Unsupported) as fault:
        status = BAD if isinstance(fault, BadRecord) else UNKNOWN
        line = fault.line if isinstance(fault, BadRecord) else None
        why = fault.why if isinstance(fault, BadRecord) else str(fault)
        finding = Finding(
            "fault", "first line", why, status, line, 0, claimed="it is the log of a match", truth=why, concerns="host"
        )
        return Examined(Report(level=level, bytes=source.size, sha256=source.sha256, findings=(finding,)))

    def make_watch(binding: Binding) -> Watch:
        watch = TrailWatch(binding) if level == "audit" else Watch(binding)
        watch.follower = follow(binding) if follow is not None else None
        return watch

    second = SecondCheck.begin(source) if helped and level != "quick" else None
    if second is None:
        reading, watch = read(source, start, hopeful=level == "quick", make_watch=make_watch)
    else:
        reading, watch = _read_with(second, start, make_watch)
    case = JudgedCase(reading, watch)
    return Examined(make_report(level, case, start), case, start)


def _read_with(
    second: SecondCheck, start: Start, make_watch: Callable[[Binding], Watch]
) -> tuple[LogPass, Watch | None]:
    """A thorough reading, or a hopeful one of a log of which a second process found every signature good."""
    try:
        reading, watch = read(second.source, start, hopeful=True, make_watch=make_watch, plain=True)
        if reading.hopeful and not second.vouches_for(reading):
            return read(second.source, start, hopeful=False, make_watch=make_watch)
        return reading, watch
    finally:
        second.end()


def find_start(source: Source, find_ruleset: FindRuleset, overlay: Path | None) -> Start:
    """The first line and its rules; BadRecord if nothing can be built on it."""
    number, genesis = source.first_line()
    if not verify_event(genesis, unb64(genesis.msg.body.host, 32)):
        why = "the first line is not signed by the host that it names: nothing can be built on it"
        raise BadRecord(why, line=number)
    try:
        ruleset, files = ruleset_of(genesis, overlay, find_ruleset)
        Binding(genesis, ruleset, files, {})
    except PbemError as fault:
        status = UNKNOWN if isinstance(fault, Unsupported) else BAD
        text = f"{fault}{f' ({fault.hint})' if fault.hint else ''}: signatures and links were checked, no rule"
        body = genesis.msg.body
        finding = Finding(
            "fault", "ruleset", text, status, number, 0, "host" if status == BAD else "",
            claimed=f"the match is played by {body.engine}", truth=str(fault),
            evidence=(Evidence("event", genesis.id, number), Evidence("engine digest", body.engine_hash, number)),
        )
        return Start(number, genesis, problem=finding)
    return Start(number, genesis, ruleset, files)


def read(
    source: Source,
    start: Start,
    *,
    hopeful: bool,
    make_watch: Callable[[Binding], Watch] = Watch,
    secrets: Mapping[int, bytes] | None = None,
    cuts: Mapping[int, int] | None = None,
    plain: bool = False,
) -> tuple[LogPass, Watch | None]:
    """Passes over the lines until one holds: a second thorough one if hope failed, or if feeds end in twins.

    One more if players agreed to go back to a position that no pass had reason to keep.

    `cuts` are the places of twins as far as they are known. Hope for a `plain` log fails at the first line that is odd.
    """
    cuts = dict(cuts or {})
    remember: set[int] = set()
    while True:
        watch = None
        if start.ruleset is not None and start.files is not None:
            watch = make_watch(Binding(start.genesis, start.ruleset, start.files, secrets or {}, remember=remember))
        reading = LogPass(source, start.genesis, watch, hopeful=hopeful, cuts=cuts, plain=plain and hopeful)
        try:
            reading.run()
        except Hopeless:
            hopeful = False
            continue
        except PositionGone as gone:  # all go back to it: it must be kept when it is passed
            remember |= {gone.round} | targets_of(source.agreements())
            continue
        if reading.cuts() == cuts:
            return reading, watch
        cuts = reading.cuts()


def make_report(level: Level, case: JudgedCase, start: Start) -> Report:
    """What one reading says."""
    losses, twins = Losses(case), twin_lines(case)
    findings = [*([start.problem] if start.problem is not None else []), *losses.findings(), *explain(case, twins)]
    reading, watch, rounds = case.reading, case.watch, case.rounds
    report = Report(
        level=level,
        game=start.genesis.id,
        engine=start.genesis.msg.body.engine,
        policy="+".join(start.genesis.msg.body.dice.by),
        seats=tuple(case.names),
        events=reading.events,
        bytes=reading.source.size,
        sha256=reading.source.sha256,
        signatures=reading.signatures,
        findings=in_order(together(findings)),
        gaps=losses.gaps(),
        twins=twins,
    )
    if watch is None or rounds is None or start.ruleset is None:
        return report
    report = watch.fill_in(report, rounds)
    joins, found = watch.binding.joins, case.otherwise or find_unseen(watch.binding, rounds)
    report = msgspec.structs.replace(
        report, build=build_of(start.ruleset), builds={case.names[s]: joins[s].body.build for s in sorted(joins)},
        alike=found.agreed if found is not None else None,
    )
    if not case.is_told(rounds.r):  # how it ends here is not how it ended
        report = msgspec.structs.replace(report, result="", by="", winners=(), score=None, awaited=())
    return report
