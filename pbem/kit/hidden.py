"""Hidden belongings: what lies face down, what is claimed of it, and what it proves to be when it is opened.

Two ways to hide pieces. A *token* is one piece in a commitment of its own; tokens are opened one at a time. A
*container* (a Column, a box) has one commitment, its manifest, which lists all its tokens and opens as a whole.
What only a secret can break is a claim. It is made twice: as a late check, which the owner's table runs before he
signs, every other table as soon as it can see, and the auditor always; and as a plain struct in the state, which the
rules judge once everybody sees. The first says who cheated, the second is for what the rules make of it.
Belongs here: contents, claims, opening. Must not be here: what a claim costs, where pieces stand, who may ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from pbem.play.requests import Late, Open, Options, Peek, Sealed, SealMany

K = TypeVar("K")
T = TypeVar("T")
V = TypeVar("V")


class Claim(msgspec.Struct):
    """What was said or done about something hidden, under `rule`; `kind` names an entry of the ruleset's `Claims`.

    Part of the state. A ruleset adds the figures its claims speak of.
    """

    rule: str
    kind: str


class Act(Claim):
    """A claim about one token, with the figures that most need: a number and a word, such as points and a command."""

    number: int = 0
    word: str = ""


C = TypeVar("C", bound=Claim)


class Token(msgspec.Struct):
    """One piece face down in a commitment of its own. Part of the state; a ruleset adds where it stands.

    `face` is what it is, "" until everybody knows; `sealed` its commitment, None once that is open. `acts` is what it
    did face down, judged when it is opened.
    """

    face: str = ""
    sealed: Sealed[str] | None = None
    acts: list[Act] = []


class Offence(msgspec.Struct, frozen=True):
    """A claim that an opening has proved false: of which token, under which rule, in plain words."""

    token: str
    rule: str
    text: str


# ---------------------------------------------------------------- what somebody can see


def seen(secrets: Iterable[Sealed[Any]], peek: Peek) -> tuple[Any, ...] | None:
    """What is in all of these; None if one of them cannot be seen."""
    values = tuple([peek(secret) for secret in secrets])
    return None if any(v is None for v in values) else values


def face_of(face: str, sealed: Sealed[str] | None, peek: Peek) -> str:
    """What a piece is: its public face, or what can be seen of its commitment; "" if unknown."""
    if face or sealed is None:
        return face
    return peek(sealed) or ""


def closed(sealed: Mapping[K, Sealed[T] | None]) -> dict[K, Sealed[T]]:
    """Those that have a commitment which is not open yet."""
    return {key: handle for key, handle in sealed.items() if handle is not None}


# ---------------------------------------------------------------- claims


class Claims(Generic[V, C]):
    """All kinds of claim that a ruleset knows: for each its words and its predicate.

    The words may name fields of the claim: `moved {number} points`. The predicate gets what was hidden, as the ruleset
    reads it, and the claim; it looks at nothing else that can change.
    """

    def __init__(self, kinds: Mapping[str, tuple[str, Callable[[V, C], bool]]]) -> None:
        """By kind."""
        self._kinds = dict(kinds)

    def text(self, claim: C) -> str:
        """The claim in plain words, without its subject."""
        return self._kinds[claim.kind][0].format(**msgspec.structs.asdict(claim))

    def holds(self, value: V, claim: C) -> bool:
        """Whether the claim is true of this."""
        return self._kinds[claim.kind][1](value, claim)

    def late(
        self,
        who: str,
        claim: C,
        needs: Sequence[Sealed[Any]],
        read: Callable[..., V],
        shows: Callable[..., str] | None = None,
    ) -> Late:
        """The claim as a late check, for the request whose answer makes it; `read` gets the values of `needs`."""
        fixed = msgspec.structs.replace(claim)

        def holds(*values: Any) -> bool:
            return self.holds(read(*values), fixed)

        return Late(claim.rule, f"{who} {self.text(claim)}", tuple(needs), holds, shows=shows)

    def false(self, claims: Iterable[C], read: Callable[[C], V]) -> list[C]:
        """Those that are not true, once all can be seen; `read` gives what a claim spoke of, as it was then."""
        return [claim for claim in claims if not self.holds(read(claim), claim)]


def all_different(
    rule: str, claim: str, secrets: Iterable[Sealed[Any]], among: Callable[[Any], bool] = lambda _value: True
) -> Late:
    """No two of these secrets are the same; `among` says which values count."""

    def holds(*values: Any) -> bool:
        counted = [v for v in values if among(v)]
        return len(set(counted)) == len(counted)

    return Late(rule, claim, tuple(secrets), holds)


def as_drawn(
    rule: str, claim: str, drawn: Sealed[tuple[str, ...]], secrets: Iterable[Sealed[str]], *, in_order: bool = False,
    name: Callable[[str], str] = str,
) -> Late:  # fmt: skip
    """These tokens are what a secret draw gave, all of it; `in_order`: in its order; `name`: what people call one."""

    def holds(given: Iterable[str], *named: str) -> bool:
        return tuple(given) == named if in_order else sorted(given) == sorted(named)

    def shows(given: Sequence[str], *named: str) -> str:
        strange = [face for face in named if face not in given]
        missing = [face for face in given if face not in named]
        if not strange and not missing:
            return "they are in another order than drawn"
        return "; ".join(f"{what}: {', '.join(map(name, faces))}" for what, faces in (
            ("not drawn", strange), ("drawn, and left out", missing)) if faces)

    return Late(rule, claim, (drawn, *secrets), holds, shows=shows)


# ---------------------------------------------------------------- tokens: one commitment each


async def seal_tokens(
    seat: str,
    items: Mapping[str, Options[str]],
    *,
    rule: str,
    about: str = "",
    bucket: int = 128,
    late: Callable[[dict[str, Sealed[str]]], Sequence[Late]] = lambda _given: (),
    truth: Callable[[Peek], Sequence[str] | None] | None = None,
) -> dict[str, Sealed[str]]:
    """The seat seals what each token is, all at once, each in a commitment of its own: the handles by token.

    `items` says by token what it may be, as far as everybody can tell; 256 at most (protocol 2.18). `late` gets the
    handles by token; `truth` gives all faces in order if nothing is left to choose, None: there is always a choice.
    """
    names = tuple(items)

    def by_token(given: Mapping[str, Sequence[Sealed[str]]]) -> dict[str, Sealed[str]]:
        return dict(zip(names, given[seat], strict=True))

    asked = SealMany(
        rule=rule,
        about=about,
        bucket=bucket,
        items={seat: tuple(items.values())},
        late=lambda given: late(by_token(given)),
    )
    if truth is not None:
        asked = msgspec.structs.replace(asked, truth=lambda _seat, peek: truth(peek))
    return by_token(await asked)


def act_lates(
    tokens: Mapping[str, Token], acts: Iterable[tuple[str, Act]], claims: Claims[str, Act], name: Callable[[str], str],
    shows: Callable[[str], Callable[[str], str]] | None = None,
) -> list[Late]:  # fmt: skip
    """What tokens are about to do, as late checks for the request whose answer says so; `name` names a token.

    `shows` gives for a token what is said of it once it can be seen, if its claim is false. Of a token that lies face
    up there is none: the rules check what it may do themselves.
    """
    return [
        claims.late(name(token), act, (sealed,), str, shows=shows(token) if shows is not None else None)
        for token, act in acts
        if (sealed := tokens[token].sealed) is not None
    ]


def note_acts(tokens: Mapping[str, Token], acts: Iterable[tuple[str, Act]]) -> None:
    """Remembers what face-down tokens did, until they are opened."""
    for token, act in acts:
        if tokens[token].sealed is not None:
            tokens[token].acts.append(act)


async def turn_up(
    tokens: Mapping[str, Token],
    names: Iterable[str],
    claims: Claims[str, Act],
    *,
    rule: str,
    about: str = "",
    unique: str = "",
) -> list[Offence]:
    """Opens these tokens, at once; gives what they prove to have done against the rules.

    Those that lie face up stay as they are. `tokens` are all of the owner, the dead included. `unique` is the rule by
    which no two of them may be the same; "" if they may. What an offence costs is for the caller to say.
    """
    faces = await reveal({name: tokens[name].sealed for name in names}, rule=rule, about=about)
    offences = []
    for name, face in faces.items():
        token = tokens[name]
        twin = next((n for n, other in tokens.items() if unique and other.face == face), "")
        token.face, token.sealed = face, None
        acts, token.acts = token.acts, []
        offences += [Offence(name, a.rule, claims.text(a)) for a in acts if not claims.holds(face, a)]
        if twin:
            offences.append(Offence(name, unique, f"is {face}, as {twin} was"))
    return offences


async def reveal(sealed: Mapping[K, Sealed[T] | None], *, rule: str, about: str = "") -> dict[K, T]:
    """Shows everybody those that are still closed, at once: their values by the caller's keys."""
    shown: dict[K, T] = await Open(rule=rule, about=about, sealed=closed(sealed))
    return shown


