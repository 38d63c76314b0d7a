"""The Movement sub-phase by plans: plan, conditions, reaction, run, supplement, and the next part.

Belongs here: C39 and C40 in their order. Must not be here: legality (checking), the run (run).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.errors import IllegalMove
from pbem.play.requests import Open, Peek, Seal, Write, Written
from rulesets.anaconda import walking
from rulesets.anaconda.defensive import gunships_after_movement
from rulesets.anaconda.movement import anything_to_order, nobody_moves
from rulesets.anaconda.numbers import AL_QAEDA
from rulesets.anaconda.plans.checking import check_plan, plan_lates
from rulesets.anaconda.plans.planned import Planned
from rulesets.anaconda.plans.run import Entry, run, still_able
from rulesets.anaconda.plans.windows import ask_openly, ask_sealed, windows_of
from rulesets.anaconda.plans.written import Conditions, ConditionsForm, Plan, PlanForm
from rulesets.anaconda.reactions import LIVE
from rulesets.anaconda.state import State


async def planned_movement(state: State) -> None:
    """4.2 A.3, ruling R110 Parts, each with its supplements, until one is the last."""
    assert state.operations is not None
    entries: list[Entry] = []
    last = False
    while not last:
        plan = await ask_plan(state, entries, None)
        await run_part(state, plan, entries)
        while able := still_able(state, [e for e in entries if e.status in ("overtaken", "open")]):
            more = await ask_plan(state, entries, able)
            _close(state, entries, more)
            await run_part(state, more, entries)
        walking.end(state)
        last = plan.last
    if state.operations.seat == AL_QAEDA:
        await gunships_after_movement(state, LIVE)  # 15.2(2)
    state.operations.entered = {}


def _close(state: State, entries: Sequence[Entry], supplement: Plan) -> None:
    """Entries that a supplement took up again, or left out, are over; who is half-way and not first stands still."""
    assert state.operations is not None
    for entry in entries:
        if entry.status in ("overtaken", "open"):
            entry.status = "ended"
    first = supplement.orders[0].who if supplement.orders else ()
    if state.operations.walking not in first:
        walking.end(state)


async def ask_plan(state: State, entries: Sequence[Entry], among: list[str] | None) -> Plan:
    """C39 A part, or a supplement for those in `among`; nobody is asked if everybody can see that nothing can move."""
    assert state.operations is not None
    operations, barred = state.operations, [id for entry in entries for id in entry.order.who]
    is_begun = bool(entries)
    if among is None and not anything_to_order(state, is_begun):
        return Plan()

    def truth(peek: Peek) -> Plan | None:
        return None if nobody_moves(state, is_begun, peek) is None or operations.walking else Plan()

    return await Write(
        rule="8.1-p", seat=operations.seat, about=f"{operations.marker}/{len(entries)}", form=PlanForm(),
        check=lambda plan: check_plan(state, plan, barred, among), draft=Plan,
        late=lambda plan: plan_lates(state, plan), truth=truth)


async def run_part(state: State, plan: Plan, entries: list[Entry]) -> None:
    """C39, C40 Conditions are sealed, all windows answered, then the part is run; without windows nobody is asked."""
    assert state.operations is not None
    first = len(entries) + 1
    part = [Entry(first + i, order) for i, order in enumerate(plan.orders)]
    entries += part
    windows = windows_of(state, [(entry.number, entry.order) for entry in part])
    conditions, reactions = Conditions(), Planned(windows, {}, {})
    if windows:
        sealed = await Seal(
            rule="8.1-c", about=f"{state.operations.marker}/{first}", bucket=512,
            items={state.operations.seat: Written(ConditionsForm(), _checker(first, len(entries)), Conditions)})
        if state.operations.seat == AL_QAEDA:
            reactions = Planned(windows, await ask_openly(state, windows), {})
        else:
            reactions = Planned(windows, {}, await ask_sealed(state, windows))
        shown = await Open(rule="8.1-c", about=f"{state.operations.marker}/{first}", sealed=sealed)
        conditions = shown[state.operations.seat]
    await run(state, part, entries, conditions, reactions)


def _checker(first: int, last: int) -> Callable[[Conditions], None]:
    """Whether conditions speak of entries that there are."""

    def check(given: Conditions) -> None:
        numbers = range(first, last + 1)
        known = all(n in numbers for n in given.stop) and all(a in numbers and 0 < b < a for a, b in given.needs)
        if not known or len(set(given.stop)) < len(given.stop) or len(set(given.needs)) < len(given.needs):
            because = f"entries of this part have the numbers {first} to {last}; one needs only earlier ones"
            raise IllegalMove(ConditionsForm().spell(given), "r110", because)

    return check
