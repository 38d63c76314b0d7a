"""9.3 What a combat came to, for its card: who fought with what, and what is otherwise because of it.

Belongs here: the account. Must not be here: any step of a combat, drawing.
"""

from __future__ import annotations

from pbem.kit.battles import Battle as Account
from pbem.kit.battles import Contender, TableRow
from pbem.kit.later import later
from pbem.kit.spelling import plural
from pbem.show.scene import Piece
from pbem_games.angola.columns import is_known
from pbem_games.angola.combat.battle import attacking_units, defending_units
from pbem_games.angola.forces import holder_of
from pbem_games.angola.numbers import Numbers
from pbem_games.angola.state import Battle, State
from pbem_games.angola.words.common import faction_name, region_name, side_name

column_piece = later("pbem_games.angola.view:column_piece")
unit_pieces = later("pbem_games.angola.view:unit_pieces")

Forces = tuple[tuple[Piece, ...], tuple[Piece, ...]]
"""The counters of the attacker and of the defenders."""


def forces(state: State, battle: Battle) -> Forces:
    """9.2, 9.5 Those who fight, as everybody sees them; the attacker's Column unopened if it won before Step 3."""
    faction, letter = battle.attacker, battle.letter
    column = state.factions[faction].columns.get(letter)
    if column is None or is_known(state, faction, letter):
        ours = unit_pieces(state, attacking_units(state, battle))
    else:
        ours = [column_piece(state, faction, letter)]
    return tuple(ours), tuple(unit_pieces(state, defending_units(state, battle)))


def left_of(state: State, before: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Those of them that are still in play, wherever they have gone."""
    return tuple(piece for piece in before if _is_left(state, piece))


def _is_left(state: State, piece: Piece) -> bool:
    own = state.factions[piece.faction]
    if piece.column:
        return piece.id.rpartition("/")[2] in own.columns
    return piece.id in own.loose or any(piece.id in column.known for column in own.columns.values())


def account(state: State, battle: Battle, before: Forces, result: str, was: tuple[str, int]) -> Account:
    """The whole combat; `was` is who held the region, and how many Victory Tokens the attacker had."""
    after = [left_of(state, one) for one in before]
    sides = (
        Contender(faction=battle.attacker, name=faction_name(state, battle.attacker), does="attacks",
                  before=before[0], after=after[0], strength=_announced(battle, [battle.attacker])),
        Contender(faction=battle.defenders[0], name=side_name(state, battle.defenders),
                  does="defends" if len(battle.defenders) == 1 else "defend", before=before[1], after=after[1],
                  strength=_announced(battle, battle.defenders)),
    )
    name = region_name(state, battle.region)
    meaning = f"{_taken(state, battle, was)}; {_losses(sides)}"
    return Account(title=f"Battle of {name}", place=battle.region, rule="9.3", sides=sides, result=result,
                   meaning=meaning)


def _announced(battle: Battle, factions: list[str]) -> str:
    """9.4 `strength 8` as announced; empty for who announced nothing."""
    figures = [battle.announced[f] for f in factions if f in battle.announced]
    return f"strength {sum(figures)}" if figures else ""


def _losses(sides: tuple[Contender, Contender]) -> str:
    """`FAPLA loses no Unit, UNITA 2 Units`."""
    first, second = (f"{plural(len(one.lost), 'Unit') if one.lost else 'no Unit'}" for one in sides)
    return f"{sides[0].name} loses {first}, {sides[1].name} {second}"


def held_now(state: State, battle: Battle) -> tuple[str, int]:
    """10.3 Who holds the region of the combat, and the Victory Tokens of the attacker."""
    marker = state.markers.get(battle.region)
    return marker.holder if marker is not None else "", sum(state.factions[battle.attacker].tokens.values())


def _taken(state: State, battle: Battle, was: tuple[str, int]) -> str:
    """10.2, 10.3 What becomes of the region."""
    name, us = region_name(state, battle.region), faction_name(state, battle.attacker)
    holder, tokens = held_now(state, battle)
    if holder == battle.attacker != was[0]:
        won = tokens - was[1]
        price = f" and {plural(won, 'Victory Token')} from {faction_name(state, was[0])}" if won else ""
        return f"{us} takes {name}{price}"
    defenders = [u for u in defending_units(state, battle) if holder_of(state, u) in battle.defenders]
    if defenders:
        return f"{side_name(state, battle.defenders)} {'holds' if len(battle.defenders) == 1 else 'hold'} {name}"
    column = state.factions[battle.attacker].columns.get(battle.letter)
    if column is not None and column.region == battle.region:
        return f"{us} stands in {name}"
    return f"Nobody is left in {name}"


def row(numbers: Numbers, text: str, odds: tuple[str, str], result: str, better: tuple[int, int]) -> TableRow:
    """9.11.1, 9.11.5 The odds before and after the shift, among all of them; `better` as a row has it."""
    levels = tuple(numbers.tables.odds.levels)
    first, last = (levels.index(level) for level in odds)
    return TableRow(rule="9.11.4", text=text, cells=levels, first=first, last=last, result=result, better=better)
