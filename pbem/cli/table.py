"""`pbem table`: the page on one's own machine, for those who play by clicking."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import PassphraseFile
from pbem.cli.terminal import say, talk
from pbem.errors import Unsupported

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

Port = Annotated[int, typer.Option(help="The port; without it, one that is free.", min=0, max=65535)]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")]
Idle = Annotated[float, typer.Option(help="Ends when nobody has asked for anything for so many hours.", min=0.01)]


def register(app: typer.Typer) -> None:
    """Adds the command of this file."""
    app.command()(table)


def table(
    port: Port = 0, no_open: NoOpen = False, idle: Idle = 12.0, passphrase_file: PassphraseFile = None
) -> None:
    """Opens all your matches as a page in the browser.

    On this machine alone; it ends with Ctrl-C.
    """
    try:
        from pbem.web import serving
    except ModuleNotFoundError as missing:
        package = str(missing.name).partition(".")[0]
        raise Unsupported(f"the extra web is not installed ({package})", "pip install 'pbem[web]'") from None
    from pbem.web.room import Room

    player = _desk(passphrase_file)

    def tell(address: str) -> None:
        say(f"open {address}")
        sys.stdout.flush()  # whoever reads it from a pipe waits for it
        if not no_open:
            import webbrowser

            webbrowser.open(address)

    if (found := serving.running(player.home)) is not None:
        talk("a table of this home runs already")
        tell(found)
        return
    serving.serve(Room(player), port, tell, idle=3600 * idle)


def _desk(passphrase_file: Path | None) -> Desk:
    """The desk, unlocked if that costs no question: else the page asks for the passphrase, or who somebody is."""
    from pbem.desk.desk import Desk
    from pbem.home import Home, find_passphrase
    from pbem.limits import MAX_TABLES

    home = Home.find()
    passphrase = None
    if home.exists and home.needs_passphrase:
        passphrase = find_passphrase(file=passphrase_file, kept=home.kept_passphrase)
    is_open = home.exists and (passphrase is not None or not home.needs_passphrase)
    return Desk(home, home.load(passphrase) if is_open else None, keeps=MAX_TABLES)
