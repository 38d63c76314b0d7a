"""20, 10.2 Islamist counters are turned up, and the special markers among them take effect.

Belongs here: turning up, the queue of markers, what each does. Must not be here: who looks (intelligence, events), nor
set-up, where markers do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pbem.play.requests import Ask, Tell
from pbem_games.enduring_freedom.bags import draw_identity, look_into, pick
from pbem_games.enduring_freedom.jihad import lower_line
from pbem_games.enduring_freedom.losses import go_underground
from pbem_games.enduring_freedom.state import COALITION, UNDERGROUND, Counter, State
from pbem_games.enduring_freedom.zones import (
    coalition_zones,
    concealed,
    is_coalition_there,
    islamist,
    name,
    names,
)

Occasion = Literal["intelligence", "reveal", "reaction"]
"""Why counters are turned up: 2b, the Reveal Phase, or the Islamist Reaction Phase. In the last two Coalition units
beside them count: a terror spectacular stays (ruling R32), whom an ambush brings is turned up too (ruling R29)."""

Pending = list[tuple[str, str]]
"""(where, special marker) still to take effect; the Underground is a place too."""


async def reveal_phase(state: State) -> None:
    """20.2 (2) The Islamist Reveal Phase."""
    await reveal_beside_coalition(state, "reveal")


async def reveal_beside_coalition(state: State, occasion: Occasion) -> None:
    """20.2 (2, 3) All that is concealed beside Coalition ground units, zones in the order of the data (ruling R102)."""
    await reveal(state, [z for z in coalition_zones(state) if concealed(state, z)], occasion)


async def reveal(state: State, zones: Iterable[str], occasion: Occasion) -> None:
    """20, 10.2 All counters in these zones are turned up; then special markers, one after another, to the last."""
    pending: Pending = []
    for zone in zones:
        await _turn_up(state, zone, [c for c in state.islamists[zone] if not c.up], pending)
    await take_effect(state, pending, occasion)


async def take_effect(state: State, pending: Pending, occasion: Occasion) -> None:
    """10.2, ruling R102 Special markers in their order; those that one of them turns up join the end."""
    while pending:
        place, marker = pending.pop(0)
        match islamist(state, marker).type:
            case "intelligence":
                await _intelligence(state, place, marker, pending)
            case "ambush" if place != UNDERGROUND:
                await _ambush(state, place, marker, occasion, pending)
            case "deception" | "option" if place != UNDERGROUND:
                await _leave(state, place, marker)
            case "terror_spectacular" if place != UNDERGROUND:
                if occasion == "intelligence" or not is_coalition_there(state, place):  # ruling R32
                    await _leave(state, place, marker)
            case _:
                pass  # a rescue mission stays where it is; in the Underground nothing else matters (ruling R26)


async def _turn_up(state: State, zone: str, counters: list[Counter], pending: Pending) -> None:
    for counter in counters:
        await draw_identity(state, counter, rule="20.0", about=zone)
        if islamist(state, counter.id).kind == "marker":
            pending.append((zone, counter.id))
    if counters:
        text = f"Revealed in {state.numbers.zones[zone].name}: {names(state, (c.id for c in counters))}"
        is_big = any(islamist(state, c.id).kind == "hvt" for c in counters)
        await Tell(rule="20.0", text=text, places=(zone,), headline=is_big)


async def reveal_in_underground(state: State) -> None:
    """13.1, rulings R104, R109 One that lies face down there; they are all alike, so nobody need point at one."""
    id = await look_into(state, state.underground, rule="13.1", about=UNDERGROUND)
    if not id:
        await Tell(rule="13.1", text="Nothing lies face down in the Underground")
        return
    await Tell(rule="13.1", text=f"Seen in the Underground: {name(state, id)}")
    pending = [(UNDERGROUND, id)] if islamist(state, id).kind == "marker" else []
    await take_effect(state, pending, "intelligence")


# ---------------------------------------------------------------- 10.2 special markers


async def _ambush(state: State, zone: str, marker: str, occasion: Occasion, pending: Pending) -> None:
    """10.2 As many counters as the lower line says come face down, picked before the ambush goes underground.

    Once in a phase (ruling R28). In the Reveal and Reaction Phases those who come beside Coalition units are turned up
    (ruling R29).
    """
    came: list[Counter] = []
    if marker not in state.ambushed:
        state.ambushed.append(marker)
        for _ in range(lower_line(state)):
            counter = await pick(state, state.underground, rule="10.2", about=zone)
            if counter is not None:
                came.append(counter)
                state.islamists[zone].append(counter)
    go_underground(state, zone, marker)
    where = state.numbers.zones[zone].name
    await Tell(rule="10.2", text=f"Ambush in {where}: {len(came)} more come out of the Underground", places=(zone,))
    if occasion != "intelligence" and is_coalition_there(state, zone):
        await _turn_up(state, zone, came, pending)


async def _intelligence(state: State, place: str, marker: str, pending: Pending) -> None:
    """10.2, ruling R30 It goes underground first; then all that is concealed in one zone is turned up."""
    if place != UNDERGROUND:
        go_underground(state, place, marker)
    zone = await Ask(rule="10.2", seat=COALITION, legal=lambda: zones_to_see(state))
    await Tell(rule="10.2", text=f"Intelligence on {state.numbers.zones[zone].name}", places=(zone,))
    await _turn_up(state, zone, [c for c in state.islamists[zone] if not c.up], pending)


def zones_to_see(state: State) -> list[str]:
    """Ruling R30 Any zone, those where most lies concealed first."""
    return sorted(state.numbers.zones, key=lambda zone: -concealed(state, zone))


async def _leave(state: State, zone: str, marker: str) -> None:
    """10.2 A marker without effect goes underground."""
    go_underground(state, zone, marker)
    text = f"{name(state, marker)} in {state.numbers.zones[zone].name} comes to nothing"
    await Tell(rule="10.2", text=text, places=(zone,))


async def reveal_north(state: State, zone: str, *, rule: str) -> None:
    """9.3 Northern Alliance units in a zone are turned up; they stay so."""
    hidden = [counter for counter in state.north[zone] if not counter.up]
    for counter in hidden:
        await draw_identity(state, counter, rule=rule, about=zone)
    if hidden:
        text = f"Northern Alliance in {state.numbers.zones[zone].name}: {names(state, (c.id for c in hidden))}"
        await Tell(rule=rule, text=text, places=(zone,))
