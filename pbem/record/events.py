"""What a log may hold: one tagged union of frozen structs (protocol 2.4, 2.5, 3.1, 3.6).

Belongs here: fields, their bounds, the lane of each kind.
Must not be here: bytes, signatures (`wire`), links between events (`feeds`, `rounds`), rules of a game.
A field that this build does not know is refused; optional ones are left out when empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from pbem.limits import (
    MAX_AGREED_TEXT,
    MAX_CHAIN,
    MAX_CLOCK_DAYS,
    MAX_EPOCHS,
    MAX_GRACE_DAYS,
    MAX_INCLUDED,
    MAX_ITEMS,
    MAX_LEAVE_DAYS,
    MAX_NOTE,
    MAX_NUMBER,
    MAX_OPENINGS,
    MAX_OPTION,
    MAX_OPTIONS,
    MAX_ROUND,
    MAX_SAY,
    MAX_SEATS,
    MAX_WORD32,
)

PROTOCOL: Final = "pbem1"
LATER_KINDS = frozenset({"refuse", "rekey", "escrow", "release"})
LATER_AGREED = frozenset({"out", "seat", "keep"})  # what a later version reads in an `agree` (4.3)
DICE_POLICIES = frozenset(
    {
        ("mover", "others"),
        ("mover", "next"),
        ("mover", "judge"),
        ("mover", "judge", "others"),
        ("mover",),
    }
)

# Strict base64url by its length: the unused low bits of the last character are zero (2.1).
B16: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{21}[AQgw]\Z")]
B32: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]\Z")]
B64: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{85}[AQgw]\Z")]
Ciphertext: TypeAlias = Annotated[  # a bucket and the 16 bytes of the tag: always whole groups of four characters
    str, Meta(pattern=r"\A(?:[A-Za-z0-9_-]{192}|[A-Za-z0-9_-]{704}|[A-Za-z0-9_-]{2752}|[A-Za-z0-9_-]{10944})\Z")
]

Count: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Word32: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_WORD32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_ROUND)]
ChainIndex: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_CHAIN)]

Rule: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9.-]{1,8}\Z")]
About: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9/._-]{0,43}\Z")]
Slot: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9/._-]{1,64}\Z")]
Say: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9_.,:;*+/=-]+(?: [a-z0-9_.,:;*+/=-]+)*\Z", max_length=MAX_SAY)]
EngineName: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_-]{0,31}(?:/[1-9][0-9]{0,5})?\Z")]
SeatName: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_-]{0,31}\Z")]
OptionName: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9_]{1,64}\Z")]
Build: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9.+-]{1,64}\Z")]
AgreedText: TypeAlias = Annotated[str, Meta(max_length=MAX_AGREED_TEXT)]
OptionText: TypeAlias = Annotated[str, Meta(max_length=MAX_OPTION)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False):
    """An object inside an event."""


class Seat(Part, frozen=True, kw_only=True):
    """3.6 A chair at the table: who holds it, its name in the ruleset, `judge` or None."""

    id: B32
    name: SeatName
    role: Literal["judge"] | None = None


class DicePolicy(Part, frozen=True, kw_only=True):
    """2.10 Who contributes to the dice."""

    by: Annotated[tuple[Literal["mover", "others", "next", "judge"], ...], Meta(max_length=3)]


class Clock(Part, frozen=True, kw_only=True):
    """4.7 Days to answer in, days of grace behind the deadline, days of leave of a person in a match."""

    days: Annotated[int, Meta(ge=1, le=MAX_CLOCK_DAYS)]
    grace: Annotated[int, Meta(ge=1, le=MAX_GRACE_DAYS)]
    leave: Annotated[int, Meta(ge=0, le=MAX_LEAVE_DAYS)] = 0


class Policy(Part, frozen=True, kw_only=True):
    """3.6 What the players have settled beside the rules."""

    clock: Clock | None = None


class GenesisBody(Part, frozen=True, kw_only=True):
    """3.6 What is played, by whom, under which rules and data."""

    dice: DicePolicy
    engine: EngineName
    engine_hash: B32
    host: B32
    options: Annotated[dict[OptionName, OptionText | Count | bool], Meta(max_length=MAX_OPTIONS)]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    nonce: B16 | None = None
    policy: Policy | None = None


class JoinBody(Part, frozen=True, kw_only=True):
    """2.5 The keys and commitments of a seat, and the proof that it holds the signing key.

    `build` names the program and the rules that the seat joined with, empty if unknown; no part of legality.
    """

    anchor: B32
    box: B32
    chain_n: Annotated[int, Meta(ge=0, le=MAX_CHAIN)]
    epoch: Word32
    gsc: B32
    pk: B32
    pop: B64
    build: Build = ""


class Answer(Part, frozen=True, kw_only=True, tag_field="type", tag="answer"):
    """3 A seat's answer to the pending request, in the ruleset's words."""

    rule: Rule
    say: Say
    about: About = ""


class Undo(Part, frozen=True, kw_only=True, tag_field="type", tag="undo"):
    """3.5 Back to the position after round `to`."""

    to: RoundNumber


class Agreed(Part, frozen=True, kw_only=True, tag_field="type", tag="agreed"):
    """4.2 All have agreed to what the `agree` event `of` says, and the seat that is asked does it."""

    of: B32


class Priv(Part, frozen=True, kw_only=True, tag_field="type", tag="priv"):
    """2.11 The commitment to the seed of a private draw."""

    com: B32
    rule: Rule
    slot: Slot
    about: About = ""


class SealItem(Part, frozen=True, kw_only=True):
    """2.12 One sealed text. That `ct` fits `bucket` is a question of legality, not of form (3.2)."""

    bucket: Literal[128, 512, 2048, 8192]
    com: B32
    ct: Ciphertext
    salt: B16
    slot: Slot


class SealBody(Part, frozen=True, kw_only=True):
    """2.12 The items asked for, in slot order."""

    items: Annotated[tuple[SealItem, ...], Meta(min_length=1, max_length=MAX_ITEMS)]


class Opening(Part, frozen=True, kw_only=True):
    """2.5 Opens one slot: a seal by `of` and `key`, or a private draw by `seed` alone."""

    slot: Slot
    key: B32 | None = None
    of: B32 | None = None
    seed: B32 | None = None


class RevealBody(Opening, frozen=True, kw_only=True):
    """2.5 A seat's first slot, and its others in `more`: 256 in all (2.18)."""

    more: Annotated[tuple[Opening, ...], Meta(max_length=MAX_OPENINGS - 1)] = ()

    @property
    def openings(self) -> tuple[Opening, ...]:
        """All slots opened here, in slot order; the first is this body itself."""
        return (self, *self.more)


