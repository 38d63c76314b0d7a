"""`pbem in` and `pbem out`: what came, and what to send."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.context import FolderOption, JsonOption, PassphraseFile, desk, game_folder
from pbem.cli.terminal import complain, say, say_json, short, talk


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("in")(take_in)
    app.command("out")(send_out)


def take_in(
    paths: Annotated[list[str], typer.Argument(help="Packets, folders, mails, mailboxes, logs; - for pasted text.")],
    folder: FolderOption = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Takes in anything that came, in any order, and does all that needs no decision."""
    from pbem.cli.moving import tell_next
    from pbem.post.intake import take

    player = desk(passphrase_file)
    here = (folder or Path.cwd()).absolute()
    receipts, troubles = player.take_in(take(paths), here)
    if json:
        say_json(
            {
                "matches": [
                    {"game": r.game, "folder": str(r.folder), "new": r.new, "known": r.known, "made": r.made,
                     "send": [str(p) for p in r.sent], "faults": [str(f) for f in r.faults]}
                    for r in receipts
                ],
                "troubles": [str(t.error) for t in troubles],
            }
        )
    for receipt in receipts:
        for fault in receipt.faults:
            complain(fault)
        talk(f"{short(receipt.folder)}: {receipt.new} new records, {receipt.known} known, {receipt.made} made")
        for path in receipt.sent:
            talk(f"send this to the others: {short(path)}")
        if not json:
            tell_next(player, receipt.folder)
    for trouble in troubles:
        complain(trouble.error)
    faults = [t.error for t in troubles] + [f for r in receipts for f in r.faults]
    return faults[0].status if faults else 0


def send_out(
    folder: FolderOption = None,
    eml: Annotated[bool, typer.Option("--eml", help="Write a mail draft beside the packet.")] = False,
    paste: Annotated[bool, typer.Option("--paste", help="Print a block to paste into a mail or a chat.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="The whole log, for somebody who lost records.")] = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Writes what the others may lack: a packet, a mail draft, a block to paste."""
    from pbem.post.outgoing import paste as paste_block
    from pbem.post.outgoing import write_draft, write_packet
    from pbem.post.packet import pack_all

    player = desk(passphrase_file)
    where = game_folder(folder)
    with player.game(where) as game:
        game.match.run_mechanical()
        lines, name = player.packet_of(game, everything=everything)
        label = [game.match.ruleset.name, *name.removesuffix(".pbem").split("-")[-1:], "all"]
        title = f"{game.match.ruleset.title}, round {game.match.rounds.r - 1}"
        others = [s.id for i, s in enumerate(game.match.binding.seats) if i not in game.match.keys]
    if not lines:
        talk("the others have everything")
        return
    for number, payload in enumerate(pack_all(lines)):
        one = name if number == 0 else name.replace(".pbem", f"-{number + 1}.pbem")
        if paste:
            say(paste_block(f"{title}: read this in with pbem in.", payload, label).rstrip("\n"))
            continue
        talk(f"send this to the others: {short(write_packet(where / 'out', one, payload))}")
        if eml:
            import datetime

            from pbem.post.outgoing import draft

            people = player.home.people.all()
            to = [f"{p.name} <{p.address}>" for id in dict.fromkeys(others) if (p := people.get(id)) and p.address]
            card = player.home.card()
            sender = f"{card.name} <{card.address}>" if card.address else ""
            text = f"{title}.\nSave this mail and read it in with: pbem in FILE"
            date = datetime.datetime.now(datetime.UTC)
            mail = draft(payload, one, label, sender=sender, to=to, subject=title, date=date, text=text)
            talk(f"mail draft: {short(write_draft(where / 'out', one, mail))}")
