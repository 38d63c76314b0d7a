"""3 Setting up: what the Coalition buys, Al Qaeda's picks and where they lie, the Coalition's first units.

Belongs here: the match up to its first turn. Must not be here: the box itself (state), prices (options 31 in data).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Sequence
from itertools import combinations

from pbem.errors import IllegalMove
from pbem.kit.hidden import all_different, as_drawn, seal_tokens, seen
from pbem.kit.spelling import plural
from pbem.play.requests import Ask, DrawSecret, Late, Listed, Peek, Sealed, Tell, Write
from pbem_games.anaconda.bases import assign_bases
from pbem_games.anaconda.forces import arrive, on_map
from pbem_games.anaconda.hvt import offer_flip
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import Placed, Placing, placing_form
from pbem_games.anaconda.state import IN_HAND, Counter, State
from pbem_games.anaconda.tokens import UNIQUE, in_truth
from pbem_games.anaconda.variant import buy_forces
from pbem_games.anaconda.words.names import counter_name, place_name


async def set_up(state: State) -> None:
    """3.0, ruling R1 Al Qaeda finishes before the Coalition places anything."""
    if state.options.more_coalition_forces:
        await buy_forces(state)  # 31.2
    await pick(state)  # 3.4(1), (2)
    await place_picks(state)
    await offer_flip(state, about="setup")  # 24.3
    await declare_reserve(state)  # 3.4(3)
    await place_start_map(state)  # 3.5(1)
    starters = [id for id, unit in state.units.items() if unit.place == IN_HAND]
    await assign_bases(state, starters, rule="3.5", about="bases")  # 3.5(2), ruling R8
    state.phase = "start"


# ---------------------------------------------------------------- 3.4 Al Qaeda


async def pick(state: State) -> None:
    """3.4 The picks, known to Al Qaeda alone, become numbered tokens, each in a commitment of its own.

    Whose share comes last does not know the picks, and nobody chooses them. The numbers follow the draw, which is in no
    order, so that they tell nothing; Al Qaeda's tool gives them without its player.
    """
    bag = sorted(state.numbers.bag_of(state.options.osama))
    state.picks = await DrawSecret(
        rule="3.4", seat=AL_QAEDA, about="picks", pool=bag, count=state.numbers.limits.picks)
    await make_tokens(state, state.picks, state.numbers.limits.picks, bag, rule="3.4", about="tokens")


async def make_tokens(
    state: State, drawn: Sealed[tuple[str, ...]], count: int, among: Sequence[str], *, rule: str, about: str
) -> list[str]:
    """3.4, 7.4 What was drawn in secret becomes tokens in hand, numbered on from the last."""
    first = len(state.tokens) + 1
    names = [f"t{n}" for n in range(first, first + count)]

    def late(given: dict[str, Sealed[str]]) -> list[Late]:
        return [
            as_drawn(rule, "the tokens are the counters drawn", drawn, given.values(),
                     name=lambda face: state.numbers.units[face].name),
            all_different(UNIQUE, "no counter is two tokens", given.values()),
        ]

    sealed = await seal_tokens(
        AL_QAEDA, {name: Listed(among) for name in names}, rule=rule, about=about, late=late,
        truth=lambda peek: peek(drawn))
    state.tokens.update({name: Counter(sealed=handle) for name, handle in sealed.items()})
    return names


async def place_picks(state: State) -> None:
    """3.4(2), 20.7 Every pick goes face down to a hex that is no edge hex; rulings R2, R3, R5."""
    ids = list(state.tokens)

    def check(placing: Placing) -> None:
        crowds = Tally(hex for _, hex in placing)
        for id, hex in placing:
            tried = f"{counter_name(state, id)} is set up in {hex}"
            if hex not in state.numbers.ground.hexes:
                raise IllegalMove(tried, "3.4", "there is no such hex")
            if state.numbers.ground.is_edge(hex):
                raise IllegalMove(tried, "3.4", "hexes at the edge of the map are not allowed")
            if crowds[hex] > state.numbers.limits.setup_stack:
                most = state.numbers.limits.setup_stack
                raise IllegalMove(tried, "3.4", f"{crowds[hex]} counters would lie there, {most} at most may")

    def late(placing: Placing) -> list[Late]:
        return [
            Late("20.7", f"no fortification lies beside a compound in {hex}", tuple(there.values()),
                 no_fort_by_compound(state), in_truth(state, there))
            for hex, there in _shared(state, placing)
        ]

    placing = await Write(
        rule="3.4", seat=AL_QAEDA, about="place", form=placing_form(ids), case=Placed(tuple(ids)), check=check,
        late=late,
        draft=lambda: spread(state, ids))
    for id, hex in placing:
        arrive(state, id, hex)
        state.tokens[id].origin = hex
    hexes = sorted({hex for _, hex in placing})
    counters, places = plural(len(ids), "counter"), plural(len(hexes), "hex", "hexes")
    await Tell(rule="3.4", text=f"Al Qaeda sets up {counters} in {places}")


def _shared(state: State, placing: Placing) -> list[tuple[str, dict[str, Sealed[str]]]]:
    """The hexes that several counters share, with these and their commitments."""
    by_hex: dict[str, dict[str, Sealed[str]]] = {}
    for id, hex in placing:
        if (sealed := state.tokens[id].sealed) is not None:
            by_hex.setdefault(hex, {})[id] = sealed
    return [(hex, there) for hex, there in by_hex.items() if len(there) > 1]


def no_fort_by_compound(state: State) -> Callable[..., bool]:
    """20.7 The predicate of that claim."""
    units = state.numbers.units

    def holds(*faces: str) -> bool:
        return not any({units[a].type, units[b].type} == {"fortification", "compound"}
                       for a, b in combinations(faces, 2))

    return holds


def spread(state: State, ids: Sequence[str]) -> Placing:
    """A legal set-up: one counter a hex, evenly over the map."""
    hexes = [hex for hex in state.numbers.ground.hexes.hexes if not state.numbers.ground.is_edge(hex)]
    return tuple((id, hexes[i * len(hexes) // len(ids)]) for i, id in enumerate(ids))


async def declare_reserve(state: State) -> None:
    """3.4(3), ruling R21 Al Qaeda says how many mobile counters were not picked: its Reinforcement Pool."""
    picks = state.picks
    assert picks is not None
    mobile = state.numbers.mobile_of(state.options.osama)
    least = max(0, len(mobile) - state.numbers.limits.picks)

    def size(picked: Sequence[str]) -> int:
        return len([id for id in mobile if id not in picked])

    def truth(peek: Peek) -> int | None:
        values = seen([picks], peek)
        return None if values is None else size(values[0])

    def late(answer: int) -> list[Late]:
        claim = f"{plural(answer, 'mobile counter')} not picked"
        return [Late("3.4", claim, (picks,), lambda picked: size(picked) == answer)]

    state.reserve = state.declared = await Ask(
        rule="3.4", seat=AL_QAEDA, about="reserve", legal=lambda: range(least, len(mobile) + 1), late=late, truth=truth)
    await Tell(rule="3.4", text=f"The Al Qaeda Reinforcement Pool holds {plural(state.reserve, 'counter')}")


# ---------------------------------------------------------------- 3.5 the Coalition


async def place_start_map(state: State) -> None:
    """3.5(1) The Start Map teams stand at least two hexes away from every counter of Al Qaeda."""
    teams = [u.id for u in state.numbers.units.values() if u.deploy == "start_map"]
    for team in teams:
        hex = await Ask(rule="3.5", seat=COALITION, about=team, legal=lambda: far_from_al_qaeda(state))
        arrive(state, team, hex)
        await Tell(rule="3.5", text=f"{counter_name(state, team)} waits in {place_name(state, hex)}", places=(hex,))


def far_from_al_qaeda(state: State) -> list[str]:
    """3.5(1) Hexes that are not in or next to one with a counter of Al Qaeda."""
    hexes = state.numbers.ground.hexes
    near = {h for id in on_map(state, AL_QAEDA)
            for h in hexes.within(state.tokens[id].place, state.numbers.limits.keep_away - 1)}
    return [hex for hex in hexes.hexes if hex not in near]
