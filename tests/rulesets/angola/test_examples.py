"""The rulebook's own numeric examples of combat, by section; those of movement stand with movement."""

from __future__ import annotations

from angola.boards_resolution import camabatela, combat, duel, empty_map, put

from pbem.kit.tables import total
from pbem.play.table import Table
from pbem_games.angola.combat.resolution import combat_odds, net_bonus, resolve, supporting_regions
from pbem_games.angola.combat.sequence import fight
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.state import Marker, problems


def test_9_1_one_supporting_region():
    state = empty_map()
    put(state, "fapla", "lucala", 3, "a")
    put(state, "fapla", "malange", 2, "b")
    put(state, "fnla", "lucala", 1)
    battle = combat(state, "fapla", "dondo", "lucala")
    assert supporting_regions(state, battle) == ["malange"]


def test_9_11_1_eight_against_three_is_two_to_one():
    state, battle = duel(8, 3)
    assert combat_odds(state, battle) == "2-1"


def test_9_11_3_two_against_four_is_minus_two():
    state, battle = duel(8, 3)
    table = Table(resolve(state, battle))
    table.answer((2, 4))
    assert "difference -2" in table.story[1].text


def test_9_12_the_whole_fight_up_to_camabatela():
    state, battle = camabatela({"infantry": 5, "armored_car": 1}, 3)
    assert combat_odds(state, battle) == "1-1"
    assert total(net_bonus(state, battle)) == 1
    table = Table(resolve(state, battle))
    assert table.pending.dice == 1 + 4
    table.answer((1, 6, 4, 2, 2))  # 1 and 1 for the armored car against 6: difference -4, two levels down
    assert "The odds shift by -2 to 1-3" in table.story[2].text
    table.answer("m.inf1 m.inf2")  # a third of six
    assert table.result == "attacker_back"
    column = state.factions["mpla"].columns["a"]
    assert (column.region, len(column.known)) == ("lucala", 4)
    table = Table(straggle(state, battle))
    table.answer("m.inf3")
    assert len(column.known) == 3
    assert state.factions["mpla"].loose["m.inf3"].region == "lucala"


def test_9_12_the_same_fight_from_the_attack_to_its_end():
    state, _ = camabatela({"infantry": 5, "armored_car": 1}, 3)
    state.battle = None
    state.markers["lucala"] = Marker("mpla")
    table = Table(fight(state, "mpla", "a", "lucala", "camabatela"))
    table.answer((1, 6, 4, 2, 2))
    table.answer("m.inf1 m.inf2")
    table.answer("m.inf3")
    assert table.pending is None
    assert state.battle is None
    assert state.factions["mpla"].columns["a"].known == ["m.inf4", "m.inf5", "m.car1"]
    assert problems(state) == []
