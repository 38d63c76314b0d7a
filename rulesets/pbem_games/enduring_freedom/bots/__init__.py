"""Players that need no person: for demos, practice and playouts; and ways to play that leave most alone, to compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.kit.bots import RandomBot
from pbem.ruleset import Bot
from pbem_games.enduring_freedom.bots.sensible import SensibleBot
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.judgement import style

BOTS: Mapping[str, Callable[[str], Bot]] = {
    "sensible": SensibleBot,
    "random": partial(RandomBot, FORMS),
    "combined": partial(SensibleBot, style=style.COMBINED),
    "at_home": partial(SensibleBot, style=style.AT_HOME),
    "air_only": partial(SensibleBot, style=style.AIR_ONLY),
    "north_only": partial(SensibleBot, style=style.NORTH_ONLY),
    "infowar_only": partial(SensibleBot, style=style.INFOWAR_ONLY),
    "sof_and_air": partial(SensibleBot, style=style.SOF_AIR),
}
