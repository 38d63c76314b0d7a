"""Making and joining matches, opening them, taking in what came, writing what goes out.

Belongs here: which match a line belongs to, which folder it lies in, who gets which packet.
Must not be here: prompts, printing, words of a game.

What reads and writes post, answers by itself or knows challenges is loaded by what needs it: `pbem show` does not.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.crypto.hashing import tm
from pbem.crypto.keys import Held
from pbem.desk.keeping import Keeping
from pbem.desk.overlay import keep_overlay, overlay_of
from pbem.desk.patience import Patience, patience_of, steady
from pbem.desk.receipt import Receipt as Receipt
from pbem.desk.repeating import kept_words
from pbem.desk.saved import SavedPlayFile
from pbem.desk.waiting import ELSEWHERE, stopped
from pbem.errors import BadRecord, MissingRecords, NotYourTurn, PbemError, WrongUse
from pbem.home import Home, Identity
from pbem.kit.data import keep_parsed
from pbem.limits import MAX_LINE
from pbem.match.folder import Arrival, GameFolder, caught_up, create, held_back, match_of
from pbem.match.match import Match
from pbem.match.start import new_genesis, ruleset_of
from pbem.reading.cache import Cache
from pbem.record.log import LOG_NAME
from pbem.record.wire import CODEC, GenesisLine
from pbem.ruleset import Ruleset, Value, find_engine

if TYPE_CHECKING:
    from pbem.home.challenges import Published
    from pbem.post.contents import Item, Trouble
    from pbem.record.challenge import Challenge
    from pbem.record.events import Clock

CACHE, SAVED = "game.cache", "game.open"


def now() -> int:
    """Claimed time: Unix seconds."""
    return int(time.time())


class Desk:
    """One home with its identity unlocked; `identity` is None for who only reads."""

    def __init__(
        self, home: Home, identity: Identity | None, *, clock: Callable[[], int] = now,
        steady: Callable[[], int] = steady, wait: int | None = None, keeps: int = 0,
    ) -> None:
        """`wait` is for how many seconds what only a secret may decide is held back, None: as `courier.toml` says.

        So many matches as it `keeps` stay in memory between two times they are opened.
        """
        self.home, self.identity, self._clock, self._steady, self._wait = home, identity, clock, steady, wait
        self._open = Keeping(self.masters, home.marks, clock, keeps)
        self._parsed = None if identity is None else home.parsed(tm(identity.master, "local cache"))
        keep_parsed(self._parsed)

    # ------------------------------------------------------------------ opening

    def masters(self, genesis: GenesisLine) -> Mapping[int, Held]:
        """What is held of each seat of the match that is this person's: here the master secret."""
        if self.identity is None:
            return {}
        seats = genesis.msg.body.seats
        return {i: self.identity.master for i, seat in enumerate(seats) if seat.id == self.identity.id}

    @contextlib.contextmanager
    def game(self, folder: Path, *, despite_desync: bool = False) -> Iterator[GameFolder]:
        """A match opened for writing; what was made in it is on disk when this ends well."""
        barred = self._settled()
        keep_parsed(self._parsed, writes=True)
        with self._open.game(
            folder, self.cache(folder), barred, despite_desync=despite_desync, saved=self.saved(folder)
        ) as game:
            if self.identity is not None and barred is None:
                self.home.games.see(game.gid, folder)
            game.match.typed = kept_words(folder, game.gid)
            game.match.may_pass = self.patience(game).may_pass
            yield game
            if self.identity is not None and barred is None:
                from pbem.desk.summing import keep_summary

                game.flush()
                keep_summary(self.home, game.match, folder)

    def patience(self, game: GameFolder) -> Patience:
        """How long the open round of a match has been open here."""
        wait = patience_of(self.home) if self._wait is None else self._wait
        return Patience(game, wait, self._clock, self._steady)

    def _settled(self) -> PbemError | None:
        """Why this home may sign nothing here; None if it may, which from then on is kept."""
        if self.identity is None:
            return None
        barred = self.home.moved()
        if barred is None:
            self.home.settle()
        return barred

    def hold_back(self, match: Match, log: Path) -> None:
        """Notes in a match that was only read, from this log, which seats may not sign here, and why.

        What its people typed last goes with it.
        """
        if not match.keys:
            return
        match.typed = kept_words(log.parent, match.genesis.id)
        barred = self.home.moved()
        held = held_back(match, self.home.marks, barred=barred)
        match.held_back = held if barred is not None else caught_up(held, match, self.home.marks, log)

    def cache(self, folder: Path) -> Cache | None:
        """2.14 What this person has verified of the log in a folder; None for who only reads."""
        if self.identity is None:
            return None
        return Cache(folder / CACHE, tm(self.identity.master, "local cache"))

    def saved(self, folder: Path) -> SavedPlayFile | None:
        """What this person's programs keep of the play in a folder; None for who only reads."""
        return None if self.identity is None else SavedPlayFile(folder / SAVED, tm(self.identity.master, "saved play"))

    # ------------------------------------------------------------------ beginning

    def new_match(
        self,
        ruleset: Ruleset,
        people: Mapping[str, str],
        options: Mapping[str, Value],
        folder: Path,
        *,
        policy: str,
        judge: str | None = None,
        overlay: Path | None = None,
        nonce: bytes | None = None,
        clock: Clock | None = None,
    ) -> GenesisLine:
        """The first line of a match in a new folder; `people` gives the identity for each seat under these options.

        `nonce` is for recorded examples only: a fresh one is made if it is None.
        """
        if self.identity is None:
            raise WrongUse("a match is made by somebody: unlock your identity")
        seats = ruleset.seats_of(options)
        missing = [seat for seat in seats if seat not in people]
        unknown = sorted(set(people) - set(seats))
        if unknown:
            under = " with these options" if ruleset.seats_for is not None else ""
            raise WrongUse(f"{ruleset.name} has no seat {', '.join(unknown)}{under}", f"its seats: {', '.join(seats)}")
        if missing:
            example = " ".join(f"{seat}={'me' if i == 0 else 'anna'}" for i, seat in enumerate(seats[:2]))
            raise WrongUse(f"who plays {', '.join(missing)}?", f"name a person for every seat, like {example}")
        _refuse_taken(folder)
        genesis = new_genesis(
            self.identity.master, ruleset, [people[s] for s in seats], options,
            nonce=nonce or secrets.token_bytes(16), policy=policy, judge=judge, overlay=overlay, clock=clock,
        )
        self._create(folder, genesis, overlay)
        return genesis

    def enter(self, challenge: Challenge, folder: Path, overlay: Path | None = None) -> GenesisLine:
        """The first line of this person's one match that answers a challenge, in a new folder."""
        from pbem.match.entry import new_entry

        if self.identity is None:
            raise WrongUse("a match is made by somebody: unlock your identity")
        genesis = new_entry(self.identity.master, challenge, find_engine(challenge.engine), overlay)
        if (known := self.home.games.get(genesis.id)) is not None:
            raise WrongUse(
                f"you have entered the challenge {challenge.title!r} already, and one entry a person is taken",
                f"play on in {known.folder}",
            )
        self.home.refuse_second_join(genesis.id, 0)
        _refuse_taken(folder)
        self._create(folder, genesis, overlay)
        return genesis

    def _create(self, folder: Path, genesis: GenesisLine, overlay: Path | None) -> None:
        if (barred := self._settled()) is not None:
            raise barred
        if overlay is not None:
            keep_overlay(overlay, folder)
        create(folder, [genesis])
        self.home.games.put(genesis.id, folder)

    def invited_to(self, came: Iterable[Arrival]) -> GenesisLine:
        """The first line among some records of one match; BadRecord if it is not there."""
        genesis = next((a.event for a in came if isinstance(a.event, GenesisLine)), None)
        if genesis is None:
            raise BadRecord("there is no first line of a match in it", hint="ask the host for the invitation")
        return genesis

    def start_folder(self, genesis: GenesisLine, folder: Path, overlay: Path | None = None) -> None:
        """A folder for a match that somebody else made; refuses what cannot be played here before writing anything."""
        if (folder / LOG_NAME).exists():
            if gid_of(folder) == genesis.id:
                return
            raise WrongUse(f"{folder} holds another match already", "name a new folder with -C FOLDER")
        self._refuse_second_folder(genesis.id, folder)
        _check_fresh(genesis)
        ruleset_of(genesis, overlay or overlay_of(folder))
        if not self.masters(genesis):
            raise NotYourTurn("no seat of this match is yours", ELSEWHERE)
        self._create(folder, genesis, overlay)

    def _refuse_second_folder(self, gid: str, folder: Path) -> None:
        """WrongUse if a match lies in another folder of this person: the home would lose sight of that one."""
        known = self.home.games.get(gid)
        if known is None or known.elsewhere or gid_of(Path(known.folder)) != gid:
            return
        if Path(known.folder).resolve() != folder.resolve():
            raise WrongUse(f"this match lies in {known.folder} already", "go on there; pbem in takes what came for it")

    def adopt(self, folder: Path) -> list[str]:
        """A home put back from a backup signs on from this log (see GameFolder.adopt); gives its seats there."""
        from pbem.desk.signing_on import adopt_match

        with self.game(folder) as game:
            return adopt_match(self.home, game)

    def join(self, folder: Path, seats: Collection[str] = ()) -> list[str]:
        """Takes every seat of this person that has not joined yet (or those named); gives their names."""
        with self.game(folder) as game:
            return self.take_seats(game, seats)

    def take_seats(self, game: GameFolder, seats: Collection[str] = ()) -> list[str]:
        """The same in a match that is open; what was signed is on disk when this ends."""
        names = [game.match.name(s) for s in self._join(game, seats)]
        if not names and not game.match.keys:
            raise NotYourTurn("no seat of this match is yours", ELSEWHERE)
        game.match.run_mechanical()
        game.flush()
        for seat in game.match.keys:  # those joined before too: noting it may have failed then
            if game.match.feeds.feeds[seat].join is not None:
                self.home.games.put(game.gid, game.path, seat=seat)
        return names

    def _join(self, game: GameFolder, seats: Collection[str] = ()) -> list[int]:
        _check_fresh(game.match.genesis)
        joined = []
        for duty in game.match.mine():
            if duty.kind == "join" and (not seats or duty.name in seats):
                self.home.refuse_second_join(game.gid, duty.seat)
                game.match.join(duty.seat)
                joined.append(duty.seat)
        return joined

    # ------------------------------------------------------------------ in and out

    def folder_of(self, gid: str, here: Path | None) -> Path:
        """Where a match lies: this folder if it is that match's, else what the home remembers."""
        if here is not None and gid_of(here) == gid:
            return here
        known = self.home.games.get(gid)
        if known is not None and known.elsewhere:
            raise WrongUse(
                f"a packet for the match {gid[:12]}: this home was adopted since it played in {known.folder}, and that "
                "folder may be another copy's",
                "go to the folder where it is played from now on, or name it with -C",
            )
        if known is None or not (Path(known.folder) / LOG_NAME).exists():
            raise MissingRecords(f"a packet for the match {gid[:12]}, which is not known here",
                                 "if you were invited: pbem join FILE -C FOLDER; if a log of it lies here: pbem in "
                                 "FILE -C FOLDER; to look at one: pbem show FILE")
        return Path(known.folder)

    def take_in(self, items: Iterable[Item], here: Path | None = None) -> tuple[list[Receipt], list[Trouble]]:
        """Takes in whatever was found, each record into its match, and does all that needs no human."""
        from pbem.desk.door import arrivals

        came, troubles = arrivals(items)
        receipts, more = self.take_arrivals(came, here)
        return receipts, troubles + more

    def take_arrivals(
        self, came: Iterable[Arrival], here: Path | None = None, *,
        around: Callable[[str], contextlib.AbstractContextManager[None]] = lambda _game: contextlib.nullcontext(),
    ) -> tuple[list[Receipt], list[Trouble]]:
        """The same for records that were decoded already; `around` is held for each match while they are taken in."""
        from pbem.post.contents import Trouble

        by_game: dict[str, list[Arrival]] = {}
        for arrival in came:
            by_game.setdefault(match_of(arrival.event), []).append(arrival)
        receipts: list[Receipt] = []
        troubles: list[Trouble] = []
        for gid, of_game in by_game.items():
            try:
                with around(gid):
                    receipts.append(self._take(self._place_of(gid, of_game, here), of_game))
            except PbemError as fault:
                troubles.append(Trouble(of_game[0].source, fault))
        return receipts, troubles

    def _place_of(self, gid: str, came: list[Arrival], here: Path | None) -> Path:
        """The folder of a match; a new one if a match begins that answers a challenge of this home."""
        try:
            return self.folder_of(gid, here)
        except MissingRecords:
            from pbem.desk.challenges import answered, entry_folder

            genesis = next((a.event for a in came if isinstance(a.event, GenesisLine)), None)
            published = answered(self.home, genesis) if genesis is not None else None
            if genesis is not None and published is None and self._is_judge(genesis):
                raise MissingRecords(
                    "a match that asks you to judge, and answers no challenge of this home",
                    "if you agreed to judge it: pbem join FILE",
                ) from None
            if genesis is None or published is None:
                raise
            folder = entry_folder(published, genesis)
            self.start_folder(genesis, folder, overlay_of(Path(published.folder)))
            return folder

    def _take(self, folder: Path, came: list[Arrival]) -> Receipt:
        from pbem.desk.automatic import carry_on

        joined: list[int] = []
        with self.game(folder) as game:
            entry = self._entry(game)
            if entry is not None:
                from pbem.desk.challenges import refuse_second_entry, twins_fault

                refuse_second_entry(game, [a.event for a in came], entry.challenge.title)
            since = game.match.rounds.r
            taken = game.take(came)
            if entry is not None and game.match.can_sign():
                joined = self._join(game)
            done = carry_on(game)
            receipt = Receipt(folder, game.match, since, taken.new, taken.known, len(joined) + len(done.made),
                              done.told, faults=list(taken.faults), unkept=frozenset(game.unkept()))
            if entry is not None:
                receipt.challenge = entry.challenge.title
            twins = None if entry is None else twins_fault(game, entry.challenge.title)
            stop = twins or stopped(game.match)
            receipt.faults += [stop] if stop is not None else []
            if done.is_any or (entry is not None and game.match.can_sign()):  # an entrant may ask for a lost answer
                receipt.sent = self.send_from(game)
        for seat in joined:
            self.home.games.put(game.gid, folder, seat=seat)
        return receipt

    def _entry(self, game: GameFolder) -> Published | None:
        """The challenge of this home that a match answers whose judge we are; None for other matches."""
        if not self._is_judge(game.match.genesis):
            return None
        from pbem.desk.challenges import answered

        return answered(self.home, game.match.genesis)

    def _is_judge(self, genesis: GenesisLine) -> bool:
        seats = genesis.msg.body.seats
        return any(seats[s].role == "judge" for s in self.masters(genesis))

    def send(self, folder: Path, *, everything: bool = False) -> list[Path]:
        """Writes what the other people of a match may lack; no file if they have everything."""
        with self.game(folder) as game:
            return self.send_from(game, everything=everything)

    def send_from(self, game: GameFolder, *, everything: bool = False) -> list[Path]:
        """The same, of a match that is open: what was made in it is on disk before it may leave."""
        from pbem.desk.packets import write_packets

        return write_packets(game, everything=everything)


def gid_of(folder: Path) -> str | None:
    """The match whose log lies in a folder; None if there is none."""
    try:
        with (folder / LOG_NAME).open("rb") as file:
            return match_of(CODEC.decode(file.readline(MAX_LINE)))
    except (OSError, PbemError):
        return None


def _refuse_taken(folder: Path) -> None:
    """WrongUse if a match lies in a folder; it may be one that a program was killed in while it was begun."""
    if (folder / LOG_NAME).exists():
        hint = f"name another folder with -C; or go on with that match: pbem join -C {folder}"
        raise WrongUse(f"{folder} holds a match already", hint)


def _check_fresh(genesis: GenesisLine) -> None:
    """3.6 Without a nonce the same people would get the same keys and dice again."""
    if genesis.msg.body.nonce is None:
        raise BadRecord("the first line of this match has no nonce: its dice could be known already")
