"""7, 14 Which paths are legal, and what it takes to leave the jungle."""

from __future__ import annotations

import pytest
from angola.boards_operations import empty_map, frozen, put

from pbem.errors import IllegalMove
from pbem_games.angola.movement import (
    check_path,
    jungle_rating_needed,
    leaves_road,
    legal_steps,
    reachable,
    walked,
)

TANK = True
ANY = False


def check(state, faction, path, road_bound=ANY):
    check_path(state, faction, tuple(path.split()), road_bound=road_bound, what="Column A")


LEGAL = [
    pytest.param("fapla", "lobito novo_redondo porto_amboim quissama", TANK, id="A36"),
    pytest.param("fapla", "lobito novo_redondo gabela quibala dondo", TANK, id="A37"),
    pytest.param("fapla", "gabela porto_amboim", ANY, id="A38 with a die"),
    pytest.param("fapla", "gabela novo_redondo porto_amboim", ANY, id="A38 by road"),
    pytest.param("fapla", "luanda catete cazengo lucala camabatela carmona damba", ANY, id="A41 six by road"),
    pytest.param("fapla", "quissama porto_amboim novo_redondo gabela", ANY, id="clear, road, road"),
    pytest.param("fapla", "catete quissama porto_amboim quibala", ANY, id="three clear"),
    pytest.param("fapla", "rocadas pereira_de_eca", TANK, id="one by road"),
    pytest.param("fapla", "porto_amboim quibala gabela novo_redondo", ANY, id="A42 clear, road, road"),
    pytest.param("fapla", "quissama porto_amboim novo_redondo lobito", ANY, id="A42 clear, road, road at the coast"),
    pytest.param("fapla", "luanda catete quissama porto_amboim", ANY, id="A42 road, clear, clear"),
    pytest.param("unita", "sao_salvador zaire_west", ANY, id="A46"),
    pytest.param("fnla", "zaire_west zaire_east maquela damba", ANY, id="A47"),
    pytest.param("unita", "pereira_de_eca south_west_africa", ANY, id="A50"),
    pytest.param("unita", "south_west_africa pereira_de_eca rocadas gambos sa_da_bandeira", ANY, id="A51"),
    pytest.param("unita", "south_west_africa rocadas", ANY, id="A159 alone"),
    pytest.param("fapla", "dondo quibala", TANK, id="A148 by road"),
    pytest.param("fnla", "zaire_west flec_base", ANY, id="R41 in"),
    pytest.param("fnla", "zaire_east zaire_west flec_base", ANY, id="R41 through Zaire"),
    pytest.param("fnla", "flec_base maiombe", ANY, id="R41 out"),
    pytest.param("unita", "zaire_east quimbele", ANY, id="out of Zaire without road"),
]


@pytest.mark.parametrize(("faction", "path", "road_bound"), LEGAL)
def test_7_2_a_legal_path(faction, path, road_bound):
    check(empty_map(), faction, path, road_bound)


FORBIDDEN = [
    pytest.param("fapla", "lobito bocoio", TANK, "7.2", id="A36"),
    pytest.param("fapla", "luanda catete cazengo lucala camabatela carmona damba maquela", ANY, "7.2", id="A41 seven"),
    pytest.param("fapla", "quissama porto_amboim novo_redondo lobito benguela", ANY, "7.2", id="A42 a fourth"),
    pytest.param("fapla", "luanda catete quissama porto_amboim novo_redondo", ANY, "7.2", id="A42 a fourth by road"),
    pytest.param("fapla", "dondo quissama luanda", ANY, "7.2", id="A43"),
    pytest.param("unita", "sao_salvador zaire_west flec_base", ANY, "14.1", id="A46"),
    pytest.param("unita", "zaire_west flec_base", ANY, "14.1", id="A46 UNITA never"),
    pytest.param("fnla", "zaire_west zaire_east maquela damba carmona", ANY, "7.2", id="A47"),
    pytest.param("fnla", "flec_base zaire_west", ANY, "14.1", id="A48"),
    pytest.param("fnla", "zaire_west maiombe", ANY, "7.2", id="A49"),
    pytest.param("unita", "rocadas pereira_de_eca south_west_africa rocadas", ANY, "r33", id="a region twice"),
    pytest.param("unita", "pereira_de_eca south_west_africa rocadas", ANY, "7.2", id="A50 no going on"),
    pytest.param("fnla", "maquela zaire_east zaire_west", ANY, "14.1", id="R40"),
    pytest.param("unita", "south_west_africa rocadas gambos", ANY, "7.2", id="A159"),
    pytest.param("fapla", "pereira_de_eca south_west_africa", ANY, "14.2", id="FAPLA not to South-West Africa"),
    pytest.param("mpla", "maquela zaire_east", ANY, "14.1", id="MPLA not to Zaire"),
    pytest.param("fapla", "dondo quissama", TANK, "7.2", id="A148"),
    pytest.param("fapla", "luanda lobito", ANY, "7.2", id="not next to it"),
]


