"""What came of taking something in for one match.

Belongs here: that record. Must not be here: taking in (`desk`), telling it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pbem.errors import PbemError
from pbem.match.match import Match


@dataclass(slots=True)
class Receipt:
    """What came of taking something in for one match."""

    folder: Path
    match: Match
    since: int  # the round that was open before
    new: int = 0
    known: int = 0
    made: int = 0  # events that needed no human
    told: list[str] = field(default_factory=list)  # what was answered for the person, or could not be
    challenge: str = ""  # the title of ours that this match answers
    sent: list[Path] = field(default_factory=list)
    faults: list[PbemError] = field(default_factory=list)
    unkept: frozenset[int] = frozenset()  # seats of which something came before their joins, without room for it
