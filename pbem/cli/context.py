"""Finding what a command works on: the home, the identity, the game folder or log, the viewer.

Belongs here: defaults that all commands share. Must not be here: what a command does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.terminal import ask_passphrase, busy, complain, short, talk
from pbem.errors import BadRecord, Divergence, PbemError, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.match.folder import Masters
    from pbem.match.match import Match

PassphraseFile = Annotated[
    Path | None, typer.Option("--passphrase-file", help="A file with the passphrase in its only line.")
]
LogArgument = Annotated[
    Path | None, typer.Argument(help="A log or a game folder; else the folder you stand in.", show_default=False)
]
DataOption = Annotated[Path | None, typer.Option("--data", help="A folder of corrected data files.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON.")]
FolderOption = Annotated[
    Path | None, typer.Option("--folder", "-C", help="The game folder; without it, the one you stand in.")
]


def desk(passphrase_file: Path | None = None, *, unlock: bool = True, keeps: int = 0) -> Desk:
    """The desk of whoever runs this; without `unlock` it only reads. So many matches as it `keeps` stay in memory."""
    from pbem.desk.desk import Desk
    from pbem.home import Home, find_passphrase

    home = Home.find()
    if not unlock:
        return Desk(home, None)
    passphrase = None
    if home.needs_passphrase:
        passphrase = find_passphrase(file=passphrase_file, kept=home.kept_passphrase, ask=ask_passphrase())
    return Desk(home, home.load(passphrase), keeps=keeps)


def reading_desk(passphrase_file: Path | None = None) -> Desk:
    """A desk for a command that only reads: unlocked if that costs no question, else without secrets."""
    from pbem.desk.desk import Desk
    from pbem.home import Home, find_passphrase

    home = Home.find()
    if not home.exists:
        return Desk(home, None)
    try:
        passphrase = None
        if home.needs_passphrase:
            passphrase = find_passphrase(file=passphrase_file, kept=home.kept_passphrase, ask=ask_passphrase())
        return Desk(home, home.load(passphrase) if passphrase is not None or not home.needs_passphrase else None)
    except PbemError:
        if passphrase_file is not None or home.needs_passphrase:
            raise
        return Desk(home, None)


def game_folder(folder: Path | None) -> Path:
    """The game folder named, or the one we stand in."""
    from pbem.record.log import LOG_NAME

    chosen = (folder or Path.cwd()).absolute()
    if not (chosen / LOG_NAME).exists():
        raise WrongUse(f"there is no {LOG_NAME} in {chosen}", "go to a game folder, or name one with -C FOLDER")
    return chosen


def is_in_match() -> bool:
    """Whether we stand in a game folder."""
    from pbem.record.log import LOG_NAME

    return (Path.cwd() / LOG_NAME).exists()


def log_path(log: Path | None, folder: Path | None = None) -> Path:
    """The log named, the log in the folder named, or the one where we stand; WrongUse if both are named."""
    from pbem.record.log import LOG_NAME

    if log is None:
        return game_folder(folder) / LOG_NAME
    if folder is not None:
        raise WrongUse("a log and a folder are named", f"leave out {short(log)}, or -C {short(folder)}")
    if log.is_dir():
        return game_folder(log) / LOG_NAME
    if not log.exists():
        raise WrongUse(f"there is no file {log}", "name a log, or the folder of a match")
    return log


def read_match(
    log: Path,
    reader: Desk | None,
    overlay: Path | None = None,
    *,
    at: int | None = None,
    disclosed: Mapping[int, bytes] | None = None,
    whole: bool = False,
    seen: Callable[[Match], None] | None = None,
    replays: bool = False,
) -> Match:
    """The match of a log as this desk can see it, nothing written; `at` stops after that round.

    Without a `reader` it is read as somebody reads it who holds no seat: no home is looked into.
    `disclosed` are secrets of other seats that the record gives away at its end. It stops where this build plays
    otherwise than the one recorded, unless the `whole` is asked for; what comes of it begins with `tell_otherwise`.
    `seen` is shown the match after that round; the match given may then have gone on. What `replays` plays all of it.
    """
    from pbem.desk.overlay import overlay_of
    from pbem.desk.reading import read
    from pbem.record.lines import TornEnd
    from pbem.record.log import LOG_NAME

    masters: Masters = reader.masters if reader is not None else lambda _genesis: {}
    cache = reader.cache(log.parent) if reader is not None else None
    goes_on = reader is not None and not replays and at is None and disclosed is None and log.name == LOG_NAME
    faults: list[BadRecord] = []
    overlay = overlay or overlay_of(log.parent)

    def look(match: Match) -> None:
        note_stop(match)
        if seen is not None:
            seen(match)

    with busy(f"reading {short(log)}"):
        match = read(log, masters, overlay, at=at, disclosed=disclosed, cache=cache, faults=faults, whole=whole,
                     seen=None if seen is None else look,
                     saved=reader.saved(log.parent) if reader is not None and goes_on else None)
    if len(faults) == 1 and isinstance(faults[0], TornEnd):
        talk(f"{short(log)}: its last line breaks off, as when a program is stopped while it writes: it does not "
             "count, and whoever writes here next sets it aside")
    elif faults:
        lines = f"{len(faults)} lines were" if len(faults) > 1 else "one line was"
        talk(f"{short(log)}: {lines} left out; the first: {clean(str(faults[0]))}; see pbem verify")
    if seen is None:
        note_stop(match)
    return match


STOPS: list[PbemError] = []
"""Why matches have stopped that the running command has read: it does its work, and then ends with the status."""


def note_stop(match: Match) -> None:
    """Keeps why a match has stopped, to be told when the command has done its work."""
    from pbem.desk.waiting import stopped

    stop = stopped(match)
    if stop is not None and str(stop) not in map(str, STOPS):
        STOPS.append(stop)


def told_stops() -> int:
    """Says why the matches that were read have stopped; gives the exit status for that, 0 if all go on."""
    for stop in STOPS:
        complain(stop)
    return STOPS[0].status if STOPS else 0


def tell_otherwise(match: Match) -> int:
    """Says first of all how this build differs from the one recorded; gives the exit status of what is told then."""
    found = match.otherwise
    if found is None:
        return 0
    if not found.is_seen:
        talk(f"note: {found.sentence}", f"  {found.builds}")
        return 0
    last = match.rounds.r - 1
    told = f"what is told here ends with round {last}: up to there both play alike; " if found.told == last else ""
    complain(Divergence(found.sentence, told + found.advice))
    return Divergence.status


def known_names() -> dict[str, str]:
    """The names of people by identity, as far as this home knows them; none if there is no home."""
    from pbem.home import Home

    home = Home.find()
    try:
        me = [home.card()] if home.exists else []
        return {id: one.name for id, one in home.people.all().items()} | {card.id: card.name for card in me}
    except PbemError:
        return {}  # who reads a record needs no home in good order
