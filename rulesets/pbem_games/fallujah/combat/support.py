"""23 Fire Support Strikes in a battle: which of those at hand are committed.

Belongs here: the commitment. Must not be here: their fire (fire), strikes without a force (interdiction).
"""

from __future__ import annotations

from functools import partial

from pbem.errors import IllegalMove
from pbem.kit.pools import move
from pbem.play.requests import Tell, Write
from pbem_games.fallujah import wordings
from pbem_games.fallujah.combat.battle import battlefield
from pbem_games.fallujah.joint import is_support_barred
from pbem_games.fallujah.map import under_way
from pbem_games.fallujah.orders import Counts
from pbem_games.fallujah.state import State


async def commit_strikes(state: State) -> Counts:
    """16.1, 23.1, 23.2 Any number of strikes at hand, once it is known who has the edge (ruling R67).

    They are used up by it, whether they come to fire or not (23.1, ruling R68), and lie in the recruit box from now on:
    nobody can buy there before the operation is over.
    """
    if not strikes_at_hand(state):
        return ()
    strikes = await Write(
        rule="23.2", seat=state.seat, about=under_way(state).space, form=wordings.strikes(state.numbers),
        check=partial(check_strikes, state), draft=tuple,
    )
    for kind, count in strikes:
        move(state.available, state.recruits, kind, count)
    named = ", ".join(f"{count} x {state.numbers.strikes[kind].name}" for kind, count in strikes) or "none"
    text = f"Fire support for the force in {battlefield(state)}: {named}"
    await Tell(rule="23.2", text=text, places=(under_way(state).space,))
    return strikes


def strikes_at_hand(state: State) -> dict[str, int]:
    """23.1 Strikes that may be committed now, by kind; none if option 31 bars them (ruling R115)."""
    if is_support_barred(state, under_way(state).space):
        return {}
    return {kind: state.available[kind] for kind in state.numbers.strikes if state.available[kind]}


def check_strikes(state: State, strikes: Counts) -> None:
    """Raises IllegalMove if something else than strikes at hand is committed."""
    at_hand = strikes_at_hand(state)
    legal = ["none", *(f"{kind}*{count}" for kind, count in at_hand.items())]
    tried = f"fire support for the force in {battlefield(state)}"
    if len(dict(strikes)) < len(strikes):
        raise IllegalMove(tried, "23.2", "a kind is named twice", legal=legal)
    for kind, count in strikes:
        if kind not in state.numbers.strikes:
            raise IllegalMove(tried, "23.2", f"{kind} is no strike", legal=legal)
        if not 1 <= count <= at_hand.get(kind, 0):
            raise IllegalMove(tried, "23.1", f"{count} {kind}: {at_hand.get(kind, 0)} at hand", legal=legal)
