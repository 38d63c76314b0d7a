"""All matches of a home at a glance: whose turn it is, since when, what is asked, what is drafted (design 10).

A summary of each match is kept whenever it was opened; it is made anew only if its log or its drafts have changed.
Belongs here: making a summary, the order of the list. Must not be here: printing, how a summary is kept (`pbem.home`).
"""

from __future__ import annotations

import contextlib
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem.desk import drafts, early, standing
from pbem.desk.drafting import Drafting
from pbem.desk.overlay import overlay_of
from pbem.desk.reading import read
from pbem.desk.waiting import awaited, human_duties, since, stopped
from pbem.errors import MissingRecords, PbemError
from pbem.home.summaries import AskedOf, Stamp, Summary, stamps
from pbem.limits import MAX_PATH
from pbem.match.match import Duty, Match
from pbem.record.store import LOG_NAME
from pbem.show.clean import clean
from pbem.show.moment import when

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.home import Home

FILES = [LOG_NAME, drafts.FILE, early.FILE, standing.FILE]


class Entry(msgspec.Struct, frozen=True):
    """One match of a home: its summary, None if it cannot be read, and why not."""

    game: str
    folder: str
    summary: Summary | None = None
    fault: str = ""
    status: int = 0

    @property
    def order(self) -> tuple[int, int, str]:
        """Those that wait for us first, then those that wait for others, each the longest wait first; then the rest."""
        if self.summary is None:
            return 2, 0, self.folder
        if self.summary.result:
            return 3, -self.summary.since, self.folder
        return (0 if self.summary.asked or self.summary.drafts else 1), self.summary.since, self.folder


def inbox(desk: Desk, only: Path | None = None) -> list[Entry]:
    """Every match of a home, in the order in which somebody should look at them. Nothing is written but summaries.

    `only`: the match in this folder alone; none if the home knows of none there.
    """
    entries = []
    for game, known in desk.home.games.all().items():
        if only is not None and Path(known.folder).resolve() != only.resolve():
            continue
        try:
            summary = summary_of(desk, game, Path(known.folder))
            entries.append(Entry(game, known.folder, summary))
        except PbemError as error:
            entries.append(Entry(game, known.folder, fault=" ".join(str(error).split()), status=error.status))
        except OSError as error:
            why = f"the system refuses: {(error.strerror or str(error)).lower()}"
            entries.append(Entry(game, known.folder, fault=why, status=PbemError.status))
    return sorted(entries, key=lambda entry: entry.order)


def summary_of(desk: Desk, game: str, folder: Path) -> Summary:
    """What is known of a match, or is found out now by reading its log."""
    known = desk.home.summaries.get(game, folder, made_by(), FILES)
    if known is not None:
        return known
    log = folder / LOG_NAME
    if not log.exists():
        raise MissingRecords("its log is not there any more")
    lying = stamps(folder, FILES)
    match = read(log, desk.masters, overlay_of(folder), cache=desk.cache(folder), whole=True)
    if match.genesis.id != game:
        raise MissingRecords("another match lies in its folder")
    desk.hold_back(match, log)
    summary = _made(match, folder, lying)
    if desk.identity is not None and not summary.unread:  # else it is made anew: the file may be mended
        with contextlib.suppress(PbemError):  # it is made anew next time
            desk.home.summaries.put(summary)
    return summary


def keep_summary(home: Home, match: Match, folder: Path) -> None:
    """Keeps what an open match tells, if every seat of this home there is held by whoever opened it.

    Its log is locked, and all of it is on disk: nothing may come between what is told and the files it is told of. A
    summary is a convenience, so whatever goes wrong is left to those who look.
    """
    game = match.genesis.id
    try:
        if home.games.get(game) is None or not _is_whole(home, match):
            return
        summary = _made(match, folder, stamps(folder, FILES))
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


def _made(match: Match, folder: Path, lying: dict[str, Stamp | None]) -> Summary:
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
    standing_orders: list[standing.Standing] = []
    try:
        early_orders = early.kept_early(folder, match).orders if match.keys else []
        standing_orders = _standing(match, folder)
    except PbemError as fault:
        unread = unread or str(fault)
    try:
        asked = joins or drafting.ahead.asked()
        return Summary(
            asked=tuple(_asked(match, duty) for duty in asked),
            drafts=tuple(f"{draft.seat}: {draft.text}"[:MAX_PATH] for draft in drafting.drafts),
            engine=match.ruleset.engine,
            filed=len(early_orders),
            folder=str(folder),
            game=match.genesis.id,
            made_by=made_by(),
            overtaken=len(drafting.unfit),
            round=match.rounds.r,
            since=waits,
            standing=len(standing_orders),
            stamps=lying,
            stopped="" if stop is None else " ".join(str(stop).split()),
            title=match.ruleset.title,
            unread=" ".join(unread.split())[:MAX_PATH],
            yours=tuple(match.name(seat) for seat in match.keys),
            **_agreed(match),  # type: ignore[arg-type]
            **facts,  # type: ignore[arg-type]
        )
    finally:
        drafting.leave()


def _agreed(match: Match) -> dict[str, object]:
    """What is proposed, and the deadline; most matches have neither."""
    if match.clock is None and not match.proposals():
        return {}
    from pbem.desk.agreements import deadline_of, proposal_lines

    return {"deadline": deadline_of(match), "proposed": tuple(line[:MAX_PATH] for line in proposal_lines(match))}


def _standing(match: Match, folder: Path) -> list[standing.Standing]:
    """The standing orders of the seats held here; none if the game has none."""
    if not match.keys or not match.ruleset.policies:
        return []
    return standing.standing_orders(folder, match.ruleset, match.state).orders


def _drafting(match: Match, folder: Path) -> tuple[Drafting, str]:
    """The drafts of a match; none, and why, if their file cannot be read: what the log says is told all the same."""
    try:
        return Drafting(match, folder), ""
    except PbemError as fault:
        return Drafting(match, None), str(fault)


def _asked(match: Match, duty: Duty) -> AskedOf:
    request = match.request
    if duty.kind == "join" or request is None:
        return AskedOf("", "", duty.name, "take your seat with: pbem join")
    prompt = match.ruleset.prompt(match.state, request, duty.name, match.binding.table.peek)
    first = next((line for line in prompt.splitlines() if line.strip()), "")
    return AskedOf(request.about, request.rule, duty.name, clean(first)[:MAX_PATH])
