"""35 Team play: how many players, what each controls, who is next, what each has won.

Nothing is hidden among them. Belongs here: owners, consent, the round of players, their own scores.
Must not be here: the shares as options (options), what a turn does (sequence).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.play.requests import Ask, Tell
from pbem_games.fallujah import orders, wordings
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.map import ENGINEERS, name_of, type_of, units_at
from pbem_games.fallujah.numbers import COMMANDS
from pbem_games.fallujah.options import BY_SECTORS, COALITION
from pbem_games.fallujah.state import State


def is_by_sectors(state: State) -> bool:
    """Whether the map is divided, not the commands (rulings R126, R129)."""
    arrangement = state.numbers.arrangements.get(state.options.team)
    return bool(arrangement.routes) if arrangement is not None else state.options.team == BY_SECTORS


def owner_of(state: State, unit: str) -> str:
    """35, rulings R126, R127, R129 Whose unit it is now: by its command, or by the sector where it stands."""
    if not is_team(state):
        return state.seats[0]
    if is_by_sectors(state):
        return owner_of_place(state, state.units[unit].place)
    command = state.numbers.units[unit].command
    return _player(state, state.options.commands, COMMANDS.index(command))


def owner_of_place(state: State, place: str) -> str:
    """Ruling R126 Whose sector a space or base lies in."""
    numbers = state.numbers
    if place in numbers.bases:
        return _player(state, state.options.bases, list(numbers.bases).index(place))
    return _player(state, state.options.routes, numbers.spaces[place].route - 1)


def _player(state: State, shares: str, index: int) -> str:
    return state.seats[int(shares[index]) - 1]


def is_team(state: State) -> bool:
    """35 Whether more than one player runs the Coalition."""
    return len(state.seats) > 1


def seat_name(seat: str) -> str:
    """A seat as people read it: `the Coalition`, `player 2`."""
    return "the Coalition" if seat == COALITION else seat.replace("_", " ")


def seat_title(seat: str) -> str:
    """The same where a sentence begins: `The Coalition`, `Player 2`."""
    name = seat_name(seat)
    return name[0].upper() + name[1:]


# ---------------------------------------------------------------- whose turn


def hand_on(state: State, order: orders.AnyOrder) -> None:
    """35, rulings R132, R133 Players take turns in fixed order; when all have passed in a row the battle is over."""
    state.passes = state.passes + 1 if isinstance(order, orders.Pass) else 0
    if state.passes == len(state.seats):
        raise BattleEnds("all players have passed", "35")
    state.player = (state.player + 1) % len(state.seats)


# ---------------------------------------------------------------- consent


@dataclass(frozen=True, slots=True)
class Consent:
    """What is asked: an operation of this seat, or the first purchase."""

    to: str = ""


def units_used(state: State, order: orders.AnyOrder) -> tuple[str, ...]:
    """35, ruling R128 The units that an operation moves, or the engineer that works; no other uses anybody's units."""
    match order:
        case orders.Ground() | orders.Leap() | orders.Air():
            return _of_move(order)
        case orders.Transfer(force=force):
            return force
        case orders.Networked(moves=moves):
            return tuple(u for move in moves for u in _of_move(move))
        case orders.Repair(bridge=bridge):
            return _engineer(state, state.numbers.bridges[bridge].space)
        case orders.Build(space=space):
            return _engineer(state, space)
    return ()


def _engineer(state: State, space: str) -> tuple[str, ...]:
    """26, ruling R128 The engineer that works there for whoever is on turn, his own if he has one; none without any.

    Of those of others, one whose owner need not be asked comes first, then the order of lists.
    """
    engineers = [u for u in units_at(state, space) if type_of(state, u) in ENGINEERS]
    return tuple(sorted(engineers, key=lambda u: _must_ask(state, owner_of(state, u)))[:1])


def _of_move(move: orders.Move) -> tuple[str, ...]:
    return (*move.force, *(rider for _, rider in move.riders))


