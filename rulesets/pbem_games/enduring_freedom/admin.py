"""7.2 (7) The Admin Phase: rescue missions, what is left over, aircraft home, counters turned down.

Belongs here: its steps in their order (ruling R83). Must not be here: the next turn (sequence), the end (victory).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Roll, Tell
from pbem_games.enduring_freedom.bags import turn_down
from pbem_games.enduring_freedom.flights import fly_home
from pbem_games.enduring_freedom.losses import go_underground
from pbem_games.enduring_freedom.points import gain, lose
from pbem_games.enduring_freedom.state import CAS, STRIKE, State
from pbem_games.enduring_freedom.words.dice import rescue_in_words
from pbem_games.enduring_freedom.zones import air_at, is_coalition_there, is_sof, markers_up, units_at


async def admin_phase(state: State) -> None:
    """7.2 (7), 20.3, ruling R83 Rescues, terror spectaculars left over, aircraft home, concealment."""
    for zone in state.numbers.zones:
        for marker in markers_up(state, zone, "rescue"):
            await _rescue(state, zone, marker)
    for zone in state.numbers.zones:
        for marker in markers_up(state, zone, "terror_spectacular"):
            go_underground(state, zone, marker)
            text = f"A terror spectacular in {state.numbers.zones[zone].name} comes to nothing"
            await Tell(rule="10.2", text=text, places=(zone,))
    for box in (STRIKE, CAS):
        for place in (box, *state.numbers.zones):
            for unit in air_at(state, place):
                fly_home(state, unit, box)
    conceal(state)


async def _rescue(state: State, zone: str, marker: str) -> None:
    """10.2, ruling R31 A die of NP, gained with special forces of any contingent there, lost without."""
    is_there = any(is_sof(state, id) for id in units_at(state, zone))
    netwar = state.numbers.tables.netwar
    count = netwar.gain.rescue_dice if is_there else netwar.loss.rescue_dice
    dice = await Roll(rule="10.2", about=zone, dice=count, reads=partial(rescue_in_words, is_there))
    go_underground(state, zone, marker)
    move = gain if is_there else lose
    why = f"Rescue mission in {state.numbers.zones[zone].name}"
    await move(state, sum(dice), why, "rescues", rule="10.2", places=(zone,))


def conceal(state: State) -> None:
    """20.3, 7.2 (7b), ruling R100 Islamists without Coalition units beside them; the Underground is mixed."""
    for zone, there in state.islamists.items():
        if not is_coalition_there(state, zone):
            for counter in there:
                counter.up = False
    turn_down(state, state.underground)
