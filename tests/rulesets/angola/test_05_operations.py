"""5.1, 5.2, 7.1, 7.2, 8.1-1 Operations: packs, Column Cards, 5th Column Cards, the jungle."""

from __future__ import annotations

import pytest
from angola.boards_operations import column, empty_map, frozen, give, put, run, seal_column, stories

from pbem.errors import IllegalMove
from pbem.play.requests import Listed, Open, Roll, SealMany, Write
from pbem.play.table import Table
from pbem_games.angola import operations
from pbem_games.angola.columns import open_columns
from pbem_games.angola.operations import operations_phase, play_card
from pbem_games.angola.state import JungleSet, Marker, problems
from pbem_games.angola.words.operations import Order


@pytest.fixture
def fights(monkeypatch):
    """Combats are noted and change nothing."""
    fought = []

    async def fight(state, faction, letter, origin, region):
        fought.append((faction, letter, origin, region))

    monkeypatch.setattr(operations, "fight", fight)
    return fought


def refuses(state, card, faction="fapla", *, secrets=None, **answers):
    """Each order is refused by the rule that is its keyword's value, and nothing changes."""
    table = Table(play_card(state, faction, card), secrets=secrets, first_round=50)
    before = frozen(state)
    for order, rule in answers["orders"].items():
        with pytest.raises(IllegalMove) as told:
            table.check_claims(order)
        assert told.value.rule == rule, str(told.value)
        assert frozen(state) == before
        assert isinstance(table.pending, Write)


# ------------------------------------------------------------------ 5.1 packs


def packed(state, packs, procedure):
    """The procedure at a table after all packs are sealed."""

    async def pack():
        kinds = [*"abcde"]
        cards = ["blank", "command", "fifth_column", *(f"column_{x}" for x in kinds)]
        items = {f: [Listed(cards) for _ in pack] for f, pack in packs.items()}
        given = await SealMany(rule="5.4", bucket=128, items=items)
        for faction, handles in given.items():
            state.factions[faction].pack = list(handles)

    sealing = Table(pack())
    sealing.answer(packs)
    return Table(procedure, secrets=sealing.secrets, first_round=50)


def test_5_1_cards_are_opened_one_by_one_in_turn_order():
    state = empty_map()
    state.first_player = "mpla"
    packs = {f: ["blank", "column_a"] for f in ("fapla", "fnla", "mpla", "unita")}
    table = packed(state, packs, operations_phase(state))
    opened = []
    while table.pending is not None:
        assert isinstance(table.pending, Open)
        opened.append((table.pending.about, state.card, state.player))
        table.answer()
    assert [f for f, _, _ in opened] == ["mpla", "unita", "fapla", "fnla"] * 2
    assert opened[4] == ("mpla", 1, 0)
    assert state.factions["unita"].opened == ["blank", "column_a"]
    assert (state.card, state.player) == (2, 0)


def test_5_1_play_goes_on_from_the_card_that_the_state_names():
    state = empty_map()
    packs = {f: ["blank", "blank"] for f in ("fapla", "fnla", "mpla", "unita")}
    state.card, state.player = 1, 2
    table = packed(state, packs, operations_phase(state))
    seats = []
    while table.pending is not None:
        seats.append(table.pending.about)
        table.answer()
    assert seats == ["mpla", "unita"]


def test_5_2_nothing_is_done_with_a_blank():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    before = frozen(state)
    assert run(play_card(state, "fapla", "blank")).pending is None
    assert frozen(state) == before


def test_A22_a_column_off_the_map_cannot_be_played():
    state = empty_map()
    before = frozen(state)
    table = run(play_card(state, "fapla", "column_c"))
    assert table.pending is None
    assert "FAPLA Column C is not on the map" in stories(table)
    assert frozen(state) == before


# ------------------------------------------------------------------ 8.1-1 detaching


