"""Invitations and answers as a courier sends them: by mail, or as a text in a shared folder.

Belongs here: what such a letter holds. Must not be here: when it is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from pbem.courier.entries import LetterWritten
from pbem.courier.notice import Notice
from pbem.courier.settings import MailSettings
from pbem.desk.inviting import answer_text, invitation_text, subject_of
from pbem.home.accepted import Replied
from pbem.home.beside import SignedTitle, beside_id, write_beside
from pbem.home.cards import SignedCard
from pbem.home.gatherings import Guest
from pbem.home.invitation import read_answer, read_invitation
from pbem.home.people import PersonCard
from pbem.post.mail.letter import Kind, compose_notice, compose_slip, new_message_id
from pbem.post.names import ascii_word
from pbem.post.outgoing import paste


@dataclass(frozen=True, slots=True)
class Slip:
    """One small text: to whom (empty if to no address), its words for people, its payload, its file name.

    `id` is what it is remembered by, `what` how it is named in talk.
    """

    id: str
    kind: str
    what: str
    to: str
    subject: str
    text: str
    payload: bytes

    @property
    def name(self) -> str:
        """The name of the attachment."""
        return f"{self.kind}-{sha256(self.payload).hexdigest()[:8]}.pbem"


def invitation_slip(guest: Guest, remark: str) -> Slip:
    """The invitation of a guest."""
    payload = guest.sent.encode()
    found = read_invitation(payload)
    slip = Slip(guest.invitation, "invitation", "an invitation", guest.address, subject_of(found), "", payload)
    return _with_text(slip, invitation_text(found, remark, slip.name))


def answer_slip(id: str, replied: Replied) -> Slip:
    """The answer to an invitation."""
    payload, found = replied.answer.encode(), read_invitation(replied.invitation.encode())
    answer, card = read_answer(payload)
    slip = Slip(id, "answer", "your answer", found.host.address, "", "", payload)
    subject, text = answer_text(found, answer, card, slip.name)
    return _with_text(slip, text, subject)


def beside_slip(gid: str, title: SignedTitle | None, card: SignedCard | None) -> Slip:
    """The title of a match and a card."""
    payload = write_beside(gid, title, [card] if card is not None else [])
    text = "Title and card of a match; the couriers read it by themselves."
    return Slip(beside_id(payload), "beside", "your card", "", "", text, payload)


def text_of(slip: Slip) -> str:
    """The words and the block: a text that can be saved, pasted, or left in a folder."""
    return paste(slip.text, slip.payload, [slip.kind])


def letter_of(slip: Slip, settings: MailSettings, me: PersonCard, now: int) -> tuple[str, bytes, LetterWritten]:
    """Its mail: Message-ID, bytes, and what the journal notes of it."""
    id = new_message_id(ascii_word(slip.id), settings.address)
    kind: Kind = "invitation" if slip.kind == "invitation" else "answer"
    mail = compose_slip(
        id, f"{settings.name or me.name} <{settings.address}>", slip.to, slip.subject, text_of(slip),
        datetime.fromtimestamp(now, UTC), kind, (slip.name, slip.payload))
    return id, mail, LetterWritten(id=id, game=slip.id, way=settings.address, kind=kind, to=(slip.to,), time=now)


def notice_letter(about: str, notice: Notice, address: str, now: int) -> tuple[bytes, LetterWritten]:
    """A mail of a courier to its own person; `about` is what it is about, an id."""
    id = new_message_id(ascii_word(about), address)
    mail = compose_notice(id, address, notice.subject, notice.text, datetime.fromtimestamp(now, UTC))
    return mail, LetterWritten(id=id, game=about, way=address, kind="notice", to=(address,), time=now)


def _with_text(slip: Slip, text: str, subject: str = "") -> Slip:
    return Slip(slip.id, slip.kind, slip.what, slip.to, subject or slip.subject, text, slip.payload)
