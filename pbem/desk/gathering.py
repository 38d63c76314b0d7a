"""A host gathers people for a match: inviting by address, hearing the answers, making the match when all have come.

Belongs here: who counts as having come, and who must be looked at first. Must not be here: letters, printing.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pbem.crypto.hashing import b64, unb64
from pbem.desk.desk import Desk
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.home import Home
from pbem.home.beside import sign_title, write_beside
from pbem.home.cards import SignedCard, write_signed
from pbem.home.games import spelled
from pbem.home.gatherings import Gathering, Guest, Told
from pbem.home.invitation import Invitation, InvitationAnswer, read_answer, write_invitation
from pbem.limits import MAX_ADDRESS, MAX_LINE
from pbem.match.policy import POLICIES
from pbem.record.challenge import check_title
from pbem.record.events import Clock
from pbem.record.log import LOG_NAME
from pbem.record.wire import CODEC, GenesisLine
from pbem.ruleset import Ruleset, Value, find_engine
from pbem.show.clean import clean
from pbem.show.people import named

DAY = 86_400
OPEN_FOR, SILENT = 30 * DAY, 7 * DAY


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played; `remark` is what the host writes besides, `by_hand`: the invitations go out as files."""

    ruleset: Ruleset
    options: Mapping[str, Value]
    folder: Path
    title: str = ""
    dice: str = "mover+others"
    clock: Clock | None = None
    remark: str = ""
    by_hand: bool = False


def gather(
    desk: Desk, plan: Plan, people: Mapping[str, str], addresses: Mapping[str, str], now: int
) -> tuple[str, Gathering]:
    """Begins to gather people: `people` are identities by seat, `addresses` whom to invite. Nothing is sent here."""
    ruleset, home = plan.ruleset, desk.home
    options = ruleset.settle_options(plan.options)
    _check_seats(ruleset.seats_of(options), ruleset, people, addresses, home.card().id)
    title = plan.title or ruleset.title
    check_title(title)
    if plan.dice not in POLICIES or "judge" in plan.dice:
        legal = ", ".join(name for name in POLICIES if "judge" not in name)
        raise WrongUse(f"no dice policy for invited people: {plan.dice!r}", f"legal: {legal}; a judge: pbem new")
    if first_line(plan.folder) is not None:
        raise WrongUse(f"{plan.folder} holds a match already", "name another folder with -C")
    gathering = Gathering(
        clock=plan.clock, dice=plan.dice, engine=ruleset.engine, folder=spelled(plan.folder), guests=(),
        nonce=b64(secrets.token_bytes(16)), options=options, people=dict(people), remark=plan.remark, time=now,
        title=title,
    )
    id = secrets.token_hex(4)
    gathering = _with_guests(desk, gathering, addresses, now, by_hand=plan.by_hand)
    home.gatherings.put(id, gathering)
    return id, gathering


def name_others(
    desk: Desk, id: str, people: Mapping[str, str], addresses: Mapping[str, str], now: int, *, by_hand: bool
) -> tuple[Gathering, list[Guest]]:
    """Others for some seats; gives the guests that are invited now."""
    before = desk.home.gatherings.get(id)
    named_seats = {*people, *addresses}
    seats = find_engine(before.engine).seats_of(before.options)
    if unknown := sorted(named_seats - set(seats)):
        raise WrongUse(f"this match has no seat {', '.join(unknown)}", f"its seats: {', '.join(seats)}")
    for guest in before.guests:
        if (left := set(guest.seats) - named_seats) and named_seats & set(guest.seats):
            raise WrongUse(f"{guest.address} was invited to {', '.join(guest.seats)} together",
                           f"name somebody for {', '.join(sorted(left))} too")
    guests = tuple(guest for guest in before.guests if not named_seats & set(guest.seats))
    known = {seat: who for seat, who in before.people.items() if seat not in named_seats} | dict(people)
    if desk.home.card().id not in known.values():
        raise WrongUse("the host plays too", "keep a seat: SEAT=me")
    after = msgspec.structs.replace(before, guests=guests, people=known, told=False)
    after = _with_guests(desk, after, addresses, now, by_hand=by_hand)
    desk.home.gatherings.change(id, before, after)
    return after, [guest for guest in after.guests if guest not in guests]


