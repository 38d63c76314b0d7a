"""12.3 Recruitment."""

from __future__ import annotations

import pytest
from angola.boards_recruits import column, empty_map, frozen, hold, put

from pbem.errors import IllegalMove
from pbem.play.table import Table
from pbem_games.angola.aid.recruitment import most_recruits, recruit, recruit_all
from pbem_games.angola.state import JungleSet, problems
from pbem_games.angola.words.aid_recruitment import RECRUITS


def refuses(state, faction, *answers):
    """Every answer is refused, and nothing changes."""
    table = Table(recruit(state, faction))
    before = frozen(state)
    for answer in answers:
        with pytest.raises(IllegalMove):
            table.answer(answer)
        assert frozen(state) == before, answer


def recruits(state, faction, answer):
    table = Table(recruit(state, faction))
    table.answer(answer)
    assert table.pending is None
    assert problems(state) == []
    return table


def infantry_in(state, faction, region):
    own = state.factions[faction]
    loose = [u for u, where in own.loose.items() if where.region == region]
    inside = [u for c in own.columns.values() if c.region == region for u in c.known]
    return len([u for u in [*loose, *inside] if ".inf" in u])


def test_12_3_recruits_are_written_place_by_place():
    form = RECRUITS
    assert form.parse("carmona:1 luanda.a:2") == (("carmona", 1), ("luanda.a", 2))
    assert form.spell((("luanda.a", 2), ("carmona", 1))) == "carmona:1 luanda.a:2"
    assert form.spell(form.parse("none")) == "none"
    for nonsense in ("carmona", "carmona:x", "carmona:999"):
        with pytest.raises(IllegalMove):
            form.parse(nonsense)


def test_A129_variable_recruitment_is_cities_and_half_the_towns_one_in_each():
    state = empty_map()
    towns = ["caxito", "lucala", "gabela", "cela", "ambriz"]
    hold(state, "fapla", "carmona", "malange", "luanda", *towns)
    hold(state, "unita", "lobito")
    refuses(
        state,
        "fapla",
        "carmona:2",
        "ambriz:1 carmona:1 caxito:1 lucala:1 malange:1",
        "lobito:1",
        "quissama:1",
        "luanda:4",
        "cabinda:1 luanda:3",
        "carmona:1 carmona:1",
        "carmona:0",
    )
    recruits(state, "fapla", "ambriz:1 carmona:1 luanda:3 lucala:1 malange:1")
    assert [infantry_in(state, "fapla", r) for r in ("ambriz", "carmona", "lucala", "luanda")] == [1, 1, 1, 3]


def test_A111_a_marker_that_is_down_gives_no_recruit():
    state = empty_map()
    hold(state, "unita", "lobito", "benguela")
    hold(state, "unita", "silva_porto", up=False)
    refuses(state, "unita", "silva_porto:1", "benguela:1 lobito:1 silva_porto:1")
    recruits(state, "unita", "benguela:1 lobito:1 south_west_africa:4")


@pytest.mark.parametrize("answer", ["zaire_east:4", "flec_base:1 zaire_west:2", "zaire_west:1"])
def test_A130_fnla_sends_two_recruits_to_the_flec_base(answer):
    refuses(empty_map(), "fnla", answer)


@pytest.mark.parametrize("answer", ["flec_base:2 zaire_east:2", "flec_base:1", "flec_base:2 zaire_west:1", "none"])
def test_12_3_1_r111_fnla_with_two_in_the_flec_base(answer):
    recruits(empty_map(), "fnla", answer)


def test_12_3_1_after_the_fall_fnla_recruits_in_zaire_only():
    state = empty_map()
    state.cabinda_fallen, state.cabinda_holder = True, "fnla"
    refuses(state, "fnla", "flec_base:1", "zaire_east:5", "luanda:1")
    recruits(state, "fnla", "zaire_east:4")


def test_12_3_1_fnla_and_unita_recruit_in_luanda_while_they_hold_it_up():
    for faction, answer in (("fnla", "flec_base:4 luanda:2"), ("unita", "luanda:2 south_west_africa:4")):
        state = empty_map()
        refuses(state, faction, answer)
        hold(state, faction, "luanda", up=False)
        refuses(state, faction, answer)
        hold(state, faction, "luanda")
        refuses(state, faction, "luanda:3")
        recruits(state, faction, answer)


@pytest.mark.parametrize("answer", ["cabinda:1 luanda:2", "luanda:3", "cabinda:2", "luanda:1", "none"])
def test_A131_fapla_with_luanda_recruits_by_one_of_three_ways(answer):
    state = empty_map()
    hold(state, "fapla", "luanda")
    put(state, "mpla", "cabinda", "infantry")
    before = infantry_in(state, "mpla", "cabinda")
    recruits(state, "fapla", answer)
    wanted = dict(RECRUITS.parse(answer))
    assert infantry_in(state, "fapla", "luanda") == wanted.get("luanda", 0)
    assert infantry_in(state, "mpla", "cabinda") == before + wanted.get("cabinda", 0)


