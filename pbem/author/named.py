"""A ruleset by the name that its author types.

Belongs here: loading one, installed or not. Must not be here: what is tried of it (`check`).
"""

from __future__ import annotations

import os
import pkgutil
import sys

from pbem.errors import Unsupported, WrongUse
from pbem.ruleset import Ruleset, find


def named(name: str) -> Ruleset:
    """An installed ruleset, or one by `module:NAME` before it is installed."""
    if ":" not in name:
        return find(name)
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)  # where its author stands
    try:
        ruleset = pkgutil.resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise Unsupported(f"{name} cannot be loaded: {error}", "write module:NAME, or the name of an installed ruleset"
                          ) from None
    if not isinstance(ruleset, Ruleset):
        raise WrongUse(f"{name} is no Ruleset")
    return ruleset
