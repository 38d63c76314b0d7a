"""Pages of replays taken apart: the parts of one, and frames full of hostile texts to make one of."""

from __future__ import annotations

import json
import re
from typing import Any

from pictures import EVIL, hostile

from pbem.show.frame import Deed, Ending, Frame, Remark, Throw
from pbem.show.html import Match

AFTER = '<script type="application/json" id="data-after">'
LONG = EVIL + "</script><!--<script>\u2028\u2029'\"" + "x" * 10_000
WORST = Match(title=LONG, id=LONG, engine=LONG, seats=(LONG, EVIL))


def before_end(page: str) -> str:
    """A page up to what was disclosed after the end of play."""
    return page[: page.index(AFTER)]


def embedded(page: str, id: str) -> Any:
    """The data in one of its elements."""
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def scripts(page: str) -> list[str]:
    """What a parser of HTML would take as a script to run: the text of each element `script` without a type."""
    return re.findall(r"<script>(.*?)</script>", page, re.S)


def hostile_frames() -> list[Frame]:
    """Three steps in which every text of others tries to be more than a text."""
    scene = hostile()
    return [
        Frame(
            number=i, round=i + 1, kind=kind, scene=scene, rule=LONG, about=LONG, sentences=scene.sentences,
            deeds=(Deed(seat=LONG, say=LONG), Deed(seat=EVIL, hidden=True)),
            dice=(
                Throw(rule=LONG, values=(1, 6), sides=6, about=LONG, seats=(EVIL,), side=LONG, reading=LONG,
                      hits=((1,), ())),
                Throw(rule="1", values=(LONG,)),
            ),
            remarks=(Remark(seat=LONG, text=LONG, time=2**53),), lines=(1, 2, 4), time=2**53,
            ending=Ending(winners=(LONG,), text=LONG, by=LONG) if i else None,
        )
        for i, kind in enumerate(("start", "answer", "disclose"))
    ]  # fmt: skip
