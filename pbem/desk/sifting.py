"""What came in one mail or file, sifted: records of the matches that are served, in batches, and what is refused.

Anybody may send anything: 400 kB unpack to a million lines that are framed as records and are none. So nothing is
decoded that names another match, nothing twice, and nothing more of a mail after `MOST_REFUSED` refusals: an honest
packet has none. Belongs here: how much is decoded and how much is told. Must not be here: taking records in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator

from pbem.desk.door import other_form
from pbem.disk.plain import open_plain
from pbem.errors import BadRecord, PbemError
from pbem.limits import (
    MAX_BEGUN,
    MAX_CALLS,
    MAX_SHARED_LOG,
    MAX_STRAIGHT,
    MAX_TOLD,
    MOST_AT_ONCE,
    MOST_REFUSED,
    MOST_SHARED_BYTES,
)
from pbem.match.folder import Arrival
from pbem.post.contents import FoundLines, FoundLog, FoundSlip, FoundText, Item, Trouble
from pbem.reading.straight import straighten
from pbem.record.lines import raw_lines
from pbem.record.wire import CODEC, GenesisLine, SeatLine

_GAME = re.compile(rb'"game":"([A-Za-z0-9_-]{43})"')
_GENESIS = b'"kind":"genesis"'


_Lines = FoundLines | FoundLog | FoundText


class Sifting:
    """`told` are the first refusals, each with what it is about; `refused` counts all of them.

    `begun` are the first lines of matches that are not served, `slips` what is no record, a few of each; `beside` are
    the lines of these matches and of those that are `kept`, as they came.
    `is_cut` is whether something was left unread after too many refusals.
    """

    def __init__(self, about: str, served: Collection[str], kept: Collection[str] = ()) -> None:
        self.told: list[tuple[str, PbemError]] = []
        self.begun: dict[str, GenesisLine] = {}
        self.slips: list[FoundSlip] = []
        self.beside: dict[str, list[bytes]] = {id: [] for id in kept}
        self.refused, self.is_cut = 0, False
        self._about, self._served = about, {id.encode("ascii") for id in served}
        self._seen: set[int] = set()
        self._room, self._room_beside = MAX_STRAIGHT, MOST_SHARED_BYTES

    def batches(self, found: Iterable[Item]) -> Iterator[list[Arrival]]:
        """The records of matches that are served, a few at a time: what is refused of them is to be said (`refuse`)."""
        for item in found:
            if isinstance(item, Trouble):
                self.refuse(item.error)
                continue
            if isinstance(item, FoundSlip):
                self.slips += [item] if len(self.slips) < MAX_CALLS else []
                continue
            if self._is_full:
                self.is_cut = True
                return
            batch: list[Arrival] = []
            for arrival in self._read(item):
                batch.append(arrival)
                if len(batch) == MOST_AT_ONCE:
                    yield batch
                    batch = []
            if batch:
                yield batch

    def refuse(self, error: PbemError, about: str = "") -> None:
        """Counts a refusal; one of the first is told. A fault of this machine is raised: then it is taken in later."""
        if error.status == PbemError.status:
            raise error
        self.refused += 1
        if len(self.told) < MAX_TOLD:
            self.told.append((about or self._about, error))

    @property
    def _is_full(self) -> bool:
        return self.refused >= MOST_REFUSED

    def _lines(self, item: _Lines) -> tuple[str, int, Iterable[tuple[int, bytes | BadRecord]]]:
        """Where it is from, how many lines, 0 if that is not known, and the lines with their numbers."""
        if isinstance(item, FoundLog):
            text = other_form(item.path, MAX_STRAIGHT)
            if text is None:
                return item.path.name, 0, _of_log(item)
            item = text
        if isinstance(item, FoundText):
            self._room -= len(item.text)
            if self._room < 0:
                hint = "if it is one of yours: pbem in FILE"
                raise BadRecord("a log in another form, too long to look for records in it", source=item.source,
                                hint=hint)
            pieces = straighten(item.text).pieces
            return item.source, len(pieces), [(piece.number, piece.line) for piece in pieces]
        return item.source, len(item.lines), item.numbered()

    def _read(self, item: _Lines) -> Iterator[Arrival]:
        try:
            source, total, lines = self._lines(item)
            for count, (number, line) in enumerate(lines):
                if self._is_full:
                    self.is_cut = self.is_cut or not total
                    self.refused += max(0, total - count)
                    return
                try:
                    arrival = self._decoded(source, number, line)
                except BadRecord as fault:
                    self.refuse(fault.at(source, number))
                except PbemError as fault:
                    self.refuse(fault)
                else:
                    if arrival is not None:
                        yield arrival
        except PbemError as fault:
            self.refuse(fault)

    def _decoded(self, source: str, number: int, line: bytes | BadRecord) -> Arrival | None:
        """The record in a line, None if it is left alone: of another match, or met in this mail before."""
        if isinstance(line, BadRecord):
            raise line
        named = _GAME.findall(line)
        is_first = not named and _GENESIS in line
        if (named and not self._served.intersection(named)) or (is_first and len(self.begun) >= MAX_BEGUN):
            self._keep_beside(named, line)
            return None
        if (digest := hash(line)) in self._seen:
            return None
        event = CODEC.decode(line)
        self._seen.add(digest)
        if isinstance(event, SeatLine):
            return Arrival(source, number, event) if event.msg.game.encode("ascii") in self._served else None
        if event.id.encode("ascii") in self._served:
            return Arrival(source, number, event)
        self.begun[event.id] = event
        self.beside.setdefault(event.id, [])
        self._keep_beside([event.id.encode("ascii")], line)
        return None

    def _keep_beside(self, named: Iterable[bytes], line: bytes) -> None:
        """Keeps a line of a match that is not served, undecoded, while there is room."""
        for id in {name.decode("ascii") for name in named}.intersection(self.beside):
            self._room_beside -= len(line)
            if self._room_beside >= 0:
                self.beside[id].append(line)


def _of_log(found: FoundLog) -> Iterator[tuple[int, bytes | BadRecord]]:
    """The lines of a log file, one in memory at a time; in place of one that is none, why."""
    try:
        descriptor = open_plain(found.path, most=MAX_SHARED_LOG)
    except FileNotFoundError:
        return  # gone again
    with os.fdopen(descriptor, "rb", buffering=2**20) as stream:
        for raw in raw_lines(stream):
            size = raw.end - raw.start
            if not raw.whole:
                yield raw.number, BadRecord(f"the last line breaks off after {size:,} bytes")
            elif raw.content is None:
                yield raw.number, BadRecord(f"{size:,} bytes in one line")
            else:
                yield raw.number, raw.content
