"""`pbem in PATH...`: anything people hand over, in any order and mixture (design 6).

Belongs here: walking paths and the pasted text, within bounds. Must not be here: what a content means (`contents`).
What comes out is not proven and not applied: the caller collects it and hands the lines to the record.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.limits import MAX_FILE, MAX_FILES, MAX_FOLDERS, MAX_TROUBLES
from pbem.post.contents import FoundLines, FoundLog, FoundSlip, FoundText, Item, Trouble, items
from pbem.post.files import disk_error, is_unfinished, load, place, read_rest
from pbem.post.packet import is_log

__all__ = ["FoundLines", "FoundLog", "FoundSlip", "FoundText", "Item", "Trouble", "take", "take_bytes", "take_file"]

_PASTED = "the pasted text"


def take_bytes(content: bytes, source: str) -> Iterator[Item]:
    """All that is ours in something that was handed over; a Trouble if nothing is."""
    hint = "hand over the whole mail, or the file as it was sent"
    yield from _limited(_something(items(content, source), source, hint), source)


def take(paths: Iterable[str | os.PathLike[str]], stdin: BinaryIO | None = None) -> Iterator[Item]:
    """All that is ours under the paths; `-` is the text on `stdin` (standard input if None is given).

    A payload that comes twice in one mail or mailbox is given once. Of each path at most `MAX_TROUBLES` troubles are
    told. A single file or pasted text with nothing of ours is a Trouble; a folder with nothing gives nothing.
    What is wrong with a path, a file or its content is always a Trouble, never raised.
    """
    for path in paths:
        if path == "-":
            yield from _limited(_pasted(stdin or sys.stdin.buffer), _PASTED)
        else:
            yield from _limited(_under(Path(path)), place(Path(path)))


def take_file(path: Path) -> Iterator[Item]:
    """All that is ours in one regular file; nothing if there is nothing."""
    try:
        content = load(path, MAX_FILE, streamed=is_log)
    except PbemError as error:
        yield Trouble(place(path), error)
        return
    if content is None:
        yield FoundLog(path)
    else:
        yield from items(content, place(path))


def _limited(found: Iterator[Item], source: str) -> Iterator[Item]:
    troubles = 0
    for item in found:
        troubles += isinstance(item, Trouble)
        if troubles <= MAX_TROUBLES or not isinstance(item, Trouble):
            yield item
    if troubles > MAX_TROUBLES:
        yield Trouble(source, BadRecord(f"{troubles - MAX_TROUBLES} more such faults", source=source))


def _pasted(stdin: BinaryIO) -> Iterator[Item]:
    hint = "paste the whole mail, or the block with both its ends"
    try:
        content = read_rest(stdin, b"", MAX_FILE, _PASTED)
    except BadRecord as error:
        yield Trouble(_PASTED, error)
    except OSError as error:
        yield Trouble(_PASTED, disk_error(Path(_PASTED), error))
    else:
        yield from _something(items(content, _PASTED), _PASTED, hint)


def _under(path: Path) -> Iterator[Item]:
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError) as error:
        yield Trouble(place(path), disk_error(path, error))
        return
    if is_folder:
        yield from _in_folder(path)
    else:
        hint = "give the packet, the mail saved as a file, or - and paste its text; for a card: pbem id add"
        yield from _something(take_file(path), place(path), hint)


def _something(found: Iterator[Item], source: str, hint: str) -> Iterator[Item]:
    """The same items; a Trouble if there are none."""
    nothing = True
    for item in found:
        nothing = False
        yield item
    if nothing:
        yield Trouble(source, WrongUse(f"{source}: no packet, log or block in it", hint))


def _in_folder(top: Path) -> Iterator[Item]:
    """Every file below, in the order of the names; links to folders are not followed, so there is no loop."""
    left = MAX_FILES
    waiting = [(top, 0)]
    while waiting:
        folder, depth = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(islice(listing, left + 1), key=lambda entry: entry.name)
        except OSError as error:
            yield Trouble(place(folder), disk_error(folder, error))
            continue
        left -= len(entries)
        if left < 0:
            yield _refused(top, f"more than {MAX_FILES} files in it", "give the folder of this match alone")
            return
        names = {entry.name for entry in entries}
        below: list[tuple[Path, int]] = []
        for entry in entries:
            path = Path(entry.path)
            try:
                is_folder, is_link = entry.is_dir(), entry.is_symlink()
            except OSError as error:
                yield Trouble(place(path), disk_error(path, error))
                continue
            if not is_folder:
                if not is_unfinished(entry.name):
                    yield from take_file(path)
            elif is_link:
                yield _refused(path, "a link to a folder, not followed", "give that folder itself")
            elif depth >= MAX_FOLDERS:
                yield _refused(path, f"more than {MAX_FOLDERS} folders inside each other", "give that folder itself")
            elif entry.name != "tmp" or not {"cur", "new"} <= names:  # what a Maildir has not finished
                below.append((path, depth + 1))
        waiting.extend(reversed(below))


def _refused(path: Path, why: str, hint: str) -> Trouble:
    return Trouble(place(path), WrongUse(f"{place(path)}: {why}", hint))
