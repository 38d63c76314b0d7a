"""Players that need no person: for demos, practice and playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.kit.bots import RandomBot
from pbem.ruleset import Bot
from rulesets.anaconda.forms import FORMS

BOTS: Mapping[str, Callable[[str], Bot]] = {"random": partial(RandomBot, FORMS)}
