"""One task of an archive done: a log read, judged, put into rows. It never raises.

Belongs here: from a file to its rows; the verdict is that of `pbem verify` or `pbem audit`, taken from their document.
Must not be here: any check of a record, the table.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from pbem.archive.following import GameFollower
from pbem.archive.opening import open_task
from pbem.archive.tables import NOT_READ, OTHER_DATA, ArchiveTask, LogFacts, TaskAnswer, Values, not_read, row_of
from pbem.audit.audit import look_behind
from pbem.audit.findings.finding import BAD, FORK, MISSING, SOUND, UNCHECKED, UNKNOWN
from pbem.audit.findings.report import Report
from pbem.audit.sheets.document import document
from pbem.audit.verify import Examined, examine
from pbem.disk.guarded import Ask, forget_peak, peak_mb
from pbem.errors import BadRecord, PbemError, Transport
from pbem.limits import MAX_WORDS, MOST_ROWS
from pbem.match.binding import Binding
from pbem.reading.source import Source
from pbem.record.wire import GenesisLine
from pbem.show.clean import clean

WORDS = {MISSING: "records missing", FORK: "fork", UNKNOWN: "cannot be judged", UNCHECKED: "nothing dishonest found"}
AS_IN_DOCUMENT = ("events", "bytes", "sha256", "rounds", "result", "by", "score", "policy", "witness", "engine")
Known = Callable[[str], bool]
"""Whether a log of this SHA-256 was judged here before."""


def nothing_known(sha256: str) -> bool:
    """No log was."""
    return False


def work(task: bytes, ask: Ask) -> bytes:
    """`measure` for a guarded process."""
    given = msgspec.msgpack.decode(task, type=ArchiveTask)
    return msgspec.msgpack.encode(measure(given, lambda sha: ask(sha.encode()) == b"1"))


def measure(task: ArchiveTask, known: Known = nothing_known) -> TaskAnswer:
    """All logs in a file judged, whatever it holds."""
    forget_peak()
    start, cpu = time.perf_counter(), time.process_time()
    try:
        answer = _measured(task, known)
    except MemoryError:
        answer = TaskAnswer([not_read(task, "it takes more memory than one log may have")])
    except Exception as error:  # our own fault costs one row, not the run
        answer = TaskAnswer([not_read(task, f"pbem fails on it: {type(error).__name__}: {clean(str(error))[:200]}")])
    took = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}
    share = max(1, len(answer.logs))
    for one in answer.logs:
        one.log |= {name: round(value / share, 6) for name, value in took.items()} | {"peak_mb": peak_mb()}
    return answer


def _measured(task: ArchiveTask, known: Known) -> TaskAnswer:
    try:
        found = open_task(task)
    except PbemError as fault:
        return TaskAnswer([_refused(task, fault)])
    answer = TaskAnswer(parts=found.parts)
    with TemporaryDirectory(prefix="pbem-") if found.data else _nowhere() as folder:
        overlay = found.overlay
        if found.data:
            overlay = Path(folder)
            for name, data in found.data.items():
                (overlay / name).write_bytes(data)
        for part, content in found.logs.items():
            of_part = msgspec.structs.replace(task, part=part)
            if isinstance(content, PbemError):
                answer.logs.append(_refused(of_part, content))
                continue
            digest = sha256(content).hexdigest()
            if len(found.logs) == 1 and overlay is None and known(digest):
                return TaskAnswer(known=digest)
            answer.logs.append(_judged(of_part, content, overlay))
    return answer


class _nowhere:
    def __enter__(self) -> str:
        return ""

    def __exit__(self, *_: object) -> None:
        pass


def _refused(task: ArchiveTask, fault: PbemError) -> LogFacts:
    """The row of a file in which there is no log to judge."""
    why = clean(str(fault))[:MAX_WORDS]
    if isinstance(fault, Transport):
        return not_read(task, why)
    status = fault.status if fault.status in (BAD, MISSING, UNKNOWN) else NOT_READ
    words = {BAD: "damaged", NOT_READ: "not read"} | WORDS
    kind = {"kind": "line"} if isinstance(fault, BadRecord) else {}
    return LogFacts(row_of(task, status=status, verdict=words[status], error=why, **kind))


def _judged(task: ArchiveTask, content: bytes, overlay: Path | None) -> LogFacts:
    followers: list[GameFollower] = []

    def follow(binding: Binding) -> GameFollower:
        followers.append(GameFollower(binding))
        return followers[-1]

    if task.level == "audit":
        examined = look_behind(Source(content), overlay=overlay, follow=follow)
    else:
        examined = examine(Source(content), "full", overlay=overlay, follow=follow)
    return facts_of(task, examined, followers[-1] if followers else None, with_data=overlay is not None)


def facts_of(task: ArchiveTask, examined: Examined, follower: GameFollower | None, *, with_data: bool) -> LogFacts:
    """The rows of a log that was judged; what they say of it is what `pbem verify --json` says."""
    report, said = examined.report, document(examined.report)
    case, rounds = examined.case, examined.case.rounds if examined.case is not None else None
    is_told = case is not None and rounds is not None and follower is not None and case.is_told(rounds.r)
    genesis = examined.start.genesis if examined.start is not None else None
    first: Values = next((finding for finding in said["findings"] if finding["severity"] == "fault"), {})
    row = row_of(
        task,
        **{name: said[name] for name in AS_IN_DOCUMENT},
        gid=said["game"],
        status=said["status"],
        verdict=verdict_of(report),
        error=said["verdict"][:MAX_WORDS] if said["status"] else "",
        kind=first.get("kind"), line=first.get("line"), round=first.get("round"), accused=first.get("seat", ""),
        builds=_json(said["builds"]),
        judged_by=said["build"] + (OTHER_DATA if with_data else ""),
        complete=int(report.is_complete),
        engine_hash=genesis.msg.body.engine_hash if genesis is not None else "",
        options=_json(_options(examined, genesis)),
    )
    about = {
        "finding": [_of(f, "severity kind status line round seat rule text") for f in said["findings"]],
        "dice": [d | {"faces": _json(d["faces"])} for d in said["dice"]],
        "hits": [h | {"chances": _json(h["chances"])} for h in said["hits"]],
        "claims": said["claims"],
    }
    if genesis is not None:
        about["seat"] = _seats(said, genesis, follower if is_told else None)
    if is_told and follower is not None:
        row |= {"turns": follower.turn, "first_t": follower.first_t, "last_t": follower.last_t}
        about |= {"rule": follower.rules(), "place": follower.places()}
    return LogFacts(row, {table: rows[:MOST_ROWS] for table, rows in about.items() if rows})



def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _of(values: Mapping[str, Any], names: str) -> Values:
    found = {name: values.get(name) for name in names.split()}
    return {name: value[:MAX_WORDS] if isinstance(value, str) else value for name, value in found.items()}


def verdict_of(report: Report) -> str:
    """In the words of the table; what is damaged accuses nobody."""
    status = report.status
    if status == SOUND:
        return "honest" if report.level == "audit" else "sound"
    if status == BAD:
        return "bad evidence" if any(fault.seat for fault in report.faults) else "damaged"
    return WORDS[status]


def _options(examined: Examined, genesis: GenesisLine | None) -> dict[str, Any]:
    """All options with their values; only those recorded if the rules are not here."""
    if genesis is None:
        return {}
    ruleset, recorded = examined.start.ruleset if examined.start is not None else None, genesis.msg.body.options
    try:
        full = dict(ruleset.full_options(recorded)) if ruleset is not None else dict(recorded)
    except PbemError:
        full = dict(recorded)
    return {clean(name): clean(value) if isinstance(value, str) else value for name, value in full.items()}


def _seats(said: Mapping[str, Any], genesis: GenesisLine, follower: GameFollower | None) -> list[Values]:
    held = {one.seat: one for one in follower.times.counts()} if follower is not None else {}
    gone = follower.binding.resigned if follower is not None else ()
    rows = []
    for number, seat in enumerate(genesis.msg.body.seats):
        name, times = seat.name, held.get(seat.name)
        rows.append({
            "seat": name, "title": said["titles"].get(name, name), "person": seat.id, "role": seat.role or "",
            "build": said["builds"].get(name, ""), "won": int(name in said["winners"]) if said["result"] else None,
            "left_by": "resign" if number in gone else "", "undos": said["undos"].get(name, 0),
            "audited": int(name in said["audited"]) if said["level"] == "audit" else None,
            "decisions": times.decisions if times is not None else None,
            "seconds": times.seconds if times is not None else None,
            "longest": times.longest if times is not None else None,
        })
    return rows
