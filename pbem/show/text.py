"""A scene as text for a terminal or a mail: what is asked, the map, who is where, tracks, pools, cards, the story.

Belongs here: the page and its lists. Must not be here: a rule, a game's words, how a map is laid out.
Source: README "The scene".
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from pbem.show import text_hexes, text_regions_legend, text_spots
from pbem.show.clean import clean
from pbem.show.grounds import ground_of
from pbem.show.ink import ansi, to_ascii
from pbem.show.moment import turn_title
from pbem.show.named import in_pool, name_in
from pbem.show.scene import (
    Box,
    Card,
    Cards,
    Marker,
    Piece,
    Place,
    Pool,
    Scene,
    Track,
    is_hex_map,
)
from pbem.show.text_map import draw_map
from pbem.show.text_part import part, rows_of

LONG_TRACK = 24  # more spaces than this are not shown one by one
NOW = "now"  # the name of a mark that needs none
LEAST_ROOM = 24  # columns for what is listed beside its head; with fewer it stands below
ALIKE = 4  # so many places with the same on them are one line


def draw(
    scene: Scene, *, width: int = 100, colour: bool = False, ascii: bool = False, key: bool = False, around: str = ""
) -> str:
    """The whole page, `width` columns wide, ending with a newline; `key` adds the directory of all places.

    A map of hexes shows the part around the hex that `around` names, else around the highlights. Nothing in the scene
    can steer the terminal: control signs are stripped first.
    """
    scene = _cleaned(scene, ascii)
    page = _Page(scene, width, colour)
    page.head()
    page.lines += ["", *_board(scene, width, colour, ascii, around), ""]
    page.legend()
    if key:
        page.key()
    page.who_is_where()
    page.tables()
    page.story()
    return "\n".join(page.lines).rstrip() + "\n"


def draw_board(
    scene: Scene, *, width: int = 100, colour: bool = False, ascii: bool = False, around: str = "",
    height: int | None = None,
) -> list[str]:
    """The map alone, as lines, equally harmless; at most `height` lines of it, around a place or what is looked at."""
    return _board(_cleaned(scene, ascii), width, colour, ascii, around, height)


def draw_lists(scene: Scene, *, width: int = 100, colour: bool = False, ascii: bool = False) -> list[str]:
    """All but the map: who is where, tracks, boxes, pools, cards."""
    page = _Page(_cleaned(msgspec.structs.replace(scene, sentences=()), ascii), width, colour)
    page.who_is_where()
    page.tables()
    return page.lines


@dataclass(frozen=True)
class Brief:
    """What a decision needs, as lines: the map, how it is read, and beside it tracks, notes, where the pieces are."""

    board: list[str]
    legend: list[str]
    beside: list[str]


def draw_brief(scene: Scene, *, width: int = 100, colour: bool = False, ascii: bool = False) -> Brief:
    """The page without boxes, pools, cards and markers."""
    scene = _cleaned(scene, ascii)
    page, legend = _Page(scene, width, colour), _Page(scene, width, colour)
    page.numbers()
    for note in scene.notes:
        page.text(note, 0)
    page.who_is_where(markers=False)
    legend.legend()
    board = _board(scene, width, colour, ascii)
    return Brief(board, legend.lines if board else [], page.lines)


def _board(
    scene: Scene, width: int, colour: bool, ascii: bool, around: str = "", height: int | None = None
) -> list[str]:
    """The map as its kind of board is drawn; nothing if there are no places."""
    if not scene.board.places:
        return []
    if is_hex_map(scene.board):
        lines = height or text_hexes.HEIGHT
        return text_hexes.draw_hexes(scene, width=width, height=lines, around=around, colour=colour)
    paint = text_spots.draw_spots if text_spots.is_point_to_point(scene.board) else draw_map
    drawn = paint(scene, width=width, colour=colour, ascii=ascii)
    if height is None or len(drawn) <= height:
        return drawn
    bare = paint(scene, width=width, colour=False, ascii=ascii) if colour else drawn
    return part(drawn, rows_of(bare, scene, around), height)


def _cleaned(scene: Scene, ascii: bool) -> Scene:
    def walk(value: Any) -> Any:
        match value:
            case str():
                text = " ".join(clean(value).split())
                return to_ascii(text) if ascii else text
            case dict():
                return {k: walk(v) for k, v in value.items()}
            case list() | tuple():
                return [walk(v) for v in value]
        return value

    return msgspec.convert(walk(msgspec.to_builtins(scene)), Scene)


class _Page:
    def __init__(self, scene: Scene, width: int, colour: bool) -> None:
        self.scene, self.board, self.width, self.colour = scene, scene.board, width, colour
        self.factions = {faction.id: faction for faction in self.board.factions}
        self.places = {place.id: place for place in self.board.places}
        self.lines: list[str] = []

    # ------------------------------------------------------------------ lines

    def title(self, text: str, style: str = "bold") -> None:
        """A heading with an empty line before it."""
        if self.lines and self.lines[-1]:
            self.lines.append("")
        self.lines.append(ansi([(text, style)], self.colour))

    def text(self, text: str, indent: int = 2, hang: int = 4) -> None:
        """A paragraph within the width."""
        self.lines += textwrap.wrap(text, self.width, break_long_words=False, break_on_hyphens=False,
                                    initial_indent=" " * indent, subsequent_indent=" " * (indent + hang))

    def listed(self, head: str, wide: int, words: str) -> None:
        """A line of a list: a head in so wide a column, then words, which go on below themselves."""
        if wide + 4 + LEAST_ROOM <= self.width:
            self.text(f"{head.ljust(wide)}  {words}", hang=wide + 2)
        else:
            self.text(head, hang=2)
            self.text(words, indent=6, hang=0)

    def name(self, faction: str) -> str:
        known = self.factions.get(faction)
        return known.name if known else faction

    # ------------------------------------------------------------------ parts of the page

    def head(self) -> None:
        """What is played, when, and who owes what."""
        scene = self.scene
        self.title(scene.title)
        when = ", ".join(x for x in (turn_title(scene.turn), scene.phase) if x)
        self.text(f"{when} - as seen by {self.name(scene.viewer)}", 0)
        for awaited in scene.awaited:
            self.text(f"awaited: {self.name(awaited.seat)}" + (f" - {awaited.text}" if awaited.text else ""), 0)
        for note in scene.notes:
            self.text(note, 0)

    def legend(self) -> None:
        """How the map is read, on this board."""
        board = self.board
        if is_hex_map(board):
            self.text("; ".join(text_hexes.legend(self.scene)), 0)
            return
        if text_spots.is_point_to_point(board):
            self.text("; ".join(text_spots.legend(self.scene)), 0)
            return
        self.text("; ".join(text_regions_legend.legend(self.scene)), 0)

    def key(self) -> None:
        """All places by code, in columns."""
        self.title("Places")
        named = [place for place in self.board.places if place.name != place.code or not is_hex_map(self.board)]
        cells = [_called(place) for place in sorted(named, key=lambda p: p.code)]
        for down in range(1, len(cells) + 1):
            columns = [cells[i:i + down] for i in range(0, len(cells), down)]
            wide = [max(map(len, column)) + 2 for column in columns]
            if sum(wide) <= self.width + 2 or down == len(cells):
                for row in range(down):
                    row_cells = zip(columns, wide, strict=True)
                    self.lines.append("".join(c[row].ljust(w) for c, w in row_cells if row < len(c)).rstrip())
                return

    def numbers(self) -> None:
        """All tracks in a line or two: `OPs 41; Morale medium 2`."""
        said = []
        for track in self.scene.tracks:
            marks = [f"{'' if mark.name == NOW else mark.name + ' '}{mark.value}" for mark in track.marks]
            said.append(f"{track.name} {', '.join(marks)}" + (f" ({track.note})" if track.note else ""))
        self.text("; ".join(said), 0)

    def arrows(self) -> None:
        """Orders and routes."""
        if self.scene.arrows:
            self.title("Orders and routes")
        for arrow in self.scene.arrows:
            way = " > ".join(name_in(self.board, place) for place in arrow.places)
            told = f"{name_in(self.board, arrow.faction)}: {arrow.kind} {way} ({arrow.text})"
            self.text(told.removeprefix(": ").removesuffix(" ()"))

    def who_is_where(self, *, markers: bool = True) -> None:
        """Faction by faction, each place that holds something of it, then what it holds; pieces alone if wished."""
        present = dict.fromkeys([*self.factions, *(p.faction for s in self.scene.stacks for p in s.pieces),
                                 *(m.faction for m in self.scene.markers)])
        for faction in present:
            known = self.factions.get(faction)
            rows = list(self._rows_of(faction, markers=markers))
            held = [m for m in self.scene.markers if markers and m.control and m.faction == faction]
            if not rows and not held:
                continue
            heading = f"{known.name} ({known.code})" if known else faction or "Nobody"
            self.title(heading, known.colour if known else "bold")
            wide = max((len(place) for place, _ in rows), default=0)
            for place, words in rows:
                self.listed(place, wide, words)
            for face, word in (("up", "holds"), ("down", "holds, face down")):
                self._held(word, [m for m in held if (m.face == "up") == (face == "up")])
        self.arrows()
        if not markers:
            return
        taken = {marker.place for marker in self.scene.markers if marker.control}
        free = [place for place in self.board.places if place.site and place.id not in taken]
        if taken and free:
            self.title("Held by nobody")
            self.text(", ".join(map(_called, free)))

    def _rows_of(self, faction: str, *, markers: bool) -> Iterator[tuple[str, str]]:
        things: dict[str, list[str]] = {}
        for stack in self.scene.stacks:
            things.setdefault(stack.place, []).extend(words_of(p) for p in stack.pieces if p.faction == faction)
        for marker in self.scene.markers if markers else ():
            if not marker.control and marker.faction == faction:
                things.setdefault(marker.place, []).append(marker.name + _states((), marker.face))
        said = {id: "; ".join(words) for id, words in things.items() if words}
        few = [id for id, words in said.items() if len(_by_words(said)[words]) < ALIKE]
        for place in self._in_order(few):
            yield f"{_called(place)}{ground_of(self.board, place)}", said[place.id]
        for words, places in _by_words(said).items():
            if len(places) >= ALIKE:
                yield words, ", ".join(map(_called, self._in_order(places)))

    def _in_order(self, places: Iterable[str]) -> list[Place]:
        """By code, numbers in it by their value."""
        return sorted((self.places[id] for id in places), key=lambda p: _natural(p.code))

    def _held(self, word: str, markers: Sequence[Marker]) -> None:
        if markers:
            places = self._in_order(marker.place for marker in markers)
            self.text(f"{word}: " + ", ".join(map(_called, places)))

    def tables(self) -> None:
        """Tracks, boxes, pools, cards; those of one name together."""
        self.lines.append("")
        for track in self.scene.tracks:
            self.text(f"{track.name}  {_track(track)}" + (f" - {track.note}" if track.note else ""), 0)
        for name, boxes in _by_name(self.scene.boxes):
            self._rows(name, [(box, "; ".join(map(words_of, box.pieces)) or "-") for box in boxes])
        for name, pools in _by_name(self.scene.pools):
            self._pools(name, pools)
        for name, hands in _by_name(self.scene.cards):
            self._rows(name, [(hand, _run_of_cards(hand.cards)) for hand in hands])

    def _rows(self, name: str, rows: Sequence[tuple[Box | Cards, str]]) -> None:
        noted = [(self.name(o.faction), words + (f" - {o.note}" if o.note else "")) for o, words in rows]
        line = f"{name}: " + " | ".join(f"{owner} {words}".strip() for owner, words in noted)
        if len(line) <= self.width:
            self.lines.append(line)
            return
        self.title(name)
        wide = max(len(owner) for owner, _ in noted)
        for owner, words in noted:
            self.text(f"{owner.ljust(wide)}  {words}" if wide else words, hang=wide + 2)
        self.lines.append("")

    def _pools(self, name: str, pools: Sequence[Pool]) -> None:
        self.title(name)
        columns = list(dict.fromkeys(count.name for pool in pools for count in pool.counts))
        rows = [[self.name(pool.faction), *(_counted(pool, column) for column in columns), pool.note] for pool in pools]
        head = ["", *columns, ""]
        wide = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
        if len(pools) == 1 or sum(wide) + 2 * len(wide) > self.width:
            for pool in pools:
                owner = f"{self.name(pool.faction)}  " if pool.faction else ""
                self.text(owner + in_pool(pool) + (f" - {pool.note}" if pool.note else ""))
            return
        for owner, *cells, note in [head, *rows]:
            numbers = "  ".join(cell.rjust(w) for cell, w in zip(cells, wide[1:-1], strict=True))
            self.lines.append(f"  {owner.ljust(wide[0])}  {numbers}  {note}".rstrip())

    def story(self) -> None:
        """What happened since the last scene."""
        if self.scene.sentences:
            self.title("Since the last look")
        for sentence in self.scene.sentences:
            self.text(sentence.text + (f" ({sentence.rule})" if sentence.rule else ""))


def _by_words(said: dict[str, str]) -> dict[str, list[str]]:
    """What is said of places -> those that it is said of."""
    found: dict[str, list[str]] = {}
    for place, words in said.items():
        found.setdefault(words, []).append(place)
    return found


def _natural(code: str) -> list[str]:
    return [part.zfill(6) if part.isdecimal() else part for part in re.split(r"([0-9]+)", code)]


def words_of(piece: Piece) -> str:
    """A piece in a list: `infantry x3 (1, moved)`, `Column A: ?`."""
    if piece.face != "up" and not piece.name:
        words = "?" if piece.count is None else f"{piece.count} unknown"
        return words + _states(piece.states, piece.face)
    unsaid = piece.count == 1 or piece.column or (piece.count is None and piece.face == "sealed")
    times = "" if unsaid else f" x{'?' if piece.count is None else piece.count}"
    face = "up" if piece.column else piece.face
    words = piece.name + times + _states((piece.strength, *piece.states) if piece.strength else piece.states, face)
    if not piece.column:
        return words
    if piece.holds:
        return f"{words}: {', '.join(map(words_of, piece.holds))}"
    return f"{words}: {'?' if piece.count is None or piece.face == 'up' else f'{piece.count} unknown'}"


def _states(states: Sequence[str], face: str) -> str:
    words = [*states, *(["face down"] if face == "down" else ["sealed"] if face == "sealed" else [])]
    return f" ({', '.join(words)})" if words else ""


def _called(place: Place) -> str:
    """A place by code and name; hexes are often named by their number."""
    return place.name if place.name.split()[:1] == [place.code] else f"{place.code} {place.name}"


def _track(track: Track) -> str:
    step = 1 if track.last >= track.first else -1
    spaces = range(track.first, track.last + step, step)
    if len(spaces) > LONG_TRACK:
        return ", ".join(f"{mark.name} {mark.value}" for mark in track.marks) + f" (of {track.first} to {track.last})"
    words = []
    for space in spaces:
        there = [mark.name for mark in track.marks if mark.value == space]
        words.append(f"[{space} {', '.join(there)}]" if there else str(space))
    return " ".join(words)


def _run_of_cards(cards: Sequence[Card]) -> str:
    words = []
    for said, run in groupby((card.name or "?") + _states(card.states, card.face) for card in cards):
        count = len(list(run))
        words.append(said if count == 1 else f"{said} x{count}")
    return ", ".join(words) or "-"


def _counted(pool: Pool, name: str) -> str:
    for count in pool.counts:
        if count.name == name:
            return "?" if count.count is None else str(count.count)
    return ""


def _by_name(things: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    named: dict[str, list[Any]] = {}
    for thing in things:
        named.setdefault(thing.name, []).append(thing)
    yield from named.items()
