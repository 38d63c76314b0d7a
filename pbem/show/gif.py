"""Frames as one moving picture: the map with a caption, all pictures of one size; needs the extra `png`.

Belongs here: from frames to a GIF. Must not be here: which frames are chosen by turn or phase, files.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

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
BETWEEN, LEGIBLE = 35, 0.35  # where its two lines meet, and the scale under which they do not keep apart
COLOURS = 255  # and one for what stays as it was
SAMPLES = 4  # pictures that the palette is made of
KEPT = 4096  # parts of a map kept in mind: most of them lie there a step later, too
LAST = 4  # so many times as long stands the last picture
FROM = 16  # frames from which on copies of the process paint, too
MOST_COPIED = 400_000_000  # pixels of all pictures together


class Copy(Protocol):
    """A copy of this process at work, as `pbem.disk.second` makes them."""

    def answer(self) -> bytes:
        """What it made; empty if it came to nothing."""

    def end(self) -> None:
        """It is gone, whatever it was at."""


Begin = Callable[[Callable[[], bytes]], Copy | None]
"""Begins a work in a copy; None if none can be made."""


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
        self._lines: dict[str, Any] = {}

    def paint(self, frame: Frame) -> Any:
        """The map under its head."""
        board = frame.scene.board
        if board is not self._board:
            self._board, self._ground = board, self._whole(ground.paint(board), *map_size(board))
        drawn = self._ground.copy()
        for part in parts(frame.scene):
            drawn.alpha_composite(*self._part(part, Bounds(0, 0, *map_size(board))))
        head = self._head(frame)
        picture = self._image.new("RGB", (self._width, head.height + drawn.height))
        picture.paste(head, (0, 0))
        picture.paste(drawn, (0, head.height))
        return picture

    def _head(self, frame: Frame) -> Any:
        """Its two lines are painted apart, for the upper one mostly stays, if no letter of one reaches the other."""
        upper, lower = head_lines(frame)
        if not (upper + lower).isascii() or self._width < LEGIBLE * WIDTH:
            return self._whole(upper + lower, WIDTH, HEAD)
        if upper not in self._lines:
            self._lines = {upper: self._whole(upper, WIDTH, HEAD)}
        head, below = self._lines[upper].copy(), self._whole(lower, WIDTH, HEAD)
        row = head.height * BETWEEN // HEAD
        head.paste(below.crop((0, row, head.width, head.height)), (0, row))
        return head

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


def head_lines(frame: Frame) -> tuple[str, str]:
    """When it is, and the last headline, or the last that was told."""
    scene = frame.scene
    when = ", ".join(part for part in (scene.title, turn_title(scene.turn), scene.phase) if part)
    headlines = [one for one in frame.sentences if one.headline]
    told = next((one.text for one in reversed(headlines or frame.sentences)), "")
    return words(16, 28, cut(when, 20, WIDTH - 32, True), 20, font_weight="bold", fill=INK), words(
        16, 52, cut(told, 16, WIDTH - 32), 16, fill=INK)


def film(
    frames: Sequence[Frame],
    *,
    width: int = WIDTH // 2,
    milliseconds: int = 1000,
    theme: Theme = "light",
    progress: Callable[[int], None] = lambda _done: None,
    begin: Begin | None = None,
    copies: int = 1,
    keeps: bool = True,
) -> bytes:
    """The moving picture, each frame so long; the last stands longer, then it begins again.

    If work can `begin` in so many copies of this process, each paints its share of many frames. What stays from frame
    to frame is painted once, if it `keeps` that. The bytes are the same, whatever is chosen.
    """
    image = need_pillow()
    kept = _Painter(width, image, theme)

    def paint(i: int) -> Any:
        return (kept if keeps else _Painter(width, image, theme)).paint(frames[i])

    chosen = sorted({i * (len(frames) - 1) // (SAMPLES - 1) for i in range(SAMPLES)})
    samples = {i: paint(i) for i in chosen}
    size = samples[0].size
    palette = _palette(list(samples.values()), image)

    def flat(i: int) -> Any:
        picture = samples.pop(i, None) or paint(i)
        return _sized(picture, size).quantize(palette=palette, dither=image.Dither.NONE)

    start: Begin = begin or (lambda _work: None)
    shares = _shares(len(frames), size, copies if begin is not None else 0)
    pictures: list[Any] = []
    with contextlib.ExitStack() as ends:
        begun: list[Copy | None] = []
        for share in shares[1:]:
            begun.append(start(partial(_painted, flat, share)))
            ends.callback(_end, begun[-1])
        for i in shares[0]:
            pictures.append(flat(i))
            progress(min(len(frames), len(pictures) * len(shares)))
        for copy, share in zip(begun, shares[1:], strict=True):
            pictures += _answered(copy, len(share), pictures[0]) or map(flat, share)
            progress(len(pictures))
    written = io.BytesIO()
    times = [milliseconds] * (len(pictures) - 1) + [milliseconds * LAST]
    pictures[0].save(written, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=True)
    return written.getvalue()


def _shares(many: int, size: tuple[int, int], copies: int) -> list[range]:
    """Who paints which frames, this process the first; few frames, and what would take too much room, by itself."""
    parts = copies + 1 if many >= FROM and many * size[0] * size[1] <= MOST_COPIED else 1
    return [range(many * part // parts, many * (part + 1) // parts) for part in range(parts)]


def _painted(flat: Callable[[int], Any], share: range) -> bytes:
    """In a copy: the pixels of its share, one picture after the other."""
    return b"".join(flat(i).tobytes() for i in share)


def _answered(copy: Copy | None, many: int, like: Any) -> list[Any]:
    """The pictures that a copy painted; none if it did not come to its end."""
    pixels, each = copy.answer() if copy is not None else b"", like.width * like.height
    if len(pixels) != many * each:
        return []
    pictures = [like.copy() for _ in range(many)]
    for i, picture in enumerate(pictures):
        picture.frombytes(pixels[i * each : (i + 1) * each])
    return pictures


def _end(copy: Copy | None) -> None:
    if copy is not None:
        copy.end()


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
