"""A guest answers an invitation, and takes his seats when the match that he accepted begins.

Belongs here: the answer, and whether a match is the one that was accepted. Must not be here: letters, printing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from pbem.desk.desk import Desk
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.home import Home
from pbem.home.accepted import Replied
from pbem.home.beside import BesidePacket, read_beside, read_title
from pbem.home.cards import read_signed
from pbem.home.games import spelled
from pbem.home.invitation import Invitation, read_invitation, write_answer
from pbem.limits import LAST_TIME
from pbem.match.policy import POLICIES, clock_of
from pbem.match.start import is_of_host
from pbem.post.contents import FoundSlip
from pbem.record.wire import GenesisLine
from pbem.ruleset import find_engine

DAY = 86_400


def invitations_in(slips: Iterable[FoundSlip]) -> dict[str, Invitation]:
    """The invitations among some slips, by id; BadRecord for one that its host did not sign as it stands."""
    found = (read_invitation(slip.content) for slip in slips if slip.kind == "invitation")
    return {invitation.id: invitation for invitation in found}


def reply(desk: Desk, content: bytes, folder: Path, now: int, *, accepts: bool, by_hand: bool) -> Replied:
    """The answer to an invitation, signed and kept; of who has no identity a refusal is signed by nobody."""
    invitation = read_invitation(content)
    home, identity = desk.home, desk.identity
    if accepts:
        _check(home, invitation, now)
    if accepts and identity is None:
        raise WrongUse("an answer is signed: unlock your identity")
    card = None if identity is None else home.sign_card(identity)
    answer = write_answer(invitation, card, b"" if identity is None else identity.seed, accepts=accepts,
                          time=min(now, LAST_TIME))
    replied = Replied(
        accepts=accepts, answer=answer.decode(), by_hand=by_hand, expires=invitation.expires, folder=spelled(folder),
        invitation=content.decode(), time=now)
    if accepts:
        host = invitation.host
        if home.cards.put(host):
            home.people.put(host.card)
    home.accepted.put(invitation.id, replied)
    return replied


def _check(home: Home, invitation: Invitation, now: int) -> None:
    if now > invitation.expires:
        raise WrongUse("the invitation has expired", "ask its host for another one")
    if home.exists and invitation.host.id == home.card().id:
        raise WrongUse("that invitation is your own", "the person to whom you sent it accepts it")
    ruleset = find_engine(invitation.engine)
    try:
        seats = ruleset.seats_of(ruleset.settle_options(invitation.options))
    except PbemError as fault:
        raise BadRecord(f"no such match can be made: {fault}", source="invitation") from None
    if invitation.dice not in POLICIES or "judge" in invitation.dice:
        raise BadRecord(f"no such match can be made: there is no dice policy {invitation.dice}", source="invitation")
    if unknown := [seat for seat in (*invitation.seats, *invitation.own) if seat not in seats]:
        raise BadRecord(f"{ruleset.title} has no seat {', '.join(unknown)} with these options", source="invitation")


def accepted(home: Home, genesis: GenesisLine) -> tuple[str, Replied] | None:
    """The invitation that this person accepted and that a match which begins keeps to; None if there is none."""
    try:
        replies = home.accepted.all()
        for id, replied in replies.items():
            if replied.accepts and replied.game in ("", genesis.id):
                invitation = read_invitation(replied.invitation.encode())
                if keeps_to(genesis, invitation, home.card().id):
                    return id, replied
    except PbemError:
        return None
    return None


def keeps_to(genesis: GenesisLine, invitation: Invitation, me: str) -> bool:
    """Whether a match is what was offered: of that host, that game, and these seats for us."""
    body = genesis.msg.body
    mine = {seat.name for seat in body.seats if seat.id == me}
    hosts = {seat.name for seat in body.seats if seat.id == body.host}
    return (
        is_of_host(genesis) and body.host == invitation.host.id and body.engine == invitation.engine
        and body.options == invitation.options and clock_of(body) == invitation.clock
        and tuple(body.dice.by) == POLICIES.get(invitation.dice) and mine == set(invitation.seats)
        and hosts == set(invitation.own) and all(seat.role is None for seat in body.seats)
    )


def begin(desk: Desk, genesis: GenesisLine, replied: Replied) -> Path:
    """Takes the seats that were accepted, in the folder that was chosen for the match."""
    folder = Path(replied.folder)
    desk.start_folder(genesis, folder)
    desk.join(folder)
    note_begun(desk.home, genesis)
    return folder


def note_begun(home: Home, genesis: GenesisLine) -> None:
    """A match has begun here: if it was accepted nobody waits for it any more."""
    if (found := accepted(home, genesis)) is not None:
        home.accepted.put(found[0], msgspec.structs.replace(found[1], game=genesis.id))


# ---------------------------------------------------------------- beside the record


def learn(home: Home, beside: BesidePacket, host: str, people: Sequence[str], now: int) -> list[str]:
    """Keeps the title of a match and the cards of its people; gives what changed, for people."""
    told = [line for word in beside.cards for line in learn_card(home, word, people, now)]
    try:
        if beside.title:
            title = read_title(beside.title, host)
            if title.game == beside.game:
                home.titles.put(title)
    except PbemError:
        return told
    return told


def learn_card(home: Home, word: str, people: Iterable[str], now: int) -> list[str]:
    """Keeps a signed card of one of these people if it is younger than what is known; gives what changed."""
    try:
        card = read_signed(word)
    except BadRecord:
        return []
    if card.id not in people or card.id == home.card().id or card.time > now + DAY:
        return []
    if not home.cards.put(card):
        return []
    before = home.people.put(card.card)
    if before is None or (before.address, before.name) == (card.address, card.name):
        return []
    return [f"{before.name} <{before.address}> is {card.name} <{card.address}> from now on"]


def learn_slips(home: Home, slips: Iterable[FoundSlip], genesis: GenesisLine, now: int) -> list[str]:
    """The same for whatever came with the records of a match."""
    body, told = genesis.msg.body, list[str]()
    for slip in slips:
        if slip.kind == "beside":
            beside = read_beside(slip.content)
            if beside.game == genesis.id:
                told += learn(home, beside, body.host, [seat.id for seat in body.seats], now)
    return told
