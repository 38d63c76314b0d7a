"""Operation Anaconda: Coalition against Al Qaeda in the Shahi-Kot valley, March 2002.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from pbem.kit.later import LaterMapping, LaterSequence, later
from pbem.ruleset import Ruleset
from rulesets.anaconda.ending import resigned
from rulesets.anaconda.numbers import DATA, SEATS
from rulesets.anaconda.options import OPTIONS
from rulesets.anaconda.problems import problems
from rulesets.anaconda.sequence import play
from rulesets.anaconda.state import new_state

RULESET = Ruleset(
    name="anaconda",
    version=1,
    title="Operation Anaconda",
    about=(
        "The Coalition lands in the mountains of eastern Afghanistan, where Al Qaeda lies hidden: 48 counters face "
        "down, which only it knows. Both draw markers that put one command in action at a time; the Coalition "
        "reconnoitres, moves and fires with helicopters and aircraft, Al Qaeda fires out of hiding or escapes over "
        "the eastern passes. Each side counts Victory Points of its own and reads its own level of victory; the higher "
        "level wins."
    ),
    seats=SEATS,
    scenarios={"shahi_kot": "Shahi-Kot, 2 to 10 March 2002"},
    options=OPTIONS,
    demo_options={"reaction": "standing"},  # as people by mail play who want few letters (ruling R110)
    data_files=DATA.files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=later("rulesets.anaconda.view:scene"),
    prompt=later("rulesets.anaconda.forms:FORMS.prompt"),
    read_orders=later("rulesets.anaconda.forms:FORMS.read_orders"),
    examples=later("rulesets.anaconda.forms:FORMS.examples"),
    again=later("rulesets.anaconda.forms:FORMS.again"),
    lasting=later("rulesets.anaconda.forms:FORMS.lasting"),
    echo=later("rulesets.anaconda.forms:FORMS.echo"),
    follow=later("rulesets.anaconda.forms:FORMS.follow"),
    decided=later("rulesets.anaconda.words.decisions:decided"),
    bots=LaterMapping("rulesets.anaconda.bots.players:BOTS"),
    policies=LaterSequence("rulesets.anaconda.policies:POLICIES"),
    looks=LaterMapping("rulesets.anaconda.looks:LOOKS"),
    conditions=LaterMapping("rulesets.anaconda.forms.conditions:CONDITIONS"),
    moments=later("rulesets.anaconda.forms.conditions:moments_of"),
)
