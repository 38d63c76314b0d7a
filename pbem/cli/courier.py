"""`pbem courier`: keeps the matches entrusted to it alive, by folders and mail; and what is entrusted."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import JsonOption, PassphraseFile, desk, game_folder
from pbem.cli.terminal import say, say_json, short, talk
from pbem.errors import WrongUse
from pbem.kit.spelling import plural

if TYPE_CHECKING:
    from pbem.courier.telling import CourierLine

app = typer.Typer(help="Keeps your matches alive by mail, without you.")


Where = Annotated[Path | None, typer.Argument(help="A game folder; else the one you stand in.", show_default=False)]


@app.callback(invoke_without_command=True)
def run(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Look once at everything, then end.")] = False,
    json: JsonOption = False,
) -> int:
    """Takes in what comes, answers what needs no decision, and sends it, until it is ended.

    It looks into the folders and mailboxes that courier.toml in your home names.
    """
    if context.invoked_subcommand is not None:
        return 0
    from pbem.courier.service import courier_of, serve
    from pbem.disk.ending import ending
    from pbem.home import Home

    with ending() as ended, courier_of(Home.find(), _teller(json)) as courier:
        if once:
            return courier.look(again=False)
        serve(courier, ended)
    return 0


@app.command()
def add(
    folder: Where = None,
    no_passphrase: Annotated[bool, typer.Option("--no-passphrase", help="The keys lie open on this disk.")] = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Entrusts a match to the courier.

    It gets the keys of your seats in it, never your identity.
    """
    from pbem.courier.service import entrust, passphrase_of, settings_of
    from pbem.home import Home

    home = Home.find()
    where = game_folder(folder)
    passphrase = passphrase_of(settings_of(home), home)
    if not passphrase and not no_passphrase:
        raise WrongUse(
            "courier.toml names no passphrase for the courier's keys",
            "write [keys] with a passphrase_file or keyring = true, or say --no-passphrase if this disk is yours alone",
        )
    match = entrust(home, desk(passphrase_file), where, passphrase)
    talk(f"entrusted to the courier: {short(where)} ({plural(len(match.roots), 'seat')})")
    return 0


@app.command()
def remove(folder: Where = None) -> int:
    """Takes a match back from the courier."""
    from pbem.courier.places import trust_file
    from pbem.courier.service import passphrase_of, settings_of
    from pbem.home import Home

    home = Home.find()
    where = str((folder or Path.cwd()).absolute())
    with trust_file(home).changing(passphrase_of(settings_of(home), home)) as trust:
        gone = [gid for gid, match in trust.matches.items() if match.folder == where]
        for gid in gone:
            del trust.matches[gid]
    if not gone:
        raise WrongUse(f"{where} is not entrusted to the courier", "see: pbem courier list")
    talk(f"taken back from the courier: {short(Path(where))}")
    return 0


@app.command("list")
def list_entrusted(json: JsonOption = False) -> int:
    """The matches entrusted to the courier."""
    from pbem.courier.places import trust_file
    from pbem.courier.service import passphrase_of, settings_of
    from pbem.home import Home

    home = Home.find()
    file = trust_file(home)
    matches = file.load(passphrase_of(settings_of(home), home) or None).matches if file.exists else {}
    if json:
        say_json([{"game": gid, "folder": m.folder, "seats": [int(s) for s in m.roots]} for gid, m in matches.items()])
    else:
        say(*(f"{match.folder}: {plural(len(match.roots), 'seat')}" for match in matches.values()))
        if not matches:
            talk("nothing is entrusted to the courier: pbem courier add FOLDER")
    return 0


def _teller(json: bool) -> Callable[[CourierLine], None]:
    """Where the lines go: a log for people on standard error, or one JSON document a line on standard output."""

    def as_json(said: CourierLine) -> None:
        import sys

        import msgspec

        from pbem.show.clean import escape_json

        time = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        line = {"time": time, "about": said.about, "text": said.text, "status": said.status}
        sys.stdout.write(escape_json(msgspec.json.encode(line).decode()) + "\n")
        sys.stdout.flush()

    def as_text(said: CourierLine) -> None:
        time = datetime.datetime.now().astimezone().strftime("%Y-%m-%d %H:%M:%S")
        talk(f"{time} {said.about}: {'error: ' if said.status else ''}{said.text}")

    return as_json if json else as_text
