"""18 Face-down counters of Al Qaeda: what they claim to be by what they do, turning them up, what that proves.

Belongs here: claims and openings. Must not be here: flow of play, who may ask for an opening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.kit.hidden import Act, Claims, Offence, act_lates, face_of, turn_up
from pbem.play.requests import Late, Peek, Tell
from pbem_games.anaconda.ending import forfeit
from pbem_games.anaconda.forces import known
from pbem_games.anaconda.numbers import HALVES, Numbers
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counters_named

UNIQUE = "3.4"  # the rule by which no counter is two tokens
MOVED, STEPPED, RALLIED, KEPT_DOWN = "moved", "stepped", "rallied", "kept_down"


def claims(numbers: Numbers) -> Claims[str, Act]:
    """8.1, 8.6, 5.3, 20.4, 24.5 What acts of a face-down counter say of it; `word` is the marker drawn."""

    def moved(face: str, act: Act) -> bool:
        return numbers.units[face].movement * HALVES >= act.number and stepped(face, act)

    def in_action(face: str, act: Act) -> bool:
        return numbers.units[face].command in numbers.markers[act.word].activates

    def stepped(face: str, act: Act) -> bool:
        return numbers.units[face].movement > 0 and in_action(face, act)

    return Claims({
        MOVED: ("moved {number} halves of a movement point under the marker {word}", moved),
        STEPPED: ("moved one hex under the marker {word}", stepped),
        RALLIED: ("was rallied under the marker {word}", in_action),
        KEPT_DOWN: ("stayed face down under fire, so it is no fortification",
                    lambda face, _: numbers.units[face].type != "fortification"),
    })


def act_of_move(marker: str, halves: int, steps: int) -> Act:
    """8.1, 8.6, ruling R35 What a move of so many steps claims: of one step only that the counter can move at all."""
    return Act("8.6", STEPPED, 0, marker) if steps == 1 else Act("8.1", MOVED, halves, marker)


def lates_of(state: State, acts: Iterable[tuple[str, Act]]) -> list[Late]:
    """Acts as late checks, for the request whose answer makes them."""
    return act_lates(state.tokens, acts, claims(state.numbers), lambda id: f"token {id.removeprefix('t')}",
                     shows=lambda id: in_truth(state, [id]))


def in_truth(state: State, ids: Iterable[str]) -> Callable[..., str]:
    """What counters are, from what was sealed for each in this order: for the report on a false claim about them."""
    units, names = state.numbers.units, [f"token {id.removeprefix('t')}" for id in ids]
    return lambda *faces: "; ".join([f"{name} is {units[face].name}" for name, face in zip(names, faces, strict=True)])


async def turn(state: State, ids: Sequence[str], *, rule: str, about: str = "") -> list[str]:
    """18.2, 18.3 These counters are turned up, those that lie face down, at once; gives them.

    Ruling R97: if one of them proves to have done what it could not, the match is over.
    """
    down = [id for id in ids if not state.tokens[id].face]
    offences = await turn_up(state.tokens, down, claims(state.numbers), rule=rule, about=about, unique=UNIQUE)
    if down:
        places = tuple(dict.fromkeys(state.tokens[id].place for id in down))
        shown = tuple(p for p in places if p in state.numbers.ground.hexes)
        await Tell(rule=rule, text=f"Turned up: {counters_named(state, down)}", places=shown)
    await forfeit(state, [*offences, *_beside_each_other(state, down)])
    return down


def _beside_each_other(state: State, ids: Iterable[str]) -> Iterator[Offence]:
    """20.7, ruling R5 A fortification set up beside a compound; both never move."""
    for id in ids:
        wrong = {"fortification": "compound", "compound": "fortification"}.get(_type(state, id))
        origin = state.tokens[id].origin
        if wrong and any(_type(state, t) == wrong and other.origin == origin for t, other in state.tokens.items()):
            yield Offence(id, "20.7", f"was set up in one hex with a {wrong}")


def _type(state: State, id: str) -> str:
    printed = known(state, id)
    return "" if printed is None else printed.type


def seen(state: State, id: str, peek: Peek) -> Printed | None:
    """What a viewer knows to be printed on a counter; None if it does not."""
    if id in state.units:
        return state.numbers.units[id]
    token = state.tokens[id]
    face = face_of(token.face, token.sealed, peek)
    return state.numbers.units[face] if face else None


def all_seen(state: State, ids: Iterable[str], peek: Peek) -> dict[str, Printed] | None:
    """What a viewer knows of all these counters; None if one of them is hidden from it."""
    found = {id: seen(state, id, peek) for id in ids}
    sure = {id: printed for id, printed in found.items() if printed is not None}
    return sure if len(sure) == len(found) else None
