"""10.1 J-3 Offensive: a force moves, meets what is there, moves on if it has won and can.

Belongs here: the order of a J-3 and what moving changes. Must not be here: what may be ordered (movement, air), what a
force meets (reaction).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Roll, Tell, Write
from pbem_games.fallujah import wordings
from pbem_games.fallujah.air import check_flying_on
from pbem_games.fallujah.forces import place
from pbem_games.fallujah.indexes import lose_ops, pay
from pbem_games.fallujah.map import contact, is_base, labels, name_of, under_way
from pbem_games.fallujah.marching import going_on, reachable, setting_out, walked
from pbem_games.fallujah.movement import check_going_on, may_go_on_by_ground, with_riders
from pbem_games.fallujah.nodes import is_concealed, reveal, reveal_effects
from pbem_games.fallujah.orders import Air, GoOn, Ground, Leap, Riders, Transfer, Units
from pbem_games.fallujah.reaction import react
from pbem_games.fallujah.state import Operation, State
from pbem_games.fallujah.words import dice as words

GROUND, LEAP, AIR, AIRMOBILE = "ground", "leap", "air", "airmobile"


async def offensive(state: State, order: Ground | Leap | Air | Transfer) -> None:
    """10.1, 10.2 A J-3 of one force: one OP for all that follows, however far it goes."""
    pay(state, state.numbers.tables.prices.operation)
    if isinstance(order, Transfer):
        await transfer(state, order)
        return
    has_stopped = await move(state, order)
    while has_stopped and under_way(state).force and await react(state):  # 14.1
        has_stopped = await continue_move(state)
    await end_operation(state)


async def transfer(state: State, order: Transfer) -> None:
    """13.4, ruling R23 Units of a base go to another; nothing else happens."""
    start = state.units[order.force[0]].place
    for unit in order.force:
        place(state, unit, order.to)
    goes = "transfers" if len(order.force) == 1 else "transfer"
    text = f"{labels(state, order.force)} {goes} from {name_of(state, start)} to {name_of(state, order.to)}"
    await Tell(rule="13.4", text=text, places=(start, order.to), is_way=True, faction="coalition")


async def end_operation(state: State) -> None:
    """10.1, 14.5 The operation is over; what Negotiations cost is lost now."""
    due = under_way(state).due
    state.operation = None
    await lose_ops(state, due, "Negotiations", rule="14.5")


# ---------------------------------------------------------------- 13, 24, 25 the first move


async def move(state: State, order: Ground | Leap | Air) -> bool:
    """13, 13.5, 24, 25 The movement a J-3 begins with; whether the force meets what is where it stops.

    In a space, landed, it does; neither in a base (ruling R22) nor aloft (R32).
    """
    match order:
        case Ground():
            set_out(state, GROUND, order.force, order.riders)
            return await walk(state, order.path, order.infiltrates)
        case Leap():
            set_out(state, LEAP, order.force, order.riders)
            return await leap(state, order.to)
    set_out(state, AIRMOBILE if order.riders else AIR, order.force, order.riders)
    return await fly(state, order.to, order.aloft)


def set_out(state: State, mode: str, force: Units, riders: Riders) -> None:
    """8.3, 10.1 The operation begins where its force stands."""
    start = state.units[force[0]].place
    operation = Operation(mode, state.numbers.ordered(with_riders(force, riders)), start)
    operation.carriers = {rider: carrier for carrier, rider in riders}
    operation.from_base = is_base(state, start)
    if mode == GROUND:
        march = setting_out(state, force, riders, start)
        operation.points, operation.leaves_msr = march.points, not march.on_msr
    state.operation = operation


async def walk(state: State, path: tuple[str, ...], infiltrates: bool) -> bool:
    """13, 27.1 The force goes its way, past each node that it infiltrates; whether it stops in a space."""
    await advance(state, path)
    while infiltrates and await infiltrate(state):
        way = await infiltrate_next(state)
        infiltrates = way.infiltrates
        await advance(state, way.path)
    return not is_base(state, under_way(state).space)


async def advance(state: State, path: tuple[str, ...]) -> None:
    """13.0 The force goes along a path and pays for it."""
    operation = under_way(state)
    start, march = operation.space, walked(state, going_on(state, operation), path)
    operation.points, operation.leaves_msr = march.points, not march.on_msr
    operation.entered += len(path)
    arrive(state, path[-1])
    by = f" by {', '.join(name_of(state, space) for space in path[:-1])}" if len(path) > 1 else ""
    text = f"{movers(state, 'moves', 'move')} from {name_of(state, start)}{by} to {name_of(state, path[-1])}"
    await Tell(rule="13", text=text, places=(start, *path), is_way=True, faction="coalition")


async def leap(state: State, to: str) -> bool:
    """25.1, 27.3 The force swims to another water space; all its movement is used."""
    start = under_way(state).space
    arrive(state, to)
    text = f"{movers(state, 'swims', 'swim')} from {name_of(state, start)} to {name_of(state, to)}"
    await Tell(rule="25.1", text=text, places=(start, to), is_way=True, faction="coalition")
    return True


async def fly(state: State, to: str, aloft: bool) -> bool:
    """24.1, 24.2, 24.5 Helicopters fly and land, or stay aloft; riders get off. Whether they land in a space."""
    start = under_way(state).space
    arrive(state, to, aloft=aloft)
    where = name_of(state, to)
    if to != start:
        over = " and stays aloft" if aloft else ""
        text = f"{movers(state, 'flies', 'fly')} from {name_of(state, start)} to {where}{over}"
    elif aloft:
        text = f"{movers(state, 'rises', 'rise')} over {where}"
    else:
        text = f"{movers(state, 'lands', 'land')} in {where}"
    await Tell(rule="24.1", text=text, places=(start, to), is_way=to != start)
    return not aloft and not is_base(state, to)


def arrive(state: State, to: str, *, aloft: bool = False) -> None:
    """13, 24.1 All of the force is now there."""
    operation = under_way(state)
    for unit in operation.force:
        place(state, unit, to, aloft=aloft)
    operation.space = to


def movers(state: State, one: str, several: str) -> str:
    """The force as people read it with its verb, riders with their carriers: `A/2AA (1/5 aboard), FR move`."""
    operation = under_way(state)
    carried = {r: c for r, c in operation.carriers.items() if r in operation.force and c in operation.force}
    aboard = {carrier: rider for rider, carrier in carried.items()}
    names = [
        labels(state, [unit]) + (f" ({labels(state, [aboard[unit]])} aboard)" if unit in aboard else "")
        for unit in operation.force
        if unit not in carried
    ]
    return f"{', '.join(names)} {one if len(names) == 1 else several}"


# ---------------------------------------------------------------- 27.1 infiltration


async def infiltrate(state: State) -> bool:
    """27.1 SOF try to pass the node where they are, which is turned up without effects; whether they go on.

    The best contact of the force counts (ruling R104). Who fails stops there, and a node just turned up takes effect
    (ruling R107); revealed and left, its IEDs are harmless for good (R39), Al Qaeda's check is still to come.
    """
    operation = under_way(state)
    space, was_concealed = operation.space, is_concealed(state, operation.space)
    if was_concealed:
        await reveal(state, space)
    best = max(contact(state, unit) for unit in operation.force)
    (die,) = await Roll(
        rule="27.1", about=space, side="coalition", hits=(range(1, best + 1),), decides="infiltration",
        reads=partial(words.infiltration, best),
    )
    passes = die <= best
    what = f"infiltrates {name_of(state, space)}" if passes else f"is noticed in {name_of(state, space)}"
    text = f"{labels(state, operation.force)} {what} (die {die}, contact {best})"
    await Tell(rule="27.1", text=text, places=(space,))
    if was_concealed and not passes:
        await reveal_effects(state, space, rule="27.1")
    return passes


async def infiltrate_next(state: State) -> GoOn:
    """27.1, ruling R105 Where the force goes on after an infiltration; it may not stay. One single way is not asked."""
    operation = under_way(state)
    march = going_on(state, operation)
    ways = [GoOn(path=path) for path in reachable(state, march).values()]
    if march.points == 1 and len(ways) == 1:
        return ways[0]
    return await Write(
        rule="27.1",
        seat=state.seat,
        about=operation.space,
        form=wordings.ways_on(state.numbers),
        check=lambda way: check_going_on(state, operation, way, "27.1"),
        draft=lambda: ways[0],
    )


# ---------------------------------------------------------------- 14.1 moving on


async def continue_move(state: State) -> bool:
    """14.1 A force that has won may move on in the same mode (rulings R87, R88); whether it stops in a space again."""
    if not may_go_on(state):
        return False
    operation = under_way(state)
    way = await Write(
        rule="14.1",
        seat=state.seat,
        about=operation.space,
        form=wordings.ways_on(state.numbers),
        check=lambda way: check_way_on(state, operation, way),
        draft=GoOn,
    )
    if way.stops:
        await Tell(rule="14.1", text=movers(state, "stops", "stop") + f" in {name_of(state, operation.space)}",
                   places=(operation.space,))
        return False
    return await (fly(state, way.to, way.aloft) if way.to else walk(state, way.path, way.infiltrates))


def may_go_on(state: State) -> bool:
    """14.1, ruling R88 Helicopters without riders always, a force on the ground with points and a way; nobody else.

    Never after a leap (25.1), an airmobile move (24.5) or a networked operation (R121).
    """
    operation = under_way(state)
    return operation.mode == AIR or (operation.mode == GROUND and may_go_on_by_ground(state, operation))


def check_way_on(state: State, operation: Operation, way: GoOn) -> None:
    """14.1 Stopping is always legal; a further move as the mode has it."""
    if way.stops:
        return
    if operation.mode == AIR:
        check_flying_on(state, operation, way)
    else:
        check_going_on(state, operation, way, "14.1")
