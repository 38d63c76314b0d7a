"""Ruling R110 What is said of plans: their entries with the windows they open, all windows that are answered at once.

Belongs here: texts. Must not be here: how answers are typed (forms), which windows there are (plans).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.kit.forms import Asked
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import some
from pbem_games.anaconda.firing import can_fire
from pbem_games.anaconda.forces import face_down_at, gunships
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import ORDERS
from pbem_games.anaconda.plans.asking import MOST_SLOTS, AnswerOpenly, AnswerSealed, slots_of
from pbem_games.anaconda.plans.conditions import SealConditions
from pbem_games.anaconda.plans.standing import WHAT
from pbem_games.anaconda.plans.windows import Numbered
from pbem_games.anaconda.plans.written import Group
from pbem_games.anaconda.prompts import firing
from pbem_games.anaconda.reactions import Window
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.ground import hex_name
from pbem_games.anaconda.words.names import counters_named
from pbem_games.anaconda.words.vocabulary import asked_in_words, shown

MOST = 12  # counters in a line
NOBODY = "nobody of yours can fire"
SHORT = 40  # what is no longer is said again
ROOM = 2_400  # characters of windows with odds
WHY = {"12.2-s": "moves", "19.1-s": "looks", "10.2-s": "attacks", "17.1-s": "answers your plan with gunships"}


def conditions(asked: Asked[State]) -> Prompt:
    """C39 The plan, entry by entry, with the hexes in which each may be fired on; then what may be sealed with it."""
    request = asked.request
    assert isinstance(request, SealConditions)
    ground = asked.state.numbers.ground
    lines = ["Your plan, with the hexes in which it may be fired on:"]
    for number, order in request.orders:
        met = [hex_name(ground, w.window.hex) for w in request.windows if w.entry == number]
        fired = f"may be fired on in {', '.join(met)}" if met else "nobody can fire on it"
        lines.append(f"  {number}: {asked_in_words(asked, ORDERS.spell(order))}: {fired}")
    if request.closing:
        late = [f"{shown(asked.state, id, asked.peek)} in {hex_name(ground, hex)}" for id, hex in request.closing]
        lines.append(f"  then gunships may fire at {', '.join(late)}")
    how = How("Conditions, sealed until the answers are in: `pause never`, `pause loss` (one of yours is hit) or "
              "`pause contact` (anybody fires): the run stops and you plan anew; `stop 1 3`: entries that stand "
              "still once fired on; `2 needs 1`: only after 1 has come off; `;` between, or `none`.")
    return Prompt(*lines, how, *_works(asked, request.hexes))


def _works(asked: Asked[State], hexes: Sequence[str]) -> Iterator[str]:
    """20.7 Where compounds could be shown, as far as whoever is asked knows."""
    for hex in hexes:
        there = [id for id in face_down_at(asked.state, hex)
                 if (printed := seen(asked.state, id, asked.peek)) is not None and printed.type == "compound"]
        if there:
            lying = ", ".join(shown(asked.state, id, asked.peek) for id in there)
            yield (f"  in {hex_name(asked.state.numbers.ground, hex)} lies {lying}: `show` turns it up if the "
                   "Coalition fires into the hex; fortifications are turned up by themselves")
            yield How(" (`show` and which)")


def answers(asked: Asked[State]) -> Prompt:
    """C40, C44 Each window with those that can fire there, and how to answer."""
    request = asked.request
    assert isinstance(request, AnswerOpenly | AnswerSealed)
    lines = [f"The other side {WHY.get(asked.rule, 'moves')}. Answer everything at once; it is bound before any die is "
             "cast.", " Each of yours fires once, in the first window in which its group fires."]
    lines += _windows(asked, request.windows)
    if isinstance(request, AnswerSealed) and len(request.windows) * slots_of(asked.state) >= MOST_SLOTS:
        lines.append("  These are as many as one letter takes; those after them, if there are any, are asked for next.")
    hexes: tuple[str, ...] = ()
    if isinstance(request, AnswerSealed):
        hexes = request.hexes
    elif request.closing:
        lines.append(f"  {len(request.windows) + 1}: once all have moved, gunships ({_gunships(asked)}) at one of "
                     "these, each with the odds of all gunships:")
        lines += _targets_of_gunships(asked, request.closing)
    lines += _works(asked, hexes)
    groups = f" A window takes {slots_of(asked.state)} groups, one a command." if asked.seat == AL_QAEDA else ""
    first = next(m.id for m in asked.state.numbers.markers.values() if m.side == asked.seat and m.activates)
    return Prompt(*lines, How(
        "Type a window's number, `fire` and a command, or who of one, of gunships also `at` and the token; `hurt`: "
        "also if it is hurt by then; "
        f"`least 5`: not with less strength; `most 2`: no more of them; `;` between; or `none`.{groups} "
        f"Or without numbers, for all windows that fit: `every window: fire {first} hurt` (a command, or "
        "units), `at 1805 1806 fire` and who, or as standing orders are written; in each window the first "
        "that fits counts, and one named by its number takes only what is said of it (`4 none`). Such words "
        "may be said again: `as last time`."))


def _targets_of_gunships(asked: Asked[State], closing: Sequence[tuple[str, str]]) -> Iterator[str]:
    """15.2(2) Those that will have moved, with the odds where each then stands."""
    ready, told, ground = gunships(asked.state), dict[str, list[str]](), asked.state.numbers.ground
    for id, hex in closing:
        said = firing.group_odds(asked, Window("defensive", asked.seat, id, hex), ready)
        told.setdefault(said, []).append(f"{shown(asked.state, id, asked.peek)} in {hex_name(ground, hex)}")
    yield from (f"    {', '.join(targets)}: {said}" for said, targets in told.items())


def _gunships(asked: Asked[State]) -> str:
    return counters_named(asked.state, gunships(asked.state))


def _windows(asked: Asked[State], windows: Sequence[Numbered]) -> Iterator[str]:
    """`3: 1-87 C/1 in 1806: A Infantry 1 (token 3, face down), strength 3 (column 2-3): ...`, like ones told once.

    The odds are those against a target that nothing has hit before; of very many windows the last are told without.
    """
    told, idle = dict[str, int](), list[Numbered]()
    for numbered in windows:
        who = _who_can(asked, numbered)
        if idle and (who or idle[0].window.target != numbered.window.target):
            yield _line(asked, idle, NOBODY)
            idle = []
        if not who:
            idle.append(numbered)
            continue
        if who not in told and sum(map(len, told)) > ROOM:
            who = _who_can(asked, numbered, with_odds=False)
        first = told.setdefault(who, numbered.number)
        yield _line(asked, [numbered], who if first == numbered.number or len(who) < SHORT else f"as in {first}")
    if idle:
        yield _line(asked, idle, NOBODY)


def _line(asked: Asked[State], windows: Sequence[Numbered], said: str) -> str:
    """One window, or several in a row of one mover."""
    state, first = asked.state, windows[0]
    hexes = ", ".join(hex_name(state.numbers.ground, one.window.hex) for one in windows)
    numbers = f"{first.number}" if len(windows) == 1 else f"{first.number}-{windows[-1].number}"
    return f"  {numbers}: {shown(state, first.window.target, asked.peek)} in {hexes}: {said}"


def _who_can(asked: Asked[State], numbered: Numbered, *, with_odds: bool = True) -> str:
    """12.8 Those that can fire in a window, command by command, with the odds of all of each; "" if nobody can."""
    state, window = asked.state, numbered.window
    able = []
    for id, places in numbered.able:
        printed = seen(state, id, asked.peek)
        if id in state.units or (printed is not None and any(
                can_fire(state.numbers, window.kind, printed, at, window.hex) for at in places)):
            able.append(id)
    groups = firing.by_command(asked, able)
    how = f'pbem next --follow "{numbered.number} fire "'
    names = [", ".join(some([shown(state, id, asked.peek) for id in _strongest(asked, ids)], MOST, how=how))
             for ids in groups]
    if not with_odds:
        return " | ".join(names)
    parted = [firing.odds_and_die(asked, window, ids) for ids in groups]
    dice = {die for _, die in parted}
    said = [f"{who}, {odds}" + (f"; {die}" if die and len(dice) > 1 else "")
            for who, (odds, die) in zip(names, parted, strict=True)]
    alike = "".join(f"; {die}" for die in dice if die and len(dice) == 1)
    return f"{' | '.join(said)}{alike}"


def _strongest(asked: Asked[State], ids: Sequence[str]) -> Sequence[str]:
    """The same, but the strongest first if not all of them are told."""
    def strength(id: str) -> int:
        printed = seen(asked.state, id, asked.peek)
        return 0 if printed is None else printed.firepower

    return sorted(ids, key=lambda id: -strength(id)) if len(ids) > MOST + 1 else ids


def answered(
    asked: Asked[State], groups: Sequence[tuple[int, Group]], shows: Sequence[str] = ()
) -> Iterator[str]:
    """C40, C44 What an answer comes to: for each window who fires, like ones in a row of one mover on one line."""
    request = asked.request
    assert isinstance(request, AnswerOpenly | AnswerSealed)
    row: list[Numbered] = []
    before = ""
    for numbered in request.windows:
        said = _who_fires(asked, groups, numbered.number)
        if row and (said != before or row[0].window.target != numbered.window.target):
            yield _line(asked, row, before).strip()
            row = []
        row.append(numbered)
        before = said
    if row:
        yield _line(asked, row, before).strip()
    if isinstance(request, AnswerOpenly) and request.closing:
        last = len(request.windows) + 1
        yield f"{last}: once all have moved: {_who_fires(asked, groups, last)}"
    if shows:
        yield f"shown under fire: {', '.join(shown(asked.state, id, asked.peek) for id in shows)}"


def _who_fires(asked: Asked[State], groups: Sequence[tuple[int, Group]], number: int) -> str:
    """The groups of one window: `A Mortar 1 (token 7, face down), if 3 strong | ODA 372, hurt or not`, or `nobody`."""
    state, found = asked.state, []
    for _, group in (one for one in groups if one[0] == number):
        told = [", ".join(shown(state, id, asked.peek) for id in group.who),
                f"at {shown(state, group.at, asked.peek)}" if group.at else "", "hurt or not" if group.any else "",
                f"with {group.least} strength at least" if group.least else "",
                f"{group.most} of them at most" if group.most else "",
                f"led by {shown(state, group.lead, asked.peek)}" if group.lead else ""]
        found.append(", ".join(part for part in told if part))
    return " | ".join(found) or "nobody"


def standing(asked: Asked[State]) -> Prompt:
    """C41 What standing orders say."""
    besides = (" `friendly fire 1808 1809`: on which hexes it falls, the first that can be, else the fullest; "
               "`show t3`: compounds that are turned up under fire." if asked.seat == AL_QAEDA else "")
    return Prompt(
        "File standing orders, sealed, that answer plans of this turn for you; nobody sees them before they serve.",
        " In each window the first order of each command that fits says who fires.",
        How("An order says who (a command or units), where (`within 2` hexes of each unit, `within 3 of 1710`, `hexes "
            f"1710 1711`; else anywhere), at what ({', '.join(WHAT[1:])}; else anybody), `hurt`: who is hurt too, "
            f"`least 3`: no less strength.{besides} `;` between, or `none`."))
