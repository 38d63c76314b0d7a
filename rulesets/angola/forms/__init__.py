"""What people are asked and how they type it: one form a kind of decision, found by the rule that asks."""

from __future__ import annotations

from pbem.kit.forms import Forms
from rulesets.angola.forms.equipment import Entries, Pack
from rulesets.angola.forms.marches import Cards, Command
from rulesets.angola.forms.names import in_words
from rulesets.angola.forms.reorganization import Reorganize
from rulesets.angola.forms.setup import SetUp
from rulesets.angola.state import State

FORMS: Forms[State] = Forms(
    {
        ("3", "seal"): SetUp(),
        ("5.4", "seal"): Pack(),
        "5.2": Cards(),
        "8.1-2": Command(),
        ("8.1-3", "seal"): Reorganize(),
        ("2.4.2", "seal"): Entries(),
        ("9.9.1", "seal"): Entries(),
        ("12.4.2", "seal"): Entries(),
    },
    in_words=in_words,
)
