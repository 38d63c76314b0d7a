"""Pixels: the shipped fonts are used, and the picture is the stored one, a few pixels aside."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from pbem.errors import Unsupported
from pbem.show import fonts
from pbem.show.png import png, scene_png
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
