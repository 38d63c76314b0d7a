"""The Movement sub-phase by plans: plan, conditions, reaction, run, supplement, and the next part.

Belongs here: C39 and C40 in their order. Must not be here: legality (checking), the run (run).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.play.requests import Peek, Tell, Write
from pbem_games.anaconda import walking
from pbem_games.anaconda.movement import anything_to_order, nobody_moves
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import RALLY, STACK, Order
from pbem_games.anaconda.plans.asking import Shows, ask_sealed
from pbem_games.anaconda.plans.checking import check_plan, movers_of, plan_lates
from pbem_games.anaconda.plans.closing import Closing, answer_openly, ask_closing
from pbem_games.anaconda.plans.conditions import ask_conditions, open_conditions
from pbem_games.anaconda.plans.planned import Planned
from pbem_games.anaconda.plans.run import UNDONE, Entry, left_of, run, still_able
from pbem_games.anaconda.plans.windows import closing_targets, windows_of
from pbem_games.anaconda.plans.written import PLANS, Conditions, Plan
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.decisions import plan_told


async def planned_movement(state: State) -> None:
    """4.2 A.3, ruling R110 Parts, each with its supplements, until one is the last; then gunships at those that moved.

    Gunships were answered for with the last part, and are asked anew if that was split by a supplement.
    """
    assert state.operations is not None
    entries: list[Entry] = []
    shows = Shows()
    last = False
    while not last:
        plan = await ask_plan(state, entries, None)
        closing = await run_part(state, plan, entries, shows, is_last=plan.last)
        while able := still_able(state, [e for e in entries if e.status in UNDONE]):
            more = await ask_plan(state, entries, able)
            _close(state, entries, more)
            await run_part(state, more, entries, shows, is_last=False)
            closing = None
        walking.end(state)
        last = plan.last
    if state.operations.seat == AL_QAEDA:
        await (closing or await ask_closing(state, shows)).run(state)  # 15.2(2)
    state.operations.entered = {}


def _close(state: State, entries: Sequence[Entry], supplement: Plan) -> None:
    """Entries that a supplement took up again, or left out, are over; who is half-way and not first stands still."""
    assert state.operations is not None
    for entry in entries:
        if entry.status in UNDONE:
            entry.status = "ended"
    first = supplement.orders[0].who if supplement.orders else ()
    if state.operations.walking not in first:
        walking.end(state)


class AskPlan(Write[Plan], frozen=True):
    """The Write of a part, for prompts with those that alone may be ordered in a supplement, None if it is none.

    `left` is what was ordered of them and not carried out.
    """

    among: tuple[str, ...] | None = None
    left: tuple[Order, ...] = ()


async def ask_plan(state: State, entries: Sequence[Entry], among: list[str] | None) -> Plan:
    """C39 A part, or a supplement for those in `among`; nobody is asked if everybody can see that nothing can move."""
    assert state.operations is not None
    operations, barred = state.operations, [id for entry in entries for id in movers_of(entry.order)]
    is_begun = any(entry.order.kind not in (RALLY, STACK) for entry in entries)
    if among is None and not anything_to_order(state, is_begun):
        return Plan()

    def truth(peek: Peek) -> Plan | None:
        return None if nobody_moves(state, is_begun, peek) is None or operations.walking else Plan()

    return await AskPlan(
        rule="8.1-p", seat=operations.seat, about=f"{operations.marker}/{len(entries)}", form=PLANS, draft=Plan,
        check=lambda plan: check_plan(state, plan, barred, among, is_begun=is_begun),
        late=lambda plan: plan_lates(state, plan), truth=truth, among=None if among is None else tuple(among),
        left=left_of(state, [e for e in entries if e.status in UNDONE], among or ()))


async def run_part(
    state: State, plan: Plan, entries: list[Entry], shows: Shows, *, is_last: bool
) -> Closing | None:
    """C39, C40 Conditions are sealed, all windows answered, then the part is run; without windows nobody is asked.

    A part without orders has no conditions: what is shown of compounds was sealed with those before it.
    Gives what was answered for gunships after the movement, None if that was not asked. `shows` gets what was sealed of
    compounds.
    """
    assert state.operations is not None
    first = len(entries) + 1
    part = [Entry(first + i, order) for i, order in enumerate(plan.orders)]
    entries += part
    windows = windows_of(state, [(entry.number, entry.order) for entry in part])
    is_ours = state.operations.seat == AL_QAEDA
    targets = closing_targets(state, plan.orders) if is_ours and is_last else {}
    conditions, reactions, closing = Conditions(), Planned(), Closing() if is_ours and is_last else None
    if windows or targets:
        if part:
            await Tell(rule="r110", text=plan_told(state, plan.orders))
        orders = [(entry.number, entry.order) for entry in part]
        sealed = await ask_conditions(state, orders, len(entries), windows, targets) if part else None
        shows |= sealed.shows if sealed is not None else {}
        if is_ours:
            answered = await answer_openly(state, plan.orders, windows, targets, shows)
            reactions = answered.reactions
            closing = answered if is_last else None
        else:
            reactions = Planned(await ask_sealed(state, windows, rule="12.2-s"))
        if sealed is not None:
            conditions = await open_conditions(f"{state.operations.marker}/{first}", sealed.conditions)
    await run(state, part, entries, conditions, reactions)
    return closing
