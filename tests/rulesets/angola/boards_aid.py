"""Small positions for Reorganization, direct aid and crises: Columns whose contents are sealed."""

from __future__ import annotations

from angola.boards_recruits import empty_map, put

from pbem.play.requests import SealMany, Written
from pbem.play.table import Table
from pbem_games.angola.state import Column
from pbem_games.angola.words.manifest import ManifestForm


async def _seal(state, faction, manifests):
    form = ManifestForm(state.numbers, faction)
    item = Written(form, lambda manifest: None, lambda: ())
    sealed = await SealMany(rule="3", bucket=512, items={faction: [item] * len(manifests)})
    for (letter, (region, _)), handle in zip(manifests.items(), sealed[faction], strict=True):
        state.factions[faction].columns[letter] = Column(region, sealed=handle)


def sealed_columns(state, faction, secrets=None, **manifests):
    """Columns that only their faction knows, by letter: region and Units. Gives the secrets for the next table."""
    table = Table(_seal(state, faction, manifests), secrets=secrets)
    table.answer({faction: [units for _, units in manifests.values()]})
    own = state.factions[faction]
    for _, units in manifests.values():
        for unit in units:
            own.loose.pop(unit, None)
            if unit in own.reserve:
                own.reserve.remove(unit)
    assert table.pending is None
    return table.secrets


def luanda_garrison():
    """FAPLA has six infantry, a car and a straggling tank loose in Luanda, two infantry in Catete."""
    state = empty_map()
    put(state, "fapla", "luanda", *["infantry"] * 6, "armored_car", "tank")
    put(state, "fapla", "catete", "infantry", "infantry")
    state.factions["fapla"].loose["f.tank1"].straggler = True
    return state
