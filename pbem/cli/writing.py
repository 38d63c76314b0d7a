"""The one way in which a command writes the file it was asked for: wholly or not at all, its folder made if missing.

Belongs here: standard output for `-`, the line that says what was written. Must not be here: what is in a file.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.cli.terminal import short, talk


def write_output(output: Path, content: bytes) -> None:
    """Writes to a file, or to standard output if it is named `-`."""
    from pbem.post.files import write_atomic

    if str(output) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    write_atomic(output, content)
    talk(f"{short(output)}: {len(content):,} bytes")
