"""What the page asks for, and what it is told: every request and every answer.

Belongs here: these structs and their bounds. Must not be here: making them.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pbem.kit.choices import Rows, Slots
from pbem.kit.typed import Choice
from pbem.limits import MAX_ADDRESS, MAX_NUMBER, MAX_PATH, MAX_SAY, MAX_SEATS
from pbem.web.game_shapes import PlayableGame

Name = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(max_length=MAX_SAY)]
Count = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order, or the beginning of one, for a seat; `at` is the position the page believes in, `n` counts requests."""

    at: Name
    seat: Name = ""
    text: Text = ""
    n: Count = 0


class Ready(msgspec.Struct, frozen=True):
    """A whole answer that may be given, and what is said of it."""

    words: str
    remark: str = ""


class ReadyAnswer(Ready, frozen=True):
    """An answer to what is asked now, with its words by the names of what they mean; "" if these say no more."""

    named: str = ""


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked, the facts, how it is typed, ready answers; none of them if another is looked through."""

    seat: str
    rule: str
    about: str
    question: str = ""
    facts: tuple[str, ...] = ()
    typing: tuple[str, ...] = ()
    ready: tuple[ReadyAnswer, ...] = ()


class Drafted(msgspec.Struct, frozen=True):
    """An order that is not sent, and the sentences that it brings about."""

    seat: str
    text: str
    rule: str
    told: tuple[str, ...]


class Since(msgspec.Struct, frozen=True):
    """A sentence of the story; the places it tells of, and its round."""

    text: str
    rule: str
    places: tuple[str, ...]
    round: int
    headline: bool


class Seat(msgspec.Struct, frozen=True):
    """A seat: its name for people, who holds it, whether that is us, whether it is awaited."""

    id: str
    name: str
    player: str
    yours: bool
    asked: bool


class State(msgspec.Struct, frozen=True):
    """A match as the seat that is looked through sees it. `part` is what is new for the board of this page.

    `fresh`: the page begins its board anew. `carried` is who brings what was signed to the others: the courier, if it
    runs, else the person with the packets `out`. `adopts`: it stands still until its person says that nothing newer was
    signed elsewhere. `joins`: it was begun here, and a seat of this person is not taken yet.
    """

    at: str
    game: str
    title: str
    when: str
    round: int
    seats: tuple[Seat, ...]
    seat: str
    alone: bool
    questions: tuple[Question, ...]
    drafts: tuple[Drafted, ...]
    unfit: tuple[str, ...]
    waits: str
    awaited: tuple[str, ...]
    since: tuple[Since, ...]
    answered: tuple[str, ...]
    notes: tuple[str, ...]
    result: str
    stopped: str
    adopts: bool = False
    joins: bool = False
    part: dict[str, Any] | None = None
    fresh: bool = False


class Following(msgspec.Struct, frozen=True):
    """What may follow a beginning, as `pbem.kit.following.Follow`; for a whole answer its canonical words `says`.

    `named` has names of things instead of ids. `refused`: how the command refuses what nothing may follow.
    """

    n: int
    at: str
    choices: tuple[Choice, ...]
    left: int
    begun: str
    is_answer: bool
    more: bool
    why: str
    says: str = ""
    named: str = ""
    echo: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    then: tuple[Choice, ...] = ()
    parts: tuple[Choice, ...] = ()
    slots: Slots | None = None
    rows: Rows | None = None


class WayShown(msgspec.Struct, frozen=True):
    """An arrow of the board: of an order, a route, fire or support, along places."""

    kind: str
    places: tuple[str, ...]


class Previewed(msgspec.Struct, frozen=True):
    """What an order would bring about; `ways` as arrows on the board.

    `signs`: why it would be signed at once: for `dice`, a `draw` or else (`now`); "" if it is only drafted."""

    at: str
    told: tuple[str, ...]
    waits: str
    ways: tuple[WayShown, ...] = ()
    signs: str = ""


class Done(msgspec.Struct, frozen=True):
    """What was done: answers as they were taken, how many were signed, what the person is told, packets to send."""

    at: str
    given: tuple[str, ...] = ()
    signed: int = 0
    told: tuple[str, ...] = ()
    packets: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """A match in the list: `state` is move, waits, ended or fault; `line` says it in words."""

    game: str
    title: str
    state: str
    line: str
    when: str = ""
    drafts: int = 0


class Fault(msgspec.Struct, frozen=True):
    """What went wrong, in one line or a few, with what to do; `status` is that of the command line."""

    error: str
    hint: str = ""
    rule: str = ""
    legal: tuple[str, ...] = ()
    status: int = 1


class Got(msgspec.Struct, frozen=True):
    """What came of something that was dropped on the page: lines, the matches it belongs to, what it asks us into.

    `played`: our seat there was taken before, by another copy of this home.
    """

    told: tuple[str, ...]
    games: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    invitation: str = ""
    played: bool = False


class Other(msgspec.Struct, frozen=True):
    """Somebody whose card is known."""

    id: str
    name: str
    address: str


class Me(msgspec.Struct, frozen=True):
    """Who plays here, "" for nobody yet, with the card to hand to others; the people known, the games.

    `guarded`: the identity has a passphrase; `locked`: it is wanted before anything else can be done.
    `courier` is where the courier's work is done, which goes on while it is locked. `cards` lie in shared folders, of
    people who are not known here.
    """

    name: str = ""
    address: str = ""
    card: str = ""
    people: tuple[Other, ...] = ()
    games: tuple[PlayableGame, ...] = ()
    locked: bool = False
    guarded: bool = False
    courier: str = ""
    cards: tuple[Other, ...] = ()


class CardTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose card out of a shared folder is kept."""

    id: Name