@pytest.mark.parametrize(("faction", "path", "road_bound", "rule"), FORBIDDEN)
def test_7_2_a_forbidden_path(faction, path, road_bound, rule):
    state = empty_map()
    before = frozen(state)
    with pytest.raises(IllegalMove) as told:
        check(state, faction, path, road_bound)
    assert told.value.rule == rule
    assert frozen(state) == before


def test_A49_after_the_fall_of_cabinda_zaire_and_maiombe_are_neighbours():
    state = empty_map()
    state.cabinda_fallen = True
    check(state, "fnla", "zaire_west maiombe")
    check(state, "fnla", "maiombe zaire_west")
    with pytest.raises(IllegalMove):
        check(state, "fnla", "zaire_west flec_base")


DICE = [
    pytest.param("gabela porto_amboim", 3, id="A38"),
    pytest.param("gabela novo_redondo porto_amboim", None, id="A38 by road"),
    pytest.param("gabela novo_redondo", None, id="one step by road"),
    pytest.param("nambuangongo ambriz", 5, id="A40"),
    pytest.param("porto_amboim gabela", None, id="into the jungle"),
    pytest.param("gabela", None, id="standing still"),
]


@pytest.mark.parametrize(("path", "rating"), DICE)
def test_7_2_jungle_rating_that_the_die_must_reach(path, rating):
    assert jungle_rating_needed(empty_map(), tuple(path.split())) == rating


@pytest.mark.parametrize(("path", "leaves"), [
    ("lobito novo_redondo gabela", False), ("porto_amboim quissama", False), ("dondo quissama", True),
    ("gabela porto_amboim", True),
])
def test_7_2_leaving_the_road(path, leaves):
    assert leaves_road(empty_map(), tuple(path.split())) is leaves


def test_A44_a_path_is_gone_up_to_the_first_enemy():
    state = empty_map()
    put(state, "unita", "cazengo", "inf1")
    put(state, "mpla", "catete", "inf1")
    path = ("luanda", "catete", "cazengo", "lucala")
    assert walked(state, "fapla", path) == ("luanda", "catete", "cazengo")
    assert walked(state, "fnla", path) == ("luanda", "catete")
    assert walked(state, "fapla", ("luanda",)) == ("luanda",)


def test_7_2_every_listed_path_is_legal_and_every_single_border_is_among_them():
    state = empty_map()
    put(state, "unita", "catete", "inf1")
    for start in list(state.numbers.regions)[::3]:
        paths = reachable(state, "fapla", start, road_bound=False)
        assert len(paths) == len(set(paths)) < 200
        for path in paths:
            check_path(state, "fapla", path, road_bound=False, what="Column A")
            assert "catete" not in path[:-1] or start == "catete"


def test_7_2_tanks_and_loose_units_have_fewer_ways():
    state = empty_map()
    put(state, "unita", "novo_redondo", "inf1")
    tank = {path[-1] for path in reachable(state, "fapla", "lobito", road_bound=True)}
    assert {"novo_redondo", "benguela"} <= tank
    assert not {"bocoio", "porto_amboim"} & tank
    loose = {path[-1] for path in reachable(state, "fapla", "lobito", road_bound=False, may_attack=False)}
    assert "bocoio" in loose
    assert "novo_redondo" not in loose
    assert legal_steps(state, "fapla", ("lobito",), road_bound=True) == ["benguela", "novo_redondo"]
    assert legal_steps(state, "fapla", ("lobito", "novo_redondo"), road_bound=True) == []
    assert "quilengues" in legal_steps(state, "fapla", ("lobito", "benguela"), road_bound=False)


def test_7_2_the_refusal_teaches():
    with pytest.raises(IllegalMove) as told:
        check(empty_map(), "fapla", "lobito bocoio", TANK)
    lines = str(told.value).split("\n")
    assert lines[:2] == [
        "Column A goes lobito - bocoio", "  rule 7.2: tanks and Major artillery keep to roads and clear regions"
    ]
    assert "novo_redondo" in told.value.legal
