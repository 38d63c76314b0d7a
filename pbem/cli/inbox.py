"""`pbem status`, and `pbem next` outside a match: all matches of this home, whose turn it is and since when.

Belongs here: those lines. Must not be here: which match comes first (`pbem.desk.inbox`).
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pbem.cli.carrying import as_lines, wrong_in
from pbem.cli.context import FolderOption, JsonOption, PassphraseFile, game_folder, reading_desk
from pbem.cli.terminal import busy, say, say_json, short, wrapped
from pbem.errors import WrongUse, cited

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.inbox import Entry
    from pbem.home import Home
    from pbem.home.summaries import Summary


INVITED = 8  # invitations that are told beside the matches


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("status")(status)


def status(folder: FolderOption = None, json: JsonOption = False, passphrase_file: PassphraseFile = None) -> None:
    """Lists all matches of this home, or the one that -C names.

    Whose turn it is, since when, what is asked, what is drafted.
    """
    show_inbox(reading_desk(passphrase_file), json=json, only=None if folder is None else game_folder(folder))


def show_inbox(reader: Desk, *, json: bool, only: Path | None = None) -> None:
    """The list, those that wait for their owner first, the longest wait first of all; `only` the match of a folder."""
    from pbem.cli.invitations import as_data
    from pbem.desk.inbox import inbox

    with busy("looking at all matches"):
        entries = inbox(reader, only)
    if only is not None and not entries:
        raise WrongUse(f"the match in {short(only)} is none of this home", "pbem next -C tells of any match")
    invited = reader.home.invited.waiting({entry.game for entry in entries}) if only is None else {}
    if json:
        say_json({"home": str(reader.home.root), "matches": [_as_data(entry, reader.home) for entry in entries],
                  "invited": [as_data(game, one) for game, one in invited.items()]})
    elif not entries and not invited:
        raise WrongUse("this home plays in no match", "begin one with pbem new, or take a seat with pbem join")
    else:
        told: set[str] = set()  # what is wrong with the courier is said once
        for entry in entries:
            say(*_lines(entry))
            wrong = [] if entry.summary is None else wrong_in(entry.summary, reader.home)
            say(*as_lines((one for one in wrong if one not in told), indent=2))
            told |= set(wrong)
        for one in islice(invited.values(), INVITED):
            say(*wrapped(f"not joined yet, {one.told}", hang=2))
        if len(invited) > INVITED:
            say(f"{len(invited) - INVITED} more invitations: pbem invitations")


def _lines(entry: Entry) -> list[str]:
    from pbem.desk.waiting import utc

    where = short(Path(entry.folder))
    known = entry.summary
    if known is None:
        return wrapped(f"{where}: cannot be read: {entry.fault}", hang=2)
    head = ", ".join(part for part in (known.title, known.where, f"round {known.round}") if part)
    lines = wrapped(f"{where}: {head}", hang=2)
    if known.unread:
        lines += wrapped(f"not read: {known.unread}", indent=2, hang=2)
    if known.stopped:
        lines += wrapped(f"stopped: {known.stopped}", indent=2, hang=2)
    if known.result:
        return [*lines, *wrapped(f"the match has ended: {known.result}", indent=2, hang=2)]
    waits = f", since {utc(known.since)}, as claimed" if known.since else ""
    for one in known.asked:
        lines += wrapped(f"{one.seat} decides{_rule(one.rule)}{waits}: {one.what}", indent=2, hang=2)
    lines += _drafts(known, waits)
    lines += [line for text in known.awaited for line in wrapped(f"awaited: {text}{waits}", indent=2, hang=2)]
    lines += [f"  deadline: {utc(known.deadline)}"] if known.deadline else []
    lines += [line for text in known.proposed for line in wrapped(f"proposed: {text}", indent=2, hang=2)]
    return lines


def _drafts(known: Summary, waits: str) -> list[str]:
    from pbem.desk.automatic import stalled

    lines = [line for text in known.drafts for line in wrapped(f"drafted, not sent: {text}", indent=2, hang=2)]
    if known.overtaken:
        lines.append(f"  drafts that do not stand any more: {known.overtaken}; see pbem next there")
    elif known.drafts and not known.asked:
        lines.append(f"  everybody waits for pbem send{waits}")
    if (count := len(known.drafts) + known.overtaken) and known.filed + known.standing:
        lines += wrapped(stalled(count, known.filed + known.standing), indent=2, hang=2)
    return lines


def _rule(rule: str) -> str:
    return f" (rule {cited(rule)})" if rule else ""


def _as_data(entry: Entry, home: Home) -> dict[str, object]:
    import msgspec

    told: dict[str, object] = {"game": entry.game, "folder": entry.folder, "fault": entry.fault}
    if entry.summary is None:
        return told | {"status": entry.status}
    known = msgspec.structs.asdict(entry.summary)
    wrong = wrong_in(entry.summary, home)
    told |= {"wrong": wrong} if wrong else {}
    return told | {name: value for name, value in known.items() if name not in ("stamps", "made_by", "v")}
