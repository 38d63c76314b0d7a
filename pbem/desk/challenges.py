"""A host's desk for challenges: publishing one, and knowing the matches that answer it.

Belongs here: which folder an entry gets, who may enter, and how often. Must not be here: playing, printing.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.crypto.hashing import unb64
from pbem.desk.overlay import keep_overlay
from pbem.disk.whole import make_private_folder
from pbem.errors import Fork, WrongUse
from pbem.home import Home, Identity
from pbem.home.challenges import Published
from pbem.limits import MAX_ENTRIES
from pbem.match.entry import check_entry, is_bound, new_challenge
from pbem.match.folder import GameFolder
from pbem.match.played import title_of
from pbem.record.challenge import NONCE_SIZE, Challenge, check_title, write_challenge
from pbem.record.events import Join
from pbem.record.log import LOG_NAME
from pbem.record.wire import Event, GenesisLine, verify_event
from pbem.ruleset import Ruleset, Value, find_engine

ENTRY = "entry-"


def publish(
    home: Home,
    identity: Identity,
    ruleset: Ruleset,
    options: Mapping[str, Value],
    folder: Path,
    *,
    title: str = "",
    overlay: Path | None = None,
) -> tuple[Challenge, bytes]:
    """A new challenge, and its file; this home will answer the entries, and keep them in the folder."""
    scenario = str(ruleset.full_options(options)["scenario"])
    title = title or f"{ruleset.title}: {ruleset.scenarios[scenario]}"[:80].strip()
    check_title(title)
    nonce = secrets.token_bytes(NONCE_SIZE)
    challenge = new_challenge(identity.master, ruleset, options, title=title, nonce=nonce, overlay=overlay)
    if folder.exists() and any(folder.iterdir()):
        raise WrongUse(f"{folder} is not empty", "name a new folder for the entries with -C FOLDER")
    content = write_challenge(challenge, identity.seed)
    make_private_folder(folder)
    if overlay is not None:
        keep_overlay(overlay, folder)
    home.challenges.put(challenge, folder)
    return challenge, content


def answered(home: Home, genesis: GenesisLine) -> Published | None:
    """The challenge of this home that a match answers; None for other matches, BadRecord for a false answer."""
    body = genesis.msg.body
    for published in home.challenges.all().values():
        if is_bound(body, published.challenge):
            check_entry(body, published.challenge, find_engine(published.challenge.engine))
            return published
    return None


def entry_folder(published: Published, genesis: GenesisLine) -> Path:
    """Where the match of an entrant is to lie; WrongUse if there are too many."""
    folder = Path(published.folder)
    if len(entries(published)) >= MAX_ENTRIES:
        raise WrongUse(f"the challenge {published.challenge.title!r} has {MAX_ENTRIES:,} entries, more are not taken")
    return folder / f"{ENTRY}{unb64(genesis.msg.body.host, 32).hex()[:16]}"


def entries(published: Published) -> list[Path]:
    """The logs of all who answered, in order of name; one that was lost too."""
    return sorted(folder / LOG_NAME for folder in Path(published.folder).glob(f"{ENTRY}*"))


def refuse_second_entry(game: GameFolder, events: Iterable[Event], title: str) -> None:
    """Fork if an entrant begins again: the first match stands, and of the second nothing is taken in."""
    feeds = game.match.feeds
    for event in events:
        if not isinstance(event.msg, Join) or event.msg.game != game.gid or event.msg.seat >= len(feeds.seats):
            continue
        first = feeds.at(event.msg.seat, 0)
        if first not in (None, event.id) and verify_event(event, unb64(feeds.seats[event.msg.seat].id, 32)):
            raise Fork(
                f"a second entry of one person to the challenge {title!r}: refused, nothing is signed for it",
                f"their first match goes on; send it to them again with: pbem out --all -C {game.path}",
            )


def twins_fault(game: GameFolder, title: str) -> Fork | None:
    """Where an entrant has signed two events for one place in his match: why nothing more is signed for it."""
    for twins in game.match.twins:
        what = f"{title_of(game.match.binding, twins.seat)} signed two events as its event {twins.n}"
        return Fork(
            f"an entry to the challenge {title!r}: {what}; play has stopped, nothing more is signed for it",
            f"write the proof with: pbem verify --proof FOLDER {game.path}",
        )
    return None
