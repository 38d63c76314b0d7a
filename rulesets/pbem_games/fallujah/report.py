"""What is told of a match that is over: VP by source, indexes by turn, losses, nodes, and the luck of the dice.

Belongs here: looking back, from the last position and the story. Must not be here: rules, anything that play needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbem.kit.chances import average_of, luck_of
from pbem.kit.spelling import plural
from pbem.ruleset import Happened
from pbem_games.fallujah.combat.fire import shots_in
from pbem_games.fallujah.indexes import indexes_in
from pbem_games.fallujah.map import is_in_play, labels
from pbem_games.fallujah.state import DESERTED, ELIMINATED, State
from pbem_games.fallujah.victory import in_words, score

MOST_TURNS = 12  # columns of the table of turns
_SOURCE = re.compile(r"([+-][0-9]+) VP: (.+)")
_EDGE = re.compile(r"Round [0-9]+ in .+: (the Coalition|OPFOR) has the edge.*; Coalition ([1-6]) .*; OPFOR ([1-6]) ")
_LEVELS = {"medium": "med", "fanatic": "fan"}


def report(state: State, story: Sequence[Happened]) -> tuple[str, ...]:
    """The lines of the report; each battle of a campaign with its own score and turns, the rest for all together."""
    texts = [(t.rule, t.text) for t in story]
    lines: list[str] = []
    for battle in _battles(texts):
        lines += _score(state, battle)
        lines += _turns([text for _, text in battle])
    told = [text for _, text in texts]
    return (*lines, *_forces(state, told), *_luck(told))


def _battles(texts: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """6.3 The story cut after each count of VP; what is left counts where it has turns."""
    battle: list[tuple[str, str]] = []
    for rule, text in texts:
        battle.append((rule, text))
        if rule == "6.3":
            yield battle
            battle = []
    if any(indexes_in(text) for _, text in battle):
        yield battle


def _score(state: State, battle: Sequence[tuple[str, str]]) -> list[str]:
    """6.1, 6.3 What the battle came to; as the position stands where nobody has counted."""
    counted = [text for rule, text in battle if rule == "6.3"]
    if not counted:
        sources = [(f"{source.vp:+}", source.text) for source in score(state)]
        return [f"{state.printed.name}, not fought to its end: {in_words(state)}", *_listed(sources)]
    found = [_SOURCE.fullmatch(text) for rule, text in battle if rule == "6.1"]
    return [counted[0], *_listed((match[1], match[2]) for match in found if match)]


def _listed(sources: Iterable[tuple[str, str]]) -> list[str]:
    return [f"  {vp:>4}  {text}" for vp, text in sources]


def _turns(told: Sequence[str]) -> list[str]:
    """3.3 The indexes before the operations of some turns, the first and the last among them."""
    rows = [found for text in told if (found := indexes_in(text)) is not None]
    if not rows:
        return []
    step = -(-len(rows) // MOST_TURNS)
    shown = rows[::step] if (len(rows) - 1) % step == 0 else [*rows[::step], rows[-1]]
    table = {
        "turn": [str(turn) for turn, *_ in shown], "OPs": [str(ops) for _, ops, *_ in shown],
        "KIA": [f"{kia:+}" for _, _, kia, _ in shown], "Morale": [_LEVELS.get(x, x) for *_, x in shown],
    }  # fmt: skip
    return [f"  {name:7}" + "".join(f"{cell:>5}" for cell in cells) for name, cells in table.items()]


# ---------------------------------------------------------------- forces


def _forces(state: State, told: Sequence[str]) -> Iterator[str]:
    """21.1, 17 Battles, losses of both sides, nodes."""
    won = sum(text.startswith("The Coalition wins the battle of ") for text in told)
    lost = sum(text.startswith("The Coalition loses the battle of ") for text in told)
    rounds = sum(_EDGE.match(text) is not None for text in told)
    yield f"Fights: {won} won, {lost} lost, {rounds} rounds"
    killed, steps = (sum(getattr(s, of) for s in state.scores.values()) for of in ("killed", "lost"))
    hvt = [state.numbers.opfor[kind].name for kind in (*state.dead_hvt, *state.eliminated_hvt)]
    yield f"OPFOR lost {killed} counters" + (f", of HVT: {', '.join(hvt)}" if hvt else "")
    groups = (
        ("eliminated", [u for u, unit in state.units.items() if unit.place == ELIMINATED]),
        ("deserted", [u for u, unit in state.units.items() if unit.place == DESERTED]),
        ("reduced", [u for u, unit in state.units.items() if unit.reduced and is_in_play(state, u)]),
    )
    named = [f"{word}: {labels(state, units)}" for word, units in groups if units]
    yield "; ".join([f"The Coalition lost {plural(steps, 'step')}", *named])
    nodes = [("captured", state.captured_nodes), ("destroyed", state.destroyed_nodes)]
    counted = [f"{len(kinds)} {word} ({_counted(state, kinds)})" for word, kinds in nodes if kinds]
    yield "Nodes: " + ", ".join([*counted, f"{len(state.nodes)} left on the map"])


def _counted(state: State, kinds: Sequence[str]) -> str:
    return ", ".join(f"{kinds.count(kind)} {state.numbers.nodes[kind].name}" for kind in dict.fromkeys(kinds))


# ---------------------------------------------------------------- luck


def _luck(told: Sequence[str]) -> Iterator[str]:
    """16.1(2), 16.2 Dice of the edge and of fire: what came, what was to be expected, how likely so much is."""
    edges = [found for text in told if (found := _EDGE.match(text))]
    if edges:
        won = sum(found[1] != "OPFOR" for found in edges)
        ours, theirs = (average_of(int(found[i]) for found in edges) for i in (2, 3))
        yield f"The edge: won {won} of {len(edges)} times; dice on average {ours}, OPFOR's {theirs}"
    for who, begins in (("The Coalition's", "The Coalition fires"), ("OPFOR's", "OPFOR fires")):
        shots = [shot for text in told if text.startswith(begins) for shot in shots_in(text)]
        if shots:
            yield f"{who} fire: {luck_of(shots)}"
