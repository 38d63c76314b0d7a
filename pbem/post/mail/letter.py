"""A letter of a courier: a report for people first, the board, then the packet, twice (protocol 2.13, RFC 3834).

Belongs here: its fields and parts. Must not be here: sending; a clock: the caller gives the date and the Message-ID.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Literal

from pbem.limits import MAX_TWICE
from pbem.post.names import ascii_word, field_text
from pbem.post.outgoing import checked_address, checked_name, paste

Kind = Literal["turn", "reminder", "again", "lost", "notice", "invitation", "answer"]


@dataclass(frozen=True, slots=True)
class Letter:
    """All that stands in a letter; `follows` are the ids of earlier mails of its thread, oldest first."""

    message_id: str
    sender: str
    to: tuple[str, ...]
    subject: str
    date: datetime
    text: str
    game: str
    kind: Kind
    round: int
    label: tuple[str, ...]
    packet: tuple[str, bytes]  # its file name and content
    awaits: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    wish: str = ""  # whether its sender wants reminders, signed; ASCII words
    heads: str = ""  # what its sender has, signed; ASCII words
    title: str = ""  # that of the match, signed; an ASCII word
    cards: tuple[str, ...] = ()  # signed cards of people of the match, each an ASCII word
    picture: bytes = field(default=b"", repr=False)


def new_message_id(game: str, address: str) -> str:
    """A Message-ID that nobody had before and nobody can guess."""
    domain = address.rpartition("@")[2] or "pbem.invalid"
    return f"<{ascii_word(game[:12])}.{secrets.token_hex(8)}.pbem@{domain}>"


def thread_of(game: str) -> str:
    """The id of the mail that all mails of a match seem to answer, so that they stand in one thread everywhere."""
    return f"<{ascii_word(game[:32])}.pbem@match.invalid>"


def compose(letter: Letter) -> bytes:
    """The letter as it travels; WrongUse names a bad address.

    Ids of mails and the signed wish stand before the rest, as they are: the library would decode what others wrote,
    and encode what is long.
    """
    mail = EmailMessage(policy=SMTP)
    mail["From"] = checked_address(letter.sender)
    mail["To"] = [checked_address(one) for one in letter.to]
    mail["Subject"] = field_text(letter.subject)
    mail["Date"] = format_datetime(letter.date)
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail["X-Pbem-Game"] = letter.game
    mail["X-Pbem-Kind"] = letter.kind
    mail["X-Pbem-Round"] = str(letter.round)
    if letter.awaits:
        mail["X-Pbem-Awaits"] = " ".join(letter.awaits)
    name, payload = letter.packet
    is_twice = len(payload) <= MAX_TWICE or letter.kind in ("again", "lost")
    mail.set_content(paste(letter.text, payload, letter.label) if is_twice else letter.text)
    if letter.picture:
        mail.add_attachment(letter.picture, maintype="image", subtype="png", filename="board.png", disposition="inline")
    mail.add_attachment(payload, maintype="application", subtype="octet-stream", filename=checked_name(name))
    return _as_they_are(letter) + mail.as_bytes()


def compose_notice(message_id: str, address: str, subject: str, text: str, date: datetime) -> bytes:
    """A mail of a courier to its own person."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = mail["To"] = checked_address(address)
    mail["Subject"] = field_text(subject)
    mail["Date"] = format_datetime(date)
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Pbem-Kind"] = "notice"
    mail.set_content(text)
    return f"Message-ID: {message_id}\r\n".encode("ascii") + mail.as_bytes()


def compose_slip(
    message_id: str, sender: str, to: str, subject: str, text: str, date: datetime, kind: Kind, file: tuple[str, bytes],
) -> bytes:
    """An invitation, or the answer to one: a block in the text, and the same as a file."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = checked_address(sender), checked_address(to)
    mail["Subject"] = field_text(subject)
    mail["Date"] = format_datetime(date)
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Pbem-Kind"] = kind
    mail.set_content(text)
    name, payload = file
    mail.add_attachment(payload, maintype="application", subtype="octet-stream", filename=checked_name(name))
    return f"Message-ID: {message_id}\r\n".encode("ascii") + mail.as_bytes()


def _as_they_are(letter: Letter) -> bytes:
    thread = dict.fromkeys((thread_of(letter.game), *letter.follows[-8:]))
    lines = [f"Message-ID: {letter.message_id}", "References: " + "\r\n ".join(thread)]
    lines += [f"In-Reply-To: {letter.follows[-1]}"] if letter.follows else []
    lines += ["X-Pbem-Reminders: " + "\r\n ".join(letter.wish.split())] if letter.wish else []
    lines += ["X-Pbem-Heads: " + "\r\n ".join(letter.heads.split())] if letter.heads else []
    lines += [_folded("X-Pbem-Title", letter.title)] if letter.title else []
    lines += [_folded("X-Pbem-Card", card) for card in letter.cards]
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _folded(field: str, word: str) -> str:
    """A long word as a field: a line of a mail has at most 998 characters."""
    return f"{field}: " + "\r\n ".join(word[at : at + 76] for at in range(0, len(word), 76))


def addresses(people: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Names and addresses as they stand in a mail; who has no address is left out."""
    return tuple(f"{name} <{address}>" for name, address in people if address)
