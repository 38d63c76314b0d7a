"""From nothing to a match: who one is, whom one knows, a new match, a seat in one that somebody else made.

Belongs here: what the pages *Me and others* and *New match* ask, done as the commands do it. Must not be here: play.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.door import arrivals
from pbem.desk.replying import note_begun
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.home import Home, write_card
from pbem.kit.options import GameOption, Value
from pbem.match.folder import Arrival, GameFolder
from pbem.match.played import titles_of
from pbem.match.policy import default_policy
from pbem.post.intake import take_bytes
from pbem.post.outgoing import checked_address
from pbem.record.wire import SeatLine
from pbem.ruleset import Ruleset, find, find_engine, installed, spell
from pbem.show.clean import clean
from pbem.web.game_shapes import Chair, OptionOffered, PlayableGame
from pbem.web.inviting import cards, invitations
from pbem.web.naming import chairs_of
from pbem.web.posting import ways_of
from pbem.web.room import DROPPED, Room
from pbem.web.shapes import (
    Begun,
    CardTaken,
    Got,
    InvitationAnswered,
    Locking,
    Me,
    NewIdentity,
    NewMatch,
    Other,
    Unlocking,
)
from pbem.web.side_shapes import InvitationShown

MOST_LISTED = 100  # choices of an option that are offered one by one
FOLDER = "matches"  # in the home: where matches lie that were begun on the page


def me(room: Room) -> Me:
    """Who plays here, whom they know, what can be played."""
    home = room.desk.home
    games = tuple(_game(name) for name in installed() if _is_sound(name))
    if not home.exists:
        return Me(games=games)
    card = home.card()
    people = (Other(id, clean(one.name), clean(one.address)) for id, one in home.people.all().items())
    return Me(clean(card.name), clean(card.address), write_card(card).strip(), tuple(people), games, room.is_locked,
              home.needs_passphrase, room.carrying.told().work, cards(room.shared))


def _is_sound(name: str) -> bool:
    """Whether a game can be played; what is wrong with it is told by `pbem games`."""
    try:
        find(name)
    except PbemError:
        return False
    return True


def _game(name: str) -> PlayableGame:
    ruleset = find(name)
    chairs = chairs_of(ruleset, {})
    options = tuple(map(_option, ruleset.options))
    return PlayableGame(name, clean(ruleset.title), clean(ruleset.about), chairs, _titles(ruleset), options)


def _option(one: GameOption) -> OptionOffered:
    """A switch as the page offers it: each choice can be chosen, so what a command only hints at is not among them."""
    words = [spell(choice) for choice in one.choices]
    signs = tuple(sorted(set("".join(words)))) if one.things else ()
    listed = () if one.things or len(words) > MOST_LISTED else tuple(words)
    only_with = {other: tuple(map(spell, wanted)) for other, wanted in one.only_with.items()}
    return OptionOffered(one.name, spell(one.default), listed, clean(one.text), only_with=only_with,
                  things=tuple(map(clean, one.things)), signs=signs)


def seats(_room: Room, wanted: NewMatch) -> tuple[Chair, ...]:
    """The seats that a game has with these options."""
    ruleset = find(wanted.game)
    return chairs_of(ruleset, _options(ruleset, wanted))


def _options(ruleset: Ruleset, wanted: NewMatch) -> dict[str, Value]:
    return {name: value if name == "scenario" else ruleset.option(name).read(value)
            for name, value in wanted.options.items()}


def _titles(ruleset: Ruleset) -> tuple[OptionOffered, ...]:
    """The scenarios as one option; nothing if there is one alone."""
    if len(ruleset.scenarios) < 2:
        return ()
    ids = tuple(ruleset.scenarios)
    return (OptionOffered("scenario", ids[0], ids, "", tuple(map(clean, ruleset.scenarios.values()))),)


def be_somebody(room: Room, wanted: NewIdentity) -> Begun:
    """Makes the identity of this home and gives its recovery words, once; or makes it again from these."""
    home = room.desk.home
    if home.exists:
        raise WrongUse(f"you are {clean(home.card().name)} here already", "another identity has another home")
    if wanted.address:
        checked_address(wanted.address)
    asked, bare = (wanted.name, wanted.address, wanted.passphrase), not wanted.passphrase
    if wanted.words:
        room.sit(home.restore(wanted.words, *asked, no_passphrase=bare))
        return Begun()
    room.sit(home.create(*asked, no_passphrase=bare))
    return Begun(words=home.backup(wanted.passphrase or None))


def new_match(room: Room, wanted: NewMatch) -> Begun:
    """Makes a match in a new folder of the home and takes one's seats; gives what to send to the others."""
    desk, ruleset = _unlocked(room), find(wanted.game)
    options = _options(ruleset, wanted)
    card = desk.home.card()
    seats = ruleset.seats_of(options)
    named = {seat: card.id if who == "me" else who for seat, who in wanted.people.items() if seat in seats}
    people = dict.fromkeys(seats, card.id) if len(seats) == 1 else named
    known = {card.id, *desk.home.people.all()}
    if strangers := sorted(set(people.values()) - known):
        raise WrongUse(f"nobody here knows {clean(strangers[0])[:20]}", "drop that person's card on the page first")
    with room.beginning:
        folder = _new_folder(desk, wanted.game)
        genesis = desk.new_match(ruleset, people, options, folder, policy=default_policy(people.values()))
    return _begun(room, genesis.id, folder)


