"""`pbem table`: the page on one's own machine, for those who play by clicking."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.context import PassphraseFile, desk
from pbem.cli.terminal import say, talk
from pbem.errors import Unsupported

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
        raise Unsupported(f"the extra web is not installed ({missing.name})", "pip install 'pbem[web]'") from None
    from pbem.home import Home
    from pbem.limits import MAX_TABLES
    from pbem.web.room import Room

    is_new = not Home.find().exists  # the page asks who it is
    player = desk(passphrase_file, unlock=not is_new, keeps=MAX_TABLES)

    def tell(address: str) -> None:
        say(f"open {address}")
        if not no_open:
            import webbrowser

            webbrowser.open(address)

    if (found := serving.running(player.home)) is not None:
        talk("a table of this home runs already")
        tell(found)
        return
    serving.serve(Room(player), port, tell, idle=3600 * idle)
