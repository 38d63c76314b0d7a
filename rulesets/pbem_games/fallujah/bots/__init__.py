"""Players that need no person: for demos, practice and playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.kit.bots import RandomBot
from pbem.ruleset import Bot
from pbem_games.fallujah.bots.sensible import SensibleBot
from pbem_games.fallujah.forms import FORMS

BOTS: Mapping[str, Callable[[str], Bot]] = {"sensible": SensibleBot, "random": partial(RandomBot, FORMS)}
