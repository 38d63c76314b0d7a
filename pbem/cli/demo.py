"""`pbem demo`: a whole match between bots at separate homes, by packets, then disclosed, verified and audited."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
