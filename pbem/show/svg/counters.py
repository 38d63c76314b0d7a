"""Counters: a piece, a column, a marker in a square of 26 by 26, with what is said at its edges.

Above the symbol stands what the unit is called, if the symbol does not say it already; below it, in the largest type,
its strength; a band tells whose it is and its states, on its other side hangs how many like ones lie there: the
symbol makes way. A piece that lies face down, as seen by whoever knows it, is drawn alike, on a dark hatched ground.
Belongs here: how one thing looks. Must not be here: where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbem.show.on_board import is_fleet
from pbem.show.scene import Board, Faction, Marker, Piece
from pbem.show.svg.bands import DAMAGED, Band, band_of, banded, damage, square
from pbem.show.svg.chosen import side_paint
from pbem.show.svg.metrics import width
from pbem.show.svg.symbols import KNOWN, symbol
from pbem.show.svg.xml import DARK, INK, PAPER, PIECE, escape, mixed, number, on, tag, words
from pbem.show.text import words_of

SIDE = 26.0
CELL, EDGE = 30.0, 2.0
"""The room of one counter, and how far in it the counter begins: so far may something hang over its edge."""
LEAST_TYPE = 8.0
"""No letter on a counter is smaller: what is too long for its room is set narrower, not lower."""
NARROWEST = 0.45
MOST_OF_COUNT = 12.4  # how wide a count may be: a symbol stands beside it
SIGN = 18.0  # how wide a sign is at its full size
CORNER = -2.0  # the top of what hangs at the upper corners of a counter
BESIDE = 8.2  # and of what stands beside its sign
OVER, COUNTED = -2.0, 28.0  # the left edge of a count, and the right edge of one at the right
BELOW = frozenset("gjpqy")
DEPTH, FLOOR = 0.24, 24.9  # how far such a letter reaches under its line, in sizes of type; where the edge begins
ROOM_IN_HULL = 15.0
FRACTIONS = {"1/4": "¼", "1/2": "½", "3/4": "¾"}
SAID = {"infantry": "INF", "armored_car": "CAR", "armor": "TANK", "artillery": "ART", "engineer": "ENG", "air": "AIR"}
"""Codes that need not be written beside a symbol, which says the same."""
NOBODY = Faction(id="", name="", code="?", colour="#9a9484")


@dataclass(frozen=True)
class Counter:
    """One thing to draw: its words for those who point at it, and its picture."""

    faction: str
    title: str
    drawn: str


def faction_of(board: Board, id: str) -> Faction:
    """The faction, or nobody."""
    return next((faction for faction in board.factions if faction.id == id), NOBODY)


def paint_of(faction: Faction) -> str:
    return side_paint(faction, NOBODY.colour)


def faces(fill: str, face: str) -> tuple[str, str]:
    """Ground and ink of a marker: full colour face up, light face down."""
    return (fill, on(fill)) if face == "up" else (mixed(fill, "#ffffff", 72), mixed(fill, "#000000", 40))


def of_piece(board: Board, piece: Piece) -> Counter:
    """The counter of a piece."""
    faction = faction_of(board, piece.faction)
    letters = tuple(tag_of(state, board.states) for state in piece.states if state != DAMAGED)
    return _counter(faction, piece, tuple(letter for letter in letters if letter), band_of(board, faction))


@lru_cache(maxsize=4096)
def _counter(faction: Faction, piece: Piece, letters: tuple[str, ...], band: Band) -> Counter:
    fill, count = paint_of(faction), _count_of(piece)
    make = _column if piece.column else _unit if piece.face == "up" else _hidden
    foot = 13.0 if is_fleet(piece) else 25.0
    parts = [_sheets(fill, piece, band)] if count else []
    parts += [make(piece, fill, band), banded(fill, band, faction.code * bool(faction.id), letters, foot)]
    if DAMAGED in piece.states and not piece.column:
        parts.append(damage(band))
    if count:
        parts.append(_times(count, BESIDE if not piece.column and _is_named(piece) else CORNER, band))
    return Counter(piece.faction, f"{faction.name}: {words_of(piece)}", "".join(parts))


def of_marker(board: Board, marker: Marker) -> Counter:
    """The counter of a marker: round, so that nobody takes it for a unit; its face down is light."""
    faction = faction_of(board, marker.faction)
    fill, name = paint_of(faction), f"{faction.name}: {marker.name}".removeprefix(": ")
    ground, ink = faces(fill, marker.face)
    disc = tag("circle", cx=13, cy=13, r=11.5, fill=ground, stroke=INK, stroke_width=1.1)
    if marker.symbol in KNOWN:
        inside = tag("g", symbol(marker.symbol, ink=ink, ground=ink), transform="translate(13 13)")
    else:
        code = (marker.code or marker.name[:2])[:4]
        inside = fitted(13, 16.6, code, 11, ink, 19)
    down = f"{name} (face down)" if marker.face == "down" else name
    return Counter(marker.faction, down, disc + inside)


def of_rest(faction: str, many: int) -> Counter:
    """So many more that there is no room for."""
    return Counter(faction, f"{many} more", square(PIECE, Band(True)) + words(
        13, 17, f"+{many}", 11 if many < 100 else 8, text_anchor="middle", font_weight="bold", fill=DARK))


def placed(counter: Counter, x: float, y: float, scale: float = 1.0) -> str:
    """The counter with the top left corner of its room at a point."""
    at = f"translate({number(x + EDGE * scale)} {number(y + EDGE * scale)})"
    turn = at if scale == 1 else f"{at} scale({round(scale * 1000) / 1000:g})"
    return tag("g", f"<title>{escape(counter.title)}</title>", counter.drawn, transform=turn)


# ------------------------------------------------------------------ parts


def _hull(fill: str) -> str:
    """The counter of a fleet: a ship from behind, so that nobody takes it for an army."""
    return tag("path", d="M0.5 0.5L25.5 0.5L25.5 12Q24.5 21 18 25.5L8 25.5Q1.5 21 0.5 12Z", fill=fill, stroke=INK,
               stroke_width=1.1)


def _sheets(fill: str, piece: Piece, band: Band) -> str:
    """The edge of a counter below."""
    if is_fleet(piece):
        return tag("g", _hull(mixed(fill, "#000000", 25)), transform="translate(-2.1 2.1)")
    return tag("rect", x=-1.6, y=2.6, width=25, height=25, rx=band.corner, fill=mixed(fill, "#000000", 25), stroke=INK,
               stroke_width=0.8)


def _count_of(piece: Piece) -> str:
    """How many like ones lie there: `x4`, `x?`; empty for one, and for a column, which writes its size."""
    if piece.column or piece.count == 1:
        return ""
    return "x?" if piece.count is None else f"x{piece.count}"


def _times(text: str, y: float, band: Band) -> str:
    """At the side away from the band."""
    wide = _wide_of_times(text)
    left = COUNTED - wide if band.is_first else OVER
    pill = tag("rect", x=left, y=y, width=wide, height=9, rx=3, fill=INK, stroke=PAPER, stroke_width=0.6)
    if wide < MOST_OF_COUNT:
        return pill + words(left + wide / 2, y + 7.4, text, 8, text_anchor="middle", font_weight="bold", fill=PAPER)
    narrow = int((MOST_OF_COUNT - 2) / width(text, 8, True) * 100) / 100
    turn = f"translate({number(left + wide / 2)} {number(y + 7.4)}) scale({narrow:g} 1)"
    return pill + words(0, 0, text, 8, text_anchor="middle", font_weight="bold", fill=PAPER, transform=turn)


def _wide_of_times(text: str) -> float:
    return min(MOST_OF_COUNT, max(9.0, width(text, 8, True) + 3))


def tag_of(state: str, known: tuple[str, ...] = ()) -> str:
    """`M` for `moved`, or its number: `+1` for `+1 jungle`, `½` for `1/2 OP`, `1¼` for `1 1/4 OPs`.

    Each of the `known` states has a letter that no state before it has.
    """
    if state in known:
        return _letters(known)[known.index(state)]
    first, *rest = state.split() or [""]
    if first in FRACTIONS:
        return FRACTIONS[first]
    if first.isdecimal() and rest and rest[0] in FRACTIONS:
        return first[:1] + FRACTIONS[rest[0]]
    return first[:2] if first[:1] in "+-" else first[:1].upper()


@lru_cache(maxsize=64)
def _letters(states: tuple[str, ...]) -> tuple[str, ...]:
    """The first letter of a word of each that is free, else any of its letters; its first if none is free."""
    found: list[str] = []
    for state in states:
        letters = [word[0] for word in state.split()] + [sign for sign in state if sign.isalpha()]
        own = [letter.upper() for letter in letters]
        found.append(next((letter for letter in own if letter not in found), own[0] if own else ""))
    return tuple(found)


def _unit(piece: Piece, fill: str, band: Band) -> str:
    return (_hull(fill) if is_fleet(piece) else square(fill, band)) + _told(piece, on(fill), band)


def _told(piece: Piece, ink: str, band: Band) -> str:
    """What stands on a counter whose kind is known: its code, its symbol, its strength."""
    short = piece.name.replace(" ", "")
    code = short if len(short) <= len(piece.code) or not piece.code else piece.code  # states are said by their letters
    if piece.symbol not in KNOWN:
        above = fitted(band.middle, 14, code, 9, ink, band.room)
    elif is_said(piece):
        above = tag("g", symbol(piece.symbol), transform=f"translate({number(band.middle)} 10.4) scale(0.9)")
    else:
        above = fitted(band.middle, 7.4, code, LEAST_TYPE, ink, band.room) + _sign_beside(piece, band)
    return above + _strength(piece, ink, band)


def _strength(piece: Piece, ink: str, band: Band) -> str:
    """Below the symbol, which it does not touch; letters that reach under their line stay within the edge, too."""
    size, room = 11.1 if is_said(piece) else 9.8, ROOM_IN_HULL if is_fleet(piece) else band.room
    base = 23.4 if is_fleet(piece) else 24.0
    if DAMAGED in piece.states:
        size, base = min(size, 9.0), base - 1.2
    if BELOW & {*piece.strength}:
        size = 9.0 if is_said(piece) else LEAST_TYPE
        base = min(base, FLOOR - DEPTH * size)
    return fitted(13 if is_fleet(piece) else band.middle, base, piece.strength, size, ink, room)


def _sign_beside(piece: Piece, band: Band) -> str:
    """The symbol below a code, in the middle if it can be; beside a count, narrower if it needs that."""
    count, scale = _count_of(piece), 0.72
    left, right = band.body
    if count and band.is_first:
        right = COUNTED - _wide_of_times(count)
    elif count:
        left = OVER + _wide_of_times(count)
    wide = SIGN * scale + 1
    x = min(max(band.middle, left + wide / 2), max(right - wide / 2, left + wide / 2))
    narrow = min(scale, int((right - left - 1) / SIGN * 100) / 100)
    if narrow < scale:
        x = (left + right) / 2
    turn = f"scale({scale})" if narrow == scale else f"scale({max(narrow, 0.1):g} {scale})"
    return tag("g", symbol(piece.symbol), transform=f"translate({number(x)} 12.4) {turn}")


def _is_named(piece: Piece) -> bool:
    """Whether a code stands above its symbol."""
    return piece.symbol in KNOWN and not is_said(piece)


def is_said(piece: Piece) -> bool:
    """Whether the symbol alone says what a piece's code says."""
    return piece.symbol in KNOWN and piece.code in ("", SAID.get(piece.symbol))


