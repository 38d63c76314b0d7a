"""What recorded games tell of pieces and places: whether a counter is found by the name that the story has for it.

Belongs here: what a code may be of a name, what was told in each step. Must not be here: tests, names of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pbem.replay.films.opening import open_reel
from pbem.show.frame import Frame
from pbem.show.scene import Piece, Scene

ROOT = Path(__file__).resolve().parents[1]
CASES = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in (ROOT / "logs").glob("*/*/game.pbem"))


@cache
def frames_of(case: str, viewer: str = "public") -> list[Frame]:
    return list(open_reel(ROOT / "logs" / case / "game.pbem", viewer))


def told_in(frame: Frame) -> Iterator[str]:
    """All that a step says in words: the story, decisions, dice, battles."""
    yield from (sentence.text for sentence in frame.sentences)
    yield from (deed.told for deed in frame.deeds)
    yield from (throw.reading for throw in frame.dice)
    for fight in frame.fights:
        yield from (fight.battle.title, fight.battle.result, fight.battle.meaning)


def spells(code: str, name: str) -> bool:
    """Whether a code is made of beginnings of words of a name, in their order: `8C1` of `1-87 C/1`, `55 Bde`."""
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+|\d+", name)]
    return bool(code) and _begin("".join(re.findall(r"[^\W_]", code.casefold())), words)


def _begin(code: str, words: list[str]) -> bool:
    if not code:
        return True
    return any(word.startswith(code[:many]) and _begin(code[many:], words[i + 1:])
               for i, word in enumerate(words) for many in range(min(len(code), len(word)), 0, -1))


def pieces_of(scene: Scene) -> Iterator[Piece]:
    """Everything on the map, columns opened."""
    for stack in scene.stacks:
        for piece in stack.pieces:
            yield piece
            yield from piece.holds


def names_it(text: str, name: str) -> bool:
    """Whether a text has a name as whole words."""
    return bool(name) and re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", text) is not None
