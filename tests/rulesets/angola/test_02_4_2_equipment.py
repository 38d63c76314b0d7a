"""2.4.2, 9.9.1 Equipment in hand: handing over, converting mines, showing, losing."""

from __future__ import annotations

import pytest
from angola.boards_forms import Desk
from angola.boards_operations import column, empty_map, frozen, give, put, run, seal_column, seal_pieces, stories

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, SealMany, Write
from pbem.play.table import Table
from pbem_games.angola import equipment, operations
from pbem_games.angola.belongings import (
    ask_watchers,
    give_up_lost,
    reseal,
    return_fields,
    show,
    uncover_fields,
)
from pbem_games.angola.columns import open_columns
from pbem_games.angola.combat.retreat import retreat_attacker
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.exchange import as_they_are, exchange_of, has_exchange
from pbem_games.angola.forces import drop_marker_if_empty, lose_unit
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.operations import play_card, turn_up_card
from pbem_games.angola.planning import create_packs
from pbem_games.angola.state import Battle, Piece, State, problems


def garrison() -> State:
    """FAPLA: Column A and a loose Unit in Luanda, Column B in Catete, a loose Unit in Lobito."""
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    put(state, "fapla", "luanda", "inf3")
    column(state, "fapla", "b", "catete", "inf4")
    put(state, "fapla", "lobito", "inf5")
    return state


def where(state, faction, table):
    """Where the pieces of a faction are, for who can see everything."""
    own = state.factions[faction]
    return {p: e.public or equipment.carrier_now(own, table.peek(e.entry)) for p, e in own.equipment.items()}


# ------------------------------------------------------------------ D30 handing over


HANDED = [
    pytest.param("a", "luanda", True, id="from a Column to loose Units beside it"),
    pytest.param("luanda", "a", True, id="and back"),
    pytest.param("a", "a", True, id="nothing"),
    pytest.param("a", "catete", False, id="not to the next region"),
    pytest.param("a", "b", False, id="nor to a Column there"),
    pytest.param("lobito", "luanda", False, id="nor far away"),
    pytest.param("a", "lost", False, id="and not away"),
]


@pytest.mark.parametrize(("old", "new", "is_true"), HANDED)
def test_2_4_2_equipment_changes_hands_within_a_region(old, new, is_true):
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": old})
    table = run(reseal(state, "fapla", (), rule="2.4.2"), secrets=secrets)
    assert isinstance(table.pending, SealMany)
    before = frozen(state)
    if not is_true:
        with pytest.raises(IllegalMove, match="went only where own Forces took it"):
            table.check_seal("fapla", [new])
        assert frozen(state) == before
        return
    table.answer({"fapla": [new]})
    assert where(state, "fapla", table) == {"aa1": new}
    assert "aa1" not in stories(table)


def test_2_4_2_a_hand_over_that_cannot_be_is_refused_in_the_words_of_its_owner():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "lobito"})
    table = run(reseal(state, "fapla", (), rule="2.4.2"), secrets=secrets)
    desk, before = Desk(table, state), frozen(state)
    refused = desk.refusal("aa1=a")
    assert "aa1 is in Lobito, and cannot come with Column A: it goes to Forces in its region" in refused
    assert "claims" not in refused
    assert frozen(state) == before
    assert desk.types("aa1=lobito") == "lobito"


def test_2_4_2_only_carriers_that_a_piece_can_come_to_are_offered():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "luanda"})
    desk = Desk(run(reseal(state, "fapla", (), rule="2.4.2"), secrets=secrets), state)
    assert [choice.words for choice in desk.choices("aa1 ")] == ["a", "Luanda"]


MARCHED = [  # Column A has gone from Luanda by Catete (Column B) to Cazengo
    pytest.param("a", "a", True, id="along"),
    pytest.param("a", "luanda", True, id="left behind"),
    pytest.param("a", "b", True, id="handed over in passing"),
    pytest.param("luanda", "a", True, id="taken along"),
    pytest.param("luanda", "b", True, id="brought on its way"),
    pytest.param("b", "a", True, id="picked up in passing"),
    pytest.param("b", "luanda", False, id="not backwards"),
    pytest.param("lobito", "a", False, id="not from elsewhere"),
    pytest.param("a", "lobito", False, id="nor to elsewhere"),
]


