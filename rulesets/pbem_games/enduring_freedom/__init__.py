"""Enduring Freedom: US operations in Afghanistan, 2001-2002. One player leads the Coalition against what is drawn.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from pbem.kit.glossary import Glossary
from pbem.kit.later import LaterMapping, LaterSequence, later
from pbem.ruleset import Ruleset
from pbem_games.enduring_freedom.numbers import DATA
from pbem_games.enduring_freedom.problems import problems
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import COALITION, new_state
from pbem_games.enduring_freedom.victory import resigned

RULESET = Ruleset(
    name="enduring_freedom",
    version=1,
    title="Enduring Freedom",
    about=(
        "The Coalition, one player, breaks Al Qaeda and the Taliban in seven turns from October 2001 to March 2002. "
        "Nobody plays the Islamists: their counters lie face down until they are drawn, their attacks are rolled. "
        "NetWar points (NP) buy everything and are lost with units; those left at the end, with what is awarded "
        "for cities and strongholds, say who has won. The Jihad index says how many come back, and how often."
    ),
    seats=(COALITION,),
    terms=Glossary("pbem_games.enduring_freedom"),
    scenarios={"enduring_freedom": "October 2001 to March 2002"},
    data_files=DATA.files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=later("pbem_games.enduring_freedom.view:scene"),
    holds=later("pbem_games.enduring_freedom.zones:holds"),
    turn=later("pbem_games.enduring_freedom.view:turn"),
    prompt=later("pbem_games.enduring_freedom.forms:FORMS.prompt"),
    read_orders=later("pbem_games.enduring_freedom.forms:FORMS.read_orders"),
    examples=later("pbem_games.enduring_freedom.forms:FORMS.examples"),
    follow=later("pbem_games.enduring_freedom.forms:FORMS.follow"),
    report=later("pbem_games.enduring_freedom.report:report"),
    bots=LaterMapping("pbem_games.enduring_freedom.bots:BOTS"),
    policies=LaterSequence("pbem_games.enduring_freedom.policies:POLICIES"),
    presets=LaterSequence("pbem_games.enduring_freedom.presets:PRESETS"),
    conditions=LaterMapping("pbem_games.enduring_freedom.forms.conditions:CONDITIONS"),
    moments=later("pbem_games.enduring_freedom.forms.conditions:moments_of"),
)
