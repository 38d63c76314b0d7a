"""18 J-4: refit, bridge repair, building FOBs. None is followed by a reaction.

Belongs here: the three operations. Must not be here: whose units they are, and who is asked (team, ruling R128).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.play.requests import Tell
from pbem_games.fallujah.forces import enter
from pbem_games.fallujah.indexes import pay
from pbem_games.fallujah.map import ENGINEERS, has_type, is_base, labels, name_of, type_of, units_at
from pbem_games.fallujah.orders import Build, Refit, Repair
from pbem_games.fallujah.state import RECRUIT, State

REFITTERS = ("fob", "amtrac")  # 18.3


# ---------------------------------------------------------------- 18.1 refit


def places_to_refit(state: State) -> list[str]:
    """18.3, ruling R94 Bases and spaces with a FOB or an Amtrac, reduced or not, where some unit is reduced."""
    places = dict.fromkeys(unit.place for unit in state.units.values() if unit.reduced)
    return [p for p in places if is_base(state, p) or has_type(state, units_at(state, p), *REFITTERS)]


def check_refit(state: State, order: Refit) -> None:
    """18.1, 18.3 One base or one such space; raises IllegalMove."""
    tried, at = f"refit in {name_of(state, order.place)}", order.place
    _check_ops(state, tried, state.numbers.tables.prices.refit)
    legal = places_to_refit(state)
    if at in legal:
        return
    if is_base(state, at) or has_type(state, units_at(state, at), *REFITTERS):
        raise IllegalMove(tried, "18.1", "no unit there is reduced", legal=legal)
    raise IllegalMove(tried, "18.3", "it is no base, and neither a FOB nor an Amtrac is there", legal=legal)


async def refit(state: State, order: Refit) -> None:
    """18.2, ruling R91 Every reduced unit there turns to full strength; the KIA index stays as it is."""
    pay(state, state.numbers.tables.prices.refit)
    units = [u for u in units_at(state, order.place) if state.units[u].reduced]
    for unit in units:
        state.units[unit].reduced = False
    text = f"Refit in {name_of(state, order.place)}: {labels(state, units)}"
    await Tell(rule="18.2", text=text, places=(order.place,))


# ---------------------------------------------------------------- 18.4 bridges


def bridges_to_repair(state: State) -> list[str]:
    """18.4, ruling R95 Blown bridges with an engineer of any kind in the space of their name."""
    bridges = state.numbers.bridges
    return [b for b in bridges if b in state.blown and has_engineer(state, bridges[b].space)]


def check_repair(state: State, order: Repair) -> None:
    """18.4 A blown bridge, an engineer in its space; raises IllegalMove."""
    bridge = state.numbers.bridges[order.bridge]
    tried, legal = f"repair of the {bridge.name}", bridges_to_repair(state)
    _check_ops(state, tried, state.numbers.tables.prices.bridge)
    if order.bridge not in state.blown:
        raise IllegalMove(tried, "18.4", "it is whole", legal=legal)
    if not has_engineer(state, bridge.space):
        raise IllegalMove(tried, "18.4", f"no engineer is in {name_of(state, bridge.space)}", legal=legal)


async def repair(state: State, order: Repair) -> None:
    """18.4, ruling R95 One bridge is whole again."""
    pay(state, state.numbers.tables.prices.bridge)
    bridge = state.numbers.bridges[order.bridge]
    state.blown.remove(order.bridge)
    await Tell(rule="18.4", text=f"Engineers repair the {bridge.name}", places=(bridge.space,))


# ---------------------------------------------------------------- 18.5 FOBs


def unbuilt_fobs(state: State) -> list[str]:
    """18.5, ruling R93 FOB counters in the recruit box; an eliminated one never comes back."""
    return [u for u, unit in state.units.items() if unit.place == RECRUIT and type_of(state, u) == "fob"]


def spaces_to_build(state: State) -> list[str]:
    """18.5, 28, ruling R93 Spaces of the map with an engineer and no FOB."""
    engineers = dict.fromkeys(unit.place for u, unit in state.units.items() if type_of(state, u) in ENGINEERS)
    spaces = [place for place in engineers if place in state.numbers.spaces]
    return [s for s in spaces if not has_type(state, units_at(state, s), "fob")]


def check_build(state: State, order: Build) -> None:
    """18.5 An engineer, no FOB there yet, a counter left; raises IllegalMove."""
    tried, at = f"building a FOB in {name_of(state, order.space)}", order.space
    legal = spaces_to_build(state)
    _check_ops(state, tried, state.numbers.tables.prices.fob)
    if not unbuilt_fobs(state):
        raise IllegalMove(tried, "18.5", "no FOB is left in the recruit box")
    if is_base(state, at):
        raise IllegalMove(tried, "18.5", "a FOB stands on the map, not in a base", legal=legal)
    if not has_engineer(state, at):
        raise IllegalMove(tried, "18.5", "no engineer is there", legal=legal)
    if at not in legal:
        raise IllegalMove(tried, "8.2", "a FOB is there already", legal=legal)


async def build(state: State, order: Build) -> None:
    """18.5, 28 The FOB appears at full strength; what it costs has the operation's own OP in it (ruling R92)."""
    pay(state, state.numbers.tables.prices.fob)
    fob = unbuilt_fobs(state)[0]
    enter(state, fob, order.space)
    text = f"{labels(state, [fob])} is built in {name_of(state, order.space)}"
    await Tell(rule="18.5", text=text, places=(order.space,))


def has_engineer(state: State, space: str) -> bool:
    """26 An engineer of any kind in the space."""
    return has_type(state, units_at(state, space), *ENGINEERS)


def _check_ops(state: State, tried: str, price: int) -> None:
    if price > state.ops:
        raise IllegalMove(tried, "10", f"it costs {price} OPs, {state.ops} are left")
