"""4.2, 22 Turns: what comes back at their start, the Return Phase, the Inter-Phase with the end of the game.

Belongs here: P2, P13, P14. Must not be here: the draws between (commands), the count of points (victory).
"""

from __future__ import annotations

from pbem.play.requests import Ask, Tell
from pbem_games.anaconda.bases import assign_bases
from pbem_games.anaconda.forces import arrive, held, lift_pins, on_map
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, COMMANDO, FRIENDLY_FIRE, SEATS
from pbem_games.anaconda.panic import come_back
from pbem_games.anaconda.state import POOL, READY, SPECIAL, USED, State
from pbem_games.anaconda.words.names import date

EXTEND, END = "extend", "end"
NAMES = {COALITION: "the Coalition", AL_QAEDA: "Al Qaeda"}


async def start_turn(state: State) -> None:
    """6.2.3, 22.4 P2: counters back from a panic, and TF Commando on 11 March."""
    await Tell(rule="4.2", text=f"Turn {state.turn}, {date(state, state.turn)}", headline=True)
    await come_back(state)
    if state.turn == state.numbers.turns.commando:
        state.command_pool.append(COMMANDO)
        arriving = [id for id, unit in state.units.items() if unit.place == SPECIAL]
        await assign_bases(state, arriving, rule="22.4", about=COMMANDO)
    state.drawer, state.passes, state.drawn = COALITION, 0, 0  # 3.7
    state.phase = "operations"


async def return_phase(state: State) -> None:
    """4.2, 5.9, 10.31, 14.4, 15.5 P13, part II: markers and air units back, helicopters to bases, no more pins."""
    numbers = state.numbers
    state.command_pool = sorted([*state.command_pool, *(m for m in state.aside if m != FRIENDLY_FIRE)])
    state.aside, state.friendly_fire = [], True
    state.standing = {}  # C41: they hold no longer than a turn
    for id, unit in state.units.items():
        if unit.place in (READY, USED) and numbers.is_air(id):
            arrive(state, id, POOL)
    flown = [id for id, unit in state.units.items() if unit.place == USED]
    await assign_bases(state, flown, rule="15.5", about="return")
    for unit in state.units.values():
        unit.flown = False
    lift_pins(state)
    state.phase = "inter"


async def inter_phase(state: State) -> bool:
    """4.2, 22.1-22.3, rulings R9, R93 P14, part III: whether the game is over; if not, the next turn begins."""
    turns = state.numbers.turns
    if reason := over(state):
        await Tell(rule="22.1", text=reason, headline=True)
        return True
    if state.turn >= turns.standard:
        choice = await Ask(
            rule="22.3", seat=COALITION, about=f"turn{state.turn}", legal=lambda: [END, EXTEND])
        if choice == END:
            await Tell(rule="22.3", text=ended_by_choice(state), headline=True)
            return True
        state.extensions += 1
        points = state.numbers.al_qaeda_points.extension
        await Tell(rule="22.3", text=f"The Coalition extends the operation: {points} VP for Al Qaeda", headline=True)
    state.turn += 1
    state.phase = "start"
    return False


def over(state: State) -> str:
    """22.1, ruling R92 Why the game is over, in words; "" if it goes on. It looks at nothing that is secret."""
    for seat in SEATS:
        if not held(state, seat):
            return f"No unit of {NAMES[seat]} is left on the map{_only_works(state, seat)}: that ends the game"
    return "The last turn is over" if state.turn >= state.numbers.turns.last else ""


def ended_by_choice(state: State) -> str:
    """22.3 Why it is over when the Coalition plays on no longer, though it might."""
    points = state.numbers.al_qaeda_points.extension
    return (f"The Coalition ends the operation after turn {state.turn}: one turn more would give Al Qaeda "
            f"{points} VP")


def _only_works(state: State, seat: str) -> str:
    """Ruling R92 `, only 3 fortifications, which are no units`: what of a side still lies there and is nobody."""
    works = len(on_map(state, seat))
    what = "a fortification, which is no unit" if works == 1 else f"{works} fortifications, which are no units"
    return f", only {what}" if works else ""
