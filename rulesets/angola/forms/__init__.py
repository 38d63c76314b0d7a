"""What people are asked and how they type it: one form a kind of decision, found by the rule that asks."""

from __future__ import annotations

from pbem.kit.forms import Forms
from rulesets.angola.forms.marches import Cards, Command
from rulesets.angola.forms.names import in_words
from rulesets.angola.state import State

FORMS: Forms[State] = Forms({"5.2": Cards(), "8.1-2": Command()}, in_words=in_words)
