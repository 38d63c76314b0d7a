"""16.1(2) The Tactical Edge of a round: mobs gather, both sides add up, the higher total fires first.

Belongs here: the strength of mobs, the lead unit, the modifiers of both sides. Must not be here: fire.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.kit.pools import move, take
from pbem.kit.tables import Drm, total
from pbem.play.requests import Ask, Roll, Tell
from pbem_games.fallujah.combat.battle import battlefield, enemy_name, node_here, terrain_of, weakest_first
from pbem_games.fallujah.joint import is_support_barred
from pbem_games.fallujah.map import contact, fob_is_near, under_way
from pbem_games.fallujah.numbers import MARKERS, MOB
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words import dice as words

Lead = tuple[str, str]
"""The lead unit, and the marker committed with it or ""."""


async def gather_mobs(state: State) -> None:
    """14.5 Each mob rolls its firepower for this round, a 6 counts nothing; then OPFOR stands in order (R57, R71)."""
    operation = under_way(state)
    mobs = [e for e in operation.enemies if e.kind == MOB]
    misses_from = state.numbers.tables.events.mob_misses_from
    dice = await Roll(
        rule="14.5", about=f"{operation.space}/mob", dice=len(mobs), side="opfor",
        reads=partial(words.mobs, misses_from),
    )
    for mob, die in zip(mobs, dice, strict=True):
        mob.firepower = die if die < misses_from else 0
        text = f"{enemy_name(state, MOB)} in {battlefield(state)} rolls {die}: firepower {mob.firepower}"
        await Tell(rule="14.5", text=text, places=(operation.space,))
    operation.enemies = weakest_first(state, operation.enemies)


async def settle_edge(state: State) -> bool:
    """16.1 Whether the Coalition has the Tactical Edge: it names a lead unit and a marker, then both roll."""
    operation = under_way(state)
    lead, marker = await Ask(
        rule="16.1", seat=state.seat, about=operation.space, legal=lambda: leads(state), spell=spell_lead
    )
    ours, theirs = coalition_edge(state, lead, marker), opfor_edge(state)
    if len(leads(state)) > 1:  # else nobody chose
        await _tell_lead(state, lead, marker)
    spend_marker(state, marker)
    (our_die,) = await Roll(
        rule="16.1", about=f"{operation.space}/coalition", side="coalition", reads=partial(_read_ours, ours)
    )
    our_total, ties = our_die + total(ours), wins_ties(state)
    (their_die,) = await Roll(
        rule="16.1", about=f"{operation.space}/opfor", side="opfor",
        reads=partial(_read_theirs, our_total, ties, theirs),
    )
    is_ours = has_edge(our_total - their_die - total(theirs), wins_ties=ties)
    await _tell_edge(state, (our_die, ours), (their_die, theirs), is_ours=is_ours)
    return is_ours


def has_edge(ahead: int, *, wins_ties: bool) -> bool:
    """16.1 Whether a total so much higher gives the Coalition the edge; ties are settled by the terrain."""
    return ahead > 0 or (ahead == 0 and wins_ties)


def wins_ties(state: State) -> bool:
    """Terrain Effects Chart: the Coalition in the open, OPFOR elsewhere."""
    return terrain_of(state, under_way(state).space).tie == "coalition"


def leads(state: State) -> list[Lead]:
    """16.1, 12.3 Any unit of the force, helicopters too (ruling R64), each with at most one marker (R65).

    Best contact first; without a marker first.
    """
    units = sorted(under_way(state).force, key=lambda u: -contact(state, u))
    return [(unit, marker) for marker in ("", *markers_at_hand(state)) for unit in units]


def markers_at_hand(state: State) -> list[str]:
    """12.3 Kinds of marker that may be committed here now; none if option 31 bars them (ruling R115)."""
    if is_support_barred(state, under_way(state).space):
        return []
    return [marker for marker in MARKERS if state.available[marker]]


def spell_lead(lead: Lead) -> str:
    """`usmc_1_5`, `usmc_1_5 netwar`"""
    return " ".join(word for word in lead if word)


def spend_marker(state: State, marker: str) -> None:
    """12.2, 16.1, 22 NetWar goes to the recruit box (ruling R97), Intel is held for the Reaction Bin."""
    if marker == state.numbers.netwar.id:
        move(state.available, state.recruits, marker)
    elif marker:
        take(state.available, marker)
        under_way(state).held.append(marker)


def coalition_edge(state: State, lead: str, marker: str) -> list[Drm]:
    """16.1, 12.3, 28.2, 29.2 What the Coalition adds to its die; several leaders or FOBs count once (R84)."""
    operation, bonus = under_way(state), state.numbers.tables.edge
    drms = [Drm("16.1", f"{state.numbers.units[lead].label} leads", contact(state, lead))]
    if any(carrier in operation.force for carrier in state.leaders.values()):
        drms.append(Drm("29.2", "leader", bonus.leader))
    if marker:
        drms.append(Drm("12.3", _marker_name(state, marker), bonus.netwar))
    if fob_is_near(state, operation.space):
        drms.append(Drm("28.2", "FOB", bonus.fob))
    return drms


def opfor_edge(state: State) -> list[Drm]:
    """16.1 What OPFOR adds: its best contact, the node, in the first round each Ambush (ruling R58)."""
    operation, node = under_way(state), node_here(state)
    lead = max(operation.enemies, key=lambda e: e.contact)
    drms = [Drm("16.1", f"{enemy_name(state, lead.kind)} leads", lead.contact)]
    if node is not None and node.edge:
        drms.append(Drm("20.1", node.name, node.edge))
    if operation.combat_round == 1 and operation.ambushes:
        drms.append(Drm("14.5", "Ambush", operation.ambushes * state.numbers.tables.edge.ambush))
    return drms


# ---------------------------------------------------------------- in words


def _marker_name(state: State, marker: str) -> str:
    numbers = state.numbers
    return numbers.netwar.name if marker == numbers.netwar.id else numbers.events[marker].name


async def _tell_lead(state: State, lead: str, marker: str) -> None:
    support = f" with {_marker_name(state, marker)}" if marker else ""
    text = f"{state.numbers.units[lead].label} leads the force in {battlefield(state)}{support}"
    await Tell(rule="16.1", text=text, places=(under_way(state).space,))


def _reckoned(die: int, drms: Sequence[Drm]) -> str:
    """`6 +2 (1/5 leads) +1 (FOB, 28.2) = 9`"""
    added = [f"{d.value:+d} ({d.text if d.rule == '16.1' else f'{d.text}, {d.rule}'})" for d in drms]
    return " ".join([str(die), *added, f"= {die + total(drms)}"])


def _read_ours(drms: Sequence[Drm], dice: Sequence[int]) -> str:
    return f"Tactical Edge: {_reckoned(dice[0], drms)}"


def _read_theirs(our_total: int, ties: bool, drms: Sequence[Drm], dice: Sequence[int]) -> str:
    ahead = our_total - dice[0] - total(drms)
    has_it = "the Coalition has it" if has_edge(ahead, wins_ties=ties) else "OPFOR has it"
    tie = ": in this terrain it wins ties" if ahead == 0 else ""
    return f"Tactical Edge: {_reckoned(dice[0], drms)} against {our_total}, {has_it}{tie}"


async def _tell_edge(
    state: State, ours: tuple[int, list[Drm]], theirs: tuple[int, list[Drm]], *, is_ours: bool
) -> None:
    operation = under_way(state)
    totals = sorted((die + total(drms) for die, drms in (ours, theirs)), reverse=True)
    reckoned = [_reckoned(die, drms) for die, drms in (ours, theirs)]
    tie = ", which is enough in this terrain" if totals[0] == totals[1] else ""
    text = (
        f"Round {operation.combat_round} in {battlefield(state)}: {'the Coalition' if is_ours else 'OPFOR'} has the "
        f"edge and fires first, {totals[0]} to {totals[1]}{tie}; Coalition {reckoned[0]}; OPFOR {reckoned[1]}"
    )
    await Tell(rule="16.1", text=text, places=(operation.space,))
