"""The command `pbem`: registers the commands, turns errors into one clear line and an exit status (design 6)."""

from __future__ import annotations

import sys

import typer

from pbem.cli import beginning, checking, demo, identity, looking, moving, post
from pbem.cli.terminal import complain
from pbem.errors import PbemError

app = typer.Typer(
    name="pbem",
    help="Play, prove and replay board wargames by mail.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (demo, beginning, moving, post, looking, checking):
    module.register(app)
app.add_typer(identity.app, name="id")


def run(arguments: list[str] | None = None) -> None:
    """Runs one command and leaves with its status."""
    sys.exit(status_of(arguments))


def status_of(arguments: list[str] | None = None) -> int:
    """Runs one command; gives its exit status (README, "Exit status")."""
    try:
        outcome = app(arguments, standalone_mode=False, prog_name="pbem")
    except PbemError as error:
        complain(error)
        return error.status
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except typer.TyperException as error:
        show = getattr(error, "show", None)
        if callable(show):
            show()
        return int(getattr(error, "exit_code", 2))
    except typer.Exit as leave:
        return int(leave.exit_code)
    return outcome if isinstance(outcome, int) else 0
