"""An invitation to a match that is not made yet, and the answer to it: two small signed texts that travel by any way.

Anybody may have written them. An invitation is signed by the host whose card is in it, for one address and one set of
seats; an answer names the invitation by its digest, and is signed by whoever's card is in it. A refusal needs no card:
whoever knows the digest has seen the invitation. Belongs here: those bytes, their bounds and signatures. Must not be
here: who is invited to what (`gatherings`), what was answered (`accepted`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.crypto.hashing import b64, th, unb64
from pbem.crypto.keys import SIGNATURE_SIZE, sign, verify
from pbem.disk.small import T, decode_strict, encode_strict
from pbem.errors import BadRecord, WrongUse
from pbem.home.cards import SignedCard, read_signed, write_signed
from pbem.home.people import Address, check_person
from pbem.limits import LAST_TIME, MAX_CALL, MAX_OPTIONS, MAX_SEATS, MAX_SIGNED_CARD, MAX_TITLE
from pbem.record.challenge import check_title
from pbem.record.events import B16, B32, B64, Clock, Count, EngineName, OptionName, OptionText, SeatName
from pbem.record.wire import canonical

CardWord = Annotated[str, Meta(max_length=MAX_SIGNED_CARD)]
Time = Annotated[int, Meta(ge=0, le=LAST_TIME)]
Title = Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]
GameOrNone = Annotated[str, Meta(pattern=r"\A(?:[A-Za-z0-9_-]{43})?\Z")]
Dice = Annotated[str, Meta(pattern=r"\A[a-z+]{1,32}\Z")]


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who invites whom to play what. `address` is where it was sent, `seats` what he would hold, `own` the host's."""

    address: Address
    card: CardWord
    clock: Clock | None
    dice: Dice
    engine: EngineName
    expires: Time
    nonce: B16
    options: Annotated[dict[OptionName, OptionText | Count | bool], Meta(max_length=MAX_OPTIONS)]
    own: Annotated[tuple[SeatName, ...], Meta(max_length=MAX_SEATS)]
    seats: Annotated[tuple[SeatName, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    title: Title

    @property
    def id(self) -> str:
        """What an answer names: nobody knows it who has not seen the invitation."""
        return b64(th("invitation", canonical(self)))

    @property
    def host(self) -> SignedCard:
        """The card of whoever invites."""
        return read_signed(self.card)


class InvitationAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether somebody comes; without a card he does not."""

    accepts: bool
    card: CardWord
    invitation: B32
    time: Time


class _InvitationFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    invitation: Invitation
    sig: B64
    v: Literal["pbem invitation 1"] = "pbem invitation 1"


class _AnswerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    answer: InvitationAnswer
    sig: Annotated[str, Meta(pattern=r"\A(?:[A-Za-z0-9_-]{86})?\Z")]
    v: Literal["pbem answer 1"] = "pbem answer 1"


def write_invitation(invitation: Invitation, seed: bytes) -> bytes:
    """The text, signed by the host."""
    sig = b64(sign(seed, "sign/invitation", canonical(invitation)))
    content = encode_strict(_InvitationFile(invitation, sig))
    read_invitation(content)  # what others would refuse does not leave
    return content


def read_invitation(content: bytes) -> Invitation:
    """The invitation in a text that anybody may have written; BadRecord for anything odd."""
    file = _read(content, _InvitationFile, "invitation")
    invitation = file.invitation
    try:
        check_title(invitation.title)
        check_person("x", invitation.address)
    except WrongUse as fault:
        raise BadRecord(str(fault), source="invitation") from None
    seats = (*invitation.own, *invitation.seats)
    if len(set(seats)) < len(seats):
        raise BadRecord("a seat stands in it twice", source="invitation")
    host = _card_of(invitation.card, "invitation")
    if not _fits(host.id, file.sig, "sign/invitation", canonical(invitation)):
        raise BadRecord("the host in it did not sign it as it stands", source="invitation",
                        hint="ask for it to be sent again")
    return invitation


def write_answer(invitation: Invitation, card: SignedCard | None, seed: bytes, *, accepts: bool, time: int) -> bytes:
    """The answer to an invitation; a refusal may have no card, and is signed by nobody then."""
    answer = InvitationAnswer(accepts, "" if card is None else write_signed(card), invitation.id, time)
    sig = "" if card is None else b64(sign(seed, "sign/answer", canonical(answer)))
    content = encode_strict(_AnswerFile(answer, sig))
    read_answer(content)
    return content


def read_answer(content: bytes) -> tuple[InvitationAnswer, SignedCard | None]:
    """An answer that anybody may have written, and the card in it; BadRecord for anything odd."""
    file = _read(content, _AnswerFile, "answer")
    answer = file.answer
    if not answer.card:
        if answer.accepts or file.sig:
            raise BadRecord("it accepts without a card", source="answer")
        return answer, None
    card = _card_of(answer.card, "answer")
    if not _fits(card.id, file.sig, "sign/answer", canonical(answer)):
        raise BadRecord("the owner of the card in it did not sign it as it stands", source="answer",
                        hint="ask for it to be sent again")
    return answer, card


def _read(content: bytes, kind: type[T], source: str) -> T:
    if len(content) > MAX_CALL:
        raise BadRecord(f"{len(content):,} bytes, the limit is {MAX_CALL:,}", source=source)
    return decode_strict(content.strip() + b"\n", kind, source=source)


def _card_of(word: str, source: str) -> SignedCard:
    try:
        return read_signed(word)
    except BadRecord as fault:
        raise BadRecord(f"the card in it: {fault.why}", source=source) from None


def _fits(id: str, sig: str, label: str, content: bytes) -> bool:
    return bool(sig) and verify(unb64(id, 32), unb64(sig, SIGNATURE_SIZE), label, content)
