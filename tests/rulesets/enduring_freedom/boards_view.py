"""Positions to look at, and games of bots up to a turn, for the tests of what people see."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from enduring_freedom.boards import (
    BATTALION,
    ENGINEER,
    HQ,
    NATO,
    SOF,
    foes,
    fresh,
    hidden,
    north,
    north_hidden,
    put,
    quiet,
)

from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import Request
from pbem.play.table import Table
from pbem.show.scene import Scene
from pbem_games.enduring_freedom import RULESET
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.view import scene

Watch = Callable[[State, Request[Any]], None]


def seen(state: State) -> Scene:
    """The scene as the player sees it."""
    return scene(state, "coalition", lambda _: None)


def crowded() -> State:
    """All kinds of counters, many of them in Kabul and Kandahar."""
    state = quiet("3c", turn=3)
    put(state, "kabul", BATTALION, HQ, "uk_22sas", NATO, "us_fob_1", "air_28aew", "uav_1", "uav_2")
    put(state, "kandahar", "us_15meu", ENGINEER, "us_fob_2", "us_1_75r", SOF)
    put(state, "kandahar", "us_26meu", reduced=True)
    put(state, "persian_gulf", "us_1cav", "us_go", "air_cvw8", "air_cvw11")
    put(state, "cas", "air_vma")
    put(state, "ready", "iw_1", "iw_2", "isr_1")
    foes(state, "kabul", "aq_bin_laden", "mk_terror_1", "tal_inf2_1", "tal_inf2_2")
    foes(state, "herat", "tal_armor", up=False)
    for zone in ("kandahar", "tora_bora", "helmand", "farah"):
        hidden(state, zone, 2)
    north(state, "panjshir", "na_fahim", "na_inf1_1")
    north_hidden(state, "shebergan", 3)
    return state


def opened() -> State:
    """The game before anything is looked into."""
    return fresh()


def watched(bot: str, seed: int, turns: int, watch: Watch) -> State:
    """The position after so many turns of a bot; `watch` sees every request that it answers."""
    state = fresh()
    player, rng = RULESET.bots[bot]("coalition"), random.Random(seed)

    def choose(request: Request[Any], peek: Any) -> Any:
        watch(state, request)
        return player.choose(state, request, peek, rng)

    table, dice = Table(play(state), seats=("coalition",)), SeededDice(seed)
    while table.pending is not None and state.turn <= turns:
        answer_once(table, {"coalition": choose}, dice)
    return state


def places_of(state: State, ids: Sequence[str]) -> set[str]:
    """Where these units are."""
    return {state.units[id].place for id in ids}
