"""What rules code may ask of the log, and nothing else: it awaits these and only these.

A request names its rule, its seat if it has one, and what it is about; events of the log carry the same three.
Belongs here: the requests and the handles they give. Must not be here: who answers, files, keys, mail, dice.
Source: protocol section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pbem.errors import BadRules, IllegalMove

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K")
Seat = str


class Sealed(msgspec.Struct, Generic[T_co], frozen=True):
    """A secret of one seat: whose, and in which slot. The same at every table, the owner's too.

    Rules carry it and open it; they never branch on what is in it. It is part of the public state as these two words.
    """

    seat: str
    slot: str


REMEMBERED = 32  # legal words of one thing that is asked; a person tries few

Handle = Sealed[object]
"""A secret of any kind."""


class Peek(Protocol):
    """What is in a secret as far as somebody can see; None if they cannot."""

    def __call__(self, sealed: Sealed[T], /) -> T | None: ...


class Form(Protocol[T]):
    """How one kind of answer is written: `spell(parse(say)) == say` for canonical words (protocol 3.1).

    Canonical words are made of `a-z 0-9 _ . , : ; * + / = -`, one word at least, with exactly one blank between two of
    them: no capitals, no brackets, no blank at an end. 8,000 characters at most; in a seal 11 less than the bytes of
    the bucket, if that is shorter. No event can carry anything else, so tools refuse to sign it. That holds for every
    `spell`, that of an Ask too.
    """

    def parse(self, say: str) -> T:
        """The answer; raises IllegalMove if the words make no sense."""

    def spell(self, answer: T) -> str:
        """The one canonical wording."""


class Roller(Protocol):
    """Where dice and draws come from; a label is used once (protocol 2.15, 3.3)."""

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]: ...

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]: ...


class Late(msgspec.Struct, frozen=True):
    """A claim about secrets that can be checked by whoever can see them, now or later; it never steers play.

    `needs` are the secrets it speaks of; `holds` gets their values in that order and must look at nothing else that can
    change: copy public values when the claim is made. `claim` is what was claimed, in plain words. `shows` gets the
    same values and says in words what is true, for the report on a claim that does not hold; without it the report
    shows what was sealed.
    """

    rule: str
    claim: str
    needs: tuple[Handle, ...]
    holds: Callable[..., bool]
    shows: Callable[..., str] | None = None


class Listed(Generic[T]):
    """An answer out of a list, the quietest first; fixed when made."""

    __slots__ = ("_by_say", "_spell", "legal")

    def __init__(self, legal: Iterable[T], spell: Callable[[T], str] = str) -> None:
        self.legal = tuple(legal)
        self._spell = spell
        self._by_say = {spell(x): x for x in self.legal}
        if len(self._by_say) != len(self.legal):
            raise BadRules(f"two legal answers are spelled alike: {self.legal}")

    def read(self, say: str, tried: str, rule: str) -> T:
        """The answer that `say` spells; IllegalMove with the whole list if it is none of them."""
        try:
            return self._by_say[say]
        except KeyError:
            because = "that is not among the legal answers"
            raise IllegalMove(f"{tried}: {say!r}", rule, because, legal=self._by_say) from None

    def spell(self, answer: T) -> str:
        return self._spell(answer)

    def canonical(self, answer: T, tried: str, rule: str) -> str:
        """The canonical words of a legal answer; IllegalMove if it is none."""
        say = self._spell(answer)
        self.read(say, tried, rule)
        return say

    def default(self) -> T:
        """What counts when a sealed text is none of the legal ones: the first."""
        return self.legal[0]

    @property
    def only(self) -> T | None:
        """The single legal answer; None if there are more."""
        return self.legal[0] if len(self.legal) == 1 else None

    def says(self) -> tuple[str, ...]:
        """All legal answers in canonical words, in order."""
        return tuple(self._by_say)


class Written(Generic[T]):
    """An answer too large to list: a path, a plan. `check` raises IllegalMove; `draft` makes one that is legal.

    In a seal both see only values copied when it was asked. What was read and found legal is not read again: nothing
    changes the position while it is asked for.
    """

    __slots__ = ("_read", "check", "draft", "form")
    only: None = None

    def __init__(self, form: Form[T], check: Callable[[T], None], draft: Callable[[], T]) -> None:
        self.form, self.check, self.draft = form, check, draft
        self._read: dict[str, T] = {}  # the last legal words, with what they mean

    def read(self, say: str, tried: str, rule: str) -> T:
        """The legal answer that `say` spells in canonical words."""
        if say in self._read:
            return self._read[say]
        answer = self.form.parse(say)
        canonical = self.form.spell(answer)
        if canonical != say:
            raise IllegalMove(tried=f"{tried}: {say!r}", rule=rule, because=f"the canonical wording is {canonical!r}")
        return self._legal(say, answer)

    def canonical(self, answer: T, tried: str, rule: str) -> str:
        """The canonical words of a legal answer, which are spelled once; IllegalMove if it is none."""
        say = self.form.spell(answer)
        if say not in self._read:
            read = self.form.parse(say)  # what every table will read, whoever made the answer
            if read == answer:
                self._legal(say, read)
            else:
                self.read(say, tried, rule)
        return say

    def _legal(self, say: str, answer: T) -> T:
        self.check(answer)
        if len(self._read) >= REMEMBERED:
            self._read.clear()
        self._read[say] = answer
        return answer

    def spell(self, answer: T) -> str:
        return self.form.spell(answer)

    def default(self) -> T:
        return self.draft()

    def says(self) -> tuple[str, ...]:
        """The draft alone: the rest cannot be listed."""
        return (self.form.spell(self.draft()),)


Options = Listed[T] | Written[T]


class Request(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """The base: awaiting one gives its answer.

    `case` is what is decided as the rules know it: a value of the game's own, of which forms, standing orders and bots
    read what may be chosen and why it is asked. It has no effect on play and is not in the record.
    """

    rule: str
    about: str = ""
    case: object = None

    def __await__(self) -> Generator[Request[Any], Any, T]:
        answer: T = yield self
        return answer


def _no_claims(_answer: object) -> Sequence[Late]:
    return ()


def _no_truth(_peek: Peek) -> None:
    return None


def _no_sealed_truth(_seat: Seat, _peek: Peek) -> None:
    return None


def _unread(_values: tuple[object, ...]) -> str:
    return ""


class Ask(Request[T], frozen=True, dict=True):
    """One seat picks from a list. With exactly one legal answer nobody is asked.

    `truth` gives the one honest answer if only a secret decides it, None if there is a choice or the secret
    cannot be seen: the owner's tool then answers without its player. It never says what is legal.
    """

    seat: Seat
    legal: Callable[[], Iterable[T]]
    spell: Callable[[T], str] = str
    late: Callable[[T], Sequence[Late]] = _no_claims
    truth: Callable[[Peek], T | None] = _no_truth

    @cached_property
    def _options(self) -> Listed[T]:
        return Listed(self.legal(), self.spell)

    def options(self) -> Listed[T]:
        """What may be answered, listed once: when it is asked."""
        return self._options


class Write(Request[T], frozen=True, dict=True):
    """One seat writes an answer too large to list; `truth` as in Ask."""

    seat: Seat
    form: Form[T]
    check: Callable[[T], None]
    draft: Callable[[], T]
    late: Callable[[T], Sequence[Late]] = _no_claims
    truth: Callable[[Peek], T | None] = _no_truth

    @cached_property
    def _options(self) -> Written[T]:
        return Written(self.form, self.check, self.draft)

    def options(self) -> Written[T]:
        """What may be written; the same whoever asks, so that it is read once."""
        return self._options


class Roll(Request[tuple[int, ...]], frozen=True):
    """Dice that everybody sees, in order.

    `side` says whose dice they are: a faction's id, or several factions in words; empty if nobody's. `hits` has for
    each die the faces on which it hits, if each succeeds or fails by itself: then reports can say what was to be
    expected. `decides` names what such dice decide, by a noun of the rulebook (`fire`, `desertion`): reports count
    those of each name by themselves. `reads` says in words what dice mean: the table, the row they hit, what modifies
    them. It must look at nothing that can change: copy public values when the roll is asked. None of these has an
    effect on play, nor is any of them in the record.
    """

    dice: int = 1
    sides: int = 6
    hits: tuple[Collection[int], ...] = ()
    decides: str = ""
    side: str = ""
    reads: Callable[[tuple[int, ...]], str] = _unread


class Draw(Request[tuple[str, ...]], frozen=True):
    """`count` things out of a pool that everybody sees, in the order drawn, without putting back.

    `side` is the faction that draws; `reads` names what was drawn, as that of a Roll reads dice.
    """

    pool: Sequence[str]
    count: int = 1
    side: str = ""
    reads: Callable[[tuple[str, ...]], str] = _unread


class DrawSecret(Request[Sealed[tuple[str, ...]]], frozen=True):
    """`count` things that only `seat` learns, out of `pool` less what is in the still closed secrets `less`."""

    seat: Seat
    pool: Sequence[str]
    count: int = 1
    less: tuple[Handle, ...] = ()


class SealMany(Request[dict[Seat, tuple[Sealed[T], ...]]], frozen=True):
    """Each named seat seals its items, all at once.

    `bucket` bytes for each item, large enough for its longest legal text; one number for all, or one an item by seat.
    It follows from what is public, never from content. A seat whose every item has one legal answer is not asked; its
    answers are public at once. `truth` gives a seat's values if nothing is left to choose (what a secret draw gave),
    as in Ask. `late` gets the handles; the rules' joint conditions on several items belong there. What is `face_down`
    is not shown to its owner either until it is opened: his screens tell him everything else that he sealed.
    """

    bucket: int | Mapping[Seat, Sequence[int]]
    items: Mapping[Seat, Sequence[Options[T]]]
    face_down: bool = False
    late: Callable[[dict[Seat, tuple[Sealed[T], ...]]], Sequence[Late]] = _no_claims
    truth: Callable[[Seat, Peek], Sequence[T] | None] = _no_sealed_truth

    def per_seat(self) -> dict[Seat, tuple[Options[T], ...]]:
        return {seat: tuple(items) for seat, items in self.items.items()}

    def bucket_of(self, seat: Seat, i: int) -> int:
        """The bucket of a seat's i-th item."""
        return self.bucket if isinstance(self.bucket, int) else self.bucket[seat][i]

    def give(self, handles: dict[Seat, tuple[Sealed[T], ...]]) -> Any:
        """What the procedure gets for the handles of all seats."""
        return handles


