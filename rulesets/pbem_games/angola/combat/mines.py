"""9.9.2 Step 7: a minefield is declared, cleared by an engineer, or driven into.

Belongs here: declaring, clearing, the dice, what a hidden Column must show after an automatic victory.
Must not be here: converting mines, fields that come to light (belongings). Rulings R63 to R66, R68, R70, R134.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pbem.play.requests import Ask, Late, Peek, Roll, Tell
from pbem_games.angola import belongings
from pbem_games.angola.columns import is_known
from pbem_games.angola.combat import battle as sides
from pbem_games.angola.combat.display import say_if_empty, show_column
from pbem_games.angola.combat.fire import armored
from pbem_games.angola.combat.hits import eliminate
from pbem_games.angola.combat.losses import choose_units
from pbem_games.angola.equipment import FIELD, give_back, minefield_of, pieces_of
from pbem_games.angola.map import columns_in, stands_in
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words import fire as words
from pbem_games.angola.words.belongings import field_named
from pbem_games.angola.words.claims import entry_there

MINE = "mine"
KEEP_QUIET = "none"
KILLS = 1  # 9.9.2: the face that costs a Unit


async def use_minefield(state: State, battle: Battle) -> None:
    """9.9.2 Step 7, also when no defender is left and after an automatic victory (9.9.1)."""
    if battle.letter not in state.factions[battle.attacker].columns:
        return
    if not battle.minefield:  # ruling R63: what was declared once needs no word again
        await declare_minefield(state, battle)
    if not battle.minefield:
        return
    if is_known(state, battle.attacker, battle.letter):
        units = sides.attacking_units(state, battle)
        engineer = clearing_engineer(state, battle)
    else:
        engineer, units = await show_column(state, battle)  # ruling R134
    if engineer:
        await clear_minefield(state, battle, engineer)
    else:
        await drive_in(state, battle, armored(state, units))
        await say_if_empty(state, battle, units)


# ---------------------------------------------------------------- declaring


async def declare_minefield(state: State, battle: Battle) -> None:
    """9.9.2 D13: a defending faction may say that it, or by ruling R68 its ally, has a minefield here."""
    alliance = state.numbers.alliances[state.numbers.alliance(battle.defenders[0])].members
    for owner in sorted(alliance, key=lambda f: f != battle.conductor):
        piece = await _declare_one(state, battle, owner)
        if piece:
            battle.minefield = piece
            text = words.field_declared(state, owner, battle.region)
            await Tell(rule="9.9.2", text=text, places=(battle.region,))
            await belongings.uncover(state, state.numbers.ally(owner), [battle.region])  # ruling R139
            return


async def _declare_one(state: State, battle: Battle, owner: str) -> str:
    """9.9.2 The piece that is declared; "" for none."""
    public = minefield_of(state, owner, battle.region)
    seat = _speaker(state, battle, owner)
    pieces = [public] if public else secret_fields(state, owner, battle.region)
    if not pieces:
        return ""
    own = state.factions[owner]

    def late(piece: str) -> Sequence[Late]:
        entry = own.equipment[piece].entry if piece != KEEP_QUIET else None
        if entry is None:
            return []
        what, field = words.field_claim(state, owner, piece, battle.region), FIELD + battle.region
        return [Late("9.9.2", what, (entry,), lambda said: said == field, shows=entry_there)]

    def truth(peek: Peek) -> str | None:
        entries: list[Any] = [FIELD + battle.region if e is None else peek(e)
                              for e in (own.equipment[p].entry for p in pieces)]
        none = None not in entries and FIELD + battle.region not in entries
        return KEEP_QUIET if none else None

    about = f"{battle.region}/declare"
    piece = await Ask(
        rule="9.9.2", seat=seat, about=about, legal=lambda: (KEEP_QUIET, *pieces), late=late, truth=truth
    )
    if piece == KEEP_QUIET:
        text = words.no_field_declared(state, owner, battle.region)
        await Tell(rule="9.9.2", text=text, places=(battle.region,))
        return ""
    if piece != public:
        await Tell(rule="9.9.2", text=field_named(state, owner, piece, battle.region), places=(battle.region,))
    there = await belongings.show(state, owner, [piece], battle.region, rule="9.9.2", field=True)
    return piece if there else ""


def secret_fields(state: State, owner: str, region: str) -> list[str]:
    """9.9.1, ruling R69 Mines that may be a minefield under an own Column here, as far as everybody knows.

    Ruling R139: none is one while a field of the ally is seen here.
    """
    own = state.factions[owner]
    if region not in own.field_regions or not columns_in(state, owner, region):
        return []
    if minefield_of(state, state.numbers.ally(owner), region):
        return []
    return [p for p in pieces_of(state, owner, MINE) if own.equipment[p].entry is not None]


def _speaker(state: State, battle: Battle, owner: str) -> str:
    """D13 Who declares a field of this faction: it, or its ally where only that one is left (ruling R68)."""
    if stands_in(state, owner, battle.region):
        return owner
    left = [f for f in battle.defenders if stands_in(state, f, battle.region)]
    if left:
        return left[0]
    return owner if owner in battle.defenders else battle.defenders[0]


# ---------------------------------------------------------------- clearing and driving in


def clearing_engineer(state: State, battle: Battle) -> Token:
    """17.3.1 The engineer that must clear a declared minefield; "" if there is none for it."""
    if sides.engineers_to_spare(state, battle) < 1:
        return ""
    ready = sides.unsuppressed(battle, sides.attacking_units(state, battle))
    return next(u for u in ready if state.numbers.counters[u].kind == "engineer")


async def clear_minefield(state: State, battle: Battle, engineer: Token) -> None:
    """9.9.2, 17.3.1 The engineer removes the minefield and is suppressed."""
    battle.suppressed.append(engineer)
    text = words.field_cleared(state, battle.attacker, battle.region)
    give_back(state, owner_of_field(state, battle), battle.minefield)
    battle.minefield = ""
    await Tell(rule="9.9.2", text=text, places=(battle.region,))


def owner_of_field(state: State, battle: Battle) -> str:
    """The faction that has the declared minefield."""
    return next(f for f, own in state.factions.items() if battle.minefield in own.equipment)


async def drive_in(state: State, battle: Battle, units: Sequence[Token]) -> None:
    """9.9.2, ruling R66 One die for each armored Unit, suppressed or not; each 1 costs one of the attacker's choice."""
    dice = await Roll(
        rule="9.9.2", about=battle.region, dice=len(units), side=owner_of_field(state, battle),
        hits=((KILLS,),) * len(units), decides="mines", reads=partial(words.in_minefield, KILLS),
    )
    lost = await choose_units(
        state, battle.attacker, units, dice.count(KILLS), rule="9.9.2", about=f"{battle.region}/losses",
        what=f"{battle.attacker} loses to mines", apart=battle.suppressed,
    )
    text = words.field_entered(state, battle.attacker, dice, lost)
    await Tell(rule="9.9.2", text=text, places=(battle.region,))
    await eliminate(state, battle, lost)