def test_A23_detached_units_are_loose_and_unmoved():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2", "car1")
    secrets = seal_column(state, "fapla", "a")
    run(play_card(state, "fapla", "column_a"), "detach f.inf1 f.car1", secrets=secrets)
    own = state.factions["fapla"]
    assert {u: (x.region, x.moved, x.straggler) for u, x in own.loose.items()} == {
        "f.inf1": ("luanda", False, False), "f.car1": ("luanda", False, False)
    }
    assert not own.columns["a"].moved
    assert problems(state) == []


def test_A24_the_last_unit_is_not_detached():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    refuses(state, "column_a", orders={"detach f.inf1": "8.1-1"})


def test_A24_nor_out_of_a_column_that_only_its_owner_knows():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    secrets = seal_column(state, "fapla", "a")
    refuses(state, "column_a", secrets=secrets, orders={
        "detach f.inf1 f.inf2": "8.1-1", "detach f.tank1": "8.1-1", "detach f.inf1 f.inf1": "8.1-1",
    })


def test_8_1_1_only_units_that_could_be_there_are_named():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    put(state, "fapla", "luanda", "inf3")
    secrets = seal_column(state, "fapla", "a")
    refuses(state, "column_a", secrets=secrets, orders={
        "detach f.inf3": "8.1-1", "detach f.inf9": "8.1-1", "detach m.inf1": "8.1-1", "detach": "8.1-1",
        "detach f.special": "8.1-1", "go catete detach f.inf1 luanda": "8.1-1", "equip": "2.4.2", "watch": "r133",
    })


def test_8_1_1_a_hidden_major_unit_is_named_when_it_is_left_behind():
    state = empty_map()
    own = state.factions["fapla"]
    column(state, "fapla", "a", "luanda", "inf1")

    async def draw():
        given = await SealMany(rule="12.1.1", bucket=128, items={"fapla": [Listed(tuple(own.major_pool))]})
        own.hidden["f.h1"] = given["fapla"][0]

    drawn = Table(draw())
    drawn.answer({"fapla": ["f.special"]})
    own.columns["a"].known.append("f.h1")
    secrets = seal_column(state, "fapla", "a", drawn.secrets)
    run(play_card(state, "fapla", "column_a"), "detach f.h1 go catete", secrets=secrets)
    assert list(own.loose) == ["f.special"]
    assert own.named == {"f.h1": "f.special"}
    assert own.hidden == {}
    assert "f.special" not in own.major_pool
    table = run(open_columns(state, "fapla", ["a"], rule="9.5"), secrets=secrets)
    assert own.columns["a"].known == ["f.inf1"]
    assert "claimed" not in stories(table)


def test_8_1_1_a_hidden_major_unit_that_stands_elsewhere_is_found_out():
    state = empty_map()
    own = state.factions["fapla"]
    column(state, "fapla", "a", "luanda", "inf1")
    put(state, "fapla", "catete", "special")

    async def draw():
        given = await SealMany(rule="12.1.1", bucket=128, items={"fapla": [Listed(("f.motorised", "f.special"))]})
        own.hidden["f.h1"] = given["fapla"][0]

    drawn = Table(draw())
    drawn.answer({"fapla": ["f.special"]})
    own.columns["a"].known.append("f.h1")
    table = run(play_card(state, "fapla", "column_a"), "detach f.h1", secrets=drawn.secrets)
    assert "f.special was not in the pool when it was drawn" in stories(table)
    assert own.loose["f.special"].region == "catete"
    assert own.columns["a"].known == ["f.inf1"]
    assert problems(state) == []


def test_e2_the_same_claim_is_noted_once():
    state = empty_map()
    column(state, "fapla", "a", "dondo", "inf1", "inf2")
    secrets = seal_column(state, "fapla", "a")
    run(play_card(state, "fapla", "column_a"), "go quissama", secrets=secrets)
    run(play_card(state, "fapla", "column_a"), "go dondo", secrets=secrets)
    assert [c.kind for c in state.factions["fapla"].columns["a"].claims] == ["not_road_bound"]