class Seal(Request[dict[Seat, Sealed[T]]], frozen=True):
    """As SealMany with one item a seat."""

    bucket: int
    items: Mapping[Seat, Options[T]]
    face_down: bool = False
    late: Callable[[dict[Seat, Sealed[T]]], Sequence[Late]] = _no_claims

    def per_seat(self) -> dict[Seat, tuple[Options[T], ...]]:
        return {seat: (item,) for seat, item in self.items.items()}

    def bucket_of(self, seat: Seat, i: int) -> int:
        """As SealMany: the same for all."""
        return self.bucket

    def give(self, handles: dict[Seat, tuple[Sealed[T], ...]]) -> Any:
        return {seat: items[0] for seat, items in handles.items()}


class Open(Request[dict[K, T]], frozen=True):
    """All the named secrets are shown to everybody, at once; keys are the caller's."""

    sealed: Mapping[K, Sealed[T]]


class _Unnumbered(Request[None], frozen=True, kw_only=True):
    """A request that no section of the rulebook need ask for."""

    rule: str = "0"


class Checkpoint(_Unnumbered, frozen=True):
    """The whole state is taken as a digest here, and play can restart from it. No round.

    A procedure that is started on a copy of this state, read from its JSON, asks for this same Checkpoint first and
    goes on exactly as it did: what it needs beyond here is in the state, or follows from it.
    """

    state: msgspec.Struct


