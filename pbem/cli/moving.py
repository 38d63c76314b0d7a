"""`pbem do`, `pbem send`, `pbem undo`, `pbem resign`, `pbem note`: answering what is asked, and what goes beside it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.asking import filed_lines, report, tell_given
from pbem.cli.carrying import as_lines, tell_sent, wrong_with
from pbem.cli.context import FolderOption, PassphraseFile, desk, game_folder
from pbem.cli.following import complete
from pbem.cli.terminal import ask_line, complain, is_terminal, say, talk
from pbem.errors import NotYourTurn, WrongUse
from pbem.kit.spelling import plural
from pbem.limits import MAX_PIPED

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.drafting import OrdersTaken
    from pbem.match.folder import GameFolder
    from pbem.match.match import Match

SeatOption = Annotated[str | None, typer.Option("--seat", help="Which of your seats.")]
DespiteDesync = Annotated[bool, typer.Option("--despite-desync", help="Play on although another build disagrees.")]
Orders = Annotated[
    list[str] | None,
    typer.Argument(
        help="Orders in quotes; none: lines from standard input.", show_default=False, autocompletion=complete
    ),
]
EarlyOption = Annotated[
    bool, typer.Option("--early", help='Keep "RULE[/ABOUT]: words" until that is asked; no words take it back.')
]
SendOption = Annotated[bool, typer.Option("--send", help="Sign what is drafted at once, and write what to send.")]


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("do")(give)
    app.command()(send)
    app.command()(undo)
    app.command()(resign)
    app.command()(note)


def give(
    orders: Orders = None,
    seat: SeatOption = None,
    early: EarlyOption = False,
    send: SendOption = False,
    replace: Annotated[
        int | None, typer.Option("--replace", help="In place of the draft with this number.", show_default=False)
    ] = None,
    folder: FolderOption = None,
    despite_desync: DespiteDesync = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Drafts orders in plain words, all or nothing.

    They are echoed in canonical form. Nothing is signed before pbem send; alone, what a die follows is signed at once.
    """
    from pbem.desk.automatic import Automatic, carry_on
    from pbem.desk.drafting import OrdersTaken, take_orders
    from pbem.desk.drafts import kept_drafts, unsent
    from pbem.desk.waiting import open_duties

    where = game_folder(folder)
    if replace is not None and (early or send):
        raise WrongUse("a draft is replaced, and nothing else done with it", "pbem send signs it then")
    lines = _typed(orders)
    player = desk(passphrase_file)
    sent: list[Path] = []
    with player.game(where, despite_desync=despite_desync) as game:
        since = game.match.rounds.r
        taken, done = OrdersTaken(), Automatic()
        if early:
            _file_early(game, lines, seat)
        elif replace is not None:
            taken = _replace(game, replace, lines, seat)
        else:
            taken = take_orders(game, lines, seat, send=send)
        if send or taken.signed:
            done = carry_on(game)
            sent = player.send_from(game)
    tell_given(taken.given)
    talk(*done.told)
    if early and not send:
        drafts = unsent(game.match, kept_drafts(where, game.gid))
        asked = [duty for duty in open_duties(game.match) if all(draft.seat != duty.name for draft in drafts)]
        talk(*filed_lines(game.match, where, len(drafts), asked))
    else:
        report(game.match, where, sent, since)


def _replace(game: GameFolder, number: int, lines: list[str], seat: str | None) -> OrdersTaken:
    """Another answer in place of a draft; what goes with the old one is told."""
    from pbem.cli.drafted import redrafted_lines
    from pbem.desk.drafting import OrdersTaken
    from pbem.desk.redrafting import replace_draft

    found = replace_draft(game, number, "; ".join(lines), seat)
    talk(*redrafted_lines(found))
    return OrdersTaken([found.given] if found.given is not None else [], found.signed)


