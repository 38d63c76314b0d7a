"""The folder that makes a machine yours: `PBEM_HOME`, else where the platform keeps such things (design 7).

Belongs here: what lies in it, and making, opening and restoring the identity. Must not be here: logs of matches.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from pbem.crypto.hashing import KEY_SIZE
from pbem.disk.lock import locked
from pbem.disk.small import read_strict, write_strict
from pbem.disk.whole import make_private_folder
from pbem.errors import WrongUse
from pbem.home.cards import OwnCard, SignedCard, SignedCards
from pbem.home.games import Games
from pbem.home.identity import FREE, PRODUCTION, Cost, Identity, IdentityFile, lock, unlock
from pbem.home.machine import MachinePlace, PlaceFile
from pbem.home.parsed import ParsedFiles
from pbem.home.people import People, PersonCard
from pbem.home.summaries import Summaries
from pbem.record.marks import Marks

if TYPE_CHECKING:
    from pbem.home.accepted import AcceptedInvitations
    from pbem.home.beside import Titles
    from pbem.home.challenges import Challenges
    from pbem.home.gatherings import Gatherings
    from pbem.home.invited import Invited
    from pbem.home.unlocked import Unlocked

VARIABLE = "PBEM_HOME"
TITLES = "titles.json"


class Home:
    """One person's keys, marks, people, matches and challenges. Making one of these touches no disk."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.identity_path = root / "identity.json"
        self.marks = Marks(root / "marks.json")
        self.people = People(root / "people.json")
        self.games = Games(root / "games.json")
        self.place = PlaceFile(root)
        self.summaries = Summaries(root / "summaries")
        self.own_card = OwnCard(root / "card.json")
        self.cards = SignedCards(root / "cards.json")

    @classmethod
    def find(cls, environ: Mapping[str, str] | None = None) -> Home:
        """The home of whoever runs this."""
        environ = os.environ if environ is None else environ
        if named := environ.get(VARIABLE):
            return cls(Path(named).expanduser().absolute())
        return cls(platformdirs.user_data_path("pbem", appauthor=False))

    # what an order does not need is loaded by what needs it

    @property
    def challenges(self) -> Challenges:
        """The challenges that were published here."""
        from pbem.home.challenges import Challenges

        return Challenges(self.root / "challenges.json")

    @property
    def invited(self) -> Invited:
        """Matches that somebody else made for us, and that we have not joined."""
        from pbem.home.invited import Invited

        return Invited(self.root / "invitations.json")

    @property
    def titles(self) -> Titles:
        """What the matches are called."""
        from pbem.home.beside import Titles

        return Titles(self.root / TITLES)

    def title_of(self, game: str) -> str:
        """What a match is called; empty if it has no title."""
        return self.titles.of(game) if (self.root / TITLES).exists() else ""

    @property
    def gatherings(self) -> Gatherings:
        """Matches that people were invited to and that are not made yet."""
        from pbem.home.gatherings import Gatherings

        return Gatherings(self.root / "gatherings.json")

    @property
    def accepted(self) -> AcceptedInvitations:
        """Invitations that were answered."""
        from pbem.home.accepted import AcceptedInvitations

        return AcceptedInvitations(self.root / "accepted.json")

    def parsed(self, key: bytes) -> ParsedFiles:
        """Data files of games that were parsed here; `key` tells what this home wrote."""
        return ParsedFiles(self.root / "parsed", key)

    @property
    def unlocked(self) -> Unlocked:
        """The passphrase that the keyring keeps for a while."""
        from pbem.home.unlocked import Unlocked

        return Unlocked(self.root)

    @property
    def exists(self) -> bool:
        """Whether there is an identity here."""
        return self.identity_path.exists()

    @property
    def needs_passphrase(self) -> bool:
        """Whether `load` must be given a passphrase."""
        return self._file().passphrase

    def card(self) -> PersonCard:
        """What others may know of us; needs no passphrase."""
        return self._file().card

    def create(
        self, name: str, address: str, passphrase: str, *, no_passphrase: bool = False, cost: Cost = PRODUCTION
    ) -> Identity:
        """A new identity. WrongUse if there is one, or for an empty passphrase without `no_passphrase`."""
        master = secrets.token_bytes(KEY_SIZE)
        return self._keep(master, name, address, passphrase, no_passphrase=no_passphrase, cost=cost)

    def load(self, passphrase: str | None = None) -> Identity:
        """The unlocked identity; `passphrase` is None if nobody could be asked.

        WrongUse, and nothing is changed, for a wrong or missing passphrase, no identity, or a file open to others.
        """
        file = self._file()
        if not file.passphrase:
            return unlock(file, "")
        if passphrase is None:
            raise WrongUse(
                "the identity is locked and there is no terminal to ask for the passphrase",
                "set PBEM_PASSPHRASE, use --passphrase-file, or unlock it for some hours with: pbem id unlock",
            )
        return unlock(file, passphrase)

    def kept_passphrase(self) -> str | None:
        """The passphrase that the keyring keeps for this identity (`pbem id unlock`), None if there is none."""
        return self.unlocked.passphrase(self._file().id)

    def backup(self, passphrase: str | None = None) -> tuple[str, ...]:
        """The 24 recovery words: whoever has them is this person. On paper, not on a disk."""
        from pbem.home.recovery import words_of

        return words_of(self.load(passphrase).master)

    def restore(
        self,
        words: str,
        name: str,
        address: str,
        passphrase: str,
        *,
        no_passphrase: bool = False,
        cost: Cost = PRODUCTION,
    ) -> Identity:
        """The identity of the recovery words; over the same identity it sets a new passphrase, name and address.

        Marks are not in the words: what this person signed elsewhere must be fetched before signing on (`marks.tip`).
        """
        from pbem.home.recovery import master_of

        return self._keep(master_of(words), name, address, passphrase, no_passphrase=no_passphrase, cost=cost)

    def refuse_second_join(self, gid: str, seat: int) -> None:
        """3.6 WrongUse if this home joined that seat before: the same keys and dice would be used again."""
        if self.games.joined(gid, seat) or self.marks.get(gid, seat) is not None:
            raise WrongUse(f"seat {seat} of this match was joined before with this home", "use the folder it lies in")

    def moved(self) -> WrongUse | None:
        """Why nothing may be signed here: this home signs elsewhere. None if it signs here, or was never told where."""
        kept, here = self.place.kept(), self.place.here()
        if kept is None or not kept.is_other(here):
            return None
        was = f"in {kept.folder}" if kept.folder and kept.folder != here.folder else "on another machine"
        return WrongUse(
            f"this home was copied or moved: it signed {was} until now, and a seat is played from one place only",
            "if nothing is signed there any more: pbem id adopt",
        )

    def settle(self) -> None:
        """Keeps where we are, as far as this home did not know where it signs."""
        kept, here = self.place.kept(), self.place.here()
        if kept is not None:
            here = MachinePlace(kept.folder or here.folder, kept.machine or here.machine)
        if here != kept:
            self.place.keep(here)

    def adopt(self) -> bool:
        """From now on this home signs here; whether that is new."""
        moved = self.moved() is not None
        self.place.keep(self.place.here())
        return moved

    def _keep(
        self, master: bytes, name: str, address: str, passphrase: str, *, no_passphrase: bool, cost: Cost
    ) -> Identity:
        if bool(passphrase) == no_passphrase:
            if passphrase:
                raise WrongUse("a passphrase was given together with --no-passphrase")
            raise WrongUse("the passphrase is empty", "choose one, or say --no-passphrase if this disk is yours alone")
        cost = cost if passphrase else FREE
        file = lock(master, name=name, address=address, passphrase=passphrase, cost=cost)
        make_private_folder(self.root)
        with locked(self.identity_path):
            if self.exists and self._file().id != file.id:
                raise WrongUse(f"there is another identity in {self.root}", "set PBEM_HOME to another folder")
            is_new = not self.exists
            write_strict(self.identity_path, file)
        if is_new:
            self.place.keep(self.place.here())
        identity = unlock(file, passphrase)
        self.sign_card(identity)
        if self.unlocked.passphrase(file.id) != passphrase:
            self.unlocked.forget()
        return identity

    def signed_card(self) -> SignedCard | None:
        """What others may know of us, signed; None if that waits for the identity to be unlocked."""
        return self.own_card.get(self.card())

    def sign_card(self, identity: Identity) -> SignedCard:
        """The same, signed now if it was not."""
        return self.own_card.sign(self.card(), identity.seed, int(time.time()))

    def change(
        self, identity: Identity, *, name: str, address: str, passphrase: str, cost: Cost = PRODUCTION
    ) -> Identity:
        """Another name, address or passphrase, which may be empty, for the same identity."""
        return self._keep(identity.master, name, address, passphrase, no_passphrase=not passphrase, cost=cost)

    def _file(self) -> IdentityFile:
        file = read_strict(self.identity_path, IdentityFile, private=True)
        if file is None:
            raise WrongUse(f"there is no identity in {self.root}",
                           "if yours is elsewhere, set PBEM_HOME to it; else make one with: pbem id new NAME")
        return file
