"""How the picture is read: terrains with their letters, borders, roads, sites, counters that are on the board now.

Belongs here: samples with their words. Must not be here: where the legend stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbem.show.on_board import factions_of, figures_of
from pbem.show.scene import Board, Faction, Marker, Piece, Scene, is_hex_map
from pbem.show.svg.arrows import way_of
from pbem.show.svg.bands import DAMAGED, Band, damage
from pbem.show.svg.chosen import ground_paint
from pbem.show.svg.counters import SIDE, Counter, faces, faction_of, of_marker, of_piece, paint_of, placed, tag_of
from pbem.show.svg.geometry import Bounds
from pbem.show.svg.ground import BORDER, CLIFF, site_shape
from pbem.show.svg.hexes import legend as hexes
from pbem.show.svg.lines import LINK, ROADS, WATER
from pbem.show.svg.metrics import cut, width
from pbem.show.svg.pieces import outlined
from pbem.show.svg.relief import level_paint
from pbem.show.svg.spot import SITE
from pbem.show.svg.symbols import KNOWN, symbol
from pbem.show.svg.xml import CARD, DARK, INK, number, on, tag, words

Sample = tuple[str, str]
"""A picture, 26 wide and 16 high from 0, 0, and its words."""
ROW, PART = 20.0, 8.5


def samples(scene: Scene) -> Iterator[Sample]:
    """All that is to be explained, in the order of a printed legend."""
    board = scene.board
    grounds, lines, slopes = _printed(board)
    yield from grounds
    yield from map(_faction, factions_of(scene))
    yield from _sites(scene)
    yield from lines
    if is_hex_map(board):
        yield from hexes.samples(scene)
    yield from slopes
    yield from _counters(scene)


@lru_cache(maxsize=16)
def _printed(board: Board) -> tuple[tuple[Sample, ...], ...]:
    """What the board itself has to explain, the same all game long: grounds, lines, slopes."""
    return tuple(_grounds(board)), tuple(_lines(board)), tuple(_slopes(board))


def _grounds(board: Board) -> Iterator[Sample]:
    ground = {place.terrain for place in board.places}
    for terrain in [terrain for terrain in board.terrains if terrain.id in ground]:
        letter = words(13, 11, terrain.code, 8, text_anchor="middle", fill=INK)
        letter = hexes.terrain_marks(terrain.name) if is_hex_map(board) else letter
        fill = level_paint(0) if board.relief and is_hex_map(board) else ground_paint(terrain, CARD)
        field = tag("rect", x=1, y=1, width=24, height=14, fill=fill, stroke=BORDER,
                    stroke_width=1)
        yield field + letter, terrain.name


@lru_cache(maxsize=64)
def _faction(faction: Faction) -> Sample:
    fill = paint_of(faction)
    letter = words(13, 12, faction.code[:2], 9, text_anchor="middle", font_weight="bold", fill=on(fill))
    return tag("rect", x=5, y=0, width=16, height=16, rx=2, fill=fill, stroke=INK) + letter, faction.name


def _lines(board: Board) -> Iterator[Sample]:
    for kind in dict.fromkeys(line.kind for line in board.lines):
        if kind in ROADS:
            bed, surface, wide = ROADS[kind]
            drawn = [tag("path", d="M1 8L25 8", stroke=bed, stroke_width=wide),
                     tag("path", d="M1 8L25 8", stroke=surface, stroke_width=wide - 1.8)]
            yield "".join(drawn), ", ".join((kind, *_names(board, kind)))
        else:
            fill, wide = (LINK, 2) if kind == "link" else (WATER, 6)
            yield tag("path", d="M1 8L25 8", stroke=fill, stroke_width=wide), "way" if kind == "link" else kind


def _slopes(board: Board) -> Iterator[Sample]:
    for slope in dict.fromkeys(edge.kind for edge in board.edges if edge.high and not is_hex_map(board)):
        teeth = tag("path", d="M2 5L6 5L4 11ZM9 5L13 5L11 11ZM16 5L20 5L18 11Z", fill=CLIFF)
        yield tag("path", d="M1 5L25 5", stroke=CLIFF, stroke_width=2.2) + teeth, f"{slope}, teeth downhill"


def _names(board: Board, kind: str) -> Iterator[str]:
    yield from dict.fromkeys(line.name for line in board.lines if line.kind == kind and line.name)


def _sites(scene: Scene) -> Iterator[Sample]:
    sites = [place.site for place in scene.board.places if place.site]
    held = [m for m in scene.markers if m.control]
    box = Bounds(13 - SITE / 2, 8 - SITE / 2, 13 + SITE / 2, 8 + SITE / 2)
    drawn = [] if is_hex_map(scene.board) else sites  # hexes explain all their signs together
    for kind, code in dict.fromkeys((site.kind, site.code) for site in drawn):
        yield site_shape(box, kind, code, CARD, INK), f"{kind}, held by nobody" if held else kind
    for face, said in (("up", "held: Marker face up"), ("down", "Marker face down")):
        marker = next((m for m in held if m.face == face), None)
        if marker and sites:
            faction = faction_of(scene.board, marker.faction)
            code = faction.code[:2] if face == "up" else faction.code[:2].lower()
            yield site_shape(box, sites[0].kind, "", *faces(paint_of(faction), face), code), said
    if any(site.note == "port" for site in sites):
        disc = tag("circle", cx=13, cy=8, r=6, fill="#e8f1f6", stroke="#22577a", stroke_width=0.8)
        anchor = tag("path", d="M13 3.5L13 12M11 5.5L15 5.5M9 9Q10 12 13 12.4Q16 12 17 9", fill="none",
                     stroke="#22577a", stroke_width=1.4)
        yield disc + anchor, "port"


def _counters(scene: Scene) -> Iterator[Sample]:
    board, pieces = scene.board, [piece for stack in scene.stacks for piece in stack.pieces]
    boxed = [piece for box in scene.boxes for piece in box.pieces if piece.symbol or piece.code]  # drawn as counters
    held = [piece for column in pieces for piece in column.holds]
    for name in dict.fromkeys(p.symbol for p in [*pieces, *boxed, *held] if p.symbol in KNOWN):
        yield _symbol(name), name.replace("_", " ")
    for face, said in (("down", "column face down: letter, size"), ("up", "column face up")):
        column = next((p for p in pieces if p.column and p.face == face), None)
        if column:
            yield _small(of_piece(scene.board, _bare(column))), said
    for figures in figures_of(scene):
        size = min(9.0, 9.0 * 25 / max(25.0, width(figures.example, 9, True)))
        yield words(13, 11, figures.example, size, text_anchor="middle", font_weight="bold", fill=INK), figures.means
    for marker in _kinds(scene.markers):
        name = f"{marker.name}, face down" if marker.face == "down" else marker.name
        said = marker.symbol if marker.symbol in KNOWN else name
        yield _small(of_marker(scene.board, marker)), said
    for state in dict.fromkeys(state for piece in [*pieces, *boxed] for state in piece.states if state.strip()):
        if state[:1] not in "+-":
            yield _state(state, tag_of(state, board.states))
    ids = {place.id for place in scene.board.places}
    drawn = [arrow.kind for arrow in scene.arrows if len(ids.intersection(arrow.places)) > 1]
    for kind in dict.fromkeys(drawn):
        yield way_of([(1, 8), (25, 8)], kind, INK), kind
    for highlight in dict.fromkeys(h.kind for h in scene.highlights):
        yield tag("g", outlined("M5 5L41 5L41 24L5 24Z", highlight), transform="scale(0.56)"), highlight


@lru_cache(maxsize=256)
def _state(state: str, sign: str) -> Sample:
    if state == DAMAGED:
        bar = damage(Band(True))
        return tag("g", bar, transform="translate(-3 -26) scale(1 1.4)"), f"{state}: half a bar"
    sample = tag("rect", x=8, y=3, width=10, height=10, rx=1.5, fill="#fff3b0", stroke=INK, stroke_width=0.6)
    letter = words(13, 11, sign, 8, text_anchor="middle", font_weight="bold", fill=DARK)
    return sample + letter, state


def _kinds(markers: Iterable[Marker]) -> Iterable[Marker]:
    """One marker of each look; who holds a site is explained with the sites."""
    return {(m.symbol or m.code, m.face): m for m in markers if not m.control}.values()


def _bare(piece: Piece) -> Piece:
    return Piece(name=piece.name, code=piece.code, faction=piece.faction, column=True, face=piece.face,
                 holds=piece.holds)


@lru_cache(maxsize=64)
def _symbol(name: str) -> str:
    return tag("g", symbol(name), transform="translate(13 8)")


@lru_cache(maxsize=1024)
def _small(counter: Counter) -> str:
    return tag("g", placed(counter, 0, 0), transform=f"translate(2 -4) scale({number(18 / SIDE)})")


def legend(scene: Scene, wide: float, columns: int) -> tuple[str, float]:
    """The legend from 0, 0, so wide, and how high it is."""
    shown = list(samples(scene))[:60]
    rows = -(-len(shown) // columns)
    step, parts = wide / columns, []
    for i, (drawn, said) in enumerate(shown):
        x, y = i // rows * step, i % rows * ROW
        text = words(30, 11, cut(said, PART, step - 34), PART, fill=INK)
        parts.append(tag("g", drawn, text, transform=f"translate({number(x)} {number(y)})"))
    return tag("g", *parts), rows * ROW

