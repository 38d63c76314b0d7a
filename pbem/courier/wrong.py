"""What is wrong with the carrying of a match, one line each with what to do; nothing while all is well.

It goes by the small file that the courier keeps (`condition`) and the address book alone. A match that no courier was
entrusted with has nothing of it: whoever carries by hand needs no courier.
Belongs here: those lines, and after how long silence is one. Must not be here: printing, finding it out (`noting`).
"""

from __future__ import annotations

from pbem.courier.condition import CourierCondition, MatchCondition, PersonCondition, condition_of
from pbem.courier.places import carries
from pbem.desk.waiting import utc
from pbem.errors import PbemError
from pbem.home import Home
from pbem.show.clean import clean

MINUTE, HOUR, DAY = 60, 3_600, 86_400
AT_ONCE = DAY  # what tools give is awaited so long before it is told
BY_PEOPLE = 3 * DAY  # the same of what people decide
UNHEARD = 14 * DAY  # nothing is awaited of somebody, but letters went there
LATE = 10 * MINUTE  # after so long a courier that goes on should have looked
LATE_ONCE = DAY  # the same of one that is begun again and again to look once
ADD = "read in a card of theirs that has one: pbem id add FILE"
START = "start it with pbem courier"


def wrong(home: Home, game: str, round: int, now: int, *, has_clock: bool = False) -> list[str]:
    """What is wrong with a match that stands in a round; `has_clock`: deadlines tell of whoever decides late."""
    known = condition_of(home)
    if known is None:
        is_entrusted = carries(home, game) == "yes"
        return [f"your courier never ran: nothing is sent or taken in by itself; {START}"] if is_entrusted else []
    if game not in known.matches:
        return []
    return wrong_with_courier(known, now) or wrong_with_people(home, known, game, round, now, has_clock=has_clock)


def wrong_with_courier(known: CourierCondition, now: int) -> list[str]:
    """That it does not run, or what fails."""
    return _late(known, now) or [
        clean(f"your courier fails since {utc(one.since)} ({ago(now - one.since)}): {one.about}: {one.text}")
        for one in known.failing
    ]


def wrong_with_people(
    home: Home, known: CourierCondition, game: str, round: int, now: int, *, has_clock: bool = False
) -> list[str]:
    """What is wrong between the people of a match, by what its courier saw last."""
    match = known.matches[game]
    try:
        book = {id: person.address.lower() for id, person in home.people.all().items()}
    except PbemError:
        book = {}
    lines = []
    for person in match.people:
        address = book.get(person.id, person.address)
        is_lost = _bounced(person, address, now)
        if is_lost:
            lines.append(is_lost)
        elif not address and person.cut_off:
            lines.append(f"{_named(person)}: no address here, and nobody known can write to them: {ADD}")
        elif match.round == round and (silence := _silence(person, match, now, has_clock=has_clock)):
            lines.append(silence if address else f"{silence}; no address of theirs is here: {ADD}")
    return [clean(line) for line in lines]


def _late(known: CourierCondition, now: int) -> list[str]:
    """That nobody looks any more."""
    at = f"{utc(known.looked)} ({ago(now - known.looked)})" if known.looked else "never"
    if known.goes_on and known.ended:
        return [f"your courier does not run: it ended {utc(known.ended)}, its last look was {at}; {START}"]
    wait = max(LATE, 3 * known.poll) if known.goes_on else LATE_ONCE
    if now - known.looked > wait:
        return [f"your courier does not run: its last look was {at}; {START}"]
    return []


def _bounced(person: PersonCondition, address: str, now: int) -> str:
    """That a letter came back, until another one was sent that did not, or the address is another one."""
    is_old = person.sent > person.bounced + HOUR and now - person.bounced > DAY
    if not person.bounced or is_old or address not in ("", person.address):
        return ""
    why = f": {person.why}" if person.why else ""
    return f"{_named(person)}: a letter to {person.address} came back {utc(person.bounced)}{why}; {ADD}"


def _silence(person: PersonCondition, match: MatchCondition, now: int, *, has_clock: bool) -> str:
    heard = f"nothing heard from {_named(person)} since {utc(person.heard)} ({ago(now - person.heard)})"
    waited = now - max(person.heard, match.since)
    if person.awaits == "tools" and waited > AT_ONCE:
        return f"{heard}: what is awaited their courier gives by itself; ask whether it runs, and their spam folder"
    if person.awaits == "people" and waited > BY_PEOPLE and not has_clock:
        return f"{heard}, who must decide: ask them yourself"
    if not person.awaits and person.sent > person.heard and now - person.heard > UNHEARD:
        return f"{heard}, though letters went there: ask whether they come"
    return ""


def _named(person: PersonCondition) -> str:
    seats = ", ".join(person.seats)
    return person.name if person.name == seats else f"{person.name} ({seats})"


def ago(seconds: int) -> str:
    """`3 days`, `5 hours`, `10 minutes`: how long something is ago, roughly."""
    for size, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= size:
            count = seconds // size
            return f"{count} {name}" if count == 1 else f"{count} {name}s"
    return "just now"
