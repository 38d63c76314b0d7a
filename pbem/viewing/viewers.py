"""Whose eyes: a seat's, the public's, the auditor's; which secrets they have a right to.

Belongs here: which viewers a record allows. Must not be here: what they see (`scenes`).
"""

from __future__ import annotations

from pbem.crypto.hashing import unb64
from pbem.errors import Divergence, WrongUse, quoted
from pbem.match.match import Match
from pbem.play.sight import AUDITOR, PUBLIC
from pbem.record.events import Disclose


def viewer_named(public: bool, as_seat: str | None, auditor: bool) -> str | None:
    """The viewer that the options name; None if none does. WrongUse if several do."""
    if sum((public, as_seat is not None, auditor)) > 1:
        raise WrongUse("only one of --as, --public and --auditor can be meant")
    return PUBLIC if public else AUDITOR if auditor else as_seat


def secrets_for(match: Match, viewer: str) -> dict[int, bytes]:
    """The game secrets that a viewer has a right to, by seat number; WrongUse if the record does not give them."""
    if viewer == PUBLIC:
        return {}
    players = [match.name(s) for s, seat in enumerate(match.binding.seats) if seat.role != "judge"]
    if viewer != AUDITOR and viewer not in players:
        raise WrongUse(f"there is no seat {quoted(viewer)}", f"the seats: {', '.join(players)}; or auditor, public")
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
    """Whose eyes follow a whole game: the one seat held here, the auditor if all is disclosed, else the public."""
    if match.binding.is_over:
        return AUDITOR
    mine = [match.name(s) for s in match.keys if match.binding.seats[s].role != "judge"]
    return mine[0] if len(mine) == 1 else PUBLIC


def viewer_now(match: Match, public: bool, as_seat: str | None) -> str:
    """Whose eyes see a position: the seat named, else the seat held that is asked or comes first, else the public's."""
    mine = [match.name(s) for s in match.keys]
    if as_seat is not None:
        return as_seat
    if public or not mine:
        return PUBLIC
    asked = [d.name for d in match.mine()]
    return asked[0] if asked else mine[0]


def secret_of(match: Match, viewer: str) -> str:
    """The seat whose secrets a view may show; empty if all that is in it may be seen by everybody who plays."""
    is_alone = len({seat.id for seat in match.binding.seats}) == 1
    return "" if viewer in (PUBLIC, AUDITOR) or match.binding.is_over or is_alone else viewer
