"""The secrets of a table as plain facts, and back: what is kept of a Checkpoint beyond one program (protocol 3.5).

The options of a slot and what a claim holds true are functions over positions that are gone. They are not kept, but for
short lists of plain answers: whoever goes on from plain facts says how they are made again, and that is done when one
of them is asked for. Slots and claims themselves are made when they are asked for.
Belongs here: these facts. Must not be here: files, what came since others were kept (`pbem.play.plain_parts`), where
play begins again (`pbem.match.again`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from pbem.play.layers import Layered
from pbem.play.requests import DrawSecret, Late, Listed, Options, Sealed, Written
from pbem.play.secrets import UNMADE, Claimed, Incident, Secrets, Slot, SlotsBefore

_PLAIN = (str, int, bool, type(None))
_MOST = 2**53
LISTED = 64  # answers of a list that is kept as it is
_SEEN, _PUBLIC, _FACE_DOWN, _LEGAL, _VALUE, _FALLBACK = (1 << bit for bit in range(6))


class PlainDraw(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a secret draw asked for; `less` are numbers of slots."""

    rule: str
    about: str
    pool: tuple[str, ...]
    count: int
    less: tuple[int, ...]


class PlainList(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A list of answers and the words of each; empty words say that they are the answers."""

    answers: tuple[Any, ...]
    words: tuple[str, ...] = ()


class PlainSlot(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A slot; value and default stand here if `facts` says that they are plain."""

    seat: str
    slot: str
    facts: int
    opened: int
    said: str | None = None
    value: Any = None
    fallback: Any = None
    draw: PlainDraw | None = None
    options: PlainList | None = None


class PlainClaim(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A claim that waits at the slot number `at`; `needs` are numbers of slots."""

    number: int
    rule: str
    claim: str
    needs: tuple[int, ...]
    has_shows: bool
    round: int
    seat: str
    at: int


class PlainSecrets(NamedTuple):
    """All that a table knows of the secrets of a match; `made` counts claims by seat and rule, `claimed` all of them.

    `numbers` are those of slots by seat and name, `waiting` the claims that wait at each, by its number.
    """

    slots: Sequence[PlainSlot]
    numbers: Mapping[tuple[str, str], int]
    waiting: Mapping[int, Sequence[PlainClaim]]
    incidents: Sequence[Incident]
    made: Sequence[tuple[str, str, int]]
    claimed: int


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


class PlainSlots(SlotsBefore):
    """The first `count` of some slots; as they stood in the round `until`, if that is given: not what was opened later.
    """

    def __init__(self, plain: PlainSecrets, again: MadeAgain, count: int | None = None, until: int | None = None):
        self.plain, self._again, self._until = plain, again, until
        self._count = len(plain.slots) if count is None else count
        self._made: dict[Sealed[Any], Slot] = {}

    def number(self, handle: Sealed[Any]) -> int | None:
        """The number of a slot; None if it is none of these."""
        number = self.plain.numbers.get((handle.seat, handle.slot))
        return None if number is None or number >= self._count else number

    def __getitem__(self, handle: Sealed[Any]) -> Slot:
        found = self._made.get(handle)
        if found is None:
            number = self.number(handle)
            if number is None:
                raise KeyError(handle)
            found = self._made[handle] = _slot(self.plain, number, self._again, self._until)
        return found

    def __contains__(self, handle: object) -> bool:
        return isinstance(handle, Sealed) and self.number(handle) is not None

    def __iter__(self) -> Iterator[Sealed[Any]]:
        return (Sealed(one.seat, one.slot) for one in self.plain.slots[: self._count])

    def __len__(self) -> int:
        return self._count

    def unopened(self, seat: str) -> list[Sealed[Any]]:
        """Those of a seat that were not public there."""
        slots = self.plain.slots[: self._count]
        return [Sealed(seat, one.slot) for one in slots if one.seat == seat and not _is_public(one, self._until)]


class PlainWaiting(Mapping[Sealed[Any], tuple[Claimed, ...]]):
    """The claims that wait at slots."""

    def __init__(self, plain: PlainSecrets, again: MadeAgain) -> None:
        self.plain, self._again = plain, again
        self._made: dict[Sealed[Any], tuple[Claimed, ...]] = {}

    def __getitem__(self, handle: Sealed[Any]) -> tuple[Claimed, ...]:
        found = self._made.get(handle)
        if found is None:
            waiting = self.plain.waiting[self.plain.numbers[handle.seat, handle.slot]]
            found = self._made[handle] = tuple([_claimed(one, self.plain, self._again) for one in waiting])
        return found

    def __contains__(self, handle: object) -> bool:
        return isinstance(handle, Sealed) and (
            self.plain.numbers.get((handle.seat, handle.slot)) in self.plain.waiting)

    def __iter__(self) -> Iterator[Sealed[Any]]:
        return (_handle(self.plain, at) for at in self.plain.waiting)

    def __len__(self) -> int:
        return len(self.plain.waiting)


def secrets_of(plain: PlainSecrets, again: MadeAgain) -> Secrets:
    """Secrets with these facts; what is no plain fact is made `again` when it is asked for."""
    made = Secrets()
    made.slots, made.waiting = Layered(PlainSlots(plain, again)), Layered(PlainWaiting(plain, again))
    made.incidents = list(plain.incidents)
    made.made = {(seat, rule): n for seat, rule, n in plain.made}
    made.count = plain.claimed
    return made


def slots_of(plain: PlainSecrets, again: MadeAgain, count: int, until: int) -> Secrets:
    """Secrets with the first so many slots alone, as they stood in the round `until`."""
    made = Secrets()
    made.slots = Layered(PlainSlots(plain, again, count, until))
    return made


def _handle(plain: PlainSecrets, number: int) -> Sealed[Any]:
    one = plain.slots[number]
    return Sealed(one.seat, one.slot)


def _claimed(one: PlainClaim, plain: PlainSecrets, again: MadeAgain) -> Claimed:
    needs = tuple([_handle(plain, number) for number in one.needs])
    shows = _shows(again, one) if one.has_shows else None
    return Claimed(one.number, Late(one.rule, one.claim, needs, _holds(again, one), shows), one.round, one.seat)


def is_whole(one: PlainSlot) -> bool:
    """Whether nothing of a slot is ever made again, as far as play goes."""
    return one.draw is not None or one.options is not None or bool(one.facts & _PUBLIC and one.facts & _VALUE)


def plain_slot(handle: Sealed[Any], slot: Slot, number: Callable[[Sealed[Any]], int]) -> PlainSlot:
    """The facts of a slot; `number` gives those of others. ValueError if it cannot be kept."""
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
                                            tuple(map(number, draw.less))),
        None if slot.public else _plain_list(slot.options),
    )  # fmt: skip


def plain_claim(claim: Claimed, at: Sealed[Any], number: Callable[[Sealed[Any]], int]) -> PlainClaim:
    """The facts of a claim that waits at a slot; `number` gives those of slots."""
    late = claim.late
    return PlainClaim(claim.number, late.rule, late.claim, tuple(map(number, late.needs)), late.shows is not None,
                      claim.round, claim.seat, number(at))  # fmt: skip


def _plain_list(options: object) -> PlainList | None:
    """A short list of plain answers, which no position is needed to read."""
    if type(options) is not Listed or len(options.legal) > LISTED:
        return None
    answers, words = options.legal, options.says()
    if not all(map(is_plain, answers)) or len(set(answers)) != len(answers):
        return None
    return PlainList(answers, () if answers == words else words)


def _listed(plain: PlainList) -> Listed[Any]:
    answers = [_tupled(one) for one in plain.answers]
    if not plain.words:
        return Listed(answers)
    return Listed(answers, dict(zip(answers, plain.words, strict=True)).__getitem__)


def _is_public(one: PlainSlot, until: int | None) -> bool:
    return bool(one.facts & _PUBLIC) and (until is None or one.opened <= until)


def _slot(plain: PlainSecrets, number: int, again: MadeAgain, until: int | None) -> Slot:
    one = plain.slots[number]
    facts, handle = one.facts, Sealed[Any](one.seat, one.slot)
    value = _tupled(one.value) if facts & _VALUE else UNMADE
    fallback = _tupled(one.fallback) if facts & _FALLBACK else UNMADE
    public = _is_public(one, until)
    seen = bool(facts & _SEEN) and (until is None or public)
    if one.draw is not None:
        options: Any = DrawSecret(
            rule=one.draw.rule, about=one.draw.about, seat=one.seat, pool=one.draw.pool, count=one.draw.count,
            less=tuple([_handle(plain, i) for i in one.draw.less]),
        )
    elif one.options is not None:
        options = _listed(one.options)
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
