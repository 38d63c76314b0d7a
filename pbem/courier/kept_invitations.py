"""Invitations that came by mail, as files beside the courier: the table reads them as it does those of shared folders.

All that came of such a match is kept with it, so that whoever takes the seat sees what another copy of this home has
signed. Belongs here: these files, within bounds. Must not be here: which invitations wait (`pbem.home.invited`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pbem.courier.places import FOLDER
from pbem.disk.plain import read_small
from pbem.disk.whole import make_private_folder, write_private
from pbem.home import Home
from pbem.limits import MOST_SHARED_BYTES

INVITED = "invited"  # in the courier's folder
END = ".pbem"


class KeptInvitations:
    """Those of one home, a file for each match that waits for its person."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def games(self) -> frozenset[str]:
        """The matches that are kept."""
        return frozenset(path.name.removesuffix(END) for path in self._files())

    def keep(self, came: Mapping[str, Sequence[bytes]]) -> None:
        """Keeps the lines of those that wait, each once, and drops all files of those that wait no more."""
        waiting = self._home.invited.waiting(self._home.games.all())
        for path in self._files():
            if path.name.removesuffix(END) not in waiting:
                path.unlink(missing_ok=True)
        for game, lines in came.items():
            if game in waiting:
                self._add(self.folder / f"{game}{END}", lines)

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return folder_of(self._home)

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob(f"*{END}"))

    def _add(self, path: Path, lines: Sequence[bytes]) -> None:
        before = read_small(path, most=MOST_SHARED_BYTES) or b""
        known, after = set(before.splitlines()), before
        for line in dict.fromkeys(line.rstrip(b"\n") for line in lines):
            if line not in known and len(after) + len(line) < MOST_SHARED_BYTES:
                after += line + b"\n"
        if after != before:
            make_private_folder(path.parent)
            write_private(path, after)


def folder_of(home: Home) -> Path:
    """Where invitations that came by mail lie in a home."""
    return home.root / FOLDER / INVITED
