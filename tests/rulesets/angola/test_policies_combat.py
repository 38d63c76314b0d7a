"""9 Standing orders in combat, by the rules that ask: what each choice gives, legal and without a change."""

from __future__ import annotations

import pytest
from angola.boards_fire import equip, run, skirmish, under_way
from angola.boards_resolution import cabinda, duel, frozen, put

from pbem.kit.forms import Asked
from pbem.kit.policies import named
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.angola.combat.air import assign_missions, commit_airgroups, fight_in_the_air, strike
from pbem_games.angola.combat.fire import fire_anti_tank, fire_artillery
from pbem_games.angola.combat.going_on import go_on
from pbem_games.angola.combat.hits import Results, apply_results
from pbem_games.angola.combat.losses import suffer_losses
from pbem_games.angola.combat.mines import drive_in, use_minefield
from pbem_games.angola.combat.retreat import retreat_defenders
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.policies import POLICIES


def given(state, table, name, choice, seat=""):
    """What a standing order gives to what is asked; legal, the same twice, and it changes nothing."""
    policy, before = named(POLICIES, name), frozen(state)
    asked = seat or table.expected()[0]
    setting, peek = policy.read(choice, state), peek_of(table, asked)
    words = policy.given(state, table.pending, asked, setting, peek)
    assert policy.given(state, table.pending, asked, setting, peek) == words
    assert frozen(state) == before
    if words is not None:
        items = Asked(state, table.pending, asked, peek).items()
        for item, say in zip(items, words.split("; "), strict=True):
            item.read(say, asked, table.pending.rule)
    return words


def test_9_12_stragglers_are_the_cheapest_or_of_the_types_named():
    state, battle = duel({"infantry": 5, "tank": 1, "armored_car": 3}, 1)
    table = Table(straggle(state, battle))
    assert given(state, table, "stragglers", "cheapest") == "f.inf1 f.inf2"
    assert given(state, table, "stragglers", "types car, tank") == "f.car1 f.car2"
    assert given(state, table, "stragglers", "types tank") is None  # two are wanted, and there is one
    assert given(state, table, "stragglers", "ask") is None


def test_9_3_3_hits_take_the_cheapest_and_suppress_the_next():
    state, battle = duel({"infantry": 3, "tank": 2}, 4)
    units = ["f.inf1", "f.inf2", "f.tank1", "f.tank2"]
    table = Table(apply_results(state, battle, "fapla", units, Results(1, 1), rule="9.8"))
    assert given(state, table, "losses", "cheapest") == "lose f.inf1 suppress f.inf2"
    assert given(state, table, "losses", "types tank") == "lose f.tank1 suppress f.inf1"
    assert given(state, table, "losses", "types eng") is None
    assert given(state, table, "stragglers", "cheapest") is None  # another rule asks


def test_9_11_6_losses_are_as_many_as_the_table_says():
    state, battle = duel({"infantry": 3, "tank": 2}, 4)
    units = ["f.inf1", "f.inf2", "f.inf3", "f.tank1", "f.tank2"]
    table = Table(suffer_losses(state, battle, "fapla", units, 2, rule="9.11.6", why="combat losses"))
    assert given(state, table, "losses", "cheapest") == "f.inf1 f.inf2"
    assert given(state, table, "losses", "types tank") == "f.tank1 f.tank2"


def test_9_9_2_mines_cost_the_cheapest_armored_unit():
    state, battle = duel({"infantry": 3, "tank": 2, "armored_car": 1}, 4)
    equip(state, "fnla", mine1="dondo")
    battle.minefield = "mine1"
    table = Table(drive_in(state, battle, ["f.tank1", "f.tank2", "f.car1"]))
    table.answer((1, 6, 6))
    assert given(state, table, "losses", "cheapest") == "f.car1"


def test_9_6_2_airgroups_are_committed_in_the_open_and_under_seal():
    state = skirmish(10, 5, air=(6, 2))
    table = Table(commit_airgroups(state, under_way(state)))
    assert given(state, table, "commit_air", "all") == "2"
    table.answer(0)
    assert [given(state, table, "commit_air", c) for c in ("none", "all", "up to 2")] == ["0", "6", "2"]
    sealed = skirmish(10, 5, air=(6, 2), letter="b")
    table = Table(commit_airgroups(sealed, under_way(sealed)))
    assert table.expected() == ("fapla", "fnla")
    assert [given(sealed, table, "commit_air", "all", s) for s in table.expected()] == ["6", "2"]


