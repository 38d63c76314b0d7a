"""What people see: the position as a scene; nothing in it is secret, for nobody knows what lies face down (dossier e).

Belongs here: which facts of the state become which parts of a scene. Must not be here: legality, flow of play, drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pbem.kit.spelling import plural
from pbem.play.requests import Peek
from pbem.show.scene import Box, Count, Mark, Marker, Piece, Pool, Scene, Stack, Track
from rulesets.enduring_freedom.counters import air_piece, asset_piece, counter_piece, marker_code, unit_piece
from rulesets.enduring_freedom.drawn import ISLAMIST, NORTH, board
from rulesets.enduring_freedom.outlook import notes
from rulesets.enduring_freedom.prospects import unplaced
from rulesets.enduring_freedom.state import (
    CAS,
    ELIMINATED,
    MOBILIZATION,
    READY,
    SETUP_PHASE,
    STRIKE,
    Counter,
    Display,
    State,
)
from rulesets.enduring_freedom.zones import air_at, drones_at, is_marker, units_at

PHASES = {
    SETUP_PHASE: "Setting up", "1a": "J-1 Mobilization", "1b": "J-1 Refit", "2a": "J-2 InfoWar",
    "2b": "J-2 Intelligence", "3a": "J-3 Staging", "3b": "J-3 Ground movement", "3c": "J-3 Air movement",
    "3d": "Islamist reveal", "3e": "Islamist air defence", "3f": "J-3 Joint strike", "3g": "J-3 Ground combat",
    "4": "J-4 Sustainment", "5": "J-5 Civil-military", "6a": "Jihad events", "6b": "Islamist mobilization",
    "6c": "Defensive CAS", "6d": "Islamist counterattack", "6e": "Jihad adjustment", "7": "Admin",
}  # fmt: skip


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    """The position; the same for every viewer."""
    track = state.numbers.tables.track
    return Scene(
        title="Enduring Freedom",
        turn="setting up" if state.phase == SETUP_PHASE else f"turn {state.turn} of {track.turns}",
        phase="" if state.phase == SETUP_PHASE else PHASES[state.phase],
        board=board(state.numbers),
        viewer=viewer,
        stacks=tuple(_stacks(state)),
        markers=tuple(_markers(state)),
        tracks=tuple(_tracks(state)),
        boxes=tuple(_boxes(state)),
        pools=tuple(_pools(state)),
        notes=tuple(notes(state)),
    )


# ---------------------------------------------------------------- what lies on the map


def _stacks(state: State) -> Iterator[Stack]:
    for place in (*state.numbers.zones, *state.numbers.staging):
        pieces = [unit_piece(state, id) for id in units_at(state, place)]
        if place in state.north:
            pieces += counters(state, state.north[place], NORTH)
        pieces += [air_piece(state, id) for id in air_at(state, place)]
        pieces += _alike(asset_piece(state, id) for id in drones_at(state, place))
        if place in state.islamists:
            units = [c for c in state.islamists[place] if not is_marker(state, c)]
            pieces += counters(state, units, ISLAMIST)
        if pieces:
            yield Stack(place=place, pieces=tuple(pieces))


def counters(state: State, there: Sequence[Counter], faction: str) -> list[Piece]:
    """Those face up, those that were seen and lie face down again, and how many nobody has seen."""
    up = _alike(counter_piece(state, c.id) for c in there if c.up)
    seen = _alike(counter_piece(state, c.id, is_down=True) for c in there if c.id and not c.up)
    unseen = sum(not c.id for c in there)
    hidden = [Piece(name="", code=f"{unseen}?", faction=faction, face="down", count=unseen)] if unseen else []
    return [*up, *seen, *hidden]


def _alike(pieces: Iterable[Piece]) -> list[Piece]:
    """Like pieces as one with their number, in the order in which they come first."""
    numbers: dict[Piece, int] = {}
    for piece in pieces:
        numbers[piece] = numbers.get(piece, 0) + 1
    return [replace(piece, count=count) for piece, count in numbers.items()]


def _markers(state: State) -> Iterator[Marker]:
    for zone, there in state.islamists.items():
        for counter in there:
            if is_marker(state, counter):
                name = state.numbers.islamist[counter.id].name
                yield Marker(place=zone, name=name, code=marker_code(state, counter.id), faction=ISLAMIST)


# ---------------------------------------------------------------- beside it


def _tracks(state: State) -> Iterator[Track]:
    track, band = state.numbers.tables.track, state.numbers.band(state.jihad)
    yield Track(name="NP", first=0, last=track.np_most, marks=(_now(state.np),))
    checks = f"{band.name}: {plural(band.lower, 'event')} and {plural(band.lower, 'reinforcement')} a turn"
    yield Track(name="Jihad", first=track.jihad_least, last=track.jihad_most, marks=(_now(state.jihad),), note=checks)


def _now(value: int) -> Mark:
    return Mark(name="now", value=value)


def _boxes(state: State) -> Iterator[Box]:
    numbers = state.numbers
    missions = (("Joint strike", STRIKE), ("Defensive CAS", CAS))
    for name, box in missions:
        if flown := air_at(state, box):
            yield Box(name=name, pieces=tuple(air_piece(state, id) for id in flown))
    if ready := [id for id in numbers.assets if state.units[id].place == READY]:
        yield Box(name="Assets ready", pieces=tuple(_alike(asset_piece(state, id) for id in ready)))
    if lost := [id for id in (*numbers.ground, *numbers.air) if state.units[id].place == ELIMINATED]:
        dead = [air_piece(state, id) if id in numbers.air else unit_piece(state, id) for id in lost]
        dead += [counter_piece(state, id) for id in state.eliminated_north]
        yield Box(name="Eliminated Coalition", pieces=tuple(dead))
    elif state.eliminated_north:
        yield Box(name="Eliminated Coalition", pieces=tuple(counter_piece(state, id) for id in state.eliminated_north))
    for name, ids in (("Eliminated Islamists", state.eliminated_islamists), ("Airlift of Evil", state.airlifted)):
        if ids:
            yield Box(name=name, pieces=tuple(_alike(counter_piece(state, id) for id in ids)))
    if found := [id for id in (*numbers.ground, *numbers.air) if state.units[id].place == MOBILIZATION]:
        pieces = [air_piece(state, id) if id in numbers.air else unit_piece(state, id) for id in found]
        yield Box(name="May be mobilized", pieces=tuple(_alike(pieces)))


def _pools(state: State) -> Iterator[Pool]:
    numbers = state.numbers
    assets = [id for id in numbers.assets if state.units[id].place == MOBILIZATION]
    if assets:
        yield Pool(name="Assets that may be bought", counts=_counted([numbers.assets[id].name for id in assets]))
    for name, display, faction in (
        ("Underground", state.underground, ISLAMIST), ("Northern Alliance available", state.available, NORTH),
    ):
        counts = (Count(name="face down", count=display.down), *_face_up(state, display))
        yield Pool(name=name, faction=faction, counts=counts)
    open_to = unplaced(state)
    kinds = (
        ("Islamists", ISLAMIST, [_kind(one.name, one.cf) for id, one in numbers.islamist.items() if id in open_to]),
        ("Northern Alliance", NORTH, [_kind(one.name, one.cf) for id, one in numbers.north.items() if id in open_to]),
    )
    for name, faction, unseen in kinds:
        if unseen:
            yield Pool(name=f"{name} that nobody can place ({len(unseen)})", faction=faction, counts=_counted(unseen))


def _kind(name: str, cf: int) -> str:
    """`Jihadis (3)`, for those that are printed alike."""
    return f"{name} ({cf})" if cf else name


def _face_up(state: State, display: Display) -> tuple[Count, ...]:
    names = {**{id: one.name for id, one in state.numbers.islamist.items()},
             **{id: one.name for id, one in state.numbers.north.items()}}
    return _counted([names[id] for id in display.up])


def _counted(names: Sequence[str]) -> tuple[Count, ...]:
    return tuple(Count(name=name, count=names.count(name)) for name in dict.fromkeys(names))
