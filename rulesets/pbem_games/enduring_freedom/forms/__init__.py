"""What people are asked and how they type it: one form a kind of decision, found by the rule that asks."""

from __future__ import annotations

from pbem.kit.forms import Forms
from pbem_games.enduring_freedom.forms import buying, fighting, moving
from pbem_games.enduring_freedom.forms.reading import in_words
from pbem_games.enduring_freedom.state import State

FORMS: Forms[State] = Forms(
    {
        "11.1": buying.PURCHASES, "11.3": buying.FIRST_FORCES, "13.1": moving.LOOKS,
        "15.0": moving.STAGED, "16.0": moving.DRIVES, "17.0": moving.FLIGHTS,
        "17.1": moving.SUPPORT, "22.2": fighting.Strikes(), "23.3": fighting.GroundCombat(),
    },
    in_words=in_words,
    declared=(buying.REFIT, buying.SUSTAINED, fighting.ZONES_NAMED, fighting.EDGE, fighting.HITS, fighting.OVERSTACKED,
              fighting.ZONE, fighting.COMMITTED, fighting.Event(), fighting.LOYA_JIRGA),
)  # fmt: skip