@pytest.mark.parametrize(("region", "strikers"), [("dondo", ["3", "0"]), ("carmona", ["4", "4"])])
def test_9_6_2_one_more_than_the_enemy_may_send_two_more_for_a_town(region, strikers):
    state = skirmish(10, 5, air=(6, 2), region=region, origin="camabatela")
    table = Table(commit_airgroups(state, under_way(state, region, "camabatela")))
    table.answer(0)
    assert [given(state, table, "commit_air", c) for c in ("to strike", "towns")] == strikers


def test_9_6_3_and_9_7_who_outnumbers_the_enemy_strikes_or_not():
    state = skirmish(10, 5, air=(6, 2))
    battle = under_way(state)
    battle.air = {"fapla": 4, "fnla": 2}
    table = Table(assign_missions(state, battle))
    assert given(state, table, "missions", "strike") == "fapla=2"
    assert given(state, table, "missions", "superiority") == "fapla=4"
    alone = skirmish(10, 5, air=(3, 0))
    battle = under_way(alone)
    battle.air = {"fapla": 3, "fnla": 0}

    async def over_the_ground():
        await strike(alone, battle, await fight_in_the_air(alone, battle))

    table = run(Table(over_the_ground()), "fapla=0")
    assert (table.pending.rule, table.pending.seat) == ("9.7", "fapla")
    assert [given(alone, table, "strikes", c) for c in ("all", "none")] == ["2", "0"]


def test_9_10_missiles_that_are_here_one_for_each_armored_target():
    state = skirmish({"infantry": 4, "tank": 1}, 5, letter="b")
    secrets = equip(state, "fnla", at1="b", at2="b", at3="dondo", at4="carmona")
    table = Table(fire_anti_tank(state, under_way(state)), secrets=secrets)
    assert (table.pending.rule, table.pending.seat) == ("9.10", "fnla")
    assert given(state, table, "missiles", "useful") == "at1"
    assert given(state, table, "missiles", "all") == "at1 at2 at3"
    assert given(state, table, "missiles", "none") == "none"


def test_9_8_the_strongest_battery_fires():
    state, battle = duel({"infantry": 3, "artillery": 2}, 4)
    table = Table(fire_artillery(state, battle))
    assert [given(state, table, "artillery", c) for c in ("strongest", "none")] == ["f.art1", "none"]


def test_9_9_2_a_field_is_declared_if_it_is_one():
    state = skirmish({"infantry": 4, "tank": 1}, 5, letter="b")
    secrets = equip(state, "fnla", mine1="b", mine2="field.dondo")
    table = Table(use_minefield(state, under_way(state)), secrets=secrets)
    assert given(state, table, "mines", "declare") == "mine2"
    assert given(state, table, "mines", "quiet") == "none"


@pytest.mark.parametrize(
    ("ours", "theirs", "choice", "words"),
    [
        (8, 4, "while odds 2:1", "f.inf1"), (7, 4, "while odds 2:1", "retreat"), (7, 4, "never", "retreat"),
        (2, 1, "while odds 1:1", "retreat"), (3, 3, "while odds 1:1", "f.inf1"),
    ],
)
def test_9_11_8_an_attack_goes_on_while_the_odds_are_good(ours, theirs, choice, words):
    state, battle = duel(ours, theirs)
    table = Table(go_on(state, battle))
    assert given(state, table, "fight_on", choice) == words
    assert given(state, table, "stand_fast", choice) is None


def test_9_11_8_a_defence_counts_its_own_odds_and_14_3_1_cabinda_is_left_to_its_player():
    state, battle = duel(4, 6)
    table = Table(go_on(state, battle))
    table.answer("f.inf1")
    assert given(state, table, "stand_fast", "while odds 2:1") == "n.inf1"
    assert given(state, table, "stand_fast", "while odds 3:1") == "retreat"
    state, battle = cabinda(4, 6)
    table = Table(go_on(state, battle))
    table.answer("n.inf1")
    assert given(state, table, "stand_fast", "while odds 1:2") is None


def test_9_11_7_defenders_go_to_the_first_region_that_is_open():
    state, battle = duel(8, 4)
    put(state, "fnla", "quibala", 1)
    table = Table(retreat_defenders(state, battle, "1/3"))
    open_now = given(state, table, "retreat", "cheapest")
    assert open_now is not None
    to = open_now.split(" to ")[1].split()[0]
    assert given(state, table, "retreat", f"to catete, {to}").split(" to ")[1].split()[0] == to
    assert given(state, table, "retreat", "to catete") is None  # the attacker came from there
