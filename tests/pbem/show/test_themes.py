"""Themes: one drawing, painted by day, at night and in high contrast; nobody's words can hold a paint."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest

from pbem.show.eyes import least
from pbem.show.html.tables import Tables
from pbem.show.scene import Faction, Scene, Terrain
from pbem.show.svg import THEMES, scene_svg
from pbem.show.svg.chosen import ground_paint, side_paint
from pbem.show.svg.paint import apart, each, paint, painted
from pbem.show.svg.pieces import LOOK, outlined
from pbem.show.svg.xml import INK, PAPER, contrast, mixed, on, tag, words
from pictures import city, fallujah
from valley_scenes import valley_scene

SCENES = {"areas": city, "cards": fallujah, "hexes": valley_scene}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scene", SCENES)
def test_a_picture_of_each_theme_is_svg_in_its_colours_alone(scene, theme):
    drawn = scene_svg(SCENES[scene](), theme=theme)
    ElementTree.fromstring(drawn)
    assert "\x1f" not in drawn
    assert f'fill="{apart(PAPER)[THEMES.index(theme)]}"' in drawn
    for other in set(apart(PAPER)) - {apart(PAPER)[THEMES.index(theme)]}:
        if other != "#ffffff":
            assert f'fill="{other}"' not in drawn


@pytest.mark.parametrize("theme", THEMES)
def test_words_are_read_on_the_paper_of_each_theme(theme):
    at = THEMES.index(theme)
    assert contrast(apart(INK)[at], apart(PAPER)[at]) >= 7


def test_what_is_made_of_paints_is_made_theme_by_theme():
    grey = paint("#000000", "#ffffff", "#000000")
    assert apart(mixed(grey, "#ffffff", 50)) == ("#7f7f7f", "#ffffff", "#7f7f7f")
    assert apart(on(grey)) == ("#ffffff", "#1c1a17", "#ffffff")
    assert each(str.upper, "#abcdef") == "#ABCDEF"
    assert paint("#111111", "#111111", "#111111") == "#111111"


def test_nobody_can_write_a_paint():
    forged = str(paint("#111111", "#222222", "#333333"))
    assert painted(words(0, 0, forged, 9), "night") == painted(words(0, 0, forged, 9))
    assert "#222222" in painted(words(0, 0, forged, 9), "light")  # as words, all three
    assert 'data-place="#111111#222222#333333"' in tag("g", data_place=forged[:7] + forged[7:])
    name = msgspec.structs.replace(city(), title=forged)
    assert "\x1f" not in scene_svg(name)
    assert scene_svg(name).count("<title>#111111#222222#333333</title>") == 1


def test_colours_of_a_page_are_variables_each_told_once():
    tables = Tables()
    drawn = tag("rect", fill=INK, stroke=PAPER)
    assert tables.painted(drawn) == '<rect fill="var(--p0)" stroke="var(--p1)"/>'
    assert tables.painted(drawn) == '<rect fill="var(--p0)" stroke="var(--p1)"/>'
    assert tables.take()["paints"] == [list(apart(INK)), list(apart(PAPER))]
    assert tables.take()["paints"] == []


def test_a_game_that_names_one_colour_has_the_others_made():
    light, night, strong = apart(side_paint(Faction(id="n", name="Navy", code="N", colour="#000040"), "#999999"))
    assert (light, strong) == ("#000040", "#000040")
    assert contrast(night, "#14171a") >= 3
    light, night, strong = apart(ground_paint(Terrain(id="s", name="sand", code="s", colour="#ffffff"), PAPER))
    assert (light, strong) == ("#ffffff", "#ffffff")
    assert contrast(night, "#000000") < 3
    wrong = Faction(id="n", name="Navy", code="N", colour="blue", night='"/><script>')
    assert re.fullmatch("#[0-9a-f]{6}", apart(side_paint(wrong, "#999999"))[1])


def test_the_scene_of_a_stranger_is_painted_in_all_themes():
    bare: Scene = city()
    plain = tuple(msgspec.structs.replace(side, night="", contrast="") for side in bare.board.factions)
    board = msgspec.structs.replace(bare.board, factions=plain)
    for theme in THEMES:
        ElementTree.fromstring(scene_svg(msgspec.structs.replace(bare, board=board), theme=theme))


@pytest.mark.parametrize(("kind", "dashed", "washed"), [("from", True, False), ("to", False, False),
                                                         ("target", False, True)])
def test_an_outline_is_white_black_and_of_its_kind_told_apart_without_colour(kind, dashed, washed):
    white, black, own = ElementTree.fromstring(outlined("M0 0L9 0L9 9Z", kind))
    lines = [(one.get("stroke"), one.get("stroke-width")) for one in (white, black, own)]
    assert lines == [("#ffffff", "8"), ("#000000", "4.8"), (LOOK[kind], "2.8")]
    assert (own.get("stroke-dasharray") is not None, own.get("fill") != "none") == (dashed, washed)
    assert least(LOOK[kind], "#000000")[0] >= 18