def fitted(x: float, y: float, text: str, size: float, ink: str, room: float) -> str:
    """A text around x in its room: in smaller type down to the least, then narrower; cut only if longer still."""
    wide = width(text, size, True)
    size = min(size, max(LEAST_TYPE, size * room / wide)) if wide > room else size
    while text and width(text, size, True) * NARROWEST > room:
        text = text[:-1]
    wide = width(text, size, True)
    if wide <= room + 0.05:
        return words(x, y, text, int(size * 10) / 10, text_anchor="middle", font_weight="bold", fill=ink)
    turn = f"translate({number(x)} {number(y)}) scale({int(room / wide * 100) / 100:g} 1)"
    return words(0, 0, text, size, text_anchor="middle", font_weight="bold", fill=ink, transform=turn)


def _hidden(piece: Piece, colour: str, band: Band) -> str:
    """Not known: the colour only, hatched, with its number; whoever knows it sees there what it is."""
    fill = mixed(colour, "#000000", 15)
    ground, ink = square(fill, band) + _hatch(), on(fill)
    if piece.symbol or piece.strength:
        return ground + _told(piece, ink, band)
    sign = piece.code[:4] or "?"
    return ground + fitted(band.middle, 18, sign, 13 if len(sign) == 1 else 8, ink, band.room)


