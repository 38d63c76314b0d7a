"""30 The campaign: when it goes on after the first battle, and how the second begins.

Belongs here: what is carried over. Must not be here: how a battle is played or scored.
"""

from __future__ import annotations

from pbem.kit.pools import size
from pbem.play.requests import Tell
from pbem_games.fallujah.map import is_in_play
from pbem_games.fallujah.numbers import Numbers
from pbem_games.fallujah.state import CAMPAIGN, IN_BIN, KEPT, Node, State, UnitState
from pbem_games.fallujah.victory import points

SECOND = 2


def is_won(numbers: Numbers, vp: int) -> bool:
    """30.2, 6.3, ruling R108 Whether so many VP win a battle: the degrees that are called victories."""
    return vp >= numbers.campaign.won_from


def goes_on(state: State) -> bool:
    """30.2 After a first battle that was not won the second is fought."""
    return state.game == CAMPAIGN and state.battle < SECOND and not is_won(state.numbers, points(state))


async def begin_second_battle(state: State) -> None:
    """30.2 Everything goes back to where it begins, but for leaders in play, dead HVT, and OPs by the KIA index."""
    numbers, first = state.numbers, state.kia
    state.battle, state.scenario, state.first_kia = SECOND, numbers.campaign.second, first
    state.ops = numbers.campaign.second_ops + first  # 30.2(3), ruling R109
    state.kia, state.morale = state.printed.kia, state.printed.morale  # 30.2(4), ruling R110
    _return_coalition(state)
    _return_opfor(state)
    state.blown, state.uprising, state.operation = [], False, None  # ruling R113
    state.phase, state.turn, state.player, state.passes = "setup", 0, 0, 0
    text = f"The campaign goes on with {state.printed.name}: KIA {first:+}, so {max(0, state.ops)} OPs"
    await Tell(rule="30.2", text=text, headline=True)


def _return_coalition(state: State) -> None:
    """30.2(1), rulings R17, R111, R112, R113 All units to the recruit box, leaders in play kept, markers as well."""
    for leader, carrier in state.leaders.items():
        state.leaders[leader] = KEPT if carrier and (carrier == KEPT or is_in_play(state, carrier)) else ""
    state.units = {unit: UnitState() for unit in state.units}
    state.recruits = dict(state.numbers.buyable)
    state.available = dict.fromkeys(state.available, 0)
    state.set_aside = dict.fromkeys(state.set_aside, 0)


def _return_opfor(state: State) -> None:
    """30.2(2), ruling R112 All counters and nodes to their bins, but for dead HVT; nodes are laid as in any setup."""
    numbers = state.numbers
    state.dead_hvt, state.eliminated_hvt, state.removed_events = state.eliminated_hvt, [], []
    state.reaction_bin = {kind: n - state.dead_hvt.count(kind) for kind, n in numbers.reaction_bin.items()}
    state.unseen_nodes = dict(numbers.node_bin)
    state.nodes = {space: Node() for space in numbers.node_spaces}
    state.node_bin = size(numbers.node_bin) - len(numbers.node_spaces)
    state.captured_nodes, state.destroyed_nodes, state.helicopter = [], [], IN_BIN
