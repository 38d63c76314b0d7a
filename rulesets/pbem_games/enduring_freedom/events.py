"""29 Jihad events: how many are rolled, and what each does.

Belongs here: the event table's effects. Must not be here: the offensive (offensive), what a reveal does (reveal).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import msgspec

from pbem.kit.spelling import plural
from pbem.play.requests import Ask, Request, Roll, Tell
from pbem_games.enduring_freedom.airlift import airlift_of_evil
from pbem_games.enduring_freedom.bags import enter, take_face_down
from pbem_games.enduring_freedom.jihad import lower_line, passes_jihad_check, shift_jihad
from pbem_games.enduring_freedom.locations import place_islamists, random_location
from pbem_games.enduring_freedom.mobilization import price_of
from pbem_games.enduring_freedom.offensive import offensive
from pbem_games.enduring_freedom.points import gain, lose
from pbem_games.enduring_freedom.reveal import reveal, reveal_beside_coalition, reveal_north, zones_to_see
from pbem_games.enduring_freedom.state import COALITION, MOBILIZATION, UNDERGROUND, State
from pbem_games.enduring_freedom.words import dice as words
from pbem_games.enduring_freedom.zones import coalition_zones, islamist, name

Effect = Callable[[State], Coroutine[Request[Any], Any, int]]
"""What an event does; gives the change of the Jihad level, which waits for the last one (29.2)."""
RULE = "29.1"


class Rotation(msgspec.Struct, frozen=True):
    """Event 3 Whose troops go home."""


async def event_phase(state: State) -> None:
    """29.1, 29.2, ruling R70 As many checks as the lower line says at the start; the level moves after the last."""
    shift = 0
    for _ in range(lower_line(state)):
        shift += await _check(state)
    await shift_jihad(state, shift, "Jihad events", rule="29.2")


async def _check(state: State) -> int:
    """29.2, ruling R71 An event of the table happens once in a turn; rolled again it does nothing."""
    dice = await Roll(rule=RULE, dice=2, side="islamist", reads=partial(words.event_in_words, state.numbers))
    event = state.numbers.events[sum(dice)]
    if event.id in state.happened:
        await Tell(rule="29.2", text=f"{event.name} again: nothing happens")
        return 0
    state.happened.append(event.id)
    await Tell(rule=RULE, text=f"Event {event.roll}: {event.name}", headline=True)
    shift = await _EFFECTS[event.id](state)
    await reveal_beside_coalition(state, "reaction")  # ruling R79
    return shift


async def c2_breakdown(state: State) -> int:
    """Event 2: nothing."""
    return 0


async def troop_rotation(state: State) -> int:
    """Event 3, ruling R72: a US or NATO ground unit in a zone or staging area goes back to be mobilized."""
    if not rotatable(state):
        await Tell(rule=RULE, text="No US or NATO unit is there to be rotated")
        return 0
    id = await Ask(rule=RULE, seat=COALITION, about="rotation", legal=lambda: rotatable(state), case=Rotation())
    state.units[id].place, state.units[id].reduced = MOBILIZATION, False  # ruling R14
    await Tell(rule=RULE, text=f"{name(state, id)} is rotated home")
    return 0


def rotatable(state: State) -> list[str]:
    """Event 3 The cheapest to buy again first."""
    places = (*state.numbers.zones, *state.numbers.staging)
    there = [id for id, unit in state.numbers.ground.items() if unit.contingent != "IR"
             and state.units[id].place in places]  # fmt: skip
    return sorted(there, key=lambda id: price_of(state, id))


async def jihad_situation(state: State) -> int:
    """Event 4: one level down on 1 and 2, up on all else."""
    (die,) = await Roll(rule=RULE, about="situation", side="islamist", reads=words.situation_in_words)
    return -1 if die <= 2 else 1


async def rallies(state: State) -> int:
    """Event 5, 11.2, 11.5, ruling R73: a die of Northern Alliance units, each to a location of its own, free."""
    (die,) = await Roll(rule=RULE, about="rallies", reads=partial(words.count_in_words, "Northern Alliance Rallies"))
    for _ in range(min(die, state.available.down)):
        zone = await random_location(state, rule="30.2", about="north")
        counter = take_face_down(state.available)
        assert counter is not None, "there are as many"
        state.north[zone].append(counter)
        text = f"A Northern Alliance unit rallies in {state.numbers.zones[zone].name}"
        await Tell(rule=RULE, text=text, places=(zone,))
    return 0


async def uprising(state: State) -> int:
    """Event 6, 30.1, ruling R74: a die of Islamist counters, all in one zone."""
    (die,) = await Roll(rule="30.1", about="uprising", side="islamist",
                        reads=partial(words.count_in_words, "Islamist Uprising"))
    zone = await random_location(state, rule="30.2", about=UNDERGROUND)
    await place_islamists(state, zone, die, rule="30.1")
    return 0


async def islamist_offensive(state: State) -> int:
    """Event 7, 31.2."""
    await offensive(state)
    return 0


async def morale(state: State) -> int:
    """Event 8, 28.2, ruling R71: an uprising, or those beside the Coalition go underground, strongholds excepted."""
    if await passes_jihad_check(state, rule="28.2"):
        return await uprising(state)
    for zone in coalition_zones(state):
        if state.numbers.zones[zone].kind == "stronghold":
            continue
        there = state.islamists[zone]
        leaving = [c for c in there if not (c.up and islamist(state, c.id).type == "rescue")]  # ruling R75
        state.islamists[zone] = [c for c in there if not any(c is other for other in leaving)]
        enter(state, state.underground, leaving)
        if leaving:
            who, verb = plural(len(leaving), "Islamist counter"), "goes" if len(leaving) == 1 else "go"
            text = f"{who} in {state.numbers.zones[zone].name} {verb} underground"
            await Tell(rule=RULE, text=text, places=(zone,))
    return 0


async def negotiations(state: State) -> int:
    """Event 9, ruling R76: all Northern Alliance units of one zone become available again, seen or not."""
    zone = await random_location(state, rule="30.2", about="north")
    leaving, state.north[zone] = state.north[zone], []
    enter(state, state.available, leaving)
    who, where = plural(len(leaving), "Northern Alliance unit"), state.numbers.zones[zone].name
    text = f"{who} in {where} {'changes' if len(leaving) == 1 else 'change'} sides for now"
    if not leaving:
        text = f"No Northern Alliance unit is in {where} to change sides"
    await Tell(rule=RULE, text=text, places=(zone,))
    return 0


async def war_on_terror(state: State) -> int:
    """Event 10: a die of NP, lost if even, gained if odd."""
    (die,) = await Roll(rule=RULE, about="war", reads=words.war_in_words)
    move = gain if die % 2 else lose
    await move(state, die, "War on Terror", "events", rule=RULE)
    return 0


async def national_intelligence(state: State) -> int:
    """Event 11, rulings R30, R50: one zone is named, and all in it turned up."""
    zone = await Ask(rule=RULE, seat=COALITION, about="intelligence", legal=lambda: zones_to_see(state))
    await Tell(rule=RULE, text=f"National intelligence on {state.numbers.zones[zone].name}", places=(zone,))
    await reveal_north(state, zone, rule="9.3")
    await reveal(state, [zone], "reaction")
    return 0


async def airlift(state: State) -> int:
    """Event 12, 29.3."""
    await airlift_of_evil(state)
    return 0


_EFFECTS: dict[str, Effect] = {
    "c2_breakdown": c2_breakdown, "troop_rotation": troop_rotation, "jihad_situation": jihad_situation,
    "na_rallies": rallies, "uprising": uprising, "offensive": islamist_offensive, "morale": morale,
    "na_negotiates": negotiations, "war_on_terror": war_on_terror, "national_intelligence": national_intelligence,
    "airlift_of_evil": airlift,
}  # fmt: skip
