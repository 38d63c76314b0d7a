"""What people call zones, staging areas, units and counters: names as printed, aliases, unique beginnings.

Belongs here: vocabularies. Must not be here: what an answer means (forms), what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from pbem.kit.spelling import Names
from pbem_games.enduring_freedom.numbers import Numbers, islamist_name


@lru_cache(maxsize=4)
def zones(numbers: Numbers) -> Names:
    """3.3 Zones by name, id and other spellings (ruling R2)."""
    return Names({id: (zone.name, *zone.aliases) for id, zone in numbers.zones.items()}, inner=True, sort="place")


@lru_cache(maxsize=4)
def staging(numbers: Numbers) -> Names:
    """8.5 Staging areas by name and id."""
    return Names({id: (area.name,) for id, area in numbers.staging.items()}, inner=True, sort="place")


@lru_cache(maxsize=4)
def places(numbers: Numbers) -> Names:
    """Zones and staging areas."""
    known = {id: (zone.name, *zone.aliases) for id, zone in numbers.zones.items()}
    return Names({**known, **{id: (area.name,) for id, area in numbers.staging.items()}}, inner=True, sort="place")


@lru_cache(maxsize=4)
def units(numbers: Numbers) -> Names:
    """US, NATO and Iranian ground units, air units, Northern Alliance units: by name, those alike with a number."""
    return Names({**_ways(numbers.ground), **_ways(numbers.air), **_ways(numbers.assets), **_ways(numbers.north)},
                 inner=True, sort="unit")


@lru_cache(maxsize=4)
def kinds(numbers: Numbers) -> Names:
    """Kinds of Islamist counters, as targets are named; two kinds may be printed alike: then the id tells."""
    return Names({entry.id: (entry.id, entry.name, islamist_name(entry)) for entry in numbers.islamist.values()},
                 inner=True, labels={entry.id: islamist_name(entry) for entry in numbers.islamist.values()})


@lru_cache(maxsize=4)
def asset_kinds(numbers: Numbers) -> Names:
    """3.5 Kinds of assets: `iw`, `isr`, `uav`, `tlam`."""
    return Names({entry.id: (entry.id, entry.name) for entry in numbers.assets.values()}, sort="unit",
                 labels={entry.id: entry.name for entry in numbers.assets.values()})


class _Named(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


def _ways(entries: Mapping[str, _Named]) -> dict[str, tuple[str, ...]]:
    """Id -> name; `Militia 3` for the third of those alike."""
    return {id: (f"{e.name} {id.rsplit('_', 1)[1]}" if id != e.id else e.name, id) for id, e in entries.items()}
