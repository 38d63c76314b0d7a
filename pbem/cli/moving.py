"""`pbem next`, `pbem do`, `pbem play`, `pbem undo`, `pbem resign`, `pbem note`: what is asked, and answering it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
from pbem.cli.terminal import ask_line, complain, is_terminal, say, say_json, short, talk
from pbem.errors import IllegalMove, WrongUse

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.match.match import Match

SeatOption = Annotated[str | None, typer.Option("--seat", help="Which of your seats.")]
DespiteDesync = Annotated[bool, typer.Option("--despite-desync", help="Play on although another build disagrees.")]
Orders = Annotated[
    list[str] | None, typer.Argument(help="Orders in quotes; none: lines from standard input.", show_default=False)
]
SHOWN = 24


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("next")(show_next)
    app.command("do")(give)
    app.command("play")(play)
    app.command()(undo)
    app.command()(resign)
    app.command()(note)


def show_next(log: LogArgument = None, json: JsonOption = False, passphrase_file: PassphraseFile = None) -> None:
    """Whose turn it is, what is awaited, what is legal and how to type it."""
    reader = reading_desk(passphrase_file)
    match = read_match(log_path(log), reader)
    if json:
        say_json(_next_as_data(match))
    else:
        say(*next_lines(match))


def tell_next(player: Desk, folder: Path) -> None:
    """The same, after something happened, as talk."""
    from pbem.record.store import LOG_NAME

    talk(*next_lines(read_match(folder / LOG_NAME, player)))


def next_lines(match: Match) -> list[str]:
    """One screen: the turn, who is awaited, and for our own seats what is legal and how to type it."""
    from pbem.desk.orders import human_duties
    from pbem.show.clean import clean

    lines = [f"{match.ruleset.title}, round {match.rounds.r}"]
    if match.twins:
        names = ", ".join(match.name(t.seat) for t in match.twins)
        lines.append(f"STOPPED: {names} signed two events for one place; see pbem verify")
    for d in match.binding.disagreements[:1]:
        lines.append(f"DESYNC in round {d.round}: {d.seat} has another position; see pbem verify")
    for seat, n in match.feeds.gaps()[:5]:
        lines.append(f"missing: record n={n} of {match.name(seat)}; ask for it")
    if match.result is not None:
        lines.append(f"the match has ended: {clean(match.result.text)}")
    duties = human_duties(match)
    waiting = [d for d in match.owing() if d not in duties]
    if waiting:
        lines.append("awaited: " + ", ".join(f"{d.name} ({d.kind})" for d in waiting))
    for seat, fault in match.held_back.items():
        lines.append(f"{match.name(seat)} may not sign: {fault}")
    for duty in duties:
        lines += _duty_lines(match, duty.name, duty.kind)
    if not duties and match.result is None:
        lines.append("nothing is asked of you now")
    return lines


def _duty_lines(match: Match, name: str, kind: str) -> list[str]:
    if kind == "join":
        return [f"{name}: take your seat with: pbem join"]
    request, peek = match.request, match.binding.table.peek
    assert request is not None
    lines = [f"{name} decides (rule {request.rule}):"]
    lines += [f"  {line}" for line in match.ruleset.prompt(match.state, request, peek).splitlines()]
    examples = match.ruleset.examples(match.state, request, name, peek)
    lines += [f'  pbem do "{say}"' for say in examples[:SHOWN]]
    if len(examples) > SHOWN:
        lines.append(f"  ... and {len(examples) - SHOWN} more: pbem next --json")
    return lines


def _next_as_data(match: Match) -> dict[str, object]:
    from pbem.desk.orders import human_duties

    request = match.request
    asked = []
    for duty in human_duties(match):
        entry: dict[str, object] = {"seat": duty.name, "kind": duty.kind}
        if request is not None and duty.kind != "join":
            peek = match.binding.table.peek
            entry |= {
                "rule": request.rule,
                "about": request.about,
                "prompt": match.ruleset.prompt(match.state, request, peek),
                "legal": match.ruleset.examples(match.state, request, duty.name, peek),
            }
        asked.append(entry)
    return {
        "game": match.genesis.id,
        "round": match.rounds.r,
        "asked": asked,
        "awaited": [{"seat": d.name, "kind": d.kind} for d in match.owing()],
        "missing": [{"seat": match.name(s), "n": n} for s, n in match.feeds.gaps()],
        "result": match.result,
    }


def give(
    orders: Orders = None,
    seat: SeatOption = None,
    folder: FolderOption = None,
    despite_desync: DespiteDesync = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Gives orders in plain words, all or nothing; echoes them in canonical form and writes what to send."""
    from pbem.desk.orders import give_orders

    lines = [line for text in orders or [] for line in text.splitlines() if line.strip()]
    if not orders:
        if is_terminal():
            raise WrongUse("no order was given", 'write it in quotes: pbem do "...", or see pbem next')
        lines = [line for line in sys.stdin.read(1_000_000).splitlines() if line.strip()]
    player = desk(passphrase_file)
    where = game_folder(folder)
    with player.game(where, despite_desync=despite_desync) as game:
        given = give_orders(game, lines, seat)
    for one in given:
        say(f"{one.seat}: {one.text}")
    after(player, where)


