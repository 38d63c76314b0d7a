"""13 J-2 Intelligence: ISR assets look into zones and into the Underground.

Belongs here: placing them, their dice. Must not be here: what a reveal does (reveal).
"""

from __future__ import annotations

from functools import partial

from pbem.errors import IllegalMove
from pbem.play.requests import Roll, Tell, Write
from pbem_games.enduring_freedom.infowar import ready_assets
from pbem_games.enduring_freedom.planning import check_plan
from pbem_games.enduring_freedom.plans import ISR_VERBS, Line, PlanForm
from pbem_games.enduring_freedom.reveal import reveal, reveal_in_underground, reveal_north
from pbem_games.enduring_freedom.state import COALITION, MOBILIZATION, READY, UNDERGROUND, State
from pbem_games.enduring_freedom.words.dice import isr_in_words
from pbem_games.enduring_freedom.zones import names


async def intelligence_phase(state: State) -> None:
    """13.1, 13.2 All are placed, then each rolls in the order placed, whatever others revealed; all are spent."""
    if not ready_assets(state, "isr"):
        return
    plan = await Write(
        rule="13.1", seat=COALITION, form=PlanForm(state.numbers, ISR_VERBS, "13.1"),
        check=lambda plan: check_plan(state, plan, place_isr), draft=tuple,
    )  # fmt: skip
    for line in plan:
        place_isr(state, line)
    for line in plan:
        for _ in line.things:
            await _look(state, line.to[0])


def place_isr(state: State, line: Line) -> str:
    """13.1, ruling R17 Assets are put on any zone or on the Underground, and spent by it; IllegalMove."""
    for id in line.things:
        if state.units[id].place != READY:
            raise IllegalMove(str(line), "13.1", f"{id} is not ready", legal=ready_assets(state, "isr"))
        state.units[id].place = MOBILIZATION  # 13.2, ruling R14
    (place,) = line.to
    where = "the Underground" if place == UNDERGROUND else state.numbers.zones[place].name
    return f"{names(state, line.things)} looks into {where}"


async def _look(state: State, place: str) -> None:
    """13.1 One die: in a zone all that is concealed and the Northern Alliance there, underground one counter."""
    numbers = state.numbers.tables.intelligence
    is_underground = place == UNDERGROUND
    most = numbers.isr_underground if is_underground else numbers.isr_zone
    where = "the Underground" if is_underground else state.numbers.zones[place].name
    (die,) = await Roll(rule="13.1", about=place, side="coalition", hits=(range(1, most + 1),),
                        decides="ISR", reads=partial(isr_in_words, where, most))
    places = () if is_underground else (place,)
    if die > most:
        await Tell(rule="13.1", text=f"ISR sees nothing in {where}", places=places)
    elif is_underground:
        await reveal_in_underground(state)
    else:
        await Tell(rule="13.1", text=f"ISR looks into {where}", places=places)
        await reveal_north(state, place, rule="9.3")  # ruling R17
        await reveal(state, [place], "intelligence")
