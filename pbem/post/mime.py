"""What a mail holds: its texts and attachments, out of bytes that anybody may have made.

Belongs here: splitting mailboxes, parsing mails within bounds, text out of HTML. Must not be here: blocks, packets.
The parsing is the standard library's; here are the bounds that keep it quick on hostile mail.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesFeedParser
from email.policy import compat32

from pbem.errors import BadRecord
from pbem.limits import (
    LINE_COST,
    MAX_BOUNDARIES,
    MAX_FIELD,
    MAX_FIELDS,
    MAX_MAIL,
    MAX_MAIL_WORK,
    MAX_MAILS,
    MAX_PARAMETERS,
    MAX_PARSED,
    MAX_PART_DEPTH,
    MAX_PARTS,
    MAX_TAGS,
    MAX_WIDE,
)

_TOO_MUCH = "ask the sender for the packet alone"

_FROM_LINE = re.compile(rb"^From [^\r\n]{0,500}\r?\n(?=[!-9;-~]{1,76}:)", re.M)
_MAIL_START = re.compile(rb"\s{0,64}[!-9;-~]{1,76}:")
_KNOWN_FIELD = re.compile(rb"^(?:from|to|cc|subject|date|received|return-path|message-id|mime-version|content-type|"
                          rb"delivered-to|x-[a-z-]{1,40}):", re.I | re.M)
_FIELD = re.compile(rb"content-(?:type|transfer-encoding):", re.I)
_FIELD_END = re.compile(rb"\r\n(?![ \t])|\n(?![ \t])|\r(?![ \t\n])|\Z")
_CONTAINER = re.compile(rb"content-type:\s*(?:multipart|message)/", re.I)
_REPORT = re.compile(rb"content-type:\s*message/delivery-status", re.I)
_WINDOW = 2**20  # bytes in which fields are looked for at a time: letters of either case, without another whole mail
_TAG = re.compile(r"<[^<>]*>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.I)
_LOOKS_HTML = re.compile(r"<(?:html|body|div|p|br|span|pre|td)\b", re.I)

# Character sets that may be looked up; any other name could be that of a codec that takes hours.
_CHARSET = re.compile(
    r"utf-?(?:7|8|16|32)(?:-?[bl]e)?|iso[-_]?8859-\d{1,2}|latin-?1|windows-125\d|cp\d{3,4}|koi8-[ru]|gb2312|gbk|gb18030|"
    r"big5|euc-(?:jp|kr)|shift[-_]jis|iso-2022-(?:jp|kr)|macintosh", re.I)


@dataclass(frozen=True, slots=True)
class MimePart:
    """One leaf of a mail. `text` is what a reader sees, None for what says it is no text; `content` the bytes."""

    name: str
    content: bytes
    text: str | None


def is_mailbox(head: bytes) -> bool:
    """True if the first bytes are those of an mbox."""
    return _FROM_LINE.match(head.lstrip()) is not None


def is_mail(head: bytes) -> bool:
    """True if the first bytes are the fields of a mail."""
    return _MAIL_START.match(head) is not None and _KNOWN_FIELD.search(head.lstrip()) is not None


def mails(mailbox: bytes) -> Iterator[bytes]:
    """The mails of an mbox, one by one; BadRecord after `MAX_MAILS`."""
    start: int | None = None
    for number, mark in enumerate(_FROM_LINE.finditer(mailbox)):
        if start is not None:
            yield mailbox[start:mark.start()]
        if number >= MAX_MAILS:
            raise BadRecord(f"more than {MAX_MAILS} mails", hint="save the mails of this match on their own")
        start = mark.end()
    if start is not None:
        yield mailbox[start:]


def parts(mail: bytes) -> Iterator[MimePart]:
    """The leaves of a mail, mails inside it opened too, in order; BadRecord if it passes a bound."""
    mail = mail.lstrip()
    _check(mail)
    try:
        message = _parsed(mail)
        del mail  # a large one is there as few times at once as can be
        for number, (leaf, content) in enumerate(_leaves(message, 0), 1):
            if number > MAX_PARTS:
                raise BadRecord(f"the mail has more than {MAX_PARTS} parts", hint=_TOO_MUCH)
            part = MimePart(f"part {number}", content, _text(leaf, content))
            del content
            yield part
    except BadRecord:
        raise
    except Exception as error:  # the parser fails in many ways on malformed mail: the mail's fault, not a bug here
        raise BadRecord(f"the mail cannot be read ({type(error).__name__})", hint=_TOO_MUCH) from None


def decode(content: bytes, charset: str = "") -> str:
    """The text in these bytes, whatever they say they are; what fits no reading becomes U+FFFD.

    BadRecord if they are many and not ASCII alone: one strange letter makes each of them four.
    """
    if len(content) > MAX_WIDE and not content.isascii():
        raise BadRecord(f"a text of more than {MAX_WIDE // (1024 * 1024)} MiB that is not ASCII", hint=_TOO_MUCH)
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if content.startswith(mark):
            return content.decode(name, "replace")
    if _CHARSET.fullmatch(charset):
        with suppress(LookupError):
            return content.decode(charset, "replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def looks_html(text: str) -> bool:
    """True if a text has the commonest tags of HTML in it."""
    return _LOOKS_HTML.search(text) is not None


def strip_html(page: str) -> str:
    """The text of a page without tags and comments, quotes kept. Linear; not for display. BadRecord: too many tags."""
    if page.count("<") + page.count("&") > MAX_TAGS:
        raise BadRecord("a page with too many tags", hint=_TOO_MUCH)
    kept: list[str] = []
    at = 0
    while (start := page.find("<!--", at)) >= 0 and (end := page.find("-->", start + 4)) >= 0:
        kept.append(page[at:start])
        at = end + 3
    kept.append(page[at:])
    return _ENTITY.sub(lambda m: html.unescape(m[0]), _TAG.sub("", "".join(kept)))


def _check(mail: bytes) -> None:
    """Bounds on what the parser's time grows with, before it starts."""
    if len(mail) > MAX_MAIL:
        raise BadRecord(f"the mail is larger than {MAX_MAIL // (1024 * 1024)} MiB", hint=_TOO_MUCH)
    containers, is_report = 0, False
    for number, field in enumerate(_fields(mail)):
        containers += _CONTAINER.match(mail, field.start()) is not None
        is_report = is_report or _REPORT.match(mail, field.start()) is not None
        end = _FIELD_END.search(mail, field.end(), field.end() + MAX_FIELD)
        if number >= MAX_FIELDS or end is None or end.end() - field.start() > MAX_FIELD:
            raise BadRecord("the mail has too many or too long header fields", hint=_TOO_MUCH)
        if mail.count(b";", field.end(), end.end()) > MAX_PARAMETERS:
            raise BadRecord("the mail has a header field with too many parameters", hint=_TOO_MUCH)
    lines = mail.count(b"\n") + mail.count(b"\r") - mail.count(b"\r\n")
    pieces = sum(mail.count(start) for start in (b"\n--", b"\r--", b"\n:", b"\r:"))  # a nameless field is a defect
    if is_report:  # each empty line in it begins a part
        pieces += mail.count(b"\n\n") + mail.count(b"\r\r") + mail.count(b"\n\r")
    width = 2 if mail.isascii() else 4  # of a character, in a line and in the whole
    if (lines * (containers + 1) > MAX_MAIL_WORK or pieces > MAX_BOUNDARIES
            or width * len(mail) + LINE_COST * lines > MAX_PARSED):
        raise BadRecord("the mail has too many lines or parts", hint=_TOO_MUCH)


