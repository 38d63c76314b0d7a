"""What the head of a mail says: who sent it, how, and whether a machine may answer it (RFC 3834).

Belongs here: reading heads that anybody may have written. Must not be here: what is done about them. A head is a hint
and never truth: whose records a mail holds is told by their signatures alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parseaddr

from pbem.limits import MAX_ADDRESS, MAX_COMMENTS, MAX_FIELD, MAX_SEATS
from pbem.post.names import one_line

FIELDS = (
    "FROM", "SUBJECT", "MESSAGE-ID", "IN-REPLY-TO", "REFERENCES", "RETURN-PATH", "CONTENT-TYPE", "AUTO-SUBMITTED",
    "PRECEDENCE", "LIST-ID", "LIST-UNSUBSCRIBE", "X-AUTO-RESPONSE-SUPPRESS", "X-PBEM-GAME", "X-PBEM-KIND",
    "X-PBEM-ROUND", "X-PBEM-AWAITS", "X-PBEM-REMINDERS", "X-PBEM-HEADS", "X-PBEM-CARD",
    "X-PBEM-TITLE",
)
OURS = ".pbem@"  # how the left part of a Message-ID of ours ends
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_ROBOTS = re.compile(
    r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|listserv|majordomo|[^@]*-(?:request|bounces?|owner))@", re.I)


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a mail before it is fetched. `place` is where it lies (a UID), `size` its bytes."""

    place: int
    size: int
    sender: str  # the bare address, in lower case; empty if there is none
    subject: str
    message_id: str
    follows: frozenset[str]  # the ids of the mails that it answers
    is_bounce: bool
    is_robot: bool
    is_list: bool  # a mailing list or the like handed it on, whoever wrote it
    game: str
    kind: str
    round: int  # -1 if none is named
    awaits: tuple[str, ...]  # the seats that its sender waits for
    wish: str  # whether its sender says he wants reminders; who says so is told by the signature in it alone
    heads: str  # what its sender says he has, the same
    title: str  # a word that may be the signed title of the match
    cards: tuple[str, ...]  # words that may be signed cards
    has_packet: bool  # an attachment is named like a packet

    def may_be_ours(self, people: Collection[str]) -> bool:
        """Whether there may be a packet in it: by its marks or its sender; or what tells of one."""
        return self.is_marked or self.is_bounce or self.sender in people

    @property
    def is_marked(self) -> bool:
        """Whether it bears a mark of ours, whoever sent it."""
        follows_ours = any(OURS in id for id in self.follows)
        return bool(self.game) or self.has_packet or follows_ours or "pbem" in self.subject.lower()


def read_head(content: bytes, *, place: int = 0, size: int = 0, has_packet: bool = False) -> Head:
    """The head in these bytes, whatever they are; a field that is missing or too long counts as empty."""
    message = BytesHeaderParser().parsebytes(content)
    sender = _sender(_field(message, "from"))
    returns = _field(message, "return-path")
    kind = _field(message, "content-type").lower()
    automatic = _field(message, "auto-submitted").lower().partition(";")[0].strip()
    is_bounce = returns == "<>" or kind.startswith("multipart/report") or sender.startswith("mailer-daemon@")
    is_bulk = _field(message, "precedence").lower() in ("bulk", "list", "junk", "auto_reply")
    is_list = is_bulk or bool(_field(message, "list-id") or _field(message, "list-unsubscribe"))
    suppressed = bool(_field(message, "x-auto-response-suppress"))
    robot = automatic not in ("", "no") or is_list or suppressed or _ROBOTS.match(sender) is not None
    ids = _ID.findall(_field(message, "message-id"))
    number = _field(message, "x-pbem-round")
    return Head(
        place=place, size=size, sender=sender, subject=_field(message, "subject"), message_id=ids[0] if ids else "",
        follows=frozenset(_ID.findall(_field(message, "in-reply-to") + _field(message, "references"))),
        is_bounce=is_bounce, is_robot=is_bounce or robot or not sender, is_list=is_list,
        game=_field(message, "x-pbem-game"), kind=_field(message, "x-pbem-kind"),
        round=int(number) if number.isascii() and number.isdecimal() and len(number) < 7 else -1,
        awaits=tuple(_field(message, "x-pbem-awaits").split()),
        wish=_field(message, "x-pbem-reminders"), heads=_field(message, "x-pbem-heads"),
        title="".join(_field(message, "x-pbem-title").split()), cards=_cards(message), has_packet=has_packet,
    )


def _cards(message: Message) -> tuple[str, ...]:
    """The cards, each put together again; none of more than a match has people."""
    try:
        fields = message.get_all("x-pbem-card") or []
        return tuple("".join(str(one)[:MAX_FIELD].split()) for one in fields[:MAX_SEATS])
    except Exception:  # as for the sender
        return ()


def _sender(field: str) -> str:
    """The bare address; empty if there are so many comments: the library opens them inside each other.

    It fails in many ways on what nobody means (a thousand colons are groups in groups): that is no sender either.
    """
    if field.count("(") > MAX_COMMENTS:
        return ""
    try:
        address = parseaddr(field)[1].lower()
        return address if len(address) <= MAX_ADDRESS else ""  # mail goes to none so long
    except Exception:  # one such mail must not keep its whole mailbox from being read
        return ""


def _field(message: Message, name: str) -> str:
    try:
        value = message.get(name)
    except Exception:  # as for the sender
        return ""
    return one_line(str(value)[:MAX_FIELD].strip(), MAX_FIELD) if value is not None else ""
