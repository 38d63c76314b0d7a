"""A position in the middle of a battle for words and views: units all over, nodes seen and unseen, strikes at hand."""

from __future__ import annotations

from typing import Any

from fallujah.boards import arrived, fresh, hold, put

from pbem.play.requests import Request
from pbem.play.table import Table
from pbem_games.fallujah.forms import FORMS
from pbem_games.fallujah.state import Enemy, State


def city(**options: Any) -> State:
    """April, turn 7: forces in three bases, 2/1 with a leader and a FOB in Jolan Park, a C2 next to them."""
    state = fresh("vigilant_resolve", **options)
    state.phase, state.turn, state.ops, state.kia = "operations", 7, 41, 3
    put(state, "north", "usmc_1_5", "usmc_c_1tk", "usmc_3_4", "hel_t1", "usmc_mp", "usmc_fr")
    put(state, "north", "usmc_2_2", reduced=True)
    put(state, "east", "usmc_comp_lar", "ig_2iif")
    put(state, "west", "ig_36c", "usmc_a_2aa")
    put(state, "r3p04", "usmc_2_1", "usmc_2lar", "fob_1")
    put(state, "r1p06", "usn_nswg")
    put(state, "r2p05", "usmc_1ceb")
    put(state, "r2p05", "hel_g1", aloft=True)
    state.leaders["ldr_1"] = "usmc_2_1"
    for space, kind in (("r3p05", "c2"), ("r2p04", "ied_factory")):
        state.nodes[space].type = kind
        state.unseen_nodes[kind] -= 1
    hold(state, air4=2, art3=2, soa=1, netwar=2, intel=1)
    return state


def battle(*kinds: str) -> State:
    """1/5, C/1Tk and MP have met these OPFOR units at the C2 of 3-5; a transport helicopter is there too."""
    state = city()
    operation = arrived(state, "r3p05", "usmc_1_5", "usmc_c_1tk", "usmc_mp")
    put(state, "r3p05", "hel_t1")
    for kind in kinds:
        printed = state.numbers.opfor[kind]
        operation.enemies.append(Enemy(kind, printed.firepower, printed.contact))
        state.reaction_bin[kind] -= 1
    return state


def nobody(_sealed: object) -> None:
    """There are no secrets in this game."""


def asked(table: Table[Any]) -> Request[Any]:
    assert table.pending is not None
    return table.pending


def read(state: State, table: Table[Any], text: str) -> str:
    """What a typed text means, in canonical words."""
    (say,) = FORMS.read_orders(state, asked(table), state.seat, text, nobody)
    return say
