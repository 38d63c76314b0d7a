"""What `pbem verify` and `pbem audit` judge: a log, or the log in a bundle of evidence, with the data it is played by.

Belongs here: finding it and laying it out. Must not be here: verdicts.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pbem.audit.bundle.archive import is_bundle


@dataclass(frozen=True, slots=True)
class Judged:
    """`lines` are a log, `overlay` the corrected data; `files` are those of the bundle, None if it is a bare log."""

    path: Path
    lines: Path | bytes
    overlay: Path | None
    files: dict[str, bytes] | None = None


@contextmanager
def judged(path: Path, data: Path | None) -> Iterator[Judged]:
    """What a command was asked to judge; what had to be laid out on the disk for it is gone afterwards."""
    if not is_bundle(path):
        yield Judged(path, log_of(path), overlay_for(path, data))
        return
    from pbem.audit.bundle.archive import LOG, data_of, read_bundle
    from pbem.errors import BadRecord

    try:
        files = read_bundle(path)
    except BadRecord:
        if (lines := _zipped(path)) is None:
            raise
        yield Judged(path, lines, overlay_for(path, data))
        return
    with laid_out(data_of(files)) as folder:
        yield Judged(path, files[LOG], data or folder, files)


def _zipped(path: Path) -> bytes | None:
    """The log in a zip file that somebody else's program made; None if it is one of evidence, or holds no log."""
    from pbem.audit.bundle.archive import SUMS
    from pbem.cli.terminal import short, talk
    from pbem.desk.door import log_in
    from pbem.disk.plain import open_plain
    from pbem.limits import MAX_FILE

    with open(open_plain(path, most=MAX_FILE), "rb") as stream:
        content = stream.read(MAX_FILE + 1)
    if len(content) > MAX_FILE or SUMS.encode() in content:
        return None
    found = log_in(content, path.name)
    if not found.has_first_line:
        return None
    talk(f"{short(path)} is a zip file: the log in it was read, and what it proves is told")
    return found.content


def log_of(path: Path) -> Path | bytes:
    """A log in lines: the file itself, or what was found in one of another form, with a word about it.

    MissingRecords for a packet, which holds some records of a log and no first line.
    """
    from pbem.cli.terminal import short, talk
    from pbem.desk.door import log_as_given
    from pbem.disk.plain import open_plain
    from pbem.limits import MAX_FILE, MAX_LOG

    with open(open_plain(path, most=MAX_LOG), "rb") as stream:
        content = stream.read(MAX_FILE + 1)
    found = log_as_given(content, short(path)) if len(content) <= MAX_FILE else None
    if found is None:
        return path
    forms = f" ({', '.join(found.changed)})" if found.changed else ""
    talk(f"{short(path)} is no log as it stands{forms}: the records in it were read, and what they prove is told")
    if found.passed:
        talk(f"lines of other text that were passed over: {found.passed:,}")
    return found.content


def overlay_for(path: Path, data: Path | None) -> Path | None:
    """The folder of corrected data: that named, else that beside the log."""
    from pbem.desk.overlay import overlay_of

    return data if data is not None else overlay_of(path.parent)


@contextmanager
def laid_out(files: Mapping[str, bytes]) -> Iterator[Path | None]:
    """Files of a bundle in a folder of their own; None if there are none. Their names are plain ones."""
    if not files:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        yield Path(folder)