def after(player: Desk, where: Path) -> None:
    """What every command that signed something ends with: the packet, and what comes next."""
    for path in player.send(where):
        talk(f"send this to the others: {short(path)}")
    tell_next(player, where)


def play(folder: FolderOption = None, passphrase_file: PassphraseFile = None) -> None:
    """Asks for each decision in turn, by menus; an empty line leaves."""
    from pbem.desk.orders import give_orders, human_duties

    player = desk(passphrase_file)
    where = game_folder(folder)
    while True:
        from pbem.record.store import LOG_NAME

        match = read_match(where / LOG_NAME, player)
        duties = [d for d in human_duties(match) if d.kind != "join"]
        if not duties or match.request is None:
            talk(*next_lines(match))
            break
        duty = duties[0]
        examples = match.ruleset.examples(match.state, match.request, duty.name, match.binding.table.peek)
        talk("", *match.ruleset.prompt(match.state, match.request, match.binding.table.peek).splitlines())
        talk(*(f"  {number:3} {text}" for number, text in enumerate(examples[:99], 1)))
        typed = ask_line(f"{duty.name}, a number or words (empty leaves)")
        if not typed:
            break
        if typed.isdigit() and 1 <= int(typed) <= len(examples) and typed not in examples:
            typed = examples[int(typed) - 1]
        try:
            with player.game(where) as game:
                for one in give_orders(game, [typed], duty.name):
                    say(f"{one.seat}: {one.text}")
        except IllegalMove as error:
            complain(error)
    for path in player.send(where):
        talk(f"send this to the others: {short(path)}")


def undo(
    to: Annotated[int | None, typer.Argument(help="Back to the position after this round.", show_default=False)] = None,
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Takes back your last answers: possible until a die, an opening or another seat's answer."""
    player = desk(passphrase_file)
    where = game_folder(folder)
    with player.game(where) as game:
        match = game.match
        number = _my_seat(match, seat)
        match.undo(number, match.binding.undo_floor(number) if to is None else to)
        match.run_mechanical()
    after(player, where)


def resign(seat: SeatOption = None, folder: FolderOption = None, passphrase_file: PassphraseFile = None) -> None:
    """Gives up a seat: the match ends as the ruleset says."""
    player = desk(passphrase_file)
    where = game_folder(folder)
    with player.game(where) as game:
        game.match.resign(_my_seat(game.match, seat))
        game.match.run_mechanical()
    after(player, where)


def note(
    text: Annotated[str, typer.Argument(help="A remark for all seats.")],
    seat: SeatOption = None,
    folder: FolderOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Writes a remark that everybody reads: allies talk in public only."""
    player = desk(passphrase_file)
    where = game_folder(folder)
    with player.game(where) as game:
        game.match.note(_my_seat(game.match, seat), text)
    for path in player.send(where):
        talk(f"send this to the others: {short(path)}")


def _my_seat(match: Match, seat: str | None) -> int:
    mine = {match.name(s): s for s in match.keys}
    if seat is None and len(mine) == 1:
        return next(iter(mine.values()))
    if seat is None:
        asked = [d for d in match.mine() if not d.is_mechanical]
        if len(asked) == 1:
            return asked[0].seat
        raise WrongUse("you hold several seats", f"name one with --seat: {', '.join(mine)}")
    if seat not in mine:
        raise WrongUse(f"the seat {seat} is not yours", f"yours: {', '.join(mine) or 'none'}")
    return mine[seat]


