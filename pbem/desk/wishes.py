"""Whether the person of a seat wants reminders, signed by the seat: no mail of somebody else can say it for him.

    field = wish_field(match, wanted=False)      # "none 12 0 9w3…": the wish, events signed so far, seat, signature
    read_wish(match, field)                      # Wish(seat=0, wanted=False, n=12); None if the seat did not say so

The record knows nothing of it: it stands in the head of a letter. An old letter that somebody sends again counts for
nothing, since a wish counts only if its seat has signed more than at the one before.
Belongs here: that field. Must not be here: mail, what a courier does about it.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.crypto.hashing import b64, u8, u32, unb64
from pbem.crypto.keys import SIGNATURE_SIZE, sign, verify
from pbem.errors import BadRecord
from pbem.limits import MAX_SEATS, MAX_WORD32
from pbem.match.match import Match

LABEL = "sign/reminders"
WANTED, NONE = "wanted", "none"


class Wish(NamedTuple):
    """What the person of a seat wished when the seat had signed `n` events."""

    seat: int
    wanted: bool
    n: int


def wish_field(match: Match, *, wanted: bool) -> str:
    """The wish of whoever holds the keys here, in ASCII, signed by the first seat held."""
    seat = min(match.keys)
    wish = Wish(seat, wanted, match.feeds.feeds[seat].n)
    signature = sign(match.keys[seat].sign_seed, LABEL, *_parts(match, wish))
    return f"{WANTED if wanted else NONE} {wish.n} {seat} {b64(signature)}"


def read_wish(match: Match, field: str) -> Wish | None:
    """The wish in a field that anybody may have written; None if it is none, or the seat did not sign it."""
    word, n, seat, signature = parts if len(parts := field.split()) == 4 else ("", "", "", "")
    if word not in (WANTED, NONE) or not _is_number(n) or not _is_number(seat):
        return None
    wish = Wish(int(seat), word == WANTED, int(n))
    if wish.seat >= min(MAX_SEATS, len(match.feeds.feeds)) or wish.n > MAX_WORD32:
        return None
    try:
        signed = unb64(signature, SIGNATURE_SIZE)
    except BadRecord:
        return None
    return wish if verify(match.feeds.feeds[wish.seat].pk, signed, LABEL, *_parts(match, wish)) else None


def _parts(match: Match, wish: Wish) -> tuple[bytes, ...]:
    return match.feeds.gid, u8(wish.seat), u32(wish.n), (WANTED if wish.wanted else NONE).encode()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 10
