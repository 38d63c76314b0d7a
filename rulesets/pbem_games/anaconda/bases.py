"""3.5, 6.2.3, 7.3, 15.5, 22.4 Counters that come to Gardez or Khowst: the Coalition chooses for each."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.anaconda.forces import arrive
from pbem_games.anaconda.numbers import BASES, COALITION
from pbem_games.anaconda.orders import Placed, Placing, placing_form
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name, counters_named, place_name


async def assign_bases(state: State, ids: Sequence[str], *, rule: str, about: str) -> None:
    """3.5, 21.1 C6, C33: each of these counters comes to a base; nobody is asked if there is none."""
    if not ids:
        return

    def check(placing: Placing) -> None:
        for id, base in placing:
            if base not in BASES:
                raise IllegalMove(f"{counter_name(state, id)} goes to {base}", rule, "that is no base", BASES)

    placing = await Write(
        rule=rule, seat=COALITION, about=about, form=placing_form(ids), case=Placed(tuple(ids)), check=check,
        draft=lambda: at_home(state, ids))
    for id, base in placing:
        arrive(state, id, base)
        state.units[id].base = base
    for base in BASES:
        if there := [id for id, b in placing if b == base]:
            await Tell(rule=rule, text=f"To {place_name(state, base)}: {counters_named(state, there)}")


def at_home(state: State, ids: Sequence[str]) -> Placing:
    """Where each of them was based last, else Gardez."""
    return tuple((id, state.units[id].base or BASES[0]) for id in ids)
