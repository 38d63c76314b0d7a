"""9.3 A combat from beginning to end."""

from __future__ import annotations

import random

import pytest
from angola.boards_fire import equip, fight_table, open_field, run, seal_columns, skirmish, told
from angola.boards_resolution import frozen, put

from pbem.errors import IllegalMove
from pbem.kit.numbers import copy_of
from pbem.play.requests import Ask, Open, Roll, Seal, SealMany, Write
from pbem_games.angola.state import Marker, problems


def test_9_3_a_whole_combat_step_by_step():
    state = skirmish({"infantry": 6, "artillery": 1, "armored_car": 1}, {"infantry": 3, "artillery": 1}, letter="b",
                     region="camabatela", origin="lucala", air=(2, 1))
    state.markers["camabatela"] = Marker("fnla")
    secrets = equip(state, "fnla", seal_columns(state), mine1="field.camabatela", aa1="b", at1="b")
    table = fight_table(state, secrets, region="camabatela", origin="lucala")
    asked = []
    answers = {
        "9.6.2": {"fapla": 2, "fnla": 1}, "9.6.3": "fapla=1", "9.7 missiles": "none", "9.7 strikes": 1,
        "9.8": "none", "9.9.2 declare": "mine1", "9.10": "none", "9.11.7": None, "9.12": None, "9.3.3": None,
    }
    dice = {"9.6.3": 1, "9.7": 1, "9.9.2": 3, "9.11.3": 6}
    while table.pending is not None:
        request = table.pending
        if not asked or asked[-1] != request.rule:
            asked.append(request.rule)
        if isinstance(request, Roll):
            ours = 1 if request.rule == "9.11.3" else 0
            table.answer((6,) * ours + (dice[request.rule] if not ours else 1,) * (request.dice - ours))
        elif isinstance(request, Open):
            table.answer()
        elif isinstance(request, Seal | SealMany):
            table.answer(answers[request.rule])
        elif isinstance(request, Ask | Write) and (true := request.truth(table.peek)) is not None:
            table.answer(true)
        else:
            what = request.about.partition("/")[2]
            answer = answers[f"{request.rule} {what}" if f"{request.rule} {what}" in answers else request.rule]
            table.answer(table.options.default() if answer is None else answer)
    assert asked[:9] == ["9.4", "9.6.2", "9.5", "9.6.3", "9.7", "9.8", "9.9.2", "9.10", "9.11.3"]
    assert state.battle is None
    assert state.factions["fapla"].air_ready == 0
    assert state.factions["fapla"].air_done + state.factions["fnla"].air_done == 3
    assert problems(state) == []


def test_9_11_a_side_without_units_ends_it_before_step_9():
    state = skirmish({"infantry": 4, "artillery": 1}, 1, region="camabatela", origin="lucala")
    state.markers["camabatela"] = Marker("fnla")
    state.factions["fapla"].columns["a"].known.remove("f.inf4")
    state.factions["fapla"].reserve.append("f.inf4")
    table = run(fight_table(state, region="camabatela", origin="lucala"), "f.art1", dice=[(6, 1)])
    request = table.pending  # Step 10: infantry or the battery falls behind
    assert (request.rule, request.seat) == ("9.12", "fapla")
    run(table, "f.art1")
    assert table.pending is None
    assert state.markers["camabatela"].holder == "fapla"
    assert "9.11" not in {t.rule for t in table.story}


def test_R71_an_attacker_that_dies_captures_nothing():
    state = skirmish(1, {"infantry": 1, "artillery": 1}, region="camabatela", origin="lucala")
    state.markers["camabatela"] = Marker("fnla")
    table = run(fight_table(state, region="camabatela", origin="lucala"), "n.art1", dice=[(6, 1)])
    assert table.pending is None
    assert state.factions["fapla"].columns == {}
    assert state.markers["camabatela"].holder == "fnla"
    assert state.battle is None


def test_A146_a_dead_defence_still_has_its_minefield():
    state = skirmish({"infantry": 3, "artillery": 1, "armored_car": 1}, 1)
    open_field(state, "fnla", "mine1", "dondo")
    table = run(fight_table(state), "f.art1", "mine1", dice=[(6, 1), (1,)])
    assert (table.pending.rule, table.pending.seat) == ("9.12", "fapla")
    assert "f.car1" in state.factions["fapla"].reserve
    run(table, "f.art1")
    assert "mine1" in state.equipment_pool
    assert problems(state) == []


def test_A102_both_fight_on_and_the_combat_starts_anew():
    state = skirmish({"infantry": 4, "artillery": 1}, 4)
    table = run(fight_table(state), "f.art1", dice=[(4, 1), (3, 3)])
    assert table.pending.rule == "9.11.8"
    table.answer("f.inf1")
    table.answer("n.inf2")
    assert state.battle.combat_round == 2
    assert state.battle.suppressed == ["f.art1", "n.inf1"]  # R89
    assert len(state.factions["fnla"].loose) == 3
    assert isinstance(table.pending, Roll)  # no battery is left to fire
    assert "Round 2 of the combat in Dondo" in told(table)


