"""23 The final count: everything is opened and looked through, points are added up, bands are read.

Belongs here: P15. Must not be here: why the game ended (turns, ending).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

import msgspec

from pbem.kit.hidden import Offence, reveal
from pbem.kit.numbers import bind
from pbem.kit.spelling import plural
from pbem.play.requests import Tell
from pbem.ruleset import Result
from pbem_games.anaconda.ending import NAMES, forfeit
from pbem_games.anaconda.forces import is_held
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, OSAMA, SANCTUARY
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.state import DEAD, FIRE, FRIENDLY, PANICKED, Counter, State
from pbem_games.anaconda.tokens import turn
from pbem_games.anaconda.variant import price_of
from pbem_games.anaconda.words.ground import hex_name

STALEMATE = 1  # the second of the bands
ELIMINATED = "enemies eliminated"


class Points(msgspec.Struct, frozen=True):
    """What one side scored for one thing, and of what part of all its points that is."""

    seat: str
    what: str
    value: int
    part: str


async def final_count(state: State, ended: str) -> Result:
    """22.2, 23.1, 23.3 C36: all is shown, audited and scored; `ended` is why the game is over."""
    state.phase = "end"
    await open_all(state)
    lines = list(points(state))
    for line in lines:
        await Tell(rule="23.2", text=f"{line.value:+d} VP for {NAMES[line.seat]}: {line.what}")
    result = read_bands(state, total(lines, COALITION), total(lines, AL_QAEDA), lines)
    return msgspec.structs.replace(result, why=f"{ended}. {result.why}")


def total(lines: list[Points], seat: str) -> int:
    """The score of one side."""
    return sum(line.value for line in lines if line.seat == seat)


def lead_in_sight(state: State) -> int:
    """23.2 By how much the Coalition leads in what everybody can see."""
    ours, theirs = points_in_sight(state)
    return ours - theirs


def points_in_sight(state: State) -> tuple[int, int]:
    """23.2 What the Coalition and Al Qaeda have in sight of everybody: what lies face down counts for nobody."""
    lines = lines_in_sight(state)
    return total(lines, COALITION), total(lines, AL_QAEDA)


def lines_in_sight(state: State) -> list[Points]:
    """23.2 The same line by line."""
    shown = bind(copy(state), state.numbers)
    shown.tokens = {id: token for id, token in state.tokens.items() if token.face}
    return list(points(shown))


def counted(lines: Iterable[Points], seat: str) -> str:
    """23.2 What the points of a side are for, in short: ` (+44 for enemies eliminated)`; "": nothing."""
    parts: dict[str, int] = {}
    for line in lines:
        if line.seat == seat:
            parts[line.part] = parts.get(line.part, 0) + line.value
    told = ", ".join(f"{value:+} for {part}" for part, value in parts.items() if value)
    return f" ({told})" if told else ""


# ---------------------------------------------------------------- opening and audit


async def open_all(state: State) -> None:
    """23.1, rulings R97, R98 P15: every token, and the draws; what they prove is judged."""
    drawn = await reveal({"picks": state.picks, "called": state.called}, rule="23.1", about="draws")
    state.picks = state.called = None
    await turn(state, list(state.tokens), rule="23.1", about="tokens")
    await forfeit(state, list(misfits(state, drawn.get("picks", ()), drawn.get("called", ()))))


def misfits(state: State, picks: tuple[str, ...], called: tuple[str, ...]) -> Iterator[Offence]:
    """3.4, 7.4, ruling R21 Tokens that are not the counters drawn, or a pool of another size than declared."""
    ids, count = list(state.tokens), state.numbers.limits.picks
    for group, drawn in ((ids[:count], picks), (ids[count:], called)):
        wrong = [id for id in group if state.tokens[id].face not in drawn]
        if drawn and wrong:
            yield Offence(wrong[0], "3.4", "is a counter that was not drawn")
    mobile = [id for id in state.numbers.mobile_of(state.options.osama) if id not in picks]
    if picks and len(mobile) != state.declared:
        yield Offence(ids[0], "3.4", f"and the others leave {len(mobile)} in the pool, not {state.declared}")


# ---------------------------------------------------------------- 23.2 points


def points(state: State) -> Iterator[Points]:
    """23.2 What both sides score, line by line, once everything lies open."""
    yield from _for_the_coalition(state)
    yield from _for_al_qaeda(state)


def _for_the_coalition(state: State) -> Iterator[Points]:
    """20.1, 25.3, 26.4, 31.2, ruling R78"""
    values, numbers = state.numbers.coalition_points, state.numbers
    for token in state.tokens.values():
        if token.place == DEAD and (value := value_of(state, token)):
            yield Points(COALITION, f"{numbers.units[token.face].name} eliminated", value, ELIMINATED)
    for hex in objectives_held(state):
        yield Points(COALITION, f"{hex_name(numbers.ground, hex)} held", values.objective, "objective hexes held")
    if evacuated := sum(state.evacuated.values()):
        saved = evacuated * values.medevac
        yield Points(COALITION, f"{evacuated} casualties brought out", saved, "casualties brought out")
    if state.bought:
        yield Points(COALITION, "for units that were bought", -price_of(state), "units that were bought")


def objectives_held(state: State) -> list[str]:
    """23.2 Objective hexes in which the Coalition stands and Al Qaeda does not."""
    objectives = state.numbers.ground.objectives
    return [hex for hex in objectives if is_held(state, hex, COALITION) and not is_held(state, hex, AL_QAEDA)]


def value_of(state: State, token: Counter) -> int:
    """20.1, 23.2, 25.3, rulings R83, R85 What an eliminated counter of Al Qaeda is worth to the Coalition."""
    values, loss = state.numbers.coalition_points, token.loss
    assert loss is not None
    if token.face == OSAMA:
        return values.osama_close_assault if loss.assault else values.osama
    by_type = {"infantry": values.infantry, "heavy_weapons": values.heavy_weapons, "compound": values.compound,
               "hvt": values.hvt}
    value = by_type.get(state.numbers.units[token.face].type, 0)
    return value * values.psyop_times if loss.psyop else value


def _for_al_qaeda(state: State) -> Iterator[Points]:
    """20.2, 22.3, 23.2.1, 26.4, rulings R19, R78, R85, R93"""
    values, numbers = state.numbers.al_qaeda_points, state.numbers
    for id, unit in state.units.items():
        if unit.place == DEAD and unit.loss is not None and unit.loss.cause != PANICKED:
            worth = _worth(state, numbers.units[id])
            yield Points(AL_QAEDA, f"{numbers.units[id].name} eliminated", worth, ELIMINATED)
    for token in state.tokens.values():
        printed = numbers.units[token.face]
        shot = token.loss is not None and token.loss.cause in (FIRE, FRIENDLY)
        if printed.type == "civilian" and shot:
            yield Points(AL_QAEDA, f"{printed.name} killed by the Coalition", values.civilian, "civilians killed")
        if printed.type == "hvt" and token.place == SANCTUARY:
            value = values.osama_escaped if token.face == OSAMA else values.hvt_escaped
            yield Points(AL_QAEDA, f"{printed.name} escaped", value, "leaders escaped")
    if state.extensions:
        paid = state.extensions * values.extension
        yield Points(AL_QAEDA, f"{state.extensions} turns of extension", paid, "turns of extension")
    if left := sum(state.casualties.values()):
        lost = left * values.casualty
        yield Points(AL_QAEDA, f"{left} casualties left on the map", lost, "casualties left on the map")


def _worth(state: State, printed: Printed) -> int:
    values = state.numbers.al_qaeda_points
    if state.numbers.is_helicopter(printed.id):
        return values.helicopter
    return {"us": values.us_ground, "nato": values.nato_ground, "amf": values.amf_ground}[printed.nation]


# ---------------------------------------------------------------- 23.3 bands


def read_bands(state: State, coalition: int, al_qaeda: int, lines: Sequence[Points] = ()) -> Result:
    """23.3, rulings R94, R95 Each side's own band; for a ladder the higher one wins.

    `lines` are what the points were counted for.
    With a Stalemate or less the Coalition must hold enough objective hexes: otherwise it is defeated, and of two
    Defeats Al Qaeda wins; with them the Coalition wins of two Defeats.
    """
    levels, held = state.numbers.levels, len(objectives_held(state))
    lead, short = lead_of(state, coalition, al_qaeda, held), ""
    ours, theirs = bands_of(state, coalition, al_qaeda)
    if is_short(state, ours, held):
        short = f"; the Coalition holds {held} of the {state.numbers.ladder.objectives} objective hexes that it needs"
    winners = (COALITION,) if lead > 0 else (AL_QAEDA,) if lead < 0 else ()
    text = (f"{levels[ours].name} for the Coalition with {coalition} VP, {levels[theirs].name} for Al Qaeda "
            f"with {al_qaeda} VP{short}")
    return Result(winners, text, "23.3", why=why(state, coalition, al_qaeda, held, lines))


def why(state: State, coalition: int, al_qaeda: int, held: int, lines: Sequence[Points]) -> str:
    """23.3, ruling R95 For who does not know the game: what each side has, and what that comes to."""
    levels, needed = state.numbers.levels, state.numbers.ladder.objectives
    (ours, theirs), lead = bands_of(state, coalition, al_qaeda), lead_of(state, coalition, al_qaeda, held)
    told = ", ".join((
        f"the Coalition has {coalition} VP{counted(lines, COALITION)}, "
        f"{_level(state, ours, [level.coalition_from for level in levels])}",
        f"Al Qaeda has {al_qaeda} VP{counted(lines, AL_QAEDA)}, "
        f"{_level(state, theirs, [level.al_qaeda_from for level in levels])}",
    ))
    comes = f"{'The Coalition' if lead > 0 else 'Al Qaeda'} wins" if lead else "The levels are equal: nobody wins"
    if ours <= STALEMATE:
        only = "only " if is_short(state, ours, held) else ""
        comes += f"; with so few points the Coalition needs {needed} objective hexes, and holds {only}{held}"
    low, middle, high = levels[0].name, levels[STALEMATE].name, levels[-1].name
    return (
        f"Each side's Victory Points (VP) give it a level, from {low} over {middle} to {high}; the higher level wins. "
        f"{told[0].upper()}{told[1:]}. {comes}."
    )


def _level(state: State, band: int, least: Sequence[int]) -> str:
    """`a Defeat (a Stalemate needs 11)`"""
    levels = state.numbers.levels
    more = f"{_an(levels[band + 1].name)} needs {least[band + 1]}" if band + 1 < len(levels) else "the highest"
    return f"{_an(levels[band].name)} ({more})"


def _an(level: str) -> str:
    return f"{'an' if level[0] in 'AEIOU' else 'a'} {level}"


def bands_of(state: State, coalition: int, al_qaeda: int) -> tuple[int, int]:
    """23.3 The bands of both sides, counted from 0."""
    levels = state.numbers.levels
    ours = max(i for i, level in enumerate(levels) if i == 0 or coalition >= level.coalition_from)
    return ours, max(i for i, level in enumerate(levels) if i == 0 or al_qaeda >= level.al_qaeda_from)


def is_short(state: State, band: int, held: int) -> bool:
    """Ruling R95 Whether the Coalition holds too few objective hexes for such a band."""
    return band <= STALEMATE and held < state.numbers.ladder.objectives


def lead_of(state: State, coalition: int, al_qaeda: int, held: int) -> int:
    """23.3, ruling R95 Above 0 if so many points win for the Coalition, below if for Al Qaeda."""
    ours, theirs = bands_of(state, coalition, al_qaeda)
    if is_short(state, ours, held):
        return -1
    return 1 if ours == theirs == 0 else ours - theirs


def distances(state: State, coalition: int, al_qaeda: int) -> tuple[int, int]:
    """23.3, ruling R95 How many points more would win for the Coalition, and for Al Qaeda: 0 for whoever would win now.

    Those that the Coalition lacks may be those of objective hexes, which keep it from being defeated. Who cannot win as
    the other stands in the highest band lacks what brings it there too, 1 at least.
    """
    held, levels, each = len(objectives_held(state)), state.numbers.levels, state.numbers.coalition_points.objective
    bands = [level.coalition_from - coalition for level in levels if level.coalition_from > coalition]
    hexes = [count * each for count in range(state.numbers.ladder.objectives - held + 1)]
    theirs = (0, *(level.al_qaeda_from - al_qaeda for level in levels if level.al_qaeda_from > al_qaeda))

    def wins(more: int) -> bool:
        return lead_of(state, coalition + more, al_qaeda, held + more // each) > 0

    return (
        next((more for more in sorted({0, *bands, *hexes}) if wins(more)), max(1, *bands, 0)),
        next((more for more in theirs if lead_of(state, coalition, al_qaeda + more, held) < 0), max(1, *theirs)),
    )


def goals_of(state: State, coalition: int, al_qaeda: int) -> tuple[str, str]:
    """23.3, ruling R95 What more points alone can bring each side: no victory over one in the highest band."""
    highest = len(state.numbers.levels) - 1
    ours, theirs = bands_of(state, coalition, al_qaeda)
    return "a draw" if theirs == highest else "victory", "a draw" if ours == highest else "victory"


def reasons(state: State, coalition: int, al_qaeda: int, lines: Sequence[Points] = ()) -> tuple[str, str]:
    """23.2, 23.3, ruling R95 What each side has in sight and for what, its level, the next one; what puts it ahead.

    `lines` are what the points were counted for. A side that is ahead on the lowest level is so in spite of it. Of the
    objective hexes the Coalition's side tells while they decide, and how many more would win.
    """
    held, levels = len(objectives_held(state)), state.numbers.levels
    (ours, theirs), lead = bands_of(state, coalition, al_qaeda), lead_of(state, coalition, al_qaeda, held)
    for_ours, for_theirs = [one.coalition_from for one in levels], [one.al_qaeda_from for one in levels]
    up = next((i for i, least in enumerate(for_ours) if lead_of(state, least, al_qaeda, held) > 0), ours)
    down = next((i for i, least in enumerate(for_theirs) if lead_of(state, coalition, least, held) < 0), theirs)
    hexes = _hexes(state, more_hexes(state, coalition, al_qaeda, held), held) if ours <= STALEMATE else ""
    told = [f"{coalition} Victory Points (VP){counted(lines, COALITION)}: {_rung(state, ours, for_ours, up)}{hexes}",
            f"{al_qaeda} VP{counted(lines, AL_QAEDA)}: {_rung(state, theirs, for_theirs, down)}"]
    for i, (is_told, band) in enumerate(((lead >= 0, ours), (lead <= 0, theirs))):
        joined = "; " if band or not lead else ", yet ahead: "
        told[i] += f"{joined}{_decides(state, ours, theirs, lead)}" if is_told else ""
    return told[0], told[1]


def _rung(state: State, band: int, least: Sequence[int], winning: int) -> str:
    """`level Defeat (Stalemate needs 11)`; if one above it would win, `level Defeat (Stalemate, from 11, would win)`.

    A level is what a side's own points are called: beside who would win it must not sound like the end of the game.
    """
    levels = state.numbers.levels
    if winning > band:
        return f"level {levels[band].name} ({levels[winning].name}, from {least[winning]}, would win)"
    next_one = f"{levels[band + 1].name} needs {least[band + 1]}" if band + 1 < len(levels) else "the highest"
    return f"level {levels[band].name} ({next_one})"


def _hexes(state: State, more: int, held: int) -> str:
    """Ruling R95 `, holds 1 objective hex, needs 3: 2 more would win`"""
    told = f", holds {plural(held, 'objective hex', 'objective hexes')}, needs {state.numbers.ladder.objectives}"
    return f"{told}: {more} more would win" if more else told


def more_hexes(state: State, coalition: int, al_qaeda: int, held: int) -> int:
    """Ruling R95 How many objective hexes more would win for the Coalition, up to those it needs; 0: none would."""
    each = state.numbers.coalition_points.objective
    ways = range(1, state.numbers.ladder.objectives - held + 1)
    return next((n for n in ways if lead_of(state, coalition + n * each, al_qaeda, held + n) > 0), 0)


def hexes_lacking(state: State, coalition: int, al_qaeda: int, lacks: int) -> int:
    """Ruling R95 Objective hexes that the Coalition lacks, if so many points of another kind would not win; else 0."""
    held, each = len(objectives_held(state)), state.numbers.coalition_points.objective
    more = more_hexes(state, coalition, al_qaeda, held)
    return more if more * each == lacks and lead_of(state, coalition + lacks, al_qaeda, held) <= 0 else 0


def _decides(state: State, ours: int, theirs: int, lead: int) -> str:
    """23.3, ruling R95 Why so many bands are a victory, or a draw, as one clause."""
    levels, needed = state.numbers.levels, state.numbers.ladder.objectives
    if not lead:
        return "the levels are equal: nobody would win"
    if (ours > theirs) if lead > 0 else (theirs > ours):
        return "the higher level wins"
    if lead > 0:
        return f"of two {levels[0].name}s the Coalition wins with {needed} objective hexes"
    least = levels[STALEMATE + 1].coalition_from
    return f"the Coalition loses with under {needed} objective hexes and under {least} VP"
