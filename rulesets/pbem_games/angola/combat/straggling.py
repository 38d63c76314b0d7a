"""9.12 Step 10: who falls behind after a combat."""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem_games.angola import belongings
from pbem_games.angola.combat.battle import attacking_units
from pbem_games.angola.combat.losses import choose_units
from pbem_games.angola.forces import detach
from pbem_games.angola.state import Battle, State
from pbem_games.angola.words.resolution import straggled_told


async def straggle(state: State, battle: Battle) -> None:
    """9.12, ruling R90 The attacking Column, wherever it stands now, leaves one Unit behind, two of eight or more."""
    columns = state.factions[battle.attacker].columns
    units = attacking_units(state, battle)
    if not units:
        return
    region = columns[battle.letter].region
    limits = state.numbers.limits
    count = limits.stragglers_from_eight if len(units) >= 8 else limits.stragglers
    chosen = await choose_units(
        state, battle.attacker, units, min(count, len(units)), rule="9.12", about=region, what="stragglers"
    )
    detach(state, battle.attacker, battle.letter, chosen, straggler=True)
    gone = battle.letter not in columns
    text = straggled_told(state, battle.attacker, battle.letter, chosen, region, gone)
    await Tell(rule="9.12", text=text, places=(region,))
    if gone:
        await belongings.uncover_fields(state, battle.attacker, region)  # ruling R69
