"""Operation Anaconda: Coalition against Al Qaeda in the Shahi-Kot valley, March 2002.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from pbem.kit.glossary import Glossary
from pbem.kit.later import LaterMapping, LaterSequence, later
from pbem.ruleset import Ruleset
from pbem_games.anaconda.ending import resigned
from pbem_games.anaconda.numbers import DATA, SEATS
from pbem_games.anaconda.options import OPTIONS
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.sequence import play
from pbem_games.anaconda.state import new_state

RULESET = Ruleset(
    name="anaconda",
    version=1,
    title="Operation Anaconda",
    about=(
        "The Coalition lands in the mountains of eastern Afghanistan, where Al Qaeda lies hidden: 48 counters face "
        "down, which only it knows. Both draw markers that put one command in action at a time; the Coalition "
        "reconnoitres, moves and fires with helicopters and aircraft, Al Qaeda fires out of hiding or escapes over "
        "the eastern passes. Each side counts Victory Points of its own and reads its own level of victory; the higher "
        "level wins. With no more than a Stalemate the Coalition must hold three objective hexes as well."
    ),
    seats=SEATS,
    terms=Glossary("pbem_games.anaconda"),
    scenarios={"shahi_kot": "Shahi-Kot, 2 to 10 March 2002"},
    options=OPTIONS,
    demo_options={"reaction": "standing"},  # as people by mail play who want few letters (ruling R110)
    data_files=DATA.files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=later("pbem_games.anaconda.view:scene"),
    holds=later("pbem_games.anaconda.forces:holds"),
    turn=later("pbem_games.anaconda.view:turn"),
    prompt=later("pbem_games.anaconda.forms:FORMS.prompt"),
    read_orders=later("pbem_games.anaconda.forms:FORMS.read_orders"),
    examples=later("pbem_games.anaconda.forms:FORMS.examples"),
    again=later("pbem_games.anaconda.forms:FORMS.again"),
    lasting=later("pbem_games.anaconda.forms:FORMS.lasting"),
    echo=later("pbem_games.anaconda.forms:FORMS.echo"),
    follow=later("pbem_games.anaconda.forms:FORMS.follow"),
    decided=later("pbem_games.anaconda.words.decisions:decided"),
    bots=LaterMapping("pbem_games.anaconda.bots.players:BOTS"),
    policies=LaterSequence("pbem_games.anaconda.policies:POLICIES"),
    presets=LaterSequence("pbem_games.anaconda.presets:PRESETS"),
    looks=LaterMapping("pbem_games.anaconda.looks:LOOKS"),
    conditions=LaterMapping("pbem_games.anaconda.forms.conditions:CONDITIONS"),
    moments=later("pbem_games.anaconda.forms.conditions:moments_of"),
)
