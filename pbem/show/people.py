"""People in talk: a record knows them by their keys, the reader perhaps by name.

Belongs here: that one spelling. Must not be here: where names come from.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.show.clean import clean

FINGERPRINT = 12  # characters of a key that stand for it


def named(key: str, names: Mapping[str, str]) -> str:
    """`dora, key 4bQbGfbCzbA_`; the key alone if no name is known. `names` goes by key."""
    fingerprint = f"key {key[:FINGERPRINT]}"
    return f"{clean(names[key])}, {fingerprint}" if key in names else fingerprint
