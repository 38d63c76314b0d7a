"""What a person says beside his answers: resigns a seat, remarks, goes away, proposes, agrees or not, takes back.

Belongs here: who speaks for him, each of these as a command and the table in the browser do it. Must not be here: what
is agreed and how time is reckoned (`agreements`), drafts, printing.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from pbem.desk import agreements
from pbem.desk.drafting import forget_drafts_of
from pbem.desk.waiting import ELSEWHERE
from pbem.errors import NotYourTurn, WrongUse, quoted
from pbem.kit.spelling import plural
from pbem.limits import MAX_AGREED_TEXT, MAX_ROUND
from pbem.match.agreements import Wanted
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.record.events import AgreedResult, Away, Takeback

DAY = 86_400


def my_seat(match: Match, seat: str | None) -> int:
    """The number of the seat named, else of the only one held, else of the one that is asked."""
    mine = {match.name(s): s for s in match.keys}
    if not mine:
        raise NotYourTurn("no seat of this match is yours", ELSEWHERE)
    if seat is None and len(mine) == 1:
        return next(iter(mine.values()))
    if seat is None:
        asked = [d for d in match.mine() if not d.is_mechanical]
        if len(asked) == 1:
            return asked[0].seat
        raise WrongUse("you hold several seats", f"name one with --seat: {', '.join(mine)}")
    if seat not in mine:
        raise NotYourTurn(f"the seat {quoted(seat)} is not held here", f"yours: {', '.join(mine)}")
    return mine[seat]


def speaker(match: Match, seat: str | None) -> int:
    """The seat that speaks for a person: the one named, else one that is asked, else the first."""
    if seat is not None or not match.keys:
        return my_seat(match, seat)
    return next((d.seat for d in match.mine() if not d.is_mechanical), min(match.keys))


def resign_seat(game: GameFolder, number: int) -> list[str]:
    """Gives up a seat; tells of its drafts, which are forgotten."""
    name = game.match.name(number)
    gone = forget_drafts_of(game, name)
    game.match.resign(number)
    game.match.run_mechanical()
    return [f"forgotten, and never sent: {plural(gone, 'draft')} of {name}"] if gone else []


def go_away(game: GameFolder, seat: str | None, date: str, now: int) -> list[str]:
    """Announces leave until the end of a day, "": it ends now; tells what that does."""
    until = _end_of(date) if date else now
    if until < now:
        raise WrongUse(f"{date} is over", "name a day to come, or say pbem away --back")
    kept = game.match.clock
    game.match.claim(speaker(game.match, seat), Away(until=until))
    none = "note: this match gives no leave, so it moves no deadline; the others read it all the same"
    said = f"on leave until the end of {date}, as others are told" if date else "leave ends now"
    return [*([none] if kept is None or not kept.leave else []), said]


def _end_of(date: str) -> int:
    """When a day ends, in Unix seconds."""
    try:
        day = datetime.datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=datetime.UTC)
    except ValueError:
        raise WrongUse(f"{quoted(date)} is no day", "write it like 2026-08-14") from None
    return int(day.timestamp()) + DAY


def wanted_of(match: Match, what: str, words: Sequence[str], text: str = "") -> Wanted:
    """What was typed as what is wanted: `takeback 41`, `result draw`, `result fapla mpla`."""
    if what == "takeback":
        if len(words) != 1 or not words[0].isascii() or not words[0].isdigit() or text:
            raise WrongUse("back to which round?", "like: pbem propose takeback 41; pbem log shows the rounds")
        return Takeback(to=max(1, min(int(words[0][:9]), MAX_ROUND)))
    if what != "result":
        raise WrongUse(f"nobody can propose {quoted(what)!r}", "legal: takeback ROUND, result draw, result SEAT ...")
    if not words:
        raise WrongUse("who wins?", "like: pbem propose result draw, or name the seats that win")
    if len(text) > MAX_AGREED_TEXT:
        raise WrongUse(f"the text has {plural(len(text), 'sign')}, the limit is {MAX_AGREED_TEXT}")
    players = [s.name for s in match.binding.seats if s.role != "judge"]
    unknown = [w for w in words if w not in players] if words != ["draw"] else []
    if unknown:
        raise WrongUse(f"{quoted(', '.join(unknown))} is no seat of a player", f"seats: {', '.join(players)}; or draw")
    return AgreedResult(text=text, winners=tuple(name for name in players if name in words))


def disagree(match: Match, number: int, seat: str | None) -> str:
    """Tells by a remark that one does not agree; gives what was offered."""
    chosen = speaker(match, seat)
    one = agreements.numbered(match, number)
    if by := [s for s in (match.keys if seat is None else [chosen]) if one.is_by(s)]:
        raise WrongUse(f"{match.name(by[0])} has agreed to it", "an agreement ends with its round, and not before")
    what = agreements.told(match, one.wanted)
    match.note(chosen, f"{match.name(chosen)} does not agree: {what}"[:2_000])
    return what


def take_back(game: GameFolder, number: int, to: int | None) -> str:
    """Goes back to the position after a round, None: as far as this seat may; says so."""
    match = game.match
    if to is None:  # if nothing can be taken back, one round further names what stands in the way
        floor = match.binding.undo_floor(number)
        to = floor if floor < match.binding.r - 1 else floor - 1
    match.undo(number, to)
    match.run_mechanical()
    name, kept = match.name(number), "the record keeps what was said"
    return f"{name} takes back: the position after round {to} stands again; {kept}"
