"""What stands below the map: tracks, then side by side the legend, columns, boxes, cards, pools, notes, the story.

Belongs here: blocks of a known height, and how they are stacked. Must not be here: the map, how a counter looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeVar

from pbem.show.named import in_pool
from pbem.show.scene import Board, Box, Card, Cards, Pool, Scene, Track
from pbem.show.svg.counters import CELL, faction_of, of_piece, paint_of, placed
from pbem.show.svg.geometry import MARGIN, WIDTH
from pbem.show.svg.legend import legend
from pbem.show.svg.metrics import cut, width, wrap
from pbem.show.svg.paint import paint
from pbem.show.svg.xml import DARK, INK, number, on, tag, words
from pbem.show.text import words_of

Named = TypeVar("Named", Box, Cards, Pool)
Block = tuple[str, float]
"""Drawn from 0, 0, and how high it is."""
TEXT, HEAD, LEADING = 10.0, 11.5, 13.5
GAP, GUTTER, COLUMNS = 16.0, 24.0, 3
COLUMN = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
NAME, NAMES = 62.0, 110.0
"""How wide the room of a faction's name is before what it has: at least, and at most."""
MARK = 9.5  # the type of a marker's name on its track
CHIP, SOFT = paint("#fffdf5", "#2a2823", "#ffffff"), paint("#6a6456", "#a8a294", "#000000")
HIDDEN, MARKED = "#8f8a7e", "#f4c542"  # cards face down; a space of a track with a marker of nobody
LONGEST = 45  # spaces of a track that are drawn one by one
FEW = 400  # lines of a list at most


def panel(scene: Scene) -> Block:
    """All of it, as wide as the page."""
    parts: list[str] = []
    y = 0.0
    for track in scene.tracks:
        drawn, high = _track(scene, track)
        parts.append(_at(MARGIN, y, drawn))
        y += high + 8
    tops = [y + 6] * COLUMNS
    for i, (drawn, high) in _blocks(scene):
        parts.append(_at(MARGIN + i * (COLUMN + GUTTER), tops[i], drawn))
        tops[i] += high + GAP
    return tag("g", *parts, class_="panel"), max(tops)


def _at(x: float, y: float, drawn: str) -> str:
    return tag("g", drawn, transform=f"translate({number(x)} {number(y)})")


def _headed(title: str, drawn: str, high: float) -> Block:
    head = words(0, HEAD, cut(title, HEAD, COLUMN, True), HEAD, font_weight="bold", fill=INK)
    rule = tag("path", d=f"M0 {number(HEAD + 4)}L{number(COLUMN)} {number(HEAD + 4)}", stroke=INK, stroke_width=0.8)
    return head + rule + _at(0, HEAD + 10, drawn), high + HEAD + 10


def _blocks(scene: Scene) -> Iterator[tuple[int, Block]]:
    """Each block with its column, which is the same in every view: that of its kind, whatever stands above it."""
    drawn, high = legend(scene, COLUMN, 2)
    if high:
        yield 0, _headed("Legend", drawn, high)
    for column, some in _columns_of_boxes(scene):
        for name, boxes in _by_name(some):
            yield column, _headed(name, *_rows([_box(scene, box) for box in boxes]))
    contents = list(_contents(scene))
    if contents:
        yield 2, _paragraphs("Columns", contents)
    for name, hands in _by_name(scene.cards):
        yield 2, _headed(name, *_rows([_hand(scene, hand) for hand in hands]))
    for name, pools in _by_name(scene.pools):
        yield 2, _headed(name, *_pools(scene, pools))
    if scene.notes:
        yield 0, _paragraphs("Notes", [(note, "") for note in scene.notes])
    if scene.sentences:
        said = [(s.text + (f" ({s.rule})" if s.rule else ""), "") for s in scene.sentences]
        yield 0, _paragraphs("What happened last", said)


def _columns_of_boxes(scene: Scene) -> Iterator[tuple[int, list[Box]]]:
    """All in the second column; if nothing else stands beside them, only those of the first faction, the others third.

    That depends on what kinds of things a game has, and on whose the boxes are: never on what lies in them.
    """
    if scene.cards or scene.pools or not scene.board.factions or any(_contents(scene)):
        yield 1, list(scene.boxes)
        return
    first = scene.board.factions[0].id
    yield 1, [box for box in scene.boxes if box.faction == first]
    yield 2, [box for box in scene.boxes if box.faction != first]


def _by_name(things: Sequence[Named]) -> Iterator[tuple[str, list[Named]]]:
    named: dict[str, list[Named]] = {}
    for thing in things:
        named.setdefault(thing.name, []).append(thing)
    yield from named.items()


# ------------------------------------------------------------------ text


