"""Maps: neighbours, borders, ways and distances, in the same order everywhere."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import WrongUse
from pbem.kit.geography import Graph


class Border(msgspec.Struct, frozen=True):
    a: str
    b: str
    road: bool = False


def square() -> Graph[Border]:
    """bie - cela - dondo - huambo - bie, a road from bie by cela to dondo; luena lies apart."""
    return Graph(["luena", "huambo", "dondo", "cela", "bie"],
                 [Border("huambo", "bie"), Border("cela", "bie", road=True), Border("dondo", "cela", road=True),
                  Border("dondo", "huambo")])


def test_neighbours_and_places_are_sorted() -> None:
    graph = square()
    assert graph.places == ("bie", "cela", "dondo", "huambo", "luena")
    assert graph.neighbours("bie") == ("cela", "huambo")
    assert graph.neighbours("luena") == ()
    with pytest.raises(KeyError):
        graph.neighbours("lisbon")


def test_a_border_is_the_same_from_both_sides() -> None:
    graph = square()
    assert graph.border("bie", "cela") is graph.border("cela", "bie")
    assert graph.border("bie", "dondo") is None


@pytest.mark.parametrize(("border", "said"), [
    (Border("bie", "lisbon"), "border bie - lisbon: there is no place lisbon"),
    (Border("bie", "bie"), "border bie - bie: joins a place to itself"),
    (Border("cela", "bie"), "border cela - bie: is given twice"),
])
def test_a_wrong_border_is_named(border: Border, said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        Graph(["bie", "cela"], [Border("bie", "cela"), border])


def test_paths_come_short_ones_first_and_enter_no_place_twice() -> None:
    assert list(square().paths("bie", 2, lambda way, to: True)) == [
        ("bie", "cela"), ("bie", "huambo"), ("bie", "cela", "dondo"), ("bie", "huambo", "dondo")]
    assert max(map(len, square().paths("bie", 9, lambda way, to: True))) == 4


def test_paths_keep_to_what_is_allowed() -> None:
    graph = square()

    def by_road(way: tuple[str, ...], to: str) -> bool:
        border = graph.border(way[-1], to)
        return border is not None and border.road

    assert list(graph.paths("bie", 6, by_road)) == [("bie", "cela"), ("bie", "cela", "dondo")]


def test_reach_gives_distances_nearest_first() -> None:
    graph = square()
    assert list(graph.reach("bie").items()) == [("bie", 0), ("cela", 1), ("huambo", 1), ("dondo", 2)]
    assert graph.reach("bie", steps=1) == {"bie": 0, "cela": 1, "huambo": 1}
    assert graph.reach("bie", lambda at, to: to != "cela") == {"bie": 0, "huambo": 1, "dondo": 2}


def test_distance_and_connected() -> None:
    graph = square()
    assert graph.distance("bie", "dondo") == 2
    assert graph.distance("bie", "bie") == 0
    assert graph.distance("bie", "luena") is None
    assert graph.connected(["bie", "cela", "dondo"])
    assert not graph.connected(["bie", "dondo"])
    assert graph.connected([])
    assert graph.connected(["luena"])


@given(st.permutations(["huambo-bie", "bie-cela", "cela-dondo", "dondo-huambo", "luena-bie"]), st.booleans())
def test_the_order_of_the_data_does_not_matter(names: list[str], turned: bool) -> None:
    ends = [tuple(name.split("-")) for name in names]
    graph = Graph(square().places, [Border(b, a) if turned else Border(a, b) for a, b in ends])
    assert [graph.neighbours(place) for place in graph.places] == [
        ("cela", "huambo", "luena"), ("bie", "dondo"), ("cela", "huambo"), ("bie", "dondo"), ("bie",)]
    assert list(graph.reach("dondo")) == ["dondo", "cela", "huambo", "bie", "luena"]
