"""Where a courier keeps what it has in a home, and whether it is entrusted with a match.

Belongs here: what other commands may ask without loading a courier. Must not be here: mail, folders, settings read.
"""

from __future__ import annotations

from typing import Literal

from pbem.errors import PbemError
from pbem.home import Home
from pbem.home.entrusted import TrustFile

FILE = "courier.toml"
FOLDER, KEYS, RUNNING, CONDITION = "courier", "keys.json", "running.json", "condition.json"
Carries = Literal["no", "yes", "locked"]


def trust_file(home: Home) -> TrustFile:
    """Where what is entrusted to the courier of a home is kept."""
    return TrustFile(home.root / FOLDER / KEYS)


def carries(home: Home, game: str) -> Carries:
    """Whether the courier of a home is entrusted with a match; `locked` if only its passphrase could tell.

    Asks for no passphrase and writes nothing; a courier whose files cannot be read carries nothing.
    """
    file = trust_file(home)
    try:
        if not file.exists or not (home.root / FILE).exists():
            return "no"
        if file.needs_passphrase:
            return "locked"
        return "yes" if game in file.load().matches else "no"
    except PbemError:
        return "no"
