"""8.9, 21 to 25 What is told in strikes and battles: exact odds, the edge and its price, what each hit costs.

Belongs here: those prompts. Must not be here: odds themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.chances import percent, signed
from pbem.kit.forms import Asked
from pbem.kit.lists import Some
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import plural
from pbem_games.enduring_freedom import prospects
from pbem_games.enduring_freedom.combat.edge import BASE, COMMAND, price_of_edge, purchases_open
from pbem_games.enduring_freedom.combat.plan import Battles
from pbem_games.enduring_freedom.losses import np_of_loss
from pbem_games.enduring_freedom.prompts import common
from pbem_games.enduring_freedom.state import COUNTERATTACK, State
from pbem_games.enduring_freedom.zones import air_at, drones_at, revealed, steps


def open_zones(asked: Asked[State]) -> list[str]:
    """The zones that the form of this request takes."""
    return list(asked.case(Battles).zones)


def strikes(asked: Asked[State]) -> Prompt:
    """22.2"""
    state = asked.state
    flown = {z: [*air_at(state, z), *drones_at(state, z)] for z in state.numbers.zones if revealed(state, z)}
    return common.asking(
        state, "Joint strike: in which order, who of equals falls first?",
        *(f"{common.zone_name(state, z)}: {common.theirs(state, z)}; {common.strike_odds(state, z, ids)}"
          for z, ids in flown.items() if ids),
        How("Type the zones in order, then `first` and kinds: `ZONE ZONE first KIND`."),
    )


def battles(asked: Asked[State]) -> Prompt:
    """23.3 Where a battle can be fought, and what the edge would change."""
    state, must = asked.state, asked.case(Battles).must
    title = ("Counterattack: the Islamists attack in each of these zones. Which is fought next, with which edge?"
             if must else "J-3 Ground combat: where do you attack, with which edge?")
    zones = open_zones(asked)
    return common.asking(
        state, title, *(line for zone in zones for line in of_battle(state, zone, must=must)),
        How("Of equal Islamists `first` says who falls: `ZONE first KIND`."),
        " `none`: no edge, whoever turns up." if any(not c.up for z in zones for c in state.north[z]) else "",
        How("Type a zone, then `command`, `base` for the edge (1 NP each); several battles in a row with `;` between "
            f"them{'' if must else ', `done` to attack no more'}: `ZONE command; ZONE`."),
    )


def of_battle(state: State, zone: str, *, must: bool) -> list[str]:
    """The two sides, the odds as they are, and what each edge that can be bought makes of them."""
    attacker: prospects.Attacker = "islamist" if must else "coalition"
    cas = air_at(state, zone) if must else []
    ids = prospects.ground_force(state, zone)
    found = [f"{common.zone_name(state, zone)}: {common.ours(state, zone)} against {common.theirs(state, zone)}"]
    for bought in edges(state, zone):
        edge = percent(prospects.edge_of(state, zone, ids, bought=len(bought)))
        outlook = prospects.outlook(state, zone, attacker, bought=len(bought), cas=cas)
        if not bought:
            found.append(f"  you fire first {edge}; {common.battle_odds(outlook)}")
            continue
        price = price_of_edge(state, bought)
        found[-1] += (f"; {' and '.join(bought)} for {price} NP: first {edge}, win {percent(outlook.won)}, "
                      f"NP {signed(outlook.np - price)} on average with that paid")
    return found


def edge(asked: Asked[State]) -> Prompt:
    """23.4 The edge once more, when the Northern Alliance has turned up, in an attack or a counterattack."""
    state, zone, must = asked.state, asked.about, asked.state.phase == COUNTERATTACK
    return common.asking(
        state, "The Northern Alliance here has turned up: which edge is bought?",
        *of_battle(state, zone, must=must),
    )


def edges(state: State, zone: str) -> list[tuple[str, ...]]:
    """23.4, 32.1 What may be bought, the least first."""
    both: list[tuple[str, ...]] = [(), (COMMAND,)]
    return [*both, (COMMAND, BASE)] if BASE in purchases_open(state, zone) else both


def hits(asked: Asked[State]) -> Prompt:
    """21.1, 24.4, 25.2"""
    state, wanted = asked.state, len(asked.legal()[0])
    units = hit_units(asked)
    where = state.numbers.zones[asked.about].name
    what = {"21.1": "Air defence has hit", "24.4": "Collateral damage", "25.2": "You are hit"}[asked.rule]
    return common.asking(
        state, f"{what} in {where} {plural(wanted, 'time')}: who takes the hits?",
        "; ".join(price_of_hits(state, id) for id in units),
        "A unit may take two." if any(steps(state, id) > 1 for id in units) else "Each of them falls.",
    )


def hit_units(asked: Asked[State]) -> Sequence[str]:
    """Who may be hit."""
    return asked.case(Some).names


def price_of_hits(state: State, id: str) -> str:
    """`15 MEU 3E reduced to 2 for 2 NP, then 6`: factors too, for who is hit fires with what is left."""
    named = common.typed_name(state, id)
    if id in state.numbers.north:
        dice = state.numbers.tables.netwar.loss.north_leader_dice
        is_leader = state.numbers.north[id].leader
        cost = plural(dice, "die", "dice") + " of NP" if is_leader else f"{state.numbers.tables.netwar.loss.north} NP"
        return f"{named} eliminated for {cost}"
    last = np_of_loss(state, id, "eliminated")
    if steps(state, id) == 1:
        return f"{named} eliminated for {last} NP"
    printed = state.numbers.air[id] if id in state.numbers.air else state.numbers.ground[id]
    return f"{named} reduced to {printed.cf_back} for {np_of_loss(state, id, 'reduced')} NP, then {last}"


def overstacked(asked: Asked[State]) -> Prompt:
    """8.9"""
    state, zone = asked.state, asked.about
    limit = state.numbers.terrain_of(zone).stacking
    return common.asking(
        state, f"{state.numbers.zones[zone].name} holds {limit} Coalition ground units at most: who is removed?",
        "Its elimination is booked, not its reduction.",
    )
