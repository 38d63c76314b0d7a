"""8.2 Stacking: how many units one space holds.

Belongs here: the count. Must not be here: when it is asked (R13: where a force stops, withdraws, or appears).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem_games.fallujah.numbers import Numbers


def overstacked(numbers: Numbers, units: Iterable[str]) -> str:
    """8.2 The kind of which these units are too many for one space, "" if they fit.

    Four allowances, none lent to another (ruling R12); leaders, strikes, markers and OPFOR do not count (ruling R14).
    """
    limits = numbers.tables.stacking
    allowed = {
        "battalions": limits.battalions, "companies": limits.companies, "FOBs": limits.fobs,
        "helicopters": limits.helicopters,
    }
    counts = dict.fromkeys(allowed, 0)
    for unit in units:
        counts[_KIND[numbers.units[unit].size]] += 1
    return next((kind for kind, count in counts.items() if count > allowed[kind]), "")


_KIND = {"battalion": "battalions", "company": "companies", "platoon": "companies", "fob": "FOBs",
         "helicopter": "helicopters"}
