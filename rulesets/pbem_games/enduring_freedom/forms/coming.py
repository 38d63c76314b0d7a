"""What may be asked in which phase of Enduring Freedom, with an answer to each: so that it can be filed beforehand.

Belongs here: those words. Must not be here: whether a moment can come (`conditions`), what answers mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.conditions import Coming
from pbem_games.enduring_freedom.state import PHASES, SETUP_PHASE

BATTLES = ("3g", "6d")

COMING = {
    "6.0": Coming("in which zones the enemies stand at the start", "kabul, kandahar", (SETUP_PHASE,)),
    "11.3": Coming("where your first forces stand", "all to persian gulf", (SETUP_PHASE,)),
    "11.1": Coming("what you buy", "iw*2", ("1a",)),
    "12.1": Coming("what is refitted", "all", ("1b",)),
    "14.1": Coming("how many InfoWar assets attack the Jihad index", "1", ("2a",)),
    "13.1": Coming("where you look with ISR", "none", ("2b",)),
    "15.0": Coming("what is staged", "all strike", ("3a",)),
    "16.0": Coming("what moves on the ground", "none", ("3b",)),
    "17.0": Coming("what flies where", "none", ("3c",)),
    "22.2": Coming("in which order strikes come", "kabul", ("3f",)),
    "23.3": Coming("which battles are fought", "done", BATTLES),
    "23.4": Coming("what you buy for the Tactical Edge", "none", BATTLES),
    "25.2": Coming("who takes hits", "1/5 SFG", BATTLES),
    "21.1": Coming("who is hit by air defence", "tf sword", ("3e",)),
    "27.2": Coming("what is paid to sustain your units", "all", ("4",)),
    "33.1": Coming("whether a Loya Jirga is held", "none", ("5",)),
    "10.2": Coming("the zone of an event", "kandahar", ("2b", "3d", "6a", "6b")),
    "29.1": Coming("the zone of an event", "kandahar", ("6a",)),
    "17.1": Coming("which air units fly defensive close air support", "none", ("6c",)),
    "8.9": Coming("who leaves a zone with too many units", "1/5 SFG"),
}


def phases_left(phase: str) -> Sequence[str]:
    """The phase that is played and those behind it in the turn: each is short."""
    return PHASES[PHASES.index(phase):] if phase in PHASES else (phase, *PHASES)
