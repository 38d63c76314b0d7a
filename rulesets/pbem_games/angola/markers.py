"""9.13, 10 Control Markers and Victory Tokens: who takes a town or city, and what its loss costs.

Belongs here: markers changing hands. Must not be here: who ends a move where (operations, combat), Clean Up (endphase).
"""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem_games.angola.cabinda import settle_cabinda
from pbem_games.angola.map import CABINDA, enemies_in, is_city, stands_in
from pbem_games.angola.state import State
from pbem_games.angola.words import markers as words


async def settle_control(state: State, faction: str, region: str) -> None:
    """9.13, 10.2, 10.3 A Force of the faction ended a move or a retreat here: it takes a free or an enemy marker.

    Ruling R87: after a joint retreat call it for the conductor; its ally takes the marker where it has no Unit left.
    Ruling R132: an attacker thrown back settles the region that it came from.
    """
    taker = next((f for f in (faction, state.numbers.ally(faction)) if stands_in(state, f, region)), None)
    if taker is None or enemies_in(state, taker, region):
        return  # ruling R93: nobody ended there alive
    if region == CABINDA:
        await settle_cabinda(state, taker)  # 14.3
        return
    marker = state.markers.get(region)
    if marker is None:
        return
    if not marker.holder:
        await take_free(state, region, taker)  # 10.2
    elif marker.holder in state.numbers.enemies(taker):
        await hand_over(state, region, marker.holder, taker)  # 10.3


async def take_free(state: State, region: str, taker: str) -> None:
    """10.2 A marker that nobody holds is taken up, ready for use (ruling R113); no tokens pass."""
    marker = state.markers[region]
    marker.holder, marker.up = taker, True
    text = words.taken_free(state, region, taker)
    await Tell(rule="10.2", text=text, places=(region,), headline=is_city(state, region))


async def hand_over(state: State, region: str, loser: str, winner: str) -> None:
    """10.3, 10.4, ruling R91 The holder gives up the marker, down until Clean Up, and tokens of its own colour."""
    marker = state.markers[region]
    marker.holder, marker.up = winner, False  # 10.3
    price = state.numbers.regions[region].tokens  # 9.13
    passed = min(price, state.factions[loser].tokens[loser])  # 10.4, ruling R92: only its own, as far as they go
    state.factions[loser].tokens[loser] -= passed
    state.factions[winner].tokens[loser] += passed
    text = words.captured(state, region, loser, winner, passed, price)
    await Tell(rule="10.3", text=text, places=(region,), headline=is_city(state, region))


def held_by(state: State, faction: str, *, only_up: bool = False) -> list[str]:
    """10.5 Regions whose marker the faction holds, in order of id; `only_up`: those that are of use."""
    found = [r for r in state.numbers.marked if state.markers[r].holder == faction]
    return [r for r in found if state.markers[r].up or not only_up]


def holds(state: State) -> dict[str, str]:
    """10.1, 14.3 Who holds which town or city, and Cabinda."""
    held = {region: marker.holder for region, marker in state.markers.items()} | {CABINDA: state.cabinda_holder}
    return {region: holder for region, holder in held.items() if holder}
