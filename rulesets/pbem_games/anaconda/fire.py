"""10.22-10.30, 11.2, 20.6, 26.1, 30.1 One fire: its dice, its results, who is pinned and who is eliminated.

Belongs here: what a fire does to its targets. Must not be here: who fires, what comes after (attack, defensive, aa).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from pbem.kit.battles import TellBattle
from pbem.kit.tables import total
from pbem.play.requests import Roll, Tell
from pbem_games.anaconda.account import Account, row
from pbem_games.anaconda.drms import Shot, drms, is_assault, is_next_to
from pbem_games.anaconda.forces import arrive, is_type, known, piece
from pbem_games.anaconda.numbers import COALITION, SIDES
from pbem_games.anaconda.printed import Column
from pbem_games.anaconda.state import AA, DEAD, FIRE, FRIENDLY, IED, Loss, State
from pbem_games.anaconda.words.fire import fire_read
from pbem_games.anaconda.words.names import counter_name, place_name

Outcome = Literal["eliminated", "pinned", "unhurt"]
CAUSES = {"offensive": FIRE, "defensive": FIRE, "aa": AA, "friendly_fire": FRIENDLY, "ied": IED}
BECOMES = {"eliminated": "is eliminated", "pinned": "is pinned", "unhurt": "is unhurt"}
HEAVY = ("heavy_weapons", "artillery")  # ground units that make rubble (30.1)


class Hit(msgspec.Struct, frozen=True):
    """What one die did to one target; `modified` is the die with all its modifiers."""

    target: str
    die: int
    modified: int
    outcome: Outcome


def outcome_of(column: Column, modified: int, *, is_pinned: bool) -> Outcome:
    """10.28-10.30 What a modified die means for a target; ruling R74: a pin does nothing to who is pinned."""
    if modified <= column.e or (modified <= column.pe and is_pinned):
        return "eliminated"
    return "pinned" if modified <= column.p and not is_pinned else "unhurt"


def better_faces(column: Column, drm: int, outcome: Outcome, *, is_pinned: bool) -> int:
    """10.28-10.30 On how many faces of the die the target fares so ill or worse."""
    order = get_args(Outcome).index
    found = (outcome_of(column, face + drm, is_pinned=is_pinned) for face in range(1, SIDES + 1))
    return sum(order(one) <= order(outcome) for one in found)


async def resolve(state: State, shot: Shot, targets: Sequence[str], *, rule: str) -> list[Hit]:
    """11.2, 10.27, ruling R71 One die for each target, top to bottom, at full strength; results count at once.

    What was eliminated on the way gives no modifier to those under it; rubble falls when all dice have.

    A fire on one target is about that target, so that its die does not hang on what else was rolled.
    """
    column = state.numbers.column(shot.strength)
    hits: list[Hit] = []
    account, told = Account(state, shot, targets), list[str]()
    is_laying = lays_rubble(state, shot)
    for target in targets:
        lines = drms(state, shot, target)
        reads = fire_read(state, shot, target, lines, column)
        (die,) = await Roll(rule=rule, about=f"{target}/{shot.hex}", sides=SIDES, side=shot.seat, reads=reads)
        modified = die + total(lines)
        is_pinned = piece(state, target).pinned
        outcome = outcome_of(column, modified, is_pinned=is_pinned)
        hits.append(Hit(target, die, modified, outcome))
        told.append(f"{counter_name(state, target)} {BECOMES[outcome]}")
        apply(state, shot, hits[-1])
        better = better_faces(column, total(lines), outcome, is_pinned=is_pinned)
        fired = row(lines, column, die, outcome, better)
        battle = account.ended(state, rule, told) if len(hits) == len(targets) else None
        await TellBattle(
            rule=rule, text=f"{told[-1]} in {place_name(state, shot.hex)}", places=(shot.hex,),
            headline=outcome == "eliminated", row=fired, battle=battle, throws=len(hits),
        )  # fmt: skip
    if is_laying and any(hit.die == 1 for hit in hits):
        await lay_rubble(state, shot.hex)
    return hits


def apply(state: State, shot: Shot, hit: Hit) -> None:
    """10.28-10.30 The result on one counter."""
    if hit.outcome == "eliminated":
        assault = is_assault(state, shot)
        eliminate(state, hit.target, Loss(CAUSES[shot.kind], assault, assault and has_psyop(state, shot), shot.hex))
    elif hit.outcome == "pinned":
        piece(state, hit.target).pinned = True


def has_psyop(state: State, shot: Shot) -> bool:
    """20.1, ruling R83 Whether any PSYOP unit stands next to the hex."""
    return shot.seat == COALITION and any(
        is_type(state, id, "psyop") and is_next_to(state, unit.place, shot.hex) for id, unit in state.units.items()
    )


def eliminate(state: State, id: str, loss: Loss) -> None:
    """10.28, 26.1, 26.6 To the deadpile, face down if it lay so (18.4); ruling R86: one more Casualty marker there."""
    arrive(state, id, DEAD)
    one = piece(state, id)
    one.pinned, one.loss = False, loss
    if state.options.casualties and id in state.units and loss.hex:
        state.casualties[loss.hex] = state.casualties.get(loss.hex, 0) + 1


# ---------------------------------------------------------------- 30 rubble


def lays_rubble(state: State, shot: Shot) -> bool:
    """30.1, 30.3, ruling R90 Whether a natural 1 of this fire would turn a town into rubble: never a second time."""
    if not state.options.rubble or shot.hex not in state.numbers.ground.towns or shot.hex in state.rubble:
        return False
    return shot.kind in ("offensive", "defensive") and any(is_heavy(state, id) for id in shot.firers)


def is_heavy(state: State, id: str) -> bool:
    """30.1(2) Air, helicopter, artillery or heavy weapons."""
    printed = known(state, id)
    types = state.numbers.types
    return printed is not None and printed.type in (*HEAVY, *types.air, *types.helicopter)


async def lay_rubble(state: State, hex: str) -> None:
    """30.1, 30.3 For good: nothing takes it away."""
    state.rubble.append(hex)
    await Tell(rule="30.1", text=f"{place_name(state, hex)} lies in rubble", places=(hex,))
