"""Questions to the table of an archive: nothing but the table is read.

Belongs here: SQL that asks. Must not be here: how answers are shown.
"""

from __future__ import annotations

from pathlib import Path

from pbem.archive.store import reading


def known_files(table: Path) -> dict[str, str]:
    """The verdict on each file in the table; of several logs in one, that on the worst. Empty if there is no table."""
    if not table.exists():
        return {}
    with reading(table) as base:
        rows = base.execute("SELECT path, verdict, max(status) FROM log GROUP BY path").fetchall()
    return {path: verdict for path, verdict, _ in rows}
