"""Players that need no person, by name: for demos, practice and playouts; and one-sided ways to play, to compare.

A module of its own: forms offer what `sensible` thinks of, and the bot that plays at random is made of forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.kit.bots import RandomBot
from pbem.ruleset import Bot
from pbem_games.anaconda.bots.sensible import Bombers, Lingering, Massed, Runners, SensibleBot, Silent, Walkers
from pbem_games.anaconda.forms import FORMS

BOTS: Mapping[str, Callable[[str], Bot]] = {
    "sensible": SensibleBot, "random": partial(RandomBot, FORMS), "runners": Runners, "silent": Silent,
    "massed": Massed, "walkers": Walkers, "lingering": Lingering,
    "bombers": Bombers,
}
