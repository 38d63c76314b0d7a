"""`pbem --version`: the program, its Python, the games that are here with their builds, and where the documents lie."""

from __future__ import annotations

import platform
from importlib import metadata

from pbem.cli.docs import documents_folder
from pbem.cli.terminal import say
from pbem.errors import PbemError


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
    say(f"documents: {documents_folder()}")
    return 0
