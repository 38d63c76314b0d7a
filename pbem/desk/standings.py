"""How those who answered a challenge stand: every entry verified from its log, the finished ones in order.

Belongs here: reading entries, ranking them. Must not be here: printing, taking anything in.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.audit.findings import SOUND, Report, Witness
from pbem.audit.verify import verify
from pbem.desk.challenges import entries
from pbem.desk.overlay import overlay_of
from pbem.errors import PbemError
from pbem.home import Published
from pbem.match.entry import check_entry, is_bound
from pbem.record.events import Genesis
from pbem.record.store import LOG_NAME
from pbem.record.wire import CODEC, MAX_LINE


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One entry. `place` is its place among the finished and sound ones, None for others; `fault` says why it counts
    for nothing, `score` is None where the game gives none."""

    entrant: str
    folder: str
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


def standings(published: Published) -> list[Standing]:
    """Every entry with its log verified: the finished and sound in order of merit, then those that go on, then others.

    Equal merit is an equal place.
    """
    found = [_standing(published, folder) for folder in entries(published)]
    finished = sorted((s for s in found if s.is_finished), key=lambda s: s.merit, reverse=True)
    ranked = [
        msgspec.structs.replace(one, place=1 + sum(other.merit > one.merit for other in finished)) for one in finished
    ]
    others = sorted((s for s in found if not s.is_finished), key=lambda s: bool(s.fault))
    return ranked + others


def _standing(published: Published, folder: Path) -> Standing:
    log = folder / LOG_NAME
    try:
        with log.open("rb") as file:
            first = CODEC.decode(file.readline(MAX_LINE + 1)).msg
        if not isinstance(first, Genesis) or not is_bound(first.body, published.challenge):
            return Standing(entrant="", folder=str(folder), fault="its log does not answer this challenge")
        check_entry(first.body, published.challenge)
    except PbemError as error:
        return Standing(entrant="", folder=str(folder), fault=str(error))
    report = verify(log, "full", overlay=overlay_of(folder))
    return Standing(
        entrant=first.body.host,
        folder=str(folder),
        result=report.result,
        won=bool(report.winners),
        score=report.score,
        verified=report.status == SOUND,
        witness=report.witness,
        rounds=report.rounds,
        undos=sum(report.undos.values()),
        incidents=sum(f.severity == "incident" for f in report.findings),
        fault=_fault(report),
    )


def _fault(report: Report) -> str:
    return report.first.sentence if report.status != SOUND and report.first is not None else ""
