"""The ways of a step: what went where, as told; if nothing is told of it, as seen.

Belongs here: routes, support and fire between two scenes of one viewer. Must not be here: how they are drawn, orders
(the view has them).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.show.scene import Arrow, Scene, Sentence


def ways(before: Scene | None, scene: Scene, sentences: tuple[Sentence, ...], seat: str) -> tuple[Arrow, ...]:
    """The routes of a step: along the ways that were told, in the colour of those that went.

    If it was not told who went, that is guessed from who stands at both ends, and from who decided alone.

    If none was told, each counter that the viewer knew at one place of the board, and knows at another, went straight;
    but not in a game that tells all of them.
    """
    told = told_ways(scene, sentences, before, seat)
    if before is not None and not any(arrow.kind == "route" for arrow in told):
        return (*dict.fromkeys(_seen(before, scene)), *told)
    return told


def told_ways(
    scene: Scene, sentences: tuple[Sentence, ...], before: Scene | None = None, seat: str = ""
) -> tuple[Arrow, ...]:
    """The routes along the ways that sentences tell, and whence they tell of support and fire."""
    return tuple(dict.fromkeys(arrow for s in sentences for arrow in _told(scene, s, before, seat)))


def _told(scene: Scene, told: Sentence, before: Scene | None, seat: str) -> Iterator[Arrow]:
    if told.is_way and len(told.places) > 1:
        faction = told.faction or _whose(before, scene, told.places, seat)
        yield Arrow(kind="route", places=told.places, faction=faction)
    for place in told.support_from:
        yield Arrow(kind="support", places=(place, *told.places[-1:]), faction=told.faction or seat)
    for place in told.fire_from:
        yield Arrow(kind="fire", places=(place, *told.places[-1:]), faction=told.faction or seat)


def _whose(before: Scene | None, scene: Scene, places: tuple[str, ...], seat: str) -> str:
    """The seat that decided, unless only counters of another stand where the way ends, or stood where it began.

    Who answers first decides when others move: an order that was given before is carried out then.
    """
    for shown, place in ((scene, places[-1]), (before, places[0])):
        there = {piece.faction for stack in shown.stacks if stack.place == place
                 for piece in stack.pieces if piece.faction} if shown is not None else set()
        if seat in there:
            return seat
        if len(there) == 1:
            return there.pop()
    return seat


def _seen(before: Scene, scene: Scene) -> Iterator[Arrow]:
    """A route for each counter of its own that stands elsewhere now; the letter of a column may be given anew."""
    if before.stacks is scene.stacks or scene.board.tells_ways:
        return
    stood = {id: place for id, place, _ in _standing(before)}
    for id, place, faction in _standing(scene):
        if stood.get(id, place) != place:
            yield Arrow(kind="route", places=(stood[id], place), faction=faction)


def _standing(scene: Scene) -> Iterator[tuple[str, str, str]]:
    """Id, place, faction of the counters on the board."""
    for stack in scene.stacks:
        for piece in stack.pieces:
            for id in piece.id.split() if not piece.column else ():
                yield id, stack.place, piece.faction
