"""What a sealed answer means, for its owner to read: `Column A 8 infantry, armored car`; `Column A in Luanda`.

Belongs here: words for what is sealed. Must not be here: answers that the rules tell of when they are given.
"""

from __future__ import annotations

from pbem_games.angola.equipment import FIELD
from pbem_games.angola.state import State
from pbem_games.angola.words.claims import tokens_there
from pbem_games.angola.words.common import NONE, region_name, unit_names
from pbem_games.angola.words.planning import card_name
from pbem_games.angola.words.reorganization import Change, ReorganizationForm
from pbem_games.angola.words.setup import PlanForm

SET_UP, REORGANIZED = "3", "8.1-3"  # rules that seal a plan, then what is under each marker of the faction in turn
PLAN = ("0", "plans")  # where a plan stands among what was sealed with it; where plans are opened
CARDS = ("fifth_column", "command", "blank")
MAJORS = ("12.1.1", "12.1.2")


def decided(state: State, rule: str, seat: str, about: str, say: str) -> str:
    """A phrase for a plan, Units under a Column, a card, who carries a piece of Equipment; empty for other answers.

    `about` is the place in the seal. Empty for a Column off the map too.
    """
    if say.startswith("column_") or say in CARDS:
        return card_name(say)
    if rule in MAJORS and say in state.numbers.counters:
        return state.numbers.counters[say].name
    if rule not in (SET_UP, REORGANIZED):
        return carrier(state, say)
    if about in PLAN:
        return _set_up(state, seat, say) if rule == SET_UP else _reorganized(state, seat, say)
    return "" if say == NONE else _under(state, seat, about, say)


def carrier(state: State, entry: str) -> str:
    """Who has a piece of Equipment: `Column C`, `the Force in Luanda`, `a minefield in Luanda`; empty for none."""
    if entry in ("a", "b", "c", "d", "e"):
        return f"Column {entry.upper()}"
    region = entry.removeprefix(FIELD)
    if region not in state.numbers.regions:
        return ""
    return f"{'the Force' if region == entry else 'a minefield'} in {region_name(state, region)}"


def _under(state: State, seat: str, about: str, say: str) -> str:
    """Units under a Column. With the option of ruling R30 only some markers may be sealed: no letter is told."""
    if not about.isdigit():
        return ""
    letters = () if state.options.columns_until_clean_up else state.numbers.factions[seat].columns
    at = int(about) - 1
    column = f"Column {letters[at].upper()} " if at < len(letters) else ""
    code = f"{state.numbers.factions[seat].code}."
    return column + tokens_there(state.numbers, [
        f"Major Unit {unit.removeprefix(code)}" if unit.startswith(f"{code}h") else unit for unit in say.split()])


def _set_up(state: State, seat: str, say: str) -> str:
    """3 `Column A in Luanda; infantry in Cabinda`"""
    plan = PlanForm(state.numbers, seat).parse(say)
    columns = [f"Column {x.upper()} in {region_name(state, at.region)}" for x, at in sorted(plan.columns.items())]
    loose = [f"{unit_names(state, units)} in {region_name(state, at)}" for at, units in sorted(plan.loose.items())]
    return "; ".join([*columns, *loose]) or "nothing"


def _reorganized(state: State, seat: str, say: str) -> str:
    """8.1-3, 13 `Luanda: Columns A, D, joined by 2 infantry, a brigade of 3 infantry`"""
    plan = ReorganizationForm(state.numbers, seat).parse(say)
    return "; ".join(_changed(state, change) for change in plan) or "nothing changes"


def _changed(state: State, change: Change) -> str:
    letters = ", ".join(letter.upper() for letter in change.letters)
    told = [f"Column{'s' if len(change.letters) > 1 else ''} {letters}" if letters else "no Column"]
    told += [f"joined by {unit_names(state, change.joining)}"] if change.joining else []
    told += [f"a brigade of {unit_names(state, made_of)}" for _, made_of in change.brigades]
    return f"{region_name(state, change.region)}: {', '.join(told)}"
