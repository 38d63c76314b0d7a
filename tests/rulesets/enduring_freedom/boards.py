"""Small positions and runs for the tests of Enduring Freedom."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from answers import bytes_of as bytes_of
from answers import refused as refused
from answers import told as told
from pbem.errors import IllegalMove
from pbem.play.requests import Request
from pbem.play.table import Table
from pbem_games.enduring_freedom.numbers import DATA
from pbem_games.enduring_freedom.plans import Line, Plan, PlanForm
from pbem_games.enduring_freedom.problems import problems
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import Counter, Display, State, new_state

BATTALION, SECOND, SOF, HQ, ENGINEER, HEAVY = "us_1_187", "us_2_187", "us_1_5sfg", "us_cjtf", "us_92eng", "us_1cav"
NATO, NATO_ENGINEER, IRAN = "ca_rcr", "uk_eng", "ir_irgc"


def fresh() -> State:
    """The game before anything is looked into."""
    return new_state("enduring_freedom", {}, DATA.files())


def quiet(phase: str = "3b", *, turn: int = 2, jihad: int = 6, np: int = 50) -> State:
    """In the middle of play, nobody on the map: all Islamists are underground, the Northern Alliance is available."""
    state = fresh()
    state.phase, state.turn, state.jihad, state.np = phase, turn, jihad, np
    state.islamists = {zone: [] for zone in state.islamists}
    state.north = {zone: [] for zone in state.north}
    state.underground = Display("bag_0", len(state.numbers.islamist))
    state.available = Display("bag_1", len(state.numbers.north))
    return state


def put(state: State, place: str, *units: str, reduced: bool = False) -> State:
    """Units, air units or assets are in a zone, a staging area or a box."""
    for unit in units:
        state.units[unit].place, state.units[unit].reduced = place, reduced
    return state


def foes(state: State, zone: str, *ids: str, up: bool = True) -> State:
    """Islamist counters that have been seen lie in a zone."""
    for id in ids:
        state.bags["bag_0"].remove(id)
        state.underground.down -= 1
        state.islamists[zone].append(Counter(id=id, up=up))
    return state


def hidden(state: State, zone: str, count: int = 1) -> State:
    """Islamist counters lie there that nobody has seen."""
    state.underground.down -= count
    state.islamists[zone] += [Counter(bag="bag_0") for _ in range(count)]
    return state


def north(state: State, zone: str, *ids: str) -> State:
    """Northern Alliance units lie face up in a zone."""
    for id in ids:
        state.bags["bag_1"].remove(id)
        state.available.down -= 1
        state.north[zone].append(Counter(id=id, up=True))
    return state


def north_hidden(state: State, zone: str, count: int = 1) -> State:
    """Northern Alliance units lie there face down."""
    state.available.down -= count
    state.north[zone] += [Counter(bag="bag_1") for _ in range(count)]
    return state


def only_underground(state: State, *ids: str) -> State:
    """Just these lie in the Underground; all others are out of the game."""
    out = [id for id in state.bags["bag_0"] if id not in ids]
    held = sum(counter.bag == "bag_0" for there in state.islamists.values() for counter in there)
    state.bags["bag_0"] = [id for id in state.bags["bag_0"] if id in ids]
    state.airlifted += out
    state.underground.down = len(state.bags["bag_0"]) - held
    if not state.bags["bag_0"]:
        del state.bags["bag_0"]
    return state


# ---------------------------------------------------------------- running


def run(procedure: Coroutine[Request[Any], Any, Any]) -> Table[Any]:
    """A table that runs one procedure to its first request that needs somebody."""
    return Table(procedure, seats=("coalition",))


def playing(state: State) -> Table[Any]:
    """The match from this position on."""
    return run(play(state))


def answer(table: Table[Any], *answers: Any) -> Table[Any]:
    """Answers one after the other: words, or what the dice show."""
    for each in answers:
        table.answer(each)
    return table


def done(procedure: Coroutine[Request[Any], Any, Any], *answers: Any) -> Any:
    """The value of a procedure that these answers bring to its end."""
    table = answer(run(procedure), *answers)
    assert table.pending is None, f"still asked: {table.pending}"
    return table.result


def asks(table: Table[Any]) -> tuple[str, str]:
    """The rule that asks, and what about."""
    assert table.pending is not None
    return table.pending.rule, table.pending.about


def plan(state: State, say: str, *verbs: str) -> Plan:
    """A plan from its canonical words."""
    return PlanForm(state.numbers, verbs or tuple(line.split(" ")[0] for line in say.split(" ; ")), "0").parse(say)


def line(state: State, say: str) -> Line:
    """One line."""
    (found,) = plan(state, say)
    return found


def illegal(check: Any, state: State, *args: Any, rule: str = "", because: str = ".") -> IllegalMove:
    """A check refuses, and changes nothing."""
    before = bytes_of(state)
    with pytest.raises(IllegalMove, match=because) as error:
        check(state, *args)
    assert rule in ("", error.value.rule), error.value
    assert bytes_of(state) == before
    return error.value


def is_sound(state: State) -> bool:
    assert problems(state) == []
    return True
