"""What people are told when they are asked: what is decided and why now, what it costs, how to type it.

Belongs here: the words of prompts. Must not be here: reading answers (forms), legality.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.kit.forms import Asked
    from rulesets.enduring_freedom.state import State


def prompt(asked: Asked[State]) -> str:
    """The prompt of any request of the game."""
    state = asked.state
    where = f" {state.numbers.zones[asked.about].name}" if asked.about in state.numbers.zones else ""
    title, how = _TITLES.get(asked.rule, "Choose"), _HOW.get(asked.rule, "")
    return f"{title}{where}. {state.np} NP, Jihad {state.jihad}.\n{how}"


_TITLES: Mapping[str, str] = {
    "6.0": "Intelligence before the operation: which zones are looked into?",
    "11.3": "First forces: which US and NATO units are mobilized, and where?",
    "11.1": "J-1 Mobilization", "12.1": "J-1 Refit", "14.1": "J-2 InfoWar: how many assets attack the Jihad index?",
    "13.1": "J-2 Intelligence: where do the ISR assets look?", "15.0": "J-3 Staging", "16.0": "J-3 Ground movement",
    "17.0": "J-3 Air movement", "17.1": "Close air support", "21.1": "Air defence has hit: who takes the hits in",
    "22.2": "Joint strike: in which order, who falls first?", "23.3": "Battle: where, with which edge?",
    "25.2": "You are hit: who takes the hits in", "27.2": "J-4 Sustainment: for whom do you pay?",
    "33.1": "J-5: attempt the Loya Jirga?", "29.1": "A Jihad event: choose",
    "10.2": "Intelligence: which zone is seen?",
    "8.9": "Too many units: who is removed in",
}  # fmt: skip
_HOW: Mapping[str, str] = {
    "6.0": "Type the zones: `kabul kandahar`.",
    "11.3": "Type units and a staging area, `;` between lines: `1/5 SFG 28 AEW to gulf; 22 SAS to pakistan`.",
    "11.1": "Type lines: `26 MEU to gulf; iw*2 isr; na 2 kabul; fob kabul; remove fob kabul`, or `none`.",
    "12.1": "Type `all`, units, or `none`.", "14.1": "Type a number.",
    "13.1": "Type a place for each asset: `kabul kabul underground`, or `none`.",
    "15.0": "Type lines: `CVW-8 16 SOW strike; VMA cas; 26 MEU to pakistan`, or `none`.",
    "16.0": "Type lines: `26 MEU to kandahar; Fahim to bagram kabul`, or `none`.",
    "17.0": "Type lines: `strike CVW-8 uav*2 kabul; assault 1/187 kandahar; transfer LAR bagram`, or `none`.",
    "17.1": "Type lines: `VMA kandahar`, or `none`.", "21.1": "Type the units, one for each hit.",
    "22.2": "Type the zones in order, then `first` and kinds: `kabul kandahar first aq_base`.",
    "23.3": "Type a zone, then `command`, `base` for the edge, then `first` and kinds; or `done`.",
    "25.2": "Type the units, one for each hit.",
    "27.2": "Type `all`, units, or `none` (those not paid for lose a step).",
    "33.1": "Type `attempt` or `decline`.",
}  # fmt: skip
