"""10, 11.3, 12, 17, 20.4 What is said before a fire is ordered: targets, who can fire, the odds by the CRT.

Belongs here: texts. Must not be here: how answers are typed (forms), the odds themselves (odds).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pbem.kit.forms import Asked
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import plural
from pbem_games.anaconda.advance import impetus_targets
from pbem_games.anaconda.attack import targets
from pbem_games.anaconda.bots.estimates import Fire, attack_on
from pbem_games.anaconda.defensive import late_targets
from pbem_games.anaconda.firing import attackers, can_fire, fits_together
from pbem_games.anaconda.forces import command_of, face_down_at, gunships, on_map, other_seat, piece, stack_at
from pbem_games.anaconda.hvt import HVT
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.prompts.chances import die_of, odds_of, odds_on_flight
from pbem_games.anaconda.reactions import Window, firers
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.ground import hex_name, hex_with, hex_words
from pbem_games.anaconda.words.names import counters_named
from pbem_games.anaconda.words.vocabulary import shown

MOST = 10  # hexes or groups in a list


def names(asked: Asked[State], ids: Sequence[str]) -> str:
    """Counters as the one who is asked knows them, pins too."""
    return ", ".join(shown(asked.state, id, asked.peek) + " pinned" * piece(asked.state, id).pinned for id in ids)


# ---------------------------------------------------------------- 10 attacks


def attack(asked: Asked[State]) -> Prompt:
    """10.2 Every hex that can be fired at, with the odds of all on the ground, and of everything."""
    lines = [line for _, line in sorted(_targets(asked), key=lambda one: -one[0])]
    left = [How(f"and {plural(len(lines) - MOST, 'hex', 'hexes')} more: pbem next --follow \"attack \"")] if (
        len(lines) > MOST) else []
    told = Prompt(
        "Attack?", " Each hex once in this sub-phase, each unit once; every counter in the hex is rolled for.",
        *lines[:MOST], *left, *_works(asked), *_leads(asked))
    if asked.rule == "10.2-p":
        return told.with_parts(How(
            "Plan all attacks: `attack`, a hex and those that fire, `;` and the next. An attack may end with "
            "`if held 1` or `if emptied 1` (only if the first did not, or did, empty its hex) and with `advance` and "
            "who enters a hex that a close assault empties; `more` if another part follows, `last` alone for none."))
    return told.with_parts(How("Type `attack`, a hex and those that fire, or `done`."))


def _works(asked: Asked[State]) -> Iterator[str]:
    """20.4, 20.7 What may be turned up before the dice, and that no odds can count."""
    if asked.seat != AL_QAEDA and any(face_down_at(asked.state, hex) for hex in targets(asked.state)):
        yield (f"  A fortification or compound that lies face down there may be turned up first: then "
               f"{asked.state.numbers.drm.fortified:+d} on every die, unless one is up or an engineer assaults.")


def _leads(asked: Asked[State]) -> Iterator[str]:
    """24.3, ruling R109 Who may be turned up to lead, as far as the one who is asked knows."""
    state = asked.state
    if asked.seat != AL_QAEDA or not state.options.leaders:
        return
    able = [id for id in on_map(state, AL_QAEDA) if not state.tokens[id].face
            and (printed := seen(state, id, asked.peek)) is not None and printed.type == HVT]
    if able:
        yield (f"  can be turned up to lead those with whom it stands, for {state.numbers.drm.leader} on the die: "
               f"{names(asked, able)}")
        yield How(" (add `lead` and which)")


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
            parts.append(f"{names(asked, ground)}, {odds_of(state, attack_on(state, hex, ground, asked.peek))}")
        if len(able) > len(ground):
            parts.append(f"with {names(asked, able[len(ground):])}, {odds_of(state, everything)}")
        yield everything.gain, "; ".join(part for part in (*parts, die_of(state, everything)) if part)


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


def window(asked: Asked[State], now: Window) -> Prompt:
    """12.2, 17.1 Who comes, and for each command that can fire what that would do."""
    state, ground = asked.state, asked.state.numbers.ground
    is_flight = now.kind == "aa"
    comes = "flies over" if is_flight else "enters"
    cover = ground.defence(now.hex)
    protects = f"its ground gives {cover.drm:+}" if cover.drm else "its ground gives no cover"
    question = (f"{names(asked, [now.target])} {comes} {hex_with(ground, now.hex, cover.id)}; {protects}. "
                f"{'Anti-aircraft fire' if is_flight else 'Defensive fire'}?")
    lines = [" Each of yours fires once in this sub-phase; units of one command fire together."]
    for ids in groups(asked, now):
        lines.append(f"  {names(asked, ids)}: {group_odds(asked, now, ids)}")
    if len(lines) == 1:
        lines.append("  Nobody of yours can fire." if not now.used else "  Nobody else of yours can fire.")
    if now.used:
        used = [state.numbers.markers[c].name if c in state.numbers.markers else {"gunship": "gunships"}.get(c, "Osama")
                for c in now.used]
        lines.append(f"  {', '.join(used)} fired here already: each command makes one fire at whoever comes (12.8).")
    if now.hurt:
        lines.append(f"  {names(asked, [now.target])} was damaged: damage once more adds nothing, E shoots it down."
                     if is_flight else f"  {names(asked, [now.target])} is pinned and stops: P/E eliminates it now.")
    return Prompt(question, *lines, *_leads(asked), How("Type `fire` and who, or `pass`."))


def group_odds(asked: Asked[State], now: Window, ids: Sequence[str]) -> str:
    """What these would do in a window, and what modifies their die."""
    return "; ".join(part for part in odds_and_die(asked, now, ids) if part)


def odds_and_die(asked: Asked[State], now: Window, ids: Sequence[str]) -> tuple[str, str]:
    """The same, apart."""
    state = asked.state
    fire = Fire(state, now.kind, now.seat, now.hex, ids, [now.target], asked.peek)
    return (odds_on_flight if now.kind == "aa" else odds_of)(state, fire), die_of(state, fire)


def groups(asked: Asked[State], now: Window) -> list[list[str]]:
    """12.8 Those that can fire in a window, by command, gunships by themselves."""
    state, able = asked.state, list[str]()
    for id in firers(state, now):
        printed = seen(state, id, asked.peek)
        if printed is not None and (id in state.units or fits_together(
                state.numbers, now.kind, now.hex, [(printed, state.tokens[id].place)], (), now.used)):
            able.append(id)
    return by_command(asked, able)


def by_command(asked: Asked[State], ids: Sequence[str]) -> list[list[str]]:
    """12.8 Each command by itself, gunships too, as far as the one who is asked knows them."""
    state, found = asked.state, dict[str, list[str]]()
    for id in ids:
        printed = seen(state, id, asked.peek)
        assert printed is not None
        command = "" if id in state.units and state.numbers.is_helicopter(id) else command_of(state, id)
        found.setdefault(command or printed.command, []).append(id)
    return list(found.values())


def gunships_after(asked: Asked[State]) -> Prompt:
    """15.2(2) What moved, each with what all gunships that are ready would do to it."""
    state, ready = asked.state, gunships(asked.state)
    lines = [f"Al Qaeda has moved. Gunships that are ready: {counters_named(state, ready)}.",
             " What moved, and what all of them would do to it:"]
    for id, hex in late_targets(state).items():
        lines.append(f"  {names(asked, [id])} in {hex_name(state.numbers.ground, hex)}: "
                     f"{group_odds(asked, Window('defensive', asked.seat, id, hex), ready)}")
    return Prompt(*lines, How("Type `fire`, gunships and one token, or `pass`."))


# ---------------------------------------------------------------- 20.4, 11.3


def cover(asked: Asked[State]) -> Prompt:
    """20.4, 20.7 What lies face down under fire, and what must be shown of it."""
    down = face_down_at(asked.state, asked.about)
    return Prompt(f"The Coalition fires into {hex_name(asked.state.numbers.ground, asked.about)}, where you have face "
                  f"down: {names(asked, down)}.", f"A fortification must be turned up, a compound may be: either adds "
            f"{asked.state.numbers.drm.fortified} to every die, two add no more.")


def advance(asked: Asked[State]) -> Prompt:
    """11.3 Who may enter, and what awaits them there."""
    ground, state = asked.state.numbers.ground, asked.state
    hex, enemy = asked.about, AL_QAEDA if asked.seat != AL_QAEDA else "coalition"
    near = [other for other in ground.hexes.neighbours(hex) if stack_at(state, other, enemy)]
    around = f"enemies next to it: {', '.join(near)}" if near else "no enemy is next to it"
    return Prompt(f"{hex_words(ground, hex)} is empty. Who of those that assaulted it advances?",
                  f" No fire meets them; {around}.")


def impetus(asked: Asked[State]) -> Prompt:
    """27.3 The hexes that may be assaulted besides, with the odds of all that advanced."""
    state, hex = asked.state, asked.about
    able = [id for id in stack_at(state, hex, asked.seat) if not piece(state, id).pinned]
    lines = [f"The assault on {hex} carries on: one more hex next to it may be assaulted by those that advanced."]
    for other in impetus_targets(state, hex):
        fire, there = attack_on(state, other, able, asked.peek), stack_at(state, other, other_seat(asked.seat))
        parts = [f"  {hex_words(state.numbers.ground, other)}: {names(asked, there)}",
                 f"{names(asked, able)}, {odds_of(state, fire)}", die_of(state, fire)]
        lines.append("; ".join(part for part in parts if part))
    return Prompt(*lines, How("Type `attack`, a hex and who, or `stay`."))
