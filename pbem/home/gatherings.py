"""Matches that this home has invited people to and that are not made yet: who was asked, who comes.

Belongs here: that list, and what follows from an answer for one guest. Must not be here: letters, making the match.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, updating
from pbem.errors import WrongUse
from pbem.home.cards import SignedCard, read_signed
from pbem.home.invitation import CardWord, Dice, GameOrNone, Time, Title
from pbem.home.people import Address
from pbem.limits import MAX_ADDRESS, MAX_CALL, MAX_GATHERINGS, MAX_NOTE, MAX_OPTIONS, MAX_PATH, MAX_SEATS
from pbem.record.events import B16, B32, Clock, Count, EngineName, OptionName, OptionText, SeatName

Id: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{8}\Z")]
Text = Annotated[str, Meta(max_length=MAX_PATH)]
State: TypeAlias = Literal["asked", "came", "declined", "doubtful"]
Told: TypeAlias = Literal["", "declined", "doubtful", "silent", "late", "bounced"]


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who was invited. `doubtful`: an answer came that its host must look at, with its card and `sender`.

    `by_hand`: his invitation was written as a file. `told` is what the host was told of him. `unproved`: he declined,
    or whoever saw the invitation did so in his place.
    """

    address: Address
    by_hand: bool
    expires: Time
    invitation: B32
    seats: Annotated[tuple[SeatName, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    sent: Annotated[str, Meta(max_length=MAX_CALL)]  # the signed invitation
    time: Time
    card: CardWord = ""
    sender: Annotated[str, Meta(max_length=MAX_ADDRESS)] = ""
    state: State = "asked"
    told: Told = ""
    unproved: bool = False

    @property
    def who(self) -> SignedCard | None:
        """The card in his answer."""
        return read_signed(self.card) if self.card else None

    def after(self, told: Told) -> Guest:
        """After its host was told of him."""
        return msgspec.structs.replace(self, told=told)


class Gathering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match to be. `people` are those who need no invitation, by seat; `game` is the match once it is made."""

    clock: Clock | None
    dice: Dice
    engine: EngineName
    folder: Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]
    guests: Annotated[tuple[Guest, ...], Meta(max_length=MAX_SEATS)]
    nonce: B16
    options: Annotated[dict[OptionName, OptionText | Count | bool], Meta(max_length=MAX_OPTIONS)]
    people: Annotated[dict[SeatName, B32], Meta(max_length=MAX_SEATS)]
    remark: Annotated[str, Meta(max_length=MAX_NOTE)]
    time: Time
    title: Title
    game: GameOrNone = ""
    told: bool = False  # that all have come and the host must make the match

    @property
    def is_complete(self) -> bool:
        """Whether everybody has come."""
        return all(guest.state == "came" for guest in self.guests)

    @property
    def seated(self) -> dict[str, str]:
        """The identity for each seat, as far as they are known."""
        came = {seat: guest.who.id for guest in self.guests if guest.state == "came" and guest.who is not None
                for seat in guest.seats}
        return self.people | came

    def with_guest(self, guest: Guest) -> Gathering:
        """After something has changed with one guest."""
        guests = tuple(guest if one.invitation == guest.invitation else one for one in self.guests)
        return msgspec.structs.replace(self, guests=guests)


class Gatherings:
    """The list, by short ids."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> dict[Id, Gathering]:
        """All of them, the oldest first."""
        found = read_strict(self.path, dict[Id, Gathering]) or {}
        return dict(sorted(found.items(), key=lambda one: (one[1].time, one[0])))

    def open(self) -> dict[Id, Gathering]:
        """Those whose match is not made yet."""
        return {id: one for id, one in self.all().items() if not one.game}

    def get(self, id: str) -> Gathering:
        """One that is not made yet; WrongUse if there is none."""
        found = self.all().get(id)
        if found is None:
            raise WrongUse(f"no invitation {ascii(id)[1:-1][:64]} of yours", "see: pbem invite --list")
        if found.game:
            raise WrongUse(f"the match of {id} is made already", f"it lies in {found.folder}")
        return found

    def put(self, id: str, gathering: Gathering) -> None:
        """Keeps one; those that are made go first if there are too many."""
        with updating(self.path, dict[Id, Gathering]) as known:
            known[id] = gathering
            made = sorted((one.time, key) for key, one in known.items() if one.game and key != id)
            for _, key in made[: max(0, len(known) - MAX_GATHERINGS)]:
                del known[key]
            if len(known) > MAX_GATHERINGS:
                raise WrongUse(f"{MAX_GATHERINGS} matches wait for people already",
                               "give one up: pbem invite --drop ID")

    def mark_told(self, id: str) -> None:
        """Its host was told that all have come."""
        with updating(self.path, dict[Id, Gathering]) as known:
            if id in known:
                known[id] = msgspec.structs.replace(known[id], told=True)

    def change(self, id: str, before: Gathering, after: Gathering) -> None:
        """Keeps what has changed with one; WrongUse if it is not as it was before."""
        with updating(self.path, dict[Id, Gathering]) as known:
            if known.get(id) != before:
                raise WrongUse(f"somebody has answered to {id} meanwhile", "look, and try again: pbem invite --list")
            known[id] = after

    def change_guest(self, id: str, before: Guest, after: Guest) -> bool:
        """Keeps what has changed with one guest; False if he is not as he was before, or not invited any more."""
        with updating(self.path, dict[Id, Gathering]) as known:
            if id not in known or before not in known[id].guests:
                return False
            known[id] = known[id].with_guest(after)
            return True

    def drop(self, id: str) -> None:
        """Gives one up."""
        with updating(self.path, dict[Id, Gathering]) as known:
            known.pop(id, None)