def _paragraphs(title: str, said: Sequence[tuple[str, str]]) -> Block:
    """Paragraphs, each with the faction whose colour stands before it, or none."""
    parts, y = [], 0.0
    for text, fill in said[:FEW]:
        if fill:
            parts.append(tag("rect", x=0, y=y + 3, width=8, height=8, rx=1.5, fill=fill, stroke=INK, stroke_width=0.6))
        indent = 13.0 if fill else 0.0
        for line in wrap(text[:600], TEXT, COLUMN - indent)[:8]:
            parts.append(words(indent, y + TEXT, line, TEXT, fill=INK))
            y += LEADING
        y += 2
    return _headed(title, "".join(parts), y)


def _contents(scene: Scene) -> Iterator[tuple[str, str]]:
    """What is known to stand under each column."""
    names = {place.id: place.name for place in scene.board.places}
    for stack in scene.stacks:
        for piece in stack.pieces:
            if piece.column:
                faction = faction_of(scene.board, piece.faction)
                where = names.get(stack.place, stack.place)
                yield f"{faction.name} {words_of(piece)} - {where}", paint_of(faction)


# ------------------------------------------------------------------ rows of a faction


def _rows(rows: Sequence[Block]) -> Block:
    parts, y = [], 0.0
    for drawn, high in rows:
        parts.append(_at(0, y, drawn))
        y += high
    return "".join(parts), y


@lru_cache(maxsize=16)
def _room(board: Board) -> float:
    """How much of a column the names of factions need: the same in every view of a game."""
    return min(NAMES, max(NAME, *(width(f.name, 9, True) + 12 for f in board.factions))) if board.factions else NAME


def _owner(scene: Scene, faction: str) -> str:
    if not faction:
        return ""
    known, wide = faction_of(scene.board, faction), _room(scene.board) - 6
    fill = paint_of(known)
    return tag("rect", x=0, y=1, width=wide, height=13, rx=2, fill=fill) + words(
        wide / 2, 11, cut(known.name or faction, 9, wide - 4, True), 9, text_anchor="middle",
        font_weight="bold", fill=on(fill))


def _box(scene: Scene, box: Box) -> Block:
    """Counters side by side; those without a code or a symbol are written."""
    left = _room(scene.board) if box.faction else 0.0
    parts, x, y, row = [_owner(scene, box.faction)], left, 0.0, 16.0
    for piece in box.pieces[:FEW]:
        if piece.symbol or piece.code:
            wide, tall, drawn = CELL, CELL + 1, placed(of_piece(scene.board, piece), 0, 0)
        else:
            said = cut(words_of(piece).replace(" (sealed)", ""), 9, COLUMN - left - 10)
            wide, tall = width(said, 9) + 12, 17.0
            drawn = _chip(said, wide - 4, piece.face != "up")
        if x + wide > COLUMN and x > left:
            x, y, row = left, y + row, 16.0
        row = max(row, tall)
        parts.append(_at(x, y, drawn))
        x += wide
    y += row
    if box.note:
        for line in wrap(box.note[:300], TEXT, COLUMN - left):
            parts.append(words(left, y + TEXT, line, TEXT, fill=INK))
            y += LEADING
    return "".join(parts), y + 2


def _chip(said: str, wide: float, is_hidden: bool) -> str:
    """A small card with words: grey while it is sealed or face down."""
    fill, ink = (HIDDEN, "#ffffff") if is_hidden else (CHIP, INK)
    return tag("rect", x=0, y=0.5, width=wide, height=14, rx=2.5, fill=fill, stroke=INK, stroke_width=0.7) + words(
        wide / 2, 10.8, said, 9, text_anchor="middle", fill=ink)


def _hand(scene: Scene, hand: Cards) -> Block:
    left = _room(scene.board) if hand.faction else 0.0
    parts, x, y = [_owner(scene, hand.faction)], left, 0.0
    for (said, is_hidden), run in groupby((_card(card), card.face != "up" and not card.name) for card in hand.cards):
        many = len(list(run))
        text = cut(said if many == 1 else f"{said} x{many}", 9, COLUMN - left - 10)
        wide = width(text, 9) + 12
        if x + wide > COLUMN and x > left:
            x, y = left, y + 17
        parts.append(_at(x, y, _chip(text, wide - 4, is_hidden)))
        x += wide
    return "".join(parts), y + 19


def _card(card: Card) -> str:
    states = [*card.states, *([card.face] if card.face != "up" and card.name else [])]
    return (card.name or "sealed") + (f" ({', '.join(states)})" if states else "")


