"""What is told of a match that is over: NP by source, turn by turn, losses, what decided it, the luck of the dice.

Belongs here: looking back, from the last position and the story. Must not be here: rules, anything that play needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.kit.chances import average_of, luck_of
from pbem.kit.spelling import plural
from pbem.ruleset import Happened
from pbem_games.enduring_freedom.combat.fire import shots_in
from pbem_games.enduring_freedom.outlook import score_now
from pbem_games.enduring_freedom.state import ELIMINATED, State
from pbem_games.enduring_freedom.zones import name, names

SOURCES = {
    "eliminations": "Islamists eliminated", "awards": "held at the end", "rescues": "rescue missions",
    "terror": "terror spectaculars", "loya_jirga": "Loya Jirga", "events": "events", "collateral": "collateral damage",
    "losses": "losses", "mobilization": "mobilization", "refit": "refit", "edge": "tactical edge",
    "sustainment": "sustainment",
}  # fmt: skip
DECISIVE = 6  # swings listed
_TURN = re.compile(r"Turn ([0-9]+): ([0-9]+) NP, Jihad ([0-9]+) ")
_SWING = re.compile(r"(.+): ([0-9]+) NP (gained|lost), [0-9]+ (?:now|left)")
_EVENT = re.compile(r"Event [0-9]+: (.+)")
_BATTLE = re.compile(r"Battle in (.+): (the Coalition wins|the Islamists win|a draw)")


class Swing(NamedTuple):
    """NP gained or lost at once, in which turn, and why."""

    np: int
    turn: int
    why: str


def report(state: State, story: Sequence[Happened]) -> tuple[str, ...]:
    """The lines of the report."""
    told = [one.text for one in story]
    return (
        score_now(state) if not _is_scored(state) else f"NP at the end: {state.np}", *_sources(state), *_turns(told),
        *_losses(state), *_battles(told), *_events(told), *_decided(told), *_luck(told),
    )  # fmt: skip


def _is_scored(state: State) -> bool:
    return "awards" in state.booked or state.np == 0


# ---------------------------------------------------------------- NP


def _sources(state: State) -> Iterator[str]:
    """4.2 What NP came from and went to; the index began at its start and never passes its end."""
    start = state.numbers.tables.track.np_start
    yield f"  {start:+4}  at the start"
    for source, words in SOURCES.items():
        if np := state.booked.get(source):
            yield f"  {np:+4}  {words}"
    if rest := state.np - start - sum(state.booked.values()):
        yield f"  {rest:+4}  below 0, where the index ends"


def _turns(told: Sequence[str]) -> Iterator[str]:
    """4.1, 28 NP and Jihad at the start of each turn."""
    rows = [found.groups() for text in told if (found := _TURN.match(text))]
    for title, i in (("turn", 0), ("NP", 1), ("Jihad", 2)) if rows else ():
        yield f"  {title:5}" + "".join(f"{row[i]:>5}" for row in rows)


def swings(told: Sequence[str]) -> list[Swing]:
    """Every sentence that moves NP, with its turn: 0 in set-up."""
    found, turn = list[Swing](), 0
    for text in told:
        if begun := _TURN.match(text):
            turn = int(begun[1])
        elif moved := _SWING.fullmatch(text):
            found.append(Swing(int(moved[2]) * (1 if moved[3] == "gained" else -1), turn, moved[1]))
    return found


def _decided(told: Sequence[str]) -> Iterator[str]:
    """The largest swings, in the order in which they came."""
    found = swings(told)
    largest = sorted(found, key=lambda swing: -abs(swing.np))[:DECISIVE]
    if largest:
        yield "What decided it:"
    for swing in found:
        if swing in largest:
            largest.remove(swing)
            when = f"turn {swing.turn}" if swing.turn else "setting up"
            yield f"  {swing.np:+4}  {when}: {swing.why}"


# ---------------------------------------------------------------- losses, battles, events


def _losses(state: State) -> Iterator[str]:
    """25 Who is gone on both sides, and who is reduced."""
    units = [id for id, unit in state.units.items() if unit.place == ELIMINATED]
    reduced = [id for id, unit in state.units.items() if unit.reduced]
    groups = (("eliminated", units), ("reduced", reduced), ("leaders", state.eliminated_north))
    lost = [f"{word} {names(state, ids)}" for word, ids in groups if ids]
    yield f"The Coalition lost: {'; '.join(lost) or 'nobody for good'}"
    hvt = [id for id, entry in state.numbers.islamist.items() if entry.kind == "hvt"]
    dead = [name(state, id) for id in hvt if id in state.eliminated_islamists]
    left = [name(state, id) for id in hvt if id not in state.eliminated_islamists]
    yield f"Leaders eliminated: {', '.join(dead) or 'none'}; escaped: {', '.join(left) or 'none'}"
    if state.airlifted:
        yield f"Flown out: {names(state, state.airlifted)}"


def _battles(told: Sequence[str]) -> Iterator[str]:
    """26"""
    ended = [found[2] for text in told if (found := _BATTLE.fullmatch(text))]
    if ended:
        won, lost = ended.count("the Coalition wins"), ended.count("the Islamists win")
        yield f"{plural(len(ended), 'battle')}: {won} won, {lost} lost, {len(ended) - won - lost} drawn"


def _events(told: Sequence[str]) -> Iterator[str]:
    """29"""
    found = [event[1] for text in told if (event := _EVENT.fullmatch(text))]
    if found:
        counted = [f"{found.count(event)} x {event}" if found.count(event) > 1 else event
                   for event in dict.fromkeys(found)]
        yield f"Events: {', '.join(counted)}"


# ---------------------------------------------------------------- luck


def _luck(told: Sequence[str]) -> Iterator[str]:
    """22.2, 23.4, 24.1 What came, what was to be expected, how likely so much is; exact."""
    fires = (("Joint strikes", "Joint strike in "), ("The Coalition's fire", "The Coalition fires in "),
             ("The Islamists' fire", "The Islamists fire in "))
    for who, begins in fires:
        shots = [shot for text in told if text.startswith(begins) for shot in shots_in(text)]
        if shots:
            yield f"{who}: {luck_of(shots)}; {average_of(die for _, die in shots)} a die"
