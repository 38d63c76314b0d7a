"""Signed cards: what a person says of himself, as a token that anybody may pass on (addresses never go into a log).

    token = write_signed(card, seed, time)     # one ASCII word
    signed = read_signed(token)                # BadRecord if its owner did not sign it as it stands

The owner of a key alone can change his address: a card counts if it is signed by the key that it names, and is younger
than the one that is known. Belongs here: that word, and the own one of a home. Must not be here: the address book.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import SIGNATURE_SIZE, sign, verify
from pbem.disk.small import decode_strict, encode_strict, read_strict, updating, write_strict
from pbem.errors import BadRecord, PbemError
from pbem.home.people import Address, Name, PersonCard, card_fault
from pbem.limits import LAST_TIME, MAX_PEOPLE, MAX_SIGNED_CARD
from pbem.record.events import B32

LABEL = "sign/card"


class SignedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card, the time at which its owner signed it (Unix seconds), the signature."""

    address: Address
    id: B32
    name: Name
    sig: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{86}\Z")]
    time: Annotated[int, Meta(ge=0, le=LAST_TIME)]
    v: Literal["pbem card 2"] = "pbem card 2"

    @property
    def card(self) -> PersonCard:
        """The card alone."""
        return PersonCard(address=self.address, id=self.id, name=self.name)


def signed_card(card: PersonCard, seed: bytes, time: int) -> SignedCard:
    """The card signed by its owner, whose seed is given."""
    return SignedCard(card.address, card.id, card.name, b64(sign(seed, LABEL, _content(card, time))), time)


def write_signed(card: SignedCard) -> str:
    """The card as one ASCII word."""
    return b64(encode_strict(card))


def read_signed(word: str) -> SignedCard:
    """The card in a word that anybody may have written; BadRecord for anything odd, or if its owner did not sign it."""
    if len(word) > MAX_SIGNED_CARD:
        raise BadRecord("too long for a card", source="card")
    card = decode_strict(unb64(word), SignedCard, source="card")
    if fault := card_fault(card.card):
        raise BadRecord(fault, source="card")
    if not verify(unb64(card.id, 32), unb64(card.sig, SIGNATURE_SIZE), LABEL, _content(card.card, card.time)):
        raise BadRecord("its owner did not sign it", source="card")
    return card


class SignedCards:
    """The signed cards of others, by id: the youngest of each. None goes in that its owner did not sign."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, id: str) -> SignedCard | None:
        """Somebody's youngest card."""
        return (read_strict(self.path, dict[B32, SignedCard]) or {}).get(id)

    def put(self, card: SignedCard) -> bool:
        """Keeps a card if it is younger than the one that is known; whether it is."""
        with updating(self.path, dict[B32, SignedCard]) as known:
            if card.id in known and known[card.id].time >= card.time:
                return False
            if len(known) >= MAX_PEOPLE and card.id not in known:
                return False
            known[card.id] = card
        return True


class OwnCard:
    """The signed card of a home, in a file, so that a courier can show it without the identity."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, card: PersonCard) -> SignedCard | None:
        """The signed form of this card; None if another one, or none, was signed."""
        try:
            kept = read_strict(self.path, SignedCard)
        except PbemError:  # it is signed anew by the next command that unlocks the identity
            return None
        return kept if kept is not None and kept.card == card else None

    def sign(self, card: PersonCard, seed: bytes, now: int) -> SignedCard:
        """Signs it, later than whatever was signed before."""
        if (kept := self.get(card)) is not None:
            return kept
        try:
            before = read_strict(self.path, SignedCard)
        except PbemError:
            before = None
        signed = signed_card(card, seed, max(now, before.time + 1 if before is not None else 0))
        write_strict(self.path, signed)
        return signed


def _content(card: PersonCard, time: int) -> bytes:
    return encode_strict([card.address, card.id, card.name, time])