# ---------------------------------------------------------------- containers: one manifest for many tokens


class Container(Protocol):
    """A thing of the state with tokens in it: `known` to all, and those of the manifest `sealed` less `gone`.

    `sealed` is None if everybody knows all; `gone` are tokens of the manifest that have since left in public.
    """

    known: list[str]
    gone: list[str]

    @property
    def sealed(self) -> Sealed[tuple[str, ...]] | None: ...


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What is in some containers at one moment: copied, so that it can be judged at any later time.

    `needs` are the secrets that must be seen to know it: one manifest for each sealed container, then one face for each
    of `labels`, the tokens that have a commitment of their own. `named` are labels with the faces they have shown.
    """

    known: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    needs: tuple[Sealed[Any], ...] = ()
    named: tuple[tuple[str, str], ...] = ()

    def seen(self, peek: Peek) -> tuple[Any, ...] | None:
        """The values of `needs`; None if one cannot be seen."""
        return seen(self.needs, peek)

    def tokens(self, *values: Any) -> tuple[str, ...]:
        """The tokens, from the values of `needs`; labels stay labels."""
        manifests = values[: len(self.needs) - len(self.labels)]
        return (*self.known, *(t for manifest in manifests for t in manifest if t not in self.gone))

    def faces(self, *values: Any) -> dict[str, str]:
        """What each of the tokens is, from the values of `needs`; a token without a commitment is itself."""
        shown = zip(self.labels, values[len(self.needs) - len(self.labels) :], strict=True)
        names = {**dict(self.named), **dict(shown)}
        return {t: names.get(t, t) for t in self.tokens(*values)}

    def less(self, tokens: Iterable[str]) -> Self:
        """The same after some tokens have left."""
        left = tuple(tokens)
        known = tuple(t for t in self.known if t not in left)
        return msgspec.structs.replace(self, known=known, gone=(*self.gone, *(t for t in left if t not in self.known)))

    def without_labels(self) -> Self:
        """The same if only tokens are asked for, not their faces: it needs the manifests alone."""
        return msgspec.structs.replace(self, labels=(), needs=self.needs[: len(self.needs) - len(self.labels)])


def take_out(container: Container, tokens: Iterable[str]) -> None:
    """Tokens leave a container in public; sealed ones go by their names."""
    for token in tokens:
        if token in container.known:
            container.known.remove(token)
        else:
            container.gone.append(token)


def is_empty(container: Container) -> bool:
    """Whether everybody knows that nothing is left in it."""
    return container.sealed is None and not container.known
