"""The door: whatever came is decoded here, once, and each record keeps the place it came from.

Belongs here: from what `post` found to records with their places. Must not be here: which match a record belongs to.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.errors import BadRecord, MissingRecords, PbemError
from pbem.limits import MAX_CALLS, MAX_FILE, MAX_LINE
from pbem.match.folder import Arrival
from pbem.post.contents import FoundLines, FoundLog, FoundSlip, FoundText, Item, Trouble, items
from pbem.post.files import load
from pbem.post.packet import is_packet
from pbem.post.texts import GZIP, as_text
from pbem.reading.straight import LinePiece, Straight, is_gain, is_straight, straighten
from pbem.record.lines import Scan
from pbem.record.wire import CODEC


def arrivals(items: Iterable[Item]) -> tuple[list[Arrival], list[Trouble]]:
    """All records among some items, in their order; and one trouble for whatever is none."""
    came: list[Arrival] = []
    troubles: list[Trouble] = []
    for item in items:
        if isinstance(item, Trouble):
            troubles.append(item)
        elif isinstance(item, FoundSlip):
            troubles += _no_record(item)
        elif isinstance(item, FoundLog):
            came += _of_log(item, troubles)
        elif isinstance(item, FoundText):
            came += _of_text(item, troubles)
        else:
            came += _of_lines(item, troubles)
    return came, troubles


def log_in(content: bytes, source: str) -> Straight:
    """The lines of a log in bytes of whatever form, and what was done to them; empty if there are none."""
    found = Straight()
    if content.startswith(GZIP):
        found.note("gzip")
    if b"\r\n" in content[:MAX_LINE]:
        found.note("line ends of Windows")
    for item in items(content, source):
        if isinstance(item, FoundLines):
            found.pieces += [LinePiece(number, line) for number, line in item.numbered()]
        elif isinstance(item, FoundText):
            part = straighten(item.text)
            found.pieces += part.pieces
            found.passed += part.passed
            for change in (*item.forms, *part.changed):
                found.note(change)
    return found


def log_as_given(content: bytes, source: str) -> Straight | None:
    """What a log in another form holds; None if these bytes are to be judged as they stand.

    MissingRecords for a packet, which holds some records of a log and no first line.
    """
    if is_straight(content):
        return None
    found = log_in(content, source)
    if is_packet(content[:64]) and found.pieces and not found.has_first_line:
        many = f"{len(found.pieces):,} records, not the whole log"
        raise MissingRecords(f"{source} is a packet of {many}", "pbem in reads it into a match; judge that match")
    return found if is_gain(content, found) else None


def apart(found: Iterable[Item], slips: list[FoundSlip]) -> Iterator[Item]:
    """The items without the slips among them, a few of which are put into the list."""
    for item in found:
        if not isinstance(item, FoundSlip):
            yield item
        elif len(slips) < MAX_CALLS:
            slips.append(item)


def _no_record(found: FoundSlip) -> list[Trouble]:
    """What to do with a slip where records are wanted; the cards of a match may lie with its records."""
    told = {
        "invitation": ("it asks whether you come, and is no record of a match", "answer it: pbem accept FILE"),
        "answer": ("it answers an invitation, and is no record of a match", "take it in with: pbem in FILE"),
    }
    if found.kind not in told:
        return []
    why, hint = told[found.kind]
    return [Trouble(found.source, BadRecord(why, source=found.source, hint=hint))]


def _of_lines(found: FoundLines, troubles: list[Trouble]) -> Iterator[Arrival]:
    for number, line in found.numbered():
        try:
            yield Arrival(found.source, number, CODEC.decode(line))
        except PbemError as fault:
            where = fault.at(found.source, number) if isinstance(fault, BadRecord) else fault
            troubles.append(Trouble(found.source, where))


def _of_text(found: FoundText, troubles: list[Trouble]) -> Iterator[Arrival]:
    pieces = straighten(found.text).pieces
    yield from _of_lines(FoundLines(found.source, [p.line for p in pieces], [p.number for p in pieces]), troubles)


def _of_log(found: FoundLog, troubles: list[Trouble]) -> Iterator[Arrival]:
    """A log on the disk line by line; one in another form as what was signed in it."""
    text = other_form(found.path)
    if text is not None:
        yield from _of_text(text, troubles)
        return
    scan, source = Scan(found.path, CODEC.decode), found.path.name
    try:
        for event in scan:
            yield Arrival(source, scan.good.number, event)
    except PbemError as fault:
        troubles.append(Trouble(source, fault))
    troubles += [Trouble(source, finding) for finding in scan.findings]


def other_form(path: Path, most: int = MAX_FILE) -> FoundText | None:
    """The text of a log that has another form than lines of records; None if it is to be read as it stands.

    So it is too if it has over `most` bytes.
    """
    with contextlib.suppress(PbemError):
        content = load(path, most, streamed=lambda _head: False)
        if content is not None and not is_straight(content):
            text = as_text(content)
            return FoundText(path.name, text.text, text.forms) if is_gain(content, straighten(text.text)) else None
    return None
