"""How those who answered a challenge stand: every entry verified from its log, the finished ones in order.

Belongs here: reading entries, ranking them. Must not be here: printing, taking anything in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import msgspec

from pbem.audit.findings import FORK, SOUND, Report, Witness
from pbem.audit.verify import verify
from pbem.desk.overlay import overlay_of
from pbem.errors import BadRecord, PbemError
from pbem.match.entry import check_entry, is_bound
from pbem.record.challenge import Challenge
from pbem.record.events import Genesis
from pbem.record.wire import CODEC, MAX_LINE
from pbem.ruleset import find_engine


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One entry. `place` is its place among the finished and sound ones, None for others; `fault` says why it counts
    for nothing, `score` is None where the game gives none."""

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

    @property
    def is_finished(self) -> bool:
        """Whether it may be ranked."""
        return self.verified and bool(self.result)

    @property
    def merit(self) -> tuple[bool, int]:
        """What is compared: a victory, then the score."""
        return self.won, self.score or 0


def standings(challenge: Challenge, logs: Iterable[Path], overlay: Path | None = None) -> list[Standing]:
    """Every entry among these logs, verified: the finished and sound in order of merit, then who plays on, then others.

    Equal merit is an equal place. Sound copies of one match are read as one, so that what was signed twice comes out;
    one that somebody spoilt counts for nothing, and against nobody. `overlay` is the data of all where none lies beside
    a log.
    """
    found: list[Standing] = []
    good: dict[str, list[tuple[Path, Report]]] = {}  # by entrant, who has one match only
    for log in logs:
        try:
            entrant = _entrant(log, challenge)
        except PbemError as error:
            found.append(Standing(entrant="", log=str(log), fault=str(error)))
            continue
        report = verify(log, "full", overlay=overlay_of(log.parent) or overlay)
        if report.status in (SOUND, FORK):
            good.setdefault(entrant, []).append((log, report))
        else:
            found.append(_standing(entrant, log, report))
    for entrant, copies in good.items():
        (log, report), *more = copies
        if more:
            lines = chain.from_iterable(_lines(copy) for copy, _ in copies)
            report = verify(lines, "full", overlay=overlay_of(log.parent) or overlay)
        found.append(_standing(entrant, log, report))
    finished = sorted((s for s in found if s.is_finished), key=lambda s: s.merit, reverse=True)
    ranked = [
        msgspec.structs.replace(one, place=1 + sum(other.merit > one.merit for other in finished)) for one in finished
    ]
    return ranked + sorted((s for s in found if not s.is_finished), key=lambda s: bool(s.fault))


def _entrant(log: Path, challenge: Challenge) -> str:
    """Who answers a challenge with this log; BadRecord where nobody does. Signatures are for `verify`."""
    with log.open("rb") as file:
        genesis = CODEC.decode(file.readline(MAX_LINE + 1)).msg
    if not isinstance(genesis, Genesis) or not is_bound(genesis.body, challenge):
        raise BadRecord("it does not answer this challenge")
    check_entry(genesis.body, challenge, find_engine(challenge.engine))
    return genesis.body.host


def _standing(entrant: str, log: Path, report: Report) -> Standing:
    return Standing(
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


def _lines(log: Path) -> Iterator[bytes]:
    with log.open("rb") as file:
        while line := file.readline(MAX_LINE + 1):
            yield line
