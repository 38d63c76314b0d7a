"""10.22, 10.23, 17.4 The odds of a fire in words: strength, column of the CRT, modifiers, what may come of it.

Belongs here: those words. Must not be here: the odds themselves (odds), who can fire (firing).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.tables import Drm
from rulesets.anaconda import odds
from rulesets.anaconda.bots.estimates import Fire
from rulesets.anaconda.numbers import Numbers
from rulesets.anaconda.state import State
from rulesets.anaconda.words.figures import average, percent
from rulesets.anaconda.words.names import counter_name


def odds_of(state: State, fire: Fire) -> str:
    """`strength 7 (column 7-9): 17% eliminated, 50% pinned`; against several `0.5 of 3 eliminated, 1.5 pinned`."""
    if not fire.fates:
        return f"strength {fire.strength}: no dice"
    fates = [one for _, one in fire.fates]
    head = f"strength {fire.strength} ({column_of(state.numbers, fire.strength)})"
    if len(fates) == 1:
        return f"{head}: {percent(fates[0].eliminated)} eliminated, {percent(fates[0].pinned)} pinned"
    pinned = sum((one.pinned for one in fates), odds.NONE)
    words = f"{head}: {average(odds.expected_losses(fates))} of {len(fates)} eliminated, {average(pinned)} pinned"
    empty = odds.emptied(fates)
    return f"{words}, all gone {percent(empty)}" if empty else words


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
    all_lines = list(fire.lines.values())
    common = [line for line in all_lines[0] if all(line in lines for lines in all_lines)] if all_lines else []
    by_words: dict[str, list[str]] = {}
    for target, lines in fire.lines.items():
        if words := _listed(state, (line for line in lines if line not in common)):
            by_words.setdefault(words, []).append(counter_name(state, target))
    parts = [f"die {_listed(state, common)}"] if common else []
    return "; ".join([*parts, *(f"{', '.join(names)}: {words}" for words, names in by_words.items())])


def _listed(state: State, lines: Iterable[Drm]) -> str:
    known = (*state.units, *state.tokens)
    return ", ".join(f"{d.value:+d} {counter_name(state, d.text) if d.text in known else d.text}" for d in lines)
