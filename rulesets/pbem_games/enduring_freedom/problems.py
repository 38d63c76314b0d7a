"""Every broken invariant of a position, in plain words.

Belongs here: what must hold whenever play rests. Must not be here: what a player may do.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping

from pbem_games.enduring_freedom.state import BOXES, CAS, ELIMINATED, MOBILIZATION, READY, STRIKE, Counter, State

AIR_BOXES = (MOBILIZATION, STRIKE, CAS, ELIMINATED)
ASSET_BOXES = (MOBILIZATION, READY)


def problems(state: State) -> list[str]:
    """All faults of the position; empty for a sound one."""
    return [*_track_problems(state), *_unit_problems(state), *_counter_problems(state), *_bag_problems(state)]


def _track_problems(state: State) -> list[str]:
    track, found = state.numbers.tables.track, []
    if state.np > track.np_most:
        found.append(f"{state.np} NP, more than {track.np_most} (4.1)")
    if not track.jihad_least <= state.jihad <= track.jihad_most:
        found.append(f"Jihad level {state.jihad} (28.5)")
    if not 1 <= state.turn <= track.turns:
        found.append(f"turn {state.turn} (6.1)")
    return found


def _unit_problems(state: State) -> list[str]:
    """8.5, 8.7 Where each kind of unit may be, and that staging areas hold what they can."""
    numbers, found = state.numbers, []
    based: Tally[tuple[str, bool]] = Tally()
    for id, unit in state.units.items():
        is_air = id in numbers.air
        if id in numbers.ground:
            fits = unit.place in numbers.zones or unit.place in (MOBILIZATION, ELIMINATED)
            fits = fits or (unit.place in numbers.staging and not numbers.ground[id].fob)
        else:
            boxes = AIR_BOXES if is_air else ASSET_BOXES
            fits = unit.place in numbers.zones or unit.place in boxes or (is_air and unit.place in numbers.staging)
        if not fits:
            found.append(f"{id} cannot be in {unit.place}")
        if unit.reduced and (unit.place in (MOBILIZATION, ELIMINATED, READY) or id in numbers.assets):
            found.append(f"{id} cannot be reduced in {unit.place}")
        if unit.place not in BOXES and unit.place in numbers.staging:
            based[unit.place, is_air] += 1
    if len(state.units) != len(numbers.ground) + len(numbers.air) + len(numbers.assets):
        found.append("a unit was lost or made")
    for (place, _), count in based.items():
        if count > numbers.staging[place].capacity and state.phase != "3a":
            found.append(f"{count} units in {place}, room for {numbers.staging[place].capacity} (8.5)")
    return found


def _counter_problems(state: State) -> list[str]:
    """Every Islamist and Northern Alliance counter is in exactly one place, or may be drawn from exactly one bag."""
    numbers = state.numbers
    drawable = [token for tokens in state.bags.values() for token in tokens if token not in state.bags]
    seen = Tally([*drawable, *state.underground.up, *state.available.up, *state.eliminated_islamists,
                  *state.eliminated_north, *state.airlifted])  # fmt: skip
    found = []
    for here, known in ((state.islamists, numbers.islamist), (state.north, numbers.north)):
        for counter in _all(here):
            if counter.id:
                seen[counter.id] += 1
            if bool(counter.id) == bool(counter.bag) or (counter.up and not counter.id):
                found.append(f"a counter is half known: {counter}")
            if counter.id and counter.id not in known:
                found.append(f"{counter.id} is on the wrong side")
    for id in (*numbers.islamist, *numbers.north):
        if seen.pop(id, 0) != 1:
            found.append(f"{id} is not there exactly once")
    return found + [f"{id} is no counter" for id in seen]


def _bag_problems(state: State) -> list[str]:
    """As many tokens in each bag as there are face-down places and tickets that lead to it."""
    wanted: Tally[str] = Tally(counter.bag for counter in (*_all(state.islamists), *_all(state.north)) if counter.bag)
    for display in (state.underground, state.available):
        if display.down:
            wanted[display.bag] += display.down
        if display.down < 0:
            return ["less than none in a display"]
    wanted.update(token for tokens in state.bags.values() for token in tokens if token in state.bags)
    return [f"{bag} holds {len(tokens)}, wanted {wanted[bag]}"
            for bag, tokens in state.bags.items() if len(tokens) != wanted[bag]] + [
            f"{bag} is gone" for bag in wanted if bag not in state.bags]  # fmt: skip


def _all(zones: Mapping[str, Iterable[Counter]]) -> list[Counter]:
    return [counter for there in zones.values() for counter in there]
