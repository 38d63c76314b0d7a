"""What travels beside the record of a match and never in it: its title, and the cards of its people.

A title is signed by the host, a card by its owner, so anybody may pass them on. Belongs here: those texts, and the
titles that a home knows. Must not be here: the address book.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.crypto.hashing import b64, th, unb64
from pbem.crypto.keys import SIGNATURE_SIZE, sign, verify
from pbem.disk.small import decode_strict, encode_strict, read_strict, updating
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.home.cards import SignedCard, write_signed
from pbem.home.invitation import CardWord, Time, Title
from pbem.limits import MAX_CALL, MAX_SEATS, MAX_SIGNED_TITLE, MAX_TITLES
from pbem.record.challenge import check_title
from pbem.record.events import B32, B64


class SignedTitle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a match, and when its host gave it."""

    game: B32
    sig: B64
    time: Time
    title: Title
    v: Literal["pbem title 1"] = "pbem title 1"


class BesidePacket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What goes with a packet by hand, and into a shared folder; nothing about it is proven yet."""

    cards: Annotated[tuple[CardWord, ...], Meta(max_length=MAX_SEATS)]
    game: B32
    title: Annotated[str, Meta(max_length=MAX_SIGNED_TITLE)]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    beside: BesidePacket
    v: Literal["pbem beside 1"] = "pbem beside 1"


def sign_title(game: str, title: str, seed: bytes, time: int) -> SignedTitle:
    """The title of a match, signed by its host."""
    check_title(title)
    return SignedTitle(game, b64(sign(seed, "sign/title", _content(game, title, time))), time, title)


def write_title(title: SignedTitle) -> str:
    """A title as one ASCII word."""
    return b64(encode_strict(title))


def read_title(word: str, host: str) -> SignedTitle:
    """The title in a word that anybody may have written; BadRecord if this host did not sign it."""
    if len(word) > MAX_SIGNED_TITLE:
        raise BadRecord("too long for a title", source="title")
    found = decode_strict(unb64(word), SignedTitle, source="title")
    try:
        check_title(found.title)
    except WrongUse as fault:
        raise BadRecord(str(fault), source="title") from None
    content = _content(found.game, found.title, found.time)
    if not verify(unb64(host, 32), unb64(found.sig, SIGNATURE_SIZE), "sign/title", content):
        raise BadRecord("the host of the match did not sign it", source="title")
    return found


def write_beside(game: str, title: SignedTitle | None, cards: Iterable[SignedCard]) -> bytes:
    """The text."""
    words = tuple(map(write_signed, cards))[:MAX_SEATS]
    return encode_strict(_File(BesidePacket(words, game, "" if title is None else write_title(title))))


def read_beside(content: bytes) -> BesidePacket:
    """What is in a text that anybody may have written; BadRecord for anything odd."""
    if len(content) > MAX_CALL:
        raise BadRecord(f"{len(content):,} bytes, the limit is {MAX_CALL:,}", source="cards of a match")
    return decode_strict(content.strip() + b"\n", _File, source="cards of a match").beside


def beside_id(content: bytes) -> str:
    """What a text is remembered by."""
    return b64(th("beside", content))


class Titles:
    """The titles of the matches of one home, by id: the youngest of each."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> dict[B32, SignedTitle]:
        """All of them; none if the file cannot be read: a title is a convenience."""
        try:
            return read_strict(self.path, dict[B32, SignedTitle]) or {}
        except PbemError:
            return {}

    def of(self, game: str) -> str:
        """The title of a match; empty if it has none."""
        found = self.all().get(game)
        return "" if found is None else found.title

    def put(self, title: SignedTitle) -> bool:
        """Keeps a title if it is younger than the one that is known; whether it is."""
        with updating(self.path, dict[B32, SignedTitle]) as known:
            if title.game in known and known[title.game].time >= title.time:
                return False
            if len(known) >= MAX_TITLES and title.game not in known:
                return False
            known[title.game] = title
        return True


def _content(game: str, title: str, time: int) -> bytes:
    return encode_strict([game, time, title])
