"""The command `pbem`: registers the commands, turns errors into one clear line and an exit status (design 6)."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Sequence

import typer

from pbem.cli import (
    asking,
    authoring,
    beginning,
    challenge,
    checking,
    courier,
    demo,
    documents,
    evidence,
    exporting,
    identity,
    inbox,
    looking,
    moving,
    playing,
    post,
    replay,
    rulebook,
    standing,
)
from pbem.cli.context import STOPS, told_stops
from pbem.cli.terminal import complain, talk
from pbem.errors import PbemError, WrongUse


def _new_app() -> typer.Typer:
    return typer.Typer(
        name="pbem",
        help="Play, prove and replay board wargames by mail.",
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


documents.register(exporting.app)
GROUPS = {
    "id": identity.app,
    "challenge": challenge.app,
    "courier": courier.app,
    "ruleset": authoring.app,
    "export": exporting.app,
}
app = _new_app()
for module in (
    demo, beginning, asking, inbox, moving, standing, playing, post, looking, replay, checking, evidence, rulebook,
):
    module.register(app)
for name, group in GROUPS.items():
    app.add_typer(group, name=name)


def _app_for(arguments: Sequence[str]) -> typer.Typer:
    """The group that the first word names, alone: a command of it waits for no others. Else all commands."""
    name = arguments[0] if arguments else ""
    if name not in GROUPS:
        return app
    alone = _new_app()
    alone.add_typer(GROUPS[name], name=name)
    return alone


def run(arguments: list[str] | None = None) -> None:
    """Runs one command and leaves with its status."""
    gc.set_threshold(50_000)  # a command soon ends: what it has imported need not be looked through again and again
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that this terminal cannot show is no reason to stop
    status = status_of(arguments)
    gc.freeze()  # nor need it be at the end
    sys.exit(status)


def status_of(arguments: list[str] | None = None) -> int:
    """Runs one command; gives its exit status (README, "Exit status")."""
    STOPS.clear()
    try:
        named = _app_for(sys.argv[1:] if arguments is None else arguments)
        outcome = named(arguments, standalone_mode=False, prog_name="pbem")
        sys.stdout.flush()
        status = (outcome if isinstance(outcome, int) else 0) or told_stops()
    except PbemError as error:
        complain(error)
        return error.status
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        if fault := _of_an_author(error):
            return fault
        why = (error.strerror or str(error)).lower()
        complain(PbemError(f"the system refuses: {why}{f' ({error.filename})' if error.filename else ''}"))
        _drop_output()
        return 1
    except typer.TyperException as error:
        return _wrong_use(error)
    except typer.Exit as leave:
        return int(leave.exit_code)
    except Exception as error:
        if fault := _of_an_author(error):
            return fault
        raise
    return status


def _of_an_author(error: Exception) -> int:
    """The status of a ruleset that fails, told in one clear line; 0 if it is none, or PBEM_TRACEBACK=1 shows all."""
    from pbem.author.blame import authors_fault

    fault = None if os.environ.get("PBEM_TRACEBACK", "0") not in ("", "0") else authors_fault(error)
    if fault is None:
        return 0
    complain(fault)
    return fault.status


def _wrong_use(error: typer.TyperException) -> int:
    """A word or option that the command line does not know, as one clear line."""
    text = getattr(error, "format_message", lambda: "")().strip()
    where = getattr(getattr(error, "ctx", None), "command_path", "pbem")
    if "--help" in text or not text or "\n" in text:
        shown = io.StringIO()
        error.show(file=shown)  # type: ignore[attr-defined]
        talk(shown.getvalue().rstrip("\n"))
    else:
        advice = f"see: {where} --help"
        if text.lower().startswith("missing option '--out"):
            advice = f"name the file to write: {where} -o FILE ...; {advice}"
        complain(WrongUse(text[0].lower() + text[1:].rstrip("."), advice))
    return WrongUse.status


def _drop_output() -> None:
    """Nobody reads on, or nothing can be written: what is still waiting must not fail again at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
