"""`pbem export html`: a game as one page that replays it, as a seat, the public or the auditor saw it then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from pbem.cli.context import DataOption, LogArgument, PassphraseFile, log_path
from pbem.cli.exporting import Auditor, Output, write
from pbem.cli.looking import AsSeat, Public
from pbem.cli.replay import reel_for, viewer_named
from pbem.cli.terminal import busy

if TYPE_CHECKING:
    from pbem.replay.reel import Reel


def register(app: typer.Typer) -> None:
    """Adds the command of this file."""
    app.command()(html)


def html(
    output: Output,
    log: LogArgument = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Writes a page that replays the game step by step; it needs no network and no other file."""
    reel = reel_for(log_path(log), viewer_named(public, as_seat, auditor), data, passphrase_file)
    with busy("replaying"):
        content = replay_page(reel).encode()
    write(output, content)


def replay_page(reel: Reel) -> str:
    """The page of a reel."""
    from pbem.replay.document import match_record
    from pbem.show.html import Match, page

    record = match_record(reel.match)
    seats = tuple(seat.name for seat in record.seats if seat.role != "judge")
    options = tuple((name, str(value).lower()) for name, value in record.options.items())
    about = Match(title=record.title, id=record.id, engine=record.engine, seats=seats, options=options)
    return page(reel, about)
