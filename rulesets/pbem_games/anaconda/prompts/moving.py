"""8, 16, 19 What is said before a move, a flight or a reconnaissance is ordered: who can, how far, what lies near.

Belongs here: texts. Must not be here: how answers are typed (forms), what is legal (moves, airmobile, isr).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pbem.kit.bots import may_answer
from pbem.kit.forms import Asked
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import plural, some
from pbem.play.requests import Write
from pbem_games.anaconda.airmobile import CARRIERS
from pbem_games.anaconda.forces import face_down_at, held, helicopters, is_in_action, piece, stack_at
from pbem_games.anaconda.isr import eyes, recon_hexes
from pbem_games.anaconda.movement import leaders, may_rally
from pbem_games.anaconda.moves import allowance, movers
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, HALVES
from pbem_games.anaconda.orders import RALLY, STACK, Order, Walker
from pbem_games.anaconda.plans.sub_phase import AskPlan
from pbem_games.anaconda.plans.written import Plan
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.ground import hex_name, hex_with, points
from pbem_games.anaconda.words.names import counter_name, counters_named, marker_name
from pbem_games.anaconda.words.vocabulary import shown

MOST = 40  # counters in a list
HOW = 'pbem next --follow "move "'
GAPS = ("Hexes that are left out are filled in by the cheapest way: one hex, the last, is enough. `pbem show --reach "
        "UNIT` shows where it can go.")


def move(asked: Asked[State]) -> Prompt:
    """8.1 Who may still move, from where, with how many points; which helicopters are ready for whom."""
    state = asked.state
    assert state.operations is not None
    return Prompt(
        f"{marker_name(state, state.operations.marker)} moves, one unit after another; "
        "after each hex that it enters it may be fired on, and a pinned unit stops.",
        *_who(asked, None), *_besides(asked), "Behind each unit stand its movement points.", How(
            " Type `move`, a unit and the hexes by which it goes"
            f"{_exits(asked)}; {_flights(asked)}`done` to end. {GAPS}"))


def plan(asked: Asked[State]) -> Prompt:
    """C39 The same for a plan; of a supplement, whose orders were taken by events or are left open by a pause."""
    state = asked.state
    assert state.operations is not None
    among = asked.request.among if isinstance(asked.request, AskPlan) else None
    head = (f"Plan the movement of {marker_name(state, state.operations.marker)}: orders in turn, each as if nobody "
            "fired.")
    told = (" The other side sees the plan and answers all windows at once; then it is run.")
    if among is not None:
        walking = state.operations.walking
        goes_on = f"; {shown(state, walking, asked.peek)} is half-way, and goes on first or stays" if walking else ""
        head = (f"The plan was stopped, or overtaken by events. Plan anew, for these only: {names_of(asked, among)}"
                f"{goes_on}.")
        told = " Whoever is left out stands still; `rest` is all that was planned of them and not done."
    return Prompt(
        head, told, *_who(asked, among), *_besides(asked), "Behind each unit stand its movement points.", How(
            " Type `move`, one unit or several and the hexes by which they go"
            f"{_exits(asked)}; {_flights(asked)}`;` between orders; `more` if another part will follow, `last` alone "
            f"if nobody moves. {GAPS}"))


def _exits(asked: Asked[State]) -> str:
    """8.17 Where a way may end off the map."""
    return f" ({'the Sanctuary' if asked.seat == AL_QAEDA else 'a base'} last, to leave the map)"


def _flights(asked: Asked[State]) -> str:
    """16.3 How a flight is typed, for the only seat that has helicopters."""
    return "" if asked.seat == AL_QAEDA else "`fly`, a helicopter, its load and a hex or base; "


def _who(asked: Asked[State], among: Collection[str] | None) -> Iterator[str]:
    """By place those that can move, with their points, and helicopters that are ready; only these if they are given."""
    state, is_long = asked.state, sum(1 for _ in _able(asked)) > MOST
    by_place: dict[str, list[str]] = {}
    for id, halves in sorted(_able(asked), key=lambda one: -one[1] if is_long else 0):
        if among is not None and id not in among:
            continue
        by_place.setdefault(piece(state, id).place, []).append(f"{shown(state, id, asked.peek)} {points(halves)}")
    for place in sorted(by_place):
        yield f"  {hex_name(state.numbers.ground, place)}: {', '.join(some(by_place[place], MOST, how=HOW))}"
    if asked.seat == COALITION and (ready := helicopters(state, *CARRIERS)):
        bases = dict.fromkeys(state.units[id].place for id in ready)
        for base in bases:
            there = [id for id in ready if state.units[id].place == base and (among is None or id in among)]
            if there:
                yield f"  ready to fly in {hex_name(state.numbers.ground, base)}: {counters_named(state, there)}"


def _besides(asked: Asked[State]) -> Iterator[str]:
    """9.7, 24.5, 26.2 What may be ordered besides moves and flights, if there is any of it."""
    state = asked.state
    assert state.operations is not None
    seat = state.operations.seat
    for leader in leaders(state):
        pinned = [id for id in may_rally(state, leader) if _is_legal(asked, Order(RALLY, (leader, id)))]
        if pinned:
            yield f"  {counter_name(state, leader)} can rally {names_of(asked, pinned)}, before anybody moves"
            yield How(" (`rally`, the leader and one of them)")
    if seat == COALITION and state.casualties and helicopters(state, *CARRIERS):
        ground = state.numbers.ground
        lying = ", ".join(hex_with(ground, hex, str(count)) for hex, count in sorted(state.casualties.items()))
        yield f"  casualties lie in {lying}"
        yield How(" (`medevac`, a helicopter, the hex, a base)")
    stacks = ((hex, stack_at(state, hex, seat)) for hex in sorted(held(state, seat)))
    if any(_is_legal(asked, Order(STACK, tuple(stack), (hex,))) for hex, stack in stacks if len(stack) > 1):
        yield "  stacks may be put in another order before anybody moves"
        yield How(" (`stack`, all your counters of a hex, the hex)")


def _is_legal(asked: Asked[State], order: Order) -> bool:
    request = asked.request
    assert isinstance(request, Write)
    return may_answer(request, Plan((order,)) if isinstance(request, AskPlan) else order, asked.peek)


def names_of(asked: Asked[State], ids: Sequence[str]) -> str:
    """Counters as the one who is asked knows them."""
    return ", ".join(shown(asked.state, id, asked.peek) for id in ids)


def _able(asked: Asked[State]) -> Iterator[tuple[str, int]]:
    """Those that can move, as far as the one who is asked knows, with halves of a point."""
    state = asked.state
    assert state.operations is not None
    for id in movers(state):
        if id in state.units:
            if is_in_action(state, id):
                yield id, allowance(state, id)
            continue
        printed = seen(state, id, asked.peek)
        if printed is not None and printed.movement and printed.command in state.operations.commands:
            yield id, printed.movement * HALVES


def recon(asked: Asked[State]) -> Prompt:
    """19.1 Who can still look, and where something lies face down for him."""
    state = asked.state
    lines = list[str]()
    alike: dict[tuple[str, ...], list[str]] = {}
    for id in eyes(state):
        alike.setdefault(tuple(recon_hexes(state, id)), []).append(shown(state, id, asked.peek))
    for hexes, who in alike.items():
        fullest = sorted(hexes, key=lambda hex: -len(face_down_at(state, hex)))
        told = [hex_with(state.numbers.ground, hex, str(len(face_down_at(state, hex)))) for hex in fullest]
        lines += [f"  {', '.join(who)}: {', '.join(told)}"] if told else []
    return Prompt(
        "Reconnaissance: everything face down in a hex is turned up; an IED found so attacks your ground units in and "
        "next to its hex.", *lines, "Behind each hex stands how many lie there.",
        How("Type a unit and a hex, or `done`." if asked.rule != "19.1-p" else
            "Plan all of it: type a unit and a hex, `;` and the next, in the order in which they look; `more` if you "
            "will plan another part, `last` alone if nobody looks."))


def go_on(asked: Asked[State]) -> Prompt:
    """8.7 Where the mover stands, what it has left, what is near."""
    state = asked.state
    assert state.operations is not None
    id = asked.case(Walker).id
    hex = piece(state, id).place
    printed = seen(state, id, asked.peek)
    allowed = state.operations.allowed if printed is None or id in state.units else printed.movement * HALVES
    left = max(0, allowed - state.operations.spent)  # a first hex may cost more than there is (8.6)
    enemy = AL_QAEDA if asked.seat == COALITION else COALITION
    ground = state.numbers.ground
    radius = state.numbers.limits.defensive_radius
    near = [other for other in ground.hexes.within(hex, radius) if other != hex and ground.in_line(hex, other)
            and any(piece(state, x).place == other for x in (state.tokens if enemy == AL_QAEDA else state.units))]
    seen_by = f"enemies that can fire on it there: {', '.join(near)}" if near else "no enemy can fire on it there"
    return Prompt(f"{shown(state, id, asked.peek)} has come to {hex_name(ground, hex)}, with "
                  f"{plural_points(left)} left; {seen_by}. Does it go on?",
                  How("Type `move` and the hexes that follow, or `stay`."))


def plural_points(halves: int) -> str:
    """`2.5 movement points`"""
    return f"{points(halves)} movement point" + ("" if halves == HALVES else "s")


def hidden(count: int) -> str:
    """`3 counters face down`"""
    return f"{plural(count, 'counter')} face down"