def test_A26_the_second_card_moves_the_column_again(fights):
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    run(play_card(state, "fapla", "column_a"), "go catete")
    run(play_card(state, "fapla", "column_a"), "go cazengo lucala")
    assert state.factions["fapla"].columns["a"].region == "lucala"
    assert state.factions["fapla"].columns["a"].moved


def test_A27_nobody_joins_a_column_on_its_way():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    put(state, "fapla", "catete", "inf2")
    run(play_card(state, "fapla", "column_a"), "go catete cazengo")
    assert state.factions["fapla"].columns["a"].known == ["f.inf1"]
    assert state.factions["fapla"].loose["f.inf2"].region == "catete"


def test_5_2_to_stay_is_the_draft_and_changes_nothing():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    before = frozen(state)
    table = run(play_card(state, "fapla", "column_a"))
    assert table.legal() == [Order()]
    table.answer("stay")
    assert table.pending is None
    assert frozen(state) == before


# ------------------------------------------------------------------ 7.1 marching


def test_A44_the_column_stops_at_an_enemy_and_fights(fights):
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    put(state, "unita", "cazengo", "inf1")
    table = run(play_card(state, "fapla", "column_a"), "go catete cazengo lucala")
    assert fights == [("fapla", "a", "catete", "cazengo")]
    assert state.factions["fapla"].columns["a"].region == "cazengo"
    assert "Column A marches Luanda - Catete - Cazengo and attacks" in stories(table)


def test_A53_a_free_marker_is_taken_at_the_end_of_a_march_and_not_on_the_way():
    state = empty_map()
    column(state, "fapla", "a", "catete", "inf1")
    run(play_card(state, "fapla", "column_a"), "go cazengo lucala camabatela")
    assert state.markers["camabatela"] == Marker("fapla", True)
    assert state.markers["lucala"].holder == ""
    assert state.factions["fapla"].tokens["fapla"] == 5


def test_A54_loose_units_take_an_empty_city_of_the_enemy():
    state = empty_map()
    put(state, "unita", "lucala", "inf1", "inf2")
    state.markers["malange"] = Marker("mpla")
    run(play_card(state, "unita", "fifth_column"), "move u.inf1 go malange")
    assert state.markers["malange"] == Marker("unita", False)
    assert state.factions["unita"].tokens["mpla"] == 2


def test_7_2_a_column_with_a_known_tank_keeps_to_the_road():
    state = empty_map()
    column(state, "fapla", "a", "dondo", "inf1", "tank1")
    refuses(state, "column_a", orders={"go quissama": "7.2", "go nowhere": "8.1-1", "go quibala quibala": "8.1-1"})
    run(play_card(state, "fapla", "column_a"), "detach f.tank1 go quissama")
    assert state.factions["fapla"].columns["a"].region == "quissama"


def test_A143_a_secret_tank_off_the_road_is_refused_at_home_and_found_out_later():
    state = empty_map()
    column(state, "fapla", "a", "dondo", "inf1", "tank1")
    secrets = seal_column(state, "fapla", "a")
    table = run(play_card(state, "fapla", "column_a"), secrets=secrets)
    with pytest.raises(IllegalMove, match="holds no tank or Major artillery"):
        table.check_claims("go quissama")
    table.check_claims("go quibala")
    table.check_claims("detach f.tank1 go quissama")
    table.answer("go quissama")
    assert [i.rule for i in table.incidents] == ["7.2"]
    opening = run(open_columns(state, "fapla", ["a"], rule="9.5"), secrets=table.secrets)
    assert "claimed what was not true: Column A holds no tank or Major artillery" in stories(opening)


def test_R38_artillery_alone_does_not_attack(fights):
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "art1")
    put(state, "unita", "catete", "inf1")
    refuses(state, "column_a", orders={"detach f.inf1 go catete": "7.2"})
    secrets = seal_column(state, "fapla", "a")
    table = run(play_card(state, "fapla", "column_a"), secrets=secrets)
    with pytest.raises(IllegalMove, match="is not artillery alone"):
        table.check_claims("detach f.inf1 go catete")
    table.answer("go catete")
    assert fights
    assert [c.kind for c in state.factions["fapla"].columns["a"].claims] == ["not_only_artillery"]


