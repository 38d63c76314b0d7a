"""The whole picture: head, map, and what stands below it, as one document that needs no other file.

Belongs here: the head, the order of the parts. Must not be here: the parts.
"""

from __future__ import annotations

from pbem.show.moment import turn_title
from pbem.show.scene import Scene
from pbem.show.svg import ground, pieces
from pbem.show.svg.counters import faction_of
from pbem.show.svg.geometry import MARGIN, WIDTH, frame
from pbem.show.svg.metrics import cut, width, wrap
from pbem.show.svg.panel import panel
from pbem.show.svg.xml import FAMILY, INK, PAPER, escape, number, tag, words

NAMESPACE = "http://www.w3.org/2000/svg"
LARGEST = 2.0  # a small map is drawn at most so much larger than on a page


def page(scene: Scene, wide: int | None = None) -> str:
    """The document; it ends with a newline."""
    head, top = _head(scene)
    drawn = frame(scene.board)
    large = min(LARGEST, WIDTH / drawn.width)
    wide_map, tall = drawn.width * large, drawn.height * large
    left = (WIDTH - wide_map) / 2
    put = f"translate({number(left)} {number(top)})" + (f" scale({number(large)})" if large > 1 else "")
    below, under = panel(scene)
    high = round(top + tall + 14 + under + MARGIN)
    size: dict[str, str | float] = {"width": wide, "height": round(wide * high / WIDTH)} if wide else {}
    parts = [
        f"<title>{escape(scene.title)}</title>",
        tag("rect", x=0, y=0, width=WIDTH, height=high, fill=PAPER),
        head,
        tag("g", ground.paint(scene.board), pieces.paint(scene), transform=put),
        tag("rect", x=left, y=top, width=wide_map, height=tall, fill="none", stroke=INK, stroke_width=1.5),
        tag("g", below, transform=f"translate(0 {number(top + tall + 14)})"),
    ]
    return tag("svg", *parts, xmlns=NAMESPACE, viewBox=f"0 0 {WIDTH} {high}", **size, font_family=FAMILY,
               font_stretch="condensed") + "\n"


def _head(scene: Scene) -> tuple[str, float]:
    """What is played, when, who looks, who is awaited; and how high that is."""
    inner = WIDTH - 2 * MARGIN
    seen = f"as seen by {faction_of(scene.board, scene.viewer).name or scene.viewer}"
    title = cut(scene.title, 24, inner * 0.4, True)
    turn = turn_title(scene.turn)
    now = ", ".join(part for part in (turn, scene.phase) if part)
    x = MARGIN + width(title, 24, True) + 18
    room = inner - width(title, 24, True) - 36 - width(seen, 12)
    parts = [
        words(MARGIN, 32, title, 24, font_weight="bold", fill=INK),
        words(x, 32, cut(now, 15, room), 15, fill=INK),
        words(WIDTH - MARGIN, 32, seen, 12, text_anchor="end", font_style="italic", fill=INK),
    ]
    y = 42.0
    if scene.awaited:
        names = [(faction_of(scene.board, a.seat).name or a.seat, a.text) for a in scene.awaited]
        said = "Awaited: " + "; ".join(f"{name}, {text}" if text else name for name, text in names)
        for line in wrap(said[:600], 12, inner)[:3]:
            parts.append(words(MARGIN, y + 10, line, 12, fill=INK))
            y += 16
    return "".join(parts), round(y + 6)
