"""`pbem in` and `pbem out`: what came, and what to send."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.asking import report
from pbem.cli.carrying import tell_sent
from pbem.cli.context import FolderOption, JsonOption, PassphraseFile, desk, game_folder
from pbem.cli.terminal import busy, complain, say, say_json, short, talk, wrapped
from pbem.errors import Fork, PbemError
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk, Receipt
    from pbem.match.folder import GameFolder
    from pbem.post.intake import FoundSlip, Trouble


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
    """Takes in anything that came, in any order.

    All that needs no decision is done at once: dice, openings, orders filed early.
    """
    from pbem.desk.door import apart
    from pbem.post.intake import take

    slips: list[FoundSlip] = []
    player = desk(passphrase_file)
    here = (folder or Path.cwd()).absolute()
    with busy("reading what came"):
        receipts, troubles = player.take_in(apart(take(paths), slips), here)
    if json:
        say_json(_as_data(receipts, troubles))
    for receipt in receipts:
        for fault in receipt.faults:
            complain(fault)
        if not json:
            _tell(receipt, here)
    for trouble in troubles:
        complain(trouble.error)
    refused = _take_slips(player, slips, receipts)
    if not receipts and not troubles and not slips:
        talk(f"nothing to read in {', '.join(clean(path) for path in paths)}")
    faults = refused + [t.error for t in troubles] + [f for r in receipts for f in r.faults]
    forks = [fault for fault in faults if isinstance(fault, Fork)]  # whatever else came, that is what must be known
    return (forks or faults)[0].status if faults else 0


def _take_slips(player: Desk, slips: list[FoundSlip], receipts: list[Receipt]) -> list[PbemError]:
    """Takes in what came beside records: answers to invitations, cards and titles. Gives the faults."""
    if not slips:
        return []
    from pbem.cli.gathered import take_answers
    from pbem.desk.desk import now
    from pbem.desk.replying import learn_slips

    for receipt in receipts:
        talk(*learn_slips(player.home, slips, receipt.match.genesis, now()))
    faults = take_answers(player, slips)
    for fault in faults:
        complain(fault)
    return faults


def _tell(receipt: Receipt, here: Path) -> None:
    where = "" if receipt.folder == here else f"{short(receipt.folder)}: "
    counts = [f"{receipt.new} new", f"{receipt.known} known", f"{receipt.made} made here" if receipt.made else ""]
    talk(f"{where}records: {', '.join(c for c in counts if c)}")
    if receipt.challenge:
        talk(*wrapped(f"{where}an entry to the challenge {receipt.challenge}", hang=2))
    for line in receipt.told:
        talk(*wrapped(line, hang=2))
    report(receipt.match, receipt.folder, receipt.sent, receipt.since)


def _as_data(receipts: list[Receipt], troubles: list[Trouble]) -> dict[str, object]:
    return {
        "matches": [
            {
                "game": r.match.genesis.id, "folder": str(r.folder), "new": r.new, "known": r.known, "made": r.made,
                "round": r.match.rounds.r, "challenge": r.challenge, "early": r.told, "send": [str(p) for p in r.sent],
                "faults": [str(f) for f in r.faults],
            }
            for r in receipts
        ],
        "troubles": [{"source": t.source, "error": str(t.error), "status": t.error.status} for t in troubles],
    }


def send_out(
    folder: FolderOption = None,
    eml: Annotated[bool, typer.Option("--eml", help="Write a mail draft beside the packet.")] = False,
    paste: Annotated[bool, typer.Option("--paste", help="Print a block to paste into a mail or a chat.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="The whole log, for somebody who lost records.")] = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes what the others may lack.

    A packet file in out/; a mail draft or a block to paste where asked for.
    """
    from pbem.desk.packets import packets_of, pasted
    from pbem.desk.waiting import stopped
    from pbem.post.outgoing import write_packet

    where = game_folder(folder)
    player = desk(passphrase_file)
    with player.game(where) as game:
        game.match.run_mechanical()
        game.flush()
        packets = packets_of(game, everything=everything)
        title = f"{game.match.ruleset.title}, round {game.match.rounds.r}"
        stop = stopped(game.match)
    if not packets:
        everybody = "the others have everything"
        talk(everybody if game.others else "all seats are yours: there is nobody to send to")
    for name, payload in packets:
        if paste:
            say(pasted(game, payload).rstrip("\n"))
            continue
        tell_sent([write_packet(where / "out", name, payload)], game.match)
        if eml:
            talk(f"mail draft: {short(_draft(player, game, name, payload, title))}")
    if stop is not None:
        complain(stop)
    return 0 if stop is None else stop.status


def _label(game: GameFolder) -> list[str]:
    match = game.match
    mine = match.name(min(match.keys)) if match.keys else "reader"
    return [match.ruleset.name, mine, "all"]


def _draft(player: Desk, game: GameFolder, name: str, payload: bytes, title: str) -> Path:
    """A mail to everybody else in the match whose address is known, with the packet in it."""
    import datetime

    from pbem.post.outgoing import draft, write_draft

    people, card = player.home.people.all(), player.home.card()
    others = dict.fromkeys(seat.id for seat in game.match.binding.seats)
    known = [people[id] for id in others if id in people and id != card.id]
    mail = draft(
        payload, name, _label(game), subject=title, date=datetime.datetime.now(datetime.UTC),
        sender=f"{card.name} <{card.address}>" if card.address else "",
        to=[f"{p.name} <{p.address}>" for p in known if p.address],
        text=f"{title}.\nSave this mail and read it in with: pbem in FILE",
    )
    return write_draft(game.path / "out", name, mail)