@pytest.mark.parametrize(("old", "new", "is_true"), MARCHED)
def test_2_4_2_a_force_that_passes_takes_and_gives(old, new, is_true):
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": old})
    table = run(play_card(state, "fapla", "column_a"), "go catete cazengo equip", secrets=secrets)
    if not is_true:
        with pytest.raises(IllegalMove):
            table.check_seal("fapla", [new])
        return
    table.answer({"fapla": [new]})
    assert table.pending is None
    assert where(state, "fapla", table) == {"aa1": new}
    assert problems(state) == []


def test_D35_without_a_word_equipment_stays_with_its_carrier():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "a", "aa2": "luanda"})
    table = run(play_card(state, "fapla", "column_a"), "go catete cazengo", secrets=secrets)
    own = state.factions["fapla"]
    assert {p: equipment.region_of(own, table.peek(e.entry)) for p, e in own.equipment.items()} == {
        "aa1": "cazengo", "aa2": "luanda"
    }


def test_D35_the_last_force_of_a_region_leaves_nothing_behind():
    state = garrison()
    del state.factions["fapla"].loose["f.inf3"]
    state.factions["fapla"].reserve.append("f.inf3")
    secrets = seal_pieces(state, "fapla", {"aa1": "a", "aa2": "luanda"})
    table = run(play_card(state, "fapla", "column_a"), "go catete", secrets=secrets)
    assert where(state, "fapla", table) == {"aa1": "a", "aa2": "a"}
    table = run(play_card(state, "fapla", "fifth_column"), "move f.inf5 go benguela", secrets=secrets)
    assert state.factions["fapla"].carriers["lobito"] == "benguela"


def test_2_4_2_loose_units_hand_over_on_their_way_too():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "catete", "aa2": "luanda"})
    put(state, "fapla", "catete", "inf6")
    table = run(play_card(state, "fapla", "fifth_column"), "move f.inf3 go catete cazengo equip", secrets=secrets)
    table.answer({"fapla": ["cazengo", "b"]})
    assert where(state, "fapla", table) == {"aa1": "cazengo", "aa2": "b"}


def test_2_4_2_what_makes_no_sense_counts_as_lost():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "a", "mine1": "a"})
    table = run(reseal(state, "fapla", (), rule="2.4.2"), secrets=secrets)
    assert [item.default() for item in table.pending.items["fapla"]] == ["lost", "lost"]
    lists = [set(item.legal) for item in table.pending.items["fapla"]]
    assert "field.luanda" not in lists[0]
    assert {"a", "b", "luanda", "catete", "lobito", "field.luanda", "field.lobito"} <= lists[1]


def test_2_4_2_what_changes_nothing_can_always_be_sealed():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "a", "aa2": "luanda", "mine1": "field.luanda", "mine2": "b"})
    give(state, "fapla", "at1", "lobito")
    table = run(play_card(state, "fapla", "column_b"), "go cazengo equip", secrets=secrets)
    entries = as_they_are(state, "fapla", table.peek)
    assert entries == ["a", "luanda", "field.luanda", "b", "lobito"]
    table.check_seal("fapla", entries)
    table.answer({"fapla": entries})
    assert state.factions["fapla"].equipment["at1"].public == ""
    assert state.factions["fapla"].carriers == {}


# ------------------------------------------------------------------ D31 converting mines


def test_9_9_1_a_mine_under_a_column_becomes_a_secret_minefield():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"mine1": "luanda"})
    table = run(play_card(state, "fapla", "column_b"), "equip", secrets=secrets)
    table.answer({"fapla": ["field.luanda"]})
    while table.pending is not None:  # the owner's tool says that nothing is to be seen elsewhere
        table.answer(table.pending.truth(table.peek))
    assert where(state, "fapla", table) == {"mine1": "field.luanda"}
    assert "mine1" not in stories(table)


def test_9_9_1_elsewhere_it_is_seen_when_it_is_converted():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"mine1": "lobito"})
    table = run(play_card(state, "fapla", "column_b"), "equip", {"fapla": ["field.lobito"]}, secrets=secrets)
    assert table.pending is None
    assert state.factions["fapla"].equipment["mine1"].public == "field.lobito"
    assert "FAPLA has a minefield (mine 1) in Lobito" in stories(table)
    assert "field.lobito" not in exchange_of(state, "fapla").fields


