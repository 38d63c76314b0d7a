"""33 Interdiction, an option: strikes alone destroy a revealed node.

Belongs here: the operation. Must not be here: fire support in battle (combat).
"""

from __future__ import annotations

from functools import partial

from pbem.errors import IllegalMove
from pbem.kit.pools import move
from pbem.play.requests import Roll, Tell
from pbem_games.fallujah.combat.collateral import collateral
from pbem_games.fallujah.combat.fire import Shooter, faces_of, hits_of, read_volley
from pbem_games.fallujah.indexes import pay
from pbem_games.fallujah.joint import is_support_barred
from pbem_games.fallujah.map import name_of
from pbem_games.fallujah.nodes import is_revealed
from pbem_games.fallujah.orders import Interdict
from pbem_games.fallujah.state import State

TRIED = "J-3 Interdiction"
AIRCRAFT = ("air", "soa")  # 23: special operations air is a form of air


def check_interdict(state: State, order: Interdict) -> None:
    """33 One or more airstrikes at hand against a revealed node; the Downed Helicopter is no target (ruling R124)."""
    price = state.numbers.tables.prices.operation
    if not state.options.interdiction:
        raise IllegalMove(TRIED, "33", "the option is not in play")
    if state.ops < price:
        raise IllegalMove(TRIED, "10.1", f"it costs {price} OP, {max(0, state.ops)} are left")
    if not is_revealed(state, order.space):
        raise IllegalMove(TRIED, "33", f"no revealed node lies in {order.space}", legal=spaces_to_strike(state))
    if is_support_barred(state, order.space):  # ruling R115
        because = f"an Iraqi unit is in {name_of(state, order.space)}, where no strike may be used"
        raise IllegalMove(TRIED, "31", because, legal=spaces_to_strike(state))
    _check_strikes(state, order)


def _check_strikes(state: State, order: Interdict) -> None:
    aircraft = [kind for kind, strike in state.numbers.strikes.items() if strike.kind in AIRCRAFT]
    if not order.strikes:
        raise IllegalMove(TRIED, "33", "no strike is committed", legal=aircraft)
    kinds = [kind for kind, _ in order.strikes]
    for kind, count in order.strikes:
        if kind not in aircraft:
            raise IllegalMove(TRIED, "33", f"{kind} is no airstrike", legal=aircraft)
        if kinds.count(kind) > 1 or count < 1:
            raise IllegalMove(TRIED, "33", f"{kind} is to be named once, with how many")
        if count > state.available[kind]:
            raise IllegalMove(TRIED, "33", f"{count} {kind} are committed, {state.available[kind]} are at hand")


def spaces_to_strike(state: State) -> list[str]:
    """33 Spaces that may be struck, in order of id."""
    return sorted(s for s in state.nodes if is_revealed(state, s) and not is_support_barred(state, s))


async def interdict(state: State, order: Interdict) -> None:
    """33 Each strike rolls once, in the order of the data; any hit destroys the node (ruling R122).

    It brings no OPs and no VP. The strikes go to the recruit box (23.1). Collateral Damage comes last (ruling R123).
    """
    numbers, space = state.numbers, order.space
    pay(state, numbers.tables.prices.operation)
    committed = dict(order.strikes)
    strikes = [strike for kind, strike in numbers.strikes.items() for _ in range(committed.get(kind, 0))]
    for strike in strikes:
        move(state.available, state.recruits, strike.id)
    shooters = [Shooter(strike.name, strike.firepower, strike.collateral) for strike in strikes]
    dice = await Roll(
        rule="33", about=space, dice=len(shooters), side="coalition", hits=faces_of(shooters),
        decides="interdiction", reads=partial(read_volley, "Interdiction", shooters),
    )
    is_destroyed = hits_of(shooters, dice) > 0
    if is_destroyed:
        type = state.nodes.pop(space).type
        state.destroyed_nodes.append(type)
        text = f"Airstrikes destroy the node in {name_of(state, space)}: {numbers.nodes[type].name}"
    else:
        text = f"Airstrikes miss the node in {name_of(state, space)}"
    await Tell(rule="33", text=text, places=(space,), headline=is_destroyed)
    harmful = numbers.tables.fire.collateral_on
    sixes = sum(shooter.harms and die == harmful for shooter, die in zip(shooters, dice, strict=True))  # 23.4
    await collateral(state, sixes, space, rule="23.5")
