"""The ISR sub-phase by plans: recons in turn. Belongs here: C42. Must not be here: a recon itself (isr)."""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.anaconda.forces import arrive, face_down_at
from pbem_games.anaconda.isr import check_recon, covered, eyes, recon_hexes, reconnoitre
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import ORDERS, RECON
from pbem_games.anaconda.plans.asking import ask_sealed
from pbem_games.anaconda.plans.planned import Planned
from pbem_games.anaconda.plans.windows import recon_windows
from pbem_games.anaconda.plans.written import PLANS, Plan
from pbem_games.anaconda.state import USED, State, trial_of
from pbem_games.anaconda.words.names import counters_named, place_name


def check_recons(state: State, plan: Plan) -> None:
    """19.2, ruling R110 Raises IllegalMove for the first recon that could not be made; each unit looks once."""
    trial = trial_of(state)
    if not plan.orders and not plan.last:
        raise IllegalMove(PLANS.spell(plan), "r110", "a part without orders is the last")
    for order in plan.orders:
        if order.kind != RECON:
            raise IllegalMove(ORDERS.spell(order), "19.1", "units and hexes are named, one after another")
        check_recon(trial, order)
        (id,) = order.who
        trial.units[id].scouted = True
        if not trial.numbers.is_ground(id):
            arrive(trial, id, USED)


async def planned_isr(state: State) -> None:
    """4.2 A.2, 19.1, ruling R110 C42, C44: parts, until one is the last or nobody can look at anything any more.

    A recon lapses, and its unit stays free, if nothing in its hex lies face down any more, or its unit is lost.
    """
    assert state.operations is not None
    marker, parts = state.operations.marker, 0
    while any(recon_hexes(state, id) for id in eyes(state)):
        plan = await Write(
            rule="19.1-p", seat=COALITION, about=f"{marker}/{parts}", form=PLANS,
            check=lambda plan: check_recons(state, plan), draft=Plan)
        parts += 1
        reactions = Planned(await ask_sealed(state, recon_windows(state, plan.orders), rule="19.1-s"))
        lapsed: dict[str, list[str]] = {}
        for i, order in enumerate(plan.orders, 1):
            (id,), (hex,), reactions.here = order.who, order.to, (i, 0)
            is_left = any(face_down_at(state, seen) for seen in covered(state, id, hex))
            if id in eyes(state) and is_left:
                await reconnoitre(state, id, hex, reactions)
            else:
                lapsed.setdefault(hex, []).append(id)
        for hex, who in lapsed.items():
            text = f"The recon of {place_name(state, hex)} by {counters_named(state, who)} lapses"
            await Tell(rule="19.1", text=text, places=(hex,))
        if plan.last:
            return
