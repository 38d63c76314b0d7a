"""The story of a match line by line, as `pbem log` tells it: sentences, remarks, seals, what was taken back.

Belongs here: these lines in their order. Must not be here: printing, drafts.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pbem.desk.sealed_words import counted, sealed_words
from pbem.desk.story import joined, said
from pbem.errors import cited
from pbem.match.binding import Binding
from pbem.match.match import Match
from pbem.play.requests import Sealed
from pbem.play.sight import AUDITOR, is_told
from pbem.play.table import ToldSentence
from pbem.record.events import Note
from pbem.record.events import Seal as SealEvent
from pbem.show.named import name_in


def log_lines(
    match: Match, seat: str | None = None, *, since: int = 1, headlines: bool = False, without: Collection[int] = (),
) -> list[str]:
    """The lines from a round on; as a seat: what that seat sealed as well. `without` are ids of sentences left out."""
    story = [t for t in match.binding.table.story if id(t) not in without]
    told = [t for t in story if t.round >= since and (t.headline or not headlines)]
    remarks = [e.msg for e in match.feeds.side_events() if isinstance(e.msg, Note) and e.msg.r >= since]
    begun = set(map(id, _before_all_answers(match)))
    lines = [((t.round - (id(t) in begun), 2), f"{t.round:5}  {said(t)}") for t in joined(told)]
    lines += [((m.r, 0), f"{m.r:5}  {match.name(m.seat)} remarks: {m.body.text}") for m in remarks]
    title = _title(match, seat)
    lines += [((r, 1), f"{r:5}  {title} seals: {words}") for r, words in _seals_of(match, seat, since)]
    lines += [((r, 1), f"{r:5}  all agree to take back what followed round {to}")
              for r, to in match.binding.takebacks if r >= since]
    return [line for _, line in sorted(lines, key=lambda one: one[0])]


def ended_line(match: Match) -> str:
    """How it ended; "" if it goes on."""
    result = match.binding.result if match.binding.has_ended else None
    return "" if result is None else f"ended: {result.text} (rule {cited(result.by)})"


def _title(match: Match, seat: str | None) -> str:
    """A seat as people know it."""
    if seat is None or seat not in match.binding.names:
        return seat or ""
    return name_in(match.ruleset.seen(match.state, match.binding.table).board, seat)


def _before_all_answers(match: Match) -> list[ToldSentence]:
    """The sentences that the rules tell before anybody answers: they are older than what is remarked meanwhile."""
    begun = Binding(match.genesis, match.ruleset, match.files, {}).table.story
    return match.binding.table.story[: len(begun)]


def _seals_of(match: Match, seat: str | None, since: int) -> list[tuple[int, str]]:
    """What a seat sealed in each round from one on, as far as its owner is told."""
    table, found = match.binding.table, []
    for closed in match.rounds.closed[max(0, since - 1) :] if seat is not None and seat != AUDITOR else ():
        for msg in (e.msg for e in closed.events):
            if isinstance(msg, SealEvent) and match.name(msg.seat) == seat:
                handles = [Sealed[Any](seat, item.slot) for item in msg.body.items]
                if all(is_told(table, seat, h) for h in handles):
                    says = [sealed_words(match.ruleset, match.state, table, handle) for handle in handles]
                    found.append((closed.r, "; ".join(counted(says))))
    return found
