"""What is known of one place of the board: who stands there, what may be ordered there at which price and odds.

Belongs here: these, from the scene and the question of one seat, kept as long as the position stands. Must not be here:
what a game itself answers (`Ruleset.looks`), what may follow an order that is begun (`asking`).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.desk.drafting import Drafting
from pbem.desk.orders import eyes, follow_of
from pbem.errors import PbemError, WrongUse
from pbem.kit.things import Things
from pbem.kit.typed import Choice
from pbem.limits import MOST_ORDERED
from pbem.match.match import Match
from pbem.play.sight import PUBLIC
from pbem.show.clean import clean
from pbem.show.named import name_in
from pbem.show.scene import Piece, Scene
from pbem.show.text import words_of
from pbem.viewing.scenes import scene_of
from pbem.web.means import here
from pbem.web.shapes import Ready
from pbem.web.side_shapes import PlaceLooked
from pbem.web.sitting import Sitting, seat_of

ASKED = "fire"  # what a game is asked about a place, if it answers that


class Looking(msgspec.Struct):
    """One position as one seat sees it: the scene, what may follow a text there, the places that were looked at."""

    at: str
    seat: str
    text: str
    scene: Scene
    choices: tuple[Choice, ...]
    told: dict[str, PlaceLooked]


def look(sitting: Sitting, wanted: str, place: str, text: str = "") -> PlaceLooked:
    """What a seat may know of a place, with its drafts, after the beginning of an order.

    WrongUse if the board has no such place.
    """
    drafting = sitting.look()
    seat, at = seat_of(drafting, wanted), sitting.at
    known = sitting.looking if isinstance(sitting.looking, Looking) else None
    if known is None or (known.at, known.seat, known.text) != (at, seat, text):
        is_there = known is not None and (known.at, known.seat) == (at, seat)
        scene = known.scene if known is not None and is_there else scene_of(drafting.match, seat or PUBLIC)
        known = sitting.looking = Looking(at, seat, text, scene, _choices(drafting, seat, text, scene), {})
    if place not in known.told:
        known.told[place] = _told(drafting.match, known, place)
    return known.told[place]


def _choices(drafting: Drafting, seat: str, text: str, scene: Scene) -> tuple[Choice, ...]:
    """What may follow in an order of this seat, each with the places where it is."""
    duty = next((one for one in drafting.ahead.asked() if one.name == seat and one.kind != "join"), None)
    if duty is None:
        return ()
    things = Things(scene)
    return tuple(map(things.placed, follow_of(drafting.match, drafting.match.request, seat, text).choices))


def _told(match: Match, known: Looking, id: str) -> PlaceLooked:
    scene = known.scene
    place = next((one for one in scene.board.places if one.id == id), None)
    if place is None:
        raise WrongUse(f"there is no place {clean(id)[:40]} on this board")
    here = [stack.pieces for stack in scene.stacks if stack.place == id]
    stands = [*(_line(scene, one) for pieces in here for one in pieces),
              *(f"{one.name}{_of(scene, one.faction)}" for one in scene.markers if one.place == id)]
    ordered = [one for one in known.choices if (id in one.on and not one.leads) or one.id == id]
    return PlaceLooked(
        at=known.at, place=id, name=clean(place.name), stands=_shown(stands),
        orders=tuple(Ready(clean(one.label or one.words), clean(one.remark)) for one in ordered[:MOST_ORDERED]),
        lines=_shown(_asked(match, known.seat or PUBLIC, id)),
    )  # fmt: skip


def _asked(match: Match, viewer: str, id: str) -> tuple[str, ...]:
    """What the game itself says of a place, if it does."""
    answer = match.ruleset.looks.get(ASKED)
    if answer is None:
        return ()
    try:
        return answer(match.state, viewer, eyes(match, viewer), id).lines
    except PbemError:  # this place is none that anybody fires at
        return ()


def _line(scene: Scene, piece: Piece) -> str:
    return f"{words_of(piece)}{_of(scene, piece.faction)}"


def _of(scene: Scene, faction: str) -> str:
    return f", {name_in(scene.board, faction)}" if faction else ""


def _shown(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(here, lines))
