"""`pbem clock`, `away`, `propose`, `agree`, `refuse`: deadlines and leave, what all may agree on.

Belongs here: these commands. Must not be here: what is agreed and how time is reckoned (`pbem.desk.agreements`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.asking import report
from pbem.cli.context import (
    FolderOption,
    JsonOption,
    LogArgument,
    PassphraseFile,
    desk,
    game_folder,
    log_path,
    read_match,
    reading_desk,
)
from pbem.cli.moving import SeatOption
from pbem.cli.terminal import say, say_json, talk, wrapped
from pbem.errors import WrongUse

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.match.agreements import Wanted
    from pbem.match.folder import GameFolder
    from pbem.match.match import Match


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(clock)
    app.command()(away)
    app.command()(propose)
    app.command()(agree)
    app.command()(refuse)


def clock(
    log: LogArgument = None,
    all: Annotated[bool, typer.Option("--all", help="Also late and doubtful answers, and what was claimed.")] = False,
    late: Annotated[
        str | None, typer.Option("--late", help="Claim that this seat is late, once it is due.", show_default=False)
    ] = None,
    text: Annotated[str, typer.Option("--text", help="What to say of it.")] = "",
    seat: SeatOption = None,
    folder: FolderOption = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Who is awaited, since when, until when.

    By whose word; and what is proposed to all. A claim that somebody is late is evidence, and has no effect on play.
    """
    from pbem.desk import agreements
    from pbem.desk.desk import now
    from pbem.match.waits import Waits

    if late is not None:
        _claim_late(game_folder(folder), late, text, seat, passphrase_file)
        return
    match = read_match(log_path(log, folder), reading_desk(passphrase_file), whole=True)
    waits = Waits(match, now())
    if json:
        say_json(agreements.as_data(waits))
        return
    lines = [*agreements.clock_lines(waits), *(agreements.past_lines(waits) if all else [])]
    for line in lines or ["nobody is awaited"]:
        say(*wrapped(line, hang=2))
    for line in agreements.proposal_lines(match):
        say(*wrapped(line, hang=3))


def _claim_late(where: Path, whom: str, text: str, seat: str | None, passphrase_file: Path | None) -> None:
    from pbem.desk.agreements import claim_late
    from pbem.desk.desk import now
    from pbem.desk.speaking import speaker

    player = desk(passphrase_file)
    with player.game(where) as game:
        claim_late(game.match, speaker(game.match, seat), whom, text, now())
        sent = player.send_from(game)
    talk(f"claimed: {whom} is late")
    report(game.match, where, sent)


def away(
    date: Annotated[str | None, typer.Argument(help="The last day, like 2026-08-14 (UTC).", show_default=False)] = None,
    back: Annotated[bool, typer.Option("--back", help="The leave ends now.")] = False,
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Announces leave, or ends it.

    It is yours, whichever seat says it. The deadline of what you are asked moves by it. It counts if it is announced
    before the deadline, and as far as the clock of the match gives leave.
    """
    from pbem.desk.desk import now
    from pbem.desk.speaking import go_away

    if back == (date is not None):
        raise WrongUse("until when?", "name the last day, pbem away 2026-08-14, or say pbem away --back")
    where, player = game_folder(folder), desk(passphrase_file)
    with player.game(where) as game:
        told = go_away(game, seat, date or "", now())
        sent = player.send_from(game)
    talk(*told)
    report(game.match, where, sent)


def propose(
    what: Annotated[str, typer.Argument(help="takeback or result.", show_default=False)],
    words: Annotated[
        list[str] | None,
        typer.Argument(help="The round to go back to; or draw, or the seats that win.", show_default=False),
    ] = None,
    text: Annotated[str, typer.Option("--text", help="A result in words.")] = "",
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Proposes to go back, or an end.

    All must agree; the seat that is asked then does it.
    """
    from pbem.desk import agreements
    from pbem.desk.speaking import wanted_of

    where, player = game_folder(folder), desk(passphrase_file)
    with player.game(where) as game:
        wanted = wanted_of(game.match, what, words or [], text)
        since, done = _consent(game, wanted, seat)
        sent = player.send_from(game)
    if not done:
        talk(*wrapped(f"proposed: {agreements.told(game.match, wanted)}", hang=2))
        for one in game.match.proposals():
            if one.wanted == wanted:
                talk(f"needed: {', '.join(agreements.needed_names(game.match, one))}")
    report(game.match, where, sent, since if done else None)


def agree(
    number: Annotated[int | None, typer.Argument(help="The number of a proposal.", show_default=False)] = None,
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Lists what is proposed, or agrees to it.

    With a number it agrees; that cannot be withdrawn before the round has closed.
    """
    from pbem.desk import agreements

    where = game_folder(folder)
    if number is None:
        _list(read_match(log_path(None, where), reading_desk(passphrase_file), whole=True))
        return
    player = desk(passphrase_file)
    with player.game(where) as game:
        wanted = agreements.numbered(game.match, number).wanted
        what = agreements.told(game.match, wanted)
        since, done = _consent(game, wanted, seat)
        sent = player.send_from(game)
    if not done:
        talk(*wrapped(f"agreed: {what}", hang=2))
    report(game.match, where, sent, since if done else None)


def refuse(
    number: Annotated[int | None, typer.Argument(help="The number of a proposal.", show_default=False)] = None,
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Tells that you do not agree.

    By a remark that all read. Who says nothing has not agreed either.
    """
    from pbem.desk.speaking import disagree

    where = game_folder(folder)
    if number is None:
        _list(read_match(log_path(None, where), reading_desk(passphrase_file), whole=True))
        return
    player = desk(passphrase_file)
    with player.game(where) as game:
        what = disagree(game.match, number, seat)
        sent = player.send_from(game)
    talk(*wrapped(f"not agreed: {what}; with this round the offer is gone", hang=2))
    report(game.match, where, sent)


def _list(match: Match) -> None:
    from pbem.desk.agreements import proposal_lines

    for line in proposal_lines(match) or ["nothing is proposed"]:
        say(*wrapped(line, hang=3))


def _consent(game: GameFolder, wanted: Wanted, seat: str | None) -> tuple[int, bool]:
    """Signs one's part; gives the round that was open before, and whether all have agreed by that."""
    from pbem.desk.agreements import closed_by, consent
    from pbem.desk.speaking import my_seat
    from pbem.home import Home

    match, since = game.match, game.match.rounds.r
    done = consent(Home.find(), game, wanted, None if seat is None else my_seat(match, seat))
    if done:
        talk(f"round {since}: {closed_by(match, wanted)}")
    return since, done