def test_A75_no_second_friendly_minefield_in_a_region():
    state = empty_map()
    put(state, "fnla", "lobito", "inf1")
    column(state, "unita", "a", "lobito", "inf1")
    give(state, "fnla", "mine1", "field.lobito")
    secrets = seal_pieces(state, "unita", {"mine2": "a"})
    assert exchange_of(state, "unita").fields == ()
    table = run(reseal(state, "unita", (), rule="2.4.2"), secrets=secrets)
    before = frozen(state)
    with pytest.raises(IllegalMove):
        table.check_seal("unita", ["field.lobito"])
    assert frozen(state) == before


def test_9_9_1_nor_two_secret_ones_of_ones_own():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"mine1": "a", "mine2": "a"})
    table = run(reseal(state, "fapla", (), rule="2.4.2"), secrets=secrets)
    with pytest.raises(IllegalMove, match="no two minefields in a region"):
        table.check_seal("fapla", ["field.luanda", "field.luanda"])
    table.check_seal("fapla", ["field.luanda", "a"])


def test_9_9_1_a_minefield_does_not_become_a_mine_again_and_does_not_move():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda"})
    table = run(reseal(state, "fapla", (), rule="2.4.2"), secrets=secrets)
    for entry in ("a", "luanda", "field.lobito", "lost"):
        with pytest.raises(IllegalMove):
            table.check_seal("fapla", [entry])
    table.check_seal("fapla", ["field.luanda"])


def test_R70_no_mine_is_converted_where_the_enemy_stands(monkeypatch):
    async def fight(state, faction, letter, origin, region):
        pass

    monkeypatch.setattr(operations, "fight", fight)
    state = garrison()
    put(state, "unita", "cazengo", "inf1")
    secrets = seal_pieces(state, "fapla", {"mine1": "a"})
    table = run(play_card(state, "fapla", "column_a"), "go catete cazengo equip", secrets=secrets)
    with pytest.raises(IllegalMove):
        table.check_seal("fapla", ["field.cazengo"])
    table.check_seal("fapla", ["field.catete"])  # in passing, beside Column B
    table.check_seal("fapla", ["field.luanda"])


# ------------------------------------------------------------------ R133 windows


def carded(state, faction, card):
    """The card is opened and played at a table, with the watchers' window behind it."""

    async def play():
        await play_card(state, faction, card)
        await ask_watchers(state, faction)

    return play()


def fnla_with_mines() -> tuple[State, object]:
    """FNLA holds a mine under a Column in Carmona."""
    state = empty_map()
    column(state, "fnla", "a", "carmona", "inf1")
    return state, seal_pieces(state, "fnla", {"mine1": "a"})


@pytest.mark.parametrize("watches", [False, True])
@pytest.mark.parametrize("faction", ["fapla", "mpla"])
def test_A76_nobody_converts_during_an_enemys_card(faction, watches):
    state, secrets = fnla_with_mines()
    state.factions["fnla"].watches = watches
    assert run(carded(state, faction, "blank"), secrets=secrets).pending is None


def test_A76_who_watches_converts_during_an_allys_card():
    state, secrets = fnla_with_mines()
    state.factions["fnla"].watches = True
    table = run(carded(state, "unita", "blank"), secrets=secrets)
    assert isinstance(table.pending, Ask)
    assert (table.pending.seat, table.legal()[0]) == ("fnla", "nothing")
    table.answer("equip")
    table.answer({"fnla": ["field.carmona"]})
    assert table.pending is None
    assert where(state, "fnla", table) == {"mine1": "field.carmona"}


