"""12.1.1 Major Units: how many the pool holds, the secret draw, labels of those that only their owner knows.

Belongs here: what direct aid and crises share. Must not be here: who receives how many, where Units stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.kit.hidden import as_drawn
from pbem.play.requests import DrawSecret, Late, Listed, Peek, Sealed, SealMany
from pbem_games.angola.aid.arrival import bases
from pbem_games.angola.columns import name_labels
from pbem_games.angola.markers import held_by
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import faction_name


def pool_count(state: State, faction: str) -> int:
    """12.1.1 How many Major Units are in the pool: those that are hidden on the map are not."""
    own = state.factions[faction]
    return len(own.major_pool) - len(own.hidden)


def aid_regions(state: State, faction: str) -> tuple[list[str], int | None]:
    """12.1.2 Where direct aid may stand, by id, and how many ground Units each region takes; None for any number."""
    base = bases(state, faction)
    about = state.numbers.factions[faction]
    if base or about.may_enter_zaire:
        return base, None
    ports = [r for r in held_by(state, faction, only_up=True) if state.numbers.regions[r].port]
    return ports, state.numbers.limits.direct_aid_units_per_port


async def draw_majors(state: State, counts: Mapping[str, int]) -> dict[str, list[Token]]:
    """12.1.1, E11 Each faction draws so many Major Units; gives their labels. Which they are only it knows."""
    draws: dict[str, Sealed[tuple[str, ...]]] = {}
    for faction, count in counts.items():
        if count:
            own = state.factions[faction]
            pool, less = tuple(own.major_pool), tuple(own.hidden.values())
            draws[faction] = await DrawSecret(
                rule="12.1.1", about=faction, seat=faction, pool=pool, count=count, less=less
            )
    labels: dict[str, list[Token]] = {f: [] for f in counts}
    if not draws:
        return labels

    def late(given: dict[str, tuple[Sealed[str], ...]]) -> list[Late]:
        what = "the Major Units are those that were drawn"
        return [
            as_drawn("12.1.1", f"{faction_name(state, f)}: {what}", draws[f], given[f], in_order=True) for f in draws
        ]

    def truth(seat: str, peek: Peek) -> tuple[str, ...] | None:
        drawn: tuple[str, ...] | None = peek(draws[seat])
        return drawn

    items = {f: [Listed(state.factions[f].major_pool)] * counts[f] for f in draws}
    sealed = await SealMany(rule="12.1.1", bucket=128, items=items, late=late, truth=truth)
    for faction, names in sealed.items():
        labels[faction] = [hide(state, faction, name) for name in names]
    return labels


def hide(state: State, faction: str, name: Sealed[str]) -> Token:
    """12.1.1 A new label for a Major Unit that only its owner knows."""
    own = state.factions[faction]
    own.hidden_made += 1
    label = f"{state.numbers.factions[faction].code}.h{own.hidden_made}"
    own.hidden[label] = name
    return label


async def show_majors(state: State, faction: str, labels: Iterable[Token], *, rule: str) -> dict[Token, Token]:
    """12.1.1 Opens labels; gives by label the Major Units that were in the pool indeed."""
    chosen = [(faction, label) for label in labels]
    if not chosen:
        return {}
    pool = list(state.factions[faction].major_pool)
    shown = {}
    for label, unit in (await name_labels(state, chosen, rule=rule, about=f"{faction}/major")).items():
        if unit in pool:
            pool.remove(unit)
            shown[label] = unit
    return shown
