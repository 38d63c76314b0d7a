"""How the log of a match is called in the folder of that match, and what lies beside it until a join comes.

Belongs here: their names. Must not be here: reading and writing them (`pbem.record.log`, `pbem.record.unjoined`).
"""

from __future__ import annotations

LOG_NAME = "game.pbem"
UNJOINED_NAME = "unjoined.pbem"
