"""24.3, ruling R109 High Value Targets that are turned up to lead."""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.hidden import Offence
from pbem.kit.lists import Some
from pbem.play.requests import Late, Peek, Write
from pbem_games.anaconda.ending import forfeit
from pbem_games.anaconda.forces import is_type, on_map
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import FLIP, ORDERS, PASS, Order
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import all_seen, in_truth, turn

HVT = "hvt"


async def offer_flip(state: State, about: str) -> None:
    """20.5, 24.3, ruling R109 C30: at set-up and as a sub-phase begins Al Qaeda may turn up High Value Targets."""
    if not state.options.leaders:
        return
    down = [id for id in on_map(state, AL_QAEDA) if not state.tokens[id].face]
    if not down:
        return

    def check(order: Order) -> None:
        if order == Order(PASS):
            return
        ok = order.kind == FLIP and order.who and not order.to and not order.lead
        if not ok or len(set(order.who)) < len(order.who) or any(id not in down for id in order.who):
            raise IllegalMove(ORDERS.spell(order), "24.3", "name face-down counters on the map, each once, or pass")

    def truth(peek: Peek) -> Order | None:
        faces = all_seen(state, down, peek)
        return None if faces is None or any(p.type == HVT for p in faces.values()) else Order(PASS)

    order = await Write(
        rule="24.3", seat=AL_QAEDA, about=about, form=ORDERS, check=check, draft=lambda: Order(PASS),
        late=lambda order: hvt_lates(state, order.who), truth=truth, case=Some(tuple(down)))
    await turn_up_leaders(state, order.who)


def hvt_lates(state: State, ids: tuple[str, ...]) -> list[Late]:
    """24.3 What turning up as a leader claims."""
    units = state.numbers.units
    return [
        Late("24.3", f"token {id.removeprefix('t')} is a High Value Target", (sealed,),
             lambda face: units[face].type == HVT, in_truth(state, [id]))
        for id in ids if (sealed := state.tokens[id].sealed) is not None
    ]


async def turn_up_leaders(state: State, ids: tuple[str, ...]) -> None:
    """24.3 They are shown; ruling R97 if one is no High Value Target."""
    await turn(state, ids, rule="24.3", about="leaders")
    await forfeit(state, [Offence(id, "24.3", "was turned up to lead and is no High Value Target")
                          for id in ids if not is_type(state, id, HVT)])
