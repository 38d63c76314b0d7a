"""The door: whatever came is decoded here, once, and each record keeps the place it came from.

Belongs here: from what `post` found to records with their places. Must not be here: which match a record belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.errors import BadRecord, PbemError
from pbem.match.folder import Arrival
from pbem.post.contents import Found, FoundLog, Item, Trouble
from pbem.record.lines import Scan
from pbem.record.wire import CODEC


def arrivals(items: Iterable[Item]) -> tuple[list[Arrival], list[Trouble]]:
    """All records among some items, in their order; and one trouble for whatever is none."""
    came: list[Arrival] = []
    troubles: list[Trouble] = []
    for item in items:
        if isinstance(item, Trouble):
            troubles.append(item)
        else:
            came += _of_log(item, troubles) if isinstance(item, FoundLog) else _of_lines(item, troubles)
    return came, troubles


def _of_lines(found: Found, troubles: list[Trouble]) -> Iterator[Arrival]:
    for number, line in found.numbered():
        try:
            yield Arrival(found.source, number, CODEC.decode(line))
        except PbemError as fault:
            where = fault.at(found.source, number) if isinstance(fault, BadRecord) else fault
            troubles.append(Trouble(found.source, where))


def _of_log(found: FoundLog, troubles: list[Trouble]) -> Iterator[Arrival]:
    scan, source = Scan(found.path, CODEC.decode), found.path.name
    try:
        for event in scan:
            yield Arrival(source, scan.good.number, event)
    except PbemError as fault:
        troubles.append(Trouble(source, fault))
    troubles += [Trouble(source, finding) for finding in scan.findings]
