"""The scene: the only thing displays know of a game, as seen by one viewer.

A ruleset's view makes it, displays read it. What the viewer may not know is not in it, not even hidden: none can leak
it. Ids join things (`Stack.place` is a `Place.id`); other texts are for people. Tuples keep the order to be shown in.
Belongs here: structs, and what can be said of them without a game. Must not be here: an import of ours, a rule.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

Point = tuple[float, float]
"""x to the right, y down, in the board's own unit."""
HEX_CORNERS = ((1.0, 0.0), (0.5, 0.8660254), (-0.5, 0.8660254), (-1.0, 0.0), (-0.5, -0.8660254), (0.5, -0.8660254))
Face = Literal["up", "down", "sealed"]
"""up: as it lies, known. down: it lies there, what is on it is not for all. sealed: committed, not yet open."""


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of all parts of a scene."""


class Faction(Shown, frozen=True, cache_hash=True):
    """A side. `code`: one letter; an empty colour is made from that by day; allies have one `alliance`, one `wants`."""

    id: str
    name: str
    code: str
    colour: str = "#808080"
    night: str = ""
    contrast: str = ""
    alliance: str = ""
    wants: str = ""  # in a sentence or two, what wins the game for it


class Terrain(Shown, frozen=True):
    """A kind of ground. `code` is one letter or sign; colours as for a faction."""

    id: str
    name: str
    code: str
    colour: str = "#d8d0b8"
    night: str = ""
    contrast: str = ""


class Site(Shown, frozen=True):
    """Something built at a place that somebody may hold: `kind` is the word (`city`, `node`), `code` one sign."""

    kind: str
    code: str
    note: str = ""


class Place(Shown, frozen=True):
    """A region, space or hex of the board.

    `code` names it on a small map: short, unlike all others; players may type it. `at` is where its pieces stand.
    `outline` is a closed ring, the last point not repeated; if it is empty, the place is a hex if the board has
    hexes, else a spot. `grade` is what the terrain code needs beside it: a jungle rating. `level` is how high a hex
    lies; `signs` are what is printed in it that nobody holds: caves, summits, landing zones. `laid` is where its site
    and name stand in pictures, as `examples/layout.py` found it out; without it each picture finds that out
    anew. `foreign`: beyond the frontier, drawn as the land around the map is.
    """

    id: str
    name: str
    code: str
    at: Point
    outline: tuple[Point, ...] = ()
    terrain: str = ""
    grade: str = ""
    site: Site | None = None
    note: str = ""
    level: int = 0
    signs: tuple[Site, ...] = ()
    laid: tuple[int, ...] = ()
    foreign: bool = False


class Line(Shown, frozen=True):
    """A road, track, river or plain link. `points` are where it is drawn; if empty, straight between the two `ends`."""

    kind: Literal["road", "track", "rail", "river", "stream", "link"]
    ends: tuple[str, str] | None = None
    points: tuple[Point, ...] = ()
    name: str = ""


class Edge(Shown, frozen=True):
    """A mark on the border of two places: an escarpment, a hexside river.

    `high` is the upper side, empty if there is none. `points` is the common border as drawn; if empty, painters
    find it from the outlines.
    """

    kind: str
    ends: tuple[str, str]
    high: str = ""
    points: tuple[Point, ...] = ()


class Hexes(Shown, frozen=True):
    """All places without outline are hexes with corners `size` from the centre; flat_top: corners to left and right.

    `hexagons` says where they are and how large their board is. The codes of hexes are their numbers. Every `size`
    gives the same picture if all points of the board follow it, as from there: a board is drawn as large as fits.
    """

    size: float
    flat_top: bool = True


class Label(Shown, frozen=True):
    """The name of a stretch of ground, written over some of the places it covers; without effect on play."""

    text: str
    places: tuple[str, ...]


class Scenery(Shown, frozen=True):
    """Ground around the map, or under it, that nobody plays on: pictures draw it, maps in text do not.

    `land`, `water` and `town` (streets between spots) are closed rings, `river` to `rail` lines (`grid`: of degrees); a
    `name` is written along its `points`; a `scale` is as long as its two points lie apart. `width` is that of a river
    or ridge, or the size of a name, on a drawing 1,200 wide; 0: as usual.
    """

    kind: Literal["land", "water", "town", "river", "frontier", "ridge", "grid", "road", "rail", "name", "scale"]
    points: tuple[Point, ...]
    name: str = ""
    width: float = 0


class Relief(Shown, frozen=True):
    """A path of shaded ground in half units of a drawing 1,200 wide, as `examples/relief.py` makes it."""

    tone: Literal["tint", "contour", "shade", "light", "house", "palm", "grave", "dune"]
    step: int
    d: str


class Figures(Shown, frozen=True):
    """What stands on counters, by an example: `2+2`, `strength + dice`."""

    example: str
    means: str


class Board(Shown, frozen=True, cache_hash=True):
    """The map. `low` and `high` are the corners of all that is drawn, top left and bottom right.

    `figures` explain strengths in the legend. `states` are those that pieces may have: each is drawn as a letter that
    no state before it has; another as its first. `tells_ways`: sentences tell all that moves, no way is guessed.
    """

    title: str
    low: Point
    high: Point
    places: tuple[Place, ...]
    factions: tuple[Faction, ...] = ()
    terrains: tuple[Terrain, ...] = ()
    lines: tuple[Line, ...] = ()
    edges: tuple[Edge, ...] = ()
    hexes: Hexes | None = None
    figures: tuple[Figures, ...] = ()
    labels: tuple[Label, ...] = ()
    states: tuple[str, ...] = ()
    tells_ways: bool = False
    scenery: tuple[Scenery, ...] = ()
    relief: tuple[Relief, ...] = ()


class Piece(Shown, frozen=True, cache_hash=True):
    """One counter, or `count` like ones; `count` None: nobody may know how many.

    `code` is what fits on the counter (`A`, `INF`), `name` the words for a list. `column`: it stands for pieces under
    it, which are `holds` as far as the viewer knows them; a column that is face down with empty `holds` is not known.
    `symbol` is what pictures draw on the counter (`infantry`, `armor`; `pbem.show.svg.symbols` has all); if it is
    empty or not known, they write the code. The counter of a `fleet` is a hull, and on maps in text it has a `~`.
    """

    name: str
    code: str = ""
    id: str = ""
    faction: str = ""
    strength: str = ""
    states: tuple[str, ...] = ()
    face: Face = "up"
    count: int | None = 1
    column: bool = False
    holds: tuple[Piece, ...] = ()
    symbol: str = ""


class Stack(Shown, frozen=True):
    """What stands at one place, top first; several factions may."""

    place: str
    pieces: tuple[Piece, ...]


class Marker(Shown, frozen=True):
    """A marker at a place that is no piece. `control` says who holds the site; its face down means: not usable yet.

    `symbol` as in a piece.
    """

    place: str
    name: str
    code: str = ""
    faction: str = ""
    face: Face = "up"
    control: bool = False
    symbol: str = ""


class Mark(Shown, frozen=True):
    """A marker on a track."""

    name: str
    value: int
    faction: str = ""


class Track(Shown, frozen=True):
    """A row of spaces from `first` to `last` (which may be the smaller) with markers on it."""

    name: str
    first: int
    last: int
    marks: tuple[Mark, ...]
    note: str = ""


class Box(Shown, frozen=True):
    """Pieces that lie beside the map: airgroups ready, dead, a staging area. `id` if answers name it as a place."""

    name: str
    pieces: tuple[Piece, ...]
    faction: str = ""
    note: str = ""
    id: str = ""


class Count(Shown, frozen=True):
    """So many of a kind; None: the viewer may not know. `id` has the ids of those that answers may name."""

    name: str
    count: int | None
    faction: str = ""
    id: str = ""


class Pool(Shown, frozen=True):
    """Things that only their number matters of. Pools of one name are one table: a row for each faction."""

    name: str
    counts: tuple[Count, ...]
    faction: str = ""
    note: str = ""


class Card(Shown, frozen=True):
    """One card; face down or sealed without `name` if the viewer may not know it. `states` such as `played`."""

    name: str = ""
    face: Face = "up"
    states: tuple[str, ...] = ()
    text: str = ""


class Cards(Shown, frozen=True):
    """A hand, a pack, a deck, in order. Those of one name are one table: a row for each faction."""

    name: str
    cards: tuple[Card, ...]
    faction: str = ""
    note: str = ""


class Awaited(Shown, frozen=True):
    """A seat that owes something, and what, in plain words."""

    seat: str
    text: str = ""


class Sentence(Shown, frozen=True):
    """Something that happened since the last scene: its words, its rule, where. The rest as in `Tell`.

    A `headline` is one of the few that tell by themselves how a game went. `is_way`: something went along `places`.
    """

    text: str
    rule: str = ""
    places: tuple[str, ...] = ()
    headline: bool = False
    is_way: bool = False
    faction: str = ""
    fire_from: tuple[str, ...] = ()
    support_from: tuple[str, ...] = ()
    is_battle: bool = False


class Highlight(Shown, frozen=True):
    """A place to look at: where something comes from, where it goes, what is attacked, what is within reach.

    `text` is what that costs, or why, in a word; maps of hexes write it.
    """

    kind: Literal["from", "to", "target", "reach"]
    place: str
    text: str = ""


class Looked(Shown, frozen=True):
    """The answer to a question about the board: places to mark, and lines for people, what matters most first."""

    highlights: tuple[Highlight, ...] = ()
    lines: tuple[str, ...] = ()


class Arrow(Shown, frozen=True):
    """An order, a way, support or fire along `places`, two at least; `faction`: whose; pictures write its `text`."""

    kind: Literal["order", "route", "support", "fire"]
    places: tuple[str, ...]
    faction: str = ""
    text: str = ""


class Threshold(Shown, frozen=True):
    """A value of a score from which on it is called something."""

    name: str
    value: int


class Score(Shown, frozen=True):
    """Optional: how the game stands, in a number to draw a graph of; `high`, `low`: for whom which way is good.

    With `sides`: how far these, called `name`, are from `goal` in `unit`, 0 if that is theirs now; `why`: what decides.
    The `goal` of a side that nobody plays is `the defeat of`, and who plays.
    """

    name: str
    value: int
    high: str = ""
    low: str = ""
    thresholds: tuple[Threshold, ...] = ()
    sides: tuple[str, ...] = ()
    unit: str = ""
    goal: str = "victory"
    why: str = ""


class Scene(Shown, frozen=True):
    """One position as `viewer` may see it: a seat, `public` or `auditor`.

    A view leaves `awaited`, `sentences` and `highlights` empty if it cannot know them: who shows it adds them.
    `aside` is what answers may name and no picture shows: cards at hand, markers and counters not in play yet.
    """

    title: str
    turn: str
    phase: str
    board: Board
    viewer: str = "public"
    awaited: tuple[Awaited, ...] = ()
    stacks: tuple[Stack, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[Track, ...] = ()
    boxes: tuple[Box, ...] = ()
    pools: tuple[Pool, ...] = ()
    cards: tuple[Cards, ...] = ()
    notes: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    aside: tuple[Piece, ...] = ()
    scores: tuple[Score, ...] = ()


def outline(board: Board, place: Place) -> tuple[Point, ...]:
    """The ring to draw for a place: its own, or its hex; empty if it is a spot."""
    if place.outline or board.hexes is None:
        return place.outline
    (x, y), size = place.at, board.hexes.size
    corners = HEX_CORNERS if board.hexes.flat_top else tuple((dy, dx) for dx, dy in HEX_CORNERS)
    return tuple((x + size * dx, y + size * dy) for dx, dy in corners)


@lru_cache(maxsize=64)
def is_hex_map(board: Board) -> bool:
    """Whether a board is nothing but hexes."""
    return board.hexes is not None and bool(board.places) and not any(place.outline for place in board.places)
