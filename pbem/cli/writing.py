"""The one way in which a command writes the file it was asked for: wholly or not at all, its folder made if missing.

Belongs here: standard output for `-`, the line that says what was written. Must not be here: what is in a file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.terminal import short, talk

if TYPE_CHECKING:
    from pbem.match.match import Match


def tell_public(match: Match, viewer: str) -> None:
    """To who holds several seats and named no viewer: that none of them is who looks."""
    from pbem.play.sight import PUBLIC

    mine = [f"--as {match.name(s)}" for s in match.keys if match.binding.seats[s].role != "judge"]
    if viewer == PUBLIC and len(mine) > 1:
        talk(f"this is what everybody sees; what one of your seats sees too: add {' or '.join(mine)}")


def write_output(output: Path, content: bytes, seat: str = "") -> None:
    """Writes to a file, or to standard output if it is named `-`.

    If a seat's secrets may be in it, its name bears the seat, and it is said whose view it is.
    """
    from pbem.post.files import write_atomic

    if str(output) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:
        if seat and seat not in output.name:
            output = output.with_name(f"{output.stem}-{seat}{output.suffix}")
        write_atomic(output, content)
        talk(f"{short(output)}: {len(content):,} bytes")
    if seat:
        talk(f"this is what {seat} sees, secrets of {seat} too: for everybody's eyes add --public")
