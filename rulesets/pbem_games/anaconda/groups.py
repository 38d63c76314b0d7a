"""18.2, 20.4, 24.3 Al Qaeda's counters that fire or give cover are turned up first, and must be what they claimed.

Belongs here: what is common to all fires of Al Qaeda, and the cover before those of the Coalition (C25).
Must not be here: dice, asking.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.hidden import Act, Offence
from pbem.play.requests import Tell
from pbem_games.anaconda.ending import forfeit
from pbem_games.anaconda.firing import FireKind, fits_together
from pbem_games.anaconda.forces import face_down_at, is_type
from pbem_games.anaconda.hvt import turn_up_leaders
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.reactions import WORKS, Reactions
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import KEPT_DOWN, turn
from pbem_games.anaconda.whence import whence
from pbem_games.anaconda.words.names import counters_do, place_name


async def turn_up_firers(
    state: State, kind: FireKind, hex: str, order: Order, *, rule: str, commands: Sequence[str] = (),
    used: Sequence[str] = (),
) -> None:
    """18.2, ruling R97 Before the dice; who could not fire so, or not with the others, has proved an illegal act."""
    down = [id for id in order.who if not state.tokens[id].face]
    await turn(state, order.who, rule=rule, about=hex)
    if order.lead:
        await turn_up_leaders(state, (order.lead,))
    units = [(state.numbers.units[state.tokens[id].face], state.tokens[id].place) for id in order.who]
    if not fits_together(state.numbers, kind, hex, units, commands, used):
        alone = [id for id, unit in zip(order.who, units, strict=True)
                 if not fits_together(state.numbers, kind, hex, [unit], commands, used)]
        guilty = next(id for id in (*alone, *down, *order.who))
        await forfeit(state, [Offence(guilty, rule, f"fired into {hex} and cannot, or not with the others")])
    for id in order.who:
        state.tokens[id].fired = True
    text = f"{counters_do(state, order.who, 'fire')} into {place_name(state, hex)}"
    await Tell(rule=rule, text=text, places=(hex,), faction=AL_QAEDA, **whence(state, order.who, hex))


async def take_cover(state: State, hex: str, reactions: Reactions, mover: str = "") -> None:
    """20.4, 20.7, rulings R72, R73 C25: before the dice of a fire of the Coalition works in its hex are turned up.

    What stays down is remembered: if it proves to be a fortification, it was kept down against the rules.
    """
    down = [id for id in face_down_at(state, hex) if id != mover]
    order = await reactions.cover(state, hex, mover)
    await turn(state, order.who, rule="20.4", about=hex)
    await forfeit(state, [Offence(id, "20.4", "was turned up as cover and gives none")
                          for id in order.who if not is_type(state, id, *WORKS)])
    for id in down:
        acts = state.tokens[id].acts
        if id not in order.who and all(act.kind != KEPT_DOWN for act in acts):
            acts.append(Act("20.4", KEPT_DOWN))
