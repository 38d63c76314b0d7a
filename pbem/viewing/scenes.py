"""The scene of a position as one viewer sees it now, with who is awaited and the last sentences of the story.

Belongs here: what is added to a ruleset's scene, questions to the game. Must not be here: whose eyes (`viewers`).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pbem.desk.story import sentence
from pbem.errors import WrongUse
from pbem.match.duty import AWAITED
from pbem.match.match import Match
from pbem.play.requests import Peek
from pbem.play.sight import peek_of
from pbem.show.scene import Awaited, Scene
from pbem.show.ways import told_ways


def scene_of(
    match: Match, viewer: str, *, sentences: int = 12, fire: str | None = None, reach: str | None = None,
    ways: bool = False, is_past: bool = False,
) -> Scene:
    """What a viewer sees now, with who is awaited and the last sentences of the story.

    A game that has ended awaits nobody, for nothing more is decided, nor does a position that `is_past`.
    `ways`: those that are told are drawn.
    `fire` or `reach` is a question to the game: what it marks is marked instead, what it says stands above the notes.
    """
    table = match.binding.table
    scene, last = match.ruleset.seen(match.state, table, viewer), table.story[-sentences:]
    scene = looked_at(match, scene, viewer, peek_of(table, viewer), {"fire": fire, "reach": reach})
    owing = [] if match.result or is_past else match.owing()
    told = tuple(map(sentence, last))
    return msgspec.structs.replace(
        scene,
        awaited=tuple(Awaited(seat=d.name, text=AWAITED[d.kind]) for d in owing),
        sentences=told,
        arrows=(*scene.arrows, *told_ways(scene, told)) if ways else scene.arrows,
    )


def looked_at(match: Match, scene: Scene, viewer: str, peek: Peek, asked: Mapping[str, str | None]) -> Scene:
    """The scene with what a question to the game marks and says; WrongUse if the game does not answer it."""
    put = {name: words for name, words in asked.items() if words is not None}
    if len(put) > 1:
        raise WrongUse(f"only one of {' and '.join(f'--{name}' for name in put)} can be shown at a time")
    for name, words in put.items():
        look = match.ruleset.looks.get(name)
        if look is None:
            known = ", ".join(f"--{one}" for one in match.ruleset.looks) or "none"
            raise WrongUse(f"{match.ruleset.name} has no answer to --{name}", hint=f"it answers {known}")
        looked = look(match.state, viewer, peek, words)
        scene = msgspec.structs.replace(scene, highlights=looked.highlights, notes=(*looked.lines, *scene.notes))
    return scene
