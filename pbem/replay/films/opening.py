"""From a log to its reel, for a viewer.

Belongs here: reading the log, the numbers of its lines. Must not be here: frames (`reel`), whose eyes (`viewing`).
"""

from __future__ import annotations

from pathlib import Path

from pbem.desk.reading import read
from pbem.errors import BadRecord
from pbem.match.folder import Masters
from pbem.match.match import Match
from pbem.play.sight import PUBLIC
from pbem.replay.films.reel import Reel
from pbem.viewing.viewers import secrets_for


def open_reel(
    log: Path,
    viewer: str = PUBLIC,
    *,
    masters: Masters = lambda _genesis: {},
    overlay: Path | None = None,
    faults: list[BadRecord] | None = None,
) -> Reel:
    """The reel of a log for a viewer: `public`, a seat, or `auditor`.

    A seat needs its secret: from `masters` if it is one's own, else from the record once it is disclosed there;
    the auditor needs all of them. WrongUse if that is not so. `faults` gets what is wrong with lines left out.
    """
    match = read(log, masters, overlay, faults=faults)
    return Reel(match, viewer, secrets=secrets_for(match, viewer), lines=line_numbers(log, match))


def line_numbers(log: Path, match: Match) -> dict[str, int]:
    """The number of the line of each event of a match, the first if it is repeated."""
    numbers: dict[bytes, int] = {}
    with log.open("rb") as file:
        for number, line in enumerate(file, 1):
            numbers.setdefault(line, number)
    events = (match.genesis, *match.feeds.by_id.values())
    return {event.id: numbers[event.line] for event in events if event.line in numbers}
