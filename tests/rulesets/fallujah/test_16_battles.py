"""15 to 17 Whole battles at random: they end, and the position is sound after every answer."""

from __future__ import annotations

from random import Random

import pytest
from fallujah.boards import hold, node, put, told
from fallujah.boards_fight import MOSQUE, OBJECTIVE, OPEN, URBAN, battle

from pbem.play.requests import Ask, Roll
from pbem.play.table import Table
from pbem_games.fallujah import odds
from pbem_games.fallujah.capture import capture, lose_battle
from pbem_games.fallujah.combat.fire import shots_in
from pbem_games.fallujah.combat.sequence import fight
from pbem_games.fallujah.combat.support import strikes_at_hand
from pbem_games.fallujah.combat.withdrawal import destinations, evacuations
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.leaders import check_leader
from pbem_games.fallujah.orders import Flight, Stay
from pbem_games.fallujah.state import CONCEALED, problems

FORCES = [
    "usmc_1_5 usmc_2_1 usmc_c_1tk usmc_mp hel_g1 hel_t1", "usmc_1_5 usmc_fr hel_s1", "hel_g1 hel_g2", "usmc_mp",
    "ig_36c ig_2iif", "usmc_2lar usa_82e", "usmc_a_2aa usmc_ss_1",
]
ENEMIES = ["mil_b", "mob_attack mil_a", "hvt_a jih_a fed_b", "jih_a jih_a hw_a mob_attack mob_attack", "hvt_c hw_b"]
NODES = ["", "strongpoint", "c2", "hostage_house"]


async def resolve(state):
    if await fight(state):
        await capture(state)
        await check_leader(state)
    else:
        await lose_battle(state)


def random_battle(dice):
    scenario = dice.choice(["vigilant_resolve", "phantom_fury"])
    state = battle(
        dice.choice([OPEN, URBAN, OBJECTIVE, MOSQUE]), dice.choice(FORCES), dice.choice(ENEMIES),
        type=dice.choice(NODES), scenario=scenario, joint_operations=dice.random() < 0.3,
    )
    hold(state, air4=dice.randint(0, 2), soa=dice.randint(0, 1), netwar=dice.randint(0, 2), intel=dice.randint(0, 1))
    for space in ("r2p05", "r3p04"):
        if dice.random() < 0.5:
            node(state, space)
            put(state, space, *["hel_t3"] * (state.units["hel_t3"].place == "recruit"), aloft=True)
    state.operation.martyrs, state.operation.civilians = dice.random() < 0.3, dice.random() < 0.3
    state.operation.ambushes = dice.randint(0, 2)
    state.leaders["ldr_1"] = state.operation.force[0]
    return state


def random_stay(state, dice):
    force = state.operation.force
    leaving = tuple(u for u in force if dice.random() < 0.5)
    lifts = evacuations(state)
    if lifts and dice.random() < 0.5:
        return Stay(flights=(Flight(*dice.choice(lifts), "north"),))
    ways = destinations(state, leaving) if leaving else []
    return Stay(leaving, dice.choice(ways)) if ways else Stay()


def random_answer(table, state, dice):
    request = table.pending
    if isinstance(request, Roll):
        return tuple(dice.randint(1, 6) for _ in range(request.dice))
    if isinstance(request, Ask):
        return dice.choice(table.legal())
    if request.rule == "23.2":
        counts = {kind: dice.randint(0, n) for kind, n in strikes_at_hand(state).items()}
        return tuple((kind, n) for kind, n in counts.items() if n)
    if request.rule == "16.7":
        return random_stay(state, dice)
    return (dice.choice(request.pool),)  # a node is turned up


@pytest.mark.parametrize("seed", range(60))
def test_16_1_any_battle_ends_and_leaves_a_sound_position(seed):
    dice = Random(seed)
    state = random_battle(dice)
    table = Table(resolve(state))
    try:
        for _ in range(600):
            if table.pending is None:
                break
            assert problems(state) == []
            if table.pending.rule == "23.2":
                assert sum(odds.of_coalition_fire(state).values()) == 1
                assert sum(odds.of_opfor_fire(state).values()) == 1
            table.answer(random_answer(table, state, dice))
    except BattleEnds:
        assert state.ops <= 0
        return
    assert table.pending is None
    assert state.operation.enemies == []
    assert problems(state) == []
    assert any(shots_in(text) for text in told(table))
    eliminated = sum(unit.place == "eliminated" for unit in state.units.values())
    reduced = sum(unit.reduced for unit in state.units.values())
    assert state.scores["coalition"].lost >= eliminated + reduced
    assert state.kia == state.scores["coalition"].killed - state.scores["coalition"].lost
    assert all(node.type != CONCEALED for space, node in state.nodes.items() if space == state.operation.space)
