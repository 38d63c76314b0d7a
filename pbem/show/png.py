"""A scene as PNG, by resvg-py with the shipped fonts only: the same bytes on every machine with the same resvg-py.

Belongs here: from SVG to pixels. Must not be here: what is drawn.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from pbem.errors import Unsupported
from pbem.show.fonts import FAMILY, FILES
from pbem.show.scene import Scene
from pbem.show.svg import WIDTH, Theme, scene_svg


def need_resvg() -> Callable[..., Any]:
    """The renderer; Unsupported if the extra is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Unsupported("the extra png is not installed", "pip install 'pbem[png]'") from None
    render: Callable[..., Any] = svg_to_bytes
    return render


def png(svg: str, width: int = WIDTH) -> bytes:
    """The picture, so many pixels wide."""
    return bytes(need_resvg()(
        svg_string=svg, width=width, font_files=[str(path) for path in FILES], skip_system_fonts=True,
        font_family=FAMILY, sans_serif_family=FAMILY,
    ))


def few_colours(content: bytes) -> bytes:
    """The same picture in 256 colours, a third as large; unchanged if nothing here can do that."""
    try:
        from PIL import Image
    except ImportError:
        return content
    few = io.BytesIO()
    whole = Image.open(io.BytesIO(content)).convert("RGB")
    # the method that keeps what is small and of a colour of its own: the markers of a side
    whole.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(few, "PNG", optimize=True)
    return min(few.getvalue(), content, key=len)


def scene_png(scene: Scene, *, width: int = WIDTH, theme: Theme = "light") -> bytes:
    """The whole page of a scene."""
    return png(scene_svg(scene, theme=theme), width)
