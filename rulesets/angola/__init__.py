"""Angola!: four factions, two alliances, ten months of war.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from pbem.kit.later import LaterMapping, later
from pbem.ruleset import GameOption, Ruleset
from rulesets.angola.ending import resigned
from rulesets.angola.numbers import FACTIONS, data_files
from rulesets.angola.sequence import play
from rulesets.angola.state import new_state, problems

OPTIONS = (
    GameOption(
        "deal", "open", ("open", "sealed"), "3 r15",
        "how Control Markers are dealt: drawn for all to see, or each hand known to its faction alone until step 8",
        refused={"sealed": "the deal from one cup without a dealer is not built yet"},
    ),
    GameOption(
        "column_size_public", False, (False, True), "8 r28",
        "the number of Units under each Column marker is told when the Column is formed",
    ),
    GameOption(
        "columns_until_clean_up", False, (False, True), "8.1 r30",
        "spare Column markers may go on loose Units once more, just before Clean Up",
    ),
    GameOption(
        "command_off_map_marker", False, (False, True), "8.1 r24",
        "a Command Card may also bring in a Column marker from off the map",
    ),
    GameOption(
        "flec_retreat", False, (False, True), "14.1.2 r98",
        "FNLA beaten in Maiombe may retreat into the FLEC Base while Cabinda has not fallen",
    ),
    GameOption(
        "false_claim", "forfeit", ("forfeit", "flag"), "r126",
        "what a claim proved false costs: the game is lost for that alliance, or it stands in the record only",
    ),
)


RULESET = Ruleset(
    name="angola",
    version=1,
    title="Angola!",
    about=(
        "Two alliances fight for the towns and cities of Angola as it becomes independent: FAPLA and MPLA, with Cuba "
        "behind them, against FNLA and UNITA, with Zaire and South Africa behind them. Whoever loses a place hands "
        "over Victory Tokens, for a city more than for a town. Each month the alliance with more tokens moves its "
        "marker down the Victory Track from 20 towards 10: after ten months the lower marker wins, and an alliance "
        "whose tokens reach the number under its own marker wins at once."
    ),
    seats=FACTIONS,
    scenarios={"july_1975": "July 1975 to April 1976"},
    options=OPTIONS,
    data_files=data_files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=later("rulesets.angola.view:scene"),
    prompt=later("rulesets.angola.forms:FORMS.prompt"),
    read_orders=later("rulesets.angola.forms:FORMS.read_orders"),
    examples=later("rulesets.angola.forms:FORMS.examples"),
    follow=later("rulesets.angola.forms:FORMS.follow"),
    bots=LaterMapping("rulesets.angola.bots:BOTS"),
    guesser=later("rulesets.angola.guesses:AngolaGuesser"),
)
