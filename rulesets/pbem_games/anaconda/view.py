"""What people see: the position as a scene for one viewer.

What lies face down is named only for those whose keys show it; for all others it is a number. Nothing else is secret.
Belongs here: which facts of the state become which parts of a scene. Must not be here: legality, flow of play,
drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from pbem.kit.data import drawings
from pbem.kit.spelling import plural
from pbem.play.requests import Peek
from pbem.show.scene import Box, Highlight, Mark, Marker, Piece, Scene, Score, Stack, Threshold, Track
from pbem_games.anaconda.drawn import board, colours_of
from pbem_games.anaconda.forces import tokens_at, units_at
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, SANCTUARY, Numbers
from pbem_games.anaconda.state import (
    DEAD,
    DELAY,
    IN_HAND,
    POOL,
    READY,
    REMOVED,
    SPECIAL,
    USED,
    Counter,
    State,
    Unit,
    reinforcement_pool,
)
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.victory import distances, goals_of, hexes_lacking, lines_in_sight, reasons, total
from pbem_games.anaconda.words.figures import strength_of
from pbem_games.anaconda.words.names import counter_name, counters_named, marker_name, place_name

TITLE, BOARD = "Operation Anaconda", "Shahi-Kot"
NOW = "now"
SYMBOLS = {
    "infantry": "infantry", "heavy_weapons": "heavy_weapons", "sof": "special_forces", "recon_sniper": "recon",
    "engineer": "engineer", "gun_truck": "armored_car", "tank": "armor", "artillery": "artillery", "leader": "leader",
    "hvt": "leader", "ied": "mine", "gunship": "helicopter", "transport": "helicopter", "soar": "helicopter",
    "airstrike": "air", "ac130": "air", "uav": "air", "fortification": "fort", "compound": "comp", "civilian": "civ",
    "deception": "decoy",
}
PHASES = {"setup": "Setting up", "start": "Start of the turn", "operations": "Operations", "return": "Return Phase",
          "inter": "Inter-Phase", "end": "The count"}
SUB_PHASES = {"reinforcement": "Reinforcement", "isr": "ISR", "movement": "Movement", "combat": "Combat"}
BOXES = (
    (IN_HAND, "To be placed"), (READY, "Air Available"), (USED, "Air Utilized"), (SPECIAL, "Special Reinforcement"),
    (DEAD, "Deadpile"),
)
"""Boxes that hold counters of the Coalition besides bases and pool."""


class UnitDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """What is written on a counter: beginnings of words of its name, three signs or four."""

    code: str


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    """The position as a seat, the public or the auditor may see it."""
    numbers = state.numbers
    view = _View(state, peek)
    return Scene(
        title=TITLE,
        turn=turn(state),
        phase=phase_words(state),
        board=board(numbers.ground, BOARD, colours_of(numbers.files)),
        viewer=viewer,
        stacks=tuple(view.stacks()),
        markers=tuple(_markers(state)),
        tracks=(_turn_track(state),),
        boxes=tuple(view.boxes()),
        notes=tuple(_notes(state)),
        highlights=tuple(_highlights(state)),
        aside=tuple(view.aside()),
        scores=_scores(state),
    )


def turn(state: State) -> str:
    """Its number and its day."""
    numbers = state.numbers
    return f"{state.turn} of {max(numbers.turns.standard, state.turn)}, {numbers.day(state.turn)} March 2002"


def _scores(state: State) -> tuple[Score, ...]:
    """23.2, 23.3 What both have in sight of everybody, the bands, and how far each is from winning by that."""
    if state.phase == "setup":
        return ()
    lines = lines_in_sight(state)
    ours, theirs = total(lines, COALITION), total(lines, AL_QAEDA)
    nearer, farther = distances(state, ours, theirs)
    levels, goals = state.numbers.levels[1:], goals_of(state, ours, theirs)
    whys = reasons(state, ours, theirs, lines)
    hexes = hexes_lacking(state, ours, theirs, nearer)
    lacks, unit = (hexes, "objective hexes") if hexes else (nearer, "VP")
    return (
        Score(name="Victory points of the Coalition", value=ours, high="the Coalition",
              thresholds=tuple(Threshold(name=level.name, value=level.coalition_from) for level in levels)),
        Score(name="Victory points of Al Qaeda", value=theirs, high="Al Qaeda",
              thresholds=tuple(Threshold(name=level.name, value=level.al_qaeda_from) for level in levels)),
        Score(name="Coalition", value=lacks, sides=(COALITION,), unit=unit, goal=goals[0], why=whys[0]),
        Score(name="Al Qaeda", value=farther, sides=(AL_QAEDA,), unit="VP", goal=goals[1], why=whys[1]),
    )


def phase_words(state: State) -> str:
    """`TF Rakkasan, Movement`; between operations the phase of the turn."""
    now = state.operations
    if now is None:
        return PHASES.get(state.phase, state.phase)
    marker = marker_name(state, now.marker)
    return ", ".join(word for word in (marker, SUB_PHASES.get(now.sub_phase, now.sub_phase)) if word)


class _View:
    """Counters as one viewer may see them."""

    def __init__(self, state: State, peek: Peek) -> None:
        self.state, self.peek, self.numbers = state, peek, state.numbers
        self.codes = codes_of(state.numbers)

    def stacks(self) -> Iterator[Stack]:
        """Everything on the map, the top of each stack first (9.7)."""
        held_by_units = {unit.place for unit in self.state.units.values()}
        held_by_tokens = {token.place for token in self.state.tokens.values()}
        for hex in sorted(place for place in held_by_units | held_by_tokens if place in self.numbers.ground.hexes):
            units = units_at(self.state, hex) if hex in held_by_units else []
            tokens = tokens_at(self.state, hex) if hex in held_by_tokens else []
            yield Stack(place=hex, pieces=(*map(self.unit, units), *map(self.token, tokens)))

    def unit(self, id: str) -> Piece:
        """A counter of the Coalition: always face up (18.1)."""
        unit = self.state.units[id]
        is_aloft = self.numbers.is_helicopter(id) and unit.place in self.numbers.ground.hexes
        states = [*_states(unit), *["in flight"] * is_aloft, *["recon"] * unit.scouted, *["flown"] * unit.flown]
        return Piece(name=counter_name(self.state, id), code=self.codes[id], id=id, faction=COALITION,
                     strength=strength_of(self.numbers, id), states=tuple(states), symbol=self.symbol(id))

    def token(self, id: str) -> Piece:
        """18.2, ruling R99 A counter of Al Qaeda: known once it lies face up, before that to whoever has its key."""
        token, printed = self.state.tokens[id], seen(self.state, id, self.peek)
        number, states = id.removeprefix("t"), tuple(_states(token))
        if printed is None:
            return Piece(name=counter_name(self.state, id), code=number, id=id, faction=AL_QAEDA, face="down",
                         states=states)
        strength, symbol = strength_of(self.numbers, printed.id), self.symbol(printed.id)
        if not token.face:
            return Piece(name=f"{number} {printed.name}", code=number, id=id, faction=AL_QAEDA, face="down",
                         strength=strength, states=states, symbol=symbol)
        return Piece(name=counter_name(self.state, id), code=self.codes[printed.id], id=id, faction=AL_QAEDA,
                     strength=strength, states=states, symbol=symbol)

    def symbol(self, id: str) -> str:
        """What pictures draw: mortars and other indirect weapons by a sign of their own."""
        unit = self.numbers.units[id]
        return "mortar" if unit.type == "heavy_weapons" and unit.indirect else SYMBOLS.get(unit.type, "")

    def boxes(self) -> Iterator[Box]:
        """21, 7.1, 2.12 Bases, pools, air boxes, the markers, the deadpiles; empty ones are left out, but the bases."""
        bases = self.numbers.ground.bases
        for base in bases:
            if base != SANCTUARY:
                lifted = self.state.evacuated.get(base, 0)
                note = f"{plural(lifted, 'casualty', 'casualties')} brought out" if lifted else ""
                yield Box(name=bases[base].name, pieces=self.units_in(base), faction=COALITION, note=note)
        for place, name in BOXES:
            if pieces := self.units_in(place):
                yield Box(name=name, pieces=pieces, faction=COALITION)
        pool = [id for id in reinforcement_pool(self.state) if id in self.state.units]
        yield Box(name="Coalition Reinforcement Pool", pieces=tuple(map(self.unit, pool)), faction=COALITION,
                  note="and the Friendly Fire marker" if self.state.friendly_fire else "")
        yield from self.al_qaeda()
        for name, markers in (("Command Pool", self.state.command_pool), ("Drawn this turn", self.state.aside),
                              ("Markers out of the game", self.state.gone)):
            if markers or name == "Command Pool":
                yield Box(name=name, pieces=tuple(map(self.marker, markers)))

    def al_qaeda(self) -> Iterator[Box]:
        """21.3, 3.4(3), 10.28 What of Al Qaeda lies beside the map."""
        for place, name in ((IN_HAND, "To be placed"), (SANCTUARY, "Sanctuary"), (DEAD, "Deadpile"),
                            (REMOVED, "Removed")):
            there = [id for id, token in self.state.tokens.items() if token.place == place]
            if there:
                yield Box(name=name, pieces=tuple(map(self.token, there)), faction=AL_QAEDA)
        if self.state.reserve:
            left = self.never_called()
            pieces = tuple(Piece(name=self.numbers.units[id].name, code=self.codes[id], faction=AL_QAEDA,
                                 strength=strength_of(self.numbers, id), symbol=self.symbol(id)) for id in left)
            down = Piece(name="", faction=AL_QAEDA, face="down", count=self.state.reserve)
            note = "never called to the map" if left else "not on the map: only a Jihad! calls them"
            yield Box(name="Al Qaeda Reinforcement Pool", pieces=pieces or (down,), faction=AL_QAEDA, note=note)

    def never_called(self) -> list[str]:
        """3.4(3), ruling R21 At the end what the pool holds, which is what no token is; nothing if one is hidden."""
        faces = {printed.id for id in self.state.tokens if (printed := seen(self.state, id, self.peek)) is not None}
        left = [id for id in self.numbers.mobile_of(self.state.options.osama) if id not in faces]
        is_sure = len(faces) == len(self.state.tokens) and len(left) == self.state.reserve
        return left if is_sure and self.state.phase == "end" else []

    def aside(self) -> Iterator[Piece]:
        """Counters of the Coalition that are not in play, or under way: orders and conditions may name them."""
        beside = {*self.numbers.ground.bases, *(place for place, _ in BOXES), POOL}
        for id in self.numbers.coalition:
            unit = self.state.units.get(id)
            if unit is None:
                yield Piece(name=self.numbers.units[id].name, code=self.codes[id], id=id, faction=COALITION)
            elif unit.place not in self.numbers.ground.hexes and unit.place not in beside:
                yield self.unit(id)

    def units_in(self, place: str) -> tuple[Piece, ...]:
        return tuple(self.unit(id) for id, unit in self.state.units.items() if unit.place == place)

    def marker(self, id: str) -> Piece:
        """2.10 A marker of the Command Pool."""
        marker = self.numbers.markers.get(id)
        name = marker_name(self.state, id) if marker is not None else id.replace("_", " ").title()
        code, faction = id.upper() if len(id) < 5 else name[:3], marker.side if marker is not None else ""
        return Piece(name=name, code=code, id=id, faction=faction)


def public_piece(state: State, id: str) -> Piece:
    """A counter as everybody sees it."""
    view = _View(state, lambda _handle: None)
    return view.unit(id) if id in state.units else view.token(id)


@lru_cache(maxsize=4)
def codes_of(numbers: Numbers) -> dict[str, str]:
    """What is written on each counter; the beginning of its name if the data do not say."""
    drawn = drawings(numbers.files, "units.toml", "unit", UnitDrawing)
    return {id: drawn[id].code if id in drawn else unit.name[:3] for id, unit in numbers.units.items()}


def _states(counter: Unit | Counter) -> Iterable[str]:
    yield from ("pinned",) * counter.pinned
    yield from ("fired",) * counter.fired
    yield from ("moved",) * counter.moved


def _markers(state: State) -> Iterator[Marker]:
    """30.1 Rubble, 26.1 casualties."""
    for hex in state.rubble:
        yield Marker(place=hex, name="rubble", code="Rub")
    for hex, count in sorted(state.casualties.items()):
        if count:
            yield Marker(place=hex, name=plural(count, "casualty", "casualties"), code=f"K{count}", faction=COALITION)


def _turn_track(state: State) -> Track:
    """22.3 The turn track, which is the delay track too (6.2.3)."""
    back = [Mark(name=counter_name(state, id), value=unit.returns, faction=COALITION)
            for id, unit in state.units.items() if unit.place == DELAY]
    turns = state.numbers.turns
    box = f"a box is a day; beyond {turns.standard} the Coalition may go on, and pays for it"
    return Track(name="Turn", first=1, last=turns.last, marks=(Mark(name=NOW, value=state.turn), *back),
                 note=f"{box}; units return in their turn" if back else box)


def _notes(state: State) -> Iterator[str]:
    """What no counter shows."""
    held = [place_name(state, hex) for hex in state.numbers.ground.objectives if holds(state, hex)]
    if state.phase != "setup":
        yield f"Objectives held by the Coalition: {', '.join(held) or 'none'}"
    hidden = sum(not token.face and token.place in state.numbers.ground.hexes for token in state.tokens.values())
    if hidden:
        yield f"{plural(hidden, 'counter')} of Al Qaeda {'lies' if hidden == 1 else 'lie'} face down on the map"
    if state.extensions:
        yield f"The operation was extended by {plural(state.extensions, 'turn')}"
    if state.bought:
        yield f"Bought before the game: {counters_named(state, state.bought)}"


def holds(state: State, hex: str) -> bool:
    """23.2 Whether the Coalition has a ground unit there; no enemy can be in the same hex (9.4)."""
    return any(unit.place == hex and state.numbers.is_ground(id) for id, unit in state.units.items())


def _highlights(state: State) -> Iterator[Highlight]:
    """Where something happens: what was attacked, where the movers have come to."""
    now = state.operations
    if now is None:
        return
    hexes = state.numbers.ground.hexes
    yield from (Highlight(kind="target", place=hex) for hex in now.attacked if hex in hexes)
    if now.sub_phase == "movement":
        yield from (Highlight(kind="to", place=hex) for hex in dict.fromkeys(now.entered.values()) if hex in hexes)