def _check_seats(
    seats: tuple[str, ...], ruleset: Ruleset, people: Mapping[str, str], addresses: Mapping[str, str], me: str
) -> None:
    if unknown := sorted({*people, *addresses} - set(seats)):
        raise WrongUse(f"{ruleset.name} has no seat {', '.join(unknown)} with these options",
                       f"its seats: {', '.join(seats)}")
    if missing := [seat for seat in seats if seat not in people and seat not in addresses]:
        raise WrongUse(f"who plays {', '.join(missing)}?", f"like {missing[0]}=bo@example.org")
    if me not in people.values():
        raise WrongUse("the host plays too", "keep a seat: SEAT=me")
    if not addresses:
        raise WrongUse("nobody is to be invited by address", "with everybody's card: pbem new")


def _with_guests(
    desk: Desk, gathering: Gathering, addresses: Mapping[str, str], now: int, *, by_hand: bool
) -> Gathering:
    """With an invitation for each address that is named."""
    by_address: dict[str, list[str]] = {}
    for seat, address in addresses.items():
        by_address.setdefault(address.lower(), []).append(seat)
    guests = gathering.guests + tuple(
        _invited(desk, gathering, addresses[seats[0]], tuple(seats), now, by_hand=by_hand)
        for seats in by_address.values())
    return msgspec.structs.replace(gathering, guests=guests)


def _invited(
    desk: Desk, gathering: Gathering, address: str, seats: tuple[str, ...], now: int, *, by_hand: bool
) -> Guest:
    if desk.identity is None:
        raise WrongUse("an invitation is signed by its host: unlock your identity")
    me = desk.home.card().id
    invitation = Invitation(
        address=address, card=write_signed(desk.home.sign_card(desk.identity)), clock=gathering.clock,
        dice=gathering.dice, engine=gathering.engine, expires=now + OPEN_FOR, nonce=b64(secrets.token_bytes(16)),
        options=gathering.options, own=tuple(seat for seat, who in gathering.people.items() if who == me),
        seats=seats, title=gathering.title,
    )
    sent = write_invitation(invitation, desk.identity.seed).decode()
    return Guest(address=address, by_hand=by_hand, expires=invitation.expires, invitation=invitation.id, seats=seats,
                 sent=sent, time=now)


# ---------------------------------------------------------------- answers


def take_answer(home: Home, content: bytes, sender: str, now: int) -> tuple[str, str]:
    """Takes in an answer that came from somewhere (`sender`, empty if unknown): the gathering, and what to tell of it.

    BadRecord for an answer to no invitation of this home. Nothing is told of what is known already.
    """
    answer, card = read_answer(content)
    while (found := _answered(home, answer)) is not None:
        id, gathering, guest = found
        told = _settle(home, id, gathering, guest, answer, card, sender.lower(), now)
        if told is not None:
            return id, told
    raise BadRecord("it answers no invitation of this home", source="answer",
                    hint="its writer was replaced, or the invitation given up")


def _answered(home: Home, answer: InvitationAnswer) -> tuple[str, Gathering, Guest] | None:
    """Whose invitation an answer is for; None if it is for none."""
    return next(((id, gathering, guest) for id, gathering in home.gatherings.all().items()
                 for guest in gathering.guests if guest.invitation == answer.invitation), None)