def take_card(room: Room, wanted: CardTaken) -> Me:
    """Keeps a card that lies in a shared folder."""
    card = room.shared.cards().get(wanted.id)
    if card is None:
        raise WrongUse("that card is not there any more", "ask its owner for it, and drop it here")
    _unlocked(room).home.people.put(card)
    return me(room)


def join(room: Room, content: bytes) -> Begun:
    """Takes one's seats in the match that was dropped on the page; what of it lies in shared folders is read first."""
    desk = _unlocked(room)
    came, troubles = arrivals(take_bytes(content, DROPPED))
    if not came:
        raise troubles[0].error if troubles else BadRecord("no invitation in it")
    return _joined(room, desk, [*came, *room.shared.lying(desk.invited_to(came).id)])


def take(room: Room, wanted: InvitationAnswered) -> Begun:
    """Takes one's seats in the match of an invitation that lies in a shared folder."""
    desk = _unlocked(room)
    return _joined(room, desk, room.shared.records(wanted.game))


def leave(room: Room, wanted: InvitationAnswered) -> tuple[InvitationShown, ...]:
    """An invitation is not wanted, and is not shown again."""
    _unlocked(room).home.invited.settle(wanted.game)
    return invitations(room.shared)


def asked(room: Room) -> tuple[InvitationShown, ...]:
    """The invitations that lie in shared folders."""
    room.enter()
    return invitations(room.shared)


def _joined(room: Room, desk: Desk, came: Sequence[Arrival]) -> Begun:
    genesis = desk.invited_to(came)
    with room.beginning:
        known = desk.home.games.get(genesis.id)
        folder = Path(known.folder) if known is not None and not known.elsewhere else _new_folder(desk, "match")
        desk.start_folder(genesis, folder)
        note_begun(desk.home, genesis)
        desk.home.invited.settle(genesis.id)
    with room.aside(genesis.id):
        desk.take_arrivals(came, folder)
    return _begun(room, genesis.id, folder)


def invited(room: Room, content: bytes) -> Got | None:
    """What was dropped asks us into, in words; None if it is no invitation, or to a match that is known here."""
    desk = room.desk
    try:
        came = arrivals(take_bytes(content, DROPPED))[0]
        genesis = desk.invited_to(came)
        known = desk.home.games.get(genesis.id)
        if known is not None or not desk.masters(genesis):
            return None
        ruleset = find_engine(genesis.msg.body.engine)
    except PbemError:
        return None
    names = ruleset.seats_of(genesis.msg.body.options)
    called = {one.id: one.name for one in chairs_of(ruleset, genesis.msg.body.options)}
    mine = ", ".join(called[names[at]] for at in desk.masters(genesis) if at < len(names)) or "the judge's seat"
    host = desk.home.people.all().get(genesis.msg.body.host)
    whose = f"{clean(host.name)} invites you to" if host is not None else "somebody unknown to you invites you to"
    taken = room.shared.taken(genesis.id) | {one.event.seat for one in came if isinstance(one.event, SeatLine)}
    played = not taken.isdisjoint(desk.masters(genesis))
    if played:
        whose = "a record of a match in which you have played before:"
    return Got((), invitation=f"{whose} {clean(ruleset.title)}, as {mine}", played=played)


def _begun(room: Room, game: str, folder: Path) -> Begun:
    with room.aside(game):
        joined = room.desk.join(folder)
        with room.desk.game(folder) as open_one:
            packets = room.desk.send_from(open_one, everything=True)
            others = _others(room.desk.home, open_one)
    names = tuple(path.name for path in packets)
    return Begun((), game, tuple(joined), names, others, *ways_of(room.desk.home))


def _others(home: Home, game: GameFolder) -> tuple[str, ...]:
    """Who else plays what, each person once; whoever is not known here by the seat alone."""
    people, seats = home.people.all(), game.match.binding.seats
    titles, found = titles_of(game.match.binding), dict[str, list[str]]()
    for at, one in enumerate(seats):
        if at not in game.match.keys:
            name = game.match.name(at)
            found.setdefault(one.id, []).append(clean(titles.get(name, name)))
    return tuple(f"{clean(people[id].name)} ({', '.join(names)})" if id in people
                 else f"whoever plays {', '.join(names)}" for id, names in found.items())


def own_card(room: Room) -> bytes:
    """The card as a file, for whoever makes a match."""
    if not room.desk.home.exists:
        raise WrongUse("you are nobody here yet", "say your name first")
    return write_card(room.desk.home.card()).encode("utf-8")


def unlock(room: Room, wanted: Unlocking) -> Me:
    """Unlocks the identity, whose key is then in the memory of this table alone; one guess after another."""
    with room.beginning:
        room.sit(room.desk.home.load(wanted.passphrase))
    return me(room)


def lock(room: Room, _wanted: Locking) -> Me:
    """Forgets the key."""
    if not room.desk.home.needs_passphrase:
        raise WrongUse("this identity has no passphrase: whoever has this disk is you")
    room.sit(None)
    return me(room)


def _unlocked(room: Room) -> Desk:
    room.enter()
    if room.desk.identity is None:
        raise WrongUse("you are nobody here yet", "say your name first")
    return room.desk


def _new_folder(desk: Desk, name: str) -> Path:
    """A folder in the home that is not there yet."""
    top = desk.home.root / FOLDER
    return next(path for at in range(1, 100_000) if not (path := top / f"{name}-{at}").exists())
