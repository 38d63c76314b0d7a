"""What people are asked and how they type it: one form a kind of decision, found by the rule that asks."""

from __future__ import annotations

from pbem.kit.forms import Forms
from pbem_games.fallujah.forms import fighting
from pbem_games.fallujah.forms.names import in_words
from pbem_games.fallujah.forms.operations import Operation
from pbem_games.fallujah.forms.purchases import FirstPurchase
from pbem_games.fallujah.forms.stands import Stand
from pbem_games.fallujah.forms.ways import WayOn
from pbem_games.fallujah.state import State

FORMS: Forms[State] = Forms(
    {
        "7.1": FirstPurchase(),
        "10.1": Operation(),
        "14.1": WayOn(),
        "16.7": Stand(),
        "27.1": WayOn(),
    },
    in_words=in_words,
    declared=(fighting.LEAD, fighting.HITS, fighting.STRIKES, fighting.LEADER_JOINS, fighting.CONSENT),
)
