"""What one table can see of sealed things, and the claims about them that wait to be judged.

Belongs here: slots, values as far as they can be seen, late checks. Must not be here: keys, flow of play.
Source: protocol 3.1, 3.2; design section 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from pbem.errors import FalseClaim, IllegalMove
from pbem.play.requests import DrawSecret, Late, Options, Roller, Sealed

if TYPE_CHECKING:
    from pbem.play.layers import Layered

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Incident:
    """Something every report must mention: a sealed text that was not legal, a claim that proved false.

    `about` are the secrets it speaks of, `claimed` what was claimed of them, `said` sealed words that were not legal.
    """

    round: int
    rule: str
    seat: str
    text: str
    about: tuple[Sealed[Any], ...] = field(default=(), compare=False)
    claimed: str = field(default="", compare=False)
    said: str = field(default="", compare=False)
    shown: str = field(default="", compare=False)


class Tally(msgspec.Struct, frozen=True):
    """How many claims a seat made under a rule, how many of them this table could judge, how many proved false."""

    made: int
    judged: int
    false: int


UNMADE: Any = object()
"""The value or the default of a slot that is made again when it is asked for (`pbem.play.plain`)."""


class Slot(msgspec.Struct, frozen=True):
    """What a table knows of one secret.

    `fallback` is its default, fixed when it was asked. It is `seen` if this table can peek. If it is `face_down` its
    owner is not told what is in it. `said` are the words from which a text was learned; if they were not `legal`, or
    nobody was asked for any, the default counts. `opened` is the round since which it is `public`.
    """

    options: Options[Any] | DrawSecret
    fallback: Any = None
    value: Any = None
    seen: bool = False
    public: bool = False
    face_down: bool = False
    said: str | None = None
    legal: bool = True
    opened: int = 0


class Claimed(msgspec.Struct, frozen=True, eq=False):
    """One claim; `number` is its place in the order in which they were made."""

    number: int
    late: Late
    round: int
    seat: str


class SlotsBefore(Mapping[Sealed[Any], Slot], ABC):
    """Slots of a Checkpoint that was kept, made when they are asked for."""

    @abstractmethod
    def unopened(self, seat: str) -> list[Sealed[Any]]:
        """Those of a seat that were not public there."""


Slots: TypeAlias = "dict[Sealed[Any], Slot] | Layered[Sealed[Any], Slot]"
Waiting: TypeAlias = "dict[Sealed[Any], tuple[Claimed, ...]] | Layered[Sealed[Any], tuple[Claimed, ...]]"


class Secrets:
    """The slots of one match at one table. Values come and go here; the state knows handles only."""

    def __init__(self) -> None:
        """No slots yet."""
        self.slots: Slots = {}
        self.heard: dict[int, Late] | None = None  # by number every claim made from now on, if somebody listens
        self.waiting: Waiting = {}  # each claim at one secret that it needs to see
        self.incidents: list[Incident] = []
        self.made: dict[tuple[str, str], int] = {}  # how many claims, by seat and rule
        self.count = 0  # of all claims

    def copy(self) -> Secrets:
        """The same slots for another table: what one of them learns later the other does not."""
        again = Secrets()
        again.slots, again.waiting = self.slots.copy(), self.waiting.copy()
        again.incidents = list(self.incidents)
        again.made, again.count = dict(self.made), self.count
        again.heard = self.heard
        return again

    # ------------------------------------------------------------------ slots

    def handles(self, seat: str, stem: str, count: int) -> tuple[Sealed[Any], ...]:
        """The next `count` handles of a seat under a stem `r<round>/<rule>[/<about>]`; nothing is taken yet."""
        first = 0
        while Sealed(seat, f"{stem}/{first}") in self.slots:
            first += 1
        return tuple([Sealed(seat, f"{stem}/{i}") for i in range(first, first + count)])

    def take(
        self, handles: Sequence[Sealed[Any]], kinds: Sequence[Options[Any] | DrawSecret], *, public: bool,
        face_down: bool = False,
    ) -> None:
        """Makes the next slots of a seat; `public` if it was not asked: its quietest answers count for all."""
        for handle, kind in zip(handles, kinds, strict=True):
            if isinstance(kind, DrawSecret):
                self.slots[handle] = Slot(kind)
            elif public:
                value, made = kind.default(), slot_order(handle)[0]
                self.slots[handle] = Slot(kind, value, value, seen=True, public=True, legal=False, opened=made)
            else:
                self.slots[handle] = Slot(kind, fallback=kind.default(), face_down=face_down)

    def peek(self, handle: Sealed[T]) -> T | None:
        """What is in it as far as this table can see; None if it cannot."""
        secret = self.slots.get(handle)
        value: T | None = self._value_of(handle, secret) if secret is not None and secret.seen else None
        return value

    def _value_of(self, handle: Sealed[Any], secret: Slot) -> Any:
        """What is in it; made again if it was only kept in words."""
        if secret.value is not UNMADE:
            return secret.value
        assert not isinstance(secret.options, DrawSecret)
        value = _default_of(secret)
        if secret.legal:
            assert secret.said is not None
            value = secret.options.read(secret.said, handle.slot, "0")
        self.slots[handle] = msgspec.structs.replace(secret, value=value)
        return value

    def is_face_down(self, handle: Sealed[Any]) -> bool:
        """Whether its owner's screens do not tell him what he sealed there."""
        return (secret := self.slots.get(handle)) is not None and secret.face_down and not secret.public

    def of(self, seat: str) -> list[Sealed[Any]]:
        """All slots of a seat, in slot order."""
        return sorted([handle for handle in self.slots if handle.seat == seat], key=slot_order)

    def unopened(self, seat: str) -> list[Sealed[Any]]:
        """The slots of a seat that are not public, in slot order."""
        slots, found = self.slots, list[Sealed[Any]]()
        if not isinstance(slots, dict):
            assert isinstance(slots.under, SlotsBefore)
            found = [handle for handle in slots.under.unopened(seat) if handle not in slots.over]
            slots = slots.over
        found += [handle for handle, secret in slots.items() if handle.seat == seat and not secret.public]
        return sorted(found, key=slot_order)

    def is_seen(self, handle: Sealed[Any]) -> bool:
        """Whether this table can see into it."""
        return (secret := self.slots.get(handle)) is not None and secret.seen

    def hidden(self) -> dict[Sealed[Any], Options[Any] | DrawSecret]:
        """What this table cannot see into and what may be in it, in the order in which it was made."""
        return {handle: secret.options for handle, secret in self.slots.items() if not secret.seen}

    def is_hidden(self, handle: Sealed[Any]) -> bool:
        """Whether it is there and this table cannot see into it."""
        return (secret := self.slots.get(handle)) is not None and not secret.seen

    def imagine(self, values: Mapping[Sealed[Any], Any]) -> None:
        """What if these were in hidden secrets? What was claimed of them until now is not judged: ask `misfits` before.

        IllegalMove for a value that is not legal in its slot.
        """
        for handle, value in values.items():
            secret = self.slots[handle]
            assert not secret.seen, f"{handle.slot} of {handle.seat} is seen: nothing is to be imagined"
            if not isinstance(secret.options, DrawSecret):
                value = secret.options.read(secret.options.spell(value), handle.slot, _rule(handle))
            self._learn(handle, value)
        self.waiting = {
            handle: tuple([c for c in claims if values.keys().isdisjoint(c.late.needs)])
            for handle, claims in self.waiting.items()
        }

    def misfits(self, values: Mapping[Sealed[Any], Any]) -> list[Late]:
        """The claims that would be false if these were in hidden secrets, as far as the rest of them can be seen."""
        found = []
        for late in self.open_claims():
            known = [h in values or self.is_seen(h) for h in late.needs]
            if all(known) and not late.holds(*(values[h] if h in values else self.peek(h) for h in late.needs)):
                found.append(late)
        return found

    def is_public(self, handle: Sealed[Any]) -> bool:
        """Whether it has been opened to everybody."""
        return (secret := self.slots.get(handle)) is not None and secret.public

    def is_draw(self, handle: Sealed[Any]) -> bool:
        """Whether it came from a secret draw."""
        return isinstance(self.slots[handle].options, DrawSecret)

    def spelled(self, handle: Sealed[Any]) -> str:
        """The canonical words of a seen text."""
        secret = self.slots[handle]
        assert not isinstance(secret.options, DrawSecret)
        if secret.legal and secret.said is not None:
            return secret.said
        return secret.options.spell(self._value_of(handle, secret))

    def dealt(self, handle: Sealed[Any]) -> tuple[str, ...]:
        """What a seen secret draw gave."""
        secret = self.slots[handle]
        assert isinstance(secret.options, DrawSecret)
        given: tuple[str, ...] = secret.value
        return given

    def can_open(self, handle: Sealed[Any], together: Collection[Sealed[Any]]) -> bool:
        """Whether a text, or a draw whose earlier draws are open or opened `together` with it (protocol 3.3)."""
        request = self.slots[handle].options
        less = request.less if isinstance(request, DrawSecret) else ()
        return all(self.is_public(h) or h in together for h in less)

    def _value(self, handle: Sealed[Any], content: str | Roller | None) -> tuple[Any, bool]:
        """What a text or a private stream means in its slot, and whether it was legal there (else: the default)."""
        secret = self.slots[handle]
        if isinstance(secret.options, DrawSecret):
            assert content is not None
            assert not isinstance(content, str)
            pool = self._candidates(secret.options)
            count = min(secret.options.count, len(pool))  # a false claim about what is left may have asked for more
            return content.sample("draw", pool, count), True
        if content is None:
            return _default_of(secret), False
        assert isinstance(content, str)
        if secret.seen and content == secret.said:  # it was read when this table learned it
            return self._value_of(handle, secret), secret.legal
        try:
            return secret.options.read(content, handle.slot, "0"), True
        except IllegalMove:
            return _default_of(secret), False

    def _candidates(self, request: DrawSecret) -> list[str]:
        """What a secret draw can give, sorted: the pool less what earlier draws took."""
        taken: set[str] = set()
        for earlier in request.less:
            value: Any = self.peek(earlier)
            taken.update((value,) if isinstance(value, str) else value)
        return sorted(x for x in request.pool if x not in taken)

    def see(self, handle: Sealed[Any], content: str | Roller | None, round: int) -> None:
        """This table learns a secret early: its own seat's, or the auditor's. None: what is sealed there is no text."""
        secret = self.slots[handle]
        if not secret.seen:
            value, legal = self._value(handle, content)
            if not legal:
                self._note_illegal(handle, f"what is sealed in {handle.slot} is not legal", content, round)
            self._learn(handle, value, said=_words(content), legal=legal)
            self._saw(handle)

    def publish(self, handle: Sealed[Any], content: str | Roller | None, round: int) -> Any:
        """Everybody learns it; gives the value that counts."""
        secret = self.slots[handle]
        value, legal = self._value(handle, content)
        if not legal and not secret.seen:  # else it was told when it was sealed
            text = f"the text sealed in {handle.slot} is not legal; the default counts"
            self._note_illegal(handle, text, content, round)
        self._learn(handle, value, public=True, said=_words(content), legal=legal, opened=round)
        self._saw(handle)
        return value

    def forfeit(self, handle: Sealed[Any], round: int) -> None:
        """3.5 What a seat that has left cannot open any more: the default of the slot counts, for everybody.

        Of a secret draw: the first of what could be drawn. A claim about it is judged by what was sealed, not by this.
        """
        secret = self.slots[handle]
        value = self._first_of(secret.options) if isinstance(secret.options, DrawSecret) else _default_of(secret)
        self._learn(handle, value, public=True, legal=False, opened=round)
        for claim in self.waiting.pop(handle, ()):
            self._wait(claim, self._unseen(claim) or handle)

    def _first_of(self, request: DrawSecret) -> tuple[str, ...]:
        return tuple(self._candidates(request)[: request.count])

    def _learn(
        self, handle: Sealed[Any], value: Any, *, public: bool = False, said: str | None = None, legal: bool = True,
        opened: int = 0,
    ) -> None:
        self.slots[handle] = msgspec.structs.replace(
            self.slots[handle], value=value, seen=True, public=public, said=said, legal=legal, opened=opened)

    def _note_illegal(self, handle: Sealed[Any], text: str, content: str | Roller | None, round: int) -> None:
        said = _words(content) or ""
        self.incidents.append(Incident(round, _rule(handle), handle.seat, text, about=(handle,), said=said))

    # ------------------------------------------------------------------ late checks

    def claim(self, lates: Iterable[Late], round: int, seat: str) -> None:
        """Takes note of what was claimed; judges at once what can be judged here."""
        for late in lates:
            made = seat or (late.needs[0].seat if late.needs else ""), late.rule
            self.made[made] = self.made.get(made, 0) + 1
            self.count += 1
            if self.heard is not None:
                self.heard[self.count] = late
            self._judge(Claimed(self.count, late, round, made[0]))

    def _judge(self, claim: Claimed) -> None:
        """A false claim becomes an incident; one of which a secret cannot be seen yet waits for that."""
        unseen = self._unseen(claim)
        if unseen is not None:
            self._wait(claim, unseen)
            return
        late, values = claim.late, [self.peek(handle) for handle in claim.late.needs]
        if not late.holds(*values):
            text, shown = f"false claim: {late.claim}", _shown(late, values)
            self.incidents.append(
                Incident(claim.round, late.rule, claim.seat, text, about=late.needs, claimed=late.claim, shown=shown)
            )

    def _unseen(self, claim: Claimed) -> Sealed[Any] | None:
        """The last secret of a claim that cannot be seen: as a rule it is the last to be; None if all are seen."""
        return next((handle for handle in reversed(claim.late.needs) if not self.is_seen(handle)), None)

    def _wait(self, claim: Claimed, handle: Sealed[Any]) -> None:
        self.waiting[handle] = (*self.waiting.get(handle, ()), claim)

    def _saw(self, handle: Sealed[Any]) -> None:
        for claim in sorted(self.waiting.pop(handle, ()), key=_number):
            self._judge(claim)

    def open_claims(self) -> list[Late]:
        """Claims that this table could not judge yet."""
        return [c.late for c in self._open()]

    def _open(self) -> list[Claimed]:
        return sorted((claim for claims in self.waiting.values() for claim in claims), key=_number)

    def tallies(self) -> dict[tuple[str, str], Tally]:
        """What became of all claims so far, by seat and rule."""
        still_open = Counter((c.seat, c.late.rule) for c in self._open())
        false = Counter((i.seat, i.rule) for i in self.incidents if i.claimed)
        return {key: Tally(made, made - still_open[key], false[key]) for key, made in self.made.items()}

    def refuse_false(self, lates: Iterable[Late], seat: str, mine: Mapping[Sealed[Any], Any]) -> None:
        """Before signing: raises FalseClaim for one that what can be seen (`mine` included) proves false."""
        for late in lates:
            if all(h in mine or self.is_seen(h) for h in late.needs):
                values = [mine[h] if h in mine else self.peek(h) for h in late.needs]
                if not late.holds(*values):
                    raise FalseClaim(seat, late.claim, late.rule, _shown(late, values))


def _words(content: str | Roller | None) -> str | None:
    return content if isinstance(content, str) else None


def _default_of(secret: Slot) -> Any:
    """What counts in a slot if nothing else does."""
    if secret.fallback is UNMADE:
        assert not isinstance(secret.options, DrawSecret)
        return secret.options.default()
    return secret.fallback


def _number(claim: Claimed) -> int:
    return claim.number


def _shown(late: Late, values: Sequence[Any]) -> str:
    return late.shows(*values) if late.shows is not None else ""


def _rule(handle: Sealed[Any]) -> str:
    return handle.slot.split("/")[1]


def slot_order(handle: Sealed[Any]) -> tuple[int, str, int]:
    """Slot order: by round, then rule and about, then item (protocol 3)."""
    first, _, rest = handle.slot.partition("/")
    stem, _, i = rest.rpartition("/")
    return int(first[1:]), stem, int(i)
