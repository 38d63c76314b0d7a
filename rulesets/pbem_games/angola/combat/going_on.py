"""9.11.8 Combat continues: who pays with a Unit to fight on, and who retreats."""

from __future__ import annotations

from pbem.play.requests import Ask, Tell
from pbem_games.angola.combat.battle import decider, units_with, unsuppressed
from pbem_games.angola.combat.losses import lose_here, one_of_each
from pbem_games.angola.combat.retreat import RoundEnd, retreat_attacker, retreat_defenders
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words.resolution import going_on_told, retreat_chosen

RETREAT = "retreat"


async def go_on(state: State, battle: Battle) -> RoundEnd:
    """9.11.8, ruling R89 The attacker retreats or pays; only then does the defender choose likewise."""
    if not await pay(state, battle, battle.attacker):  # D19a
        return await retreat_attacker(state, battle)
    if not await pay(state, battle, battle.defenders[0]):  # D19b
        return await retreat_defenders(state, battle, "0")
    return "continues"


async def pay(state: State, battle: Battle, faction: str) -> bool:
    """9.11.8 Whether a side fights on, at the price of one unsuppressed Unit of its choice."""
    seat = decider(state, battle, faction)
    choice = await Ask(
        rule="9.11.8", seat=seat, about=battle.region, legal=lambda: (RETREAT, *prices(state, battle, faction))
    )
    if choice == RETREAT:
        await Tell(rule="9.11.8", text=retreat_chosen(state, seat), places=(battle.region,))
        return False
    await Tell(rule="9.11.8", text=going_on_told(state, seat), places=(battle.region,))
    await lose_here(state, battle, [choice], rule="9.11.8", why="the price of fighting on")
    return True


def prices(state: State, battle: Battle, faction: str) -> list[Token]:
    """9.11.8, ruling R88 Unsuppressed Units, one of each sort, that may be given for a further round."""
    units = units_with(state, battle, faction)
    return one_of_each(state, unsuppressed(battle, units)) if len(units) > 1 else []
