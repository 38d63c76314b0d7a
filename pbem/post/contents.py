"""What a file or a text holds for us, told by its content alone (protocol 2.13).

Belongs here: telling packet, log, mailbox, mail and text apart, and taking our payloads out, whatever is inside what.
Must not be here: paths and folders; trust in names, types or header fields.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pbem.errors import BadRecord, PbemError
from pbem.limits import (
    MAX_CALL,
    MAX_LINE,
    MAX_NESTED,
    MAX_PASTED,
    MAX_RAW,
    MAX_READ_AGAIN,
    MAX_UNPACKED,
    MIN_LINE,
    MOST_SHRINKING,
    UNPACKED_TIMES,
)
from pbem.post.armor import Damaged, Opened, dearmor, too_long, unreplaced
from pbem.post.mime import MimePart, is_mail, is_mailbox, looks_html, mails, parts, strip_html
from pbem.post.packet import LINE_START, is_log, is_packet, unpack
from pbem.post.slips import kind_of
from pbem.post.texts import GZIP, Records, as_text, gunzip, records_in
from pbem.post.zips import ZIP, unzip

_HEAD = 8192


@dataclass(frozen=True, slots=True)
class FoundLines:
    """Lines of a log, each with its line end, and where they came from. Nothing about them is proven yet.

    `numbers` are those of the lines in the source, counted from 1; None: they are all of it.
    """

    source: str
    lines: list[bytes]
    numbers: list[int] | None = None

    def numbered(self) -> Iterator[tuple[int, bytes]]:
        """Each line with its number in the source."""
        return zip(self.numbers or range(1, len(self.lines) + 1), self.lines, strict=True)


@dataclass(frozen=True, slots=True)
class FoundLog:
    """A log file, not read yet: it may be of any size."""

    path: Path


@dataclass(frozen=True, slots=True)
class FoundText:
    """A text that holds records of a log in another form than lines of it, and the names of the forms it had."""

    source: str
    text: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundSlip:
    """An invitation, the answer to one, or what goes beside a record (`pbem.post.slips`). Nothing of it is proven."""

    source: str
    kind: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that could not be taken: one line for the person, naming the place."""

    source: str
    error: PbemError


Item = FoundLines | FoundLog | FoundText | FoundSlip | Trouble
_Piece = tuple[str, bytes | Damaged | Records | BadRecord]


@dataclass(slots=True)
class _Unpacking:
    """What was unpacked out of one source: the digests of the payloads; `room` bytes may still come."""

    room: int
    seen: set[bytes] = field(default_factory=set)


def items(content: bytes, source: str) -> Iterator[Item]:
    """Everything of ours in these bytes, each payload once; nothing at all out of what is not ours."""
    unpacking = _Unpacking(MAX_UNPACKED + UNPACKED_TIMES * len(content))
    if is_mailbox(content[:_HEAD]):
        return _of_mailbox(content, source, unpacking)
    return _settled(_pieces(content, source, 0), unpacking)  # nothing here holds on to a large mail


def _of_mailbox(content: bytes, source: str, unpacking: _Unpacking) -> Iterator[Item]:
    try:
        for number, mail in enumerate(mails(content), 1):
            yield from _settled(_of_mail(mail, f"{source}, mail {number}", 0), unpacking)
    except BadRecord as error:
        yield Trouble(source, error.at(source))


def _settled(pieces: Iterator[_Piece], unpacking: _Unpacking) -> Iterator[Item]:
    """One mail or file: each payload once; a damaged block is no trouble if the same payload came whole."""
    payloads: dict[bytes, str] = {}
    damaged: dict[Damaged, str] = {}
    texts: list[tuple[str, Records]] = []
    for source, piece in pieces:
        if isinstance(piece, bytes):
            payloads.setdefault(piece, source)
        elif isinstance(piece, Records):
            texts.append((source, piece))
        elif isinstance(piece, Damaged):
            damaged.setdefault(piece, source)
        else:
            yield Trouble(source, piece.at(source))
    for payload, source in payloads.items():
        digest = hashlib.sha256(payload).digest()
        if digest not in unpacking.seen:
            unpacking.seen.add(digest)
            yield from _opened(payload, source, unpacking)
    if texts and not payloads:  # the same records may stand in it twice, as a text and as a page
        source, most = max(texts, key=lambda found: found[1].text.count('"c":{'))
        yield FoundText(source, most.text, most.forms)
    for block in unreplaced(damaged, payloads):
        hint = "ask the sender to send it again"
        yield Trouble(damaged[block], BadRecord(f"a block is damaged: {block.why}", source=damaged[block], hint=hint))


def _opened(payload: bytes, source: str, unpacking: _Unpacking) -> Iterator[Item]:
    if is_log(payload):
        yield from _log(payload, source)
        return
    if kind := kind_of(payload):
        if len(payload) > MAX_CALL:
            yield Trouble(source, BadRecord(f"{len(payload):,} bytes, the limit of such a text is {MAX_CALL:,}",
                                            source=source))
        else:
            yield FoundSlip(source, kind, payload)
        return
    try:
        if unpacking.room <= 0:
            raise BadRecord("the packets in it unpack to too much", hint="ask the sender what it is")
        lines = unpack(payload)
    except BadRecord as error:
        unpacking.room -= min(MAX_RAW, MOST_SHRINKING * len(payload))
        yield Trouble(source, error.at(source, error.line))
    else:
        unpacking.room -= sum(map(len, lines))
        yield FoundLines(source, lines)