MAJORS = [
    pytest.param("majors_may_not_attack", "go catete", True, id="no attack"),
    pytest.param("majors_may_not_attack", "go caxito", False, id="a march"),
    pytest.param("majors_may_not_move", "go caxito", True, id="no march"),
]


@pytest.mark.parametrize("is_sealed", [False, True])
@pytest.mark.parametrize(("effect", "order", "is_refused"), MAJORS)
def test_R43_a_crisis_binds_major_units(fights, effect, order, is_refused, is_sealed):
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "special")
    put(state, "unita", "catete", "inf1")
    setattr(state.factions["fapla"].crisis, effect, True)
    secrets = seal_column(state, "fapla", "a") if is_sealed else None
    table = run(play_card(state, "fapla", "column_a"), secrets=secrets)
    table.check_claims("detach f.special " + order)
    if is_refused:
        with pytest.raises(IllegalMove, match="rule 12"):
            table.check_claims(order)
    else:
        table.check_claims(order)


def test_R43_loose_major_units_do_not_move_by_card_either():
    state = empty_map()
    put(state, "fapla", "luanda", "inf1", "special")
    state.factions["fapla"].crisis.majors_may_not_move = True
    refuses(state, "fifth_column", orders={"move f.inf1 f.special go catete": "12.2"})
    run(play_card(state, "fapla", "fifth_column"), "move f.inf1 go catete")


def test_8_1_what_was_detached_but_never_there_is_found_out():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    column(state, "fapla", "b", "catete", "inf3", "inf4")
    secrets = seal_column(state, "fapla", "b", seal_column(state, "fapla", "a"))
    table = run(play_card(state, "fapla", "column_a"), "detach f.inf1 f.inf2 f.inf3", secrets=secrets)
    assert {i.text.split(" holds ")[0] for i in table.incidents} == {
        "false claim: FAPLA Column A", "false claim: FAPLA Column A has a Unit"
    }  # at a table that sees everything
    opening = run(open_columns(state, "fapla", ["a", "b"], rule="9.5"), secrets=table.secrets)
    assert "f.inf3 was in Column A" in stories(opening)
    assert "Column A has a Unit" in stories(opening)
    assert {x: c.known for x, c in state.factions["fapla"].columns.items()} == {"b": ["f.inf4"]}
    assert problems(state) == []


# ------------------------------------------------------------------ 7.2 the jungle


def test_A38_the_die_must_reach_the_rating():
    state = empty_map()
    column(state, "fapla", "c", "gabela", "inf1")
    table = run(play_card(state, "fapla", "column_c"), "go porto_amboim", (2,))
    own = state.factions["fapla"].columns["c"]
    assert (own.region, own.plus, own.moved) == ("gabela", 1, False)
    assert "finds no way out of the jungle of Gabela (2, 3 needed)" in stories(table)
    run(play_card(state, "fapla", "column_c"), "go porto_amboim", (2,))
    own = state.factions["fapla"].columns["c"]
    assert (own.region, own.plus, own.moved) == ("porto_amboim", 0, True)


def test_A40_enough_markers_need_no_die():
    state = empty_map()
    column(state, "fapla", "c", "nambuangongo", "inf1")
    state.factions["fapla"].columns["c"].plus = 4
    assert run(play_card(state, "fapla", "column_c"), "go ambriz").pending is None
    assert state.factions["fapla"].columns["c"].region == "ambriz"


