"""Matches that a courier of this home was told of, and that wait for their person to take a seat.

Anybody can invite us, under as many names as he likes: of one host a few are kept, and strangers never push out whom
we know. Belongs here: that list, how long it may be, and what is not to be heard of again. Must not be here: what one
types then (`pbem.courier.invitations`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from pbem.disk.lock import locked
from pbem.disk.small import read_strict, write_strict
from pbem.disk.whole import make_private_folder
from pbem.errors import PbemError, WrongUse
from pbem.home.people import SHORTEST_ID
from pbem.limits import MAX_FORGOTTEN, MAX_INVITED, MAX_OF_HOST, MAX_PATH
from pbem.record.events import B32


class InvitationTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match: what its person was told, and is to type; who made it, by id and name; the order in which they came.

    `is_known`: the host stands in the address book.
    """

    host: B32
    is_known: bool
    name: Annotated[str, Meta(max_length=MAX_PATH)]
    number: Annotated[int, Meta(ge=0)]
    told: Annotated[str, Meta(max_length=MAX_PATH)]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    forgotten: list[B32] = []  # matches and hosts, the oldest first
    waiting: dict[B32, InvitationTold] = {}


class Invited:
    """That list, in a small file of the home."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def waiting(self, known: Collection[str]) -> dict[B32, InvitationTold]:
        """Those that are not among the matches `known` by now, of people whom we know first, then the newest first.

        None if the file cannot be read.
        """
        try:
            kept = (read_strict(self.path, _File) or _File()).waiting
        except PbemError:  # a reminder must not stop a command
            return {}
        found = sorted(kept.items(), key=lambda one: (not one[1].is_known, -one[1].number))
        return {game: one for game, one in found if game not in known}

    def put(self, game: str, told: str, known: Collection[str], *, host: str, name: str, is_known: bool) -> None:
        """Keeps one, and drops those that are `known` by now; of one host, and of strangers, the oldest go first."""
        with contextlib.suppress(PbemError), self._changing() as file:
            for one in set(file.waiting).intersection(known):
                del file.waiting[one]
            if game in file.waiting or not {game, host}.isdisjoint(file.forgotten):
                return
            of_host = [one for one, kept in _by_age(file) if kept.host == host]
            strangers = [one for one, kept in _by_age(file) if not kept.is_known]
            if len(of_host) >= MAX_OF_HOST:
                del file.waiting[of_host[0]]
            elif len(file.waiting) >= MAX_INVITED and strangers:
                del file.waiting[strangers[0]]
            elif len(file.waiting) >= MAX_INVITED:
                return
            number = max((kept.number for kept in file.waiting.values()), default=0) + 1
            file.waiting[game] = InvitationTold(host, is_known, name[:MAX_PATH], number, told[:MAX_PATH])

    def left(self) -> frozenset[str]:
        """Matches that its person has answered or forgotten, and hosts of whom all is forgotten."""
        try:
            return frozenset((read_strict(self.path, _File) or _File()).forgotten)
        except PbemError:
            return frozenset()

    def settle(self, game: str) -> None:
        """Its person has answered: it waits no longer, and is not kept again."""
        with contextlib.suppress(PbemError), self._changing() as file:
            file.waiting.pop(game, None)
            if game not in file.forgotten:
                file.forgotten = [*file.forgotten, game][-MAX_FORGOTTEN:]

    def forget(self, text: str) -> list[InvitationTold]:
        """Forgets a match, or all of a host, by the beginning of its id or the host's name; they are not kept again.

        Gives what was forgotten; WrongUse if nothing fits.
        """
        with self._changing() as file:
            is_id = len(text) >= SHORTEST_ID
            games = [game for game in file.waiting if is_id and game.startswith(text)]
            hosts = {one.host for one in file.waiting.values()
                     if (is_id and one.host.startswith(text)) or one.name.casefold() == text.casefold()}
            gone = [game for game, one in file.waiting.items() if game in games or one.host in hosts]
            if not gone:
                raise WrongUse(f"no invitation of {ascii(text)[1:-1][:64]}", "pbem invitations lists them")
            file.forgotten = [*file.forgotten, *games, *sorted(hosts)][-MAX_FORGOTTEN:]
            return [file.waiting.pop(game) for game in gone]

    @contextlib.contextmanager
    def _changing(self) -> Iterator[_File]:
        make_private_folder(self.path.parent)
        with locked(self.path):
            file = read_strict(self.path, _File) or _File()
            yield file
            write_strict(self.path, file)


def _by_age(file: _File) -> list[tuple[str, InvitationTold]]:
    return sorted(file.waiting.items(), key=lambda one: one[1].number)
