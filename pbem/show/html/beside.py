"""What stands beside the board, as rows of texts and counters: tracks, boxes, cards, pools, columns, notes, the legend.

Belongs here: those rows, and which of them changed. Must not be here: how they look (`script/`, `replay.css`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from pbem.show.html.tables import Tables
from pbem.show.scene import Box, Card, Cards, Highlight, Pool, Scene, Track, is_hex_map
from pbem.show.svg.counters import of_piece
from pbem.show.svg.legend import samples
from pbem.show.text import words_of

PARTS = ("awaited", "tracks", "boxes", "cards", "pools", "columns", "notes", "legend")
READ = {"columns": ("stacks",), "legend": ("stacks", "boxes", "markers", "board")}
"""What a part reads of a scene, if that is not what it is called after."""
LOOKS = tuple(Highlight(kind=kind, place="") for kind in ("from", "to", "target"))
REACH = Highlight(kind="reach", place="")


class Beside:
    """The parts beside the board, scene by scene."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._scene: Scene | None = None
        self._rows: dict[str, int] = {}

    def changes(self, scene: Scene) -> dict[str, int]:
        """The parts that differ from those of the scene before, each the number of a row."""
        before, self._scene = self._scene, scene
        found = {}
        for part in PARTS:
            read = READ.get(part, (part,))
            if before is not None and all(getattr(before, name) is getattr(scene, name) for name in read):
                continue
            row = self._tables.row(list(getattr(self, f"_{part}")(scene)))
            if row != self._rows.get(part):
                self._rows[part] = found[part] = row
        return found

    def _text(self, words: str) -> int:
        return self._tables.text(words)

    def _awaited(self, scene: Scene) -> Iterator[list[int]]:
        for awaited in scene.awaited:
            yield [self._text(awaited.seat), self._text(awaited.text)]

    def _tracks(self, scene: Scene) -> Iterator[int]:
        yield from (self._tables.row(self._track(track)) for track in scene.tracks)

    def _track(self, track: Track) -> list[Any]:
        """Name, note, first, last, marks."""
        marks = [[self._text(mark.name), mark.value, self._text(mark.faction)] for mark in track.marks]
        return [self._text(track.name), self._text(track.note), track.first, track.last, marks]

    def _boxes(self, scene: Scene) -> Iterator[int]:
        yield from (self._tables.row(self._box(scene, box)) for box in scene.boxes)

    def _box(self, scene: Scene, box: Box) -> list[Any]:
        """Name, note, faction, what is in it: the number of a counter, or [the number of a text]."""
        held: list[Any] = []
        for piece in box.pieces:
            if piece.symbol or piece.code:
                counter = of_piece(scene.board, piece)
                held.append(self._tables.counter(counter.title, counter.drawn))
            else:
                held.append([self._text(words_of(piece))])
        return [self._text(box.name), self._text(box.note), self._text(box.faction), held]

    def _cards(self, scene: Scene) -> Iterator[int]:
        yield from (self._tables.row(self._hand(hand)) for hand in scene.cards)

    def _hand(self, hand: Cards) -> list[Any]:
        """Name, note, faction, cards: words, whether they are hidden, how many alike, what is written on them."""
        shown = [
            [self._text(words), int(is_hidden), len(list(run)), self._text(body)]
            for (words, is_hidden, body), run in groupby(
                (_card(card), card.face != "up" and not card.name, card.text) for card in hand.cards
            )
        ]
        return [self._text(hand.name), self._text(hand.note), self._text(hand.faction), shown]

    def _pools(self, scene: Scene) -> Iterator[int]:
        yield from (self._tables.row(self._pool(pool)) for pool in scene.pools)

    def _pool(self, pool: Pool) -> list[Any]:
        """Name, note, faction, counts: name and number, null if it is not known."""
        counts = [[self._text(count.name), count.count] for count in pool.counts]
        return [self._text(pool.name), self._text(pool.note), self._text(pool.faction), counts]

    def _columns(self, scene: Scene) -> Iterator[int]:
        """Faction, words, place of each: a row of its own, as most stay from step to step."""
        for stack in scene.stacks:
            for piece in stack.pieces:
                if piece.column:
                    faction, words = self._text(piece.faction), self._text(words_of(piece))
                    yield self._tables.row([faction, words, self._text(stack.place)])

    def _notes(self, scene: Scene) -> Iterator[int]:
        yield from map(self._text, scene.notes)

    def _legend(self, scene: Scene) -> Iterator[int]:
        """Drawing and words of each sample."""
        looks = (*LOOKS, REACH) if is_hex_map(scene.board) else LOOKS
        whole = msgspec.structs.replace(scene, highlights=looks)
        for drawn, words in samples(whole):
            yield self._tables.row([self._tables.drawing(drawn), self._text(words)])


def _card(card: Card) -> str:
    states = [*card.states, *([card.face] if card.face != "up" and card.name else [])]
    return (card.name or "sealed") + (f" ({', '.join(states)})" if states else "")
