"""`pbem --version`: the program, its Python, the games that are here with their builds, and where the documents lie."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path

import pbem
from pbem.cli.terminal import say
from pbem.errors import PbemError

BESIDE = Path(pbem.__file__).parent / "docs"  # as a wheel has them
IN_SOURCES = Path(pbem.__file__).parents[1] / "docs"


def tell_version() -> int:
    """Prints it; a ruleset that cannot be loaded is named with the reason."""
    from pbem.build import build_of
    from pbem.ruleset import find, installed

    say(f"pbem {metadata.version('pbem')}, Python {platform.python_version()}")
    for name in installed():
        try:
            ruleset = find(name)
            say(f"{ruleset.engine}: {ruleset.title}, build {build_of(ruleset) or 'unknown'}")
        except PbemError as error:
            say(f"{name}: {error}")
    say(f"documents: {BESIDE if BESIDE.is_dir() else IN_SOURCES}")
    return 0
