"""What the head of a letter says of its writer: what he has, who has the same, whom he can write to; signed.

    field = heads_field(match, said)      # "1767225600 0 3.xF4aQw,2.77bXc_,0 1,2 0>2 1,2 9w3…"
    read_heads(match, field)              # Said(...); None if the seat did not say so

The record knows nothing of it. What somebody says of himself counts by its time: an older letter that comes late, or
that somebody sends again, counts for nothing. For each seat stand the number of its events and the beginning of the
last one's id, so that two who hold different events of one seat find out.
Belongs here: that field. Must not be here: mail, what a courier does about it.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.crypto.hashing import b64, u8, u32, unb64
from pbem.crypto.keys import SIGNATURE_SIZE, sign, verify
from pbem.errors import BadRecord
from pbem.limits import MAX_FIELD, MAX_SEATS, MAX_WORD32
from pbem.match.match import Match

LABEL = "sign/heads"
SHORT = 6  # characters of an event's id
TWINS = "=twins"  # instead of them: both of two events that a seat signed for one place are held


@dataclass(frozen=True, slots=True)
class HeadsSaid:
    """What the person of `seat` said at a time: by seat what he has, as (count, beginning of the last id).

    `alike` are the people who have the same or are sent it now, `through` who passes it on to whom, `reach` whom its
    writer can write to: each person by the number of the first seat.
    """

    time: int
    seat: int
    heads: tuple[tuple[int, str], ...]
    alike: frozenset[int]
    through: tuple[tuple[int, int], ...]
    reach: frozenset[int]


def heads_of(match: Match) -> tuple[tuple[int, str], ...]:
    """What is held here of each seat; a proof that it signed twice counts as one event more."""
    return tuple(
        (feed.cut + 1, TWINS) if feed.cut is not None else (feed.n, feed.ids[-1][:SHORT] if feed.ids else "")
        for feed in match.feeds.feeds
    )


def heads_field(match: Match, said: HeadsSaid) -> str:
    """What the person says, in ASCII words, signed by a seat that is held here."""
    words = _words(said)
    signature = sign(match.keys[said.seat].sign_seed, LABEL, *_parts(match, said.seat, words))
    return " ".join((*words, b64(signature)))


def read_heads(match: Match, field: str) -> HeadsSaid | None:
    """What a field says that anybody may have written; None if it is none, or its seat did not sign it."""
    *words, signature = field.split()[:8] or [""]
    if len(words) != 6 or len(field) > MAX_FIELD:
        return None
    seats = len(match.feeds.feeds)
    try:
        said = _read(words, seats)
        signed = unb64(signature, SIGNATURE_SIZE)
    except (ValueError, BadRecord):
        return None
    if _words(said) != tuple(words):
        return None
    return said if verify(match.feeds.feeds[said.seat].pk, signed, LABEL, *_parts(match, said.seat, words)) else None


def known_of(match: Match, said: HeadsSaid) -> tuple[int, ...]:
    """By seat how many events its writer has that we have too: one less if the last is another than ours."""
    known = []
    for feed, (n, short) in zip(match.feeds.feeds, said.heads, strict=True):
        if feed.cut is not None:
            known.append(n if short == TWINS else min(n, feed.cut))
        else:
            is_other = 0 < n <= len(feed.ids) and feed.ids[n - 1][:SHORT] != short
            known.append(n - 1 if is_other else n)
    return tuple(known)


def _words(said: HeadsSaid) -> tuple[str, ...]:
    heads = ",".join(f"{n}.{short}" if n else "0" for n, short in said.heads)
    through = ",".join(f"{by}>{to}" for by, to in said.through)
    return str(said.time), str(said.seat), heads, _listed(said.alike), through or "-", _listed(said.reach)


def _listed(seats: frozenset[int]) -> str:
    return ",".join(map(str, sorted(seats))) or "-"


def _read(words: list[str], seats: int) -> HeadsSaid:
    """ValueError for anything that is not as `_words` writes it."""
    time, seat, heads, alike, through, reach = words
    read = tuple(_head(one) for one in heads.split(",")[: MAX_SEATS + 1])
    pairs = [one.partition(">") for one in _several(through)]
    if len(read) != seats:
        raise ValueError
    return HeadsSaid(
        _number(time, 2**40), _number(seat, seats), read, frozenset(_number(one, seats) for one in _several(alike)),
        tuple((_number(by, seats), _number(to, seats)) for by, _, to in pairs),
        frozenset(_number(one, seats) for one in _several(reach)),
    )


def _head(word: str) -> tuple[int, str]:
    n, dot, short = word.partition(".")
    if bool(dot) != (n != "0") or len(short) != (SHORT if dot else 0):
        raise ValueError
    return _number(n, MAX_WORD32), short


def _several(word: str) -> list[str]:
    return [] if word == "-" else word.split(",")[: MAX_SEATS * MAX_SEATS]


def _number(word: str, below: int) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 13) or int(word) >= below:
        raise ValueError
    return int(word)


def _parts(match: Match, seat: int, words: tuple[str, ...] | list[str]) -> tuple[bytes, ...]:
    return match.feeds.gid, u8(seat), u32(len(words)), " ".join(words).encode()
