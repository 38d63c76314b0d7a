"""10.22, 10.23, 17.4 The odds of a fire in words: strength, column of the CRT, modifiers, what may come of it.

Belongs here: those words. Must not be here: the odds themselves (odds), who can fire (firing).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pbem.kit.chances import average, percent
from pbem.kit.tables import Drm, total
from pbem_games.anaconda import odds
from pbem_games.anaconda.bots.estimates import Fire, fate_at
from pbem_games.anaconda.drms import Shot, drms
from pbem_games.anaconda.forces import piece, units_at
from pbem_games.anaconda.numbers import AL_QAEDA, SIDES, Numbers
from pbem_games.anaconda.odds import Fate
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name


def odds_of(state: State, fire: Fire) -> str:
    """`strength 7 (column 7-9): 17% eliminated, 50% pinned`; against several `0.5 of 3 eliminated, 1.5 pinned`."""
    if not fire.fates:
        return f"strength {fire.strength}: no dice"
    fates = [one for _, one in fire.fates]
    head = f"strength {fire.strength} ({column_of(state.numbers, fire.strength)})"
    return f"{head}: {_in_words(fates, odds.emptied(fates))}"


def _in_words(fates: Sequence[Fate], empty: Fraction) -> str:
    """What becomes of the targets; `empty` is the chance that none is left."""
    if len(fates) == 1:
        return f"{percent(fates[0].eliminated)} eliminated, {percent(fates[0].pinned)} pinned"
    pinned = sum((one.pinned for one in fates), odds.NONE)
    words = f"{average(odds.expected_losses(fates))} of {len(fates)} eliminated, {average(pinned)} pinned"
    return f"{words}, all gone {percent(empty)}" if empty else words


def odds_of_friendly_fire(state: State, hex: str) -> str:
    """14.9 `strength 1-6: 0.2 of 2 eliminated, 1.2 pinned; die +1 town`: before the die for its strength is cast."""
    faces = range(1, SIDES + 1)
    lines = {id: drms(state, Shot("friendly_fire", AL_QAEDA, hex, 1), id) for id in units_at(state, hex)}
    by_face = [[fate_at(state, face, total(drm), piece(state, id).pinned) for id, drm in lines.items()]
               for face in faces]
    fates = [odds.fate_at_once(fates) for fates in zip(*by_face, strict=True)]
    empty = sum((odds.emptied(fates) for fates in by_face), odds.NONE) / len(faces)
    told = f"strength 1-{SIDES}: {_in_words(fates, empty)}"
    return "; ".join(part for part in (told, _die(state, lines)) if part)


def friendly_fire_columns(numbers: Numbers) -> str:
    """14.9 `column 1, column 2-3, column 4-6`: those to which the die for its strength can lead."""
    return ", ".join(dict.fromkeys(column_of(numbers, face) for face in range(1, SIDES + 1)))


def odds_on_flight(state: State, fire: Fire) -> str:
    """17.4 `strength 7 (column 7-9): 67% damaged, never shot down`."""
    ((_, chances),) = fire.fates or (("", odds.UNHURT),)
    lost = f"{percent(chances.eliminated)} shot down" if chances.eliminated else "never shot down"
    head = f"strength {fire.strength} ({column_of(state.numbers, fire.strength)})"
    return f"{head}: {percent(chances.pinned)} damaged, {lost}"


def column_of(numbers: Numbers, strength: int) -> str:
    """The column of the Combat Results Table, by the strengths that it is for: `column 7-9`, `column 25+`."""
    if strength < 1:
        return "no column"
    first = numbers.column(strength).at_least
    later = [column.at_least for column in numbers.crt if column.at_least > first]
    if not later:
        return f"column {first}+"
    return f"column {first}-{min(later) - 1}" if min(later) - 1 > first else f"column {first}"


def die_of(state: State, fire: Fire) -> str:
    """10.23 `die +1 town; token 2: +1 face down`: what modifies all dice, then some of them; "" for nothing."""
    return _die(state, fire.lines)


def _die(state: State, by_target: Mapping[str, Sequence[Drm]]) -> str:
    all_lines = list(by_target.values())
    common = [line for line in all_lines[0] if all(line in lines for lines in all_lines)] if all_lines else []
    by_words: dict[str, list[str]] = {}
    for target, lines in by_target.items():
        if words := _listed(state, (line for line in lines if line not in common)):
            by_words.setdefault(words, []).append(counter_name(state, target))
    parts = [f"die {_listed(state, common)}"] if common else []
    return "; ".join([*parts, *(f"{', '.join(names)}: {words}" for words, names in by_words.items())])


def _listed(state: State, lines: Iterable[Drm]) -> str:
    known = (*state.units, *state.tokens)
    return ", ".join(f"{d.value:+d} {counter_name(state, d.text) if d.text in known else d.text}" for d in lines)
