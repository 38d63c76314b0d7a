"""2.1, 8.17, 21.2 The map: what the data hold, who borders on what; dossier a.2, a.3."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from anaconda.boards_map import ground, map_files

from pbem.errors import WrongUse
from pbem.kit.data import strip
from pbem_games.anaconda.map import Ground
from pbem_games.anaconda.printed_map import MapFile


def test_2_1_the_map_has_832_hexes_of_the_counted_grounds_and_levels() -> None:
    on = ground()
    assert len(on.hexes.hexes) == 832
    assert Counter(on.terrains(h)[0] for h in on.hexes.hexes) == {
        "clear": 195, "rough": 221, "mountain": 396, "peak": 20}
    assert Counter(on.elevation[h] for h in on.hexes.hexes) == {0: 198, 1: 210, 2: 111, 3: 120, 4: 102, 5: 91}


def test_2_1_features_are_as_many_as_counted() -> None:
    on = ground()
    assert (len(on.streams), len(on.roads), len(on.tracks), sorted(on.bridges)) == (
        132, 15, 128, ["1214-1315", "1805-1806"])
    assert (len(on.towns), len(on.caves), len(on.observation_points)) == (6, 20, 9)
    assert on.objectives == ("1710", "1711", "1808", "1915", "2011", "2218")


def test_8_10_a_town_or_cave_stands_on_its_ground() -> None:
    assert ground().terrains("2209") == ("mountain", "cave")
    assert ground().terrains("1808") == ("clear", "town")


def test_10_19_an_observation_point_is_higher_than_all() -> None:
    assert ground().level("2218") == 6 > max(ground().elevation.values())


def test_places_are_named_the_smallest_first() -> None:
    assert [p.name for p in ground().places_at("2218")] == ["OP Takur Ghar", "Takur Ghar"]
    assert [p.name for p in ground().places_at("2109")] == ["LZ 4"]
    assert ground().places_at("0808") == []


@pytest.mark.parametrize(("hex", "bases"), [
    ("0110", ("gardez",)), ("1001", ("gardez",)), ("3210", ("khowst", "sanctuary")), ("1526", ("khowst",)),
    ("0101", ("gardez",)), ("3201", ("gardez", "khowst", "sanctuary")), ("0126", ("gardez", "khowst")), ("1710", ()),
])
def test_21_2_bases_border_on_their_edges_and_corners_on_both(hex: str, bases: tuple[str, ...]) -> None:
    assert ground().bases_at(hex) == bases


def test_r2_edge_hexes_are_the_outermost_columns_and_rows() -> None:
    on = ground()
    assert sum(on.is_edge(hex) for hex in on.hexes.hexes) == 2 * 32 + 2 * 24
    assert on.edge_hexes("east") == tuple(f"32{row:02}" for row in range(1, 27))


def changed(**features: tuple[str, ...]) -> MapFile:
    file = msgspec.convert(strip(map_files()["map.toml"]), MapFile, str_keys=True)
    return msgspec.structs.replace(file, features=msgspec.structs.replace(file.features, **features))


def test_a_map_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(WrongUse, match="a bridge carries a road or track over a stream"):
        Ground(changed(bridges=("0101-0102",)))
    with pytest.raises(WrongUse, match="caves: there is no hex 3301"):
        Ground(changed(caves=("3301",)))
    with pytest.raises(WrongUse, match="hexside 0101-0103: these two hexes do not touch"):
        Ground(changed(roads=("0101-0103",)))
    file = msgspec.convert(strip(map_files()["map.toml"]), MapFile, str_keys=True)
    short = msgspec.structs.replace(file.relief, levels=file.relief.levels[1:])
    with pytest.raises(WrongUse, match="relief, levels: 26 lines of 32 signs out of 0123456789"):
        Ground(msgspec.structs.replace(file, relief=short))
