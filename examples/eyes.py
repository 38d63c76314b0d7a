"""The map of a game as eyes without red, green or blue see it: python examples/eyes.py LOG ROUND PICTURE [PIXELS]

Needs the extra png. Prints the least distances by theme; docs/eyes.md says what each column is.
"""

import io
import re
import sys
from itertools import combinations
from pathlib import Path

from PIL import Image

from pbem.replay.films.opening import open_reel
from pbem.show.eyes import EYES, as_seen, least
from pbem.show.frame import at_round
from pbem.show.png import png
from pbem.show.scene import Board, Scene
from pbem.show.svg import THEMES, board_svg, map_size, pieces_svg
from pbem.show.svg.apart import grounds, shaded
from pbem.show.svg.counters import paint_of
from pbem.show.svg.paint import apart
from pbem.show.svg.xml import FAMILY, contrast, on, tag

GAP, FEW = 8, 85  # pixels between two maps; colours of each


def rows(board: Board) -> list[str]:
    found = []
    for at, theme in enumerate(THEMES):
        paints = {side: apart(paint_of(side))[at] for side in board.factions}
        pairs = [(bool(a.alliance) and a.alliance == b.alliance, least(paints[a], paints[b])[0])
                 for a, b in combinations(board.factions, 2)]
        figures = [[far for own, far in pairs if not own], [far for own, far in pairs if own],
                   [least(it, apart(one)[at])[0] for it in paints.values() for one in grounds(board) | shaded(board)],
                   [contrast(apart(on(paint_of(side)))[at], paint) for side, paint in paints.items()]]
        cells = (board.title, theme, *(f"{min(of):.1f}" if of else "" for of in figures))
        found.append(f"| {' | '.join(cells)} |")
    return found


def seen(scene: Scene, pixels: int) -> Image.Image:
    """Three maps, side by side."""
    (wide, high), drawn = map_size(scene.board), board_svg(scene.board) + pieces_svg(scene)
    svg = tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide:g} {high:g}", font_family=FAMILY)
    sheet, palette = Image.new("P", (3 * (pixels + GAP) - GAP, round(pixels * high / wide))), b""
    for i, eye in enumerate(list(EYES)[1:]):
        shown = png(re.sub("#[0-9a-f]{6}", lambda found, eye=eye: as_seen(found[0], eye), svg), pixels)
        one = Image.open(io.BytesIO(shown)).convert("RGB").quantize(FEW, Image.Quantize.MAXCOVERAGE, kmeans=3)
        sheet.paste(one.point([(value + FEW * i) % 256 for value in range(256)]), (i * (pixels + GAP), 0))
        palette += bytes(one.getpalette()[:3 * FEW]).ljust(3 * FEW)
    sheet.putpalette(palette)
    return sheet


if __name__ == "__main__":
    steps = list(open_reel(Path(sys.argv[1]), "public"))
    shown = steps[at_round(steps, int(sys.argv[2]))].scene
    seen(shown, int(sys.argv[4]) if sys.argv[4:] else 480).save(sys.argv[3], "PNG", optimize=True)
    print("\n".join(rows(shown.board)))
