"""What one table can see of sealed things, and the claims about them that wait to be judged.

Belongs here: slots, values as far as they can be seen, late checks. Must not be here: keys, flow of play.
Source: protocol 3.1, 3.2; design section 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from pbem.errors import FalseClaim, IllegalMove
from pbem.play.requests import DrawSecret, Late, Options, Roller, Sealed

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


class _Secret(msgspec.Struct, frozen=True):
    options: Options[Any] | DrawSecret
    fallback: Any = None  # the default of the slot, fixed when it was asked
    value: Any = None
    seen: bool = False  # this table can peek
    public: bool = False
    face_down: bool = False  # its owner is not told what is in it


class _Claim(msgspec.Struct, frozen=True, eq=False):
    number: int  # in the order in which they were made
    late: Late
    round: int
    seat: str


class Secrets:
    """The slots of one match at one table. Values come and go here; the state knows handles only."""

    def __init__(self) -> None:
        """No slots yet."""
        self._slots: dict[Sealed[Any], _Secret] = {}
        self._waiting: dict[Sealed[Any], tuple[_Claim, ...]] = {}  # each claim at one secret that it needs to see
        self._used: dict[tuple[str, str], int] = {}
        self.incidents: list[Incident] = []
        self._made: dict[tuple[str, str], int] = {}  # how many claims, by seat and rule
        self._count = 0  # of all claims

    def copy(self) -> Secrets:
        """The same slots for another table: what one of them learns later the other does not."""
        again = Secrets()
        again._slots, again._waiting = dict(self._slots), dict(self._waiting)
        again._used = dict(self._used)
        again.incidents = list(self.incidents)
        again._made, again._count = dict(self._made), self._count
        return again

    # ------------------------------------------------------------------ slots

    def handles(self, seat: str, stem: str, count: int) -> tuple[Sealed[Any], ...]:
        """The next `count` handles of a seat under a stem `r<round>/<rule>[/<about>]`; nothing is taken yet."""
        first = self._used.get((seat, stem), 0)
        return tuple([Sealed(seat, f"{stem}/{i}") for i in range(first, first + count)])

    def take(
        self, handles: Sequence[Sealed[Any]], stem: str, kinds: Sequence[Options[Any] | DrawSecret], *, public: bool,
        face_down: bool = False,
    ) -> None:
        """Makes the next slots of a seat; `public` if it was not asked: its quietest answers count for all."""
        for handle in handles[:1]:
            self._used[handle.seat, stem] = self._used.get((handle.seat, stem), 0) + len(kinds)
        for handle, kind in zip(handles, kinds, strict=True):
            if isinstance(kind, DrawSecret):
                self._slots[handle] = _Secret(kind)
            elif public:
                self._slots[handle] = _Secret(kind, value=kind.default(), seen=True, public=True)
            else:
                self._slots[handle] = _Secret(kind, fallback=kind.default(), face_down=face_down)

    def peek(self, handle: Sealed[T]) -> T | None:
        """What is in it as far as this table can see; None if it cannot."""
        secret = self._slots.get(handle)
        value: T | None = secret.value if secret is not None and secret.seen else None
        return value

    def is_face_down(self, handle: Sealed[Any]) -> bool:
        """Whether its owner's screens do not tell him what he sealed there."""
        secret = self._slots.get(handle)
        return secret is not None and secret.face_down and not secret.public

    def of(self, seat: str) -> list[Sealed[Any]]:
        """All slots of a seat, in slot order."""
        return sorted([handle for handle in self._slots if handle.seat == seat], key=slot_order)

    def is_seen(self, handle: Sealed[Any]) -> bool:
        """Whether this table can see into it."""
        secret = self._slots.get(handle)
        return secret is not None and secret.seen

    def hidden(self) -> dict[Sealed[Any], Options[Any] | DrawSecret]:
        """What this table cannot see into and what may be in it, in the order in which it was made."""
        return {handle: secret.options for handle, secret in self._slots.items() if not secret.seen}

    def is_hidden(self, handle: Sealed[Any]) -> bool:
        """Whether it is there and this table cannot see into it."""
        secret = self._slots.get(handle)
        return secret is not None and not secret.seen

    def imagine(self, values: Mapping[Sealed[Any], Any]) -> None:
        """What if these were in hidden secrets? What was claimed of them until now is not judged: ask `misfits` before.

        IllegalMove for a value that is not legal in its slot.
        """
        for handle, value in values.items():
            secret = self._slots[handle]
            assert not secret.seen, f"{handle.slot} of {handle.seat} is seen: nothing is to be imagined"
            if not isinstance(secret.options, DrawSecret):
                value = secret.options.read(secret.options.spell(value), handle.slot, _rule(handle))
            self._learn(handle, value)
        self._waiting = {
            handle: tuple([c for c in claims if values.keys().isdisjoint(c.late.needs)])
            for handle, claims in self._waiting.items()
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
        secret = self._slots.get(handle)
        return secret is not None and secret.public

    def is_draw(self, handle: Sealed[Any]) -> bool:
        """Whether it came from a secret draw."""
        return isinstance(self._slots[handle].options, DrawSecret)

    def spelled(self, handle: Sealed[Any]) -> str:
        """The canonical words of a seen text."""
        secret = self._slots[handle]
        assert not isinstance(secret.options, DrawSecret)
        return secret.options.spell(secret.value)

    def dealt(self, handle: Sealed[Any]) -> tuple[str, ...]:
        """What a seen secret draw gave."""
        secret = self._slots[handle]
        assert isinstance(secret.options, DrawSecret)
        given: tuple[str, ...] = secret.value
        return given

    def can_open(self, handle: Sealed[Any], together: Collection[Sealed[Any]]) -> bool:
        """Whether a text, or a draw whose earlier draws are open or opened `together` with it (protocol 3.3)."""
        request = self._slots[handle].options
        less = request.less if isinstance(request, DrawSecret) else ()
        return all(self.is_public(h) or h in together for h in less)

    def _value(self, handle: Sealed[Any], content: str | Roller | None) -> tuple[Any, bool]:
        """What a text or a private stream means in its slot, and whether it was legal there (else: the default)."""
        secret = self._slots[handle]
        if isinstance(secret.options, DrawSecret):
            assert content is not None
            assert not isinstance(content, str)
            pool = self._candidates(secret.options)
            count = min(secret.options.count, len(pool))  # a false claim about what is left may have asked for more
            return content.sample("draw", pool, count), True
        if content is None:
            return secret.fallback, False
        assert isinstance(content, str)
        try:
            return secret.options.read(content, handle.slot, "0"), True
        except IllegalMove:
            return secret.fallback, False

    def _candidates(self, request: DrawSecret) -> list[str]:
        """What a secret draw can give, sorted: the pool less what earlier draws took."""
        taken: set[str] = set()
        for earlier in request.less:
            value: Any = self.peek(earlier)
            taken.update((value,) if isinstance(value, str) else value)
        return sorted(x for x in request.pool if x not in taken)

    def see(self, handle: Sealed[Any], content: str | Roller | None, round: int) -> None:
        """This table learns a secret early: its own seat's, or the auditor's. None: what is sealed there is no text."""
        secret = self._slots[handle]
        if not secret.seen:
            value, legal = self._value(handle, content)
            if not legal:
                text = f"what is sealed in {handle.slot} is not legal"
                self._note_illegal(handle, text, content, round)
            self._learn(handle, value)
            self._saw(handle)

    def publish(self, handle: Sealed[Any], content: str | Roller | None, round: int) -> Any:
        """Everybody learns it; gives the value that counts."""
        secret = self._slots[handle]
        value, legal = self._value(handle, content)
        if not legal and not secret.seen:  # else it was told when it was sealed
            text = f"the text sealed in {handle.slot} is not legal; the default counts"
            self._note_illegal(handle, text, content, round)
        self._learn(handle, value, public=True)
        self._saw(handle)
        return value

    def forfeit(self, handle: Sealed[Any]) -> None:
        """3.5 What a seat that has left cannot open any more: the default of the slot counts, for everybody.

        Of a secret draw: the first of what could be drawn. What was claimed of it stays as it is: a claim is judged by
        what was sealed, never by this.
        """
        secret = self._slots[handle]
        value = self._first_of(secret.options) if isinstance(secret.options, DrawSecret) else secret.fallback
        self._learn(handle, value, public=True)
        for claim in self._waiting.pop(handle, ()):
            self._wait(claim, self._unseen(claim) or handle)

    def _first_of(self, request: DrawSecret) -> tuple[str, ...]:
        return tuple(self._candidates(request)[: request.count])

    def _learn(self, handle: Sealed[Any], value: Any, *, public: bool = False) -> None:
        self._slots[handle] = msgspec.structs.replace(self._slots[handle], value=value, seen=True, public=public)

    def _note_illegal(self, handle: Sealed[Any], text: str, content: str | Roller | None, round: int) -> None:
        said = content if isinstance(content, str) else ""
        self.incidents.append(Incident(round, _rule(handle), handle.seat, text, about=(handle,), said=said))

    # ------------------------------------------------------------------ late checks

    def claim(self, lates: Iterable[Late], round: int, seat: str) -> None:
        """Takes note of what was claimed; judges at once what can be judged here."""
        for late in lates:
            made = seat or (late.needs[0].seat if late.needs else ""), late.rule
            self._made[made] = self._made.get(made, 0) + 1
            self._count += 1
            self._judge(_Claim(self._count, late, round, made[0]))

    def _judge(self, claim: _Claim) -> None:
        """A false claim becomes an incident; one of which a secret cannot be seen yet waits for that."""
        unseen = self._unseen(claim)
        if unseen is not None:
            self._wait(claim, unseen)
            return
        late, values = claim.late, [self._slots[handle].value for handle in claim.late.needs]
        if not late.holds(*values):
            text, shown = f"false claim: {late.claim}", _shown(late, values)
            self.incidents.append(
                Incident(claim.round, late.rule, claim.seat, text, about=late.needs, claimed=late.claim, shown=shown)
            )

    def _unseen(self, claim: _Claim) -> Sealed[Any] | None:
        """The last secret of a claim that cannot be seen: as a rule it is the last to be; None if all are seen."""
        return next((handle for handle in reversed(claim.late.needs) if not self.is_seen(handle)), None)

    def _wait(self, claim: _Claim, handle: Sealed[Any]) -> None:
        self._waiting[handle] = (*self._waiting.get(handle, ()), claim)

    def _saw(self, handle: Sealed[Any]) -> None:
        for claim in sorted(self._waiting.pop(handle, ()), key=_number):
            self._judge(claim)

    def open_claims(self) -> list[Late]:
        """Claims that this table could not judge yet."""
        return [c.late for c in self._open()]

    def _open(self) -> list[_Claim]:
        return sorted((claim for claims in self._waiting.values() for claim in claims), key=_number)

    def tallies(self) -> dict[tuple[str, str], Tally]:
        """What became of all claims so far, by seat and rule."""
        still_open = Counter((c.seat, c.late.rule) for c in self._open())
        false = Counter((i.seat, i.rule) for i in self.incidents if i.claimed)
        return {key: Tally(made, made - still_open[key], false[key]) for key, made in self._made.items()}

    def refuse_false(self, lates: Iterable[Late], seat: str, mine: Mapping[Sealed[Any], Any]) -> None:
        """Before signing: raises FalseClaim for one that what can be seen (`mine` included) proves false."""
        for late in lates:
            if all(h in mine or self.is_seen(h) for h in late.needs):
                values = [mine[h] if h in mine else self._slots[h].value for h in late.needs]
                if not late.holds(*values):
                    raise FalseClaim(seat, late.claim, late.rule, _shown(late, values))


def _number(claim: _Claim) -> int:
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
