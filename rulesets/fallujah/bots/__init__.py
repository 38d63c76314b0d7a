"""Players that need no person: for demos, practice and playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.ruleset import Bot
from rulesets.fallujah.bots.random_bot import RandomBot
from rulesets.fallujah.bots.sensible import SensibleBot

BOTS: Mapping[str, Callable[[str], Bot]] = {"sensible": SensibleBot, "random": RandomBot}
