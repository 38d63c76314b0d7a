"""The sensible bot's plans: set-up, reorganization, recruits and aid, bids, Equipment.

Belongs here: answers outside of Operations. Must not be here: orders for cards, combat.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from pbem.kit.bots import may_answer, may_seal
from pbem.kit.forms import case_of
from pbem.play.requests import SealMany, Write
from pbem_games.angola.aid.arrival import ports_with_units
from pbem_games.angola.aid.covert import Offer
from pbem_games.angola.aid.entries import carriers_in, piece_limits
from pbem_games.angola.bots.judgement import SOVIET, Judgement
from pbem_games.angola.bots.odds import Force
from pbem_games.angola.equipment import FIELD
from pbem_games.angola.exchange import as_they_are, unlaid
from pbem_games.angola.map import CABINDA, LUANDA, columns_in, loose_in
from pbem_games.angola.printed import SovietLuanda
from pbem_games.angola.reorganization_plans import Before, before_of
from pbem_games.angola.setup import Start, start_of
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import Token
from pbem_games.angola.words.aid_recruitment import split_place
from pbem_games.angola.words.reorganization import Change, Plan, Standing
from pbem_games.angola.words.setup import Place
from pbem_games.angola.words.setup import Plan as SetUpPlan

GROUP = 3  # loose Units that are worth a marker
CROWD = 3  # plain infantry in a region of which some may as well be a brigade

# ---------------------------------------------------------------- 3 set-up


def setup_plan(sight: Sight, rng: random.Random) -> list[Any]:
    """3 Big Columns where most can be won, one Unit as garrison in every other town as far as they go."""
    start = start_of(sight.state, sight.faction)
    judgement = Judgement(sight)
    on_map: dict[str, list[Token]] = {}
    for unit, region in start.on_map.items():
        on_map.setdefault(region, []).append(unit)
    places = sorted({*start.markers, *on_map})
    draw = {r: judgement.pull(r) + 60 * len(on_map.get(r, ())) + rng.randint(0, 20) for r in places}
    ranked = sorted(places, key=lambda r: -draw[r])
    heads = ranked[: min(len(start.letters), 3)]
    standing = {r: list(on_map.get(r, ())) for r in places}
    for unit, region in zip(start.off_map, _spread(start, ranked, heads), strict=False):
        standing[region].append(unit)
    columns: dict[str, Place] = {}
    inside: dict[str, tuple[Token, ...]] = {}
    letters = list(start.letters)
    for region in sorted(heads, key=lambda r: -len(standing[r])):
        keeps = 1 if region in start.markers and len(standing[region]) > 2 else 0
        marching = standing[region][keeps:]
        if len(marching) >= 2 or (region == heads[0] and marching):
            letter = letters.pop(0)
            standing[region] = standing[region][:keeps]
            columns[letter] = Place(region, len(marching) if start.sizes_public else 0)
            inside[letter] = tuple(marching)
    loose = {region: tuple(units) for region, units in sorted(standing.items()) if units}
    return [SetUpPlan(loose, columns), *(inside.get(letter, ()) for letter in start.letters)]


def _spread(start: Start, ranked: list[str], heads: list[str]) -> list[str]:
    """Where off-map infantry goes, one after the other: full Columns first, then garrisons, then the rest."""
    markers = [r for r in ranked if r in start.markers]
    first = [r for r in heads if r in start.markers]
    order = [r for r in first for _ in range(start.per_marker)]
    garrisons = [r for r in markers if r not in first]
    return [*order, *garrisons * start.per_marker]


# ---------------------------------------------------------------- 8.1-3, 13 reorganization


def reorganization(sight: Sight, *, spare_only: bool) -> list[Any]:
    """8.1-3 Loose Units join Columns, large groups get a marker, crowds of infantry become brigades."""
    before = before_of(sight.state, sight.faction, spare_only=spare_only)
    inside = {x: sight.under(x) for x in sight.own.columns}
    if spare_only:
        return [(), *(() for _ in before.sealing)]
    letters = sight.state.numbers.factions[sight.faction].columns
    free = [x for x in letters if x not in inside]
    made = list(before.brigades)
    changes: list[Change] = []
    for region in sorted(before.regions, key=lambda r: -len(before.regions[r].loose)):
        change = _change(sight, before, region, free, made, inside)
        if change is not None:
            changes.append(change)
    plan: Plan = tuple(sorted(changes, key=lambda c: c.region))
    return [plan, *(tuple(inside.get(x, ())) for x in before.sealing)]


def _change(
    sight: Sight, before: Before, region: str, free: list[str], brigades: list[Token],
    inside: dict[str, tuple[Token, ...]],
) -> Change | None:
    """One region; `free` markers, `brigades` in reserve and what is `inside` Columns are brought up to date."""
    spot = before.regions[region]
    loose = _spare_ones(sight, region)
    counters = sight.state.numbers.counters
    letters = list(spot.letters)
    joining = list(loose) if letters else []
    if not letters and len(loose) >= GROUP and free:
        letters, joining = [free.pop(0)], list(loose)
    if not letters:
        return None
    head = max(letters, key=lambda x: len(inside.get(x, ())))
    tokens = [*inside.get(head, ()), *joining]
    made = []
    plain = [t for t in tokens if t in counters and counters[t].is_plain]
    cost = sight.state.numbers.limits.brigade_cost
    if brigades and len(plain) >= CROWD:
        brigade, used = brigades.pop(0), tuple(plain[-cost:])
        made.append((brigade, used))
        joining = [*(u for u in joining if u not in used), brigade]
        tokens = [*(t for t in tokens if t not in used), brigade]
    if not joining and not before.sizes_public:
        return None
    inside[head] = tuple(tokens)
    plus = [x for x in letters if x in spot.plus and (x != head or not joining)]
    sizes = {x: len(inside[x]) if before.sizes_public else 0 for x in letters}
    return Change(region, tuple(Standing(x, x in plus, sizes[x]) for x in letters), tuple(joining), tuple(made))


def _spare_ones(sight: Sight, region: str) -> list[Token]:
    """Loose Units that need not stay as a garrison."""
    loose = loose_in(sight.state, sight.faction, region)
    judgement = Judgement(sight)
    if judgement.tokens(region) and judgement.holder(region) == sight.faction:
        infantry = [u for u in loose if sight.counter(u).is_plain]
        return [u for u in loose if u not in infantry[:1]]
    return loose


# ---------------------------------------------------------------- 12 recruits, aid, bids


def recruits(sight: Sight, request: Write[Any]) -> tuple[tuple[str, int], ...]:
    """12.3 The most there is, towns in danger first, under own markers where there are any."""
    judgement = Judgement(sight)
    quiet: tuple[tuple[str, int], ...] = request.draft()
    counts: dict[str, int] = {}
    for place, count in quiet:
        spot = _with_column(sight, place)
        counts[spot] = counts.get(spot, 0) + count
    better = _singles(judgement, counts)
    tried = (_by_way(judgement, better), better, counts, dict(quiet))
    return next(tuple(sorted(c.items())) for c in tried
                if may_answer(request, tuple(sorted(c.items())), sight.peek))


def _with_column(sight: Sight, region: str) -> str:
    letters = columns_in(sight.state, sight.faction, region)
    return f"{region}.{letters[0]}" if letters else region


def _singles(judgement: Judgement, counts: dict[str, int]) -> dict[str, int]:
    """Single recruits go to the own towns where they ease danger most, and under a marker if one stands there."""
    sight = judgement.sight
    towns = [r for r in judgement.numbers.marked if judgement.holder(r) == sight.faction and r != "luanda"]
    towns = [r for r in towns if sight.state.markers[r].up]
    singles = [place for place, count in counts.items() if split_place(place)[0] in towns]

    def eased(region: str) -> int:
        there = judgement.own_force_in(region)
        return judgement.danger(region, there) - judgement.danger(region, there.and_also(Force(1)))

    chosen = sorted(towns, key=lambda r: (-eased(r), -judgement.tokens(r), r))[: len(singles)]
    kept = {place: count for place, count in counts.items() if place not in singles}
    return kept | {_with_column(sight, region): 1 for region in chosen}


def _by_way(judgement: Judgement, counts: dict[str, int]) -> dict[str, int]:
    """12.3.1 Whoever holds Luanda recruits there and in Cabinda by the way that leaves both in the least danger."""
    luanda = next((place for place in counts if split_place(place)[0] == LUANDA), "")
    if judgement.sight.faction not in judgement.numbers.alliances[SOVIET].members or not luanda:
        return counts
    rest = {place: count for place, count in counts.items() if place not in (luanda, CABINDA)}

    def danger(way: SovietLuanda) -> int:
        left = [(LUANDA, way.luanda), (CABINDA, way.cabinda)]
        return sum(judgement.danger(r, judgement.own_force_in(r).and_also(Force(n))) for r, n in left)

    best = min(judgement.numbers.tables.set_recruitment.soviet_luanda, key=danger)
    return rest | {place: n for place, n in ((luanda, best.luanda), (CABINDA, best.cabinda)) if n}


def deployment(sight: Sight, request: Write[Any]) -> tuple[tuple[str, str], ...]:
    """12.1.2 Under a marker where one stands; an airgroup rather than another Minor Unit."""
    quiet: tuple[tuple[str, str], ...] = request.draft()
    return tuple(sorted((thing, _with_column(sight, place) if place else "") for thing, place in quiet))


def delivery(sight: Sight, request: Write[Any]) -> tuple[tuple[str, str, int], ...]:
    """12.4.2 Everything, Units under a marker where one stands; of Equipment as much as has a place."""
    offered = case_of(request, Offer).in_all
    quiet: tuple[tuple[str, str, int], ...] = request.draft()
    units = [(item, _landing(sight, place), n) for item, place, n in quiet if place] or _by_port(sight, offered)
    equipment = [(item, "", n) for item, n in offered.items() if item in sight.state.numbers.equipment]
    for most in range(sum(n for _, _, n in equipment), -1, -1):
        answer = tuple(sorted([*units, *_cut(equipment, most)]))
        if may_answer(request, answer, sight.peek):
            return answer
    return quiet


def _by_port(sight: Sight, offered: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """12.4.2 Without a base FAPLA and MPLA land one Unit in each port: the dearest ones, where most is in danger."""
    judgement = Judgement(sight)
    ports = sorted(ports_with_units(sight.state, sight.faction), key=lambda r: -judgement.danger(r, Force()))
    types = sight.state.numbers.unit_types
    ordered = sorted((t for t in offered if t in types), key=lambda t: -(types[t].strength + types[t].dice))
    units = [t for t in ordered for _ in range(offered[t])]
    landed = Counter((t, _with_column(sight, port)) for t, port in zip(units, ports, strict=False))
    return [(t, place, n) for (t, place), n in landed.items()]


def _landing(sight: Sight, place: str) -> str:
    """FNLA lands in Zaire Proper rather than in the FLEC Base."""
    return _with_column(sight, "zaire_east" if place == "flec_base" else place)


def _cut(equipment: list[tuple[str, str, int]], most: int) -> list[tuple[str, str, int]]:
    found = []
    for item, place, count in equipment:
        if taken := min(count, most):
            found.append((item, place, taken))
            most -= taken
    return found


def bid(sight: Sight, legal: tuple[int, ...], rng: random.Random) -> int:
    """12.4.1, 12.4.3 Enough to get something; less if the enemy is ahead on the track, or near the end of it."""
    numbers = sight.state.numbers
    enemy = next(a for a in numbers.alliances if a != numbers.alliance(sight.faction))
    ours, theirs = sight.state.track[numbers.alliance(sight.faction)], sight.state.track[enemy]
    careful = theirs < ours or theirs <= numbers.tables.victory_track.end + 3
    return min(max(legal), rng.choice((1, 2, 2, 3) if careful else (2, 3, 3, 4)))


# ---------------------------------------------------------------- 2.4.2 Equipment


def new_entries(sight: Sight, request: SealMany[Any]) -> list[Any]:
    """12.4.2 New pieces go to Columns first, and where towns are in danger."""
    state, faction = sight.state, sight.faction
    judgement = Judgement(sight)
    values: list[Any] = as_they_are(state, faction, sight.peek)
    room = piece_limits(state, faction)

    def rank(region: str) -> tuple[int, int, str]:
        need = judgement.danger(region, Force()) + 40 * len(sight.units_in(region))
        return -bool(columns_in(state, faction, region)), -need, region

    for i, piece in enumerate(unlaid(state, faction)):
        held = sight.own.equipment[piece]
        if held.entry is None and not held.public:
            region = min((r for r, count in room.items() if count), key=rank)
            room[region] -= 1
            values[i] = carriers_in(state, faction, [region])[0]
    return values


def laid_mines(sight: Sight, request: SealMany[Any], before: list[Any]) -> list[Any]:
    """9.9.1 Mines are laid where own towns may be attacked; all else stays where it is. `before` are other items."""
    state, faction = sight.state, sight.faction
    values: list[Any] = as_they_are(state, faction, sight.peek)
    judgement = Judgement(sight)
    for i, (piece, carrier) in enumerate(zip(unlaid(state, faction), values, strict=True)):
        region = state.factions[faction].columns[carrier].region if carrier in sight.own.columns else carrier
        if sight.own.equipment[piece].kind == "mine" and judgement.tokens(region) and judgement.threat(region):
            tried = [*values[:i], FIELD + region, *values[i + 1 :]]
            if may_seal(request, faction, [*before, *tried], sight.peek):
                values = tried
    return values
