"""Which module has which command: a command loads its own module, and no other.

Belongs here: the table of commands and groups, apps made of some or all of them. Must not be here: running one.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import typer
from typer.models import CommandInfo

COMMANDS = {  # by module, in the order of `pbem --help`
    "demo": ("demo",),
    "beginning": ("games", "new", "join"),
    "asking": ("next",),
    "inbox": ("status",),
    "inviting": ("invite", "accept", "decline"),
    "invitations": ("invitations",),
    "moving": ("do", "send", "undo", "resign", "note"),
    "agreeing": ("clock", "away", "propose", "agree", "refuse"),
    "standing": ("standing",),
    "playing": ("play",),
    "table": ("table",),
    "post": ("in", "out"),
    "looking": ("show", "log"),
    "replay": ("replay",),
    "checking": ("verify", "audit", "bench"),
    "evidence": ("evidence",),
    "rulebook": ("rules",),
    "docs": ("docs",),
}
GROUPS = {  # by name
    "id": "identity",
    "challenge": "challenge",
    "courier": "courier",
    "ruleset": "authoring",
    "export": "documents",
    "archive": "archive",
}
_MODULE_OF = {command: module for module, commands in COMMANDS.items() for command in commands}


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The command or the group that the first word names, alone: it waits for no other. Else all commands."""
    name = arguments[0] if arguments else ""
    if name in GROUPS:
        return _app_of((), (name,))
    if name in _MODULE_OF:
        app = _app_of((_MODULE_OF[name],), ())
        app.registered_commands = [one for one in app.registered_commands if _name_of(one) == name]
        return app
    return whole_app()


def whole_app() -> typer.Typer:
    """All commands."""
    return _app_of(tuple(COMMANDS), tuple(GROUPS))


def _name_of(command: CommandInfo) -> str:
    return command.name or (command.callback.__name__ if command.callback is not None else "")


def _app_of(modules: tuple[str, ...], groups: tuple[str, ...]) -> typer.Typer:
    app = typer.Typer(
        name="pbem",
        help="Play, prove and replay board wargames by mail.",
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_begin)
    for module in modules:
        import_module(f"pbem.cli.{module}").register(app)
    for name in groups:
        app.add_typer(import_module(f"pbem.cli.{GROUPS[name]}").app, name=name)
    return app


def _begin() -> None:
    """Nothing: but an app with a callback asks for the name of its command, even if it has one alone."""
