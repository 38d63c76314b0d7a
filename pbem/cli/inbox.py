"""`pbem status`, and `pbem next` outside a match: all matches of this home, whose turn it is and since when.

Belongs here: those lines. Must not be here: which match comes first (`pbem.desk.inbox`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pbem.cli.carrying import wrong_in
from pbem.cli.context import FolderOption, JsonOption, PassphraseFile, game_folder, reading_desk
from pbem.cli.listed import IN_THREE, full, in_one, in_three
from pbem.cli.terminal import busy, say, say_json, short, wrapped
from pbem.errors import PbemError, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.inbox import InboxEntry
    from pbem.home import Home

INVITED = 8  # invitations that are told beside the matches


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("status")(status)


def status(folder: FolderOption = None, json: JsonOption = False, passphrase_file: PassphraseFile = None) -> None:
    """Lists all matches of this home, or the one that -C names.

    Whose turn it is, since when, what is asked, what is drafted: up to seven matches in three lines each, more in one.
    -C tells all of one match.
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
    elif not entries and not invited and not gathering_lines(reader.home):
        hint = "begin one with pbem new, take a seat with pbem join FILE, answer an invitation with pbem accept FILE"
        raise WrongUse("this home plays in no match", hint)
    else:
        told: set[str] = set()  # what is wrong with the courier is said once
        shown = full if only is not None else in_three if len(entries) <= IN_THREE else in_one
        for entry in entries:
            wrong = [] if entry.summary is None else wrong_in(entry.summary, reader.home)
            say(*shown(entry, reader.home, [one for one in wrong if one not in told]))
            told |= set(wrong)
        say(*gathering_lines(reader.home) if only is None else ())
        for one in islice(invited.values(), INVITED):
            say(*wrapped(f"not joined yet, {one.told}", hang=2))
        if len(invited) > INVITED:
            say(f"{len(invited) - INVITED} more invitations: pbem invitations")


def gathering_lines(home: Home) -> list[str]:
    """Matches to which people are invited, and those that were accepted and have not begun, a line each."""
    try:
        found = home.gatherings.open().values() if home.exists else []
        lines = [part for line in _accepted_lines(home) for part in wrapped(clean(line), hang=2)] if home.exists else []
    except PbemError:  # `pbem invite --list` says what is wrong
        return []
    for one in found:
        came = sum(guest.state == "came" for guest in one.guests)
        lines.append(clean(f"inviting to {one.title}: {came} of {len(one.guests)} come; see pbem invite --list"))
    return lines


def _accepted_lines(home: Home) -> Iterator[str]:
    from pbem.desk.waiting import utc
    from pbem.home.invitation import read_invitation

    for one in home.accepted.all().values():
        if one.accepts and not one.game and time.time() < one.expires:
            asked = read_invitation(one.invitation.encode())
            yield (f"accepted: {asked.title}, as {', '.join(asked.seats)}; it begins in {one.folder} when all have "
                   f"come, until {utc(one.expires)}; its host is {asked.host.name}, <{asked.host.address}>")


def _as_data(entry: InboxEntry, home: Home) -> dict[str, object]:
    import msgspec

    told: dict[str, object] = {"game": entry.game, "folder": entry.folder, "fault": entry.fault}
    if entry.summary is None:
        return told | {"status": entry.status}
    known = msgspec.structs.asdict(entry.summary)
    wrong = wrong_in(entry.summary, home)
    told |= {"called": home.titles.of(entry.game)} | ({"wrong": wrong} if wrong else {})
    of_ours = ("build", "made_by", "sources", "stamps", "v")
    return told | {name: value for name, value in known.items() if name not in of_ours}