@pytest.mark.parametrize("answer", ["cabinda:1 luanda:3", "cabinda:2 luanda:1", "cabinda:3", "cabinda:2 luanda:2"])
def test_12_3_1_ways_are_not_mixed(answer):
    state = empty_map()
    hold(state, "fapla", "luanda")
    refuses(state, "fapla", answer)


def test_12_3_1_r99_nothing_for_cabinda_once_it_fell():
    state = empty_map()
    hold(state, "mpla", "luanda")
    state.cabinda_fallen, state.cabinda_holder = True, "mpla"
    refuses(state, "mpla", "cabinda:1", "cabinda:1 luanda:2")
    recruits(state, "mpla", "luanda:3")


def test_12_3_1_r110_mpla_trickles_into_cabinda_while_nobody_of_the_alliance_holds_luanda_up():
    state = empty_map()
    hold(state, "fapla", "luanda")
    assert Table(recruit(state, "mpla")).pending is None
    hold(state, "fapla", "luanda", up=False)
    refuses(state, "mpla", "cabinda:2")
    recruits(state, "mpla", "cabinda:1")
    hold(state, "unita", "luanda")
    recruits(state, "mpla", "cabinda:1")


def test_A132_no_counters_no_recruits():
    state = empty_map()
    put(state, "fnla", "maquela", *["infantry"] * 22)
    refuses(state, "fnla", "flec_base:3")
    put(state, "fnla", "maquela", *["infantry"] * 2)
    assert Table(recruit(state, "fnla")).pending is None


def test_16_fapla_cannot_recruit_for_mpla_without_mpla_counters():
    state = empty_map()
    hold(state, "fapla", "luanda")
    put(state, "mpla", "luso", *["infantry"] * 20)
    refuses(state, "fapla", "cabinda:2")
    recruits(state, "fapla", "cabinda:1 luanda:2")


def test_12_3_r112_mpla_names_its_column_in_cabinda():
    state = empty_map()
    hold(state, "fapla", "luanda")
    column(state, "mpla", "b", "cabinda", "infantry")
    refuses(state, "fapla", "cabinda.b:1")
    table = Table(recruit(state, "fapla"))
    table.answer("cabinda:2")
    assert table.pending.seat == "mpla"
    assert table.legal() == ["cabinda", "cabinda.b"]
    table.answer("cabinda.b")
    assert len(state.factions["mpla"].columns["b"].known) == 3
    assert problems(state) == []


def test_12_3_r114_recruits_join_an_own_column_and_take_its_jungle_markers_off():
    state = empty_map()
    hold(state, "fnla", "gabela", "carmona")
    hold(state, "unita", "camabatela", "lobito")
    column(state, "fnla", "a", "gabela", "infantry")
    state.factions["fnla"].columns["a"].plus = 2
    refuses(state, "fnla", "gabela.b:1", "carmona.a:1")
    recruits(state, "fnla", "gabela.a:1")
    assert len(state.factions["fnla"].columns["a"].known) == 2
    assert state.factions["fnla"].columns["a"].plus == 0
    (unit,) = put(state, "unita", "camabatela", "infantry")
    state.factions["unita"].jungle = [JungleSet("camabatela", [unit], 1)]
    recruits(state, "unita", "camabatela:1")
    assert state.factions["unita"].jungle == []


@pytest.mark.parametrize(
    ("held", "most"),
    [
        ((), "flec_base:4"),
        (("carmona", "ambriz", "cela", "gabela"), "ambriz:1 carmona:1 flec_base:4"),
        (("luanda",), "flec_base:4 luanda:2"),
    ],
)
def test_12_3_r136_the_default_is_the_most_loose(held, most):
    state = empty_map()
    hold(state, "fnla", *held)
    table = Table(recruit(state, "fnla"))
    assert RECRUITS.spell(table.legal()[0]) == RECRUITS.spell(most_recruits(state, "fnla"))
    table.answer(table.legal()[0])
    assert problems(state) == []


def test_12_3_the_first_player_recruits_first():
    state = empty_map()
    state.first_player = "unita"
    hold(state, "fapla", "luanda")
    table = Table(recruit_all(state))
    asked = []
    while table.pending is not None:
        asked.append(table.pending.seat)
        table.answer(table.legal()[0])
    assert asked == ["unita", "fapla", "fnla"]
    assert table.story[0].text.startswith("UNITA recruits infantry: 4 in South-West Africa")
