"""What a file of an archive holds: a log, a bundle of evidence, a zip file of logs, a mailbox.

Belongs here: files to logs, with the readers that `pbem in` and `pbem evidence` have, and their bounds.
Must not be here: what a log says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from pbem.archive.far import is_far, opened_far
from pbem.archive.tables import ArchiveTask
from pbem.archive.zipped import list_logs, member
from pbem.audit.bundle.archive import LOG, SUMS, data_of, read_stream
from pbem.desk.door import log_as_given, log_in
from pbem.desk.overlay import overlay_of
from pbem.disk.plain import NotPlain, open_regular
from pbem.errors import BadRecord, MissingRecords, PbemError, Transport
from pbem.limits import MAX_FAR, MAX_FILE, MOST_BYTES, MOST_MATCHES
from pbem.post.mime import is_mailbox
from pbem.post.zips import ZIP
from pbem.record.wire import CODEC, GenesisLine
from pbem.show.clean import clean

HEAD = 8_192
ALL = ""  # the part of a file that is one log


@dataclass(slots=True)
class FoundLogs:
    """Logs by their part, each its bytes or why there are none; or names of parts that are opened one by one.

    `data` is the corrected data of a bundle, `overlay` that beside the file.
    """

    logs: dict[str, bytes | PbemError] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    data: dict[str, bytes] = field(default_factory=dict)
    overlay: Path | None = None


def open_task(task: ArchiveTask) -> FoundLogs:
    """All logs in a file; PbemError if there can be none, Transport if it cannot be read. Each byte is read once."""
    found = FoundLogs()
    if not is_far(task.path):
        found.overlay = overlay_of(Path(os.fsdecode(task.path)).parent)
    with _opened(task) as stream:
        head, size = stream.read(HEAD), _stamp(stream)[0]  # not every address tells its size before
        if head.startswith(ZIP) or task.name.lower().endswith(".zip"):
            if task.part:
                found.logs[task.part] = _member(stream, task)
            else:
                _open_zip(stream, task, found)
            return found
        if is_mailbox(head) and size > MAX_FILE:
            raise Transport(f"a mailbox of {size:,} bytes, the limit is {MAX_FILE:,}: split it")
        content = _rest(stream, head, task.most)
    if is_mailbox(head):
        found.logs = _by_match(content, task.name)
    else:
        found.logs[ALL] = _as_log(content, task.name)
    return found


def _as_log(content: bytes, name: str) -> bytes | PbemError:
    """The log in these bytes as `pbem verify` would judge it, or why it would not."""
    try:
        given = log_as_given(content, clean(name)) if len(content) <= MAX_FILE else None
    except PbemError as fault:
        return fault
    return content if given is None else given.content


@contextmanager
def _opened(task: ArchiveTask) -> Iterator[BinaryIO]:
    """A file as it was found; Transport if it cannot be read, or was written meanwhile."""
    if is_far(task.path):
        most = MAX_FAR if task.name.lower().endswith(".zip") else task.most
        with opened_far(task.path.decode("utf-8", "surrogateescape"), task.size, task.mtime_ns, most) as stream:
            yield stream
        return
    try:
        with os.fdopen(open_regular(Path(os.fsdecode(task.path))), "rb") as file:
            if _stamp(file) != (task.size, task.mtime_ns):
                raise Transport("it was written since it was found")
            yield file
            if _stamp(file) != (task.size, task.mtime_ns):
                raise Transport("it was written while it was read")
    except NotPlain:
        raise Transport("it is no file any more") from None
    except FileNotFoundError:
        raise Transport("it is gone since it was found") from None
    except (OSError, ValueError) as error:
        raise Transport((getattr(error, "strerror", None) or str(error)).lower()) from None


def _stamp(file: BinaryIO) -> tuple[int, int]:
    status = os.fstat(file.fileno())
    return status.st_size, status.st_mtime_ns


def _rest(stream: BinaryIO, head: bytes, most: int) -> bytes:
    """All bytes; Transport if these are more than are read."""
    pieces, size = [head], len(head)
    while piece := stream.read(min(2**24, most + 1 - size)):
        pieces.append(piece)
        size += len(piece)
        if size > most:
            raise Transport(too_large(size, most))
    return b"".join(pieces)


def too_large(size: int, most: int) -> str:
    """Why a file is not read."""
    return f"{size:,} bytes or more, the limit is {most:,} (--most)"


# ---------------------------------------------------------------- several logs in one file


def _open_zip(stream: BinaryIO, task: ArchiveTask, found: FoundLogs) -> None:
    """A bundle of evidence, or the logs in a zip file that somebody else's program made."""
    fault = BadRecord("there is no log in this zip file")
    if _stamp(stream)[0] <= MOST_BYTES:
        try:
            files = read_stream(stream)
        except BadRecord as error:
            fault = error
        else:
            found.logs, found.data = {ALL: files[LOG]}, data_of(files)
            return
    names, is_bundle = list_logs(stream, SUMS)
    if is_bundle or not names:
        raise fault
    if len(names) == 1:
        found.logs[ALL] = _member(stream, task, names[0])
    else:
        found.parts = names


def _member(stream: BinaryIO, task: ArchiveTask, name: str = "") -> bytes | PbemError:
    wanted, status = name or task.part, os.fstat(stream.fileno())
    key = status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns  # of an address these are its copy's
    try:
        return _as_log(member(stream, wanted, task.most, key), wanted)
    except PbemError as fault:
        return fault


def _by_match(content: bytes, name: str) -> dict[str, bytes | PbemError]:
    """The records in a mailbox, by match if there are several: what each is called, and its lines."""
    lines: dict[str, list[bytes]] = {}
    last = ""
    for piece in log_in(content, name).pieces:
        last = _match_of(piece.line) or last  # what is no record goes with the one before
        if last:
            lines.setdefault(last, []).append(piece.line)
    if len(lines) > MOST_MATCHES:
        raise Transport(f"records of {len(lines):,} matches, the limit is {MOST_MATCHES:,}")
    if len(lines) < 2:
        return {ALL: _as_log(content, name)}
    return {f"match {gid}": _whole(parts) for gid, parts in lines.items()}


def _match_of(line: bytes) -> str:
    """The match that a record belongs to; empty if it is none."""
    try:
        event = CODEC.decode(line)
    except PbemError:
        return ""
    return event.id if isinstance(event, GenesisLine) else event.msg.game


def _whole(lines: list[bytes]) -> bytes | PbemError:
    if not any(b'"kind":"genesis"' in line[-512:] for line in lines):
        return MissingRecords(f"{len(lines):,} records, not the whole log")
    return b"".join(lines)
