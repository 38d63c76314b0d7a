"""A log that came as text of another form: quoted, wrapped, with other line ends, with words around it.

Programs of mail, editors and chats change how lines stand, and no signature covers that. What was signed is found
again, and where a text can be put together in several ways the signature says which was signed. Nothing is repaired:
what fits no signature stays damage.
Belongs here: from a text to the lines of a log. Must not be here: how bytes become text (`post`), what lines mean.
Linear: each record is put together in a few ways, whatever the text is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import NamedTuple

from pbem.crypto.hashing import unb64
from pbem.errors import BadRecord, Unsupported
from pbem.limits import MAX_LINE, MOST_DOUBTS, MOST_SPREAD
from pbem.record.events import Join
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine, verify_event

_START = '{"c":{'
_CURLED = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"'})
_GAP = r"[\s>|]*"
_SIGNATURE = _GAP.join((",", '"', "s", '"', ":", '"')) + rf"(?:{_GAP}[A-Za-z0-9_-]){{86}}{_GAP}\"{_GAP}\}}"
_END = re.compile(_SIGNATURE)
_QUOTED = re.compile(r"[ \t]*(?:[>|][ \t]?)*")
_TORN = re.compile(r'"[a-z_]+":|[A-Za-z0-9_-]{60}')  # signs of what was a record


class LinePiece(NamedTuple):
    """A line for a reader of logs, and the number of the line of the text in which it began, counted from 1.

    What is no record is in it too, if it may once have been one.
    """

    number: int
    line: bytes
    is_record: bool = True


@dataclass(slots=True)
class Straight:
    """The lines in their order; `changed` says in words what was done to them, `passed` counts lines of other text."""

    pieces: list[LinePiece] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    passed: int = 0

    @property
    def content(self) -> bytes:
        """The log as it should have come."""
        return b"".join(piece.line for piece in self.pieces)

    @property
    def has_first_line(self) -> bool:
        """Whether the first line of a match is among them."""
        return any(b'"kind":"genesis"' in piece.line[-512:] for piece in self.pieces)

    def note(self, change: str) -> None:
        """Something that was done to the text, once."""
        if change not in self.changed:
            self.changed.append(change)


class _Open(NamedTuple):
    """A record that is not settled: the ways in which its text may be put together, none if it is damage."""

    number: int
    ways: tuple[Event, ...]
    text: str


def is_straight(content: bytes) -> bool:
    """Whether all that stands here are whole lines as a log has them."""
    starts = content.count(b'\n{"c":{') + content.startswith(b'{"c":{')
    return b"\r" not in content and content.endswith(b'"}\n') and 0 < starts == content.count(b"\n")


def is_gain(content: bytes, found: Straight) -> bool:
    """Whether a reader of lines gets more out of what was found than out of the bytes themselves."""
    lines = content.splitlines(keepends=True)
    records = {piece.line for piece in found.pieces if piece.is_record}
    has_empty = any(not line.strip(b" \t\r\n>|\x1a") for line in lines)
    return bool(records) and (bool(found.changed or found.passed) or has_empty or not records <= set(lines))


def straighten(text: str) -> Straight:
    """The lines of a log that stand in a text in any form; nothing if there is no record in it."""
    found = Straight()
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        found.note("other line ends")
    if _START not in text:
        text = text.translate(_CURLED)
        found.note("other quotation marks")
    starts = [match.start() for match in re.finditer(re.escape(_START), text)]
    if not starts:
        return Straight()
    opened: list[_Open] = []
    at, number = 0, 1
    for start, following in zip(starts, [*starts[1:], len(text)], strict=True):
        before = text[at:start]
        quote = before[before.rfind("\n") + 1 :]
        opened += _between(found, before, number, is_outside=not at)
        number += before.count("\n")
        segment = text[start : min(following, start + MOST_SPREAD)]
        end = _END.search(segment)
        whole = segment[: end.end()] if end is not None else segment.partition("\n\n")[0]
        ways = tuple(_ways(found, whole, quote)) if end is not None else ()
        opened.append(_Open(number, ways, whole))
        number += whole.count("\n")
        at = start + len(whole)
    opened += _between(found, text[at:], number, is_outside=True)
    found.pieces = [_settled(one, choose) for choose in (_Choice(opened),) for one in opened]
    return found


def _between(found: Straight, text: str, number: int, *, is_outside: bool) -> Iterator[_Open]:
    """What stands before, between or behind records: nothing, words of somebody, or what is left of a record."""
    lines = [(number + i, line.strip(" \t>|\x1a\ufeff")) for i, line in enumerate(text.split("\n"))]
    for at, line in lines:
        if line and (not is_outside or _TORN.search(line)):
            yield _Open(at, (), line)
        elif line:
            found.passed += 1


def _ways(found: Straight, text: str, quote: str) -> Iterator[Event]:
    """The different records that the text of one may stand for, the likeliest first."""
    lines = text.split("\n")
    if quote.strip(" \t>|"):
        quote = ""  # words of somebody, on the same line
    marks = quote.count(">") + quote.count("|")
    if marks:
        found.note("quoted")
        lines = [lines[0], *(_unquoted(line, marks) for line in lines[1:])]
    if len(lines) > 1:
        found.note("wrapped")
    ids: set[tuple[str, str]] = set()
    for way in _joined(lines):
        with contextlib.suppress(BadRecord, Unsupported):
            event = CODEC.decode(_bytes(way) + b"\n")
            if (event.id, event.sig) not in ids:
                ids.add((event.id, event.sig))
                yield event


def _unquoted(line: str, marks: int) -> str:
    """A line without as many marks of quotation as the first one had, or fewer if some program left them out."""
    at = 0
    for _ in range(marks):
        mark = re.compile(r"[ \t]?[>|][ \t]?").match(line, at)
        if mark is None:
            break
        at = mark.end()
    return line[at:]


def _joined(lines: list[str]) -> Iterator[str]:
    """The ways to put wrapped lines together: as they stand; without blanks at their ends; with those lost in wrapping.

    Between records of several forms at most one fits its signature.
    """
    yield "".join(lines)
    if len(lines) == 1:
        return
    bare = [line.strip(" \t") for line in lines]
    yield "".join(bare)
    yield from _rejoined(bare)


def _rejoined(lines: list[str]) -> Iterator[str]:
    """A blank back where a line broke inside of a string, unless the break was forced or at a hyphen.

    A line of full width may have been forced to end or not; both are tried at the first few that leave it open.
    """
    blanks, doubts, hyphens = [""], list[int](), list[int]()
    inside, width = _quotes(lines[0]) % 2, max(map(len, lines))
    for at, (before, line) in enumerate(pairwise(lines), start=1):
        blank = " " if inside else ""
        if inside and len(before) >= width:
            fits = " " in line and len(before.rpartition(" ")[2] + line.partition(" ")[0]) <= width
            doubts += [at] if " " in before.rpartition('"')[2] + line.partition('"')[0] else []
            blank = " " if fits else ""
        elif inside and before.endswith("-"):
            hyphens.append(at)
            blank = ""
        blanks.append(blank)
        inside = (inside + _quotes(line)) % 2
    for chosen in product(*((blanks[at], "" if blanks[at] else " ") for at in doubts[:MOST_DOUBTS])):
        yield _with(lines, blanks, dict(zip(doubts, chosen, strict=False)))
    if hyphens:
        yield _with(lines, blanks, dict.fromkeys(hyphens, " "))


def _with(lines: list[str], blanks: list[str], others: dict[int, str]) -> str:
    return "".join(others.get(at, blank) + line for at, (blank, line) in enumerate(zip(blanks, lines, strict=True)))


def _quotes(line: str) -> int:
    return line.replace("\\\\", "").replace('\\"', "").count('"')


class _Choice:
    """Says which of several records was signed, by the keys of the match that are among them."""

    def __init__(self, opened: list[_Open]) -> None:
        all_ways = [event for one in opened for event in one.ways]
        self._first = next((e for e in all_ways if isinstance(e, GenesisLine) and self._is_signed(e, None)), None)
        self._keys: dict[int, bytes] = {}
        for event in all_ways:
            if isinstance(event.msg, Join) and self._is_signed(event, self._first):
                self._keys.setdefault(event.msg.seat, unb64(event.msg.body.pk, 32))

    def __call__(self, ways: tuple[Event, ...]) -> Event:
        if len(ways) == 1:
            return ways[0]
        return next((event for event in ways if self._is_signed(event, self._first)), ways[0])

    def _is_signed(self, event: Event, first: GenesisLine | None) -> bool:
        if isinstance(event, GenesisLine):
            return verify_event(event, unb64(event.msg.body.host, 32))
        if not isinstance(event, SeatLine) or first is None:
            return False
        seats = first.msg.body.seats
        if isinstance(event.msg, Join):
            return event.seat < len(seats) and verify_event(event, unb64(seats[event.seat].id, 32))
        return event.seat in self._keys and verify_event(event, self._keys[event.seat])


def _settled(one: _Open, choose: _Choice) -> LinePiece:
    if one.ways:
        return LinePiece(one.number, choose(one.ways).line)
    return LinePiece(one.number, _bytes(" ".join(one.text.split()))[: MAX_LINE - 1] + b"\n", is_record=False)


def _bytes(text: str) -> bytes:
    """The bytes that were read as this text; whatever cannot have been any is a question mark."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