def _fields(mail: bytes) -> Iterator[re.Match[bytes]]:
    """Where a line begins with the name of a field that says what a part is."""
    for start in range(0, len(mail), _WINDOW):
        window = mail[start : start + _WINDOW + 32].lower()
        at = window.find(b"content-")
        while 0 <= at < _WINDOW:
            place = start + at
            field = _FIELD.match(mail, place) if place == 0 or mail[place - 1] in b"\r\n" else None
            if field is not None:
                yield field
            at = window.find(b"content-", at + 1)


def _parsed(mail: bytes) -> Message:
    """The mail, fed in pieces: given as a whole the parser makes four bytes of each."""
    parser = BytesFeedParser(policy=compat32)
    for at in range(0, len(mail), _WINDOW):
        parser.feed(mail[at : at + _WINDOW])
    return parser.close()


def _leaves(message: Message, depth: int) -> Iterator[tuple[Message, bytes]]:
    if depth > MAX_PART_DEPTH:
        raise BadRecord(f"the mail is nested more than {MAX_PART_DEPTH} deep", hint=_TOO_MUCH)
    encoding = str(message.get("content-transfer-encoding", "")).strip().lower()
    payload = message.get_payload() if message.is_multipart() else None
    if isinstance(payload, list):
        inner = [part for part in payload if isinstance(part, Message)]
        wrapped = encoding == "base64" and len(inner) == 1 and not inner[0].keys() and not inner[0].is_multipart()
        if wrapped:  # a mail sent as base64, against the rules but seen: it was parsed before it was decoded
            yield message, _unwrap(inner[0])
            return
        for part in inner:
            yield from _leaves(part, depth + 1)
        return
    if encoding and message["content-transfer-encoding"] != encoding:
        message.replace_header("content-transfer-encoding", encoding)
    content = _decoded(message, payload=message.get_payload(), encoding=encoding)
    message.set_payload("")  # it is not needed any more, and may be large
    yield message, content


def _decoded(message: Message, payload: object, encoding: str) -> bytes:
    if encoding == "base64" and isinstance(payload, str):
        with suppress(ValueError):  # binascii.Error is one; the library mends some, and takes much more memory
            return binascii.a2b_base64(payload)
    content = message.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _unwrap(message: Message) -> bytes:
    content = message.get_payload(decode=True)
    try:
        return base64.b64decode(content if isinstance(content, bytes) else b"")
    except binascii.Error:
        return b""


def _text(leaf: Message, content: bytes) -> str | None:
    if leaf.get_content_maintype() != "text":
        return None
    charset = leaf.get_param("charset")
    text = decode(content, charset if isinstance(charset, str) else "")
    return strip_html(text) if leaf.get_content_subtype() == "html" else text