class EntropyBody(Part, frozen=True, kw_only=True):
    """2.10 Element `i` of chain `c`."""

    c: Word32
    e: B32
    i: ChainIndex


class Disclosed(Part, frozen=True, kw_only=True):
    """2.5 The game secret of one epoch."""

    epoch: Word32
    gs: B32


class DiscloseBody(Disclosed, frozen=True, kw_only=True):
    """2.5 The game secret, and those of other epochs in `more`."""

    more: Annotated[tuple[Disclosed, ...], Meta(max_length=MAX_EPOCHS)] = ()


class ResignBody(Part, frozen=True, kw_only=True):
    """2.5 Nothing."""


class NoteBody(Part, frozen=True, kw_only=True):
    """2.5 A remark for all seats, at most 2,000 code points."""

    text: Annotated[str, Meta(max_length=MAX_NOTE)]


class Takeback(Part, frozen=True, kw_only=True, tag_field="do", tag="takeback"):
    """4.2 Back to the position after round `to`, over dice, openings and rounds of any seat."""

    to: RoundNumber


class AgreedResult(Part, frozen=True, kw_only=True, tag_field="do", tag="result"):
    """4.2 The match ends: these seats of players have won, nobody if there are none."""

    text: AgreedText = ""
    winners: Annotated[tuple[SeatName, ...], Meta(max_length=MAX_SEATS)] = ()


class Seen(Part, frozen=True, kw_only=True, tag_field="what", tag="seen"):
    """4.7 The person knows what he is asked."""


class Away(Part, frozen=True, kw_only=True, tag_field="what", tag="away"):
    """4.7 The person is on leave until then, in seconds since 1970."""

    until: Count


class Late(Part, frozen=True, kw_only=True, tag_field="what", tag="late"):
    """4.7 A seat lets the others wait too long: evidence, without effect."""

    whom: SeatNumber
    text: AgreedText = ""


class Genesis(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False, tag_field="kind", tag="genesis"
):
    """2.4 The first event of a log; its id is the match's id."""

    kind: ClassVar[Literal["genesis"]] = "genesis"
    lane: ClassVar[Literal["genesis"]] = "genesis"
    body: GenesisBody
    v: Literal["pbem1"] = PROTOCOL


