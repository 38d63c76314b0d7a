"""14.1, 14.3 Counters on their way out of the Reaction Bin and back.

A counter picked lies in the queue until it is executed; then it is held to be returned, or goes to its box, or fights.
Belongs here: those verbs. Must not be here: what an event does (events), the order of a reaction (reaction).
"""

from __future__ import annotations

from functools import partial

from pbem.kit.pools import listed, put_back, take
from pbem.play.requests import Draw, Tell
from pbem_games.fallujah.combat.battle import enemy_name
from pbem_games.fallujah.map import under_way
from pbem_games.fallujah.numbers import MOB
from pbem_games.fallujah.state import Enemy, Operation, State
from pbem_games.fallujah.words.dice import counter_picked


async def pick(state: State) -> None:
    """14.1, 14.3 A counter out of the Reaction Bin joins the end of the queue; an empty bin gives none (ruling R45)."""
    operation = under_way(state)
    pool = listed(state.reaction_bin)
    if not pool:
        await Tell(rule="14.1", text="The Reaction Bin is empty: nothing is picked", places=(operation.space,))
        return
    reads = partial(counter_picked, state.numbers)
    (kind,) = await Draw(rule="14.1", about=operation.space, pool=pool, side="opfor", reads=reads)
    take(state.reaction_bin, kind)
    operation.queue.append(kind)
    await Tell(rule="14.1", text=f"Picked from the Reaction Bin: {enemy_name(state, kind)}", places=(operation.space,))


def next_event(state: State, operation: Operation) -> str:
    """14.3 The event to be executed next, in the order picked; "" if only what fights is left in the queue."""
    return next((kind for kind in operation.queue if kind in state.numbers.events and kind != MOB), "")


def put_away(state: State, kind: str, afterwards: str) -> None:
    """14.5 An executed event leaves the queue for where its marker says; what returns is held first (ruling R43)."""
    operation = under_way(state)
    operation.queue.remove(kind)
    match afterwards:
        case "return":
            operation.held.append(kind)
        case "remove":
            state.removed_events.append(kind)
        case "remain":
            state.uprising = True
        case "hold":
            put_back(state.available, kind)
        case _:
            assert afterwards == "map", f"{kind} goes nowhere: {afterwards}"  # where the event has laid it


def deploy(state: State) -> None:
    """14.3(3), 15 What fights is placed in the space, mobs too (ruling R57); nothing else is left in the queue."""
    operation, opfor = under_way(state), state.numbers.opfor
    for kind in operation.queue:
        fighter = Enemy(kind, 0, 0) if kind == MOB else Enemy(kind, opfor[kind].firepower, opfor[kind].contact)
        operation.enemies.append(fighter)
    operation.queue = []


def return_counters(state: State) -> None:
    """14.3(1), 14.5 All that is held, and what was picked and met nobody, goes back to the Reaction Bin."""
    operation = under_way(state)
    for kind in (*operation.held, *operation.queue):
        put_back(state.reaction_bin, kind)
    operation.held, operation.queue = [], []