@pytest.mark.parametrize(("faction", "card"), [
    pytest.param("fnla", "blank", id="a-Blank"), pytest.param("fnla", "column_c", id="a-Column-off-the-map"),
])
def test_A164_R141_equipment_changes_hands_with_a_card_that_moves_nothing(faction, card):
    state, secrets = fnla_with_mines()
    table = run(play_card(state, faction, card), secrets=secrets)
    assert isinstance(table.pending, Ask)
    assert (table.pending.seat, table.legal()) == ("fnla", ["nothing", "equip", "watch"])
    before = frozen(state)
    with pytest.raises(IllegalMove):
        table.answer("unwatch")
    assert frozen(state) == before
    table.answer("equip")
    with pytest.raises(IllegalMove, match="went only where own Forces took it"):
        table.check_seal("fnla", ["lost"])
    table.answer({"fnla": ["field.carmona"]})
    assert table.pending is None
    assert where(state, "fnla", table) == {"mine1": "field.carmona"}


def test_R141_who_has_nothing_to_hand_over_is_not_asked_at_a_blank():
    state = empty_map()
    column(state, "fnla", "a", "carmona", "inf1")
    assert run(play_card(state, "fnla", "blank")).pending is None
    secrets = seal_pieces(state, "fnla", {"aa1": "a"})  # one Force in the region, and a missile
    assert run(play_card(state, "fnla", "blank"), secrets=secrets).pending is None


def test_R141_with_a_blank_a_faction_may_begin_and_end_to_watch():
    state, secrets = fnla_with_mines()
    run(play_card(state, "fnla", "blank"), "watch", secrets=secrets)
    assert state.factions["fnla"].watches
    run(play_card(state, "fnla", "blank"), "unwatch", secrets=secrets)
    assert not state.factions["fnla"].watches


def test_R133_who_does_not_watch_is_not_asked():
    state, secrets = fnla_with_mines()
    assert run(carded(state, "unita", "blank"), secrets=secrets).pending is None
    run(play_card(state, "fnla", "column_a"), "watch", secrets=secrets)
    assert state.factions["fnla"].watches
    table = run(play_card(state, "fnla", "column_a"), secrets=secrets)
    with pytest.raises(IllegalMove):
        table.answer("watch")
    table = run(carded(state, "unita", "blank"), "unwatch", secrets=secrets)
    assert table.pending is None
    assert not state.factions["fnla"].watches


def test_R133_the_window_is_behind_the_card(monkeypatch):
    state, secrets = fnla_with_mines()
    asked = []

    async def watchers(state, faction):
        asked.append(faction)

    monkeypatch.setattr(operations, "ask_watchers", watchers)
    secrets = seal_pieces(state, "unita", {"aa1": "blank"}, secrets)
    state.factions["unita"].pack = [state.factions["unita"].equipment["aa1"].entry]
    run(turn_up_card(state, "unita"), secrets=secrets)
    assert asked == ["unita"]


def test_R70_the_planning_phase_has_one_window_in_the_seal_of_the_packs_for_all_who_can_do_something():
    state = garrison()
    column(state, "unita", "a", "malange", "inf1")
    put(state, "unita", "malange", "inf2")
    column(state, "mpla", "a", "luso", "inf1")
    secrets = seal_pieces(state, "fapla", {"aa1": "a"})
    secrets = seal_pieces(state, "unita", {"at1": "malange"}, secrets)
    secrets = seal_pieces(state, "mpla", {"at2": "a"}, secrets)  # with its only Force
    table = run(create_packs(state), secrets=secrets)
    assert isinstance(table.pending, SealMany)
    packs = {f: [item.default() for item in table.pending.items[f][:4]] for f in FACTIONS}
    assert {f: len(table.pending.items[f]) for f in FACTIONS} == {"fapla": 5, "fnla": 4, "mpla": 4, "unita": 5}
    with pytest.raises(IllegalMove):
        table.answer({**packs, "fapla": [*packs["fapla"], "malange"], "unita": [*packs["unita"], "a"]})
    table.answer({**packs, "fapla": [*packs["fapla"], "luanda"], "unita": [*packs["unita"], "a"]})
    assert table.pending is None
    assert where(state, "unita", table) == {"at1": "a"}
    assert len(state.factions["unita"].pack) == 4
    assert not has_exchange(state, "mpla")


def test_2_4_2_a_piece_that_everybody_knows_is_handed_over_in_passing_too():
    state = empty_map()
    put(state, "fapla", "luanda", "inf1")
    column(state, "fapla", "b", "catete", "inf2")
    give(state, "fapla", "aa1", "luanda")
    table = run(play_card(state, "fapla", "fifth_column"), "move f.inf1 go catete cazengo equip")
    table.answer({"fapla": ["b"]})
    assert where(state, "fapla", table) == {"aa1": "b"}