class SeatEvent(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    gc=False,
    tag_field="kind",
):
    """2.4 The fields that every event of a seat has.

    `st` is None if the event carries no state digest. `t` is claimed seconds since 1970 and never an input.
    """

    kind: ClassVar[str]
    lane: ClassVar[str]
    feed: B32
    game: B32
    n: Count
    prev: B32
    r: RoundNumber
    seat: SeatNumber
    t: Count
    inc: Annotated[tuple[B32, ...], Meta(max_length=MAX_INCLUDED)] = ()
    st: B16 | None = None


class Join(SeatEvent, frozen=True, kw_only=True, tag="join"):
    """2.5 A seat takes its chair; signed by the identity key."""

    kind: ClassVar[Literal["join"]] = "join"
    lane: ClassVar[Literal["main"]] = "main"
    body: JoinBody


if TYPE_CHECKING:  # a plain `Act` is that of play; at run time the codec fills the variable in
    from typing_extensions import TypeVar as TypeVarWithDefault

    ActBody = TypeVarWithDefault("ActBody", default=Answer | Undo | Agreed | Priv)
else:
    ActBody = TypeVar("ActBody")


class Act(SeatEvent, Generic[ActBody], frozen=True, kw_only=True, tag="act"):
    """2.5 An answer, an undo, what all have agreed to, or the commitment of a private draw."""

    kind: ClassVar[Literal["act"]] = "act"
    lane: ClassVar[Literal["main"]] = "main"
    body: ActBody


class Seal(SeatEvent, frozen=True, kw_only=True, tag="seal"):
    """2.12 Sealed texts."""

    kind: ClassVar[Literal["seal"]] = "seal"
    lane: ClassVar[Literal["main"]] = "main"
    body: SealBody


class Reveal(SeatEvent, frozen=True, kw_only=True, tag="reveal"):
    """2.12 Keys that open seals, seeds that open private draws."""

    kind: ClassVar[Literal["reveal"]] = "reveal"
    lane: ClassVar[Literal["main"]] = "main"
    body: RevealBody


class Entropy(SeatEvent, frozen=True, kw_only=True, tag="entropy"):
    """2.10 A contribution to the dice; nothing in it but the element can enter them."""

    kind: ClassVar[Literal["entropy"]] = "entropy"
    lane: ClassVar[Literal["main"]] = "main"
    body: EntropyBody


class Disclose(SeatEvent, frozen=True, kw_only=True, tag="disclose"):
    """3.5 A seat's game secret, after the end."""

    kind: ClassVar[Literal["disclose"]] = "disclose"
    lane: ClassVar[Literal["main"]] = "main"
    body: DiscloseBody


class Resign(SeatEvent, frozen=True, kw_only=True, tag="resign"):
    """3.5 A seat gives up: its main event if it is expected, otherwise a side event."""

    kind: ClassVar[Literal["resign"]] = "resign"
    lane: ClassVar[Literal["side"]] = "side"
    body: ResignBody


class Note(SeatEvent, frozen=True, kw_only=True, tag="note"):
    """2.5 A remark; never counts for a round, so it carries neither `inc` nor `st`."""

    kind: ClassVar[Literal["note"]] = "note"
    lane: ClassVar[Literal["side"]] = "side"
    body: NoteBody


class Agree(SeatEvent, frozen=True, kw_only=True, tag="agree"):
    """4.2 A seat proposes or consents; it counts on the base it stands on, and nowhere else."""

    kind: ClassVar[Literal["agree"]] = "agree"
    lane: ClassVar[Literal["side"]] = "side"
    body: Takeback | AgreedResult


class Claim(SeatEvent, frozen=True, kw_only=True, tag="claim"):
    """4.7 A word about time that people and tools weigh and no rule reads."""

    kind: ClassVar[Literal["claim"]] = "claim"
    lane: ClassVar[Literal["side"]] = "side"
    body: Seen | Away | Late


SeatMessage: TypeAlias = Join | Act | Seal | Reveal | Entropy | Disclose | Resign | Note | Agree | Claim
Message: TypeAlias = Genesis | SeatMessage
KINDS = frozenset(
    {"genesis", "join", "act", "seal", "reveal", "entropy", "disclose", "resign", "note", "agree", "claim"}
)
