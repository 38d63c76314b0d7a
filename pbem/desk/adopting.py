"""A home that was moved or copied, and signs here from now on: the folders that came with it.

Belongs here: which folders those are. Must not be here: what a log tells, printing.
"""

from __future__ import annotations

from pathlib import Path

from pbem.desk.desk import gid_of
from pbem.home import Home
from pbem.home.games import moved_along


def adopt(home: Home) -> bool:
    """From now on this home signs here; whether that is new.

    A match plays on in the folder that lies to this home as the old one lay to the old home, if it is there. Where the
    others lie their owner says, by going there: an old folder may belong to the copy that this one was made from.
    """
    kept = home.place.kept()
    if home.moved() is None or kept is None:
        return home.adopt()
    games = {id: moved_along(one.folder, kept.folder, home.root) for id, one in home.games.all().items()}
    entries = {id: moved_along(one.folder, kept.folder, home.root) for id, one in home.challenges.all().items()}
    home.games.move({id: folder for id, folder in games.items() if gid_of(folder) == id})
    home.challenges.move({id: folder for id, folder in entries.items() if folder.is_dir()})
    return home.adopt()


def unplaced(home: Home) -> list[tuple[str, Path]]:
    """The matches whose folder is not known since the home was adopted, each with the folder it had."""
    return [(id, Path(one.folder)) for id, one in sorted(home.games.all().items()) if one.elsewhere]
