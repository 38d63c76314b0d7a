"""`pbem clock`, `away`, `propose`, `agree`, `refuse`: deadlines and leave, what all may agree on.

Belongs here: these commands. Must not be here: what is agreed and how time is reckoned (`pbem.desk.agreements`).
"""

from __future__ import annotations

import datetime
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
from pbem.cli.moving import SeatOption, my_seat
from pbem.cli.terminal import say, say_json, talk, wrapped
from pbem.errors import WrongUse
from pbem.kit.spelling import plural

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.match.agreements import Wanted
    from pbem.match.folder import GameFolder
    from pbem.match.match import Match

DAY = 86_400


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

    player = desk(passphrase_file)
    with player.game(where) as game:
        claim_late(game.match, _speaker(game.match, seat), whom, text, now())
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
    from pbem.record.events import Away

    if back == (date is not None):
        raise WrongUse("until when?", "name the last day, pbem away 2026-08-14, or say pbem away --back")
    where, player, time = game_folder(folder), desk(passphrase_file), now()
    until = time if date is None else _end_of(date)
    if until < time:
        raise WrongUse(f"{date} is over", "name a day to come, or say pbem away --back")
    with player.game(where) as game:
        kept = game.match.clock
        game.match.claim(_speaker(game.match, seat), Away(until=until))
        sent = player.send_from(game)
    if kept is None or not kept.leave:
        talk("note: this match gives no leave, so it moves no deadline; the others read it all the same")
    talk("leave ends now" if back else f"on leave until the end of {date}, as others are told")
    report(game.match, where, sent)


def _end_of(date: str) -> int:
    """When a day ends, in Unix seconds."""
    try:
        day = datetime.datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=datetime.UTC)
    except ValueError:
        raise WrongUse(f"{date} is no day", "write it like 2026-08-14") from None
    return int(day.timestamp()) + DAY


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

    where, player = game_folder(folder), desk(passphrase_file)
    with player.game(where) as game:
        wanted = _wanted(game.match, what, words or [], text)
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
    from pbem.desk import agreements

    where = game_folder(folder)
    if number is None:
        _list(read_match(log_path(None, where), reading_desk(passphrase_file), whole=True))
        return
    player = desk(passphrase_file)
    with player.game(where) as game:
        match, chosen = game.match, _speaker(game.match, seat)
        one = agreements.numbered(match, number)
        if by := [s for s in (match.keys if seat is None else [chosen]) if one.is_by(s)]:
            raise WrongUse(f"{match.name(by[0])} has agreed to it", "an agreement ends with its round, and not before")
        what = agreements.told(match, one.wanted)
        match.note(chosen, f"{match.name(chosen)} does not agree: {what}"[:2_000])
        sent = player.send_from(game)
    talk(*wrapped(f"not agreed: {what}; with this round the offer is gone", hang=2))
    report(match, where, sent)


def _speaker(match: Match, seat: str | None) -> int:
    """The seat that speaks for a person: the one named, else one that is asked, else the first."""
    if seat is not None or not match.keys:
        return my_seat(match, seat)
    return next((d.seat for d in match.mine() if not d.is_mechanical), min(match.keys))


def _list(match: Match) -> None:
    from pbem.desk.agreements import proposal_lines

    for line in proposal_lines(match) or ["nothing is proposed"]:
        say(*wrapped(line, hang=3))


def _consent(game: GameFolder, wanted: Wanted, seat: str | None) -> tuple[int, bool]:
    """Signs one's part; gives the round that was open before, and whether all have agreed by that."""
    from pbem.desk.agreements import closed_by, consent
    from pbem.home import Home

    match, since = game.match, game.match.rounds.r
    done = consent(Home.find(), game, wanted, None if seat is None else my_seat(match, seat))
    if done:
        talk(f"round {since}: {closed_by(match, wanted)}")
    return since, done


def _wanted(match: Match, what: str, words: list[str], text: str) -> Wanted:
    """What was typed as what is wanted."""
    from pbem.limits import MAX_AGREED_TEXT, MAX_ROUND
    from pbem.record.events import AgreedResult, Takeback

    if what == "takeback":
        if len(words) != 1 or not words[0].isascii() or not words[0].isdigit() or text:
            raise WrongUse("back to which round?", "like: pbem propose takeback 41; pbem log shows the rounds")
        return Takeback(to=max(1, min(int(words[0][:9]), MAX_ROUND)))
    if what != "result":
        raise WrongUse(f"nobody can propose {what!r}", "legal: takeback ROUND, result draw, result SEAT ...")
    if not words:
        raise WrongUse("who wins?", "like: pbem propose result draw, or name the seats that win")
    if len(text) > MAX_AGREED_TEXT:
        raise WrongUse(f"the text has {plural(len(text), 'sign')}, the limit is {MAX_AGREED_TEXT}")
    players = [s.name for s in match.binding.seats if s.role != "judge"]
    unknown = [w for w in words if w not in players] if words != ["draw"] else []
    if unknown:
        raise WrongUse(f"{', '.join(unknown)} is no seat of a player", f"seats: {', '.join(players)}; or draw")
    return AgreedResult(text=text, winners=tuple(name for name in players if name in words))
