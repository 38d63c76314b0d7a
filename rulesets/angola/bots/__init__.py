"""Players that need no person: for demos, practice and playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.ruleset import Bot
from rulesets.angola.bots.random_bot import RandomBot

BOTS: Mapping[str, Callable[[str], Bot]] = {"random": RandomBot}
