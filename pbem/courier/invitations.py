"""What comes by a courier's ways and only its person can take: seats, because a seat is taken with the identity.

Belongs here: knowing such a first line, and what to type then. Must not be here: taking the seat.
"""

from __future__ import annotations

from pbem.desk.challenges import answered, entry_folder
from pbem.errors import PbemError
from pbem.home import Home
from pbem.match.start import is_of_host
from pbem.record.wire import GenesisLine
from pbem.show.clean import clean


def invitation(home: Home, genesis: GenesisLine, by_hand: str) -> str:
    """What its person is told of a match that begins: an invitation, or an entry to a challenge of theirs.

    `by_hand` says how one types a command, named by `{}`, about what came. Empty if no seat of the match is theirs, or
    they play in it already.
    """
    if not home.exists or home.games.get(genesis.id) is not None or not is_of_ours(home, genesis):
        return ""
    me = home.card().id
    seats = [seat for seat in genesis.msg.body.seats if seat.id == me]
    try:
        published = answered(home, genesis)
        folder = "" if published is None else clean(str(entry_folder(published, genesis)))
    except PbemError:
        return ""
    if published is not None:
        title = clean(published.challenge.title)
        return f"an entry to your challenge {title}: {by_hand.format('in')}; then entrust it: pbem courier add {folder}"
    names = ", ".join(seat.name for seat in seats)
    engine = clean(genesis.msg.body.engine)
    return f"{host_of(home, genesis)} invites you to play {names} in {engine}: {by_hand.format('join')} -C FOLDER"


def is_of_ours(home: Home, genesis: GenesisLine) -> bool:
    """Whether a seat of a match is ours, and its host signed that: anybody may write a friend's name on it."""
    me = home.card().id
    return any(seat.id == me for seat in genesis.msg.body.seats) and is_of_host(genesis)


def keep_invitation(home: Home, genesis: GenesisLine, told: str) -> None:
    """Keeps an invitation for its person, until they join or forget it."""
    host = genesis.msg.body.host
    is_known = host in home.people.all()
    home.invited.put(genesis.id, told, home.games.all(), host=host, name=host_of(home, genesis), is_known=is_known)


def host_of(home: Home, genesis: GenesisLine) -> str:
    """Who made a match, by the address book; a stranger by the beginning of his id."""
    host = genesis.msg.body.host
    person = home.people.all().get(host)
    return clean(person.name) if person is not None else f"a stranger, {host[:12]},"
