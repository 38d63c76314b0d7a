"""Standing orders of Angola!: what a player's tool may decide for him, most of it in combat."""

from __future__ import annotations

from pbem_games.angola.policies.aid import (
    BID,
    CABINDA_RECRUITS,
    CARRIERS,
    COVERT_AID,
    DIRECT_AID,
    EQUIPMENT,
    RECRUITMENT,
)
from pbem_games.angola.policies.air import COMMIT_AIR, MISSIONS, STRIKES
from pbem_games.angola.policies.fire import ARTILLERY, MINES, MISSILES
from pbem_games.angola.policies.losses import LOSSES, STRAGGLERS
from pbem_games.angola.policies.resolution import FIGHT_ON, RETREAT, STAND_FAST

POLICIES = (
    STRAGGLERS, LOSSES, COMMIT_AIR, MISSIONS, STRIKES, MISSILES, ARTILLERY, MINES, FIGHT_ON, STAND_FAST, RETREAT,
    EQUIPMENT, RECRUITMENT, CABINDA_RECRUITS, DIRECT_AID, BID, COVERT_AID, CARRIERS,
)