class Tell(Request[None], frozen=True):
    """A sentence of the story: something happened. No round, and no effect on play.

    `headline` marks the few that decide a game: who reads no others still understands how it went. `is_way`: something
    went along its `places`, first to last; pictures draw that way in the colour of `faction`, if it is told who went.
    `fire_from` and `support_from` are places that fire at the last of `places`, or support what happens there.
    `is_battle`: a battle was decided at the last of `places`.
    """

    text: str
    places: tuple[str, ...] = ()
    headline: bool = False
    is_way: bool = False
    faction: str = ""
    fire_from: tuple[str, ...] = ()
    support_from: tuple[str, ...] = ()
    is_battle: bool = False


class Resigned(Request[tuple[str, ...]], frozen=True):
    """The seats that have resigned so far, in seat order: a rule may ask, and no player is asked. No round.

    It follows from the record alone, so every table finds the same; who resigns later shows when it is awaited again.
    """


AnySeal = Seal[Any] | SealMany[Any]


def hangs_on_secret(request: Request[Any]) -> bool:
    """Whether a secret of the seat that is asked may leave it no choice: when it answers could tell whether it did."""
    if isinstance(request, SealMany):
        return request.truth is not _no_sealed_truth
    return isinstance(request, Ask | Write) and request.truth is not _no_truth