def whom_to_ask(state: State, order: orders.AnyOrder) -> list[str]:
    """35, rulings R129, R130 The other players whose units it uses, as they stand before it; all, where it ends all."""
    others = [seat for seat in state.seats if seat != state.seat]
    if isinstance(order, orders.DeclareEnd | orders.StandDown):
        return others
    owners = {owner_of(state, unit) for unit in units_used(state, order)}
    return [seat for seat in others if seat in owners and _must_ask(state, seat)]


def _must_ask(state: State, owner: str) -> bool:
    """Ruling R130 Whether who is on turn uses this player's units only with his consent to this one operation."""
    return owner != state.seat and state.seat not in state.standing.get(owner, [])


async def others_agree(state: State, order: orders.AnyOrder) -> bool:
    """35, ruling R130 Whether all whose units are used consent; one may also say it for the rest of the match."""
    asked, mover = whom_to_ask(state, order), state.seat
    if not asked:
        return True
    state.proposal = wordings.orders(state.numbers).spell(order)
    await Tell(rule="35", text=f"{seat_title(mover)} asks for consent: {in_names(state, state.proposal)}")
    answers = ("no", "yes", "always") if units_used(state, order) else ("no", "yes")
    agreed = True
    for seat in asked:
        answer = await Ask(rule="35", seat=seat, about=mover, legal=lambda: answers, case=Consent(mover))
        if answer == "always":
            state.standing.setdefault(seat, []).append(mover)
        agreed = answer != "no"
        await tell_consent(seat, agreed=agreed)
        if not agreed:
            break
    state.proposal = ""
    return agreed


async def all_agree_to_buy(state: State, proposal: str, told: str) -> bool:
    """35, 7.1(2) A team buys its first units by agreement: whether all others consent to what the first has written.

    `told` is the proposal in words for people.
    """
    writer, *others = state.seats
    state.proposal = proposal
    if others:
        await Tell(rule="35", text=f"{seat_title(writer)} proposes to buy: {told}")
    agreed = True
    for seat in others:
        agreed = await Ask(
            rule="35", seat=seat, about="purchase", legal=lambda: ("yes", "no"), case=Consent()) == "yes"
        await tell_consent(seat, agreed=agreed)
        if not agreed:
            break
    state.proposal = ""
    return agreed


async def tell_consent(seat: str, *, agreed: bool) -> None:
    await Tell(rule="35", text=f"{seat_title(seat)} {'consents' if agreed else 'does not consent'}")


def in_names(state: State, proposal: str) -> str:
    """An order as it is spelled, with the names of units and places: `j3 1/5,2/1 path=Jolan`."""
    numbers = state.numbers
    names = {id: unit.label for id, unit in numbers.units.items()}
    names |= {id: name_of(state, id) for id in (*numbers.spaces, *numbers.bases)}
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), proposal)


def proposed(state: State) -> str:
    """The order for which consent is asked, to be read: `j3: 1/5, 2/1; path Jolan`."""
    head, *parts = (in_names(state, part).replace("=", " ") for part in state.proposal.split())
    told = "; ".join(re.sub(r",(?=\S)", ", ", re.sub(r"(\w+)\*(\d+)", r"\2 \1", part)) for part in parts)
    return told if head == "setup" else f"{head}: {told}" if told else head


# ---------------------------------------------------------------- who has won


def individual_score(state: State, seat: str) -> int:
    """35, ruling R134 Nodes captured and OPFOR eliminated in own operations, less the steps lost in them.

    A campaign adds both battles up.
    """
    own = state.scores[seat]
    return own.nodes + own.killed - own.lost


def best_players(state: State, seats: Sequence[str]) -> tuple[str, ...]:
    """35, ruling R134 Who has the highest individual score; of equals more nodes win, and who is still equal shares."""
    ranks = {seat: (individual_score(state, seat), state.scores[seat].nodes) for seat in seats}
    best = max(ranks.values())
    return tuple(seat for seat in seats if ranks[seat] == best)