def test_A100_an_attacker_that_goes_back_straggles_there():
    state = skirmish(4, 4)
    table = run(fight_table(state), "retreat", dice=[(3, 3)])
    assert table.pending is None
    own = state.factions["fapla"]
    assert own.columns["a"].region == "catete"
    assert [u.region for u in own.loose.values()] == ["catete"]
    assert state.battle is None


def test_R132_an_attacker_thrown_back_takes_a_free_marker():
    state = skirmish(4, 4, region="camabatela", origin="lucala")
    run(fight_table(state, region="camabatela", origin="lucala"), dice=[(1, 6, 6, 6, 6)])
    assert state.markers["lucala"] == Marker("fapla")


def test_9_3_3_suppression_ends_with_the_combat():
    state = skirmish({"infantry": 12, "artillery": 1}, 4)
    run(fight_table(state), "f.art1", dice=[(4, 4)])
    assert state.battle is not None
    assert "f.art1" in state.battle.suppressed


def is_true(table, say):
    """Whether an answer is legal and, as far as secrets are seen, true."""
    try:
        table.check_claims(say)
    except IllegalMove:
        return False
    return True


def playout(state, secrets, seed, **where):
    """A combat with random legal answers, honest where only a secret decides."""
    rng = random.Random(seed)
    table = fight_table(state, secrets, **where)
    for _ in range(300):
        request = table.pending
        if request is None:
            return table
        if isinstance(request, Open):
            table.answer()
        elif isinstance(request, Roll):
            table.answer(tuple(rng.randint(1, 6) for _ in range(request.dice)))
        elif isinstance(request, Seal):
            table.answer({seat: rng.choice(request.items[seat].legal) for seat in table.expected()})
        elif (true := request.truth(table.peek)) is not None:
            table.answer(true)
        elif isinstance(request, Ask):
            table.answer(rng.choice([a for a in table.legal() if is_true(table, table.options.spell(a))]))
        elif request.about.endswith("/missiles"):
            table.answer(next(say for say in ("aa1 aa2", "at1 at2", "aa1", "aa2", "at1", "at2") if is_true(table, say)))
        else:
            table.answer(table.options.default())
    raise AssertionError("the combat does not end")


@pytest.mark.parametrize("seed", range(40))
def test_9_3_any_combat_ends_and_leaves_a_sound_position(seed):
    rng = random.Random(seed)
    kinds = ["infantry", "armored_car", "tank", "artillery", "engineer"]

    def force():
        return {"infantry": rng.randint(1, 5)} | {k: rng.randint(0, 2) for k in kinds[1:]}

    region, origin = rng.choice([("camabatela", "lucala"), ("dondo", "catete")])
    state = skirmish(force(), force(), region=region, origin=origin, letter=rng.choice(["", "b"]), air=(4, 3))
    if rng.random() < 0.5:
        put(state, "unita", region, force(), rng.choice(["", "a"]))
        state.factions["unita"].air_ready = 2
    state.markers["camabatela"] = Marker("fnla")
    secrets = seal_columns(state)
    letter = "b" if "b" in state.factions["fnla"].columns else region
    entries = {"aa1": letter, "at1": letter}
    if letter == "b":
        entries["mine1"] = f"field.{region}"
    else:
        open_field(state, "fnla", "mine1", region)
    secrets = equip(state, "fnla", secrets, **entries)
    secrets = equip(state, "fapla", secrets, at2="a", aa2="a", mine3="a")
    again, other = copy_of(state), secrets.copy()
    table = playout(state, secrets, seed, region=region, origin=origin)
    assert problems(state) == []
    assert state.battle is None
    assert not [i.text for i in table.incidents if "not legal" in i.text]
    assert "claimed what was not true" not in told(table)
    playout(again, other, seed, region=region, origin=origin)
    assert frozen(again) == frozen(state)


@pytest.mark.parametrize("cheat", ["fapla", "fnla"])
@pytest.mark.parametrize("units", ["", "inf20", "eng1 inf19", "inf1", "tank1 h7", "inf5"])
@pytest.mark.parametrize("seed", range(3))
def test_R126_no_false_manifest_stops_a_combat(cheat, units, seed):
    letter = random.Random(seed).choice(["", "b"])
    state = skirmish(
        {"infantry": 3, "tank": 1}, {"infantry": 2, "tank": 1}, letter=letter, air=(2, 2), false_claim="flag"
    )
    put(state, "fapla", "luanda", {"infantry": 17, "engineer": 1}, "d")
    put(state, "fnla", "maquela", 1, "c")
    manifest = [f"{state.numbers.factions[cheat].code}.{u}" for u in units.split()]
    own = state.factions[cheat]
    honest = {x: list(own.columns[x].known) for x in own.columns}
    lies = [manifest if x in "ab" else honest[x] for x in sorted(honest)]
    secrets = seal_columns(state, **{cheat: lies})
    table = playout(state, secrets, seed)
    assert state.battle is None
    assert not any("two places" in text or "another faction" in text for text in problems(state)), told(table)
