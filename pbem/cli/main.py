"""The command `pbem`: runs one command, turns errors into one clear line and an exit status (design 6)."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys

import typer

from pbem.cli.commands import app_for
from pbem.cli.context import STOPS, told_stops
from pbem.cli.terminal import complain, talk
from pbem.errors import PbemError, WrongUse


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
        if (sys.argv[1:] if arguments is None else arguments) == ["--version"]:
            from pbem.cli.version import tell_version

            return tell_version()
        named = app_for(sys.argv[1:] if arguments is None else arguments)
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
    except Exception as error:  # an author's fault is told in a line; our own bug keeps its traceback
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
