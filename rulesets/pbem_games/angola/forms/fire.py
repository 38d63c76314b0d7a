"""9.7 to 9.10 Missiles, artillery, minefields: what fires, what is declared, what a hidden Column shows.

Belongs here: what is asked, how it is typed, what is offered; standing orders for it. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.kit.choose import Choose, ChooseSome
from pbem.kit.declaring import Standing, best, given, nothing
from pbem.kit.forms import Asked, Form
from pbem.kit.lists import Some
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.play.requests import Write
from pbem_games.angola.combat.battle import side_of, units_against
from pbem_games.angola.combat.display import EMPTY, STANDS, Remains
from pbem_games.angola.combat.fire import NO_FIRE, armored
from pbem_games.angola.combat.mines import KEEP_QUIET, KILLS
from pbem_games.angola.equipment import FIELD
from pbem_games.angola.forms.battle import battle_of, dice_told, enemy_words, own_force, place_told
from pbem_games.angola.forms.names import brief_units, read_units, typed_unit, units
from pbem_games.angola.numbers import SIDES
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.common import equipment_name, faction_name, piece_name

AT_AIRCRAFT = 2  # missiles: more seldom hit more


def pieces(asked: Asked[State]) -> Names:
    """The pieces of Equipment that may be named."""
    called = {p: piece_name(asked.state, p) for p in asked.case(Some).names}
    return Names({p: (p, name) for p, name in called.items()}, labels=called)


# ---------------------------------------------------------------- missiles


def _which_missiles(asked: Asked[State]) -> Prompt:
    state, here = asked.state, _here(asked)
    kind = asked.case(Some).names[0].rstrip("0123456789")
    count = _target_count(asked)
    targets = f"airgroups that are to strike ({count})" if asked.rule == "9.7" else f"armored Units ({count})"
    return Prompt(
        f"Fire {equipment_name(state, kind)}s in {place_told(asked)} at {targets}?", " You have here: "
        f"{', '.join(here) or 'none that is really here'}. Each goes back to the pool and rolls "
        f"{dice_told(state, state.numbers.equipment[kind].dice)}.")


def _here(asked: Asked[State]) -> list[str]:
    """Of the missiles that could be here, those that are."""
    here = Sight(asked.state, asked.seat, asked.peek).pieces_in(battle_of(asked.state).region)
    return [p for p in asked.case(Some).names if p in here]


def _target_count(asked: Asked[State]) -> int:
    state, battle = asked.state, battle_of(asked.state)
    if asked.rule == "9.7":
        return sum(n for f, n in battle.air.items() if f not in side_of(battle, asked.seat))
    return len(armored(state, units_against(state, battle, asked.seat)))


MISSILES: ChooseSome[State] = ChooseSome(
    rule=("9.7", "write"), also_at=("9.10",), noun="missile", ask=_which_missiles, names=pieces, here=_here,
    useful=lambda asked: AT_AIRCRAFT if asked.rule == "9.7" else _target_count(asked),
    why=lambda asked, piece: f"{piece_name(asked.state, piece)} is not in {place_told(asked)}",
    remarks=("as many as there are targets", "they are kept"),
    standing=Standing("missiles", "which missiles are fired", {
        "useful": best("one for each armored target, two at aircraft, of those that are here"),
        "all": given("all that are here", lambda asked, _: tuple(_here(asked))), "none": nothing("none")}),
)


# ---------------------------------------------------------------- artillery


def _pips(asked: Asked[State], unit: str) -> int:
    return asked.state.numbers.counters[unit].pips


def _read_battery(asked: Asked[State], typed: Typed, batteries: Sequence[str]) -> str:
    found = read_units(typed, asked.state, asked.seat, batteries, most=1)
    if len(found) > 1:
        raise typed.refuse("one battery fires, no more")
    return next(iter(found), "")


ARTILLERY: Choose[State] = Choose(
    rule="9.8", noun="battery", nothing=NO_FIRE, worth=_pips, read=_read_battery,
    names=lambda asked: units(asked.state.numbers, asked.seat),
    ask=lambda asked: Prompt(f"Which battery fires in {place_told(asked)} at {enemy_words(asked)}?",
                             " One of yours may; firing suppresses it for this combat."),
    detail=lambda asked, unit: f"{typed_unit(asked.state, asked.seat, unit)} "
                               f"({asked.state.numbers.counters[unit].name}): "
                               f"{dice_told(asked.state, _pips(asked, unit))}",
    remark=lambda asked, unit: "nobody fires" if unit == NO_FIRE else plural(_pips(asked, unit), "die", "dice"),
    standing=Standing("artillery", "whether a battery fires, which suppresses it", {
        "strongest": best("the one with the most dice fires"), "none": nothing("none fires")}),
)


# ---------------------------------------------------------------- mines


def _field(asked: Asked[State]) -> str:
    """The minefield that may be declared, as far as the one who is asked knows; "" for none."""
    battle = battle_of(asked.state)
    factions = [f for f in asked.state.factions if set(asked.legal()) & set(asked.state.factions[f].equipment)]
    known = {p: at for f in factions for p, at in Sight(asked.state, f, asked.peek).pieces().items()}
    return next((p for p in asked.legal() if known.get(p) == FIELD + battle.region), "")


def _whether_declared(asked: Asked[State]) -> Prompt:
    state, field = asked.state, _field(asked)
    told = f"{piece_name(state, field)} is one" if field else "none of your mines is one"
    return Prompt(
        f"Declare a minefield in {place_told(asked)} now ({told})?", " An engineer of "
        f"{faction_name(state, battle_of(state).attacker)} that need not fight clears it; else each of its armored "
        f"Units rolls a die, and each {KILLS} in {SIDES} destroys one. Then it is worth a die to the defence.",
        "What is not declared has no effect in this round.")


def _fields(asked: Asked[State]) -> Names:
    field = _field(asked)
    mines = [p for p in asked.legal() if p != KEEP_QUIET]
    return Names({p: (p, piece_name(asked.state, p), *(["yes", "declare"] if p == field else [])) for p in mines},
                 labels={p: piece_name(asked.state, p) for p in mines})


def _if_one_is_there(asked: Asked[State]) -> Any:
    """None for an ally's field, its owner's secret, and if it is asked whether a Unit stands."""
    return None if asked.has_case(Remains) else _field(asked) or None


MINEFIELD: Choose[State] = Choose(
    rule=("9.9.2", "ask"), noun="minefield", nothing=KEEP_QUIET, ask=_whether_declared, names=_fields,
    here=lambda asked: [field] if (field := _field(asked)) else [p for p in asked.legal() if p != KEEP_QUIET],
    why=lambda asked, piece: f"{piece} is no minefield in {place_told(asked)}", pick=_if_one_is_there,
    remark=lambda asked, piece: "the minefield is declared" if piece != KEEP_QUIET else (
        "it stays a secret" if _field(asked) else "you have none here"),
    standing=Standing("mines", "whether a minefield is declared", {
        "declare": given("it is, if you have one there", lambda asked, _: _if_one_is_there(asked)),
        "quiet": given("nothing is said", lambda asked, _: None if asked.has_case(Remains) else KEEP_QUIET)}),
)
REMAINS: Choose[State] = Choose(
    rule=("9.9.2", "ask"), noun="truth", worth=lambda asked, say: int((say == STANDS) == bool(own_force(asked))),
    ask=lambda asked: Prompt(f"The mines in {place_told(asked)} may have destroyed your whole Column: does a Unit "
                             "stand?", " It must be true."),
    remark=lambda asked, say: "the truth" if (say == EMPTY) != bool(own_force(asked)) else "",
)


class Mines(Form[State]):
    """9.9.2 Whether a minefield is declared; whether mines have left anything of a hidden Column."""

    keys = MINEFIELD.keys
    policies = MINEFIELD.policies

    def which(self, asked: Asked[State]) -> Form[State]:
        return REMAINS if asked.has_case(Remains) else MINEFIELD


SHOWN: ChooseSome[State] = ChooseSome(
    rule=("9.9.2", "write"), noun="Unit", names=lambda asked: units(asked.state.numbers, asked.seat),
    ask=lambda asked: f"A minefield is declared in {place_told(asked)}: show one engineer of your Column, which clears "
                      "it; if it has none to spare, every armored Unit of it.",
    read=lambda asked, typed, among, _: read_units(typed, asked.state, asked.seat, among),
    brief=lambda asked, shown: brief_units(asked.state, shown),
    pick=lambda asked: request.truth(asked.peek) if isinstance(request := asked.request, Write) else None,
)
