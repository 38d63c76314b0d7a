"""14.3 Cabinda: who holds it, and what its fall sets off. Its defence in combat is in `combat/`.

Belongs here: the holder, the fall, the end of the FLEC Base. Must not be here: retreats (combat), recruits (aid).
"""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem_games.angola import equipment
from pbem_games.angola.belongings import return_fields
from pbem_games.angola.forces import move_loose
from pbem_games.angola.map import CABINDA, FLEC_BASE, ZAIRE_WEST, columns_in, enemies_in, loose_in, stands_in
from pbem_games.angola.state import State
from pbem_games.angola.victory import move_down
from pbem_games.angola.words import markers as words

WESTERN = "western"
OWNER = "mpla"  # the only faction that can win it back (14.3, ruling R94)


async def settle_cabinda(state: State, faction: str) -> None:
    """14.3, ruling R94 A Force of the faction stands in Cabinda at the end of a move or combat, without enemies."""
    if not stands_in(state, faction, CABINDA) or enemies_in(state, faction, CABINDA):
        return
    if state.numbers.alliance(faction) == state.numbers.alliance(state.cabinda_holder):
        return
    western = state.numbers.alliance(faction) == WESTERN
    if not western and faction != OWNER:
        return
    state.cabinda_holder = faction
    await Tell(rule="14.3", text=words.cabinda_taken(state, faction), places=(CABINDA,), headline=True)
    if western and not state.cabinda_fallen:  # ruling R97: once a game
        await fall(state)


async def fall(state: State) -> None:
    """14.3.2 The first fall: one space for the WESTERN alliance, no token, and the FLEC Base is given up."""
    move_down(state, WESTERN, 1)
    await Tell(rule="14.3.2", text=words.cabinda_fell(state, WESTERN), places=(CABINDA,), headline=True)
    had_force = stands_in(state, "fnla", FLEC_BASE)
    state.cabinda_fallen = True  # borders open and close with it (14.1)
    if had_force:
        leave_flec_base(state)
        await Tell(rule="14.3.2", text=words.base_abandoned(state, ZAIRE_WEST), places=(FLEC_BASE, ZAIRE_WEST))
        await return_fields(state, FLEC_BASE)  # 14.3.2: a minefield cannot move, ruling R68


def leave_flec_base(state: State) -> None:
    """14.3.2 FNLA Units go to the nearest part of Zaire Proper with what they carry; no move (ruling R97)."""
    own = state.factions["fnla"]
    for letter in columns_in(state, "fnla", FLEC_BASE):
        own.columns[letter].region = ZAIRE_WEST
        own.columns[letter].plus = 0
    units = loose_in(state, "fnla", FLEC_BASE)
    if units:
        move_loose(state, "fnla", units, ZAIRE_WEST)
    equipment.relocate(own, FLEC_BASE, ZAIRE_WEST)
