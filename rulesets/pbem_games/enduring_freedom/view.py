"""What people see: the position as a scene; nothing in it is secret, for nobody knows what lies face down.

Belongs here: which facts of the state become which parts of a scene. Must not be here: legality, flow of play, drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbem.kit.spelling import plural
from pbem.kit.view import box, grouped, like, stacks, track
from pbem.play.requests import Peek
from pbem.show.scene import Box, Count, Marker, Piece, Pool, Scene, Score, Threshold, Track
from pbem_games.enduring_freedom.counters import air_piece, asset_piece, counter_piece, marker_code, unit_piece
from pbem_games.enduring_freedom.drawn import ISLAMIST, NORTH, board
from pbem_games.enduring_freedom.outlook import notes
from pbem_games.enduring_freedom.prospects import unplaced
from pbem_games.enduring_freedom.state import (
    CAS,
    COALITION,
    ELIMINATED,
    MOBILIZATION,
    READY,
    SETUP_PHASE,
    STRIKE,
    Counter,
    Display,
    State,
)
from pbem_games.enduring_freedom.victory import np_now, short_of_losing, short_of_winning
from pbem_games.enduring_freedom.zones import air_at, drones_at, is_marker, units_at

PHASES = {
    SETUP_PHASE: "Setting up", "1a": "J-1 Mobilization", "1b": "J-1 Refit", "2a": "J-2 InfoWar",
    "2b": "J-2 Intelligence", "3a": "J-3 Staging", "3b": "J-3 Ground movement", "3c": "J-3 Air movement",
    "3d": "Islamist reveal", "3e": "Islamist air defence", "3f": "J-3 Joint strike", "3g": "J-3 Ground combat",
    "4": "J-4 Sustainment", "5": "J-5 Civil-military", "6a": "Jihad events", "6b": "Islamist mobilization",
    "6c": "Defensive CAS", "6d": "Islamist counterattack", "6e": "Jihad adjustment", "7": "Admin",
}  # fmt: skip


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    """The position; the same for every viewer."""
    return Scene(
        title="Enduring Freedom",
        turn=turn(state),
        phase="" if state.phase == SETUP_PHASE else PHASES[state.phase],
        board=board(state.numbers),
        viewer=viewer,
        stacks=stacks(_pieces(state)),
        markers=tuple(_markers(state)),
        tracks=_tracks(state),
        boxes=tuple(_boxes(state)),
        pools=tuple(_pools(state)),
        notes=tuple(notes(state)),
        scores=_scores(state),
    )


def turn(state: State) -> str:
    """Its number, once play has begun."""
    return "setting up" if state.phase == SETUP_PHASE else f"turn {state.turn} of {state.numbers.tables.track.turns}"


def _scores(state: State) -> tuple[Score, ...]:
    """5.0 NetWar points as they would be counted now, and how far both sides are from a victory."""
    if state.phase == SETUP_PHASE:
        return ()
    np = np_now(state)
    bands = state.numbers.tables.victory.bands
    named = tuple(Threshold(name=band.degree, value=low.at_most + 1) for low, band in pairwise(bands))
    lost = [band.at_most for band in bands if not band.won]
    held = f" and {np - state.np} for what it holds" if np > state.np else ""
    needs = f"has {state.np} NetWar points (NP){held}, a victory needs {max(lost) + 1}"
    beaten = f"nobody plays the Islamists; the Coalition is defeated at {lost[-2]} NP or less"
    return (
        Score(name="NP if it ended now", value=np, high="the Coalition", low="the Islamists", thresholds=named),
        Score(name="Coalition", value=short_of_winning(state, np), sides=(COALITION,), unit="NP", why=needs),
        Score(name="Islamists", value=short_of_losing(state, np), sides=(ISLAMIST,), unit="NP",
              goal="the defeat of the Coalition", why=beaten),
    )


# ---------------------------------------------------------------- what lies on the map


def _pieces(state: State) -> Iterator[tuple[str, Piece]]:
    """Place and piece: ground units, the Northern Alliance, aircraft and drones on missions, the Islamists."""
    for place in (*state.numbers.zones, *state.numbers.staging):
        pieces = [unit_piece(state, id) for id in units_at(state, place)]
        pieces += counters(state, state.north.get(place, []), NORTH)
        pieces += [air_piece(state, id) for id in air_at(state, place)]
        pieces += like(asset_piece(state, id) for id in drones_at(state, place))
        pieces += counters(state, [c for c in state.islamists.get(place, []) if not is_marker(state, c)], ISLAMIST)
        yield from ((place, piece) for piece in pieces)


def counters(state: State, there: Sequence[Counter], faction: str) -> list[Piece]:
    """Those face up, those that were seen and lie face down again, and how many nobody has seen."""
    up = like(counter_piece(state, c.id) for c in there if c.up)
    seen = like(counter_piece(state, c.id, is_down=True) for c in there if c.id and not c.up)
    unseen = sum(not c.id for c in there)
    hidden = [Piece(name="", code=f"{unseen}?", faction=faction, face="down", count=unseen)] if unseen else []
    return [*up, *seen, *hidden]


def _markers(state: State) -> Iterator[Marker]:
    for zone, there in state.islamists.items():
        for counter in there:
            if is_marker(state, counter):
                name = state.numbers.name_of(counter.id)
                yield Marker(place=zone, name=name, code=marker_code(state, counter.id), faction=ISLAMIST)


# ---------------------------------------------------------------- beside it


def _tracks(state: State) -> tuple[Track, ...]:
    ends, band = state.numbers.tables.track, state.numbers.band(state.jihad)
    checks = f"{band.name}: {plural(band.lower, 'event')} and {plural(band.lower, 'reinforcement')} a turn"
    return (track("NP", 0, ends.np_most, state.np),
            track("Jihad", ends.jihad_least, ends.jihad_most, state.jihad, note=checks))


def _boxes(state: State) -> Iterator[Box]:
    """Aircraft with missions, assets ready, who is out of play, who may be mobilized."""
    numbers = state.numbers
    ready = [id for id in numbers.assets if state.units[id].place == READY]
    yield from box("Joint strike", (air_piece(state, id) for id in air_at(state, STRIKE)))
    yield from box("Defensive CAS", (air_piece(state, id) for id in air_at(state, CAS)))
    yield from box("Assets ready", like(asset_piece(state, id) for id in ready))
    lost = [counter_piece(state, id) for id in state.eliminated_north]
    yield from box("Eliminated Coalition", [*_units_in(state, ELIMINATED), *lost])
    yield from box("Eliminated Islamists", like(counter_piece(state, id) for id in state.eliminated_islamists))
    yield from box("Airlift of Evil", like(counter_piece(state, id) for id in state.airlifted))
    yield from box("May be mobilized", like(_units_in(state, MOBILIZATION)))


def _units_in(state: State, place: str) -> list[Piece]:
    """Ground and air units in a box."""
    ground = [unit_piece(state, id) for id in state.numbers.ground if state.units[id].place == place]
    return ground + [air_piece(state, id) for id in air_at(state, place)]


def _pools(state: State) -> Iterator[Pool]:
    numbers = state.numbers
    assets = grouped([id for id in numbers.assets if state.units[id].place == MOBILIZATION],
                     numbers.name_of)
    if assets:
        counts = tuple(Count(name=name, count=len(ids), id=" ".join(ids)) for name, ids in assets.items())
        yield Pool(name="Assets that may be bought", counts=counts)
    for name, display, faction in (
        ("Underground", state.underground, ISLAMIST), ("Northern Alliance available", state.available, NORTH),
    ):
        yield Pool(name=name, faction=faction, counts=(
            Count(name="face down", count=display.down), *_face_up(state, display)))
    open_to = unplaced(state)
    kinds = (
        ("Islamists", ISLAMIST,
         [_kind(numbers.name_of(id), one.cf) for id, one in numbers.islamist.items() if id in open_to]),
        ("Northern Alliance", NORTH, [_kind(one.name, one.cf) for id, one in numbers.north.items() if id in open_to]),
    )
    for name, faction, unseen in kinds:
        if unseen:
            yield Pool(name=f"{name} that nobody can place ({len(unseen)})", faction=faction, counts=_counted(unseen))


def _kind(name: str, cf: int) -> str:
    """`Jihadis (3)`, for those that are printed alike."""
    return f"{name} ({cf})" if cf else name


def _face_up(state: State, display: Display) -> tuple[Count, ...]:
    return _counted([state.numbers.name_of(id) for id in display.up])


def _counted(names: Sequence[str]) -> tuple[Count, ...]:
    return tuple(Count(name=name, count=names.count(name)) for name in dict.fromkeys(names))
