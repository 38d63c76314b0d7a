"""From a log to its reel: whose eyes there are, and whose secrets they need.

Belongs here: which viewers a record allows. Must not be here: frames (`reel`), words for the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pbem.crypto.hashing import unb64
from pbem.desk.reading import read
from pbem.errors import BadRecord, Divergence, WrongUse
from pbem.match.match import Match
from pbem.play.sight import AUDITOR, PUBLIC
from pbem.record.events import Disclose
from pbem.record.wire import GenesisLine
from pbem.replay.films.reel import Reel


def open_reel(
    log: Path,
    viewer: str = PUBLIC,
    *,
    masters: Callable[[GenesisLine], Mapping[int, bytes]] = lambda _genesis: {},
    overlay: Path | None = None,
    faults: list[BadRecord] | None = None,
) -> Reel:
    """The reel of a log for a viewer: `public`, a seat, or `auditor`.

    A seat needs its secret: from `masters` if it is one's own, else from the record once it is disclosed there;
    the auditor needs all of them. WrongUse if that is not so. `faults` gets what is wrong with lines left out.
    """
    match = read(log, masters, overlay, faults=faults)
    return Reel(match, viewer, secrets=secrets_for(match, viewer), lines=line_numbers(log, match))


def secrets_for(match: Match, viewer: str) -> dict[int, bytes]:
    """The game secrets that a viewer has a right to, by seat number; WrongUse if the record does not give them."""
    if viewer == PUBLIC:
        return {}
    players = [match.name(s) for s, seat in enumerate(match.binding.seats) if seat.role != "judge"]
    if viewer != AUDITOR and viewer not in players:
        raise WrongUse(f"there is no seat {viewer}", f"the seats: {', '.join(players)}; or auditor, public")
    known = disclosed(match) | {seat: keys.gs for seat, keys in match.keys.items()}
    wanted = players if viewer == AUDITOR else [viewer]
    missing = [name for name in wanted if match.binding.number(name) not in known]
    if missing and match.otherwise is not None and match.otherwise.is_seen:
        raise Divergence(match.otherwise.sentence, "what was disclosed at its end is not reached here; try --public")
    if missing and viewer == AUDITOR:
        why = f"full knowledge needs every secret; not disclosed: {', '.join(missing)}"
        raise WrongUse(why, "look as the public or as your own seat")
    if missing:
        yours = ", ".join(match.name(s) for s in match.keys) or "none"
        hint = f"yours: {yours}; what others saw can be shown when they have disclosed their secrets"
        raise WrongUse(f"the seat {viewer} is not yours", hint)
    return {match.binding.number(name): known[match.binding.number(name)] for name in wanted}


def disclosed(match: Match) -> dict[int, bytes]:
    """The game secrets in the record, by seat; those of an unfinished round of disclosing too."""
    shown = [e.msg for e in match.rounds.effective.values() if isinstance(e.msg, Disclose)]
    return match.binding.disclosed | {msg.seat: unb64(msg.body.gs, 32) for msg in shown}


def default_viewer(match: Match) -> str:
    """Whose eyes, if nobody says: the one seat held here, the auditor if all is disclosed, else the public."""
    if match.binding.is_over:
        return AUDITOR
    mine = [match.name(s) for s in match.keys if match.binding.seats[s].role != "judge"]
    return mine[0] if len(mine) == 1 else PUBLIC


def line_numbers(log: Path, match: Match) -> dict[str, int]:
    """The number of the line of each event of a match, the first if it is repeated."""
    numbers: dict[bytes, int] = {}
    with log.open("rb") as file:
        for number, line in enumerate(file, 1):
            numbers.setdefault(line, number)
    events = (match.genesis, *match.feeds.by_id.values())
    return {event.id: numbers[event.line] for event in events if event.line in numbers}
