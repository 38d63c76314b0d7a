"""Frames as one moving picture: the map with a caption, all pictures of one size; needs the extra `png`.

Belongs here: from frames to a GIF. Must not be here: which frames are chosen by turn or phase, files.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from pbem.errors import Unsupported
from pbem.show.frame import Frame
from pbem.show.png import need_resvg, png
from pbem.show.scene import Board, turn_title
from pbem.show.svg import WIDTH, board_svg, map_size, pieces_svg
from pbem.show.svg.metrics import cut
from pbem.show.svg.xml import FAMILY, INK, PAPER, number, tag, words

HEAD = 64  # units of the drawing above the map
COLOURS = 255  # and one for what stays as it was
SAMPLES = 4  # pictures that the palette is made of
KEPT = 6  # maps kept in mind: what was looked at a step ago is often what is looked at again
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
    """Pictures of frames: a board is painted once, what lies on it if it changed, the head every time."""

    def __init__(self, width: int, image: Any) -> None:
        self._width, self._image = width, image
        self._board: Board | None = None
        self._ground: Any = None
        self._maps: dict[str, Any] = {}

    def paint(self, frame: Frame) -> Any:
        """The map under its head."""
        board = frame.scene.board
        if board is not self._board:
            self._board, self._ground, self._maps = board, self._layer(board, board_svg(board), PAPER), {}
        lying = pieces_svg(frame.scene)
        if lying not in self._maps:
            if len(self._maps) == KEPT:
                del self._maps[next(iter(self._maps))]
            drawn = self._maps[lying] = self._ground.copy()
            drawn.alpha_composite(self._layer(board, lying))
        drawn = self._maps[lying]
        head = self._drawn(head_svg(frame), map_size(board)[0], HEAD, PAPER)
        picture = self._image.new("RGB", (self._width, head.height + drawn.height))
        picture.paste(head, (0, 0))
        picture.paste(drawn, (0, head.height))
        return picture

    def _layer(self, board: Board, drawn: str, ground: str = "") -> Any:
        return self._drawn(drawn, *map_size(board), ground)

    def _drawn(self, drawn: str, wide: float, high: float, ground: str) -> Any:
        under = tag("rect", x=0, y=0, width=wide, height=high, fill=ground) if ground else ""
        box = f"0 0 {number(wide)} {number(high)}"
        svg = tag("svg", under, drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FAMILY)
        return self._image.open(io.BytesIO(png(svg, self._width))).convert("RGBA")


def head_svg(frame: Frame) -> str:
    """Two lines: when it is, and the last headline, or the last that was told."""
    scene = frame.scene
    wide = map_size(scene.board)[0]
    when = ", ".join(part for part in (scene.title, turn_title(scene.turn), scene.phase) if part)
    headlines = [one for one in frame.sentences if one.headline]
    told = next((one.text for one in reversed(headlines or frame.sentences)), "")
    return words(16, 28, cut(when, 20, wide - 32, True), 20, font_weight="bold", fill=INK) + words(
        16, 52, cut(told, 16, wide - 32), 16, fill=INK)


def film(
    frames: Sequence[Frame],
    *,
    width: int = WIDTH // 2,
    milliseconds: int = 1000,
    progress: Callable[[int], None] = lambda _done: None,
) -> bytes:
    """The moving picture, each frame so long; the last stands longer, then it begins again."""
    image = need_pillow()
    painter = _Painter(width, image)
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