def _hatch() -> str:
    return tag("path", d="M1 9L9 1M1 17L17 1M1 25L25 1M9 25L25 9M17 25L25 17", stroke="#ffffff", stroke_opacity=0.28,
               stroke_width=2)


def size_of(piece: Piece) -> str:
    """How many pieces stand under a column: `6`, `2+?`, empty if nothing is known."""
    known = sum(held.count or 0 for held in piece.holds)
    is_open = any(held.count is None for held in piece.holds) or (not piece.holds and piece.face != "up")
    return (f"{known}+?" if known else "?") if is_open else str(known)


def _column(piece: Piece, fill: str, band: Band) -> str:
    """A column: its letter, large, and its size; dark and hatched face down, light if it is open."""
    letter = (piece.code or piece.name)[:3]
    if piece.face == "up":
        ground, ink, over = mixed(fill, "#ffffff", 82), mixed(fill, "#000000", 35), ""
    else:
        ground, ink, over = mixed(fill, "#000000", 15), "#ffffff", _hatch()
    plate = tag("rect", x=0.5, y=15.5, width=25, height=10, rx=band.corner / 2,
                fill=fill if piece.face == "up" else "#ffffff",
                stroke=INK, stroke_width=0.8)
    size = words(band.middle, 24.3, size_of(piece), 10.5, text_anchor="middle", font_weight="bold",
                 fill=on(fill) if piece.face == "up" else DARK)
    large = fitted(band.middle, 13.2, letter, 14 if len(letter) == 1 else 9, ink, band.room)
    return square(ground, band) + over + large + plate + size
