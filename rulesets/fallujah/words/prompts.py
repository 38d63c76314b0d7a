"""What a request asks, in a line or two: why, what it costs, how likely it is, how to type it.

Belongs here: one entry for each rule that asks. Must not be here: legality, what may be typed (suggestions).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.play.requests import Ask, Peek, Request
from rulesets.fallujah import odds
from rulesets.fallujah.combat.battle import battlefield, node_here, terrain_of
from rulesets.fallujah.combat.edge import coalition_edge, leads, opfor_edge, wins_ties
from rulesets.fallujah.map import kinds, labels, name_of, under_way
from rulesets.fallujah.marching import going_on
from rulesets.fallujah.setup import historical, must_begin_historically
from rulesets.fallujah.state import State
from rulesets.fallujah.team import in_names, seat_name
from rulesets.fallujah.words.brief import brief_purchase
from rulesets.fallujah.words.figures import everything_at_hand, of_our_fire, of_their_fire, ours, percent, theirs

Words = Callable[[State, Request[Any]], str]


def prompt(state: State, request: Request[Any], seat: str, peek: Peek) -> str:
    """What is asked, and how to type it."""
    words = _BY_RULE.get(request.rule)
    return words(state, request) if words is not None else f"Rule {request.rule} asks {request.about}."


# ---------------------------------------------------------------- between operations


def _first_purchase(state: State, request: Request[Any]) -> str:
    lines = [f"{state.printed.name}: buy your first forces out of {state.ops} OPs. What is left runs the operations, "
             "one OP or more each, so keep most of it."]
    if must_begin_historically(state):
        lines.append(f"The order of battle comes first: {brief_purchase(state, historical(state))}")
    lines.append(
        "Type each base with its units, then strikes and NetWar: `north 1/5 2/1 c/1tk west a/2aa fr air4*2 netwar*2`; "
        "`setup` alone buys nothing. The recruits with strength and price: pbem show."
    )
    return "\n".join(lines)


def _operation(state: State, request: Request[Any]) -> str:
    at_hand = [(kind, count) for kind, count in state.available.items() if count]
    return (
        f"Choose an operation: {state.ops} OPs are left, each costs 1, and what it buys or builds. "
        f"At hand: {kinds(state, at_hand) if at_hand else 'no strike, no marker'}.\n"
        "Type `j3 1/5 2/1 to 3-2 3-3` (or only the goal), `fly hmma with mp to 3-5`, `leap fr to 2-12`, "
        "`j1 north 1/5 air4*2`, `j2 netwar 3-5`, `j4 refit north`, `j4 repair main`, `j4 build 3-5`, `j5 netwar*2`."
    )


def _consent(state: State, request: Request[Any]) -> str:
    assert isinstance(request, Ask)
    is_purchase = request.about == "purchase"
    who = "The first player proposes to buy" if is_purchase else f"{seat_name(request.about)} asks for consent to"
    more = "; `always` for all that comes" if "always" in request.options().says() else ""
    return f"{who}: {in_names(state, state.proposal)}\nType `yes` or `no`{more}."


# ---------------------------------------------------------------- in a battle


def _battle(state: State) -> str:
    """Who fights whom, and where."""
    operation = under_way(state)
    node, terrain = node_here(state), terrain_of(state, operation.space).id
    where = f"{battlefield(state)} ({terrain}{', ' + node.name if node is not None else ''})"
    return (f"Battle of {where}, round {operation.combat_round}: {ours(state)} against "
            f"{theirs(state, operation.enemies)}.")


def _edge(state: State, request: Request[Any]) -> str:
    lead, _ = leads(state)[0]
    own, other = coalition_edge(state, lead, ""), opfor_edge(state)
    tie = "you win ties" if wins_ties(state) else "OPFOR wins ties"
    sums = [" ".join(map(str, drms)) for drms in (own, other)]
    return (
        f"{_battle(state)}\nWho fires first? A die each, you {sums[0]}, OPFOR {sums[1]}; {tie}: "
        f"{percent(odds.of_edge(state, lead))}. Name your lead unit, and a marker (`1/5`, `1/5 netwar`).\n"
        f"{_fires(state)}"
    )


def _fires(state: State) -> str:
    return f"Your fire now {of_our_fire(state)}; theirs costs {of_their_fire(state)}."


def _strikes(state: State, request: Request[Any]) -> str:
    everything = everything_at_hand(state)
    return (
        f"{_battle(state)}\nCommit fire support? It is used up. Your fire without it {of_our_fire(state)}; "
        f"with all ({kinds(state, everything)}) {of_our_fire(state, everything)}. "
        f"Theirs costs {of_their_fire(state)}.\n"
        "Type `none`, `air4`, `air4 2 soa`, `all`."
    )


def _hits(state: State, request: Request[Any]) -> str:
    assert isinstance(request, Ask)
    count = request.options().says()[0].count(",") + 1
    return (
        f"OPFOR has hit you {count} time{'s' * (count != 1)} in {battlefield(state)}: who loses the step"
        f"{'s' * (count != 1)}? KIA {-count}.\nType the units, one for each hit: `1/5`, `1/5 1/5`, `1/5 mp`."
    )


def _stand(state: State, request: Request[Any]) -> str:
    operation, node = under_way(state), node_here(state)
    best = max(odds.of_edge(state, lead) for lead, marker in leads(state) if not marker)
    loss = node.loss if node is not None else 0
    loss += state.numbers.tables.events.helicopter_loss if state.helicopter == operation.space else 0
    cost = f"costs {loss} OP{'s' * (loss != 1)}" if loss else "costs no OPs"
    return (
        f"{_battle(state)}\nOPFOR stands. Another round: edge {percent(best)}; your fire {of_our_fire(state)}, "
        f"theirs costs {of_their_fire(state)}. If nobody stays, the battle is lost and {cost}.\n"
        "Type `continue`, `withdraw all to 3-4`, `withdraw 1/5 to north`, `withdraw fly hmma mp west`."
    )


def _leader(state: State, request: Request[Any]) -> str:
    return f"A leader comes forward in {battlefield(state)}: which unit does he join? Type a unit: `1/5`."


# ---------------------------------------------------------------- moving on


def _go_on(state: State, request: Request[Any]) -> str:
    operation = under_way(state)
    who, where = labels(state, operation.force), name_of(state, operation.space)
    if operation.mode == "air":
        return f"{who} won in {where}: fly on for no more OPs?\nType `stop`, `to 3-5 land`, `to 3-5 aloft`."
    points = going_on(state, operation).points
    left = f"{points} movement point{'s' * (points != 1)} left"
    if request.rule == "27.1":
        return f"{who} slipped through {where} and must go on, {left}.\nType the way: `3-4 3-5`, or its goal."
    return f"{who} won in {where}, {left}: move on for no more OPs, to a new reaction?\nType `stop`, `to 3-4`."


_BY_RULE: dict[str, Words] = {
    "7.1": _first_purchase, "10.1": _operation, "35": _consent, "16.1": _edge, "23.2": _strikes, "16.3": _hits,
    "16.7": _stand, "29.1": _leader, "14.1": _go_on, "27.1": _go_on,
}  # fmt: skip
