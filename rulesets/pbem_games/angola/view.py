"""What a viewer sees: the position as a scene.

Belongs here: which facts of the state become which parts of a scene, cut to what `peek` can see.
Must not be here: legality, flow of play, drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from pbem.kit.hidden import face_of
from pbem.kit.view import box, counts, grouped, like, stacks, track
from pbem.play.requests import Peek
from pbem.show.scene import (
    Box,
    Card,
    Cards,
    Count,
    Highlight,
    Mark,
    Marker,
    Piece,
    Pool,
    Scene,
    Score,
    Track,
)
from pbem_games.angola.columns import contents, public_size
from pbem_games.angola.drawn import board
from pbem_games.angola.equipment import FIELD, place_of, region_of
from pbem_games.angola.numbers import FACTIONS, Counter, Numbers
from pbem_games.angola.setup import start_of
from pbem_games.angola.state import FactionState, State
from pbem_games.angola.victory import distance, reason
from pbem_games.angola.words.common import code_of, counter_name, equipment_name, piece_name, region_name
from pbem_games.angola.words.planning import card_name

SYMBOLS = {"tank": "armor"}  # the others are called as their kind


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    """The position as `viewer` sees it."""
    return Scene(
        title="Angola!",
        turn=turn(state),
        phase=_phase(state),
        board=board(state),
        viewer=viewer,
        stacks=stacks(sorted(_pieces(state, peek), key=itemgetter(0))),
        markers=_markers(state, peek),
        tracks=_tracks(state),
        boxes=tuple(_boxes(state, peek)),
        pools=_pools(state),
        cards=_cards(state, viewer, peek),
        notes=_notes(state, peek),
        highlights=_highlights(state),
        aside=tuple(_aside(state, viewer, peek)),
        scores=_distances(state),
    )


def turn(state: State) -> str:
    """Its number and its month."""
    turns = state.numbers.turns
    return f"{state.turn} of {turns.count}, {turns.months[min(state.turn, len(turns.months)) - 1]}"


def _distances(state: State) -> tuple[Score, ...]:
    """11.5, 11.6 How far each alliance is from a victory: a lower marker and more tokens bring it nearer."""
    return tuple(
        Score(name=about.name, value=distance(state, alliance), sides=about.members, unit="Victory Tokens",
              why=reason(state, alliance))
        for alliance, about in state.numbers.alliances.items()
    )


def _phase(state: State) -> str:
    match state.phase:
        case "operations":
            order = state.turn_order()
            player = state.numbers.factions[order[min(state.player, len(order) - 1)]].name
            return f"Operations Phase, card {state.card + 1}, {player}"
        case "end":
            return "End Phase"
    return {"setup": "Setting up", "planning": "Planning Phase"}.get(state.phase, state.phase)


# ---------------------------------------------------------------- what lies on it


def _pieces(state: State, peek: Peek) -> Iterator[tuple[str, Piece]]:
    """What lies on the map, by region."""
    for faction in FACTIONS:
        own = state.factions[faction]
        for letter in sorted(own.columns):
            yield own.columns[letter].region, _column(state, faction, letter, peek)
        loose = grouped(own.loose.items(), lambda unit: unit[1].region)
        for region in sorted(loose):
            units = [id for id, _ in loose[region]]
            yield from ((region, piece) for piece in _loose(state, faction, units))


def _column(state: State, faction: str, letter: str, peek: Peek) -> Piece:
    """8, ruling R28 A marker with what the viewer knows under it; how many more there are, where that is public."""
    column = state.factions[faction].columns[letter]
    inside = contents(state, faction, [letter])
    seen = inside.seen_units(peek)
    if seen is not None:
        holds = _like_ones(state, faction, [u.id for u in seen])
    else:
        holds = _like_ones(state, faction, [t for t in column.known if t in state.numbers.counters])
        size = public_size(column)
        hidden = None if size is None else size - sum(p.count or 0 for p in holds)
        if hidden is None or hidden > 0:
            holds.append(Piece(name="not known", faction=faction, face="sealed", count=hidden))
    states = ["moved"] if column.moved else []
    states += [f"+{column.plus} jungle"] if column.plus else []
    return Piece(
        name=f"Column {letter.upper()}", code=letter.upper(), id=f"{faction}/{letter}", faction=faction, column=True,
        face="down" if seen is None else "up", holds=tuple(holds), states=tuple(states),
    )


def _loose(state: State, faction: str, units: list[str]) -> list[Piece]:
    own = state.factions[faction]
    plus = {u: s.plus for s in own.jungle for u in s.units}

    def states(unit: str) -> tuple[str, ...]:
        about = own.loose[unit]
        words = ["straggler"] if about.straggler else ["moved"] if about.moved else []
        return (*words, *([f"+{plus[unit]} jungle"] if unit in plus else []))

    groups = grouped(state.numbers.ordered(units), states)
    return [piece for words, group in groups.items() for piece in _like_ones(state, faction, group, words)]


def _like_ones(state: State, faction: str, units: list[str], states: tuple[str, ...] = ()) -> list[Piece]:
    """One piece for each kind of counter, with how many."""
    suppressed = state.battle.suppressed if state.battle is not None else []
    known = state.numbers.counters
    counters = [known[u] for u in state.numbers.ordered([u for u in units if u in known])]
    return list(_alike(state.numbers, faction, tuple(counters), states, tuple([u for u in suppressed if u in units])))


@lru_cache(maxsize=4096)
def _alike(
    numbers: Numbers, faction: str, counters: tuple[Counter, ...], states: tuple[str, ...], suppressed: tuple[str, ...]
) -> tuple[Piece, ...]:
    """The same from frame to frame, as long as nothing comes or goes."""
    return like([
        _unit(numbers, faction, counter, (*states, "suppressed") if counter.id in suppressed else states)
        for counter in counters
    ])


def _unit(numbers: Numbers, faction: str, counter: Counter, states: tuple[str, ...]) -> Piece:
    return Piece(
        name=counter_name(counter),
        code=code_of(numbers, counter),
        id=counter.id,
        faction=faction,
        strength=_strength(counter),
        states=states,
        symbol=SYMBOLS.get(counter.kind, counter.kind),
    )


def unit_pieces(state: State, units: Sequence[str]) -> list[Piece]:
    """Counters that lie open, one by one, without marks."""
    counters = [state.numbers.counters[unit] for unit in units]
    return [_unit(state.numbers, counter.faction, counter, ()) for counter in counters]


def column_piece(state: State, faction: str, letter: str) -> Piece:
    """A Column as everybody sees it."""
    return _column(state, faction, letter, _sees_nothing)


def _strength(counter: Counter) -> str:
    """`3`, `2+2` with Combat Dice Points, `2 pips`."""
    if counter.pips:
        return f"{counter.pips} pips"
    if counter.kind == "engineer":
        return "eng"
    return f"{counter.strength}+{counter.dice}" if counter.dice else str(counter.strength)


def _markers(state: State, peek: Peek) -> tuple[Marker, ...]:
    found = [
        Marker(place=region, name="Control Marker", faction=marker.holder, face="up" if marker.up else "down",
               control=True)
        for region, marker in sorted(state.markers.items())
    ]
    found.append(Marker(place="cabinda", name="Cabinda", faction=state.cabinda_holder, control=True))
    for faction in FACTIONS:
        own = state.factions[faction]
        for id, piece in own.equipment.items():
            entry = face_of(piece.public, piece.entry, peek)
            if entry.startswith(FIELD):
                place = entry.removeprefix(FIELD)
                name = f"minefield ({piece_name(state, id)})"
                found.append(Marker(place=place, name=name, code="m", faction=faction, symbol="mine"))
    return tuple(found)


def _highlights(state: State) -> tuple[Highlight, ...]:
    if state.battle is None:
        return ()
    return (Highlight(kind="from", place=state.battle.origin), Highlight(kind="target", place=state.battle.region))


# ---------------------------------------------------------------- beside it


TARGET = "the number under a marker is how many Victory Tokens its alliance needs at the end of a month to win"


def _tracks(state: State) -> tuple[Track, ...]:
    numbers = state.numbers
    victory = numbers.tables.victory_track
    marks = tuple(Mark(name=numbers.alliances[a].name, value=v) for a, v in state.track.items())
    return (
        Track(name="Victory", first=victory.start, last=victory.end, marks=marks, note=TARGET),
        track("Turn", 1, numbers.turns.count, state.turn),
    )


def _boxes(state: State, peek: Peek) -> Iterator[Box]:
    for faction in FACTIONS:
        own = state.factions[faction]
        for name, count in (("Airgroups ready", own.air_ready), ("Air Mission Completed", own.air_done)):
            airgroups = [Piece(name="airgroup", code="AIR", faction=faction, symbol="air")] * count
            yield from box(name, like(airgroups), faction)
        yield from box("Eliminated", _like_ones(state, faction, own.dead), faction)
        yield from box("Equipment", _carried(state, faction, peek), faction)


def _carried(state: State, faction: str, peek: Peek) -> Iterator[Piece]:
    """Pieces of one kind and one place together, with their numbers: `anti-tank missile 1, 4 (in Luso)`."""
    held = state.factions[faction].equipment
    alike = grouped(held, lambda id: (held[id].kind, _whereabouts(state, faction, id, peek)))
    for (kind, where), same in alike.items():
        numbers = sorted([int(id.removeprefix(kind)) for id in same])
        name = f"{equipment_name(state, kind)} {', '.join(map(str, numbers))}"
        if where is None:
            yield Piece(name=name, faction=faction, face="sealed")
        else:
            yield Piece(name=name, faction=faction, states=(where,))


def _whereabouts(state: State, faction: str, id: str, peek: Peek) -> str | None:
    """`in Luso`; None if the viewer may not know."""
    own = state.factions[faction]
    piece = own.equipment[id]
    entry = face_of(piece.public, piece.entry, peek)
    if not entry:
        return None
    region = place_of(own, piece.public) if piece.public else region_of(own, entry)
    return f"in {region_name(state, region) if region else 'no region'}"


def _pools(state: State) -> tuple[Pool, ...]:
    pools = []
    kinds = [u for u in state.numbers.unit_types.values() if u.kind != "airgroup"]
    for faction in FACTIONS:
        own = state.factions[faction]
        tokens = tuple(Count(name=state.numbers.factions[c].name, count=own.tokens[c], faction=c) for c in FACTIONS)
        pools.append(Pool(name="Victory Tokens", faction=faction, counts=tokens))
    for faction in FACTIONS:
        own = state.factions[faction]
        types = [state.numbers.counters[c].type for c in own.reserve]
        held = [Count(name=u.name.lower(), count=types.count(u.id)) for u in kinds]
        air = state.numbers.airgroups(faction) - own.air_ready - own.air_done
        majors = len(own.major_pool) - len(own.hidden)
        held += [Count(name="airgroup", count=air), Count(name="Major Unit", count=majors)]
        pools.append(Pool(name="Not in play", faction=faction, counts=tuple(held)))
    free = {e.id: sum(p.startswith(e.id) for p in state.equipment_pool) for e in state.numbers.equipment.values()}
    pools.append(Pool(name="Equipment pool", counts=counts(free, lambda kind: equipment_name(state, kind))))
    return tuple(pools)


def _cards(state: State, viewer: str, peek: Peek) -> tuple[Cards, ...]:
    """5.4, ruling R142 What is left of a pack lies face down for its owner too; the auditor sees it."""
    rows = []
    sees = peek if viewer == "auditor" else _sees_nothing
    for faction in FACTIONS:
        own = state.factions[faction]
        if own.pack:
            cards = tuple(_card(own, i, sees) for i in range(len(own.pack)))
            rows.append(Cards(name="Operations Pack", faction=faction, cards=cards))
    return tuple(rows)


def _card(own: FactionState, i: int, peek: Peek) -> Card:
    if i < len(own.opened):
        return Card(name=card_name(own.opened[i]), states=("played",))
    kind: Any = peek(own.pack[i])
    return Card(name=card_name(kind)) if isinstance(kind, str) else Card(face="sealed")


def _sees_nothing(_handle: object) -> None:
    return None


def _aside(state: State, seat: str, peek: Peek) -> Iterator[Piece]:
    """What a seat's answers may name before it is in play: Columns, infantry of the set-up, Major Units, its cards."""
    if seat not in FACTIONS:
        return
    own = state.factions[seat]
    for letter in state.numbers.factions[seat].columns:
        if letter not in own.columns:
            yield Piece(name=f"Column {letter.upper()}", code=letter.upper(), id=f"{seat}/{letter}", faction=seat,
                        column=True)
    yield from _like_ones(state, seat, [*(start_of(state, seat).off_map if state.phase == "setup" else ()),
                                        *own.major_pool])
    for label, handle in own.hidden.items():
        counter = state.numbers.counters.get(str(peek(handle)))
        yield Piece(name=counter.name if counter is not None else "Major Unit", id=label, faction=seat, face="sealed")
    if state.phase == "planning":
        yield from (Piece(name=card_name(kind), id=kind, faction=seat)
                    for kind in state.numbers.deck(seat, state.turn))


def _notes(state: State, peek: Peek) -> tuple[str, ...]:
    notes = []
    if state.first_player:
        notes.append(f"First player: {state.numbers.factions[state.first_player].name}")
    if state.cabinda_fallen:
        notes.append("Cabinda has fallen; the FLEC Base is no more")
    for faction in FACTIONS:
        own, name = state.factions[faction], state.numbers.factions[faction].name
        crisis = own.crisis
        if crisis.cut_off:
            notes.append(f"{name}: no more aid from {state.numbers.factions[faction].patron}")
        elif crisis.card_penalty:
            notes.append(f"{name}: {crisis.card_penalty} Reinforcement Cards fewer")
        if crisis.majors_may_not_move:
            notes.append(f"{name}: Major Units may not move")
        elif crisis.majors_may_not_attack:
            notes.append(f"{name}: Major Units may not attack")
        hidden = [f"{label} is {state.numbers.counters[u].name}" for label, h in own.hidden.items()
                  if (u := peek(h)) in state.numbers.counters]
        if hidden:
            notes.append(f"{name}: {', '.join(hidden)}")
    return tuple(notes)