# ------------------------------------------------------------------ R68, R69 minefields seen and gone


def test_A154_a_minefield_stays_hidden_in_step_3_and_is_seen_when_the_column_leaves():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda"}, seal_column(state, "fapla", "a"))
    run(open_columns(state, "fapla", ["a"], rule="9.5"), secrets=secrets)
    assert state.factions["fapla"].equipment["mine1"].public == ""
    table = run(play_card(state, "fapla", "column_a"), "go catete", secrets=secrets)
    assert table.pending is None
    assert state.factions["fapla"].equipment["mine1"].public == "field.luanda"
    assert "FAPLA has a minefield (mine 1) in Luanda" in stories(table)


def test_R69_nothing_is_said_while_an_own_column_stands_there():
    state = garrison()
    column(state, "fapla", "c", "luanda", "inf6")
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda"})
    run(play_card(state, "fapla", "column_a"), "go catete", secrets=secrets)
    assert state.factions["fapla"].equipment["mine1"].public == ""
    run(play_card(state, "fapla", "command"), "transfer c f.inf5", secrets=secrets)
    assert state.factions["fapla"].equipment["mine1"].public == "field.luanda"


def test_R68_the_last_unit_of_the_alliance_leaves_a_minefield_to_the_pool():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda"})
    table = run(play_card(state, "fapla", "column_a"), "go catete", secrets=secrets)
    assert "mine1" in state.equipment_pool
    assert "mine1" not in state.factions["fapla"].equipment
    assert "is no more" in stories(table)
    assert problems(state) == []


def test_R68_an_ally_keeps_the_minefield():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    put(state, "mpla", "luanda", "inf1")
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda"})
    run(play_card(state, "fapla", "column_a"), "go catete", secrets=secrets)
    assert state.factions["fapla"].equipment["mine1"].public == "field.luanda"
    run(play_card(state, "mpla", "fifth_column"), "move m.inf1 go caxito", secrets=secrets)
    assert "mine1" in state.equipment_pool


def test_R69_only_the_truth_may_be_said_and_a_lie_is_noticed():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda", "mine2": "b"})
    state.factions["fapla"].columns["a"].region = "catete"
    table = Table(uncover_fields(state, "fapla", "luanda"), secrets=secrets, first_round=50)
    assert isinstance(table.pending, Write)
    before = frozen(state)
    for lie in ("none", "mine2.luanda"):
        with pytest.raises(IllegalMove, match="has these minefields"):
            table.check_claims(lie)
    for nonsense in ("mine1.luanda mine2.luanda", "mine1.lobito", "mine9.luanda"):
        with pytest.raises(IllegalMove):
            table.answer(nonsense)
    assert frozen(state) == before
    table.answer("mine2.luanda")
    table.answer()
    assert "claimed what was not true: mine 2 is a minefield in Luanda" in stories(table)
    assert state.factions["fapla"].equipment["mine2"].public == "b"
    assert state.factions["fapla"].equipment["mine1"].public == ""


def test_9_9_1_the_second_minefield_of_an_alliance_goes_when_it_is_seen():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    put(state, "fapla", "luanda", "inf2")
    put(state, "mpla", "luanda", "inf1")
    give(state, "mpla", "mine2", "field.luanda")
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda"})
    run(play_card(state, "fapla", "column_a"), "go catete", secrets=secrets)
    assert "mine1" in state.equipment_pool
    assert state.factions["mpla"].equipment["mine2"].public == "field.luanda"


def test_R68_nobody_is_asked_where_no_minefield_can_be():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"mine1": "b"})
    table = run(return_fields(state, "cazengo"), secrets=secrets)
    assert table.pending is None
    assert table.round == 50


# ------------------------------------------------------------------ showing and losing


