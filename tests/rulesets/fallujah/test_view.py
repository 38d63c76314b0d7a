"""What people see of a position."""

from __future__ import annotations

from fallujah.boards import arrived, fresh, hold, node, put, quiet

from pbem.show.scene import Scene
from pbem.show.text import draw
from pbem_games.fallujah.state import Enemy, State
from pbem_games.fallujah.view import scene
from pbem_games.fallujah.words.figures import ops_of


def seen(state: State, viewer: str = "coalition") -> Scene:
    return scene(state, viewer, lambda _sealed: None)


def page(state: State, width: int = 100) -> str:
    return draw(seen(state), width=width)


def test_3_1_all_places_are_drawn_with_codes_of_their_own():
    places = seen(fresh()).board.places
    assert len(places) == 70
    assert len({p.code for p in places}) == 70
    assert {p.code for p in places} > {"1-2", "6-12", "NORTH", "WEST"}


def test_13_every_way_is_drawn_and_every_entry_of_a_base():
    state = fresh()
    board = seen(state).board
    ends = {frozenset(line.ends) for line in board.lines if line.ends}
    assert ends > {frozenset((e.a, e.b)) for e in state.numbers.graph.borders}
    assert ends > {frozenset((b.id, s)) for b in state.numbers.bases.values() for s in b.entry}
    roads = {frozenset(line.ends) for line in board.lines if line.kind == "road" and line.ends}
    assert len(roads) == 5


def test_14_7_a_blown_bridge_is_seen():
    state = fresh()
    whole = {e.kind for e in seen(state).board.edges}
    state.blown = ["main"]
    assert whole == {"river", "bridge"}
    assert [e.ends for e in seen(state).board.edges if e.kind == "blown bridge"] == [("r1p08", "r1p09")]
    assert "Blown: Main Bridge" in seen(state).notes


def test_4_2_units_say_what_their_sides_say():
    state = quiet()
    put(state, "r3p05", "usmc_1_5", reduced=True)
    put(state, "r3p05", "hel_g1", aloft=True)
    state.leaders["ldr_1"] = "usmc_1_5"
    units = seen(state).stacks[0].pieces
    assert [(p.name, p.code, p.strength) for p in units] == [("1/5", "1/5-*", "2(2)2"), ("HMLA", "^HMLA", "4(3)air")]
    assert units[0].states == ("reduced", f"with {state.numbers.leaders['ldr_1'].name}")
    assert units[1].states == ("aloft",)


def test_20_concealed_nodes_show_no_type_and_revealed_ones_do():
    state = quiet()
    node(state, "r3p05")
    node(state, "r2p04", "c2")
    markers = {m.place: (m.name, m.code, m.face) for m in seen(state).markers}
    assert markers == {"r3p05": ("node", "?", "down"), "r2p04": ("C2", "C2", "up")}


def test_e1_what_is_seen_does_not_depend_on_who_looks():
    state = fresh()
    boards = [seen(state, viewer) for viewer in ("coalition", "public", "auditor")]
    assert boards[0].markers == boards[1].markers == boards[2].markers
    assert boards[0].pools == boards[2].pools


def test_14_7_the_downed_helicopter_is_seen_where_it_lies():
    state = quiet()
    state.helicopter = "r5p05"
    assert [(m.place, m.code) for m in seen(state).markers] == [("r5p05", "DH")]
    state.helicopter = "captured"
    assert seen(state).markers == ()


def test_15_opfor_units_stand_in_the_space_of_the_battle():
    state = quiet()
    operation = arrived(state, "r3p05", "usmc_1_5")
    operation.enemies = [Enemy("jih_a", 4, 3), Enemy("mob_attack", 5, 0)]
    operation.combat_round = 2
    shown = seen(state)
    assert [(p.name, p.strength, p.faction) for p in shown.stacks[0].pieces][1:] == [
        ("Jihadists, veteran", "4(3)", "opfor"), ("Mob Attack", "5(0)", "opfor")]
    assert shown.phase == "J-3 Offensive, round 2 of a battle"
    assert [h.place for h in shown.highlights] == ["r3p05"]


def test_the_battle_is_named_in_the_turns_of_a_campaign_alone():
    assert [(s.turn, s.phase) for s in (seen(fresh()), seen(quiet()))] == [
        ("setting up", "First purchase"), ("turn 1", ""),
    ]  # fmt: skip
    assert seen(quiet("campaign")).turn == "turn 1, Vigilant Resolve (April 2004)"


def test_35_players_of_a_team_have_names_and_letters_of_their_own():
    assert [side.name for side in seen(fresh()).board.factions] == ["Coalition", "OPFOR"]
    sides = seen(fresh(team="three_by_service")).board.factions
    assert [(side.id, side.name) for side in sides[2:]] == [
        ("player_1", "Player 1"), ("player_2", "Player 2"), ("player_3", "Player 3"),
    ]  # fmt: skip
    assert len({side.code for side in sides}) == 5


def test_3_3_indexes_and_boxes_are_shown():
    state = fresh()
    state.ops, state.kia = -2, -4
    put(state, "eliminated", "usmc_1_5")
    put(state, "deserted", "ig_2iif")
    hold(state, air4=2, intel=1)
    state.captured_nodes = ["c2", "c2"]
    shown = seen(state)
    marks = {t.name: t.marks[0] for t in shown.tracks}
    assert (marks["OPs"].value, marks["KIA index"].value, marks["OPFOR Morale"].name) == (0, -4, "medium")
    boxes = {b.name: [(p.name, p.count) for p in b.pieces] for b in shown.boxes}
    assert boxes["Eliminated"] == [("1/5", 1)]
    assert boxes["Deserted"] == [("2 IIF", 1)]
    assert boxes["Captured nodes"] == [("C2", 2)]
    at_hand = {c.name: c.count for c in shown.pools[0].counts}
    assert (at_hand["Airstrike (4)"], at_hand["Intel"], at_hand["NetWar"]) == (2, 1, 0)


def test_3_4_the_bins_are_open_information():
    names = [pool.name for pool in seen(fresh()).pools]
    assert "Reaction Bin (55)" in names
    assert "Nodes never seen (20 concealed on the map, 8 in the Node Bin)" in names


def test_the_page_has_everything_on_a_hundred_columns():
    state = fresh()
    put(state, "north", "usmc_1_5", "usmc_2_1")
    drawn = page(state)
    assert max(map(len, drawn.splitlines())) <= 100
    for words in ("1-9Ow[?]", "NORTH", "1/5 2/1", "Hadra Muhamm", "=======", "~~~~"):
        assert words in drawn


def test_11_1_prices_are_said_in_ops():
    assert [ops_of(q) for q in (0, 1, 2, 4, 5, 8, 12)] == [
        "0 OP", "1/4 OP", "1/2 OP", "1 OP", "1 1/4 OPs", "2 OPs", "3 OPs"]


def test_6_1_8_1_the_standing_tells_what_the_points_are_made_of_and_what_ends_the_battle():
    state = quiet()
    state.kia, state.ops = 3, 35
    by_side = {score.name: score for score in seen(state).scores if score.sides}
    assert by_side["Coalition"].why.startswith("has 3 Victory Points (VP): +3 for the balance of losses (KIA index); ")
    left = "a victory needs 51; 35 operation points (OPs) are left, the battle ends without any"
    assert by_side["Coalition"].why.endswith(left)
    state.kia = 0
    [score] = [one for one in seen(state).scores if one.name == "Coalition"]
    assert score.why.startswith("has no Victory Points (VP) yet; a victory needs 51")
