"""Frames as one moving picture: the map with a caption, all pictures of one size; needs the extra `png`.

Belongs here: from frames to a GIF. Must not be here: which frames are chosen by turn or phase, files.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pbem.errors import Unsupported
from pbem.show.frame import Frame
from pbem.show.png import need_resvg, png
from pbem.show.scene import turn_title
from pbem.show.svg import WIDTH, board_svg, map_size, pieces_svg
from pbem.show.svg.metrics import cut
from pbem.show.svg.xml import FAMILY, INK, PAPER, number, tag, words

HEAD = 64  # units of the drawing above the map
COLOURS = 255  # and one for what stays as it was
SAMPLES = 4  # pictures that the palette is made of
LAST = 4  # so many times as long stands the last picture


def need_pillow() -> Any:
    """Pillow's Image; Unsupported if the extra is not installed."""
    try:
        from PIL import Image
    except ImportError:
        raise Unsupported("the extra png is not installed", "pip install 'pbem[png]'") from None
    need_resvg()
    return Image


def thinned(frames: Sequence[Frame], most: int) -> list[Frame]:
    """At most so many of them, evenly spread, the first and the last among them."""
    if len(frames) <= most:
        return list(frames)
    if most == 1:
        return [frames[-1]]
    return [frames[i * (len(frames) - 1) // (most - 1)] for i in range(most)]


def frame_svg(frame: Frame) -> str:
    """The map under a head of two lines: when it is, and the last headline, or the last that was told."""
    scene = frame.scene
    wide, high = map_size(scene.board)
    turn = turn_title(scene.turn)
    when = ", ".join(part for part in (scene.title, turn, scene.phase) if part)
    headlines = [one for one in frame.sentences if one.headline]
    told = next((one.text for one in reversed(headlines or frame.sentences)), "")
    layers = (board_svg(scene.board), pieces_svg(scene))
    parts = [
        tag("rect", x=0, y=0, width=wide, height=high + HEAD, fill=PAPER),
        words(16, 28, cut(when, 20, wide - 32, True), 20, font_weight="bold", fill=INK),
        words(16, 52, cut(told, 16, wide - 32), 16, fill=INK),
        tag("g", *layers, transform=f"translate(0 {HEAD})"),
    ]
    box = f"0 0 {number(wide)} {number(high + HEAD)}"
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FAMILY)


def film(
    frames: Iterable[Frame],
    *,
    width: int = WIDTH // 2,
    milliseconds: int = 1000,
    progress: Callable[[int], None] = lambda _done: None,
) -> bytes:
    """The moving picture, each frame so long; the last stands longer, then it begins again."""
    image = need_pillow()
    painted: list[bytes] = []
    for done, frame in enumerate(frames, 1):
        painted.append(png(frame_svg(frame), width))
        progress(done)
    first = image.open(io.BytesIO(painted[0]))
    palette = _palette(painted, first.size, image)
    pictures = [_on_palette(content, first.size, palette, image) for content in painted]
    written = io.BytesIO()
    times = [milliseconds] * (len(pictures) - 1) + [milliseconds * LAST]
    pictures[0].save(written, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=True)
    return written.getvalue()


def _opened(content: bytes, size: tuple[int, int], image: Any) -> Any:
    """A picture in that size: where a bridge is blown or a part of the map falls away, the board has another."""
    picture = image.open(io.BytesIO(content)).convert("RGB")
    return picture if picture.size == size else picture.resize(size)


def _palette(painted: Sequence[bytes], size: tuple[int, int], image: Any) -> Any:
    """One for all pictures, from some of them: so only what changes between two of them takes room."""
    chosen = sorted({i * (len(painted) - 1) // (SAMPLES - 1) for i in range(SAMPLES)})
    sheet = image.new("RGB", (size[0], size[1] * len(chosen)))
    for row, i in enumerate(chosen):
        sheet.paste(_opened(painted[i], size, image), (0, row * size[1]))
    return sheet.quantize(COLOURS, dither=image.Dither.NONE)


def _on_palette(content: bytes, size: tuple[int, int], palette: Any, image: Any) -> Any:
    return _opened(content, size, image).quantize(palette=palette, dither=image.Dither.NONE)
