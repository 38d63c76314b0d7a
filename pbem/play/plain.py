"""The secrets of a table as plain facts, and back: what is kept of a Checkpoint beyond one program (protocol 3.5).

The options of a slot and what a claim holds true are functions over positions that are gone. They are not kept: whoever
goes on from plain facts says how they are made again, and that is done when one of them is asked for.
Belongs here: these facts. Must not be here: files, where play begins again (`pbem.match.again`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from pbem.play.requests import DrawSecret, Late, Options, Sealed, Written
from pbem.play.secrets import UNMADE, Claimed, Incident, Secrets, Slot

_PLAIN = (str, int, bool, type(None))
_MOST = 2**53
_SEEN, _PUBLIC, _FACE_DOWN, _LEGAL, _VALUE, _FALLBACK = (1 << bit for bit in range(6))


class PlainDraw(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a secret draw asked for; `less` are numbers of slots."""

    rule: str
    about: str
    pool: tuple[str, ...]
    count: int
    less: tuple[int, ...]


class PlainSlot(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A slot; value and default stand here if `facts` says that they are plain."""

    seat: str
    slot: str
    facts: int
    opened: int
    said: str | None = None
    value: Any = None
    fallback: Any = None
    draw: PlainDraw | None = None


class PlainClaim(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A claim that waits at the slot number `at`; `needs` are numbers of slots."""

    number: int
    rule: str
    claim: str
    needs: tuple[int, ...]
    has_shows: bool
    round: int
    seat: str
    at: int


class PlainSecrets(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """All that a table knows of the secrets of a match; `made` counts claims by seat and rule, `count` all of them."""

    slots: tuple[PlainSlot, ...]
    claims: tuple[PlainClaim, ...]
    incidents: tuple[Incident, ...]
    made: tuple[tuple[str, str, int], ...]
    count: int


class MadeAgain(Protocol):
    """Whoever plays a stretch again to find what was forgotten."""

    def slot(self, handle: Sealed[Any]) -> Slot:
        """A slot as it was when it was made, with its options."""

    def late(self, number: int, round: int) -> Late:
        """A claim with its functions."""


class RemadeOptions(Written[Any]):
    """The options of a slot that was made before the place where play went on."""

    __slots__ = ("_again", "_handle", "_known")

    def __init__(self, handle: Sealed[Any], again: MadeAgain, known: tuple[str, Any] | None) -> None:
        self._handle, self._again, self._known = handle, again, known

    def _real(self) -> Options[Any]:
        options = self._again.slot(self._handle).options
        assert not isinstance(options, DrawSecret)
        return options

    def read(self, say: str, tried: str, rule: str) -> Any:
        """As the options read; what was read before is not read again."""
        if self._known is not None and self._known[0] == say:
            return self._known[1]
        return self._real().read(say, tried, rule)

    def canonical(self, answer: Any, tried: str, rule: str) -> str:
        return self._real().canonical(answer, tried, rule)

    def spell(self, answer: Any) -> str:
        return self._real().spell(answer)

    def default(self) -> Any:
        """The default, fixed when the slot was made."""
        return self._again.slot(self._handle).fallback

    def says(self) -> tuple[str, ...]:
        return self._real().says()


def plain_of(secrets: Secrets) -> PlainSecrets:
    """The facts of some secrets; nothing is made again for them."""
    numbers = {handle: number for number, handle in enumerate(secrets.slots)}
    claims = [
        PlainClaim(c.number, c.late.rule, c.late.claim, tuple(numbers[h] for h in c.late.needs),
                   c.late.shows is not None, c.round, c.seat, numbers[at])
        for at, waiting in secrets.waiting.items() for c in waiting
    ]
    return PlainSecrets(
        tuple(_plain_slot(handle, slot, numbers) for handle, slot in secrets.slots.items()),
        tuple(sorted(claims, key=lambda claim: claim.number)), tuple(secrets.incidents),
        tuple((seat, rule, n) for (seat, rule), n in secrets.made.items()), secrets.count,
    )


def secrets_of(plain: PlainSecrets, again: MadeAgain) -> Secrets:
    """Secrets with these facts; what is no plain fact is made `again` when it is asked for. ValueError if unfit."""
    made = slots_of(plain.slots, again)
    handles = list(made.slots)
    for claim in plain.claims:
        needs = tuple([handles[i] for i in claim.needs])
        shows = _shows(again, claim) if claim.has_shows else None
        late = Late(claim.rule, claim.claim, needs, _holds(again, claim), shows)
        at = handles[claim.at]
        made.waiting[at] = (*made.waiting.get(at, ()), Claimed(claim.number, late, claim.round, claim.seat))
    made.incidents = list(plain.incidents)
    made.made = {(seat, rule): n for seat, rule, n in plain.made}
    made.count = plain.count
    return made


def slots_of(slots: Sequence[PlainSlot], again: MadeAgain, *, until: int | None = None) -> Secrets:
    """Secrets with these slots alone; as they stood in the round `until`, if it is given: not what was opened later."""
    made = Secrets()
    handles: list[Sealed[Any]] = [Sealed(one.seat, one.slot) for one in slots]
    for handle, one in zip(handles, slots, strict=True):
        made.slots[handle] = _slot(one, handle, handles, again, until)
        stem = handle.seat, handle.slot.rpartition("/")[0]
        made.used[stem] = made.used.get(stem, 0) + 1
    return made


def is_whole(one: PlainSlot) -> bool:
    """Whether nothing of a slot is ever made again, as far as play goes."""
    return one.draw is not None or bool(one.facts & _PUBLIC and one.facts & _VALUE)


def _plain_slot(handle: Sealed[Any], slot: Slot, numbers: Mapping[Sealed[Any], int]) -> PlainSlot:
    value, fallback = is_plain(slot.value), is_plain(slot.fallback)
    draw = slot.options if isinstance(slot.options, DrawSecret) else None
    if draw is not None and not value:
        raise ValueError("a secret draw gave what is not plain")
    facts = (
        slot.seen * _SEEN | slot.public * _PUBLIC | slot.face_down * _FACE_DOWN | slot.legal * _LEGAL
        | value * _VALUE | fallback * _FALLBACK
    )
    return PlainSlot(
        handle.seat, handle.slot, facts, slot.opened, slot.said, slot.value if value else None,
        slot.fallback if fallback else None,
        None if draw is None else PlainDraw(draw.rule, draw.about, tuple(draw.pool), draw.count,
                                            tuple(numbers[h] for h in draw.less)),
    )


def _slot(
    one: PlainSlot, handle: Sealed[Any], handles: Sequence[Sealed[Any]], again: MadeAgain, until: int | None
) -> Slot:
    facts = one.facts
    value = _tupled(one.value) if facts & _VALUE else UNMADE
    fallback = _tupled(one.fallback) if facts & _FALLBACK else UNMADE
    public = bool(facts & _PUBLIC) and (until is None or one.opened <= until)
    seen = bool(facts & _SEEN) and (until is None or public)
    if one.draw is not None:
        options: Any = DrawSecret(
            rule=one.draw.rule, about=one.draw.about, seat=one.seat, pool=one.draw.pool, count=one.draw.count,
            less=tuple([handles[i] for i in one.draw.less]),
        )
    else:
        is_known = facts & _SEEN and facts & _LEGAL and facts & _VALUE and one.said is not None
        options = RemadeOptions(handle, again, (one.said, value) if is_known and one.said is not None else None)
    if not seen:
        return Slot(options, fallback, face_down=bool(facts & _FACE_DOWN))
    return Slot(
        options, fallback, value, seen=True, public=public, face_down=bool(facts & _FACE_DOWN), said=one.said,
        legal=bool(facts & _LEGAL), opened=one.opened,
    )


def is_plain(value: object) -> bool:
    """Whether a value is made of words, whole numbers and truths alone."""
    if type(value) is tuple:
        return all(map(is_plain, value))
    return type(value) in _PLAIN and (type(value) is not int or -_MOST < value < _MOST)


def _tupled(value: Any) -> Any:
    """What was plain, as it was; ValueError for anything else."""
    if value is None or type(value) is str:
        return value
    if type(value) is list:
        return tuple([_tupled(one) for one in value])
    if not is_plain(value):
        raise ValueError(f"{type(value).__name__} is not plain")
    return value


def _holds(again: MadeAgain, claim: PlainClaim) -> Callable[..., bool]:
    return lambda *values: again.late(claim.number, claim.round).holds(*values)


def _shows(again: MadeAgain, claim: PlainClaim) -> Callable[..., str]:
    def shows(*values: Any) -> str:
        real = again.late(claim.number, claim.round).shows
        assert real is not None
        return real(*values)

    return shows
