"""2.1, 8.9-8.19, 10.14-10.21, 21 The ground: hexes, terrain, what steps cost, how far and how high one sees.

Made once from the data of a match; it knows nothing of who stands where. Costs are halves of a movement point.
Belongs here: questions about the map that no position changes; rubble, which option 30 lays, is handed in.
Must not be here: units, stacks, changes.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

from pbem.errors import WrongUse
from pbem.kit.hexes import HexMap
from pbem.kit.paths import Reach, StepCost, reach
from pbem.kit.sight import Sight
from pbem_games.anaconda.printed_map import PROHIBITED, Base, MapFile, Movement, NamedPlace, PlaceKind, Terrain

TOWN, CAVE = "town", "cave"
NOTHING: frozenset[str] = frozenset()


class Ground:
    """The map of a match. KeyError for a hex that is not on it."""

    def __init__(self, file: MapFile) -> None:
        """WrongUse if the data contradict themselves."""
        self.hexes = HexMap(file.grid)
        self.movement: Movement = file.movement
        self.terrain: dict[str, Terrain] = {t.id: t for t in file.terrain}
        self.places: dict[str, NamedPlace] = {p.id: p for p in file.place}
        self.bases: dict[str, Base] = {b.id: b for b in file.base}
        self.objectives: tuple[str, ...] = self._checked("objectives", file.objectives.hexes)
        self.caves: tuple[str, ...] = self._checked("caves", file.features.caves)
        self.towns: tuple[str, ...] = self._of_kind("town")
        self.observation_points: tuple[str, ...] = self._of_kind("observation_point")
        self.roads = self.hexes.sides(file.features.roads)
        self.tracks = self.hexes.sides(file.features.tracks)
        self.network = self.roads | self.tracks  # ruling R36
        self.streams = self.hexes.sides(file.features.streams)
        self.bridges = self.hexes.sides(file.features.bridges)
        if self.bridges - self.streams or self.bridges - self.network:
            raise WrongUse("map.toml, features: a bridge carries a road or track over a stream")
        self.exits: dict[str, tuple[str, str]] = {x.hex: (x.edge, x.kind) for x in file.exit}
        for hex, (edge, _) in self.exits.items():
            if edge not in self.hexes.edges(hex):
                raise WrongUse(f"map.toml, exit {hex}: it does not lie on the {edge} edge")
        signs = {t.sign: t.id for t in file.terrain if t.sign}
        ground = self._rows("terrain", file.relief.terrain, "".join(signs))
        levels = self._rows("levels", file.relief.levels, "0123456789")
        self._terrains: dict[str, tuple[str, ...]] = {
            hex: (signs[sign], *[TOWN] * (hex in self.towns), *[CAVE] * (hex in self.caves))
            for hex, sign in ground.items()
        }
        self.elevation: dict[str, int] = {hex: int(sign) for hex, sign in levels.items()}
        high = dict.fromkeys(self.observation_points, file.relief.observation_level)  # 10.19, ruling R64
        self.levels: dict[str, int] = self.elevation | high
        blocking = frozenset(h for h, names in self._terrains.items() if any(self.terrain[n].blocks for n in names))
        self.sight = Sight(self.hexes, self.levels, blocking, self.network)
        self._steps: dict[tuple[str, str, bool], int | None] = {}  # those that were asked for

    def _checked(self, what: str, hexes: tuple[str, ...]) -> tuple[str, ...]:
        for hex in hexes:
            if hex not in self.hexes:
                raise WrongUse(f"map.toml, {what}: there is no hex {hex}")
        if len(set(hexes)) < len(hexes):
            raise WrongUse(f"map.toml, {what}: a hex is given twice")
        return tuple(sorted(hexes))

    def _of_kind(self, kind: PlaceKind) -> tuple[str, ...]:
        return self._checked(kind, tuple(hex for p in self.places.values() if p.kind == kind for hex in p.hexes))

    def _rows(self, what: str, rows: tuple[str, ...], legal: str) -> dict[str, str]:
        grid = self.hexes.grid
        if len(rows) != grid.rows or {len(row) for row in rows} != {grid.columns} or set("".join(rows)) - set(legal):
            raise WrongUse(f"map.toml, relief, {what}: {grid.rows} lines of {grid.columns} signs out of {legal}")
        (column, row), columns = grid.first, range(grid.columns)
        return {f"{column + c:02}{row + r:02}": rows[r][c] for c in columns for r in range(grid.rows)}

    # ------------------------------------------------------------------ hexes

    def terrains(self, hex: str) -> tuple[str, ...]:
        """The ground of a hex, then what stands in it: `("mountain", "cave")`."""
        return self._terrains[hex]

    def level(self, hex: str) -> int:
        """10.18, 10.19 Its elevation, 0 to 5; an observation point has 6."""
        return self.levels[hex]

    def is_edge(self, hex: str) -> bool:
        """Ruling R2: a hex of the outermost columns and rows."""
        return bool(self.hexes.edges(hex))

    def edge_hexes(self, edge: str) -> tuple[str, ...]:
        """The hexes along one edge of the map; corners belong to two."""
        return tuple(hex for hex in self.hexes.hexes if edge in self.hexes.edges(hex))

    def bases_at(self, hex: str) -> tuple[str, ...]:
        """8.17, 21.2, 21.3 The boxes that border on a hex; ruling R41: a corner leads to all of its edges."""
        edges = self.hexes.edges(hex)
        return tuple(id for id, base in self.bases.items() if any(edge in edges for edge in base.edges))

    def places_at(self, hex: str) -> list[NamedPlace]:
        """Everything that bears a name there, the smallest first."""
        return sorted((p for p in self.places.values() if hex in p.hexes), key=lambda p: len(p.hexes))

    # ------------------------------------------------------------------ movement

    def step(self, a: str, b: str, vehicular: bool, rubble: Set[str] = NOTHING) -> int | None:
        """8.9-8.16 What it costs to go from a hex to one next to it; None if prohibited."""
        way = a, b, vehicular
        if way not in self._steps:
            self._steps[way] = self._step(*way)
        price = self._steps[way]
        return None if price is None else price + self._rubble(b, rubble)

    def _step(self, a: str, b: str, vehicular: bool) -> int | None:
        """The same without rubble: as the map is printed."""
        side = self.hexes.side(a, b)
        price = self.movement.network_halves if side in self.network else self.terrain_cost(b, vehicular)
        if price is None:
            return None
        if side in self.streams and side not in self.bridges:  # 8.15, 8.16
            price += self.movement.stream_vehicular_halves if vehicular else self.movement.stream_foot_halves
        return price

    def terrain_cost(self, hex: str, vehicular: bool) -> int | None:
        """8.10 The dearest of the terrains of a hex; None if one of them is prohibited."""
        named = [self.terrain[name] for name in self._terrains[hex]]
        costs = [terrain.vehicular_halves if vehicular else terrain.foot_halves for terrain in named]
        return None if PROHIBITED in costs else max(costs)

    def border_cost(self, hex: str, base: str, vehicular: bool, rubble: Set[str] = NOTHING) -> int | None:
        """8.18, 21.4, 21.5 What it costs to enter the map at a hex from a base, or to leave it there for the base.

        Rulings R36, R41: along a road or track that crosses one of the base's edges the cost of the network, else that
        of the hex. None if the hex does not border on the base, or is prohibited. Rubble counts on entering only.
        """
        if base not in self.bases_at(hex):
            return None
        edge, _ = self.exits.get(hex, ("", ""))
        if edge in self.bases[base].edges:
            return self.movement.network_halves
        price = self.terrain_cost(hex, vehicular)
        return None if price is None else price + self._rubble(hex, rubble)

    def _rubble(self, hex: str, rubble: Set[str]) -> int:
        return self.movement.rubble_halves if hex in rubble else 0  # 30.2

    def reach(
        self, start: str, vehicular: bool, halves: int, closed: Set[str] = NOTHING, rubble: Set[str] = NOTHING,
        exits: Set[str] = NOTHING,
    ) -> Reach:
        """8.0, 21.4, 21.5 All that a unit can reach from a hex or a base, with the least cost, in halves of a point.

        `closed` are hexes that it may not enter; `exits` the bases it may leave the map for. Its first step may cost
        more than it has, and then is its last (8.6, ruling R35).
        """
        cost = self.step_cost(start, vehicular, closed, rubble, exits)
        return reach(_WithBases(self), start, cost, halves, one_step=halves > 0)

    def step_cost(
        self, start: str, vehicular: bool, closed: Set[str] = NOTHING, rubble: Set[str] = NOTHING,
        exits: Set[str] = NOTHING,
    ) -> StepCost:
        """What a step costs a unit that begins at `start`, between hexes and to or from bases; None if forbidden."""
        def cost(a: str, b: str) -> int | None:
            if b in closed:
                return None
            if a in self.bases:
                return self.border_cost(b, a, vehicular, rubble) if a == start else None  # 21.6
            if b in self.bases:
                return self.border_cost(a, b, vehicular) if b in exits else None
            return self.step(a, b, vehicular, rubble)

        return cost

    @cached_property
    def entries(self) -> dict[str, tuple[str, ...]]:
        """21.4 Base -> the hexes that border on it."""
        return {base: tuple(h for h in self.hexes.hexes if base in self.bases_at(h)) for base in self.bases}

    # ------------------------------------------------------------------ fire

    def distance(self, a: str, b: str) -> int:
        """10.14 The hexes from one to another, the last counted."""
        return self.hexes.distance(a, b)

    def in_line(self, a: str, b: str) -> bool:
        """10.15-10.21, rulings R60-R65 Whether nothing blocks the line of fire; the same from both ends."""
        return self.sight.is_clear(a, b)

    def range_from(self, firer: str, target: str, printed: int, extension: int) -> int:
        """10.20, ruling R66 The range that a unit has from one hex into another: farther from higher ground."""
        return printed + (extension if self.levels[firer] > self.levels[target] else 0)

    def defence(self, hex: str, engineer: bool = False) -> Terrain:
        """10.23, ruling R39 The terrain of a hex whose modifier counts: the highest.

        11.4, ruling R69: against an engineer's close assault not those that he negates.
        """
        named = [self.terrain[name] for name in self._terrains[hex]]
        return max((t for t in named if not (engineer and t.engineer_negates)), key=lambda t: t.drm)


class _WithBases:
    """The hexes, and the bases next to those that border on them."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def neighbours(self, place: str) -> tuple[str, ...]:
        ground = self._ground
        if place in ground.bases:
            return ground.entries[place]
        return (*ground.hexes.neighbours(place), *ground.bases_at(place))
