"""What dice and draws mean, in words: the table and the row they hit, or the names of what was drawn (`Roll.reads`).

Each takes what was public when the roll was asked, and last what was rolled or drawn.
Belongs here: those readings. Must not be here: dice of the edge and of fire, which stand beside their sentences in
combat/; what is made of dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem_games.fallujah.numbers import Numbers

Dice = Sequence[int]


# ---------------------------------------------------------------- what is drawn


def counter_picked(numbers: Numbers, drawn: Sequence[str]) -> str:
    """14.1"""
    return f"Reaction Bin: {', '.join(map(numbers.counter_name, drawn))}"


def node_revealed(numbers: Numbers, drawn: Sequence[str]) -> str:
    """20.2"""
    return f"Node: {', '.join(numbers.nodes[type].name for type in drawn)}"


# ---------------------------------------------------------------- each die by itself


def each(what: str, hit: str, missed: str, names: Sequence[str], least: int, dice: Dice) -> str:
    """Dice that count from the least on: `Blow Bridges, 5 or more: Main Bridge is blown, Brooklyn Bridge holds`."""
    told = [f"{name} {hit if die >= least else missed}" for name, die in zip(names, dice, strict=True)]
    return f"{what}, {least} or more: {', '.join(told)}"


def infowar(results: Sequence[int], dice: Dice) -> str:
    """19 `NetWar Table: 1 gives -1 OP, 5 +3: +2 OPs`"""
    gained = [results[die - 1] for die in dice]
    each_die = ", ".join(f"{die} gives {ops:+}" for die, ops in zip(dice, gained, strict=True))
    return f"NetWar Table, InfoWar: {each_die}; {sum(gained):+} OPs"


def infiltration(best: int, dice: Dice) -> str:
    """27.1"""
    (die,) = dice
    return f"Infiltration, up to contact {best}: {'passes' if die <= best else 'is noticed'}"


def mobs(misses_from: int, dice: Dice) -> str:
    """14.5 `Mob Attack, from 6 on nothing: firepower 4, 0`"""
    firepowers = ", ".join(str(die if die < misses_from else 0) for die in dice)
    return f"Mob Attack, from {misses_from} on nothing: firepower {firepowers}"


# ---------------------------------------------------------------- one number


def morale_check(held: int, dice: Dice) -> str:
    """9.2"""
    falls = sum(dice) <= held
    compared = "no more, a level down" if falls else "more, a level up"
    return f"Morale Check: {sum(dice)} against {held} objectives and mosques held: {compared}"


def media_wars(dice: Dice) -> str:
    """14.7"""
    (die,) = dice
    return f"Media Wars: odd, {die:+} OPs" if die % 2 else f"Media Wars: even, {-die:+} OPs"


def negotiations(dice: Dice) -> str:
    """14.7"""
    return f"Negotiations: {-sum(dice):+} OPs when the operation ends"


def leader_check(success: Sequence[int], dice: Dice) -> str:
    """29.1"""
    comes = "a leader comes forward" if sum(dice) in success else "nobody"
    return f"Leader, on {' or '.join(map(str, success))}: {sum(dice)}, {comes}"


def route(dice: Dice) -> str:
    """7.2"""
    return f"Random location: route {sum(dice)}"


def phase_line(numbers: Numbers, route: int, dice: Dice) -> str:
    """7.2"""
    space = numbers.spaces[numbers.grid[route, sum(dice)]]
    return f"Random location: route {route}, phase line {sum(dice)}: {space.name}"
