"""What people are asked and how they type it: one form a kind of decision, found by the rule that asks."""

from __future__ import annotations

from pbem.kit.forms import Forms
from pbem_games.angola.forms import (
    air,
    covert,
    direct_aid,
    equipment,
    fire,
    losses,
    marches,
    pieces,
    recruitment,
    retreat,
)
from pbem_games.angola.forms.battle import above
from pbem_games.angola.forms.names import in_words
from pbem_games.angola.forms.reorganization import Reorganize
from pbem_games.angola.forms.setup import SetUp
from pbem_games.angola.forms.withdrawal import Withdraw
from pbem_games.angola.state import State

FORMS: Forms[State] = Forms(
    {
        ("3", "seal"): SetUp(),
        ("5.4", "seal"): equipment.Pack(),
        "5.2": marches.Cards(),
        "8.1-2": marches.Command(),
        ("8.1-3", "seal"): Reorganize(),
        ("2.4.2", "seal"): equipment.Entries(),
        ("9.9.1", "seal"): equipment.Entries(),
        ("9.9.2", "write"): losses.MineLosses(),
        "9.3.3": losses.Results(),
        "9.11.7": retreat.Retreat(),
        ("12.1.1", "seal"): direct_aid.Drawn(),
        "12.1.2": direct_aid.Deploy(),
        ("12.2", "ask"): direct_aid.ReceiveMajor(),
        ("12.2", "write"): Withdraw(),
        "12.3": recruitment.Recruit(),
        ("12.4.2", "seal"): equipment.Entries(),
        ("12.4.2", "write"): covert.Delivered(),
    },
    above=above,
    in_words=in_words,
    declared=(
        pieces.WINDOW, pieces.LOST_PIECES, pieces.SEEN_FIELDS, fire.MISSILES, fire.ARTILLERY, fire.Mines(),
        losses.LOST, losses.STRAGGLERS, air.STRENGTH, air.COMMIT, air.MISSIONS, air.STRIKES, retreat.GO_ON,
        recruitment.IN_CABINDA, direct_aid.OUT_OF_POOL, covert.BID,
    ),
)
