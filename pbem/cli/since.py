"""What happened in a match since its person looked, and what was answered for him: `next` and `log --since-look`.

Belongs here: these lines. Must not be here: what is kept of it (`pbem.desk.since_look`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli.drafted import TOLD, story_as_data
from pbem.cli.terminal import wrapped
from pbem.kit.spelling import plural

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.since_look import SinceLook
    from pbem.match.match import Match


def looked(match: Match, log: Path) -> SinceLook | None:
    """What is new to whoever looks now; None if no seat is held here, or nobody else plays."""
    from pbem.desk.since_look import since_look
    from pbem.record.log import LOG_NAME

    if log.name != LOG_NAME or not _has_others(match):
        return None
    return since_look(log.parent, match.genesis.id, match.rounds.r)


def note(match: Match, folder: Path) -> None:
    """A command that did something told its person all that is new."""
    from pbem.desk.since_look import note_look

    if _has_others(match):
        note_look(folder, match.genesis.id, match.rounds.r)


def _has_others(match: Match) -> bool:
    """Whether a seat is held here, and somebody else plays too."""
    me = {match.binding.seats[seat].id for seat in match.keys}
    return bool(me) and any(seat.id not in me for seat in match.binding.seats)


def new_lines(match: Match, new: SinceLook | None) -> list[str]:
    """The last sentences that are new, and what was answered; nothing if nothing is."""
    from pbem.desk.story import joined, said

    if new is None:
        return []
    told = joined(t for t in match.binding.table.story if t.round >= new.round)
    lines = [f"since you looked, in round {new.round}:"] if told else []
    if len(told) > TOLD:
        lines.append(f"  ({plural(len(told) - TOLD, 'sentence')} more: pbem log --since-look)")
    lines += [line for t in told[-TOLD:] for line in wrapped(said(t), indent=2, hang=2)]
    return [*lines, *answered_lines(new)]


def answered_lines(new: SinceLook | None) -> list[str]:
    """What was answered for him, or passed over, with the reason."""
    if new is None or not new.answered:
        return []
    lines = [line for one in new.answered for line in wrapped(one, indent=2, hang=2)]
    return ["answered for you, or passed over:", *lines]


def new_as_data(match: Match, new: SinceLook | None) -> dict[str, object]:
    """The same as data."""
    if new is None:
        return {}
    story = [t for t in match.binding.table.story if t.round >= new.round]
    return {"since_look": {"round": new.round, "story": story_as_data(story), "answered": list(new.answered)}}
