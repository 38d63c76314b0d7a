"""Thoughts put into plans: what a seat would answer window by window, given for all windows at once; and fire plans.

Belongs here: turning thoughts into the answers of mode `plan`. Must not be here: the thoughts (coalition, al_qaeda).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.kit.bots import may_answer
from pbem.play.requests import Peek, Seal, SealMany, Write
from pbem_games.anaconda.bots.estimates import Fire
from pbem_games.anaconda.bots.outlook import Outlook
from pbem_games.anaconda.drms import is_next_to
from pbem_games.anaconda.forces import face_down_at, gunships, piece
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import FLIP, PASS, Order
from pbem_games.anaconda.plans.asking import AnswerOpenly, AnswerSealed, slots_of
from pbem_games.anaconda.plans.conditions import SealConditions
from pbem_games.anaconda.plans.filing import MOST_SAID
from pbem_games.anaconda.plans.fires import Attack, FirePlan
from pbem_games.anaconda.plans.standing import Filed, FiledForm, Standing
from pbem_games.anaconda.plans.windows import Numbered
from pbem_games.anaconda.plans.written import Conditions, Group, Plan

Thoughts = Callable[[str, str], Iterator[Order]]
"""By target and hex, groups that would fire there, the best first, a pass where the rest is not worth it."""

PRICE = 25  # hundredths of a point that a gunship must gain to be sent after who has moved
MOST_WHO = 14  # in a sealed group, which has to fit


def sealed(look: Outlook, request: Seal[Any] | SealMany[Any], defence: Thoughts, flak: Thoughts) -> Any:
    """The values of a seal: conditions, reactions, standing orders; the draft of whatever else there is."""
    items = request.per_seat()[look.seat]
    if isinstance(request, SealConditions):
        return [Conditions(), *shows(look, request.hexes)]
    if isinstance(request, AnswerSealed):
        slots, found = slots_of(look.state), list[Any]()
        for numbered in request.windows:
            groups = groups_in(look, numbered, defence, flak)[:slots]
            found += [*groups, *[Group()] * (slots - len(groups))]
        return [*found, *shows(look, request.hexes)]
    if isinstance(request, Seal) and request.rule == "r110":
        return filed(look)
    values = [item.default() for item in items]
    return values if isinstance(request, SealMany) else values[0]


def shows(look: Outlook, hexes: Sequence[str]) -> list[Order]:
    """20.7 Every compound that is fired on: the fire finds it anyway."""
    found = []
    for hex in hexes:
        there = tuple(id for id in face_down_at(look.state, hex)
                      if (printed := look.printed(id)) is not None and printed.type == "compound")
        found.append(Order(FLIP, there) if there else Order(PASS))
    return found


def groups_in(look: Outlook, numbered: Numbered, defence: Thoughts, flak: Thoughts) -> list[Group]:
    """What would be answered in one window: a group a command until the thought is to pass."""
    window = numbered.window
    thoughts = (flak if window.kind == "aa" else defence)(window.target, window.hex)
    used, found = set[str](), list[Group]()
    for order in thoughts:
        if order.kind == PASS:
            break
        who = tuple(id for id in order.who if id in numbered.ids)[:MOST_WHO]
        if who and not used & set(who):
            used |= set(who)
            found.append(Group(who, lead=order.lead))
    return found


def openly(look: Outlook, request: AnswerOpenly, defence: Thoughts) -> Iterator[tuple[tuple[int, Group], ...]]:
    """C40 of the Coalition; then without gunships; then nothing."""
    groups = [(w.number, g) for w in request.windows for g in groups_in(look, w, defence, defence)]
    after = gunships_at(look, dict(request.closing))
    yield (*groups, *((len(request.windows) + 1, group) for group in after))
    yield tuple(groups)
    yield ()


def gunships_at(look: Outlook, targets: Mapping[str, str]) -> list[Group]:
    """15.2(2) All of them against the best prize that has moved, if it is worth their missions."""
    ready, found = tuple(gunships(look.state)), []
    for target, hex in targets.items():
        gain = Fire(look.state, "defensive", COALITION, hex, ready, [target], look.peek).gain
        found.append((gain, target))
    if not found or max(found)[0] <= PRICE * len(ready):
        return []
    return [Group(ready, at=max(found)[1])]


def filed(look: Outlook) -> Filed:
    """C41 Everybody fires at whoever comes close; guns of Al Qaeda, and all of it, at helicopters that they reach."""
    markers = look.state.numbers.markers.values()
    commands = [m.id for m in markers if m.side == look.seat and len(m.activates) in (1, 2)]
    if look.seat == COALITION:
        orders = [Standing((command,), within=2) for command in commands]
        return Filed(tuple(orders))
    loaded = [Standing((command,), what=what) for what in ("loaded", "gunship") for command in commands]
    close = [Standing((command,), what="foot", within=1) for command in commands]
    works = tuple(id for id in look.state.tokens if (p := look.printed(id)) is not None and p.type == "compound")
    found = Filed((*loaded, *close), (), works)
    return found if len(FiledForm().spell(found)) <= MOST_SAID else Filed((*loaded, *close))


def fire_plan(look: Outlook, request: Write[Any], attacks: Iterator[Order]) -> Iterator[FirePlan]:
    """C43 Attacks as thought of, one after another; an objective that falls in a close assault is entered."""
    chosen: list[Attack] = []
    named: set[str] = set()
    for order in attacks:
        who = tuple(id for id in order.who if id not in named)
        if order.kind in (PASS, "done") or not who or any(order.to == one.order.to for one in chosen):
            continue
        (hex,) = order.to
        enter = tuple(id for id in who if hex in look.ground.objectives and _assaults(look, id, hex))
        tried = Attack(Order(order.kind, who, order.to, order.lead), advance=enter)
        if may_answer(request, FirePlan((*chosen, tried), True), look.peek):
            chosen.append(tried)
            named |= set(who)
    yield FirePlan(tuple(chosen), True)


def _assaults(look: Outlook, id: str, hex: str) -> bool:
    """11.3 Whether a firer may close assault a hex and enter it then, as its owner knows."""
    printed = look.printed(id)
    return printed is not None and printed.assault and is_next_to(look.state, piece(look.state, id).place, hex)


def recon_plan(request: Write[Any], recons: Iterator[Order], peek: Peek) -> Iterator[Plan]:
    """C42 Recons as thought of, each unit once."""
    chosen: list[Order] = []
    for order in recons:
        if order.kind == "recon" and may_answer(request, Plan((*chosen, order), True), peek):
            chosen.append(order)
    yield Plan(tuple(chosen), True)

