"""A mountain valley of 832 hexes, as `valley.toml` tells it: the map, its lines of fire, what a step costs."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pbem.kit.hexes import Grid, HexMap
from pbem.kit.paths import StepCost
from pbem.kit.sight import Sight

VALLEY: dict[str, Any] = tomllib.loads((Path(__file__).parent / "valley.toml").read_text(encoding="utf-8"))
TERRAINS = {".": "clear", "r": "rough", "m": "mountain", "p": "peak"}
HALVES = {  # terrain -> on foot, by vehicle (None: no way)
    "clear": (2, 2), "rough": (4, 6), "mountain": (4, None), "peak": (6, None), "town": (2, 4), "cave": (4, None),
}


@cache
def valley() -> HexMap:
    return HexMap(Grid(columns=VALLEY["columns"], rows=VALLEY["rows"]))


def terrain(hex: str) -> str:
    """The ground of a hex without what is built on it."""
    return TERRAINS[VALLEY["terrain_rows"][int(hex[2:]) - 1][int(hex[:2]) - 1]]


def elevation(hex: str) -> int:
    return int(VALLEY["elevation_rows"][int(hex[2:]) - 1][int(hex[:2]) - 1])


def terrains(hex: str) -> list[str]:
    built = [name for name, key in (("town", "towns"), ("cave", "caves")) if hex in VALLEY[key]]
    return [terrain(hex), *built]


@cache
def network() -> frozenset[str]:
    return valley().sides([*VALLEY["roads"], *VALLEY["tracks"]])


@cache
def sight() -> Sight:
    hexes = valley().hexes
    levels = {hex: elevation(hex) for hex in hexes}
    levels |= dict.fromkeys(VALLEY["observation_points"], VALLEY["observation_level"])
    blocking = {hex for hex in hexes if {"mountain", "peak", "town"} & set(terrains(hex))}
    return Sight(valley(), levels, frozenset(blocking), network())


def step_cost(vehicle: bool) -> StepCost:
    """In halves of a point; roads and tracks cost one, a stream without a bridge two more, or four."""
    streams = valley().sides(VALLEY["streams"]) - valley().sides(VALLEY["bridges"])

    def cost(a: str, b: str) -> int | None:
        side = valley().side(a, b)
        prices = [HALVES[name][vehicle] for name in terrains(b)]
        known = [price for price in prices if price is not None]
        if side not in network() and len(known) < len(prices):
            return None
        return (1 if side in network() else max(known)) + (2 + 2 * vehicle if side in streams else 0)

    return cost