def _log(content: bytes, source: str) -> Iterator[Item]:
    """A log sent as a whole; if its lines are not those of a log, what was signed must be found in it."""
    lines: list[bytes] = []
    for line in io.BytesIO(content):
        whole = line.rstrip(b"\r\n") + b"\n"  # a text on its way gets other line ends and loses its last
        is_framed = whole.startswith(LINE_START) and whole.endswith(b'"}\n') and b"\r" not in whole
        if not (is_framed and MIN_LINE <= len(whole) <= MAX_LINE):
            lines.clear()
            yield _other_form(content, source)
            return
        lines.append(whole)
    yield FoundLines(source, lines)


def _other_form(content: bytes, source: str) -> Item:
    try:
        found = as_text(content)
        records = records_in(found.text)
    except BadRecord as error:
        return Trouble(source, error.at(source))
    if records is None:
        return Trouble(source, BadRecord("there is no record in it", source=source, hint="ask the sender for a packet"))
    return FoundText(source, records.text, records.forms)


def _pieces(content: bytes, source: str, depth: int) -> Iterator[_Piece]:
    """What is in bytes of any kind."""
    head = content[:_HEAD]
    if depth > MAX_NESTED:
        error = BadRecord("too many things inside each other", hint="ask the sender for the packet alone")
        return iter([(source, error)])
    if is_packet(head) or is_log(head) or kind_of(head):
        return iter([(source, content)])
    if is_mailbox(head):
        return _of_mails(content, source, depth)
    if is_mail(head):
        return _of_mail(content, source, depth + 1)
    if head.startswith((GZIP, ZIP)):
        return _of_archive(content, source, depth)
    if b"\0" in head and not as_text(head).forms:
        return iter(())  # no text: a picture, an archive
    if len(content) > MAX_PASTED:  # before it is decoded, and grows
        return iter([(source, too_long())])
    return _of_bytes(content, source)


def _of_mails(content: bytes, source: str, depth: int) -> Iterator[_Piece]:
    try:
        for number, mail in enumerate(mails(content), 1):
            yield from _of_mail(mail, f"{source}, mail {number}", depth + 1)
    except BadRecord as error:
        yield source, error


def _of_archive(content: bytes, source: str, depth: int) -> Iterator[_Piece]:
    try:
        found = gunzip(content) if content.startswith(GZIP) else unzip(content)
    except BadRecord as error:
        return iter([(source, error)])
    return iter(()) if found is None else _pieces(found, f"{source}, unpacked", depth + 1)


def _of_bytes(content: bytes, source: str) -> Iterator[_Piece]:
    """What is in a text, whatever it says it is."""
    try:
        found = as_text(content)
    except BadRecord as error:
        yield source, error
        return
    del content
    for place, piece in _of_text(found.text, source):
        yield place, replace(piece, forms=(*found.forms, *piece.forms)) if isinstance(piece, Records) else piece


def _of_mail(mail: bytes, source: str, depth: int) -> Iterator[_Piece]:
    """What is in a mail; if its fields were only some lines of a text, what is in the text, unless that is long."""
    nothing, whole = True, False
    again = mail if len(mail) <= MAX_READ_AGAIN else b""
    found = parts(mail)
    del mail
    try:
        for part in found:
            for piece in _of_part(part, f"{source}, {part.name}", depth):
                nothing, whole = False, whole or isinstance(piece[1], bytes | Records)
                yield piece
    except BadRecord as error:
        yield source, error
    if not whole and again:
        text = list(_of_bytes(again, source))
        if nothing or any(isinstance(piece, bytes) for _, piece in text):
            yield from text


def _of_part(part: MimePart, source: str, depth: int) -> Iterator[_Piece]:
    head = part.content[:_HEAD]
    if part.text is None or is_packet(head) or is_log(head) or kind_of(head):
        yield from _pieces(part.content, source, depth + 1)
        return
    found = list(_of_text(part.text, source))
    if not found and (is_mail(head) or is_mailbox(head)):
        found = list(_pieces(part.content, source, depth + 1))
    yield from found


def _of_text(text: str, source: str) -> Iterator[_Piece]:
    try:
        opened = dearmor(text)
        if (opened.damaged or not opened.blocks) and looks_html(text):
            opened = _fuller(dearmor(strip_html(text)), opened)
    except BadRecord as error:
        yield source, error
        return
    for block in opened.blocks:
        yield source, block.payload
    for damaged in opened.damaged:
        yield source, damaged
    try:
        found = records_in(text) if not opened.blocks and not opened.damaged else None
    except BadRecord as error:
        yield source, error
        return
    if found is not None:
        yield source, found


def _fuller(page: Opened, text: Opened) -> Opened:
    return page if len(page.blocks) >= len(text.blocks) else text
