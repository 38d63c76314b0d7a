"""6.3, 7.4 Jihad: fresh counters of Al Qaeda on the eastern edge, and all its commands at once."""

from __future__ import annotations

from collections import Counter as Tally

from pbem.errors import IllegalMove
from pbem.kit.spelling import plural
from pbem.play.requests import DrawSecret, Roll, Tell, Write
from pbem_games.anaconda.forces import arrive, held, pinned_on_map
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, JIHAD, SIDES
from pbem_games.anaconda.orders import Placed, Placing, placing_form
from pbem_games.anaconda.setup import make_tokens
from pbem_games.anaconda.state import DEAD, State
from pbem_games.anaconda.words.names import counter_name, place_name


def jihad_number(state: State) -> int:
    """6.3, ruling R20 How many counters of Al Qaeda are pinned on the map or in the deadpile."""
    dead = [id for id, token in state.tokens.items() if token.place == DEAD]
    return len(pinned_on_map(state, AL_QAEDA)) + len(dead)


async def jihad(state: State) -> bool:
    """6.3 P7: only if Al Qaeda draws the marker; once in a game. Gives whether all of Al Qaeda is in action now."""
    if state.drawer != AL_QAEDA:
        await Tell(rule="6.3", text="Jihad! drawn by the Coalition has no effect")  # ruling R12
        return False
    dice, number = state.numbers.limits.jihad_dice, jihad_number(state)
    rolled = sum(await Roll(rule="6.3", about="check", dice=dice, sides=SIDES, side=AL_QAEDA))
    if rolled > number:
        await Tell(rule="6.3", text=f"No Jihad: {rolled}, above {number}")
        return False
    await Tell(rule="6.3", text=f"Jihad! {rolled}, not above {number}", headline=True)
    state.aside.remove(JIHAD)
    state.gone.append(JIHAD)
    await call_up(state)
    return True


def entry_hexes(state: State) -> list[str]:
    """7.4, ruling R22 Hexes of the eastern edge that the Coalition does not occupy."""
    closed = held(state, COALITION)
    return [h for h in state.numbers.ground.edge_hexes(state.numbers.limits.jihad_edge) if h not in closed]


async def call_up(state: State) -> None:
    """6.3, 7.4, 12.7, 12.13, rulings R21, R23, R106 E8, E9, C29: as many as two dice say and the pool holds."""
    dice = state.numbers.limits.jihad_dice
    rolled = sum(await Roll(rule="7.4", about="size", dice=dice, sides=SIDES, side=AL_QAEDA))
    count, hexes = min(rolled, state.reserve), entry_hexes(state)
    called = plural(count, "counter answers", "counters answer")
    await Tell(rule="7.4", text=f"{called} the call: {rolled} of {state.reserve}")
    if not count or not hexes:
        return
    assert state.picks is not None
    mobile = sorted(state.numbers.mobile_of(state.options.osama))
    state.called = await DrawSecret(
        rule="7.4", seat=AL_QAEDA, about="called", pool=mobile, count=count, less=(state.picks,))
    ids = await make_tokens(state, state.called, count, mobile, rule="7.4", about="tokens")
    state.reserve -= count
    await _place(state, ids, hexes)


async def _place(state: State, ids: list[str], hexes: list[str]) -> None:
    def check(placing: Placing) -> None:
        for id, hex in placing:
            if hex not in hexes:
                because = "they come to hexes of the eastern edge without Coalition units"
                raise IllegalMove(f"{counter_name(state, id)} is placed in {hex}", "7.4", because, hexes)

    placing = await Write(
        rule="7.4", seat=AL_QAEDA, about="place", form=placing_form(ids), case=Placed(tuple(ids)), check=check,
        draft=lambda: tuple((id, hexes[i % len(hexes)]) for i, id in enumerate(ids)))
    for id, hex in placing:
        arrive(state, id, hex)
        state.tokens[id].origin = hex
    for hex, count in Tally(hex for _, hex in placing).items():
        await Tell(rule="7.4", text=f"{plural(count, 'counter')} in {place_name(state, hex)}", places=(hex,))
