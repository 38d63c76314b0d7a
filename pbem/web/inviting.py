"""Matches to which somebody asks us in, and cards, as the page tells of them: they lie in the folders that are shared.

Belongs here: these, in words. Must not be here: finding them (`courier.inviting_folders`), what is dropped on the page
(`beginning`).
"""

from __future__ import annotations

from itertools import islice

from pbem.courier.inviting_folders import InvitingFolders
from pbem.errors import PbemError
from pbem.home import Home
from pbem.record.wire import GenesisLine
from pbem.ruleset import find_engine
from pbem.show.clean import clean
from pbem.web.naming import chairs_of
from pbem.web.shapes import Other
from pbem.web.side_shapes import InvitationShown

MOST_CARDS = 20  # that are told


def cards(shared: InvitingFolders) -> tuple[Other, ...]:
    """The cards that lie in shared folders, of people who are not known here."""
    found = islice(shared.cards().items(), MOST_CARDS)
    return tuple(Other(id, clean(one.name), clean(one.address)) for id, one in found)


def invitations(shared: InvitingFolders) -> tuple[InvitationShown, ...]:
    """Who asks us into what; `host` is "" if we have not that person's card."""
    home = shared.home
    if not home.exists:
        return ()
    people, found = home.people.all(), []
    for game, genesis in shared.begun().items():
        body = genesis.msg.body
        person = people.get(body.host)
        title, seats = _called(home, genesis)
        mine = {at for at, seat in enumerate(body.seats) if seat.id == home.card().id}
        host = "" if person is None else clean(person.name)
        found.append(InvitationShown(game, host, body.host[:12], title, seats, not mine.isdisjoint(shared.taken(game))))
    return tuple(found)


def _called(home: Home, genesis: GenesisLine) -> tuple[str, tuple[str, ...]]:
    """The game and our seats, as people call them; as the record does if the game is not installed."""
    body, me = genesis.msg.body, home.card().id
    mine = [seat.name for seat in body.seats if seat.id == me]
    try:
        ruleset = find_engine(body.engine)
        titles = {one.id: one.name for one in chairs_of(ruleset, body.options)}
    except PbemError:
        return clean(body.engine), tuple(map(clean, mine))
    return clean(ruleset.title), tuple(titles.get(name) or clean(name) for name in mine)
