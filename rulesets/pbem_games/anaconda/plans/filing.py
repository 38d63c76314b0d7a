"""C41 Standing orders are filed before a marker is drawn, sealed; they hold until others are, or the turn ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.errors import IllegalMove
from pbem.play.requests import Late, Peek, Seal, Sealed, Written
from pbem_games.anaconda.forces import on_map
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, SEATS
from pbem_games.anaconda.plans.standing import GUNSHIPS, Filed, FiledForm, friendly_fire_hex
from pbem_games.anaconda.state import State

ROOM = 2048  # bytes for what a seat files
MOST_SAID = 2_000


async def file_at_start(state: State) -> None:
    """Ruling R110 With `reaction=standing` both seats file before the first draw of a turn."""
    if state.options.mode == "plan" and state.options.reaction == "standing" and not state.standing:
        await file(state, SEATS)


async def file(state: State, seats: Sequence[str]) -> None:
    """C41 These seats file, in ignorance of the marker and of any plan; what they had filed is void."""
    sealed = await Seal(
        rule="r110", about=f"turn{state.turn}/{state.drawn}", bucket=ROOM,
        items={seat: Written(FiledForm(), _checker(state, seat), Filed) for seat in seats})
    state.standing |= sealed


def _checker(state: State, seat: str) -> Callable[[Filed], None]:
    """Whether orders name one's own units and commands, and hexes that there are."""
    numbers, tokens = state.numbers, tuple(state.tokens)
    commands = [m.id for m in numbers.markers.values() if m.side == seat]
    own = set(numbers.coalition) | {GUNSHIPS} if seat == COALITION else set(tokens)

    def check(filed: Filed) -> None:
        said = FiledForm().spell(filed)
        for order in filed.orders:
            for id in order.who:
                if id not in own and id not in commands:
                    raise IllegalMove(id, "r110", "that is no unit and no command of yours", commands)
            if order.lead and (seat == COALITION or order.lead not in tokens):
                raise IllegalMove(order.lead, "24.3", "who leads a fire is a token of yours")
        if seat == COALITION and (filed.friendly_fire or filed.show):
            raise IllegalMove(said[:60], "r110", "Al Qaeda alone names hexes for Friendly Fire, and compounds")
        named = [*filed.friendly_fire, *(hex for order in filed.orders for hex in (*order.at, order.of) if hex)]
        for hex in named:
            if hex not in numbers.ground.hexes:
                raise IllegalMove(hex, "r110", "there is no such hex")
        if any(id not in tokens for id in filed.show):
            raise IllegalMove(said[:60], "r110", "tokens are shown as compounds", tokens)
        if len(said) > MOST_SAID:
            raise IllegalMove(said[:60], "r110", f"standing orders have {MOST_SAID} characters at most")

    return check


# ---------------------------------------------------------------- 14.9


def _units_by_hex(state: State) -> dict[str, int]:
    found: dict[str, int] = {}
    for id in on_map(state, COALITION):
        found[state.units[id].place] = found.get(state.units[id].place, 0) + 1
    return found


def friendly_fire_truth(state: State) -> Callable[[Peek], str | None]:
    """14.9 The hex that standing orders name; None if the seat is to be asked."""
    by_hex, filed, is_bound = _units_by_hex(state), state.standing.get(AL_QAEDA), _is_bound(state)

    def truth(peek: Peek) -> str | None:
        orders = Filed() if filed is None else peek(filed)
        if orders is None or not (orders.friendly_fire or is_bound):
            return None
        return friendly_fire_hex(orders, by_hex)

    return truth


def friendly_fire_lates(state: State, hex: str) -> list[Late]:
    """14.9 That this is the hex of the standing orders, if they say one."""
    by_hex, filed, is_bound = _units_by_hex(state), state.standing.get(AL_QAEDA), _is_bound(state)
    if filed is None:
        return []
    secret: Sealed[Filed] = filed

    def holds(orders: Filed) -> bool:
        return not (orders.friendly_fire or is_bound) or friendly_fire_hex(orders, by_hex) == hex

    return [Late("14.9", f"{hex} is the hex of the standing orders", (secret,), holds)]


def _is_bound(state: State) -> bool:
    return state.options.mode == "plan" and state.options.reaction == "standing"
