"""7.2, 7.3, 14.9, 24.2 The Reinforcement sub-phase of a Coalition command."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.spelling import plural
from pbem.play.requests import Ask, Draw, Roll, Tell
from pbem_games.anaconda.bases import assign_bases
from pbem_games.anaconda.drms import Shot
from pbem_games.anaconda.fire import resolve
from pbem_games.anaconda.forces import arrive, command_of, on_map, units_at
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, FRIENDLY_FIRE, SIDES
from pbem_games.anaconda.plans.filing import friendly_fire_lates, friendly_fire_truth
from pbem_games.anaconda.state import IN_HAND, POOL, READY, State, reinforcement_pool
from pbem_games.anaconda.words.names import counter_name, marker_name, place_name


async def reinforce(state: State, marker: str) -> None:
    """7.1, 7.2, 7.3, 7.5, rulings R6, R25, R31-R33 P4a: so many counters as the command draws, one after another."""
    pool = reinforcement_pool(state)
    count = min(state.numbers.markers[marker].picks, len(pool))

    def reads(drawn: tuple[str, ...]) -> str:
        names = [counter_name(state, id) if id in state.units else "Friendly Fire" for id in drawn]
        return f"{marker_name(state, marker)} draws {', '.join(names)}"

    drawn = await Draw(rule="7.2", about=marker, pool=pool, count=count, side=COALITION, reads=reads)
    if drawn:
        await Tell(rule="7.2", text=f"{marker_name(state, marker)} draws {plural(len(drawn), 'reinforcement')}: "
                                    f"{', '.join(_name(state, id) for id in drawn)}")
    for id in drawn:
        if id in state.units:
            state.units[id].place = IN_HAND
    if state.options.mode == "plan":
        await _place_together(state, drawn)
    else:
        for id in drawn:
            await _place(state, id)


def _name(state: State, id: str) -> str:
    return counter_name(state, id) if id in state.units else "Friendly Fire"


async def _place(state: State, id: str) -> None:
    """5.16, 7.3 Where one of them goes."""
    if id == FRIENDLY_FIRE:
        await friendly_fire(state)
    elif state.numbers.is_air(id):
        arrive(state, id, READY)
    elif state.numbers.units[id].type == "leader":
        await place_leader(state, id)
    else:
        await assign_bases(state, [id], rule="7.3", about=id)


async def _place_together(state: State, drawn: Sequence[str]) -> None:
    """Ruling R110: in the order drawn, but all bases are chosen at the end in one answer, and leaders come then too.

    Who leads comes before Friendly Fire if he was drawn before it, for it may fall on him.
    """
    order = list(drawn)
    fire = order.index(FRIENDLY_FIRE) if FRIENDLY_FIRE in order else 0
    leaders = [id for id in order if id in state.units and state.numbers.units[id].type == "leader"]
    for id in order[:fire]:
        if id in leaders:
            await place_leader(state, id)
    for id in order:
        if id == FRIENDLY_FIRE:
            await friendly_fire(state)
        elif state.numbers.is_air(id):
            arrive(state, id, READY)
    for id in order[fire:]:
        if id in leaders:
            await place_leader(state, id)
    waiting = [id for id in order if id in state.units and state.units[id].place == IN_HAND]
    await assign_bases(state, waiting, rule="7.3", about="drawn")


async def place_leader(state: State, leader: str) -> None:
    """24.2, ruling R84 C9: into any hex with a unit of his command; back to the pool if there is none."""
    command = state.numbers.units[leader].command
    hexes = sorted({state.units[id].place for id in on_map(state, COALITION) if command_of(state, id) == command})
    if not hexes:
        arrive(state, leader, POOL)
        await Tell(rule="24.2", text=f"{counter_name(state, leader)} finds nobody to lead, and waits on")
        return
    hex = await Ask(rule="24.2", seat=COALITION, about=leader, legal=lambda: hexes)
    arrive(state, leader, hex)
    await Tell(rule="24.2", text=f"{counter_name(state, leader)} comes to {place_name(state, hex)}", places=(hex,))


async def friendly_fire(state: State) -> None:
    """14.9, rulings R26, R27 C8, E4, E15: Al Qaeda names a hex with Coalition units; a die says how hard it is hit."""
    state.friendly_fire = False
    state.aside.append(FRIENDLY_FIRE)
    hexes = sorted({state.units[id].place for id in on_map(state, COALITION)})
    if not hexes:
        await Tell(rule="14.9", text="Friendly Fire: nobody of the Coalition is on the map")
        return
    hex = await Ask(
        rule="14.9", seat=AL_QAEDA, about="hex", legal=lambda: hexes, truth=friendly_fire_truth(state),
        late=lambda hex: friendly_fire_lates(state, hex))
    await Tell(rule="14.9", text=f"Friendly Fire on {place_name(state, hex)}", places=(hex,), headline=True)
    (strength,) = await Roll(rule="14.9", about=hex, sides=SIDES, side=AL_QAEDA)
    shot = Shot("friendly_fire", AL_QAEDA, hex, strength)
    await resolve(state, shot, units_at(state, hex), rule="14.9-4")
