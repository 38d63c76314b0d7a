"""What stands in a courier's journal, line by line, and all that follows from it.

Belongs here: the entries and the state, as they are kept. Must not be here: the file, what an entry changes.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from pbem.limits import MAX_ADDRESS, MAX_PATH, MAX_RECIPIENTS, MAX_ROUND, MAX_WHY
from pbem.post.mail.letter import Kind
from pbem.record.events import B32
from pbem.record.marks import SeatText

HOUR = 3_600
LOST = 6 * HOUR  # what was sent so long ago, and is not there, is lost

Time: TypeAlias = Annotated[int, Meta(ge=0)]
Id: TypeAlias = Annotated[str, Meta(max_length=255, pattern=r"\A<[!-;=?-~]+>\Z")]
Place: TypeAlias = Annotated[str, Meta(pattern=r"\A(?:read|[0-9]{1,10}:[0-9]{1,10})?\Z")]
Way: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]
Heads: TypeAlias = dict[SeatText, int]
To: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=MAX_RECIPIENTS)]
Sums: TypeAlias = Annotated[tuple[Annotated[str, Meta(max_length=16)], ...], Meta(max_length=MAX_RECIPIENTS)]
People: TypeAlias = Annotated[tuple[B32, ...], Meta(max_length=MAX_RECIPIENTS)]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="what"):
    """One line."""


class LetterWritten(_Entry, frozen=True, kw_only=True, tag="written"):
    """A letter is to be sent: its bytes lie in the outbox. `heads` are how far each seat's events go with it.

    `people` are the identities of those it goes to, `supposed` of those who will get the same through one of them;
    `because` is the Message-ID that it answers, `seats` those it reminds.
    """

    id: Id
    game: B32
    way: Way
    kind: Kind
    to: To
    time: Time
    heads: Heads = {}
    because: str = ""
    seats: tuple[SeatText, ...] = ()
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND)] = 0
    people: People = ()
    supposed: People = ()
    cards: dict[B32, Time] = {}  # the signed cards that went with it, each by its time

    @property
    def is_of_invitation(self) -> bool:
        """Whether it is about an invitation; `game` is its id then, and that of no match."""
        return self.kind in ("invitation", "answer") or (self.kind == "notice" and not self.round)


class Handed(_Entry, frozen=True, kw_only=True, tag="handed"):
    """From here on the server may have the letter."""

    id: Id
    time: Time


class LetterAccepted(_Entry, frozen=True, kw_only=True, tag="accepted"):
    """The server has taken the letter, but for the addresses `left`, for which it is tried again."""

    id: Id
    time: Time
    left: To = ()


class Dropped(_Entry, frozen=True, kw_only=True, tag="dropped"):
    """The letter will not be sent: everybody in it was refused for good."""

    id: Id
    time: Time


class Called(_Entry, frozen=True, kw_only=True, tag="called"):
    """An invitation, an answer or a card was left in a shared folder, or its person was told of it, by this id."""

    id: B32


class Left(_Entry, frozen=True, kw_only=True, tag="left"):
    """A packet lies in a shared folder; `heads` as for a letter."""

    game: B32
    way: Way
    heads: Heads


class Read(_Entry, frozen=True, kw_only=True, tag="read"):
    """All up to this place of a way is taken in, and safe in the logs."""

    way: Way
    place: Place


class Serves(_Entry, frozen=True, kw_only=True, tag="serves"):
    """The matches that were looked for from here on; if there is a new one, every way is read from its beginning."""

    games: tuple[B32, ...]


class LetGo(_Entry, frozen=True, kw_only=True, tag="let go"):
    """The seats of which something came before their joins that there was no room for, all that are still awaited.

    When one of them has joined, every way is read from its beginning.
    """

    game: B32
    seats: tuple[SeatText, ...]


class Round(_Entry, frozen=True, kw_only=True, tag="round"):
    """A match came to this round: noted by older programs, which waited by the wall clock alone."""

    game: B32
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND)]
    time: Time


class LastMail(_Entry, frozen=True, kw_only=True, tag="met"):
    """The last mail of a match: the next one answers it."""

    game: B32
    id: Id


class Spares(_Entry, frozen=True, kw_only=True, tag="spares"):
    """Somebody's last wish about a match is to have no reminders, or some again; their seat had signed `n` events.

    It is kept by identity: another's address is soon put on one's own card. Older entries have an address only.
    """

    game: B32
    wanted: bool
    n: Annotated[int, Meta(ge=0)]
    who: str = ""
    address: Annotated[str, Meta(max_length=MAX_ADDRESS)] = ""


class HeardFrom(_Entry, frozen=True, kw_only=True, tag="heard"):
    """What somebody said in a letter (`pbem.desk.heads`): what he has, whom he can write to, who has the same.

    `relay` are those to whom we are to pass it on.
    """

    game: B32
    who: B32
    time: Time
    heads: Heads
    reach: People
    is_lost: bool = False  # what he lacks he knows he lacks
    alike: People = ()
    relay: People = ()


class Noticed(_Entry, frozen=True, kw_only=True, tag="noticed"):
    """Its person was told on the screen, or by a command, what this round asks."""

    game: B32
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND)]


class Bounced(_Entry, frozen=True, kw_only=True, tag="bounced"):
    """A letter did not reach somebody at this address."""

    address: Annotated[str, Meta(max_length=MAX_ADDRESS)]
    who: B32
    time: Time
    why: Annotated[str, Meta(max_length=MAX_WHY)] = ""


class Has(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody of a match has. `sure` is what he said himself at `said`, `assumed` what was sent to him besides.

    `sent` is when that was last. `reach` are those whom he can write to, None: that is not known.
    """

    sure: Heads = {}
    said: Time = 0
    assumed: Heads = {}
    sent: Time = 0
    reach: People | None = None

    def and_sent(self, heads: Heads, time: int) -> Has:
        """After something was sent to him."""
        return msgspec.structs.replace(self, assumed=highest(self.assumed, heads), sent=time)

    def and_said(self, said: HeardFrom) -> Has:
        """After he said something newer; what he lacks long after it was sent was lost on its way."""
        was_lost = said.is_lost or said.time > self.sent + LOST
        assumed = said.heads if was_lost else highest(self.assumed, said.heads)
        return Has(said.heads, said.time, assumed, self.sent, said.reach)


