"""8.1-2 The Command Card: a marker goes to other Units, or two Columns trade theirs."""

from __future__ import annotations

import pytest
from angola.boards_operations import column, empty_map, frozen, give, put, run, seal_column, seal_pieces, stories

from pbem.errors import IllegalMove
from pbem_games.angola import operations
from pbem_games.angola.columns import make_claim
from pbem_games.angola.command import command_card
from pbem_games.angola.operations import play_card
from pbem_games.angola.state import Column, JungleSet, problems
from pbem_games.angola.words.operations import CommandOrder, command_form


def command_post(**options):
    """FAPLA has Columns A (Luanda) and B (Lobito) and two loose Units in Catete, one in Caxito."""
    state = empty_map(**options)
    column(state, "fapla", "a", "luanda", "inf1", "inf2")
    column(state, "fapla", "b", "lobito", "inf3", "art1")
    put(state, "fapla", "catete", "inf4", "inf5")
    put(state, "fapla", "caxito", "inf6")
    return state


def refuses(state, orders, secrets=None):
    table = run(command_card(state, "fapla"), secrets=secrets)
    before = frozen(state)
    for order, rule in orders.items():
        with pytest.raises(IllegalMove) as told:
            table.check_claims(order)
        assert told.value.rule == rule, str(told.value)
        assert frozen(state) == before


def test_8_1_2_a_marker_goes_to_loose_units_far_away_and_its_own_units_stand_loose():
    state = command_post()
    secrets = seal_column(state, "fapla", "a")
    table = run(command_card(state, "fapla"), "transfer a f.inf4 f.inf5", secrets=secrets)
    own = state.factions["fapla"]
    assert own.columns["a"] == Column("catete", known=["f.inf4", "f.inf5"])
    assert {u: x.region for u, x in own.loose.items()} == {"f.inf1": "luanda", "f.inf2": "luanda", "f.inf6": "caxito"}
    assert "leaving 2 infantry loose" in stories(table)
    assert problems(state) == []


def test_8_1_2_what_was_claimed_of_the_column_is_judged_when_its_units_stand_loose():
    state = command_post()
    secrets = seal_column(state, "fapla", "b")
    make_claim(state, "fapla", "b", "9.4", "strength", 5)
    table = run(command_card(state, "fapla"), "transfer b f.inf6", secrets=secrets)
    assert "claimed what was not true: Column B has strength 5" in stories(table)
    assert state.factions["fapla"].columns["b"].claims == []


def test_A32_the_new_force_moves_with_the_letters_card():
    state = command_post()
    run(command_card(state, "fapla"), "transfer b f.inf4")
    run(play_card(state, "fapla", "column_b"), "go cazengo")
    assert state.factions["fapla"].columns["b"].region == "cazengo"
    assert state.factions["fapla"].loose["f.inf3"].region == "lobito"


def test_A33_a_swap_changes_letters_and_shows_nothing():
    state = command_post()
    secrets = seal_column(state, "fapla", "b", seal_column(state, "fapla", "a"))
    own = state.factions["fapla"]
    before = dict(own.columns)
    table = run(command_card(state, "fapla"), "swap a b", secrets=secrets)
    assert own.columns["a"] is before["b"]
    assert own.columns["b"] is before["a"]
    assert own.columns["a"].region == "lobito"
    assert own.columns["a"].known == []
    assert own.columns["a"].sealed is not None
    assert table.pending is None


def test_A34_a_marker_off_the_map_is_refused():
    refuses(command_post(), {"transfer c f.inf4": "r24"})


def test_R24_an_option_allows_a_marker_off_the_map():
    state = command_post(command_off_map_marker=True)
    run(command_card(state, "fapla"), "transfer c f.inf4")
    assert state.factions["fapla"].columns["c"] == Column("catete", known=["f.inf4"])
    assert problems(state) == []


