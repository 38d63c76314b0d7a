"""Standing orders of Angola!: what a player's tool may decide for him, most of it in combat."""

from __future__ import annotations

from pbem_games.angola.forms.air import COMMIT, MISSIONS, STRIKES
from pbem_games.angola.forms.covert import BID
from pbem_games.angola.forms.fire import ARTILLERY, MINEFIELD, MISSILES
from pbem_games.angola.forms.pieces import WINDOW
from pbem_games.angola.forms.recruitment import IN_CABINDA
from pbem_games.angola.policies.aid import (
    CARRIERS,
    COVERT_AID,
    DIRECT_AID,
    RECRUITMENT,
    REORGANIZATION,
)
from pbem_games.angola.policies.losses import LOSSES, STRAGGLERS
from pbem_games.angola.policies.resolution import FIGHT_ON, RETREAT, STAND_FAST

POLICIES = (
    STRAGGLERS, LOSSES, *COMMIT.policies, *MISSIONS.policies, *STRIKES.policies, *MISSILES.policies,
    *ARTILLERY.policies, *MINEFIELD.policies, FIGHT_ON, STAND_FAST, RETREAT, *WINDOW.policies, REORGANIZATION,
    RECRUITMENT, *IN_CABINDA.policies, DIRECT_AID, *BID.policies, COVERT_AID, CARRIERS,
)
