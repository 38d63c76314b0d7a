"""9.7 to 9.10 Missiles, artillery, minefields: what fires, what is declared, what a hidden Column shows.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.play.requests import Write
from pbem_games.angola.combat.battle import side_of, units_against
from pbem_games.angola.combat.fire import NO_FIRE, armored
from pbem_games.angola.combat.mines import KEEP_QUIET, KILLS
from pbem_games.angola.equipment import FIELD
from pbem_games.angola.forms.battle import battle_of, dice_told, enemy_words, own_force, place_told
from pbem_games.angola.forms.names import read_units, typed_unit
from pbem_games.angola.numbers import SIDES
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.common import equipment_name, faction_name, piece_name, region_name


class Missiles(Form[State]):
    """9.7, 9.10 `aa1 aa2`, `all`, `none`: missiles that are really here are fired, and are spent."""

    keywords = ("all",)

    def prompt(self, asked: Asked[State]) -> str:
        state, here = asked.state, _here(asked)
        kind = _kind(_names(asked)[0])
        dice = state.numbers.equipment[kind].dice
        told = ", ".join(here) or "none that is really here"
        return (
            f"Fire {equipment_name(state, kind)}s in {place_told(asked)} at {_targets(asked)}? You have here: {told}. "
            f"Each goes back to the pool and rolls {dice_told(state, dice)}.\n"
            "Type their names (`" + " ".join(here or _names(asked)[:1]) + "`), `all`, or `none`."
        )

    def read(self, asked: Asked[State], typed: Typed) -> tuple[str, ...]:
        state, here = asked.state, _here(asked)
        if typed.word("none", remark=lambda _: "nothing is fired"):
            return ()
        if here and typed.word("all", remark=lambda _: "every one that is here"):
            return tuple(here)
        fired: list[str] = []
        while typed.more():
            left = [p for p in here if p not in fired]
            piece = typed.name(_pieces(state, _names(asked)), left, why=lambda p: _not_here(asked, p, fired))
            if not piece:
                break
            fired.append(piece)
        if not fired:
            raise typed.refuse_word("name missiles, or `none`")
        return tuple(fired)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        here = _here(asked)
        useful = here[: max(1, _target_count(asked))]
        if here and _target_count(asked):
            yield Offer(" ".join(useful), f"of {len(here)} that are here" if len(useful) < len(here) else "all here")
        yield Offer("none", "they are kept")
        if len(useful) < len(here):
            yield Offer("all", "every one that is here")

    def propose(self, asked: Asked[State], rng: random.Random) -> Any:
        names = _names(asked)
        return tuple(rng.sample(names, rng.randint(0, min(2, len(names)))))


class Battery(Form[State]):
    """9.8 One artillery Unit fires, or none."""

    def prompt(self, asked: Asked[State]) -> str:
        lines = [f"Which battery fires in {place_told(asked)} at {enemy_words(asked)}? One of yours may; firing "
                 "suppresses it for this combat."]
        for unit in self._batteries(asked):
            name = asked.state.numbers.counters[unit].name
            lines.append(f"  {typed_unit(asked.state, asked.seat, unit)} ({name}): "
                         f"{dice_told(asked.state, _pips(asked, unit))}")
        return "\n".join([*lines, "Type the battery, or `none`."])

    @staticmethod
    def _batteries(asked: Asked[State]) -> list[str]:
        """Those with the most dice first."""
        return sorted((u for u in asked.legal() if u != NO_FIRE), key=lambda u: -_pips(asked, u))

    def read(self, asked: Asked[State], typed: Typed) -> str:
        if typed.word(NO_FIRE, remark=lambda _: "nobody fires"):
            return NO_FIRE
        units = read_units(typed, asked.state, asked.seat, self._batteries(asked), most=1)
        if len(units) > 1:
            raise typed.refuse("one battery fires, no more")
        if not units and not typed.peek():
            typed.stop("name the battery, or `none`", [*(typed_unit(asked.state, asked.seat, u) for u in
                                                         self._batteries(asked)), NO_FIRE])
        return next(iter(units), "") or _stop(typed, "name the battery, or `none`")

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        for unit in self._batteries(asked):
            yield Offer(typed_unit(asked.state, asked.seat, unit), plural(_pips(asked, unit), "die", "dice"))
        yield Offer(NO_FIRE, "nobody fires")


class Mines(Form[State]):
    """9.9.2 Whether a minefield is declared; whether mines have left anything of a hidden Column."""

    keywords = ("declare",)

    def prompt(self, asked: Asked[State]) -> str:
        if _is_left(asked):
            return (
                f"The mines in {place_told(asked)} may have destroyed your whole Column: does a Unit stand? It must be "
                "true.\nType `stands` or `empty`."
            )
        state, region = asked.state, battle_of(asked.state).region
        field = _field(asked)
        told = f"{piece_name(state, field)} is one" if field else "none of your mines is one"
        return (
            f"Declare a minefield in {region_name(state, region)} now ({told})? An engineer of "
            f"{faction_name(state, battle_of(state).attacker)} that need not fight clears it; else each of its armored "
            f"Units rolls a die, and each {KILLS} in {SIDES} destroys one. Then it is worth a die to the defence.\n"
            "What is not declared has no effect in this round. Type `yes`, or `none`."
        )

    def read(self, asked: Asked[State], typed: Typed) -> str:
        if _is_left(asked):
            return typed.word(*asked.says()) or _stop(typed, "say whether a Unit stands")
        if typed.word(KEEP_QUIET, remark=lambda _: "nothing is declared"):
            return KEEP_QUIET
        field, mines = _field(asked), [p for p in asked.legal() if p != KEEP_QUIET]
        if field and typed.word("yes", also=("declare",), remark=lambda _: piece_name(asked.state, field)):
            return field
        place = place_told(asked)
        return typed.name(_pieces(asked.state, mines), [field] if field else mines,
                          why=lambda p: f"{p} is no minefield in {place}") or _stop(typed, "type `yes` or `none`")

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        if _is_left(asked):
            truth = "stands" if own_force(asked) else "empty"
            return [Offer(say, "the truth" if say == truth else "") for say in sorted(asked.says(), key=truth.__ne__)]
        offers = [Offer(_field(asked), "the minefield is declared")] if _field(asked) else []
        return [*offers, Offer(KEEP_QUIET, "it stays a secret" if offers else "you have none here")]


class Shown(Form[State]):
    """9.9.2, ruling R134 An engineer, or all armored Units of a hidden Column, before a minefield."""

    def prompt(self, asked: Asked[State]) -> str:
        return (
            f"A minefield is declared in {place_told(asked)}: show one engineer of your Column, which clears it; if it "
            "has none to spare, every armored Unit of it.\nType the Units, or `none` if it has neither."
        )

    def read(self, asked: Asked[State], typed: Typed) -> tuple[str, ...]:
        if typed.word("none"):
            return ()
        return tuple(read_units(typed, asked.state, asked.seat, _names(asked))) or _stop(typed, "name Units, or `none`")

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        request: Any = asked.request
        truth = request.truth(asked.peek)
        for shown in dict.fromkeys([request.draft() if truth is None else truth]):
            yield Offer(" ".join(typed_unit(asked.state, asked.seat, u) for u in shown) or "none")


# ---------------------------------------------------------------- parts


def _stop(typed: Typed, missing: str) -> Any:
    raise typed.refuse_word(missing)


def _names(asked: Asked[State]) -> list[str]:
    """What may be named in a written list."""
    assert isinstance(asked.request, Write)
    form: Any = asked.request.form
    return list(form.names)


def _here(asked: Asked[State]) -> list[str]:
    """Of the missiles that could be here, those that are."""
    here = Sight(asked.state, asked.seat, asked.peek).pieces_in(battle_of(asked.state).region)
    return [p for p in _names(asked) if p in here]


def _not_here(asked: Asked[State], piece: str, fired: Iterable[str]) -> str:
    if piece in fired:
        return f"{piece} is named twice"
    return f"{piece_name(asked.state, piece)} is not in {place_told(asked)}"


def _targets(asked: Asked[State]) -> str:
    """Strikers in the air, or armored Units on the ground."""
    if asked.rule == "9.7":
        return f"airgroups that are to strike ({_target_count(asked)})"
    return f"armored Units ({_target_count(asked)})"


def _target_count(asked: Asked[State]) -> int:
    state, battle = asked.state, battle_of(asked.state)
    if asked.rule == "9.7":
        return sum(n for f, n in battle.air.items() if f not in side_of(battle, asked.seat))
    return len(armored(state, units_against(state, battle, asked.seat)))


def _pieces(state: State, pieces: Iterable[str]) -> Names:
    return Names({p: (p, piece_name(state, p)) for p in pieces})


def _kind(piece: str) -> str:
    return piece.rstrip("0123456789")


def _pips(asked: Asked[State], unit: str) -> int:
    return asked.state.numbers.counters[unit].pips


def _is_left(asked: Asked[State]) -> bool:
    return asked.about.endswith("/left")


def _field(asked: Asked[State]) -> str:
    """The minefield that may be declared, as far as the one who is asked knows; "" for none."""
    battle = battle_of(asked.state)
    factions = [f for f in asked.state.factions if set(asked.legal()) & set(asked.state.factions[f].equipment)]
    pieces = {p: at for f in factions for p, at in Sight(asked.state, f, asked.peek).pieces().items()}
    return next((p for p in asked.legal() if pieces.get(p) == FIELD + battle.region), "")