def test_e2_only_what_is_really_there_is_shown():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "a", "aa2": "b", "mine1": "field.luanda", "mine2": "luanda"})
    table = run(show(state, "fapla", ["aa1", "aa2"], "luanda", rule="9.7"), secrets=secrets)
    assert table.result == ["aa1"]
    assert "claimed what was not true: aa2 was in Luanda" in stories(table)
    assert state.factions["fapla"].equipment["aa2"].public == "b"
    table = run(show(state, "fapla", ["mine1"], "luanda", rule="9.9.2", field=True), secrets=secrets)
    assert table.result == ["mine1"]
    assert state.factions["fapla"].equipment["mine1"].public == "field.luanda"
    table = run(show(state, "fapla", ["mine2"], "luanda", rule="9.9.2", field=True), secrets=secrets)
    assert table.result == []


def overrun(pieces):
    """FNLA has overrun FAPLA's Column A in Luanda, while MPLA and FAPLA's other Forces stand elsewhere or beside."""
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    put(state, "fapla", "luanda", "inf2")
    put(state, "fapla", "lobito", "inf5")
    put(state, "mpla", "luanda", "inf1")
    secrets = seal_pieces(state, "fapla", pieces)
    secrets = seal_pieces(state, "mpla", {"at9": "luanda"}, secrets)
    state.battle = Battle("fnla", "a", "caxito", "luanda", ["fapla", "mpla"])
    for unit in ("f.inf1", "f.inf2"):
        lose_unit(state, unit)
    assert state.factions["fapla"].columns == {}
    return state, secrets


def test_A107_equipment_goes_to_the_pool_though_the_ally_stays():
    state, secrets = overrun({"aa1": "a", "aa2": "luanda", "aa3": "lobito"})
    table = run(give_up_lost(state, "luanda"), secrets=secrets)
    assert table.pending is None
    assert {"aa1", "aa2"} <= set(state.equipment_pool)
    assert list(state.factions["fapla"].equipment) == ["aa3"]
    assert list(state.factions["mpla"].equipment) == ["at9"]
    lost = "loses Equipment with its Force in Luanda: anti-aircraft missile 1, anti-aircraft missile 2"
    assert lost in stories(table)
    assert problems(state) == []


def test_R124_what_is_kept_quiet_about_can_never_be_used():
    state, secrets = overrun({"aa1": "a", "aa3": "lobito"})
    table = Table(give_up_lost(state, "luanda"), secrets=secrets, first_round=50)
    with pytest.raises(IllegalMove, match="lost"):
        table.check_claims("none")
    table.answer("aa3")
    table.answer()
    assert "claimed what was not true: aa3 was in Luanda" in stories(table)
    assert "aa3" in state.equipment_pool
    put(state, "fapla", "luanda", "inf3")
    state.battle = None
    table = run(show(state, "fapla", ["aa1"], "luanda", rule="9.7"), secrets=secrets)
    assert table.result == []


def test_R124_public_pieces_are_given_back_without_a_question():
    state, secrets = overrun({})
    give(state, "fapla", "aa1", "luanda")
    table = run(give_up_lost(state, "luanda"), secrets=secrets)
    assert table.round == 50
    assert "aa1" in state.equipment_pool


def test_R130_equipment_stays_with_the_units_that_are_left():
    state = garrison()
    secrets = seal_pieces(state, "fapla", {"aa1": "a"})
    state.factions["fapla"].columns["a"].known = []
    drop_marker_if_empty(state, "fapla", "a")
    table = run(show(state, "fapla", ["aa1"], "luanda", rule="9.7"), secrets=secrets)
    assert table.result == ["aa1"]
    assert run(give_up_lost(state, "luanda"), secrets=secrets).round == 50


@pytest.mark.parametrize("public", [False, True])
def test_R130_what_an_attacker_names_by_the_combat_region_goes_back_with_its_column(public):
    state = empty_map()
    column(state, "fapla", "a", "catete", "inf1")
    put(state, "fnla", "catete", "inf1")
    secrets = seal_pieces(state, "fapla", {"aa1": "catete"})  # sealed anew on the march, before the combat
    if public:
        state.factions["fapla"].equipment["aa1"] = Piece("aa", public="catete")
    state.battle = Battle("fapla", "a", "luanda", "catete", ["fnla"])
    table = run(retreat_attacker(state, state.battle), secrets=secrets)
    assert where(state, "fapla", table) == {"aa1": "a"}
    run(straggle(state, state.battle), secrets=secrets)
    assert where(state, "fapla", table) == {"aa1": "luanda"}  # the last Unit has lost its marker there
