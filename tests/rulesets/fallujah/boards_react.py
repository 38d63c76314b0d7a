"""Answers to what a reaction asks, and positions for it."""

from __future__ import annotations

from typing import Any

from fallujah.boards import arrived, quiet, run

from pbem.play.requests import Draw, Roll
from pbem.play.table import Table
from pbem_games.fallujah.events import afterwards, effect_of
from pbem_games.fallujah.picks import put_away
from pbem_games.fallujah.state import Operation, State, problems

OPEN, URBAN, OBJECTIVE, MOSQUE = "r6p03", "r3p03", "r2p04", "r4p03"  # one space of each terrain


def stopped(state: State, *force: str, at: str = URBAN) -> Operation:
    """A force has stopped in a space; its reaction is under way."""
    return arrived(state, at, *force)


def queued(state: State, *kinds: str) -> None:
    """Counters have been picked and wait in the queue."""
    assert state.operation is not None
    for kind in kinds:
        state.reaction_bin[kind] -= 1
        state.operation.queue.append(kind)


def in_reaction(kind: str, scenario: str = "vigilant_resolve") -> State:
    """1/5 has stopped in Jughayfi West and one event was picked; no node is on the map."""
    state = quiet(scenario)
    stopped(state, "usmc_1_5")
    queued(state, kind)
    return state


async def happen(state: State, kind: str) -> None:
    """An event of the queue, as the reaction executes it."""
    goes_to = afterwards(state, kind)
    await effect_of(kind)(state)
    put_away(state, kind, goes_to)


def event(state: State, kind: str) -> Table[Any]:
    """A table that runs one event."""
    return run(happen(state, kind))


def rolls(table: Table[Any], *dice: int, rule: str | None = None) -> None:
    """Dice fall; the rule is compared where it is named."""
    assert isinstance(table.pending, Roll), f"{table.pending} is no roll"
    assert rule is None or table.pending.rule == rule
    table.answer(dice)


def picks(table: Table[Any], *kinds: str) -> None:
    """Counters are picked one by one."""
    for kind in kinds:
        assert isinstance(table.pending, Draw), f"{table.pending} is no pick"
        assert table.pending.rule == "14.1"
        table.answer((kind,))


def turns_up(table: Table[Any], type: str) -> None:
    """A concealed node is drawn."""
    assert isinstance(table.pending, Draw), f"{table.pending} is no draw"
    assert table.pending.rule == "20.2"
    table.answer((type,))


def lands_at(table: Table[Any], route: int, first: int, second: int) -> None:
    """7.2 The dice of a random location."""
    rolls(table, route, rule="7.2")
    rolls(table, first, second, rule="7.2")


def one_round(table: Table[Any], ours: int, theirs: int, hits: int, opfor_hits: int) -> None:
    """16.1 A round of battle: the edge dice, then so many hits of each side that comes to fire."""
    rolls(table, ours, rule="16.1")
    rolls(table, theirs, rule="16.1")
    while isinstance(table.pending, Roll) and table.pending.rule == "16.2":
        wanted = hits if table.pending.about.endswith("/coalition") else opfor_hits
        dice = table.pending.dice
        assert wanted <= dice
        rolls(table, *[1] * wanted, *[6] * (dice - wanted))


def wins(table: Table[Any], hits: int = 1) -> None:
    """The Coalition fires first and loses nothing; who is left of OPFOR breaks off; no leader comes."""
    one_round(table, 6, 1, hits, 0)
    rolls(table, 3, 4, rule="29.1")


def loses(table: Table[Any], opfor_hits: int = 1) -> None:
    """OPFOR fires first and wipes the force out."""
    one_round(table, 1, 6, 0, opfor_hits)


def is_over(table: Table[Any]) -> bool:
    """The procedure has returned."""
    return table.pending is None


def is_sound(state: State) -> bool:
    """Every invariant holds."""
    assert problems(state) == []
    return True
