"""A ruleset by the name that its author types.

Belongs here: loading one, installed or not. Must not be here: what is tried of it (`check`).
"""

from __future__ import annotations

import os
import pkgutil
import sys
import sysconfig
import traceback
from pathlib import Path

from pbem.errors import Unsupported, WrongUse
from pbem.ruleset import Ruleset, find

PBEM = Path(__file__).parents[1]
PYTHON = Path(sysconfig.get_path("stdlib"))


def named(name: str) -> Ruleset:
    """An installed ruleset, or one by `module:NAME` before it is installed."""
    if ":" not in name:
        return find(name)
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)  # where its author stands
    try:
        ruleset = pkgutil.resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise Unsupported(f"{name} cannot be loaded: {error}{_place(error)}",
                          "write module:NAME, or the name of an installed ruleset") from None
    except (Exception, SystemExit) as error:  # an author's module may raise anything when it is imported
        why = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
        hint = "mend it there; pbem docs ruleset lists the fields of a Ruleset, its docstring what each of them holds"
        raise Unsupported(f"{name} cannot be loaded: {why}{_place(error)}", hint) from None
    if not isinstance(ruleset, Ruleset):
        raise WrongUse(f"{name} is no Ruleset")
    return ruleset


def _place(error: BaseException) -> str:
    """The last line that the error passed in a file that is neither ours nor Python's own, if there is one."""
    frames = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    theirs = [(file, line) for file, line in frames if file.is_file() and not _is_known(file)]
    return f" ({theirs[-1][0].name}:{theirs[-1][1]})" if theirs else ""


def _is_known(file: Path) -> bool:
    is_installed = "site-packages" in file.parts  # may lie in the folder of Python's own
    return file.is_relative_to(PBEM) or (file.is_relative_to(PYTHON) and not is_installed)