def test_A35_after_a_failed_try_in_the_jungle_the_marker_can_be_taken():
    state = empty_map()
    column(state, "fapla", "a", "gabela", "inf1", "inf2")
    put(state, "fapla", "luanda", "inf3")
    run(play_card(state, "fapla", "column_a"), "go porto_amboim", (1,))
    run(command_card(state, "fapla"), "transfer a f.inf3")
    own = state.factions["fapla"]
    assert own.columns["a"].plus == 0
    assert own.jungle == [JungleSet("gabela", ["f.inf1", "f.inf2"], 1)]  # ruling R35


@pytest.mark.parametrize(("units", "plus", "left"), [
    ("f.inf3 f.inf4", 2, []), ("f.inf3", 0, [JungleSet("gabela", ["f.inf4"], 2)]),
])
def test_R35_a_loose_set_taken_whole_brings_its_markers(units, plus, left):
    state = command_post()
    own = state.factions["fapla"]
    for unit in ("f.inf4", "f.inf5"):
        own.loose[unit].region = "gabela"
    own.loose["f.inf3"] = own.loose.pop("f.inf5")
    own.columns["b"].known = ["f.art1"]
    own.reserve.append("f.inf5")
    own.jungle = [JungleSet("gabela", ["f.inf3", "f.inf4"], 2)]
    run(command_card(state, "fapla"), f"transfer a {units}")
    assert own.columns["a"].plus == plus
    assert own.jungle == left


def test_8_1_2_who_has_moved_neither_gives_nor_takes():
    state = command_post()
    own = state.factions["fapla"]
    own.columns["a"].moved = True
    own.loose["f.inf4"].moved = True
    own.loose["f.inf6"].straggler = True  # ruling R21
    refuses(state, {
        "transfer a f.inf5": "8.1-2", "swap a b": "8.1-2", "transfer b f.inf4": "8.1-2", "transfer b f.inf6": "8.1-2",
        "transfer b f.inf1": "8.1-2", "transfer b": "8.1-2", "swap b": "8.1-2", "swap b c": "8.1-2",
    })


def test_R25_the_units_stand_in_one_region():
    refuses(command_post(), {"transfer a f.inf4 f.inf6": "r25"})


def test_8_1_2_to_decline_changes_nothing_and_is_the_draft():
    state = command_post()
    before = frozen(state)
    table = run(command_card(state, "fapla"))
    assert table.legal() == [CommandOrder()]
    table.answer("stay")
    assert frozen(state) == before


def test_8_1_2_who_has_no_choice_is_not_asked():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1")
    assert run(command_card(state, "fapla")).pending is None


def test_R27_equipment_stays_with_the_units():
    state = command_post()
    secrets = seal_pieces(state, "fapla", {"aa1": "a", "at1": "b"})
    give(state, "fapla", "aa2", "a")
    run(command_card(state, "fapla"), "swap a b", secrets=secrets)
    own = state.factions["fapla"]
    assert own.carriers == {"a": "b", "b": "a"}
    assert own.equipment["aa2"].public == "b"
    run(command_card(state, "fapla"), "transfer a f.inf4", secrets=secrets)
    assert own.carriers == {"a": "b", "b": "lobito"}


def test_8_1_2_an_empty_column_is_found_out_and_the_marker_goes_on():
    state = command_post()
    own = state.factions["fapla"]
    secrets = seal_column(state, "fapla", "a")
    own.columns["a"].gone = ["f.inf1", "f.inf2"]
    own.reserve += ["f.inf1", "f.inf2"]
    table = run(command_card(state, "fapla"), "transfer a f.inf4", secrets=secrets)
    assert "Column A has a Unit" in stories(table)
    assert own.columns["a"] == Column("catete", known=["f.inf4"])
    assert problems(state) == []


@pytest.mark.parametrize("say", ["stay", "transfer a f.inf1 f.inf2 equip", "swap a b watch", "equip", "unwatch"])
def test_8_1_2_orders_are_spelled_as_they_are_read(say):
    form = command_form(["f.inf1", "f.inf2"])
    assert form.spell(form.parse(say)) == say


def test_5_2_the_command_card_is_played_by_its_name(monkeypatch):
    played = []

    async def command(state, faction):
        played.append(faction)

    monkeypatch.setattr(operations, "command_card", command)
    run(play_card(empty_map(), "fnla", "command"))
    assert played == ["fnla"]
