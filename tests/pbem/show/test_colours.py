"""Colours that all kinds of eyes tell apart: the distance itself, and every board that is installed."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.replay.films.opening import open_reel
from pbem.show.eyes import ENEMIES, EYES, as_seen, distance, lab, least
from pbem.show.scene import Board, Faction, Place, Terrain
from pbem.show.svg.apart import grounds, shaded, too_near
from pbem.show.svg.bands import DARKER
from pbem.show.svg.counters import paint_of
from pbem.show.svg.paint import apart
from pbem.show.svg.pieces import LOOK, outlined
from pbem.show.svg.xml import contrast, mixed, on

LOGS = Path(__file__).resolve().parents[3] / "logs"
CASES = {"angola": "western_decisive", "fallujah": "april_won", "enduring_freedom": "operational_victory",
         "anaconda": "neither"}
ALLIED = set(combinations(("us", "nato", "na", "ir", "coalition"), 2))
PUBLISHED = (  # two colours in Lab and their distance, from the table of Sharma, Wu and Dalal 2005
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
)


@lru_cache
def board(game: str) -> Board:
    return next(iter(open_reel(LOGS / game / CASES[game] / "game.pbem", "public"))).scene.board


@pytest.mark.parametrize(("one", "other", "far"), PUBLISHED)
def test_the_distance_is_that_of_the_published_table(one, other, far):
    assert distance(one, other) == pytest.approx(far, abs=0.0001)
    assert distance(other, one) == pytest.approx(far, abs=0.0001)


def test_eyes_without_green_see_red_and_green_alike():
    assert distance(lab("#c8342c"), lab("#3f8f4f")) > 60
    assert least("#c8342c", "#3f8f4f")[0] < 30
    assert all(lab("#ffffff", eye) == pytest.approx((100, 0, 0), abs=0.2) for eye in EYES)


def test_a_colour_as_an_eye_sees_it_looks_to_all_eyes_as_to_that_one():
    for eye in EYES:
        for colour in ("#a81e2b", "#e88c1a", "#3d9bd1", "#000000", "#ffffff", "#b3c69f"):
            assert distance(lab(as_seen(colour, eye)), lab(colour, eye)) < 0.5
    assert as_seen("#a81e2b", "all colours") == "#a81e2b"
    assert as_seen("#a81e2b", "deuteranopia") != "#a81e2b"


@pytest.mark.parametrize("game", CASES)
def test_sides_are_told_apart_by_all_eyes_and_from_all_ground(game):
    assert list(too_near(board(game))) == []
    assert len(grounds(board(game))) > 3


@pytest.mark.parametrize("game", ["anaconda", "enduring_freedom"])
def test_slopes_are_ground_too_in_all_their_light_and_shade(game):
    """Six levels of Anaconda, each plain, in four shades and in three lights; areas are tinted by height besides."""
    assert len(shaded(board(game))) >= 6 * 8
    assert not {*shaded(board(game))} <= {*grounds(board(game))}


def test_a_counter_of_the_colour_of_a_dark_slope_is_named():
    red = Faction(id="r", name="Red", code="R", colour="#a3815f")  # level 5, once in the shade
    board_of_two = msgspec.structs.replace(board("anaconda"), factions=(red, board("anaconda").factions[0]))
    assert any("Red (#a3815f) and a slope of level 5" in line for line in too_near(board_of_two))


@pytest.mark.parametrize("kind", sorted(LOOK))
@pytest.mark.parametrize("game", CASES)
def test_what_is_looked_at_stands_out_from_all_ground_for_all_eyes(game, kind):
    lines = [one.get("stroke") for one in ElementTree.fromstring(outlined("M0 0L9 0L9 9Z", kind))]
    for ground in shaded(board(game)) | grounds(board(game)):
        for paint in apart(ground):
            assert max(least(line, paint)[0] for line in lines) >= ENEMIES, ground


@pytest.mark.parametrize("game", CASES)
def test_what_stands_on_a_counter_is_read(game):
    for side in board(game).factions:
        band = mixed(paint_of(side), "#000000", DARKER)  # with its letter and its states
        for ground in (paint_of(side), band):
            for ink, paint in zip(apart(on(ground)), apart(ground), strict=True):
                assert contrast(ink, paint) >= 4.5, side.name


@pytest.mark.parametrize(("game", "pairs"), [("angola", {("fapla", "mpla"), ("fnla", "unita")}), ("fallujah", set()),
                                             ("anaconda", set()), ("enduring_freedom", ALLIED)])
def test_who_fights_together_is_told(game, pairs):
    found = {(a.id, b.id) for a, b in combinations(board(game).factions, 2) if a.alliance and a.alliance == b.alliance}
    assert found == pairs


def test_colours_that_are_too_near_are_named_with_the_eyes_that_take_them_for_one():
    red = Faction(id="r", name="Red", code="R", colour="#a05020")
    green = Faction(id="g", name="Green", code="G", colour="#607020")
    field = Terrain(id="f", name="field", code="f", colour="#98c868")
    place = Place(id="p", name="P", code="P", at=(1, 1), outline=((0, 0), (2, 0), (2, 2)), terrain="f")
    near = Board(title="Near", low=(0, 0), high=(2, 2), places=(place,), terrains=(field,), factions=(red, green))
    told = list(too_near(near))
    assert [line.partition(":")[0] for line in told] == ["light", "night", "contrast"]
    assert told[0].startswith("light: Red (#a05020) and Green (#607020) are ")
    assert "eyes without" in told[0]


@pytest.mark.parametrize("game", CASES)
def test_each_side_says_what_it_wants(game):
    sides: dict[str, set[str]] = {}
    for side in board(game).factions:
        sides.setdefault(side.alliance or side.id, set()).add(side.wants)
    assert len(sides) == 2
    wanted = [sorted(filter(None, those)) for those in sides.values()]
    assert all(len(those) == 1 and 40 < len(those[0]) < 260 for those in wanted)
    assert wanted[0] != wanted[1]
