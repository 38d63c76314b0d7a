"""What the sensible bot would answer, in words that can be typed: the first of the answers that people are offered.

Belongs here: plans as typed lines. Must not be here: judgement, reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.kit.chances import percent, signed
from pbem.kit.spelling import plural
from pbem_games.enduring_freedom import printed, prospects
from pbem_games.enduring_freedom.combat.edge import price_of_edge
from pbem_games.enduring_freedom.combat.plan import DONE
from pbem_games.enduring_freedom.judgement import moves, purchases
from pbem_games.enduring_freedom.judgement.battles import battles
from pbem_games.enduring_freedom.judgement.style import SENSIBLE
from pbem_games.enduring_freedom.planning import CarryOut
from pbem_games.enduring_freedom.plans import NOTHING, Line, Plan
from pbem_games.enduring_freedom.state import STRIKE, UNDERGROUND, State, sketch_of
from pbem_games.enduring_freedom.sustainment import needs_supply, price_of_sustaining
from pbem_games.enduring_freedom.zones import air_at, is_islamist_there

GOING = ("drive", "transfer", "assault")  # lines that bring units to a place
ADVICE: Mapping[str, Callable[[State], Plan]] = {
    "11.3": lambda state: purchases.first_forces(state, SENSIBLE),
    "11.1": lambda state: purchases.reinforcements(state, SENSIBLE),
    "13.1": moves.look,
    "15.0": lambda state: moves.missions(state, SENSIBLE),
    "16.0": lambda state: moves.drives(state, SENSIBLE),
    "17.0": lambda state: moves.flights(state, SENSIBLE),
    "17.1": moves.support,
}
"""Rule -> the plan."""


def advised(state: State, rule: str) -> str:
    """The words for the plan, `none` if nothing is worth doing; "" if there is no advice on this."""
    if rule not in ADVICE:
        return ""
    return "; ".join(typed_line(state, line) for line in together(ADVICE[rule](state))) or NOTHING


def advised_battles(state: State, zones: Sequence[str], *, must: bool) -> tuple[str, int]:
    """23.3 `Kabul command; Herat; done`: as many as can be paid for, the best first; and the NP that this costs."""
    left, words = state.np - 1, list[str]()
    for plan in battles(state, zones, must=must):
        edge = plan.edge if price_of_edge(state, plan.edge) <= left else ()
        left -= price_of_edge(state, edge)
        said = [*edge, *([NOTHING] if plan.settled else []), *(["first", *plan.first] if plan.first else [])]
        words.append(" ".join([state.numbers.zones[plan.zone].name, *said]))
    return "; ".join([*words, *([] if must or len(words) == len(zones) else [DONE])]), state.np - 1 - left


def told_of(state: State, plan: Plan, carry_out: CarryOut) -> str:
    """`2 NP; Kabul: 3 units against 2, win 40%, lose 5%, NP +0.7; supply 1 NP`: what a plan costs and leads to."""
    sketch, goals = sketch_of(state), dict[str, list[str]]()
    for line in plan:
        carry_out(sketch, line)
        if line.verb in GOING and line.to[-1] in state.numbers.zones:
            goals.setdefault(line.to[-1], []).extend(line.things)
    drives = any(line.verb == "drive" for line in plan)
    found = moves.attacks(state, SENSIBLE, air_at(state, STRIKE)) if drives else []
    coming = {attack.zone: attack.force for attack in found}
    parts = [f"{state.np - sketch.np} NP", *(_fight(state, zone, ids, coming.get(zone, ())) for zone, ids
                                             in goals.items() if is_islamist_there(state, zone))]
    due = sum(price_of_sustaining(sketch, id) for zone, ids in goals.items() for id in ids
              if needs_supply(sketch, id, zone))
    return "; ".join([*parts, *([f"supply {due} NP"] if due else [])])


def _fight(state: State, zone: str, ids: Sequence[str], coming: Sequence[str]) -> str:
    """What an attack there would bring before any strike: with those who are there, and who are to be flown in."""
    first = dict.fromkeys([*prospects.ground_force(state, zone), *ids])
    force = list(dict.fromkeys([*first, *coming]))
    found = prospects.outlook(state, zone, "coalition", force=force)
    flown = f" ({len(force) - len(first)} of them flown in next)" if len(force) > len(first) else ""
    strong = f"{plural(len(force), 'unit')}{flown} against {len(state.islamists[zone])}"
    return (f"{place_name(state, zone)}: {strong}, win {percent(found.won)}, lose {percent(found.lost)}, "
            f"NP {signed(found.np)}")


def together(plan: Plan) -> list[Line]:
    """Lines that follow each other and differ only in who goes, as one; counted ones stay as they are."""
    found: list[Line] = []
    for line in plan:
        if found and line.verb != "levy" and (found[-1].verb, found[-1].to) == (line.verb, line.to):
            found[-1] = Line(line.verb, (*found[-1].things, *line.things), line.to)
        else:
            found.append(line)
    return found


def typed_line(state: State, line: Line) -> str:
    """One line as people type it."""
    to = " ".join(place_name(state, place) for place in line.to)
    match line.verb:
        case "muster" | "stage":
            return f"{_units(state, line.things)} to {to}"
        case "assets":
            return _kinds(state, line.things)
        case "levy":
            return f"na {line.things[0]} {to}"
        case "build":
            return f"fob {state.numbers.ground[line.things[0]].contingent.lower()} {to}"
        case "remove":
            return f"remove fob {place_name(state, state.units[line.things[0]].place)}"
        case "isr":
            return " ".join([to] * len(line.things))
        case "drive":
            return f"{_units(state, line.things)} to {to}"
        case "strike" | "transfer" | "assault":
            return f"{line.verb} {_units(state, line.things)} {to}"
    return f"{_units(state, line.things)} {to}"


def place_name(state: State, place: str) -> str:
    """A zone, a staging area or a box as it is typed."""
    known = place in state.numbers.zones or place in state.numbers.staging
    return state.numbers.place_name(place) if known else place if place != UNDERGROUND else "underground"


def _units(state: State, ids: Sequence[str]) -> str:
    shown = printed.units(state.numbers).shown
    return ", ".join(shown(id) for id in ids)


def _kinds(state: State, ids: Sequence[str]) -> str:
    """`iw*2 isr`"""
    kinds = [state.numbers.assets[id].id for id in ids]
    return " ".join(kind if kinds.count(kind) == 1 else f"{kind}*{kinds.count(kind)}" for kind in dict.fromkeys(kinds))
