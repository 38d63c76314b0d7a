"""A packet: lines of a log, packed for the way (protocol 2.13).

Belongs here: bytes to lines and back, with every bound. Must not be here: files, mails, or what a line says.
A packet is `MAGIC` followed by one zlib stream of whole lines; the magic tells it from a log, whatever its name.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable, Iterator

from pbem.errors import BadRecord
from pbem.limits import MAX_LINE, MAX_RAW, MIN_LINE

MAGIC = b"\x89PBEM1\r\n\x1a\n"  # a byte beyond ASCII and both line ends: passing as text breaks it visibly
MAX_PAYLOAD = len(MAGIC) + MAX_RAW + MAX_RAW // 1000 + 64  # what no compression could shrink
LINE_START = b'{"c":'
_LINE_END = b'"}\n'
_HINT = "ask the sender to send it again"
_MANGLED_MAGIC = re.compile(rb"[^\n]{0,3}PBEM1[^\n]?\n")


def is_packet(head: bytes) -> bool:
    """True if the first bytes are those of a packet, intact or changed on the way."""
    return _MANGLED_MAGIC.match(head) is not None


def is_log(head: bytes) -> bool:
    """True if the first bytes are those of a log."""
    return head.startswith(LINE_START)


def pack(lines: Iterable[bytes]) -> bytes:
    """2.13 One packet of whole lines, in the order given; BadRecord if they are no lines or pass 8 MiB."""
    chosen = list(lines)
    for number, line in enumerate(chosen, 1):
        _check_line(line, number)
    raw = b"".join(chosen)
    if not raw:
        raise BadRecord("a packet needs at least one line")
    if len(raw) > MAX_RAW:
        raise BadRecord("the lines are more than 8 MiB, the limit of one packet", hint="send them in several packets")
    return MAGIC + zlib.compress(raw, 9)


def pack_all(lines: Iterable[bytes]) -> Iterator[bytes]:
    """2.13 As few packets as hold all the lines; none if there are none."""
    chosen: list[bytes] = []
    size = 0
    for line in lines:
        if size + len(line) > MAX_RAW:
            yield pack(chosen)
            chosen, size = [], 0
        chosen.append(line)
        size += len(line)
    if chosen:
        yield pack(chosen)


def unpack(payload: bytes) -> list[bytes]:
    """2.13 The lines of a packet, each with its line end; BadRecord if one byte is not as it must be."""
    if not payload.startswith(MAGIC):
        why = "the packet was changed on its way, as a text is" if is_packet(payload[:32]) else "this is no packet"
        raise BadRecord(why, hint=_HINT)
    if len(payload) > MAX_PAYLOAD:
        raise BadRecord("the packet is larger than any packet can be", hint=_HINT)
    return split(_inflate(memoryview(payload)[len(MAGIC):]))


def split(raw: bytes) -> list[bytes]:
    """2.3 Whole lines of the right frame and length; BadRecord names the first that is not."""
    if not raw:
        raise BadRecord("the packet is empty", hint=_HINT)
    if raw.count(b"\n") * MIN_LINE > len(raw):  # before millions of tiny lines become a list
        raise BadRecord("the packet holds lines too short for records", hint=_HINT)
    lines = io.BytesIO(raw).readlines()
    for number, line in enumerate(lines, 1):
        _check_line(line, number)
    return lines


def _inflate(stream: memoryview) -> bytes:
    """The whole of one zlib stream, never more than `MAX_RAW` bytes of it."""
    inflater = zlib.decompressobj()
    try:
        raw = inflater.decompress(stream, MAX_RAW + 1)
    except zlib.error:
        raise BadRecord("the packet is damaged", hint=_HINT) from None
    if len(raw) > MAX_RAW:
        raise BadRecord("the packet unpacks to more than 8 MiB", hint="do not use it; ask the sender what it is")
    if not inflater.eof:
        raise BadRecord("the packet is cut off", hint=_HINT)
    if inflater.unused_data:
        raise BadRecord("the packet has something behind its end", hint=_HINT)
    return raw


def _check_line(line: bytes, number: int) -> None:
    """2.3 Length and frame; what is inside is the record's business."""
    if len(line) > MAX_LINE:
        raise BadRecord(f"longer than {MAX_LINE} bytes", line=number, hint=_HINT)
    if not line.endswith(b"\n"):
        raise BadRecord("cut off before its end", line=number, hint=_HINT)
    whole = line.startswith(LINE_START) and line.endswith(_LINE_END) and len(line) >= MIN_LINE
    if not whole or line.count(b"\n") > 1:
        raise BadRecord("this is no record", line=number, hint=_HINT)
