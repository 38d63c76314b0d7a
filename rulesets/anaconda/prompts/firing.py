"""10, 11.3, 12, 17, 20.4 What is said before a fire is ordered: targets, who can fire, the odds by the CRT.

Belongs here: texts. Must not be here: how answers are typed (forms), the odds themselves (odds).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pbem.kit.forms import Asked
from pbem.kit.spelling import plural
from rulesets.anaconda import odds
from rulesets.anaconda.attack import targets
from rulesets.anaconda.bots.estimates import Fire, attack_on
from rulesets.anaconda.firing import attackers, can_fire, fits_together
from rulesets.anaconda.forces import face_down_at, on_map, piece, stack_at
from rulesets.anaconda.hvt import HVT
from rulesets.anaconda.numbers import AL_QAEDA
from rulesets.anaconda.reactions import Window, firers
from rulesets.anaconda.state import State
from rulesets.anaconda.tokens import seen
from rulesets.anaconda.words.figures import average, percent
from rulesets.anaconda.words.ground import hex_name, hex_words
from rulesets.anaconda.words.vocabulary import shown

MOST = 10  # hexes or groups in a list


def names(asked: Asked[State], ids: Sequence[str]) -> str:
    """Counters as the one who is asked knows them, pins too."""
    return ", ".join(shown(asked.state, id, asked.peek) + " pinned" * piece(asked.state, id).pinned for id in ids)


def odds_of(fire: Fire) -> str:
    """`strength 7: 17% eliminated, 50% pinned`; against several `0.5 of 3 eliminated, 1.5 pinned`."""
    if not fire.fates:
        return f"strength {fire.strength}: no dice"
    fates = [one for _, one in fire.fates]
    if len(fates) == 1:
        return f"strength {fire.strength}: {percent(fates[0].eliminated)} eliminated, {percent(fates[0].pinned)} pinned"
    pinned = sum((one.pinned for one in fates), odds.NONE)
    words = (f"strength {fire.strength}: {average(odds.expected_losses(fates))} of {len(fates)} eliminated, "
             f"{average(pinned)} pinned")
    empty = odds.emptied(fates)
    return f"{words}, all gone {percent(empty)}" if empty else words


def odds_on_flight(fire: Fire) -> str:
    """17.4 `strength 7: 67% damaged, never shot down`."""
    ((_, chances),) = fire.fates or (("", odds.UNHURT),)
    lost = f"{percent(chances.eliminated)} shot down" if chances.eliminated else "never shot down"
    return f"strength {fire.strength}: {percent(chances.pinned)} damaged, {lost}"


# ---------------------------------------------------------------- 10 attacks


def attack(asked: Asked[State]) -> str:
    """10.2 Every hex that can be fired at, with the odds of all on the ground, and of everything."""
    lines = [line for _, line in sorted(_targets(asked), key=lambda one: -one[0])]
    left = [f"and {plural(len(lines) - MOST, 'hex', 'hexes')} more"] if len(lines) > MOST else []
    told = ["Attack? Each hex once in this sub-phase, each unit once; every counter in the hex is rolled for.",
            *lines[:MOST], *left, *_leads(asked)]
    if asked.rule == "10.2-p":
        return "\n".join([
            *told, "Plan all attacks: `attack`, a hex and those that fire, `;` and the next. An attack may end with "
            "`if held 1` or `if emptied 1` (only if the first did not, or did, empty its hex) and with `advance` and "
            "who enters a hex that a close assault empties; `more` if another part follows, `last` alone for none."])
    return "\n".join([*told, "Type `attack`, a hex and those that fire, or `done`."])


def _leads(asked: Asked[State]) -> Iterator[str]:
    """24.3, ruling R109 Who may be turned up to lead, as far as the one who is asked knows."""
    state = asked.state
    if asked.seat != AL_QAEDA or not state.options.leaders:
        return
    able = [id for id in on_map(state, AL_QAEDA) if not state.tokens[id].face
            and (printed := seen(state, id, asked.peek)) is not None and printed.type == HVT]
    if able:
        yield (f"  can be turned up to lead those with whom it stands, for {state.numbers.drm.leader} on the die: "
               f"{names(asked, able)}; add `lead` and which")


def _targets(asked: Asked[State]) -> Iterator[tuple[Fraction, str]]:
    state = asked.state
    assert state.operations is not None
    for hex in targets(state):
        able = armed(asked, hex)
        if not able:
            continue
        ground = [id for id in able if id in state.tokens or state.numbers.is_ground(id)]
        there = stack_at(state, hex, AL_QAEDA) if asked.seat != AL_QAEDA else stack_at(state, hex, "coalition")
        parts = [f"  {hex_words(state.numbers.ground, hex)}: {names(asked, there)}"]
        everything = attack_on(state, hex, able, asked.peek)
        if ground:
            parts.append(f"{names(asked, ground)}, {odds_of(attack_on(state, hex, ground, asked.peek))}")
        if len(able) > len(ground):
            parts.append(f"with {names(asked, able[len(ground):])}, {odds_of(everything)}")
        yield everything.gain, "; ".join(parts)


def armed(asked: Asked[State], hex: str) -> list[str]:
    """Who can fire into a hex now, as far as the one who is asked knows; those on the ground first."""
    state = asked.state
    assert state.operations is not None
    commands = state.operations.commands

    def can(id: str) -> bool:
        if id in state.units:
            return True
        printed = seen(state, id, asked.peek)
        return printed is not None and printed.command in commands and can_fire(
            state.numbers, "offensive", printed, state.tokens[id].place, hex)

    return [id for id in attackers(state, hex) if can(id)]


# ---------------------------------------------------------------- 12, 17 windows


def window(asked: Asked[State], now: Window) -> str:
    """12.2, 17.1 Who comes, and for each command that can fire what that would do."""
    state, ground = asked.state, asked.state.numbers.ground
    is_flight = now.kind == "aa"
    comes = "flies over" if is_flight else "enters"
    cover = ground.defence(now.hex)
    protects = f"its ground gives {cover.drm:+}" if cover.drm else "its ground gives no cover"
    lines = [f"{names(asked, [now.target])} {comes} {hex_name(ground, now.hex)} ({cover.id}); {protects}. "
             f"{'Anti-aircraft fire' if is_flight else 'Defensive fire'}? Each of yours fires once in this sub-phase; "
             "units of one command fire together."]
    for ids in groups(asked, now):
        fire = Fire(state, now.kind, now.seat, now.hex, ids, [now.target], asked.peek)
        lines.append(f"  {names(asked, ids)}: {odds_on_flight(fire) if is_flight else odds_of(fire)}")
    if len(lines) == 1:
        lines.append("  Nobody of yours can fire." if not now.used else "  Nobody else of yours can fire.")
    if now.used:
        used = [state.numbers.markers[c].name if c in state.numbers.markers else {"gunship": "gunships"}.get(c, "Osama")
                for c in now.used]
        lines.append(f"  {', '.join(used)} fired here already: each command makes one fire at whoever comes (12.8).")
    if now.hurt:
        lines.append(f"  {names(asked, [now.target])} was damaged: damage once more adds nothing, E shoots it down."
                     if is_flight else f"  {names(asked, [now.target])} is pinned and stops: P/E eliminates it now.")
    return "\n".join([*lines, *_leads(asked), "Type `fire` and who, or `pass`."])


def groups(asked: Asked[State], now: Window) -> list[list[str]]:
    """12.8 Those that can fire in a window, by command, gunships by themselves."""
    state, found = asked.state, dict[str, list[str]]()
    for id in firers(state, now):
        printed = seen(state, id, asked.peek)
        if printed is None:
            continue
        if id in state.tokens and not fits_together(
                state.numbers, now.kind, now.hex, [(printed, state.tokens[id].place)], (), now.used):
            continue
        found.setdefault(printed.command, []).append(id)
    return list(found.values())


# ---------------------------------------------------------------- 20.4, 11.3


def cover(asked: Asked[State]) -> str:
    """20.4, 20.7 What lies face down under fire, and what must be shown of it."""
    down = face_down_at(asked.state, asked.about)
    return (f"The Coalition fires into {hex_name(asked.state.numbers.ground, asked.about)}, where you have face down: "
            f"{names(asked, down)}.\nA fortification must be turned up, a compound may be: either adds "
            f"{asked.state.numbers.drm.fortified} to every die, two add no more.\nType `flip` and which, or `pass`.")


def advance(asked: Asked[State]) -> str:
    """11.3 Who may enter, and what awaits them there."""
    ground, state = asked.state.numbers.ground, asked.state
    hex, enemy = asked.about, AL_QAEDA if asked.seat != AL_QAEDA else "coalition"
    near = [other for other in ground.hexes.neighbours(hex) if stack_at(state, other, enemy)]
    around = f"enemies next to it: {', '.join(near)}" if near else "no enemy is next to it"
    return (f"{hex_words(ground, hex)} is empty. Who of those that assaulted it advances? No fire meets them; {around}."
            "\nType `advance` and who, or `stay`.")