class Unlocking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The passphrase of the identity, which is told nowhere and kept nowhere."""

    passphrase: Annotated[str, Meta(max_length=MAX_PATH)]

    def __repr__(self) -> str:
        return "Unlocking()"


class Locking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Forget the key."""


class NewIdentity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody new; without a passphrase whoever has the disk is this person.

    `words` are recovery words: somebody who was here before.
    """

    name: Name
    address: Annotated[str, Meta(max_length=MAX_ADDRESS)] = ""
    passphrase: Annotated[str, Meta(max_length=MAX_PATH)] = ""
    words: Annotated[str, Meta(max_length=MAX_PATH)] = ""

    def __repr__(self) -> str:
        return "NewIdentity()"


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to make: who plays which seat, `me` or an id, and the options that are not as ever."""

    game: Name
    people: Annotated[dict[Name, Name], Meta(max_length=MAX_SEATS)] = {}
    options: Annotated[dict[Name, Name], Meta(max_length=64)] = {}


class Begun(msgspec.Struct, frozen=True):
    """What came of it: recovery words, or a match, one's seats there and the packets for the others.

    `others` are the names of those who need them, `folders` those that are set up to be shared, `mails` the addresses
    of the accounts that are.
    """

    words: tuple[str, ...] = ()
    game: str = ""
    seats: tuple[str, ...] = ()
    packets: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    mails: tuple[str, ...] = ()


class InvitationAnswered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match that we are asked into, and that is taken or left."""

    game: Name


class StandingWay(msgspec.Struct, frozen=True):
    """One choice of a standing order as it is typed, what it means; `takes` is what must be said with it.

    `now` is what it would answer to what is asked now. Both are "" if there is nothing.
    """

    name: str
    words: str
    takes: str = ""
    now: str = ""


class StandingShown(msgspec.Struct, frozen=True):
    """A standing order of a seat: `set` as it is typed, `asked` if its question is asked now."""

    name: str
    title: str
    rules: tuple[str, ...]
    set: str
    asked: bool
    ways: tuple[StandingWay, ...]


class FiledShown(msgspec.Struct, frozen=True):
    """An order that was filed early; `gone` is why its moment cannot come as things stand."""

    moment: str
    words: str
    gone: str = ""


class ExpectedMoment(msgspec.Struct, frozen=True):
    """A moment to come, with an order that may be filed for it; `one_of` is the moment of one thing alone."""

    moment: str
    order: str
    title: str
    one_of: str = ""


class Decided(msgspec.Struct, frozen=True):
    """What is decided beforehand for a seat; `usages` are those of conditions, `notes` are for its owner."""

    at: str
    seat: str
    standing: tuple[StandingShown, ...]
    presets: tuple[Ready, ...]
    filed: tuple[FiledShown, ...]
    moments: tuple[ExpectedMoment, ...]
    usages: tuple[str, ...]
    notes: tuple[str, ...]


class Offer(msgspec.Struct, frozen=True):
    """Something that is proposed to all: what, who is needed; `mine` if all seats held here have agreed."""

    number: int
    what: str
    needed: str
    mine: bool


class Remarked(msgspec.Struct, frozen=True):
    """A remark that all read."""

    seat: str
    text: str
    round: int


class Beside(msgspec.Struct, frozen=True):
    """What stands beside play: offers, a line for each seat awaited, the last remarks, how many rounds have closed."""

    at: str
    offers: tuple[Offer, ...]
    clock: tuple[str, ...]
    remarks: tuple[Remarked, ...]
    rounds: int
    players: tuple[str, ...]
    over: bool


class Block(msgspec.Struct, frozen=True):
    """A packet as text to paste into a mail or a chat."""

    text: str