def send(
    folder: FolderOption = None,
    despite_desync: DespiteDesync = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Signs all drafts, and writes what to send.

    All of them or none.

    If a draft is not legal any more it is told which and why; all are kept, and nothing is signed.
    """
    from pbem.desk.automatic import carry_on
    from pbem.desk.drafting import send_drafts
    from pbem.desk.drafts import kept_sent
    from pbem.desk.waiting import stopped

    where = game_folder(folder)
    player = desk(passphrase_file)
    with player.game(where, despite_desync=despite_desync) as game:
        since = game.match.rounds.r
        count = send_drafts(game)
        done = carry_on(game)
        is_new = bool(count) or done.is_any
        sent = player.send_from(game) if is_new else []
        stop = stopped(game.match)
        held = kept_sent(where, game.gid)
    signed = "nothing was drafted" if not held else "nothing is signed yet"
    talk(f"signed: {plural(count, 'draft')}" if count else signed, *done.told)
    if not is_new and not held:
        talk("what was made before is written again by: pbem out")
    report(game.match, where, sent, since)
    talk(*as_lines(wrong_with(game.match, player.home)))
    if stop is not None:
        complain(stop)
    return 0 if stop is None else stop.status


def _typed(orders: list[str] | None) -> list[str]:
    """The lines of orders, from the arguments or from standard input."""
    texts = orders or []
    if not orders:
        if is_terminal():
            raise WrongUse("no order was given", 'write it in quotes: pbem do "...", or see pbem next')
        texts = [sys.stdin.read(MAX_PIPED)]
    lines = [line for text in texts for line in text.splitlines() if line.strip()]
    if not lines:
        raise WrongUse("no order was given", "see pbem next for what is asked")
    return lines


def _file_early(game: GameFolder, lines: list[str], seat: str | None) -> None:
    from pbem.desk.early import file_typed, remark_on_filed
    from pbem.desk.speaking import my_seat

    orders, spoiled = file_typed(game.path, game.match, lines, game.match.name(my_seat(game.match, seat)))
    talk(*spoiled)
    for one in orders:
        say(one.line if one.words else f"{one.seat} {one.moment}: taken back")
        if remark := remark_on_filed(game.match, one):
            talk(f"note: {remark}")


def undo(
    number: Annotated[
        int | None, typer.Argument(help="This draft, by its number in pbem next.", show_default=False)] = None,
    to: Annotated[
        int | None,
        typer.Option("--round", help="What was sent, back to the position after this round.", show_default=False),
    ] = None,
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Takes back your last draft, or one by its number.

    Nobody will ever know of it. Drafts behind it are judged again; what does not fit any more is forgotten, and told.

    If nothing is drafted, your last answers that were sent: those only until a die was rolled, something sealed was
    opened, or another seat answered. Nothing of them is deleted; every report counts it.
    """
    from pbem.cli.drafted import redrafted_lines
    from pbem.desk.redrafting import check_undrafted, no_draft, take_back_draft
    from pbem.desk.speaking import take_back

    if number is not None and to is not None:
        raise WrongUse("a draft and a round are named", f"a draft: pbem undo {number}; a round: pbem undo --round {to}")
    where = game_folder(folder)
    player = desk(passphrase_file)
    sent: list[Path] = []
    with player.game(where) as game:
        if to is not None:
            check_undrafted(game, to)
        taken = take_back_draft(game, seat, number)
        if taken is None and (ended := game.match.result) is not None:
            raise NotYourTurn(f"the match has ended: {ended.text}", "nothing is taken back any more")
        if taken is None and number is not None:
            raise no_draft(number)
        if taken is None:
            talk(take_back(game, _whose_answers(game.match, seat), to))
            sent = player.send_from(game)
    if taken is not None:
        talk(*redrafted_lines(taken))
    report(game.match, where, sent)


def _whose_answers(match: Match, seat: str | None) -> int:
    """The seat whose answers that were sent are taken back, for nothing is drafted; WrongUse if it must be named."""
    from pbem.desk.speaking import my_seat

    try:
        return my_seat(match, seat)
    except WrongUse as fault:
        raise WrongUse("there is no draft", f"to take back what was sent, {fault.hint}") from None


def resign(
    seat: SeatOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask again.")] = False,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Gives up a seat.

    The match ends, or goes on without it, as the ruleset says.
    """
    from pbem.desk.speaking import my_seat, resign_seat

    where = game_folder(folder)
    player = desk(passphrase_file)
    with player.game(where) as game:
        since = game.match.rounds.r
        number = my_seat(game.match, seat)
        if not yes and not is_terminal():
            raise WrongUse("a resignation cannot be taken back, and nobody can be asked", "add --yes if you mean it")
        if not yes and ask_line(f"the word yes, if {game.match.name(number)} gives up") != "yes":
            raise WrongUse("nobody resigned", "nothing was written")
        told = resign_seat(game, number)
        sent = player.send_from(game)
    talk(*told)
    report(game.match, where, sent, since)


def note(
    text: Annotated[str, typer.Argument(help="A remark for all seats.")],
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Writes a remark that all seats read."""
    from pbem.desk.speaking import my_seat

    where = game_folder(folder)
    player = desk(passphrase_file)
    with player.game(where) as game:
        game.match.note(my_seat(game.match, seat), text)
        sent = player.send_from(game)
    tell_sent(sent, game.match)