def _pools(scene: Scene, pools: Sequence[Pool]) -> Block:
    """A table with a row for each pool, or a list if there is one pool only."""
    columns = list(dict.fromkeys(count.name for pool in pools for count in pool.counts))
    room = _room(scene.board)
    left = room if any(pool.faction or (pool.note and len(pools) > 1) for pool in pools) else 0.0
    step = (COLUMN - left) / max(1, len(columns))
    is_table = len(pools) > 1 and len(columns) <= 12 and all(width(name, 8) < step - 2 for name in columns)
    if not is_table:
        return _rows([_list(scene, pool, left) for pool in pools])
    parts = [words(left + step * (i + 0.5), 9, name, 8, text_anchor="middle", fill=INK)
             for i, name in enumerate(columns)]
    for row, pool in enumerate(pools):
        y = 14.0 + row * 16
        parts.append(_at(0, y, _owner(scene, pool.faction)))
        if pool.note and not pool.faction:
            parts.append(words(0, y + 11, cut(pool.note, 9, room - 4), 9, fill=INK))
        for count in pool.counts:
            x = left + step * (columns.index(count.name) + 0.5)
            said = "?" if count.count is None else str(count.count)
            ink, weight = (HIDDEN, "normal") if count.count == 0 else (INK, "bold")
            parts.append(words(x, y + 11, said, TEXT, text_anchor="middle", font_weight=weight, fill=ink))
    return "".join(parts), 16.0 + 16 * len(pools)


def _list(scene: Scene, pool: Pool, left: float) -> Block:
    said = " - ".join(part for part in (in_pool(pool), pool.note) if part)
    lines = wrap(said[:1500], TEXT, COLUMN - left)
    parts = [_owner(scene, pool.faction)]
    parts += [words(left, 11 + i * LEADING, line, TEXT, fill=INK) for i, line in enumerate(lines)]
    return "".join(parts), max(16.0, len(lines) * LEADING) + 4


# ------------------------------------------------------------------ tracks


def _track(scene: Scene, track: Track) -> Block:
    """A row of spaces with its markers in them; a long one as a scale."""
    wide = WIDTH - 2 * MARGIN
    name = cut(track.name + (f" - {track.note}" if track.note else ""), HEAD, wide, True)
    parts = [words(0, HEAD, name, HEAD, font_weight="bold", fill=INK)]
    step = 1 if track.last >= track.first else -1
    many = abs(track.last - track.first) + 1
    top = HEAD + 6
    if many > LONGEST:
        return "".join([*parts, *_scale(track, wide, top)]), top + 34
    side = wide / max(many, 12)
    lines = {mark.name: wrap(mark.name, MARK, side - 6, True) for mark in track.marks}
    held = [[line for mark in track.marks if mark.value == track.first + i * step for line in lines[mark.name]]
            for i in range(many)]
    high = 20.0 + LEADING * max(1, *map(len, held))
    for i in range(many):
        value = track.first + i * step
        marks = [mark for mark in track.marks if mark.value == value]
        fill = paint_of(faction_of(scene.board, marks[0].faction)) if marks and marks[0].faction else MARKED
        parts.append(tag("rect", x=i * side, y=top, width=side, height=high, fill=fill if marks else CHIP,
                         stroke=INK, stroke_width=1))
        ink = on(fill) if marks else SOFT
        base = top + (13 if marks else high / 2 + 4)
        parts.append(words((i + 0.5) * side, base, str(value), 11, text_anchor="middle", font_weight="bold", fill=ink))
        parts += [words((i + 0.5) * side, top + 13 + LEADING * row, said, MARK, text_anchor="middle",
                        font_weight="bold", fill=ink) for row, said in enumerate(held[i], 1)]
    return "".join(parts), top + high + 2


def _ticks(track: Track) -> list[int]:
    """The ends of a scale, and round numbers between them, ten or so, that come too near to neither."""
    span, turn = abs(track.last - track.first), 1 if track.last >= track.first else -1
    power = 10 ** (len(str(span)) - 2) if span > 9 else 1
    step = next(part * power for part in (1, 2, 5, 10) if part * power * 12 >= span)
    low, high = sorted((track.first, track.last))
    round_ones = range(-(-low // step) * step, high + 1, step)
    between = [value for value in round_ones if min(value - low, high - value) * 2 >= step]
    return [track.first, *between[::turn], track.last]


def _scale(track: Track, wide: float, top: float) -> Iterator[str]:
    """A bar from the first to the last value, with its marks."""
    span = (track.last - track.first) or 1
    yield tag("rect", x=0, y=top, width=wide, height=12, fill=CHIP, stroke=INK, stroke_width=1)
    for value in _ticks(track):
        x = (value - track.first) / span * (wide - 24) + 12
        yield words(x, top + 9.5, str(value), 8, text_anchor="middle", fill=SOFT)
    for mark in track.marks:
        x = min(max((mark.value - track.first) / span, 0), 1) * (wide - 24) + 12
        said = f"{mark.name} {mark.value}"
        half = width(said, 10, True) / 2 + 4
        at = min(max(x, half), wide - half)
        yield tag("path", d=f"M{number(x - 4)} {number(top + 17)}L{number(x)} {number(top + 11)}"
                            f"L{number(x + 4)} {number(top + 17)}Z", fill=INK)
        yield tag("rect", x=at - half, y=top + 17, width=2 * half, height=15, rx=3, fill=MARKED, stroke=INK)
        yield words(at, top + 28, said, 10, text_anchor="middle", font_weight="bold", fill=DARK)
