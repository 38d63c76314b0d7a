"""What came to the secrets of a table since they were kept last, so that what is kept is only ever added to.

Belongs here: these parts, and all of them put together. Must not be here: files, what a fact is (`plain`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pbem.play.layers import Layered
from pbem.play.plain import PlainClaim, PlainSecrets, PlainSlot, PlainSlots, PlainWaiting, plain_claim, plain_slot
from pbem.play.requests import Sealed
from pbem.play.secrets import Claimed, Incident, Secrets, Slot


class SecretsPart(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """`slots` that are new or known better, the number of each in `at`; `claims` that wait, or wait elsewhere, and the
    numbers of those `judged`; new incidents."""

    at: tuple[int, ...] = ()
    slots: tuple[PlainSlot, ...] = ()
    claims: tuple[PlainClaim, ...] = ()
    judged: tuple[int, ...] = ()
    incidents: tuple[Incident, ...] = ()


class SecretsKept(NamedTuple):
    """How much is kept already: `slots` as they were then, None if all that is kept was there when this program began;
    where each claim waits, by its number; how many incidents."""

    slots: Mapping[Sealed[Any], Slot] | None
    waiting: Mapping[int, int]
    incidents: int


NOTHING_KEPT = SecretsKept({}, {}, 0)


def part_of(secrets: Secrets, kept: SecretsKept) -> tuple[SecretsPart, SecretsKept]:
    """What came since, and how much is kept with it; ValueError if that cannot be kept."""
    number = _Numbers(secrets)
    found = [(number(handle), handle, slot) for handle, slot in _changed(secrets, kept)]
    found.sort(key=lambda one: one[0])
    waiting = {claim: at for claim, at, _, _ in _waiting(secrets, number)}
    claims = [
        plain_claim(made, handle, number) for claim, at, made, handle in _waiting(secrets, number)
        if made is not None and kept.waiting.get(claim) != at
    ]
    part = SecretsPart(
        tuple([at for at, _, _ in found]), tuple([plain_slot(handle, slot, number) for _, handle, slot in found]),
        tuple(sorted(claims, key=lambda claim: claim.number)), tuple(sorted(kept.waiting.keys() - waiting.keys())),
        tuple(secrets.incidents[kept.incidents :]),
    )
    return part, SecretsKept(secrets.slots, waiting, len(secrets.incidents))


class _Numbers:
    """The number of each slot: their order."""

    def __init__(self, secrets: Secrets) -> None:
        slots = secrets.slots
        self._before = slots.under if isinstance(slots, Layered) and isinstance(slots.under, PlainSlots) else None
        first = 0 if self._before is None else len(self._before)
        new = (handle for handle in (slots.over if isinstance(slots, Layered) else slots) if self._old(handle) is None)
        self._new = {handle: number for number, handle in enumerate(new, first)}

    def _old(self, handle: Sealed[Any]) -> int | None:
        return None if self._before is None else self._before.number(handle)

    def __call__(self, handle: Sealed[Any]) -> int:
        old = self._old(handle)
        return self._new[handle] if old is None else old


def _changed(secrets: Secrets, kept: SecretsKept) -> Iterable[tuple[Sealed[Any], Slot]]:
    slots, known = secrets.slots, {} if kept.slots is None else kept.slots
    if isinstance(slots, Layered):
        if isinstance(known, dict) and kept.slots is not None:
            raise ValueError("what is below was not kept")
        known = known.over if isinstance(known, Layered) else known
        slots = slots.over
    return [(handle, slot) for handle, slot in slots.items() if known.get(handle) is not slot]


def _waiting(
    secrets: Secrets, number: _Numbers
) -> Iterable[tuple[int, int, Claimed | None, Sealed[Any]]]:
    """Each claim that waits: its number, that of the slot at which it does, and it itself unless it waited before."""
    waiting = secrets.waiting
    if isinstance(waiting, Layered) and isinstance(waiting.under, PlainWaiting):
        for handle in waiting.left():
            at = number(handle)
            yield from ((claim.number, at, None, handle) for claim in waiting.under.plain.waiting[at])
    for handle, claims in (waiting.over if isinstance(waiting, Layered) else waiting).items():
        at = number(handle)
        yield from ((claim.number, at, claim, handle) for claim in claims)


def put_together(
    parts: Iterable[SecretsPart], made: Sequence[tuple[str, str, int]], claimed: int
) -> tuple[PlainSecrets, SecretsKept]:
    """All that was kept, and how much that is; ValueError if the parts do not follow one another."""
    slots, claims, incidents = list[PlainSlot](), dict[int, PlainClaim](), list[Incident]()
    for part in parts:
        for at, slot in zip(part.at, part.slots, strict=True):
            if at == len(slots):
                slots.append(slot)
            else:
                slots[at] = slot
        for number in part.judged:
            del claims[number]
        for claim in part.claims:
            claims[claim.number] = claim
        incidents += part.incidents
    numbers = dict(zip([(one.seat, one.slot) for one in slots], range(len(slots)), strict=True))
    waiting: dict[int, list[PlainClaim]] = {}
    for number in sorted(claims):
        waiting.setdefault(claims[number].at, []).append(claims[number])
    kept = SecretsKept(None, {number: claim.at for number, claim in claims.items()}, len(incidents))
    return PlainSecrets(slots, numbers, waiting, incidents, made, claimed), kept
