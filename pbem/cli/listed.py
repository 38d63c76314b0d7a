"""One match in the list of all: in full, in three lines at most, or in one; and with whom it is played.

Belongs here: these lines. Must not be here: which match comes first (`pbem.desk.inbox`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.terminal import short, width, wrapped
from pbem.errors import PbemError, cited
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.desk.inbox import InboxEntry
    from pbem.home import Home
    from pbem.home.summaries import Summary
    from pbem.match.match import Match

IN_THREE = 7  # matches that have three lines each; of more each has one, so that 20 stand on one screen
LINES = 3


def full(entry: InboxEntry, home: Home, wrong: Sequence[str]) -> list[str]:
    """All that is known of a match."""
    head, rest = _parts(entry, home, wrong)
    return [*wrapped(head, hang=2), *(line for text in rest for line in wrapped(text, indent=2, hang=2))]


def in_three(entry: InboxEntry, home: Home, wrong: Sequence[str]) -> list[str]:
    """The same in three lines at most, each cut off at the width."""
    head, rest = _parts(entry, home, wrong)
    texts = [*rest[: LINES - 2], "; ".join(rest[LINES - 2 :])]
    return [cut(head), *(cut(f"  {text}") for text in texts if text)]


def in_one(entry: InboxEntry, home: Home, wrong: Sequence[str]) -> list[str]:
    """The same in one line; a `*` before it if its person is asked."""
    known = entry.summary
    is_ours = known is not None and not known.result and (known.asked or known.drafts)
    _, rest = _parts(entry, home, wrong, is_short=True)
    parts = [short(Path(entry.folder)), *([] if known is None else [_called(known, home)])]
    head = ", ".join(part for part in parts if part)
    line = f"{'*' if is_ours else ' '} {head}: {rest[0] if rest else 'nothing is asked'}"
    played = "" if known is None else opponents(known.people, set(known.yours), home)
    return [cut(f"{line}; {played}" if played else line)]


def cut(text: str, columns: int = 0) -> str:
    """A text on one line of so many columns, those of the screen if none are named."""
    text, room = clean(text), columns or width()
    return text if len(text) <= room else f"{text[: max(0, room - 4)].rstrip()} ..."


def opponents(people: Mapping[str, str], mine: set[str], home: Home) -> str:
    """`with bo (fnla, unita), mpla`: the others of a match, unknown ones by their seats; empty if one plays alone."""
    try:
        me = home.card().id if home.exists else ""
        known = {id: person.name for id, person in home.people.all().items()}
    except PbemError:
        me, known = "", {}
    seats: dict[str, list[str]] = {}
    for seat, id in people.items():
        if id != me and seat not in mine:
            seats.setdefault(id, []).append(seat)
    said = [f"{clean(known[id])} ({', '.join(some)})" if id in known else ", ".join(some)
            for id, some in seats.items()]
    return f"with {', '.join(said)}" if said else ""


def played_line(match: Match, home: Home) -> str:
    """The title of a match and with whom it is played; empty if it has no title and one person plays alone."""
    mine = {match.name(seat) for seat in match.keys}
    people = {match.name(number): seat.id for number, seat in enumerate(match.genesis.msg.body.seats)}
    title = home.title_of(match.genesis.id)
    title = "" if title == match.ruleset.title else title
    others = opponents(people, mine, home) if mine else ""
    return "; ".join(part for part in (clean(title), others) if part)


def _called(known: Summary, home: Home) -> str:
    return home.title_of(known.game) or known.title


def _parts(entry: InboxEntry, home: Home, wrong: Sequence[str], *, is_short: bool = False) -> tuple[str, list[str]]:
    """The first line, and the others in the order in which somebody should know of them."""
    from pbem.desk.waiting import utc

    where, known = short(Path(entry.folder)), entry.summary
    if known is None:
        fault = f"cannot be read: {entry.fault}"
        return (where, [fault]) if is_short else (f"{where}: {fault}", [])
    title = home.title_of(known.game)
    called = ["" if title == known.title else title, opponents(known.people, set(known.yours), home)]
    called = [", ".join(part for part in called if part)]
    stands = ", ".join(part for part in (known.title, known.where, f"round {known.round}") if part)
    head = f"{where}: {'; '.join(part for part in (*called, stands) if part)}"  # what is cut off stands last
    lines = [f"not read: {known.unread}"] if known.unread else []
    lines += [f"stopped: {known.stopped}"] if known.stopped else []
    lines += [f"wrong: {text}" for text in wrong]
    if known.result:
        return head, [*lines, f"the match has ended: {known.result}"]
    waits = f", since {utc(known.since)}, as claimed" if known.since and not is_short else ""
    lines += [f"{one.seat} decides{_rule(one.rule)}{waits}: {one.what}" for one in known.asked]
    lines += _drafts(known, waits)
    deadline = [f"deadline: {utc(known.deadline)}"] if known.deadline else []
    proposed = [f"proposed: {text}" for text in known.proposed]
    return head, [*lines, *deadline, *(f"awaited: {text}{waits}" for text in known.awaited), *proposed]


def _drafts(known: Summary, waits: str) -> list[str]:
    from pbem.desk.automatic import stalled

    lines = [f"drafted, not sent: {text}" for text in known.drafts]
    if known.overtaken:
        lines.append(f"drafts that do not stand any more: {known.overtaken}; see pbem next there")
    elif known.drafts and not known.asked:
        lines.append(f"everybody waits for pbem send{waits}")
    if known.held:
        lines.append(stalled(len(known.drafts) + known.overtaken, known.held))
    return lines


def _rule(rule: str) -> str:
    return f" (rule {cited(rule)})" if rule else ""
