"""Players that need no person: for demos, practice and playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.kit.bots import RandomBot
from pbem.ruleset import Bot
from rulesets.anaconda.bots.sensible import Lingering, Massed, Runners, SensibleBot, Silent, Walkers


def chance(seat: str) -> Bot:
    """One seat that plays at random; forms offer what bots think of, so they are imported when they are needed."""
    from rulesets.anaconda.forms import FORMS

    return RandomBot(FORMS, seat)


BOTS: Mapping[str, Callable[[str], Bot]] = {
    "sensible": SensibleBot, "random": chance, "runners": Runners, "silent": Silent, "massed": Massed,
    "walkers": Walkers, "lingering": Lingering,
}
