"""How those who answered a challenge stand: every entry verified from its log, the finished ones in order.

Whatever one entrant hands in, the others are ranked: what goes wrong with a log is said of that log alone.
Belongs here: reading entries, ranking them. Must not be here: printing, taking anything in.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from pbem.audit.findings.finding import FORK, SOUND
from pbem.audit.findings.report import Report, Witness
from pbem.audit.verify import verify
from pbem.desk.overlay import overlay_of
from pbem.errors import BadRecord, PbemError, Unsupported
from pbem.match.entry import check_entry, is_bound
from pbem.reading.source import Source
from pbem.record.challenge import Challenge
from pbem.record.events import Genesis
from pbem.record.wire import CODEC
from pbem.ruleset import find_engine


class ChallengeStanding(msgspec.Struct, frozen=True, kw_only=True):
    """One entry. `place` is its place among the finished and sound ones, None for others; `fault` says why it counts
    for nothing, `is_bug` that this program failed on it. `score` is None if the game gives none."""

    entrant: str
    log: str
    place: int | None = None
    result: str = ""
    won: bool = False
    score: int | None = None
    verified: bool = False
    witness: Witness | None = None
    rounds: int = 0
    undos: int = 0
    incidents: int = 0
    fault: str = ""
    is_bug: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether it may be ranked."""
        return self.verified and bool(self.result)

    @property
    def merit(self) -> tuple[bool, int]:
        """What is compared: a victory, then the score."""
        return self.won, self.score or 0


def standings(challenge: Challenge, logs: Iterable[Path], overlay: Path | None = None) -> list[ChallengeStanding]:
    """Every entry among these logs, verified: the finished and sound in order of merit, then who plays on, then others.

    Equal merit is an equal place. Sound copies of one match are read as one, so that what was signed twice comes out;
    one that somebody spoilt counts for nothing, and against nobody. `overlay` is the data of all if none lies beside a
    log. Raises nothing because of a log: what cannot be read is among the others, with the reason.
    """
    found: list[ChallengeStanding] = []
    good: dict[str, list[tuple[Path, Report]]] = {}  # by entrant, who has one match only
    for log in logs:
        try:
            entrant, report = _examined(log, challenge, overlay)
        except Exception as error:  # a bug that one entrant found must not hide the others
            found.append(_unread("", log, error))
            continue
        if report.status in (SOUND, FORK):
            good.setdefault(entrant, []).append((log, report))
        else:
            found.append(_standing(entrant, log, report))
    for entrant, copies in good.items():
        log, report = copies[0]
        try:
            found.append(_standing(entrant, log, report if len(copies) == 1 else _united(copies, overlay)))
        except Exception as error:  # a bug that one entrant found, likewise
            found.append(_unread(entrant, log, error))
    finished = sorted((s for s in found if s.is_finished), key=lambda s: s.merit, reverse=True)
    ranked = [
        msgspec.structs.replace(one, place=1 + sum(other.merit > one.merit for other in finished)) for one in finished
    ]
    return ranked + sorted((s for s in found if not s.is_finished), key=lambda s: bool(s.fault))


def _examined(log: Path, challenge: Challenge, overlay: Path | None) -> tuple[str, Report]:
    """Who answers a challenge with this log, and how sound it is; BadRecord if nobody does."""
    line = next((line for _, line in Source(log)), None) or b""
    try:
        genesis = CODEC.decode(line).msg
    except (BadRecord, Unsupported) as fault:
        raise BadRecord(f"its first line cannot be read: {fault}") from None
    if not isinstance(genesis, Genesis) or not is_bound(genesis.body, challenge):
        raise BadRecord("it does not answer this challenge")
    check_entry(genesis.body, challenge, find_engine(challenge.engine))
    return genesis.body.host, verify(log, "full", overlay=overlay_of(log.parent) or overlay)


def _united(copies: list[tuple[Path, Report]], overlay: Path | None) -> Report:
    """The report on all that several copies of one match hold; BadRecord if they are of two matches."""
    if len({report.game for _, report in copies}) > 1:
        raise BadRecord("there are two matches of this entrant, and one entry a person is taken")
    lines = [line for log, _ in copies for _, line in Source(log) if line is not None]
    return verify(lines, "full", overlay=overlay_of(copies[0][0].parent) or overlay)


def _unread(entrant: str, log: Path, error: Exception) -> ChallengeStanding:
    if isinstance(error, PbemError):
        return ChallengeStanding(entrant=entrant, log=str(log), fault=str(error))
    if isinstance(error, OSError):
        why = (error.strerror or type(error).__name__).lower()
        return ChallengeStanding(entrant=entrant, log=str(log), fault=f"it cannot be read: {why}")
    why = f"this program failed on it ({type(error).__name__}), which is our bug: pbem verify shows where"
    return ChallengeStanding(entrant=entrant, log=str(log), fault=why, is_bug=True)


def _standing(entrant: str, log: Path, report: Report) -> ChallengeStanding:
    return ChallengeStanding(
        entrant=entrant,
        log=str(log),
        result=report.result,
        won=bool(report.winners),
        score=report.score,
        verified=report.status == SOUND,
        witness=report.witness,
        rounds=report.rounds,
        undos=sum(report.undos.values()),
        incidents=sum(f.severity == "incident" for f in report.findings),
        fault=report.first.sentence if report.status != SOUND and report.first is not None else "",
    )
