"""Choices inside an operation as people type them: `1/5 netwar`, `air4 2 soa`, `hits 1/5 1/5`, `withdraw all to 3-4`.

Belongs here: words to those answers. Must not be here: operations of a turn (operations), legality.
"""

from __future__ import annotations

from typing import Any

from pbem.play.requests import Ask
from rulesets.fallujah.combat.support import strikes_at_hand
from rulesets.fallujah.combat.withdrawal import destinations
from rulesets.fallujah.map import is_base, labels, name_of, under_way
from rulesets.fallujah.marching import going_on
from rulesets.fallujah.numbers import MARKERS
from rulesets.fallujah.orders import Counts, Flight, GoOn, Stay
from rulesets.fallujah.words.party import fill_way
from rulesets.fallujah.words.vocabulary import Typed

NOTHING = ("none", "no", "nothing", "0", "-")


def read_choice(typed: Typed, request: Ask[Any]) -> str:
    """An answer of a list, as it is spelled there; IllegalMove where the words are none of it."""
    if request.rule == "16.1":
        return _lead(typed, request)
    if request.rule == "16.3":
        return _hits(typed, request)
    if request.rule == "29.1":
        return _one_unit(typed)
    word = "".join(typed.rest)
    begun = [say for say in request.options().says() if word and say.startswith(word)]
    return begun[0] if len(begun) == 1 else " ".join(typed.rest)


def _lead(typed: Typed, request: Ask[Any]) -> str:
    """16.1(2) `1/5`, `lead 1/5 with netwar`, `netwar 1/5`."""
    force, lead, marker = under_way(typed.state).force, "", ""
    while typed.next:
        if typed.take("lead", "with", "and", "leads"):
            continue
        if named := typed.take(*MARKERS):
            marker = named
        elif unit := typed.unit(force):
            lead = unit
        else:
            raise typed.refuse_word([typed.name(u) for u in force])
    if not lead and len(force) == 1:
        lead = force[0]
    if not lead:
        raise typed.refuse("name the unit that leads", [typed.name(u) for u in force])
    say, says = f"{lead} {marker}".strip(), request.options().says()
    if say not in says:
        because = f"no {marker} can be used here" if lead in force else f"{typed.name(lead)} is not in the force"
        raise typed.refuse(because, [" ".join([typed.name(w.split(" ")[0]), *w.split(" ")[1:]]) for w in says])
    return say


def _hits(typed: Typed, request: Ask[Any]) -> str:
    """16.3 `hits 1/5 1/5 a/2tk`: each unit as often as it is hit; `2 1/5` hits it twice."""
    force, named = under_way(typed.state).force, list[str]()
    while typed.next:
        if typed.take("hits", "hit", "lose", "and", "on"):
            continue
        times = 2 if typed.take("2x") else 1
        unit = typed.unit(force)
        if not unit:
            raise typed.refuse_word([typed.name(u) for u in force])
        named += [unit] * times
    says = request.options().says()
    wanted = sorted(named)
    found = next((say for say in says if sorted(say.split(",")) == wanted), "")
    if not found:
        count = says[0].count(",") + 1
        hits = f"{count} hit{'s' * (count != 1)}"
        because = f"{hits} to be spread over {labels(typed.state, force)}, no unit beyond its steps"
        raise typed.refuse(because, [hits_to_type(typed, say) for say in says[:12]])
    return found


def hits_to_type(typed: Typed, say: str) -> str:
    """`usmc_1_5,usmc_1_5` as `1/5 1/5`."""
    return " ".join(typed.name(unit) for unit in say.split(","))


def _one_unit(typed: Typed) -> str:
    unit = typed.unit(under_way(typed.state).force)
    if not unit:
        raise typed.refuse_word([typed.name(u) for u in under_way(typed.state).force])
    typed.end()
    return unit


def read_strikes(typed: Typed) -> Counts:
    """16.1(3)a `none`, `all`, `air4 2 soa`."""
    at_hand = strikes_at_hand(typed.state)
    if typed.take(*NOTHING):
        found: Counts = ()
    elif typed.take("all"):
        found = tuple(at_hand.items())
    else:
        found = typed.counts()
        if not found:
            raise typed.refuse_word(["none", *(f"{kind}*{n}" for kind, n in at_hand.items())])
    typed.end()
    return found


def read_going_on(typed: Typed) -> GoOn:
    """14.1, 27.1 `stop`, `3-4 3-5`, `to jolan infiltrate`, helicopters `to 3-5 land`."""
    state, operation = typed.state, under_way(typed.state)
    legs, infiltrates, ends = list[str](), False, ""
    if typed.take("stop", "stay", "halt", *NOTHING):
        typed.end()
        return GoOn()
    while typed.next:
        if typed.take("to", "via", "by", "path", "go", "on", "then", "fly", "move"):
            continue
        if typed.take("infiltrate", "sneak"):
            infiltrates = True
        elif word := typed.take("land", "aloft", "hover"):
            ends = word
        elif place := typed.place():
            legs.append(place)
        else:
            raise typed.refuse_word(["stop"])
    if operation.mode == "air":
        return GoOn(to=legs[-1] if legs else operation.space, aloft=ends in ("aloft", "hover"))
    if not legs:
        raise typed.refuse("no place to go to is named", ["stop"])
    return GoOn(path=fill_way(typed, going_on(state, operation), legs), infiltrates=infiltrates)


def read_stay(typed: Typed) -> Stay:
    """16.7, 16.9 `continue`, `withdraw all to 3-4`, `withdraw 1/5 to north fly hmm_a mp west`."""
    state, operation = typed.state, under_way(typed.state)
    if typed.take("continue", "fight", "stay", "stand", "go"):
        typed.take("on")
        typed.end()
        return Stay()
    typed.take("withdraw", "retreat", "leave")
    leaving, to, flights = list[str](), "", list[Flight]()
    while typed.next:
        if typed.take("to", "and"):
            continue
        if typed.take("all"):
            leaving = list(operation.force)
        elif typed.take("fly", "evacuate"):
            flights += _flights(typed)
        elif not to and (unit := typed.unit(operation.force, whole=bool(leaving))):
            leaving.append(unit)
        elif place := typed.place():
            to = place
        else:
            raise typed.refuse_word([typed.name(u) for u in operation.force])
    if leaving and not to:
        raise typed.refuse("no place to go to is named", [typed.name(p) for p in destinations(state, leaving)])
    if not leaving and not flights:
        raise typed.refuse("nobody is named", ["continue", *(f"withdraw {typed.name(u)} to" for u in operation.force)])
    gone = {unit for flight in flights for unit in (flight.helicopter, flight.passenger)}
    staying = [unit for unit in leaving if unit not in gone]
    return Stay(tuple(state.numbers.ordered(staying)), to if staying else "", tuple(flights))


def _flights(typed: Typed) -> list[Flight]:
    """16.9 `hmm_a mp west`: helicopter, passenger, base; several in a row."""
    state, found = typed.state, list[Flight]()
    while helicopter := typed.unit(whole=True):
        typed.take("with", "carry")
        passenger = typed.unit(under_way(state).force)
        typed.take("to")
        base = typed.place(state.numbers.bases)
        if not passenger or not is_base(state, base):
            where = name_of(state, under_way(state).space)
            because = f"an evacuation from {where} names a helicopter, a unit and a base"
            raise typed.refuse(because, ["fly hmma mp north"])
        found.append(Flight(helicopter, passenger, base))
    return found
