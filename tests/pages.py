"""Pages of replays taken apart: the parts of one, and frames full of hostile texts to make one of."""

from __future__ import annotations

import ast
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from pbem.show.frame import Deed, Ending, Frame, Remark, Throw
from pbem.show.html import Match
from pbem.show.scene import Mark, Scene, Sentence, Track
from pictures import EVIL, hostile

AFTER = '<script type="application/json" id="data-after">'
TABLES = Path(__file__).parents[1] / "pbem" / "show" / "html" / "script" / "tables.js"
LONG = EVIL + "</script><!--<script>\u2028\u2029'\"" + "x" * 10_000
WORST = Match(title=LONG, id=LONG, engine=LONG, seats=(LONG, EVIL), about=LONG, scenario=LONG, players=(LONG, EVIL))


def before_end(page: str) -> str:
    """A page up to what was disclosed after the end of play."""
    return page[: page.index(AFTER)]


def embedded(page: str, id: str) -> Any:
    """The data in one of its elements; each step with its round."""
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', page, re.S)
    assert found
    data = json.loads(found[1])
    for before, step in pairwise(data.get("frames", [])):
        step.setdefault("round", before["round"] + 1)
    return data


def spelled_out(element: str) -> str:
    """An element of a drawing again, by the table with which the page reads it."""
    signs = re.search(r"const SHORT = (\{.*?\});", TABLES.read_text(encoding="utf-8"))
    assert signs
    return element.translate(str.maketrans(ast.literal_eval(signs[1])))


def scripts(page: str) -> list[str]:
    """What a parser of HTML would take as a script to run: the text of each element `script` without a type."""
    return re.findall(r"<script>(.*?)</script>", page, re.S)


def hostile_frames() -> list[Frame]:
    """Steps, each a turn, in which every text of others tries to be more than a text."""
    told = (Sentence(text=LONG, rule=LONG, headline=True), *hostile().sentences)
    return [
        Frame(
            number=i, round=i + 1, kind=kind, scene=_hostile_turn(i), rule=LONG, about=LONG, sentences=told,
            deeds=(Deed(seat=LONG, say=LONG), Deed(seat=EVIL, hidden=True)),
            dice=(
                Throw(rule=LONG, values=(1, 6), sides=6, about=LONG, seats=(EVIL,), side=LONG, reading=LONG,
                      hits=((1,), ())),
                Throw(rule="1", values=(LONG,)),
            ),
            remarks=(Remark(seat=LONG, text=LONG, time=2**53),), lines=(1, 2, 4), time=2**53,
            ending=Ending(winners=(LONG,), text=LONG, by=LONG) if i else None,
        )
        for i, kind in enumerate(("start", "answer", "roll", "disclose"))
    ]  # fmt: skip


def _hostile_turn(number: int) -> Scene:
    """A scene in which the markers of a track have moved."""
    marks = tuple(Mark(name=f"{number}{LONG}", value=value * number**2) for value in (1, -3))
    track = Track(name=LONG, first=0, last=9, marks=marks)
    return msgspec.structs.replace(hostile(), turn=f"{LONG}{number}", tracks=(*hostile().tracks, track))