def _settle(
    home: Home, id: str, gathering: Gathering, guest: Guest, answer: InvitationAnswer, card: SignedCard | None,
    sender: str,
    now: int,
) -> str | None:
    """What follows from an answer, and what to tell of it; None if the guest has changed meanwhile."""
    who, place = _who(guest, card), f"{gathering.title}: {', '.join(guest.seats)}"
    known = guest.who
    if gathering.game or (guest.state == "came" and known is not None and (card is None or card.id != known.id)):
        if card is not None and known is not None and card.id == known.id:
            return ""
        raise BadRecord(f"{place} is taken already; {who} answers now", source="answer")
    if not answer.accepts:
        is_unproved = not _is_own_refusal(home, guest, card, sender)
        if guest.state == "declined" and (is_unproved or not guest.unproved):
            return ""
        changed = msgspec.structs.replace(guest, state="declined", told="", unproved=is_unproved)
        if is_unproved and guest.state == "doubtful":
            return f"{place}: {refusal(id, changed)}"  # the answer that waits for a look stays
        if not home.gatherings.change_guest(id, guest, changed):
            return None
        said = refusal(id, changed) if is_unproved else f"{who} does not come; name another: {another(id, guest)}"
        return f"{place}: {said}"
    if card is None or card.id == home.card().id:
        raise BadRecord(f"{place}: accepted with your own card", source="answer")
    if guest.state == "came":
        return ""
    if now > guest.expires:
        raise BadRecord(f"{place}: {who} accepts, but the invitation has expired", source="answer",
                        hint=f"invite again: {another(id, guest, guest.address)}")
    doubts = _doubts(home, guest, card, sender)
    changed = msgspec.structs.replace(guest, state="doubtful" if doubts else "came", card=write_signed(card),
                                      sender=sender[:MAX_ADDRESS], told="", unproved=False)
    if changed == msgspec.structs.replace(guest, told=""):
        return ""
    if not home.gatherings.change_guest(id, guest, changed):
        return None
    if doubts:
        return f"{place}: {'; '.join(doubts)}. {look_at(id, guest)}"
    _learn(home, card)
    return f"{place}: {who} comes"


def _doubts(home: Home, guest: Guest, card: SignedCard, sender: str) -> list[str]:
    """Why an answer may be of somebody else than was invited."""
    wanted, doubts = guest.address.lower(), []
    who = f"{named(card.id, {card.id: card.name})}, <{clean(card.address)}>"
    if card.address.lower() != wanted:
        doubts.append("the card has another address")
    if sender and sender != wanted:
        doubts.append(f"the answer came from {clean(sender)}")
    people = home.people.all()
    for id, person in people.items():
        if person.address.lower() == wanted and id != card.id:
            doubts.append(f"your address book has {named(id, {id: person.name})} at that address")
            break
    return [f"{who} accepts in place of {guest.address}", *doubts] if doubts else []


def _is_own_refusal(home: Home, guest: Guest, card: SignedCard | None, sender: str) -> bool:
    """Whether a refusal is as good as an answer that is taken without a look: by the card in it, or where it came from.
    """
    return sender == guest.address.lower() if card is None else not _doubts(home, guest, card, sender)


def refusal(id: str, guest: Guest) -> str:
    """What a host is told of a guest who declined, or in whose place somebody did."""
    seats = ", ".join(guest.seats)
    if not guest.unproved:
        return f"{guest.address} does not come as {seats}. Name another: {another(id, guest)}"
    return (f"{guest.address} does not come as {seats}, says an answer that is not proved to be his: whoever saw the "
            f"invitation can write one. Ask him. It stays open, and he can still accept, until you name another: "
            f"{another(id, guest)}")


def look_at(id: str, guest: Guest) -> str:
    """What a host may do about a doubtful answer."""
    return f"If that is right: pbem invite {id} --take {guest.seats[0]}; if not, name another: {another(id, guest)}"


def another(id: str, guest: Guest, address: str = "ADDRESS") -> str:
    """The command that names somebody else for the seats of a guest."""
    return f"pbem invite {id} {' '.join(f'{seat}={address}' for seat in guest.seats)}"


def _who(guest: Guest, card: SignedCard | None) -> str:
    """`bo, key 4bQbGfbCzbA_, <bo@example.org>`."""
    if card is None:
        return guest.address
    return f"{named(card.id, {card.id: card.name})}, <{clean(card.address)}>"


