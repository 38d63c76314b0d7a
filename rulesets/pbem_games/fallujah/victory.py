"""6 Victory Points: counted once, when a battle is over, source by source; what they are worth.

Belongs here: the count. Must not be here: who of a team has won (team), what follows in a campaign (campaign).
"""

from __future__ import annotations

import msgspec

from pbem.kit.spelling import plural
from pbem.play.requests import Tell
from pbem_games.fallujah.map import controlled_node_spaces, is_controlled
from pbem_games.fallujah.numbers import Numbers
from pbem_games.fallujah.state import CAPTURED, IN_BIN, State

LOST = 1  # the last of the degrees that are defeats


class Source(msgspec.Struct, frozen=True):
    """6.1 Where VP come from, in words, and how many."""

    text: str
    vp: int


def score(state: State) -> list[Source]:
    """6.1 All that counts, in the order of the rules; a source that is not there counts 0 and is left out."""
    found = [*_spaces(state), *_captured(state), *_indexes(state), *_helicopter(state), *_opfor(state)]
    return [source for source in found if source.vp]


def total(sources: list[Source]) -> int:
    """6.1 The VP of all sources."""
    return sum(source.vp for source in sources)


def points(state: State) -> int:
    """6.1 The VP as the position stands."""
    return total(score(state))


def degree(numbers: Numbers, vp: int) -> str:
    """6.3 What so many VP are called."""
    return next(row.degree for row in numbers.tables.victory if vp <= row.at_most)


def short_of_winning(numbers: Numbers, vp: int) -> int:
    """6.3, 30.2 How many VP the Coalition lacks for a victory."""
    return max(0, numbers.campaign.won_from - vp)


def short_of_losing(numbers: Numbers, vp: int) -> int:
    """6.3, ruling R108 How many VP must still go until it is a defeat: less than a Stalemate."""
    return max(0, vp - numbers.tables.victory[LOST].at_most)


def in_words(state: State) -> str:
    """6.3 `Tactical Victory with 53 VP`, as the position stands."""
    vp = points(state)
    return f"{degree(state.numbers, vp)} with {vp} VP"


async def count_up(state: State) -> None:
    """6.1, 6.3 The sources are told one by one, then what they come to."""
    for source in score(state):
        await Tell(rule="6.1", text=f"{source.vp:+} VP: {source.text}")
    await Tell(rule="6.3", text=f"{state.printed.name}: {in_words(state)}", headline=True)


# ---------------------------------------------------------------- the sources


def is_msr_clear(state: State) -> bool:
    """6.2 Every space of the Main Supply Route is under control."""
    return all(is_controlled(state, s) for s in state.numbers.msr_spaces)


def _spaces(state: State) -> list[Source]:
    vp, held = state.numbers.tables.vp, len(controlled_node_spaces(state))
    found = [Source(f"{plural(held, 'objective or mosque space')} controlled", vp.controlled * held)]
    if is_msr_clear(state):  # 6.2
        found.append(Source("the Main Supply Route is clear", vp.msr_cleared))
    return found


def _captured(state: State) -> list[Source]:
    counts = {kind: state.captured_nodes.count(kind) for kind in state.numbers.nodes}
    return [Source(f"{n} {state.numbers.nodes[kind].name} captured", state.numbers.nodes[kind].vp * n)
            for kind, n in counts.items()]  # fmt: skip


def _indexes(state: State) -> list[Source]:
    return [Source("the KIA index", state.kia)]  # 21.2


def _helicopter(state: State) -> list[Source]:
    """6.1, ruling R52 The Downed Helicopter has its own line and is no node besides; never drawn it counts nothing."""
    vp = state.numbers.tables.vp
    if state.helicopter == CAPTURED:
        return [Source("the Downed Helicopter is secured", vp.helicopter_captured)]
    return [] if state.helicopter == IN_BIN else [Source("the Downed Helicopter is not secured", vp.helicopter_left)]


def _opfor(state: State) -> list[Source]:
    opfor, left = state.numbers.opfor, len(state.nodes)
    found = [Source(f"{opfor[kind].name} eliminated", opfor[kind].contact) for kind in state.eliminated_hvt]
    return [*found, Source(f"{plural(left, 'node')} left on the map", state.numbers.tables.vp.node_left * left)]


# ---------------------------------------------------------------- what decided it, for who does not know the game


def counted(state: State) -> str:
    """6.1 What the VP are counted for, in short: `+24 for spaces held, -11 for nodes left on the map`; "": nothing."""
    opfor = _opfor(state)
    parts = (
        ("spaces held", total(_spaces(state))), ("nodes captured", total(_captured(state))),
        ("the balance of losses (KIA index)", total(_indexes(state))),
        ("the downed helicopter", total(_helicopter(state))), ("leaders eliminated", total(opfor[:-1])),
        ("nodes left on the map", total(opfor[-1:])),
    )  # fmt: skip
    return ", ".join(f"{value:+} for {what}" for what, value in parts if value)


def why(state: State) -> str:
    """6.1, 6.3, 30.2 The VP that win, those that there are, and what they were counted for."""
    vp, wins, drawn = points(state), state.numbers.campaign.won_from, state.numbers.tables.victory[LOST].at_most + 1
    parts = counted(state)
    return (
        f"The Coalition needs {wins} Victory Points (VP) for a victory and has {vp}{': ' if parts else ''}{parts}. "
        f"From {drawn} to {wins - 1} is a Stalemate, less a defeat."
    )
