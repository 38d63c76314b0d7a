"""What another viewer saw, as what differs from what the page shows: the public and all-seeing eyes in one page.

Both are read with the same tables, so what looks alike has the same number; a step says which differences came with it
and which went. Belongs here: those differences. Must not be here: who may see what (`pbem.viewing`), the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

SCENE = (
    "board", "turn", "phase", "looks", "names", "awaited", "tracks", "boxes", "cards", "pools", "columns", "notes",
    "legend", "target", "scores", "arrows",
)  # fmt: skip
"""What of a step's record stays until another step says otherwise."""
PLACED = ("clusters", "holders")
"""What stays so place by place; -1 if nothing lies there."""
WHOLE = -1
"""In place of a place: a part of the scene that has none."""
_Key = tuple[str, int]


def differences(shown: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    """Number of the step, what differs in it alone, in its scene, in clusters, in holders; steps without are left out.

    Both are records of the same steps. A part of the scene is [its value], and a cluster or holder [place, number],
    from that step on; one that is again as shown is [] or [place]. Empty ends of a step are left out.
    """
    here: dict[_Key, Any] = {}
    there: dict[_Key, Any] = {}
    known: dict[_Key, Any] = {}
    found: list[list[Any]] = []
    for number, (mine, theirs) in enumerate(zip(shown, other, strict=True)):
        touched = dict.fromkeys([*_take(here, mine), *_take(there, theirs)])
        fresh = {key: there.get(key, -1) for key in touched if here.get(key, -1) != there.get(key, -1)}
        ended = [key for key in touched if key not in fresh and key in known]
        fresh = {key: value for key, value in fresh.items() if key not in known or known[key] != value}
        known = {key: value for key, value in (known | fresh).items() if key not in ended}
        names = (name for name in {**mine, **theirs} if name not in (*SCENE, *PLACED))
        alone = {name: theirs.get(name) for name in names if mine.get(name) != theirs.get(name)}
        scene: dict[str, list[Any]] = {name: [value] for (name, place), value in fresh.items() if place == WHOLE}
        scene |= {name: [] for name, place in ended if place == WHOLE}
        step = [number, alone, scene, *(_placed(kind, fresh, ended) for kind in PLACED)]
        while not step[-1] and len(step) > 1:
            step.pop()
        if len(step) > 1:
            found.append(step)
    return found


def _take(known: dict[_Key, Any], record: Mapping[str, Any]) -> Iterator[_Key]:
    """Puts what a record says of the scene into what is known; gives the keys of it."""
    for name in SCENE:
        if name in record:
            known[name, WHOLE] = record[name]
            yield name, WHOLE
    for name in PLACED:
        for place, value in record.get(name, ()):
            known[name, place] = value
            yield name, place


def _placed(kind: str, fresh: Mapping[_Key, Any], ended: Sequence[_Key]) -> list[list[int]]:
    came = [[place, value] for (name, place), value in fresh.items() if name == kind]
    return came + [[place] for name, place in ended if name == kind]
