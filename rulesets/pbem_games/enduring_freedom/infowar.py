"""14 J-2 InfoWar: assets attack the Jihad index.

Belongs here: that attack. Must not be here: the index (jihad).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Ask, Roll, Tell
from pbem_games.enduring_freedom.jihad import shift_jihad
from pbem_games.enduring_freedom.state import COALITION, MOBILIZATION, READY, State
from pbem_games.enduring_freedom.words.dice import infowar_in_words


async def infowar_phase(state: State) -> None:
    """14.1, 14.2, 14.3, ruling R25 A die for each asset; all are committed before the first die, and spent."""
    ready = ready_assets(state, "infowar")
    if not ready:
        return
    count = await Ask(rule="14.1", seat=COALITION, legal=lambda: range(len(ready) + 1))
    if not count:
        return
    for id in ready[:count]:
        state.units[id].place = MOBILIZATION  # 14.3, ruling R14
    numbers = state.numbers.tables.intelligence
    dice = await Roll(
        rule="14.1", dice=count, side="coalition", hits=(range(1, numbers.infowar + 1),) * count,
        decides="InfoWar", reads=partial(infowar_in_words, numbers.infowar, numbers.blowback),
    )  # fmt: skip
    for die in dice:
        if die <= numbers.infowar:
            await shift_jihad(state, -1, "InfoWar succeeds", rule="14.2")
        elif die == numbers.blowback:
            await shift_jihad(state, 1, "InfoWar blows back", rule="14.2")
        else:
            await Tell(rule="14.2", text="InfoWar fails")


def ready_assets(state: State, kind: str) -> list[str]:
    """8.6 Assets of a kind (infowar, isr, drone) that lie ready, in the order of the data."""
    return [id for id, asset in state.numbers.assets.items() if asset.kind == kind and state.units[id].place == READY]
