"""A match summed up for the list of matches, as it stands now, with how its files lay.

Belongs here: making it of an open match, keeping it in the home. Must not be here: the list itself (`inbox`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from pbem.build import build_of, sources_of
from pbem.desk import drafts, early, standing
from pbem.desk.drafting import Drafting, drafting_of
from pbem.desk.orders import eyes
from pbem.desk.waiting import awaited, human_duties, since, stopped
from pbem.errors import PbemError
from pbem.home import Home
from pbem.home.summaries import AskedOf, Stamp, Summary, stamps
from pbem.limits import MAX_PATH
from pbem.match.match import Duty, Match
from pbem.record.log import LOG_NAME
from pbem.show.clean import clean
from pbem.show.moment import when

FILES = [LOG_NAME, drafts.FILE, early.FILE, standing.FILE]


def keep_summary(home: Home, match: Match, folder: Path) -> None:
    """Keeps what an open match tells, if every seat of this home there is held by whoever opened it.

    Its log is locked, and all of it is on disk: nothing may come between what is told and the files it is told of. A
    summary is a convenience, so whatever goes wrong is left to those who look.
    """
    game = match.genesis.id
    try:
        if home.games.get(game) is None or not _is_whole(home, match):
            return
        summary = summary_now(match, folder, stamps(folder, FILES))
        if summary.unread:
            home.summaries.drop(game)
        else:
            home.summaries.put(summary)
    except Exception:  # a prompt or the disk failed: `pbem status` makes it anew, and says what is wrong
        home.summaries.drop(game)


def _is_whole(home: Home, match: Match) -> bool:
    """Whether no seat of this person is left out: a courier holds those alone that were taken when it was asked."""
    me = home.card().id
    return set(match.keys) == {seat for seat, one in enumerate(match.genesis.msg.body.seats) if one.id == me}


@cache
def made_by() -> str:
    """What makes the summaries: another version may find other words, or other moves."""
    try:
        return f"pbem {metadata.version('pbem')}"
    except metadata.PackageNotFoundError:
        return "pbem source"


def summary_now(match: Match, folder: Path, lying: dict[str, Stamp | None]) -> Summary:
    """What a match tells now; `lying` is how its files lay when it was read."""
    match.binding.rewind()
    stop, waits = stopped(match), since(match)
    scene = match.ruleset.seen(match.state, match.binding.table)
    others = [duty for duty in match.owing() if duty not in human_duties(match)]
    facts = {
        "awaited": tuple(awaited(others)),
        "result": match.result.text if match.result is not None else "",
        "where": when(scene),
    }
    joins = [duty for duty in match.mine() if duty.kind == "join"]
    drafting, unread = _drafting(match, folder)
    early_orders: list[early.Early] = []
    standing_orders: list[standing.StandingOrder] = []
    try:
        early_orders = early.kept_early(folder, match).orders if match.keys else []
        standing_orders = _standing(match, folder)
    except PbemError as fault:
        unread = unread or str(fault)
    try:
        asked = joins or drafting.ahead.asked()
        return Summary(
            asked=tuple(_asked(match, duty) for duty in asked),
            build=build_of(match.ruleset),
            drafts=tuple(f"{draft.seat}: {draft.text}"[:MAX_PATH] for draft in drafting.drafts),
            engine=match.ruleset.engine,
            filed=len(early_orders),
            folder=str(folder),
            game=match.genesis.id,
            held=_held(drafting, early_orders, standing_orders, asked),
            made_by=made_by(),
            overtaken=len(drafting.unfit),
            people={match.name(number): seat.id for number, seat in enumerate(match.genesis.msg.body.seats)},
            round=match.rounds.r,
            since=waits,
            standing=len(standing_orders),
            sources=sources_of(match.ruleset),
            stamps=lying,
            stopped="" if stop is None else " ".join(str(stop).split()),
            title=match.ruleset.title,
            titles={side.id: side.name[:MAX_PATH] for side in scene.board.factions if side.id in match.binding.names},
            unread=" ".join(unread.split())[:MAX_PATH],
            yours=tuple(match.name(seat) for seat in match.keys),
            **_agreed(match),  # type: ignore[arg-type]
            **facts,  # type: ignore[arg-type]
        )
    finally:
        drafting.leave()


def _held(
    drafting: Drafting, filed: list[early.Early], orders: list[standing.StandingOrder], asked: Iterable[Duty]
) -> int:
    """How many orders wait while something is drafted."""
    if not (filed or orders) or not (drafting.drafts or drafting.unfit):
        return 0
    from pbem.desk.standing_now import waiting_orders

    return waiting_orders(drafting.match, filed, orders, asked)


def _agreed(match: Match) -> dict[str, object]:
    """What is proposed, and the deadline; most matches have neither."""
    if match.clock is None and not match.proposals():
        return {}
    from pbem.desk.agreements import deadline_of, proposal_lines

    return {"deadline": deadline_of(match), "proposed": tuple(line[:MAX_PATH] for line in proposal_lines(match))}


def _standing(match: Match, folder: Path) -> list[standing.StandingOrder]:
    """The standing orders of the seats held here; none if the game has none."""
    if not match.keys or not match.ruleset.policies:
        return []
    return standing.standing_orders(folder, match.ruleset, match.state).orders


def _drafting(match: Match, folder: Path) -> tuple[Drafting, str]:
    """The drafts of a match; none, and why, if their file cannot be read: what the log says is told all the same."""
    try:
        return drafting_of(match, folder), ""
    except PbemError as fault:
        return Drafting(match, None), str(fault)


def _asked(match: Match, duty: Duty) -> AskedOf:
    request = match.request
    if duty.kind == "join" or request is None:
        return AskedOf("", "", duty.name, "take your seat with: pbem join")
    prompt = match.ruleset.prompt(match.state, request, duty.name, eyes(match, duty.name))
    first = next((line for line in prompt.splitlines() if line.strip()), "")
    moments = {} if match.ruleset.moments is None else match.ruleset.moments(match.state, duty.name)
    decides = moments[request.rule].title if request.rule in moments else ""
    return AskedOf(request.about, request.rule, duty.name, clean(first)[:MAX_PATH], clean(decides)[:MAX_PATH])
