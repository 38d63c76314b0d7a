"""9.11, 9.12 How a retreat is written, and the sentences of resolution, losses, retreat and straggling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from pbem.kit.tables import Drm, total
from pbem.kit.wording import Value, Wording, like, several
from pbem.play.requests import Form
from pbem_games.angola.printed import CombatResult
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words.common import faction_name, region_name, side_name, unit_names

TO, LESS = "to", "less"


class RetreatPlan(msgspec.Struct, frozen=True):
    """9.11.6, 9.11.7 Units lost in combat, where the others go, and Units lost because of the retreat."""

    words: ClassVar = "[{losses:units*}] to {region} [less {after:units*}]"
    losses: tuple[Token, ...]
    region: str
    after: tuple[Token, ...] = ()


def retreat_form(order: Sequence[Token]) -> Form[RetreatPlan]:
    """`f.inf1 f.inf2 to dondo less f.inf3`; `order` has all Units of the side, in the order of lists."""
    values: dict[str, Value[Any]] = {"units": several(order, "Unit here"), "region": like("[a-z_]+", "region")}
    return Wording((RetreatPlan,), values, tried="the retreat", rule="9.11.6")


# ---------------------------------------------------------------- sentences


def odds_told(state: State, battle: Battle, attack: int | Fraction, defence: int | Fraction, odds: str) -> str:
    us, them = faction_name(state, battle.attacker), side_name(state, battle.defenders)
    return f"{us} fights with {attack} against {defence} of {them}: odds {odds}"


def dice_told(
    state: State,
    battle: Battle,
    attack: Sequence[int],
    defence: Sequence[int],
    bonus: Sequence[Drm],
    extra: Sequence[Drm],
) -> str:
    """Both sides' dice; why the defender has more of them; the net bonus as the attacker sees it; the difference."""
    us, them = faction_name(state, battle.attacker), side_name(state, battle.defenders)
    more = f" ({_listed(extra)})" if extra else ""
    net = f"; net bonus {total(bonus):+d} ({_listed(bonus)})" if bonus else ""
    difference = max(attack) - max(defence) + total(bonus)
    return f"{us} rolls {_pips(attack)}, {them} {_pips(defence)}{more}{net}: difference {difference:+d}"


def read_difference(attack: Sequence[int], defence: Sequence[int], bonus: int, odds: str, result: str) -> str:
    """`Adjustment Table: attacker 5 2, defender 4, bonus +1: difference +2; at 2-1 odds shift by +1 to 3-1: ...`"""
    net = f", bonus {bonus:+d}" if bonus else ""
    rolled = f"attacker {_pips(attack)}, defender {_pips(defence)}{net}"
    return f"Adjustment Table: {rolled}: difference {max(attack) - max(defence) + bonus:+d}; at {odds} {result}"


def _pips(dice: Sequence[int]) -> str:
    return " ".join(str(d) for d in dice)


def _listed(drms: Iterable[Drm]) -> str:
    return ", ".join(str(d) for d in drms)


def result_told(shift: int, result: CombatResult) -> str:
    """`odds shift by +2 to 4-1: 1/2 of the defender is lost, the rest retreats`."""
    shifted = f"odds shift by {shift:+d} to {result.odds}" if shift else f"odds stay at {result.odds}"
    return f"{shifted}: {effect_told(result)}"


def effect_told(result: CombatResult) -> str:
    """9.11.5 `1/2 of the defender is lost, the rest retreats`."""
    loser = f"the {result.loser}"
    match result.loss:
        case _ if result.loser == "none":
            return "combat continues if both sides want it"
        case "all":
            return f"{loser} is eliminated"
        case "0":
            return f"{loser} retreats"
        case loss:
            return f"{loss} of {loser} is lost, the rest retreats"


def lost_told(state: State, units: Iterable[Token], region: str, why: str) -> str:
    """`FAPLA loses 2 infantry at Dondo: combat losses`."""
    by_faction: dict[str, list[Token]] = {}
    for unit in units:
        by_faction.setdefault(state.numbers.counters[unit].faction, []).append(unit)
    parts = [f"{faction_name(state, f)} loses {unit_names(state, own)}" for f, own in by_faction.items()]
    return f"{' and '.join(parts)} at {region_name(state, region)}: {why}"


def retreat_told(state: State, factions: Iterable[str], start: str, to: str) -> str:
    names = list(factions)
    verb = "retreats" if len(names) == 1 else "retreat"
    return f"{side_name(state, names)} {verb} from {region_name(state, start)} to {region_name(state, to)}"


def retreat_chosen(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} chooses to retreat"


def going_on_told(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} fights on"


def straggled_told(state: State, faction: str, letter: str, units: Iterable[Token], region: str, gone: bool) -> str:
    column = f"{faction_name(state, faction)} Column {letter.upper()}"
    if gone:
        return f"the last Unit of {column} straggles at {region_name(state, region)}; its marker comes off"
    return f"{column} leaves stragglers at {region_name(state, region)}: {unit_names(state, units)}"