class JournalState(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="what", tag="state"):
    """All that follows from the lines before; the first line of a journal written anew."""

    open: dict[Id, LetterWritten] = {}
    handed: dict[Id, Time] = {}
    heads: dict[str, dict[str, Heads]] = {}  # shared folder -> match -> seat -> number of events that lie there
    told: dict[str, dict[str, int]] = {}  # match -> person -> the round that the last letter to him came to
    has: dict[str, dict[str, Has]] = {}  # match -> person
    cards: dict[str, dict[str, Time]] = {}  # person -> whose cards were sent to him, each by its time
    relay: dict[str, tuple[str, ...]] = {}  # match -> people to whom we are to pass on what we have
    bounced: dict[str, Time] = {}  # by address
    whys: dict[str, str] = {}  # what the mail server said of it, by address
    noticed: dict[str, int] = {}  # match -> the round of which its person was told
    called: tuple[str, ...] = ()  # the last invitations and answers that were written, by id
    posted: dict[Id, str] = {}  # the last letters, each with its match
    recipients: dict[Id, Sums] = {}  # of these letters: a sum of each address; older programs noted none
    sent: tuple[int, ...] = ()  # the times of the last hour
    reminded: dict[str, dict[str, int]] = {}  # match -> seat -> time
    answered: tuple[Id, ...] = ()
    asked: dict[str, dict[str, int]] = {}  # match -> person -> when we told him that we lack something
    again: dict[str, dict[str, int]] = {}  # match -> address -> time
    places: dict[str, Place] = {}
    games: tuple[str, ...] = ()
    let_go: dict[str, tuple[str, ...]] = {}  # match -> seats
    rounds: dict[str, tuple[int, int]] = {}
    last: dict[str, Id] = {}  # match -> Message-ID
    spared: dict[str, tuple[str, ...]] = {}  # match -> people who want no reminders
    wished: dict[str, dict[str, int]] = {}  # match -> person -> how many events were signed at the last wish


def highest(some: Heads, others: Heads) -> Heads:
    """By seat the greater number."""
    return {seat: max(some.get(seat, -1), others.get(seat, -1)) for seat in sorted({*some, *others})}


Line = (
    JournalState | LetterWritten | Handed | LetterAccepted | Dropped | Left | Read | Serves | Round | LastMail | Spares
    | HeardFrom | Bounced | Noticed | Called | LetGo
)
"""Anything that may stand in a journal."""
