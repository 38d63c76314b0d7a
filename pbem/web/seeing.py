"""A match as the seat that is looked through sees it: whose move it is, what happened, the board.

Belongs here: the state of the page, from the scene of one seat held here. Must not be here: what may be typed
(`asking`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.desk.drafting import Drafting
from pbem.desk.story import joined
from pbem.desk.waiting import awaited, stopped, waiting_since, why_not
from pbem.limits import MOST_SINCE
from pbem.match.desync import find_otherwise
from pbem.match.match import Duty, Match
from pbem.play.sight import PUBLIC
from pbem.show.clean import clean
from pbem.show.frame import Frame
from pbem.show.moment import when
from pbem.viewing.scenes import scene_of
from pbem.web.asking import drafted, questions
from pbem.web.means import here
from pbem.web.shapes import Seat, Since, State
from pbem.web.sitting import Sitting, seat_of, titles_of, told_to, with_titles

DECIDED = ("answer", "seal", "undo")


def state_of(sitting: Sitting, page: str, wanted: str, *, fresh: bool) -> State:
    """How the match stands, with the drafts; and what is new for the board of a page."""
    drafting = sitting.look()
    match, seat = drafting.match, seat_of(drafting, wanted)
    scene = scene_of(match, seat or PUBLIC)
    others = [duty for duty in match.owing() if duty.seat not in match.keys]
    stop, result, titles = stopped(match), match.result, titles_of(match)
    adopts = stop is not None and not match.twins and stop in match.held_back.values() and _is_here(sitting)
    part, is_fresh = _part(sitting, page, fresh, Frame(number=0, round=match.rounds.r, kind="answer", scene=scene))
    return State(
        at=sitting.at,
        game=match.genesis.id,
        title=clean(sitting.desk.home.title_of(match.genesis.id) or scene.title or match.ruleset.title),
        when=clean(when(scene)),
        round=match.rounds.r,
        seats=_seats(sitting, match),
        seat=seat,
        alone=not others and len(match.keys) == len(match.binding.seats),
        questions=questions(drafting, seat),
        drafts=drafted(drafting, seat),
        unfit=_unfit(drafting),
        waits=here(with_titles(drafting.ahead.waits_for(), titles)),
        awaited=_awaited(match, others, titles),
        since=_since(match, seat),
        answered=told_to(match, sitting.answered, seat),
        notes=_notes(match),
        result=clean(f"{result.text} (rule {result.by})") if result is not None else "",
        stopped=here(f"{stop}" + (f" ({stop.hint})" if stop.hint and not adopts else "")) if stop is not None else "",
        adopts=adopts,
        joins=stop is None and any(duty.kind == "join" for duty in match.mine()),
        part=part,
        fresh=is_fresh,
    )


def _is_here(sitting: Sitting) -> bool:
    """Whether this home signs here: one that was copied is adopted as a whole, by a command."""
    return sitting.desk.home.moved() is None


def _awaited(match: Match, others: list[Duty], titles: Mapping[str, str]) -> tuple[str, ...]:
    """For whom of the others everybody waits, and since when."""
    called = [replace(duty, name=titles.get(duty.name, duty.name)) for duty in others]
    lines = [f"awaited: {line}" for line in awaited(called)]
    return tuple(map(here, (*lines, *(waiting_since(match) if others else ()))))


def _part(sitting: Sitting, page: str, fresh: bool, frame: Frame) -> tuple[dict[str, Any], bool]:
    reader, is_fresh = sitting.reader(page, fresh=fresh)
    return reader.part([frame]), is_fresh


def _seats(sitting: Sitting, match: Match) -> tuple[Seat, ...]:
    home = sitting.desk.home
    names = {id: one.name for id, one in home.people.all().items()}
    if home.exists:
        card = home.card()
        names[card.id] = card.name
    titles = titles_of(match)
    owing = {duty.seat for duty in match.owing()}
    return tuple(
        Seat(match.name(at), clean(titles.get(match.name(at), match.name(at))), clean(names.get(one.id, "")),
             at in match.keys, at in owing)
        for at, one in enumerate(match.binding.seats)
    )  # fmt: skip


def _unfit(drafting: Drafting) -> tuple[str, ...]:
    """Why the drafts do not stand any more; nothing if they do."""
    if drafting.why is None:
        return ()
    return tuple(here(line) for line in str(drafting.overtaken()).splitlines())


def _since(match: Match, seat: str) -> tuple[Since, ...]:
    """What was told since this seat last decided something, its own move with it; the last of it, if that is much."""
    number = match.binding.number(seat) if seat else None
    mine = [one.r for one in match.rounds.closed
            if any(e.seat == number and e.kind in DECIDED for e in one.events)]
    first = mine[-1] if mine else 0
    story = joined(one for one in match.binding.table.story if one.round >= first and one.round < match.rounds.r)
    return tuple(
        Since(clean(one.text), one.rule, tuple(one.places), one.round, one.headline) for one in story[-MOST_SINCE:]
    )


def _notes(match: Match) -> tuple[str, ...]:
    """What stands above everything else: that play differs elsewhere, that nothing can be done here."""
    found = find_otherwise(match.binding, match.rounds)
    told = [] if found is None else [found.sentence, found.advice]
    if (reason := why_not(match)) is not None and not match.keys:
        told.append(f"{reason}" + (f" ({reason.hint})" if reason.hint else ""))
    return tuple(map(here, told))
