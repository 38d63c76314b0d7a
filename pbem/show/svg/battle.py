"""Battle cards as a picture: for each battle that ended in a step what its page tells, in the same order.

Head, both sides with their counters, dice and tables as they came, the result, what it means, luck.
Belongs here: where that stands on a card. Must not be here: how a counter looks (`counters`), luck in words (`luck`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.show.battle import LOST, REDUCED, Contender, TableRow
from pbem.show.frame import Fight, Frame, Throw
from pbem.show.grounds import ground_of
from pbem.show.luck import luck, this_or_better
from pbem.show.moment import turn_title
from pbem.show.scene import Board, Piece
from pbem.show.svg.bands import FULL, LEFT
from pbem.show.svg.counters import faction_of, of_piece, paint_of, placed
from pbem.show.svg.dice import DIE, die
from pbem.show.svg.metrics import cut, width, wrap
from pbem.show.svg.paint import Theme, paint, painted
from pbem.show.svg.xml import FAMILY, INK, PAPER, escape, number, on, tag, words

WIDE, MARGIN = 900.0, 26.0
INNER = WIDE - 2 * MARGIN
HEAD, GAP = 58.0, 12.0  # how high the head is; between two blocks, and two cards
SCALE, CELL, NOTE = 1.9, 60.0, 15.0  # of counters; their room, and that of the line under each
COLUMN = (INNER - 36) / 2  # of a side
TEXT, LEADING, SMALL = 13.0, 17.0, 11.5
TOP = paint("#2a2620", "#2e2c29", "#000000")
BEHIND = paint("#eee5cf", "#22252a", "#ffffff")
SOFT, LINE = paint("#6a6456", "#a8a294", "#000000"), paint("#cfc7b2", "#46423a", "#000000")
ACCENT = paint("#a3122f", "#ff8aa0", "#000000")
CELLS, ENTERED = paint("#fffdf5", "#2a2823", "#ffffff"), paint("#e3d6b8", "#4d4638", "#dddddd")
MOST_IN_ROW = 12  # dice side by side
RULED = tag("path", d=f"M0 0H{number(INNER)}", stroke=LINE, stroke_width=1)
Block = tuple[str, float]
"""Drawn from 0, 0, and how high it is."""


def battle_cards(frame: Frame, *, wide: int | None = None, theme: Theme = "light") -> str:
    """The cards of all battles that ended in a step, one below the other, as a document; `wide` in pixels."""
    drawn, high = _below((_card(frame, fight) for fight in frame.fights), 2 * GAP)
    high = round(high)
    size: dict[str, str | float] = {"width": wide, "height": round(wide * high / WIDE)} if wide else {}
    title = "; ".join(fight.battle.title for fight in frame.fights)
    svg = tag(
        "svg",
        f"<title>{escape(title)}</title>",
        tag("rect", x=0, y=0, width=WIDE, height=high, fill=PAPER),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDE)} {high}",
        **size,
        font_family=FAMILY,
        font_stretch="condensed",
    )
    return painted(svg, theme) + "\n"


def _card(frame: Frame, fight: Fight) -> Block:
    board = frame.scene.board
    middle, high = _below([_foes(board, fight), *_course(board, fight)], GAP, RULED)
    foot, low = _meant(board, fight)
    parts = [_head(frame, fight), _at(MARGIN, HEAD + GAP, middle), _at(0, HEAD + high + 2 * GAP, foot)]
    whole = HEAD + high + 2 * GAP + low
    edge = tag("rect", x=0.75, y=0.75, width=WIDE - 1.5, height=whole - 1.5, fill="none", stroke=INK, stroke_width=1.5)
    return "".join([*parts, edge]), whole


def _below(blocks: Iterable[Block], gap: float, between: str = "") -> Block:
    """Blocks one below the other, with something in the gaps."""
    parts, y = list[str](), 0.0
    for drawn, high in blocks:
        if parts:
            parts.append(_at(0, y + gap / 2, between) if between else "")
            y += gap
        parts.append(_at(0, y, drawn))
        y += high
    return "".join(parts), y


def _at(x: float, y: float, drawn: str) -> str:
    return tag("g", drawn, transform=f"translate({number(x)} {number(y)})")


def _lines(x: float, y: float, text: str, size: float, room: float, **style: str | float) -> Block:
    """A paragraph from the top line at y, and how high it is."""
    leading = size * LEADING / TEXT
    lines = wrap(text[:2000], size, room, style.get("font_weight") == "bold")
    parts = [words(x, y + size + i * leading, line, size, **style) for i, line in enumerate(lines)]
    return "".join(parts), leading * len(lines)


# ------------------------------------------------------------------ head, sides


def _head(frame: Frame, fight: Fight) -> str:
    """Where, and when; at the right what the place is."""
    board, battle = frame.scene.board, fight.battle
    place = next((one for one in board.places if one.id == battle.place), None)
    ground = ground_of(board, place).strip(" ()") if place else ""
    rounds = f"round {frame.round}" if fight.begun == frame.round else f"rounds {fight.begun} to {frame.round}"
    when = " \u00b7 ".join(part for part in (turn_title(frame.turn), frame.phase, rounds) if part)
    fill = on(TOP)
    room = INNER - width(ground, TEXT) - 20
    return "".join((
        tag("rect", x=0, y=0, width=WIDE, height=HEAD, fill=TOP),
        words(MARGIN, 28, cut(battle.title, 21, INNER, True), 21, font_weight="bold", fill=fill),
        words(MARGIN, 47, cut(when, TEXT, room), TEXT, fill=fill),
        words(WIDE - MARGIN, 47, cut(ground, TEXT, INNER / 2), TEXT, text_anchor="end", fill=fill),
    ))


def _foes(board: Board, fight: Fight) -> Block:
    """Both sides, a dashed line between them."""
    sides = [_side(board, side) for side in fight.battle.sides]
    high = max(tall for _, tall in sides)
    down = f"M{number(INNER / 2)} 0V{number(high)}"
    line = tag("path", d=down, stroke=SOFT, stroke_width=1.2, stroke_dasharray="5 4")
    return sides[0][0] + line + _at(INNER / 2 + 18, 0, sides[1][0]), high


def _side(board: Board, side: Contender) -> Block:
    """Name, what it does, its counters with what became of them."""
    fill = paint_of(faction_of(board, side.faction))
    name = cut(side.name, TEXT, COLUMN * 0.6, True)
    drawn, badge = _badge(name, fill, TEXT)
    does = " ".join(part for part in (side.does, f"with {side.strength}" if side.strength else "") if part)
    parts = [
        drawn,
        words(badge + 8, 14.6, cut(does, TEXT, COLUMN - badge - 8), TEXT, fill=INK),
    ]
    many = int(COLUMN // CELL)
    for i, (piece, fate, like) in enumerate(side.fates):
        row, column = divmod(i, many)
        parts.append(_at(column * CELL, 28 + row * (CELL + NOTE), _fallen(board, piece, fate, like)))
    rows = -(-len(side.fates) // many)
    return "".join(parts), 28 + rows * (CELL + NOTE)


def _badge(name: str, fill: str, size: float) -> tuple[str, float]:
    """The name of a side on its colour, and how wide it is."""
    wide = width(name, size, True) + 14
    return "".join((
        tag("rect", x=0, y=0, width=wide, height=size + 7, rx=4, fill=fill),
        words(wide / 2, size + 1.6, name, size, text_anchor="middle", font_weight="bold", fill=on(fill)),
    )), wide


def _fallen(board: Board, piece: Piece, fate: int, many: int) -> str:
    """A counter as it was, crossed out if it is gone, with half a bar if it lost a step; how many like it."""
    left, right = 3.0, 3.0 + 26 * SCALE
    drawn = placed(of_piece(board, piece), left - 2 * SCALE, 2 - 2 * SCALE, SCALE)
    over = ""
    if fate == LOST:
        drawn = tag("g", drawn, opacity=0.55)
        a, b, foot = number(left + 3), number(right - 3), number(right - 4)
        cross = f"M{a} 5L{b} {foot}M{b} 5L{a} {foot}"
        over = "".join(tag("path", d=cross, stroke=ink, stroke_width=wide, stroke_linecap="round")
                       for ink, wide in (("#ffffff", 7), ("#000000", 3.6)))
    if fate == REDUCED:
        over = "".join(tag("rect", x=left, y=right - 2, width=(right - left) * part, height=5, fill=fill, stroke=INK,
                           stroke_width=0.8) for fill, part in ((FULL, 1), (LEFT, 0.5)))
    said = " ".join(filter(None, (f"x{many}" if many > 1 else "", {LOST: "lost", REDUCED: "reduced"}.get(fate))))
    return drawn + over + words((left + right) / 2, CELL + 9, said, SMALL, text_anchor="middle", fill=INK)


# ------------------------------------------------------------------ dice, tables


def _course(board: Board, fight: Fight) -> Iterator[Block]:
    """What belongs together: the throws of a round, or throws and the row of the table they lead to."""
    group, opens, before = list[Block](), fight.throws[0].rule if fight.throws else "", ""
    for step in fight.steps:
        if isinstance(step, TableRow):
            yield _below([*group, _looked_up(fight, step)], 2)
            group = []
            continue
        if group and step.rule == opens != before:  # what the battle began with begins each round
            yield _below(group, 2)
            group = []
        group.append(_thrown(board, step))
        before = step.rule
    if group:
        yield _below(group, 2)


def _thrown(board: Board, thrown: Throw) -> Block:
    """Dice, a ring around each that hit, whose they are, and what they mean."""
    hits = thrown.did_hit or (False,) * len(thrown.values)
    faces = [_at((i % MOST_IN_ROW) * (DIE + 8) + 3, 3 + (i // MOST_IN_ROW) * (DIE + 8), die(value, thrown.sides, hit))
             for i, (value, hit) in enumerate(zip(thrown.values, hits, strict=True))]
    across = min(len(faces), MOST_IN_ROW) * (DIE + 8)
    rows = -(-len(faces) // MOST_IN_ROW)
    left = across + 8
    side = next((one for one in board.factions if one.id == thrown.side), None)
    badge = _badge(cut(side.name, SMALL, COLUMN / 3, True), paint_of(side), SMALL) if side else ("", 0.0)
    whose, left = _at(left, -1, badge[0]), left + badge[1] + (6 if side else 0)
    asked = f"rule {thrown.rule}"
    said = f"{thrown.reading} ({asked})" if thrown.reading else asked
    text, high = _lines(left, 0, said, TEXT, INNER - left, fill=INK)
    tall = max(rows * (DIE + 8), high + 4)
    return "".join([*faces, _at(0, (tall - high) / 2 - 1, whose + text)]), tall


def _looked_up(fight: Fight, row: TableRow) -> Block:
    """The row of a table: an arrow from the cell one entered to the one that was hit, and what that means."""
    parts, y = list[str](), 0.0
    if row.text:
        drawn, high = _lines(0, 0, row.text, TEXT, INNER, fill=INK)
        parts.append(drawn)
        y += high
    many = len(row.cells)
    wide = min(INNER / many, max(62.0, *(width(cell, TEXT, True) + 14 for cell in row.cells)))
    left = (INNER - wide * many) / 2
    middle = [left + (i + 0.5) * wide for i in range(many)]
    top = y + (24 if row.first != row.last else 6)
    for i, cell in enumerate(row.cells):
        held, fill = i == row.last, TOP if i == row.last else ENTERED if i == row.first else CELLS
        weight = "bold" if held else "normal"
        parts += [
            tag("rect", x=left + i * wide, y=top, width=wide, height=26, fill=fill, stroke=INK, stroke_width=1),
            words(middle[i], top + 17.5, cut(cell, TEXT, wide - 6, held), TEXT, text_anchor="middle",
                  font_weight=weight, fill=on(fill)),
        ]  # fmt: skip
    if row.first != row.last:
        parts.append(_arrow(middle[row.first], middle[row.last], top))
    chance = this_or_better(fight, row)
    said = f"{row.result} ({row.rule})"
    drawn, high = _lines(0, top + 28, said, TEXT, INNER * (0.55 if chance else 1), font_weight="bold", fill=ACCENT)
    parts += [drawn, words(INNER, top + 28 + TEXT, chance, SMALL, text_anchor="end", fill=SOFT)]
    return "".join(parts), top + 28 + max(high, LEADING)


def _arrow(start: float, end: float, top: float) -> str:
    """Over the cells, from the middle of one to that of another."""
    a, b, over = number(start), number(end), number(top - 22)
    line = f"M{a} {number(top - 2)}C{a} {over} {b} {over} {b} {number(top - 5)}"
    head = f"M{number(end - 5)} {number(top - 9)}H{number(end + 5)}L{b} {number(top - 1)}Z"
    return tag("path", d=line, fill="none", stroke=ACCENT, stroke_width=2.4) + tag("path", d=head, fill=ACCENT)


# ------------------------------------------------------------------ what it came to


def _meant(board: Board, fight: Fight) -> Block:
    """The result, what is otherwise because of it, luck; on a ground of its own."""
    battle = fight.battle
    parts, y = list[str](), 10.0
    lucky = luck(board, fight.throws)
    for text, size, style in (
        (f"{battle.result} ({battle.rule})", 15.0, {"font_weight": "bold", "fill": INK}),
        (battle.meaning, 15.0, {"fill": INK}),
        (f"Luck: {lucky}" if lucky else "", SMALL, {"fill": SOFT}),
    ):
        drawn, high = _lines(MARGIN, y, text, size, INNER, **style)
        parts.append(drawn)
        y += high + (3 if text else 0)
    y += 8
    ground = tag("rect", x=0, y=0, width=WIDE, height=y, fill=BEHIND)
    return "".join([ground, tag("path", d=f"M0 0H{number(WIDE)}", stroke=INK, stroke_width=1.2), *parts]), y
