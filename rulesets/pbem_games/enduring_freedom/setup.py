"""6.0 Setting up: what is known beforehand, and the first forces. The counters lie there already (state).

Belongs here: steps 6 and 7. Must not be here: what may be mustered (mobilization).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pbem.errors import IllegalMove
from pbem.kit.lists import NameList, Some
from pbem.kit.spelling import plural
from pbem.play.requests import Roll, Tell, Write
from pbem_games.enduring_freedom.bags import draw_identity, enter, pick
from pbem_games.enduring_freedom.mobilization import carry_out
from pbem_games.enduring_freedom.planning import check_plan, follow_plan
from pbem_games.enduring_freedom.plans import SETUP_VERBS, PlanForm
from pbem_games.enduring_freedom.state import COALITION, Counter, State
from pbem_games.enduring_freedom.words.dice import zones_to_see
from pbem_games.enduring_freedom.zones import concealed, islamist, name, names

RULE = "6.0"


@dataclass(frozen=True, slots=True)
class Concealed(Some):
    """6.0 (6) Zones where counters of one side, `islamist` or `north`, lie face down."""

    side: str = ""


async def set_up(state: State) -> None:
    """6.0, 11.3 Intelligence before the operation, then US and NATO forces."""
    await Tell(rule=RULE, text=f"October 2001: {state.np} NP to set out with, Jihad {state.jihad}", headline=True)
    await see_islamists(state)
    await see_north(state)
    plan = await Write(
        rule="11.3", seat=COALITION, form=PlanForm(state.numbers, SETUP_VERBS, "11.3"),
        check=lambda plan: check_plan(state, plan, carry_out), draft=tuple,
    )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="11.3")


async def see_islamists(state: State) -> None:
    """6.0, 10.3 So many zones as the die shows are named, then all counters in them turned up (ruling R11).

    Special markers do nothing: all go to the Underground, then each zone gets a counter picked there for each, face
    down (ruling R12).
    """
    candidates = [zone for zone in state.numbers.zones if concealed(state, zone)]
    zones = await _zones_named(state, candidates, state.numbers.tables.intelligence.setup_dice_islamist, "islamist")
    returned: list[tuple[str, Counter]] = []
    for zone in zones:
        for counter in state.islamists[zone]:
            await draw_identity(state, counter, rule="10.1", about=zone)
        text = f"Seen in {state.numbers.zones[zone].name}: {names(state, (c.id for c in state.islamists[zone]))}"
        await Tell(rule=RULE, text=text, places=(zone,))
        returned += [(zone, c) for c in state.islamists[zone] if islamist(state, c.id).kind == "marker"]
    for zone, counter in returned:
        state.islamists[zone].remove(counter)
        enter(state, state.underground, [counter])
    for zone, counter in returned:  # 10.3
        substitute = await pick(state, state.underground, rule="10.3", about=zone)
        assert substitute is not None, "as many were put there before"
        state.islamists[zone].append(substitute)
        text = f"{name(state, counter.id)} goes underground from {state.numbers.zones[zone].name}, another comes for it"
        await Tell(rule="10.3", text=text, places=(zone,))


async def see_north(state: State) -> None:
    """6.0 (6), 9.3 The same for the Northern Alliance."""
    candidates = [zone for zone, there in state.north.items() if any(not c.up for c in there)]
    zones = await _zones_named(state, candidates, state.numbers.tables.intelligence.setup_dice_north, "north")
    for zone in zones:
        for counter in state.north[zone]:
            await draw_identity(state, counter, rule="9.3", about=zone)
        seen = names(state, (c.id for c in state.north[zone]))
        text = f"Northern Alliance in {state.numbers.zones[zone].name}: {seen}"
        await Tell(rule="9.3", text=text, places=(zone,))


async def _zones_named(state: State, candidates: Sequence[str], dice: int, about: str) -> tuple[str, ...]:
    """As many zones as the dice show, or all if there are no more, in the order of the data (ruling R11)."""
    rolled = await Roll(rule=RULE, about=about, dice=dice, reads=partial(zones_to_see, about))
    count = min(sum(rolled), len(candidates))
    if count == len(candidates):
        return tuple(candidates)
    named = await Write(
        rule=RULE, seat=COALITION, about=about, case=Concealed(tuple(candidates), count, count, about),
        form=NameList(RULE, "zones", state.numbers.zones, between=",", as_given=True),
        check=lambda zones: check_zones(candidates, count, zones), draft=lambda: tuple(candidates[:count]),
    )  # fmt: skip
    return tuple(zone for zone in candidates if zone in named)


def check_zones(candidates: Sequence[str], count: int, zones: Sequence[str]) -> None:
    """6.0 (6) Exactly so many different zones with counters that lie face down; IllegalMove."""
    tried = f"look into {', '.join(zones) or 'no zone'}"
    for zone in zones:
        if zone not in candidates:
            raise IllegalMove(tried, RULE, f"nothing lies face down in {zone}", legal=candidates)
    if len(zones) != count:
        raise IllegalMove(tried, RULE, f"{plural(count, 'zone')} to name, not {len(zones)}", legal=candidates)
