"""17 Anti-aircraft fire at a helicopter that is placed on a hex, and where helicopters go after a mission (15.5)."""

from __future__ import annotations

from typing import Literal

from pbem.kit.battles import TellBattle
from pbem.kit.tables import total
from pbem.play.requests import Roll
from pbem_games.anaconda.account import Account, row
from pbem_games.anaconda.drms import Shot, drms, strength_of
from pbem_games.anaconda.fire import Outcome, better_faces, eliminate, outcome_of
from pbem_games.anaconda.forces import arrive
from pbem_games.anaconda.groups import turn_up_firers
from pbem_games.anaconda.numbers import AL_QAEDA, SIDES
from pbem_games.anaconda.orders import PASS
from pbem_games.anaconda.reactions import Reactions, Window, commands_used
from pbem_games.anaconda.state import AA, POOL, USED, Loss, State
from pbem_games.anaconda.words.fire import flak_read
from pbem_games.anaconda.words.names import counter_name, place_name

Flight = Literal["unhurt", "damaged", "shot_down"]


async def place_helicopter(state: State, helicopter: str, hex: str, reactions: Reactions) -> Flight:
    """14.11, 17.1-17.4, rulings R55-R57 P10: Al Qaeda may fire at it, one command after another, until it is shot down.

    One that is shot down is eliminated here; else `end_mission` says where it goes.
    """
    flight: Flight = "unhurt"
    used: tuple[str, ...] = ()
    while flight != "shot_down":
        window = Window("aa", AL_QAEDA, helicopter, hex, used, flight == "damaged")
        order = await reactions.group(state, window)
        if order.kind == PASS:
            break
        await turn_up_firers(state, "aa", hex, order, rule="17.1", used=used)
        await reactions.prove(state, window, order)
        used = (*used, *commands_used(state, order))
        flight = await _fire_at(state, window, order.who, flight)
    return flight


async def _fire_at(state: State, window: Window, who: tuple[str, ...], before: Flight) -> Flight:
    """17.3, 17.4 One group's die: E shoots down, P and P/E damage; ruling R57: once more changes nothing."""
    shot = Shot("aa", AL_QAEDA, window.hex, strength_of(state, who), who)
    column, lines = state.numbers.column(shot.strength), drms(state, shot, window.target)
    about = f"{window.target}/{window.hex}/{'+'.join(commands_of(state, who))}".replace("+", ".")
    reads = flak_read(state, shot, window.target, lines, column)
    (die,) = await Roll(rule="17.4", about=about, sides=SIDES, side=AL_QAEDA, reads=reads)
    outcome = outcome_of(column, die + total(lines), is_pinned=False)
    better = better_faces(column, total(lines), outcome, is_pinned=False)
    account, how = Account(state, shot, [window.target]), _how(outcome, before)
    told = f"{counter_name(state, window.target)} {how}"
    if outcome == "eliminated":
        eliminate(state, window.target, Loss(AA, hex=window.hex))
    await TellBattle(
        rule="17.4", text=f"{told} over {place_name(state, window.hex)}", places=(window.hex,),
        headline=outcome == "eliminated",
        row=row(lines, column, die, how.rstrip(","), better),
        battle=account.ended(state, "17.4", [told.rstrip(",")]), throws=1,
    )  # fmt: skip
    if outcome == "eliminated":
        return "shot_down"
    return "damaged" if outcome == "pinned" else before


def _how(outcome: Outcome, before: Flight) -> str:
    """17.4, ruling R57 What becomes of the helicopter, in words."""
    if outcome == "eliminated":
        return "is shot down"
    if outcome == "pinned":
        return "is hit again, damaged as it is," if before == "damaged" else "is damaged"
    return "is not hit again" if before == "damaged" else "is unhurt"


def commands_of(state: State, who: tuple[str, ...]) -> list[str]:
    """The commands of face-up tokens, each once."""
    return sorted({state.numbers.units[state.tokens[id].face].command for id in who})


def end_mission(state: State, helicopter: str, flight: Flight) -> None:
    """15.5, 17.4, rulings R34, R58, R103 Its mission of this turn is over: to Air Utilized; damaged, to the pool."""
    if flight != "shot_down":
        arrive(state, helicopter, POOL if flight == "damaged" else USED)
        state.units[helicopter].flown = True