def test_7_2_the_die_is_thrown_before_an_attack_out_of_the_jungle(fights):
    state = empty_map()
    column(state, "fapla", "c", "gabela", "inf1")
    put(state, "unita", "porto_amboim", "inf1")
    table = run(play_card(state, "fapla", "column_c"), "go porto_amboim")
    assert isinstance(table.pending, Roll)
    table.answer((1,))
    assert fights == []
    run(play_card(state, "fapla", "column_c"), "go porto_amboim", (6,))
    assert fights == [("fapla", "c", "gabela", "porto_amboim")]


def test_R35_markers_belong_to_the_set_that_failed():
    state = empty_map()
    put(state, "fapla", "gabela", "inf1", "inf2", "inf3")
    own = state.factions["fapla"]
    play = "move f.inf1 f.inf2 go porto_amboim"
    run(play_card(state, "fapla", "fifth_column"), play, (1,))
    assert own.jungle == [JungleSet("gabela", ["f.inf1", "f.inf2"], 1)]
    run(play_card(state, "fapla", "fifth_column"), "move f.inf2 f.inf3 go porto_amboim", (2,))
    assert own.jungle == [JungleSet("gabela", ["f.inf1"], 1), JungleSet("gabela", ["f.inf2", "f.inf3"], 1)]
    run(play_card(state, "fapla", "fifth_column"), "move f.inf2 f.inf3 go porto_amboim", (2,))
    assert own.jungle == [JungleSet("gabela", ["f.inf1"], 1)]
    assert own.loose["f.inf3"].region == "porto_amboim"
    assert problems(state) == []


# ------------------------------------------------------------------ 7.1 the 5th Column


def test_A28_units_of_two_regions_do_not_move_together():
    state = empty_map()
    put(state, "fapla", "luanda", "inf1")
    put(state, "fapla", "catete", "inf2")
    refuses(state, "fifth_column", orders={"move f.inf1 f.inf2 go cazengo": "7.1"})


def test_7_1_the_5th_column_avoids_enemies_and_leaves_columns_and_stragglers_alone():
    state = empty_map()
    put(state, "fapla", "luanda", "inf1", "inf2", "tank1")
    column(state, "fapla", "a", "luanda", "inf3")
    put(state, "unita", "catete", "inf1")
    state.factions["fapla"].loose["f.inf2"].straggler = True
    refuses(state, "fifth_column", orders={
        "move f.inf1 go catete": "7.1", "move f.inf1 go catete cazengo": "7.1", "move f.inf2 go caxito": "7.1",
        "move f.inf3 go caxito": "7.1", "move f.inf1": "7.1", "go caxito": "7.1", "move f.tank1 go ambriz": "7.2",
    })
    run(play_card(state, "fapla", "fifth_column"), "move f.inf1 f.tank1 go caxito ambriz")
    own = state.factions["fapla"]
    assert {u: x.region for u, x in own.loose.items()} == {
        "f.inf1": "ambriz", "f.inf2": "luanda", "f.tank1": "ambriz"
    }
    assert own.loose["f.inf1"].moved
    assert not own.loose["f.inf2"].moved


def test_R22_R23_detached_units_move_later_and_twice():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    run(play_card(state, "fapla", "column_a"), "detach f.inf1 go catete")
    run(play_card(state, "fapla", "fifth_column"), "move f.inf1 go caxito")
    run(play_card(state, "fapla", "fifth_column"), "move f.inf1 go ambriz")
    assert state.factions["fapla"].loose["f.inf1"].region == "ambriz"


def test_7_1_a_card_without_loose_units_asks_nobody():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    give(state, "fapla", "aa1", "a")
    assert run(play_card(state, "fapla", "fifth_column")).pending is None


FORMS = [
    "stay", "detach f.inf1", "detach f.inf1 f.tank1 go catete cazengo equip watch", "go catete", "equip", "unwatch",
]


@pytest.mark.parametrize("say", FORMS)
def test_5_2_orders_are_spelled_as_they_are_read(say):
    from pbem_games.angola.words.operations import order_form

    form = order_form(empty_map(), "8.1-1", "detach", ["f.inf1", "f.tank1"])
    assert form.spell(form.parse(say)) == say
