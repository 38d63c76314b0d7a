"""Player cards and the address book (design 7). Addresses stay here: they never go into a log.

Belongs here: what a person shows to others, as a small text to hand over, and the cards of those we know.
Must not be here: secrets.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from pbem.crypto.hashing import unb64
from pbem.crypto.keys import key_fault
from pbem.disk.small import decode_strict, encode_strict, read_strict, updating
from pbem.errors import BadRecord, WrongUse
from pbem.limits import MAX_ADDRESS, MAX_CARD, MAX_NAME, MAX_PEOPLE
from pbem.record.events import B32

SHORTEST_ID = 6  # characters of an id that may stand for it

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Address: TypeAlias = Annotated[str, Meta(max_length=MAX_ADDRESS)]
_ADDRESS = re.compile(r"""[^\s"<>,;\\]*""")


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What we know of somebody; `address` is empty if none was given."""

    address: Address
    name: Name


class PersonCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person hands to others: name, address, public identity key (43 characters)."""

    address: Address
    id: B32
    name: Name


class CardFile(PersonCard, frozen=True, forbid_unknown_fields=True):
    """A card as text. `check` finds slips of the mail; it is no signature: who gave you the card vouches for it."""

    check: Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
    v: Literal["pbem card 1"]


def check_person(name: str, address: str) -> None:
    """WrongUse for a name or an address that would be refused on a card."""
    if fault := _fault(name, address):
        raise WrongUse(fault)


def write_card(card: PersonCard) -> str:
    """The card as one line of text."""
    check_person(card.name, card.address)
    file = CardFile(address=card.address, check=_check(card), id=card.id, name=card.name, v="pbem card 1")
    return encode_strict(file).decode("utf-8")


def read_card(text: bytes | str) -> PersonCard:
    """The card in a text that holds nothing else; BadRecord for anything odd."""
    content = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if len(content) > MAX_CARD:
        raise BadRecord(f"{len(content):,} bytes, a card has at most {MAX_CARD:,}", source="card")
    file = decode_strict(content.strip() + b"\n", CardFile, source="card")
    card = PersonCard(address=file.address, id=file.id, name=file.name)
    if fault := card_fault(card):
        raise BadRecord(fault, source="card")
    if file.check != _check(card):
        raise BadRecord("its check digits do not fit: it was changed on the way", source="card")
    return card


class People:
    """The address book of one home: everybody whose card was read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> dict[B32, Person]:
        """Everybody, by id."""
        return read_strict(self.path, dict[B32, Person]) or {}

    def put(self, card: PersonCard) -> Person | None:
        """Keeps a card; what was known of that id before, None if it is new."""
        check_person(card.name, card.address)
        with updating(self.path, dict[B32, Person]) as people:
            before = people.get(card.id)
            people[card.id] = Person(address=card.address, name=card.name)
            if len(people) > MAX_PEOPLE:
                raise WrongUse(f"the address book is full: {MAX_PEOPLE:,} people")
        return before

    def remove(self, id: str) -> None:
        """Forgets a person; no fault if there is none."""
        with updating(self.path, dict[B32, Person]) as people:
            people.pop(id, None)

    def find(self, text: str) -> PersonCard:
        """The one person with this name (in any case), id or start of an id; WrongUse if there is none, or several."""
        wanted = text.casefold()
        found = [
            PersonCard(address=person.address, id=id, name=person.name)
            for id, person in self.all().items()
            if person.name.casefold() == wanted or (len(text) >= SHORTEST_ID and id.startswith(text))
        ]
        if len(found) == 1:
            return found[0]
        shown = ascii(text)[1:-1][:64]
        if not found:
            raise WrongUse(f"nobody called {shown} is in the address book", "read in their card first")
        ids = ", ".join(card.id[:8] for card in found[:10])
        raise WrongUse(f"{len(found)} people are called {shown}", f"name one by id: {ids}")


def card_fault(card: PersonCard) -> str | None:
    """What is wrong with a card that somebody else made; None if nothing is."""
    return _fault(card.name, card.address) or key_fault(unb64(card.id))


def _fault(name: str, address: str) -> str | None:
    if not (0 < len(name) <= 64 and name.isprintable() and name == name.strip()):
        return "a name has 1 to 64 printable characters, none of them invisible"
    if not (len(address) <= 254 and address.isascii() and address.isprintable() and _ADDRESS.fullmatch(address)):
        return "an address has at most 254 ASCII characters, without spaces, quotes, brackets, commas and semicolons"
    return None


def _check(card: PersonCard) -> str:
    return sha256(encode_strict(card)).hexdigest()[:16]
