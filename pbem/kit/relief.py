"""Shaded ground that a game keeps beside its numbers, as `examples/relief.py` made it.

Belongs here: reading it. Must not be here: how it is made or painted. No rule reads it, and no digest counts it.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec

from pbem.errors import WrongUse
from pbem.show.scene import Relief

FILE = "relief.json"


class ReliefFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file: where it is from, and the paths from the lowest to the uppermost."""

    source: str
    relief: tuple[Relief, ...]


def relief_in(folder: Traversable) -> tuple[Relief, ...]:
    """What the folder of a game's data keeps; WrongUse if that is nothing of the kind."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=ReliefFile).relief
    except (OSError, msgspec.DecodeError) as error:
        raise WrongUse(f"{FILE}: {error}") from None
