"""9 The battle that is fought, for whoever is asked in it: who fights whom, what is in both Forces, how it stands.

Belongs here: the lines above every prompt of a combat, the words that its forms share. Must not be here: what a
decision needs, any rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.kit.forms import Asked
from pbem.kit.spelling import plural
from pbem.kit.tables import total
from pbem_games.angola.columns import is_known
from pbem_games.angola.combat.automatic import letters_of
from pbem_games.angola.combat.battle import attacking_units, defending_units, other_side
from pbem_games.angola.combat.resolution import combat_odds, extra_dice, net_bonus, strength, terrain_dice
from pbem_games.angola.forms.names import holding
from pbem_games.angola.forms.outlook import who_is_met
from pbem_games.angola.numbers import SIDES, Counter
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words.common import faction_name, region_name

DECIDED = ("9.11.6", "9.11.7", "9.12", "14.3.1")  # they ask when the dice of Step 9 have fallen


def battle_of(state: State) -> Battle:
    """The battle that is fought; there is one wherever its forms are asked."""
    assert state.battle is not None
    return state.battle


def above(asked: Asked[State]) -> str:
    """9 Who fights whom where, and how it stands; "" if no battle is fought."""
    state, battle = asked.state, asked.state.battle
    if battle is None:
        return ""
    about = state.numbers.regions[battle.region]
    terrain = f"{about.terrain}{f', {about.settlement}' if about.settlement else ''}"
    lines = [
        f"Combat in {about.name} ({terrain}), round {battle.combat_round}: {faction_name(state, battle.attacker)} "
        f"Column {battle.letter.upper()} ({force_words(asked, battle.attacker)}) from "
        f"{region_name(state, battle.origin)} against "
        + " and ".join(f"{faction_name(state, f)} ({force_words(asked, f)})" for f in battle.defenders) + "."
    ]
    if asked.rule not in DECIDED and is_open(state, battle):
        lines.append(standing(state, battle))
    return "\n".join(lines)


def is_open(state: State, battle: Battle) -> bool:
    """9.5 Whether all Units of both sides are seen, and there are some."""
    shown = all(is_known(state, f, x) for f in sides(battle) for x in letters_of(state, battle, f))
    return shown and bool(attacking_units(state, battle)) and bool(defending_units(state, battle))


def sides(battle: Battle) -> tuple[str, ...]:
    """All factions that fight, the attacker first."""
    return (battle.attacker, *battle.defenders)


def standing(state: State, battle: Battle) -> str:
    """9.11 `As it stands: 7 against 3, odds 2-1, net bonus +1, 1 die against 2.`"""
    attack, defence = strength(state, battle, battle.attacker), strength(state, battle, battle.defenders[0])
    ours, theirs = terrain_dice(state, battle)
    theirs += total(extra_dice(state, battle))
    return (
        f"As it stands: {attack} against {defence}, odds {combat_odds(state, battle)}, net bonus "
        f"{total(net_bonus(state, battle)):+d}; the attacker rolls {plural(ours, 'die', 'dice')}, the defender "
        f"{theirs}."
    )


def force_words(asked: Asked[State], faction: str) -> str:
    """What a faction fights with, as far as the one who is asked knows, and what was announced of it."""
    state, battle = asked.state, battle_of(asked.state)
    if faction == asked.seat:
        told = holding(state, own_force(asked))
    else:
        told = who_is_met(state, [faction], battle.region).words or "nobody left"
    down = sum(state.numbers.counters[u].faction == faction for u in battle.suppressed)
    parts = [told, *([f"{down} suppressed"] if down else [])]
    if faction in battle.announced and battle.combat_round == 1:
        parts.append(f"announced {battle.announced[faction]}")
    return ", ".join(parts)


def own_force(asked: Asked[State]) -> list[Token]:
    """The Units with which the one who is asked takes part, labels for hidden Major Units."""
    battle = battle_of(asked.state)
    sight = Sight(asked.state, asked.seat, asked.peek)
    if asked.seat != battle.attacker:
        return sight.units_in(battle.region)
    return list(sight.under(battle.letter)) if battle.letter in sight.own.columns else []


def enemy_words(asked: Asked[State]) -> str:
    """`FNLA (3 infantry) and UNITA (tank)`: the other side."""
    battle = battle_of(asked.state)
    against = [battle.attacker] if other_side(battle, asked.seat) == battle.attacker else battle.defenders
    return " and ".join(f"{faction_name(asked.state, f)} ({force_words(asked, f)})" for f in against)


def place_told(asked: Asked[State]) -> str:
    """The region that is fought for, by name."""
    return region_name(asked.state, battle_of(asked.state).region)


def dice_told(state: State, dice: int) -> str:
    """9.3.1 `3 dice, each a hit on 6, a suppression on 4-5: on average 0.5 hits, 1.0 suppressions`"""
    faces = state.numbers.tables.hit.faces
    hits, suppressions = faces.count("hit"), faces.count("suppression")
    return (
        f"{plural(dice, 'die', 'dice')}, each a hit on {_faces(faces, 'hit')}, a suppression on "
        f"{_faces(faces, 'suppression')}: on average {_mean(dice * hits)} hits, {_mean(dice * suppressions)} "
        "suppressions"
    )


def _faces(faces: Sequence[str], result: str) -> str:
    found = [str(face) for face, given in enumerate(faces, 1) if given == result]
    return found[0] if len(found) == 1 else f"{found[0]}-{found[-1]}"


def _mean(sixths: int) -> str:
    """So many sixths, in tenths."""
    tenths = (20 * sixths + SIDES) // (2 * SIDES)
    return f"{tenths // 10}.{tenths % 10}"


# ---------------------------------------------------------------- what hurts


def worth(counter: Counter) -> int:
    """What it hurts to lose a Unit: for ordering them."""
    engineer = 3 if counter.kind == "engineer" else 0
    return 4 * counter.strength + 5 * counter.dice + 3 * counter.pips + engineer + (20 if counter.is_major else 0)


def worth_of(state: State, unit: Token) -> int:
    """What it hurts to lose this one; airgroups count as dear."""
    counter = state.numbers.counters.get(unit)
    return worth(counter) if counter is not None else 50


def cheapest(state: State, units: Iterable[Token]) -> list[Token]:
    """These Units, the ones that hurt least first."""
    return sorted(units, key=lambda u: (worth_of(state, u), u))
