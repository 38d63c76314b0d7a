"""Corrected data that travels by hand: a folder of TOML files beside the log of a match (design 4).

Belongs here: where it lies. Must not be here: what any number means (`pbem.kit.data`).
"""

from __future__ import annotations

from pathlib import Path

DATA = "data"


def overlay_of(folder: Path) -> Path | None:
    """The data overlay that lies in a folder."""
    return folder / DATA if (folder / DATA).is_dir() else None


def keep_overlay(source: Path, folder: Path) -> None:
    """Copies the data files of an overlay into a folder, as its own."""
    from pbem.post.files import write_atomic

    for path in sorted(source.glob("*.toml")):
        write_atomic(folder / DATA / path.name, path.read_bytes())
