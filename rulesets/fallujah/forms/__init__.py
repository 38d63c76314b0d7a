"""What people are asked and how they type it: one form a kind of decision, found by the rule that asks."""

from __future__ import annotations

from pbem.kit.forms import Forms
from rulesets.fallujah.forms import fighting
from rulesets.fallujah.forms.consent import Consent
from rulesets.fallujah.forms.names import in_words
from rulesets.fallujah.forms.operations import Operation
from rulesets.fallujah.forms.purchases import FirstPurchase
from rulesets.fallujah.forms.stands import Stand
from rulesets.fallujah.forms.ways import WayOn
from rulesets.fallujah.state import State

FORMS: Forms[State] = Forms(
    {
        "7.1": FirstPurchase(),
        "10.1": Operation(),
        "14.1": WayOn(),
        "16.1": fighting.Lead(),
        "16.3": fighting.Hits(),
        "16.7": Stand(),
        "23.2": fighting.Strikes(),
        "27.1": WayOn(),
        "29.1": fighting.LeaderJoins(),
        "35": Consent(),
    },
    in_words=in_words,
)
