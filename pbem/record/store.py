"""How the log of a match is called in the folder of that match.

Belongs here: its name. Must not be here: reading and writing it (`pbem.record.log`).
"""

from __future__ import annotations

LOG_NAME = "game.pbem"
