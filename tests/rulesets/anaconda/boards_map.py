"""The map of the game as its data tell it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files as package_files

import msgspec

from pbem.kit.data import Files, canonical, read, require_sources, strip
from pbem_games.anaconda.map import Ground
from pbem_games.anaconda.printed_map import MapFile


@cache
def map_files() -> Files:
    files = read(package_files("pbem_games.anaconda") / "data")
    only = {"map.toml": files["map.toml"]}
    require_sources(only)
    canonical(only)
    return only


@cache
def ground() -> Ground:
    return Ground(msgspec.convert(strip(map_files()["map.toml"]), MapFile, str_keys=True))
