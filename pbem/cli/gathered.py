"""What is printed about invitations, and the files that carry them by hand.

Belongs here: these lines and files, for several commands. Must not be here: the commands.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.terminal import complain, short, talk, wrapped
from pbem.errors import PbemError
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.courier.slips import Slip
    from pbem.desk.desk import Desk
    from pbem.home.accepted import Replied
    from pbem.home.gatherings import Gathering, Guest
    from pbem.home.invitation import Invitation
    from pbem.post.contents import FoundSlip

STATES = {"asked": "has not answered", "came": "comes", "declined": "does not come", "doubtful": "look at the answer"}


def lines_of(id: str, gathering: Gathering) -> list[str]:
    """One gathering for people."""
    from pbem.desk.gathering import another, look_at
    from pbem.desk.waiting import utc

    made = f"made, in {short(Path(gathering.folder))}" if gathering.game else ""
    ready = f"all have come: pbem invite --make {id}" if gathering.is_complete else "waits"
    lines = wrapped(f"{id}  {gathering.title} ({gathering.engine}): {made or ready}", hang=2)
    for guest in () if gathering.game else gathering.guests:
        who = guest.who
        card = f" ({clean(who.name)}, key {who.id[:12]}, <{clean(who.address)}>)" if who is not None else ""
        said = STATES[guest.state]
        if guest.state == "declined" and guest.unproved:
            said = "does not come, says somebody who did not prove to be him; it stays open"
        if guest.state == "asked":
            said = f"{said}; invited {utc(guest.time)[:10]}, until {utc(guest.expires)[:10]}"
        if guest.state == "declined" or guest.told in ("silent", "late", "bounced"):
            said = f"{said}; name another: {another(id, guest)}"
        lines += wrapped(f"{', '.join(guest.seats)}: {guest.address}{card} {said}", indent=2, hang=2)
        if guest.state == "doubtful":
            lines += wrapped(look_at(id, guest), indent=4, hang=2)
    return lines


def as_data(id: str, gathering: Gathering) -> dict[str, object]:
    """The same for programs."""
    guests = [
        {"address": g.address, "seats": list(g.seats), "state": g.state, "unproved": g.unproved, "time": g.time,
         "expires": g.expires,
         "id": who.id if (who := g.who) is not None else "", "name": who.name if who is not None else "",
         "sender": g.sender}
        for g in gathering.guests
    ]
    return {"id": id, "title": gathering.title, "engine": gathering.engine, "folder": gathering.folder,
            "game": gathering.game, "complete": gathering.is_complete, "guests": guests}


def tell_invited(gathering: Gathering, guests: Sequence[Guest], out: Path | None) -> None:
    """How the invitations reach their guests; writes the files if no courier does it."""
    from pbem.courier.slips import invitation_slip

    for guest in guests:
        seats = ", ".join(guest.seats)
        if out is None:
            talk(f"invited: {guest.address} as {seats}")
            continue
        files = write_slip(invitation_slip(guest, gathering.remark), out, _stem(gathering, guest))
        talk(f"{seats}: send to {guest.address}: {short(files[0])} (a mail draft), or {short(files[1])}")
    if guests and out is None:
        talk("your courier sends this; if it does not run, start it: pbem courier")
    elif guests:
        talk("take the answers in with: pbem in FILE")


def _stem(gathering: Gathering, guest: Guest) -> str:
    """What the files of an invitation are called: two guests may have one name at two houses."""
    names = [_word(one.address) for one in gathering.guests[: gathering.guests.index(guest) + 1]]
    count = [name.lower() for name in names].count(names[-1].lower())  # some disks know one of Bo and bo
    return f"invitation-{names[-1]}" + (f"-{count}" if count > 1 else "")


def _word(address: str) -> str:
    """What stands before the @ of an address, for the name of a file."""
    from pbem.post.names import ascii_word

    return ascii_word(address.partition("@")[0])


def write_slip(slip: Slip, folder: Path, stem: str = "") -> list[Path]:
    """A mail draft, and the same as a text; `stem` is what the files are called, if not by whom they go to."""
    from pbem.courier.slips import text_of
    from pbem.home import Home
    from pbem.post.files import write_atomic
    from pbem.post.outgoing import draft, write_draft

    home = Home.find()
    card = home.card() if home.exists else None
    sender = f"{card.name} <{card.address}>" if card is not None and card.address else ""
    by_whom = f"{slip.kind}-{_word(slip.to)}" if slip.to else slip.name.removesuffix(".pbem")
    stem = stem or by_whom
    mail = draft(slip.payload, f"{stem}.pbem", [slip.kind], sender=sender, to=[slip.to] if slip.to else [],
                 subject=slip.subject, date=datetime.datetime.now(datetime.UTC), text=slip.text.replace(
                     slip.name, f"{stem}.pbem"))
    text = text_of(slip).replace(slip.name, f"{stem}.txt")
    return [write_draft(folder, f"{stem}.pbem", mail), write_atomic(folder / f"{stem}.txt", text.encode())]


def described(found: Invitation) -> list[str]:
    """What is accepted, in short."""
    from pbem.desk.inviting import settled
    from pbem.ruleset import find_engine
    from pbem.show.people import named

    host, ruleset = found.host, find_engine(found.engine)
    title = "" if found.title == ruleset.title else f"{clean(found.title)}: "
    lines = wrapped(f"{title}{ruleset.title}, you play {', '.join(found.seats)}; the host is "
                    f"{named(host.id, {host.id: host.name})}, <{clean(host.address)}>", hang=2)
    return [*lines, *settled(ruleset, found)]


def tell_answer(found: Invitation, replied: Replied, out: Path | None, *, by_hand: bool) -> None:
    """How the answer reaches the host."""
    from pbem.courier.slips import answer_slip

    if not by_hand:
        talk("your courier sends your answer; if it does not run, start it: pbem courier")
        return
    files = write_slip(answer_slip(found.id, replied), out or Path.cwd())
    host = f"{clean(found.host.name)} <{clean(found.host.address)}>"
    talk(*wrapped(f"send your answer to {host}: {short(files[1])} as an attachment, or its text in a mail; "
                  f"{short(files[0])} is the same as a mail draft", hang=2))


def tell_made(host: Desk, gid: str, folder: Path) -> None:
    """A match was made by hand: what to send, or that the courier does it."""
    from pbem.cli.asking import report
    from pbem.courier.places import FILE
    from pbem.courier.service import entrust, passphrase_of, settings_of

    home = host.home
    talk(f"{clean(home.titles.of(gid))}: the match is made, in {short(folder)}")
    entrusted = False
    if (home.root / FILE).exists():
        try:
            passphrase = passphrase_of(settings_of(home), home)
            if passphrase or not home.needs_passphrase:
                entrust(home, host, folder, passphrase)
                entrusted = True
                talk("entrusted to your courier, which brings it to the others (pbem courier)")
            else:
                talk(f"let your courier bring it to the others: pbem courier add {short(folder)}")
        except PbemError as fault:
            complain(fault)
    if not entrusted:
        talk(f"send this to the others, for their pbem join: {short(write_match(host, gid, folder))}")
    with host.game(folder) as game:
        report(game.match, folder, ())


def write_match(host: Desk, gid: str, folder: Path) -> Path:
    """The match with its title and cards, as one text to send."""
    from pbem.desk.gathering import beside_of
    from pbem.desk.inviting import match_text
    from pbem.desk.packets import OUT, packets_of
    from pbem.post.armor import armor
    from pbem.post.files import write_atomic
    from pbem.post.outgoing import paste

    with host.game(folder) as game:
        packets = packets_of(game, everything=True)
        name, label = game.match.ruleset.name, [game.match.ruleset.name, "host", "all"]
        people = [seat.id for seat in game.match.binding.seats]
    home, file = host.home, f"match-{name}.txt"
    text = match_text(home.titles.of(gid) or name, home.card().name, file, Path(name))
    blocks = [paste(text, packets[0][1], label), *(armor(payload, *label) for _, payload in packets[1:]),
              armor(beside_of(home, gid, people), "beside", name)]
    return write_atomic(folder / OUT / file, "\n".join(blocks).encode())


def take_answers(host: Desk, slips: Iterable[FoundSlip]) -> list[PbemError]:
    """Takes in what is no record: answers to invitations; makes a match to which all have come. Gives the faults."""
    from pbem.desk.desk import now
    from pbem.desk.gathering import make, take_answer

    faults: list[PbemError] = []
    touched: dict[str, None] = {}
    for slip in slips:
        try:
            if slip.kind == "answer":
                id, told = take_answer(host.home, slip.content, "", now())
                talk(*wrapped(told or "that answer is known", hang=2))
                touched[id] = None
            elif slip.kind == "invitation":
                talk(f"{clean(slip.source)} asks whether you come: pbem accept FILE, or pbem decline FILE")
        except PbemError as fault:
            faults.append(fault)
    for id in touched:
        gathering = host.home.gatherings.all().get(id)
        if gathering is not None and not gathering.game and gathering.is_complete:
            talk(f"all have come to {clean(gathering.title)}")
            gid, folder = make(host, id, now())
            tell_made(host, gid, folder)
    return faults
