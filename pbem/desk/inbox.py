"""All matches of a home at a glance: whose turn it is, since when, what is asked, what is drafted (design 10).

A summary of each match is kept whenever it was opened; it is made anew only if its log, its drafts or the build of
its game have changed.
Belongs here: making a summary, the order of the list. Must not be here: printing, how a summary is kept (`pbem.home`).
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from pbem.build import build_under
from pbem.desk.desk import Desk
from pbem.desk.overlay import overlay_of
from pbem.desk.reading import read
from pbem.desk.summing import FILES, made_by, summary_now
from pbem.errors import MissingRecords, PbemError
from pbem.home.summaries import Summary, stamps
from pbem.record.log import LOG_NAME


class InboxEntry(msgspec.Struct, frozen=True):
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


def inbox(desk: Desk, only: Path | None = None) -> list[InboxEntry]:
    """Every match of a home, in the order in which somebody should look at them. Nothing is written but summaries.

    `only`: the match in this folder alone; none if the home knows of none there.
    """
    entries = []
    for game, known in desk.home.games.all().items():
        if only is not None and Path(known.folder).resolve() != only.resolve():
            continue
        try:
            summary = summary_of(desk, game, Path(known.folder))
            entries.append(InboxEntry(game, known.folder, summary))
        except PbemError as error:
            entries.append(InboxEntry(game, known.folder, fault=" ".join(str(error).split()), status=error.status))
        except OSError as error:
            why = f"the system refuses: {(error.strerror or str(error)).lower()}"
            entries.append(InboxEntry(game, known.folder, fault=why, status=PbemError.status))
    return sorted(entries, key=lambda entry: entry.order)


def summary_of(desk: Desk, game: str, folder: Path) -> Summary:
    """What is known of a match, or is found out now by reading its log."""
    known = desk.home.summaries.get(game, folder, made_by(), FILES)
    if known is not None and known.build == build_under(known.sources):
        return known
    log = folder / LOG_NAME
    if not log.exists():
        raise MissingRecords("its log is not there any more")
    lying = stamps(folder, FILES)
    match = read(
        log, desk.masters, overlay_of(folder), cache=desk.cache(folder), whole=True, saved=desk.saved(folder))
    if match.genesis.id != game:
        raise MissingRecords("another match lies in its folder")
    desk.hold_back(match, log)
    summary = summary_now(match, folder, lying)
    if desk.identity is not None and not summary.unread:  # else it is made anew: the file may be mended
        with contextlib.suppress(PbemError):  # it is made anew next time
            desk.home.summaries.put(summary)
    return summary
