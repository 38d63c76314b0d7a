"""Pixels: the shipped fonts are used, and the picture is the stored one, a few pixels aside."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from pbem.errors import Unsupported
from pbem.show import fonts
from pbem.show.png import few_colours, png, scene_png
from pictures import city

STORED = Path(__file__).parent / "city.png"


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Unsupported, match="the extra png is not installed") as caught:
        scene_png(city())
    assert caught.value.hint == "pip install 'pbem[png]'"
    assert caught.value.status == 8


def test_the_fonts_come_with_their_licence():
    assert all(path.exists() for path in fonts.FILES)
    assert "Bitstream Vera" in (Path(fonts.__file__).parent / "LICENSE.txt").read_text(encoding="utf-8")


def test_text_is_drawn():
    pytest.importorskip("resvg_py")
    empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" font-family="sans-serif">{}</svg>'
    assert png(empty.format('<text x="5" y="15">Luanda</text>'), 100) != png(empty.format(""), 100)


def test_the_picture_is_the_stored_one():
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    from PIL import ImageChops, ImageStat

    drawn = image.open(io.BytesIO(scene_png(city(), width=400))).convert("RGB")
    stored = image.open(STORED).convert("RGB")
    assert drawn.size == stored.size
    assert sum(ImageStat.Stat(ImageChops.difference(drawn, stored)).mean) / 3 < 2.0


def test_few_colours_make_a_small_picture_that_looks_the_same():
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    whole = scene_png(city(), width=640)
    few = few_colours(whole)
    assert len(few) < len(whole) * 0.6
    before, after = (image.open(io.BytesIO(one)).convert("RGB") for one in (whole, few))
    assert before.size == after.size
    often = {colour for count, colour in before.getcolors(1_000_000) if count > 60}
    pixels = [[bytes_[i:i + 3] for i in range(0, len(bytes_), 3)] for bytes_ in (before.tobytes(), after.tobytes())]
    pairs = [(a, b) for a, b in zip(*pixels, strict=True) if tuple(a) in often]
    assert max(abs(x - y) for a, b in pairs for x, y in zip(a, b, strict=True)) <= 16


def test_without_the_painter_a_picture_stays_as_it_is(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert few_colours(b"any") == b"any"
