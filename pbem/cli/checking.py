"""`pbem verify`, `pbem audit`, `pbem bench`: is the record sound, was everybody honest, how fast is this machine."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
