"""12.1, 12.2 Direct foreign aid and crises in words: what is received where, what is withdrawn, and the sentences.

Hidden Major Units are named by their labels (`f.h1`), Minor Units of direct aid by their kind.
Belongs here: forms and sentences. Must not be here: what is legal (aid.direct, aid.crisis).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.wording import Unreadable, Value, each
from pbem.play.requests import Form
from pbem_games.angola.printed import CrisisRow, DirectAidRow
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.aid_recruitment import Place, place_name
from pbem_games.angola.words.common import NONE, faction_name, unit_names

AIRGROUP = "airgroup"
Deployment = tuple[tuple[str, Place], ...]
_WITHDRAWN = re.compile(r"([a-z]\.[a-z0-9]+)(?:/([a-e]))?")


def _thing_and_place(word: str) -> tuple[str, Place]:
    thing, equals, place = word.partition("=")
    if bool(equals) != bool(place) or not thing:
        raise Unreadable("write like f.h1=luanda or armored_car=luanda.a")
    return thing, place


DEPLOYMENT: Form[Deployment] = each(
    Value(_thing_and_place, lambda one: "=".join(one) if one[1] else one[0]), " ", order=tuple,
).alone(tried="direct aid", rule="12.1.2", empty=NONE)
"""`armored_car=luanda f.h1=luanda.a`: what goes where; `airgroup` alone needs no place; `none` for nothing."""


class Withdrawal(msgspec.Struct, frozen=True):
    """12.2 What the patron takes back: Units with the letter of their Column ("" for loose), a number of airgroups.

    `emptied` are Columns whose contents are secret and that have no Unit any more.
    """

    units: tuple[tuple[Token, str], ...] = ()
    airgroups: int = 0
    emptied: tuple[str, ...] = ()


class WithdrawalForm:
    """`f.car1 f.h1/a air:1 empty/a`: a loose Unit, one out of Column A, which is empty now, and an airgroup."""

    def parse(self, say: str) -> Withdrawal:
        """What is withdrawn; IllegalMove for words that say nothing."""
        units, airgroups, emptied = [], 0, []
        for word in () if say == NONE else say.split(" "):
            unit = _WITHDRAWN.fullmatch(word)
            if unit:
                units.append((unit[1], unit[2] or ""))
            elif re.fullmatch(r"air:[1-9]", word):
                airgroups = int(word[-1])
            elif re.fullmatch(r"empty/[a-e]", word):
                emptied.append(word[-1])
            else:
                because = "write like f.special f.h1/a air:2 empty/a"
                raise IllegalMove(f"withdrawal {word!r}", "12.2", because)
        return Withdrawal(tuple(units), airgroups, tuple(emptied))

    def spell(self, answer: Withdrawal) -> str:
        words = [f"{unit}/{letter}" if letter else unit for unit, letter in sorted(answer.units)]
        words += [f"air:{answer.airgroups}"] if answer.airgroups else []
        return " ".join([*words, *(f"empty/{x}" for x in sorted(answer.emptied))]) or NONE


# ---------------------------------------------------------------- sentences


def aid_told(state: State, faction: str, tokens: int, row: DirectAidRow | None) -> str:
    """12.1.1 `UNITA holds 1 Victory Token: 2 Major Units, 1 Minor Unit`."""
    amounts = [] if row is None else [(row.major, "Major Unit"), (row.minor, "Minor Unit")]
    gains = ", ".join(_count(n, what) for n, what in amounts if n) or "no direct aid"
    return f"{faction_name(state, faction)} holds {_count(tokens, 'Victory Token')}: {gains}"


def cut_off_told(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} is cut off from direct aid"


def deployed_told(state: State, faction: str, units: Iterable[Token], hidden: int, place: Place) -> str:
    """`FNLA receives Panhard Squadron in Zaire Proper (east)`, or a number where the Units stay secret."""
    named = list(units)
    what = ", ".join([*([unit_names(state, named)] if named else []), *([_majors(hidden)] if hidden else [])])
    return f"{faction_name(state, faction)} receives {what} in {place_name(state, place)}"


def airgroup_told(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} receives an airgroup"


def not_received_told(state: State, faction: str, majors: int, minors: int) -> str:
    lost = [_count(n, what) for n, what in ((majors, "Major Unit"), (minors, "Minor Unit")) if n]
    return f"{faction_name(state, faction)} has no place for {' and '.join(lost)}"


def crisis_told(state: State, faction: str, die: int, row: CrisisRow) -> str:
    """12.2 The score and all that it means."""
    patron = state.numbers.factions[faction].patron
    bonus = f" (score {row.die})" if row.die != die else ""
    return f"{faction_name(state, faction)} in crisis, {patron} rolls {die}{bonus}: {_crisis_effects(row)}"


def read_crisis(rows: Sequence[CrisisRow], bonus: int, dice: Sequence[int]) -> str:
    """12.2 `Crisis Table: 3 +2 is 5: 1 Major Unit withdrawn`"""
    (die,) = dice
    score = f"{die} {bonus:+d} for the first roll is {die + bonus}" if bonus else str(die)
    return f"Crisis Table: {score}: {_crisis_effects(next(row for row in rows if row.die == die + bonus))}"


def _crisis_effects(row: CrisisRow) -> str:
    effects = []
    if row.receive_major:
        effects.append(f"{_count(row.receive_major, 'Major Unit')} to be received")
    if row.withdraw:
        effects.append("all Major Units withdrawn" if row.withdraw > 4 else f"{_majors(row.withdraw)} withdrawn")
    if row.effect == "cut_off":
        effects.append("no more aid")
    elif row.card_penalty:
        effects.append(f"{_count(row.card_penalty, 'Reinforcement Card')} fewer from now on")
    if row.effect == "majors_may_not_attack":
        effects.append("its Major Units may not enter enemy-occupied regions")
    if row.effect == "majors_may_not_move":
        effects.append("its Major Units may not move")
    return "; ".join(effects) or "no effect"


def withdrawn_told(state: State, faction: str, units: Iterable[Token], airgroups: int) -> str:
    named = list(units)
    air = [_count(airgroups, "airgroup")] if airgroups else []
    what = ", ".join([*([unit_names(state, named)] if named else []), *air]) or "nothing"
    return f"{faction_name(state, faction)} withdraws {what}"


def nothing_received_told(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} can receive no Major Unit"


def _majors(count: int) -> str:
    return _count(count, "Major Unit")


def _count(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")
