"""Players that need no person, by name: for demos, practice and playouts.

A module of its own: forms pick what `sensible` thinks of, and the bot that plays at random is made of forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.kit.bots import RandomBot
from pbem.ruleset import Bot
from pbem_games.angola.bots.sensible import SensibleBot
from pbem_games.angola.forms import FORMS

BOTS: Mapping[str, Callable[[str], Bot]] = {"sensible": SensibleBot, "random": partial(RandomBot, FORMS)}
