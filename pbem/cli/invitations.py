"""`pbem invitations`: who asks this person to play, and forgetting those that are not wanted.

Belongs here: that list. Must not be here: taking a seat (`pbem join`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import JsonOption
from pbem.cli.terminal import say, say_json, talk, wrapped
from pbem.kit.spelling import plural
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.home.invited import InvitationTold


def register(app: typer.Typer) -> None:
    """Adds the command of this file."""
    app.command("invitations")(invitations)


def invitations(
    forget: Annotated[
        list[str] | None,
        typer.Option("--forget", help="A match, or all of a host: the beginning of an id, or a name.",
                     show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Lists matches that you are invited to.

    Those that you have not joined, as your courier met them.

    Those of people whose card you have come first. What is forgotten is not listed again.
    """
    from pbem.home import Home

    home = Home.find()
    gone = [one for text in forget or () for one in home.invited.forget(text)]
    if gone:
        talk(f"forgotten: {plural(len(gone), 'invitation')}")
    waiting = home.invited.waiting(home.games.all())
    if json:
        say_json([as_data(game, one) for game, one in waiting.items()])
        return
    for game, one in waiting.items():
        say(*wrapped(f"{game[:12]}, of {clean(one.name)}: {clean(one.told)}", hang=2))
    if not waiting:
        talk("no invitation waits")


def as_data(game: str, one: InvitationTold) -> dict[str, object]:
    """An invitation for programs."""
    return {"game": game, "told": one.told, "host": one.host, "name": one.name, "known": one.is_known}
