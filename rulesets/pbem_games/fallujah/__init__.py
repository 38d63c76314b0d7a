"""Fallujah, 2004: one coalition, or a team of two to four, against what is drawn.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from pbem.kit.glossary import Glossary
from pbem.kit.later import LaterMapping, LaterSequence, later
from pbem.ruleset import Ruleset
from pbem_games.fallujah.ending import resigned
from pbem_games.fallujah.numbers import DATA
from pbem_games.fallujah.options import COALITION, OPTIONS, seats_for
from pbem_games.fallujah.sequence import play
from pbem_games.fallujah.state import CAMPAIGN, new_state, problems

RULESET = Ruleset(
    name="fallujah",
    version=1,
    title="Fallujah, 2004",
    about=(
        "The Coalition, one player or a team, takes Fallujah from insurgents (OPFOR) whom nobody plays: their counters "
        "are drawn, their dice rolled. Every operation costs operation points (OPs), and so does what goes wrong; the "
        "battle is over when they are gone or the Coalition stands down. Then Victory Points are counted: for "
        "objectives and mosques held, nodes captured, leaders eliminated and the balance of losses "
        "(the KIA index), less one for each node left."
    ),
    seats=(COALITION,),
    seats_for=seats_for,
    terms=Glossary("pbem_games.fallujah"),
    scenarios={
        "vigilant_resolve": "Vigilant Resolve (April 2004)",
        "phantom_fury": "Phantom Fury / Al Fajr (November 2004)",
        CAMPAIGN: "The campaign: both battles, the second unless the first is won",
    },
    options=OPTIONS,
    data_files=DATA.files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=later("pbem_games.fallujah.view:scene"),
    holds=later("pbem_games.fallujah.map:holds"),
    turn=later("pbem_games.fallujah.view:turn"),
    prompt=later("pbem_games.fallujah.forms:FORMS.prompt"),
    read_orders=later("pbem_games.fallujah.forms:FORMS.read_orders"),
    examples=later("pbem_games.fallujah.forms:FORMS.examples"),
    follow=later("pbem_games.fallujah.forms:FORMS.follow"),
    report=later("pbem_games.fallujah.report:report"),
    bots=LaterMapping("pbem_games.fallujah.bots:BOTS"),
    policies=LaterSequence("pbem_games.fallujah.policies:POLICIES"),
    presets=LaterSequence("pbem_games.fallujah.presets:PRESETS"),
    demo_options={"scenario": CAMPAIGN},
    conditions=LaterMapping("pbem_games.fallujah.forms.conditions:CONDITIONS"),
    moments=later("pbem_games.fallujah.forms.conditions:moments_of"),
)
