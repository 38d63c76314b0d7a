"""6.0, 10.2, 13, 14, 29, 33 What is told before looking, InfoWar, events and the Loya Jirga.

Belongs here: those prompts. Must not be here: odds themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbem.kit.chances import Chances, average, percent, signed, spread
from pbem.kit.forms import Asked
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import plural
from pbem_games.enduring_freedom import odds
from pbem_games.enduring_freedom.events import Rotation
from pbem_games.enduring_freedom.infowar import ready_assets
from pbem_games.enduring_freedom.prompts.common import asking, concealed_in_words
from pbem_games.enduring_freedom.setup import Concealed
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import concealed

DIE = Fraction(7, 2)


def before_the_operation(asked: Asked[State]) -> Prompt:
    """6.0 (6)"""
    state, count = asked.state, asked.case(Concealed).count
    is_islamist = asked.case(Concealed).side == "islamist"
    there = {z: concealed(state, z) if is_islamist else sum(not c.up for c in state.north[z])
             for z in state.numbers.zones}
    what = "concealed Islamists" if is_islamist else "the Northern Alliance face down"
    why = ("What is seen stays face up to the end of turn 1: aircraft can strike it without anybody on the ground."
           if is_islamist else "Who lies face down can neither move nor begin a battle; once seen they can.")
    return asking(
        state, f"Intelligence before the operation: look into {plural(count, 'zone')} with {what}",
        _counted(state, there), why,
    )


def _counted(state: State, there: Mapping[str, int]) -> str:
    """`4: Kabul, Kandahar; 2: Herat`"""
    groups: dict[int, list[str]] = {}
    for zone, count in there.items():
        if count:
            groups.setdefault(count, []).append(state.numbers.zones[zone].name)
    return "; ".join(f"{count}: {', '.join(groups[count])}" for count in sorted(groups, reverse=True))


def one_zone(asked: Asked[State]) -> Prompt:
    """10.2 An intelligence marker."""
    state = asked.state
    return asking(
        state, "Intelligence: all concealed Islamists of one zone are seen. Which zone?",
        _counted(state, {z: concealed(state, z) for z in state.numbers.zones}),
    )


def intelligence(asked: Asked[State]) -> Prompt:
    """13"""
    state, numbers = asked.state, asked.state.numbers.tables.intelligence
    ready = len(ready_assets(state, "isr"))
    return asking(
        state, f"J-2 Intelligence: where do ISR assets look? {ready} lie ready",
        f"A zone {percent(Fraction(numbers.isr_zone, 6))}: all concealed there are seen, the Northern Alliance too; "
        f"the Underground {percent(Fraction(numbers.isr_underground, 6))}: one of {state.underground.down}.",
        f"Concealed: {_counted(state, {z: concealed(state, z) for z in state.numbers.zones})}",
        _north(state), concealed_in_words(state),
        How("Type a place for each asset: `ZONE ZONE underground`, or `none`. They are spent."),
    )


def _north(state: State) -> str:
    there = {z: sum(not c.up for c in found) for z, found in state.north.items()}
    return f"Northern Alliance face down: {_counted(state, there)}" if any(there.values()) else ""


def infowar_chances(state: State, assets: int) -> Chances:
    """14 The Jihad level after so many assets."""
    numbers, track = state.numbers.tables.intelligence, state.numbers.tables.track
    return odds.infowar(state.jihad, assets, success=range(1, numbers.infowar + 1), blowback=(numbers.blowback,),
                        least=track.jihad_least, most=track.jihad_most)


def events_after(state: State, chances: Chances) -> Fraction:
    """28.0 Events of this turn on average."""
    return sum((state.numbers.band(level).lower * chance for level, chance in chances.items()), Fraction(0))


def infowar_remark(state: State, assets: int) -> str:
    """`Jihad 11 50%, 12 50%; 3.5 events`"""
    chances = infowar_chances(state, assets)
    return f"Jihad {spread(chances)}; {average(events_after(state, chances))} events"


def infowar(asked: Asked[State]) -> Prompt:
    """14"""
    state, ready = asked.state, len(ready_assets(asked.state, "infowar"))
    return asking(
        state, "J-2 InfoWar: how many assets attack the Jihad index? They are spent",
        f"Left alone: {infowar_remark(state, 0)}.",
        *(f"{count}: {infowar_remark(state, count)}" for count in range(1, ready + 1)),
    )


def event(asked: Asked[State]) -> Prompt:
    """29.2 Events that leave a choice."""
    state = asked.state
    if asked.has_case(Rotation):
        return asking(
            state, "Coalition Troop Rotation: one US or NATO ground unit goes home; it may be bought again",
        )
    return asking(
        state, "National Level Intelligence: all who lie face down in one zone are seen. Which zone?",
        _counted(state, {z: concealed(state, z) for z in state.numbers.zones}), _north(state),
    )


def loya_jirga(asked: Asked[State]) -> Prompt:
    """33.2"""
    state, netwar = asked.state, asked.state.numbers.tables.netwar
    fails = odds.two_dice_within(state.jihad)
    won, lost = netwar.gain.loya_jirga_dice * DIE, netwar.loss.loya_jirga_dice * DIE
    return asking(
        state, "J-5: attempt the Loya Jirga? Once in a game",
        f"It succeeds with {percent(1 - fails)} (two dice above {state.jihad}): Jihad -2, {average(won)} NP gained; "
        f"else Jihad +1, {average(lost)} NP lost. NP {signed((1 - fails) * won - fails * lost)} on average.",
    )
