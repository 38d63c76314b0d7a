"""Frames as one moving picture: the map with a caption, all pictures of one size; needs the extra `png`.

Belongs here: from frames to a GIF. Must not be here: which frames are chosen by turn or phase, files.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from pbem.errors import Unsupported
from pbem.show.frame import Frame
from pbem.show.moment import turn_title
from pbem.show.png import need_resvg, png
from pbem.show.scene import Board
from pbem.show.svg import WIDTH, ground, map_size
from pbem.show.svg.geometry import Bounds
from pbem.show.svg.metrics import cut
from pbem.show.svg.paint import Theme, painted
from pbem.show.svg.pieces import PaintedPart, parts
from pbem.show.svg.xml import FAMILY, INK, PAPER, number, tag, words

HEAD = 64  # units of the drawing above the map
COLOURS = 255  # and one for what stays as it was
SAMPLES = 4  # pictures that the palette is made of
KEPT = 4096  # parts of a map kept in mind: most of them lie there a step later, too
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


class _Painter:
    """Pictures of frames: the board is painted once, what lies on it part by part, each once."""

    def __init__(self, width: int, image: Any, theme: Theme = "light") -> None:
        self._width, self._image, self._theme = width, image, theme
        self._board: Board | None = None
        self._ground: Any = None
        self._painted: dict[PaintedPart, tuple[Any, tuple[int, int]]] = {}

    def paint(self, frame: Frame) -> Any:
        """The map under its head."""
        board = frame.scene.board
        if board is not self._board:
            self._board, self._ground = board, self._whole(ground.paint(board), *map_size(board))
        drawn = self._ground.copy()
        for part in parts(frame.scene):
            drawn.alpha_composite(*self._part(part, Bounds(0, 0, *map_size(board))))
        head = self._whole(head_svg(frame), WIDTH, HEAD)
        picture = self._image.new("RGB", (self._width, head.height + drawn.height))
        picture.paste(head, (0, 0))
        picture.paste(drawn, (0, head.height))
        return picture

    def _whole(self, drawn: str, wide: float, high: float) -> Any:
        under = tag("rect", x=0, y=0, width=wide, height=high, fill=PAPER)
        return self._drawn(under + drawn, f"0 0 {number(wide)} {number(high)}", self._width)

    def _part(self, part: PaintedPart, whole: Bounds) -> tuple[Any, tuple[int, int]]:
        """A part of the map in whole pixels, and where its top left corner is."""
        if part not in self._painted:
            if len(self._painted) == KEPT:
                self._painted.clear()
            scale = self._width / whole.width
            left, top = (int(max(0.0, side) * scale) for side in part.box[:2])
            right = int(min(part.box.right, whole.right) * scale) + 1
            bottom = int(min(part.box.bottom, whole.bottom) * scale) + 1
            box = " ".join(f"{side / scale:.6f}" for side in (left, top, right - left, bottom - top))
            self._painted[part] = self._drawn(part.drawn, box, right - left), (left, top)
        return self._painted[part]

    def _drawn(self, drawn: str, box: str, width: int) -> Any:
        svg = tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FAMILY)
        svg = painted(svg, self._theme)
        return self._image.open(io.BytesIO(png(svg, width))).convert("RGBA")


def head_svg(frame: Frame) -> str:
    """Two lines: when it is, and the last headline, or the last that was told."""
    scene = frame.scene
    when = ", ".join(part for part in (scene.title, turn_title(scene.turn), scene.phase) if part)
    headlines = [one for one in frame.sentences if one.headline]
    told = next((one.text for one in reversed(headlines or frame.sentences)), "")
    return words(16, 28, cut(when, 20, WIDTH - 32, True), 20, font_weight="bold", fill=INK) + words(
        16, 52, cut(told, 16, WIDTH - 32), 16, fill=INK)


def film(
    frames: Sequence[Frame],
    *,
    width: int = WIDTH // 2,
    milliseconds: int = 1000,
    theme: Theme = "light",
    progress: Callable[[int], None] = lambda _done: None,
) -> bytes:
    """The moving picture, each frame so long; the last stands longer, then it begins again."""
    image = need_pillow()
    painter = _Painter(width, image, theme)
    chosen = sorted({i * (len(frames) - 1) // (SAMPLES - 1) for i in range(SAMPLES)})
    samples = [painter.paint(frames[i]) for i in chosen]
    size, palette = samples[0].size, _palette(samples, image)
    pictures = []
    for done, frame in enumerate(frames, 1):
        pictures.append(_sized(painter.paint(frame), size).quantize(palette=palette, dither=image.Dither.NONE))
        progress(done)
    written = io.BytesIO()
    times = [milliseconds] * (len(pictures) - 1) + [milliseconds * LAST]
    pictures[0].save(written, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=True)
    return written.getvalue()


def _sized(picture: Any, size: tuple[int, int]) -> Any:
    """A picture in that size: if a bridge is blown or a part of the map falls away, the board has another."""
    return picture if picture.size == size else picture.resize(size)


def _palette(samples: Sequence[Any], image: Any) -> Any:
    """One for all pictures, from some of them: so only what changes between two of them takes room."""
    wide, high = samples[0].size
    sheet = image.new("RGB", (wide, high * len(samples)))
    for row, picture in enumerate(samples):
        sheet.paste(_sized(picture, (wide, high)), (0, row * high))
    return sheet.quantize(COLOURS, dither=image.Dither.NONE)