def take_doubtful(home: Home, id: str, seat: str) -> Guest:
    """Its host says that an answer is right."""
    gathering = home.gatherings.get(id)
    for guest in gathering.guests:
        if seat in guest.seats and guest.state == "doubtful" and guest.who is not None:
            changed = msgspec.structs.replace(guest, state="came", told="")
            if not home.gatherings.change_guest(id, guest, changed):
                continue
            _learn(home, guest.who)
            return changed
    raise WrongUse(f"no answer for {seat} waits to be looked at", "see: pbem invite --list")


def _learn(home: Home, card: SignedCard) -> None:
    home.cards.put(card)
    home.people.put(card.card)


def news(id: str, gathering: Gathering, now: int) -> Iterator[tuple[Guest, Told, str]]:
    """What its host must be told of guests, and was not yet: the guest, what he is told, and a sentence."""
    for guest in gathering.guests:
        seats = ", ".join(guest.seats)
        if guest.state == "doubtful" and guest.told != "doubtful" and guest.who is not None:
            who = _who(guest, guest.who)
            came = f", from {clean(guest.sender)}" if guest.sender else ""
            yield (guest, "doubtful",
                   f"{who}{came}, accepts {seats} in place of {guest.address}. {look_at(id, guest)}")
        elif guest.state == "declined" and guest.told != "declined":
            yield guest, "declined", refusal(id, guest)
        elif guest.state == "asked" and now > guest.expires and guest.told != "late":
            yield (guest, "late",
                   f"the invitation of {guest.address} to {seats} has expired. "
                   f"Invite again, or name another: {another(id, guest)}")
        elif guest.state == "asked" and guest.told == "" and now >= guest.time + SILENT:
            yield (guest, "silent",
                   f"{guest.address} has not answered for a week ({seats}). Wait, or name another: "
                   f"{another(id, guest)}")


# ---------------------------------------------------------------- the match


def make(desk: Desk, id: str, now: int) -> tuple[str, Path]:
    """Makes the match of a gathering to which all have come, and takes the host's seats; its id and folder.

    What was begun before a crash is ended.
    """
    gathering = desk.home.gatherings.get(id)
    if not gathering.is_complete:
        away = ", ".join(f"{guest.address} ({', '.join(guest.seats)})" for guest in gathering.guests
                         if guest.state != "came")
        raise WrongUse(f"not all have come yet: {away}", "see: pbem invite --list")
    if desk.identity is None:
        raise WrongUse("a match is made by somebody: unlock your identity")
    folder, known = Path(gathering.folder), desk.home.people.all()
    for guest in gathering.guests:
        if guest.who is not None and guest.who.id not in known:
            _learn(desk.home, guest.who)
    there = first_line(folder)
    if there is None or there.msg.body.nonce != gathering.nonce or there.msg.body.host != desk.home.card().id:
        there = desk.new_match(
            find_engine(gathering.engine), gathering.seated, gathering.options, folder, policy=gathering.dice,
            nonce=unb64(gathering.nonce), clock=gathering.clock)
    desk.join(folder)
    desk.home.titles.put(sign_title(there.id, gathering.title, desk.identity.seed, now))
    desk.home.gatherings.put(id, msgspec.structs.replace(gathering, game=there.id))
    return there.id, folder


def first_line(folder: Path) -> GenesisLine | None:
    """The first line of the log in a folder; None if there is none."""
    try:
        with (folder / LOG_NAME).open("rb") as file:
            event = CODEC.decode(file.readline(MAX_LINE))
    except (OSError, PbemError):
        return None
    return event if isinstance(event, GenesisLine) else None


def beside_of(home: Home, game: str, people: Mapping[str, str] | list[str]) -> bytes:
    """What goes beside the record of a match: its title and the cards of these people, ours too."""
    wanted = list(dict.fromkeys(people.values() if isinstance(people, Mapping) else people))
    cards = [home.signed_card(), *(home.cards.get(who) for who in wanted)]
    return write_beside(game, home.titles.all().get(game), [card for card in cards if card is not None])


