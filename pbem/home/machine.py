"""Where a home signs: on which machine, and in which folder of it. Two copies of a home must not sign in two places.

Belongs here: telling that place, and keeping it beside the marks, never in a log. Must not be here: what follows.
"""

from __future__ import annotations

import contextlib
import os
import sys
import uuid
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, write_strict
from pbem.disk.whole import make_private_folder
from pbem.limits import MAX_PATH

VARIABLE = "PBEM_MACHINE"
FILE = "machine.json"
ID_FILES = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))
_HAND_MADE, _GROUP = 1 << 41, 1 << 40  # bits of a network address that no maker of hardware gave


class MachinePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine, as a hash, and the folder of the home; either is empty if it is not known, and then equals any."""

    folder: Annotated[str, Meta(max_length=MAX_PATH)]
    machine: Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{32})?\Z")]
    v: Literal["pbem machine 1"] = "pbem machine 1"

    def is_other(self, other: MachinePlace) -> bool:
        """Whether the two are known to be different places."""
        pairs = ((self.folder, other.folder), (self.machine, other.machine))
        return any(mine and theirs and mine != theirs for mine, theirs in pairs)


class PlaceFile:
    """The place where a home signs, in a small file of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = root / FILE

    def kept(self) -> MachinePlace | None:
        """Where this home signs; None if it was never said."""
        return read_strict(self.path, MachinePlace)

    def keep(self, place: MachinePlace) -> None:
        """From now on this home signs there."""
        make_private_folder(self.path.parent)
        write_strict(self.path, place)

    def here(self, environ: Mapping[str, str] | None = None) -> MachinePlace:
        """Where we are. PBEM_MACHINE, any text, stands for the machine and the folder: for homes that travel by intent.

        Else the id that the system has for itself, else a network address that its maker gave; else it is not known.
        """
        named = (os.environ if environ is None else environ).get(VARIABLE, "")
        folder = "" if named else os.fsencode(self.root.resolve()).decode("utf-8", "backslashreplace")[:MAX_PATH]
        machine = (named or _system_id()).encode("utf-8", "backslashreplace")
        return MachinePlace(folder, sha256(b"pbem machine 1" + machine).hexdigest()[:32] if machine else "")


def _system_id() -> str:
    """What tells this machine from others, for years; empty if nothing does."""
    for path in ID_FILES:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            text = path.read_text("ascii").strip()
            if len(text) == 32:
                return text
    if sys.platform == "win32":
        import winreg

        with contextlib.suppress(OSError), winreg.OpenKey(
            winreg.HKEY_LOCAL_MACHINE, r"SOFTWARE\Microsoft\Cryptography"
        ) as key:
            return str(winreg.QueryValueEx(key, "MachineGuid")[0])
    address = uuid.getnode()  # made up at random if there is none, or by a container: then a bit says so
    return "" if address & (_GROUP | _HAND_MADE) else f"{address:012x}"
