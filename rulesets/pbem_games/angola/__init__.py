"""Angola!: four factions, two alliances, ten months of war.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from pbem.kit.glossary import Glossary
from pbem.kit.later import LaterMapping, LaterSequence, later
from pbem.ruleset import Ruleset
from pbem_games.angola.ending import resigned
from pbem_games.angola.numbers import DATA, FACTIONS
from pbem_games.angola.options import OPTIONS
from pbem_games.angola.sequence import play
from pbem_games.angola.state import new_state, problems

RULESET = Ruleset(
    name="angola",
    version=1,
    title="Angola!",
    about=(
        "Two alliances fight for the towns and cities of Angola as it becomes independent: FAPLA and MPLA, with Cuba "
        "behind them, against FNLA and UNITA, with Zaire and South Africa behind them. Whoever loses a place hands "
        "over Victory Tokens, for a city more than for a town; each month begins anew with ten a side. At its end "
        "the alliance with more tokens moves its marker down the Victory Track from 20 towards 10; so does, by a "
        "space, the one whose enemy bid the most for covert aid (propaganda war). After ten months the lower marker "
        "wins, and an alliance whose tokens reach the number under its own marker at the end of a month wins at once."
    ),
    seats=FACTIONS,
    terms=Glossary("pbem_games.angola"),
    scenarios={"july_1975": "July 1975 to April 1976"},
    options=OPTIONS,
    data_files=DATA.files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=later("pbem_games.angola.view:scene"),
    holds=later("pbem_games.angola.markers:holds"),
    turn=later("pbem_games.angola.view:turn"),
    prompt=later("pbem_games.angola.forms:FORMS.prompt"),
    read_orders=later("pbem_games.angola.forms:FORMS.read_orders"),
    examples=later("pbem_games.angola.forms:FORMS.examples"),
    follow=later("pbem_games.angola.forms:FORMS.follow"),
    decided=later("pbem_games.angola.words.decisions:decided"),
    bots=LaterMapping("pbem_games.angola.bots.players:BOTS"),
    policies=LaterSequence("pbem_games.angola.policies:POLICIES"),
    presets=LaterSequence("pbem_games.angola.policies.presets:PRESETS"),
    guesser=later("pbem_games.angola.guesses:AngolaGuesser"),
    conditions=LaterMapping("pbem_games.angola.forms.conditions:CONDITIONS"),
    moments=later("pbem_games.angola.forms.conditions:moments_of"),
)
