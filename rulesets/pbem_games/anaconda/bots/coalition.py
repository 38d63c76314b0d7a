"""The Coalition's thoughts: land together in cover near enemies, look before firing, mass fire, hold towns and passes.

Belongs here: what the Coalition answers, the best first. Must not be here: values (estimates), places (outlook).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from pbem_games.anaconda.airmobile import CARRIERS
from pbem_games.anaconda.attack import targets
from pbem_games.anaconda.bots import hunting
from pbem_games.anaconda.bots.estimates import Fire, attack_on, in_turn
from pbem_games.anaconda.bots.laying import sites
from pbem_games.anaconda.bots.outlook import FAR, NEXT_TO, Outlook
from pbem_games.anaconda.defensive import late_targets
from pbem_games.anaconda.firing import attackers, coalition_firers
from pbem_games.anaconda.forces import command_of, face_down_at, gunships, helicopters, is_in_action
from pbem_games.anaconda.isr import eyes, recon_hexes
from pbem_games.anaconda.moves import movers, reach_of
from pbem_games.anaconda.numbers import BASES, COALITION
from pbem_games.anaconda.orders import ADVANCE, ATTACK, DONE, FIRE, FLY, MOVE, PASS, RECON, STAY, Order, Placing
from pbem_games.anaconda.printed import Printed

GARDEZ, KHOWST = BASES
HELD, PASS_HELD = 120, 45  # what an objective, and a pass that nobody holds yet, add to a hex
EARLY, LAST_TURNS = 20, 3  # what an objective adds before the last turns: 23.2 counts who holds it at the end
FLIES_FROM = 4  # the turn: until then many guns still lie face down, and nobody holds a place to land beside
TOGETHER = 2  # hexes between towns that are taken as one
FROM_GOAL = 8  # what each hex of distance to an objective costs
BETTER = 12  # by so much a hex must be better to go there
AIR, GUNSHIP = 12, 25  # hundredths of a point that an attack must gain more for each of these
KEPT = ("uav", "satellite")  # they look; all other air units fire
WALKS = ("infantry", "sof")  # they come on foot if there is no helicopter for them
GUN = 40  # what each known gun that reaches a landing costs: whoever is aboard a damaged helicopter lands pinned
LANDED_IN_FIRE = 3  # for each tenth of strength that fires at whoever stands in a hex
COMING, AROUND = 5, 2  # hexes from which enemies come to whoever lands, and friends help
AMBUSH, WAITS = 50, 3  # hundredths of a point that are worth lying in wait for, and until which turn
SUSPECT = 2  # counters that one is worth for a look which may be a leader about to leave
LANDING_RADIUS = 3  # hexes from a goal in which helicopters land


def worth_for_team(look: Outlook, hex: str, *, may_hunt: bool = True) -> tuple[int, int, str]:
    """3.5(1), 20.5 By the way out of who may be a leader; else an observation point, out of reach of rifles."""
    waiting = hunting.ambush(look.state, hex)
    is_point = int(hex in look.ground.observation_points)
    return (2 if may_hunt and waiting >= AMBUSH else is_point,
            10 * look.seen_from(hex) + 4 * waiting - 15 * (look.threat(hex) // 10), hex)


def worth_for_leader(look: Outlook, hex: str) -> tuple[int, str]:
    """24.2 Where most of one's own stand."""
    return len(look.friends.get(hex, ())), hex


def bases(look: Outlook, ids: Sequence[str]) -> Placing:
    """3.5(2), 7.3 TF Dagger drives in from Gardez; everything that flies, or is to be flown, is in Khowst."""
    return tuple((id, GARDEZ if look.state.numbers.units[id].command == "tfd" else KHOWST) for id in ids)


# ---------------------------------------------------------------- 19 looking


def recons(look: Outlook) -> Iterator[Order]:
    """Everybody who can looks where most lies face down that nobody looks at yet; helicopters do better things."""
    numbers, ground = look.state.numbers, look.ground
    seen: set[str] = set()

    def hidden(hex: str, wide: bool) -> int:
        hexes = ground.hexes.within(hex, 1) if wide else (hex,)
        unseen = [id for at in hexes if at not in seen for id in face_down_at(look.state, at)]
        return len(unseen) + SUSPECT * sum(hunting.is_suspect(look.state, id) for id in unseen)

    for id in eyes(look.state):
        printed = numbers.units[id]
        hexes = [hex for hex in recon_hexes(look.state, id) if hex not in seen]
        if printed.type in ("soar", "ac130") or not hexes:
            continue
        wide = printed.type == "satellite"
        best = max(hexes, key=lambda hex: (hidden(hex, wide), look.company(hex), hex))
        seen.update(ground.hexes.within(best, 1) if wide else (best,))
        yield Order(RECON, (id,), (best,))
    yield Order(DONE)


# ---------------------------------------------------------------- 8, 16 moving


def moves(look: Outlook, *, may_fly: bool = True, goals: Sequence[str] = ()) -> Iterator[Order]:
    """8, 16 Flights in first, then walks, one counter after another; `goals` alone attract if they are given."""
    may_fly = may_fly and (bool(goals) or look.state.turn >= FLIES_FROM)
    goals = goals or _first(look)
    if may_fly:
        yield from _flights(look, goals)
    wanted = _goals(look, goals)
    left = {False: look.way_left(wanted), True: look.way_left(wanted, vehicular=True)}
    for id in movers(look.state):
        if id in look.idle() or not is_in_action(look.state, id):
            continue
        printed = look.state.numbers.units[id]
        order = _walk(look, id, printed, left[look.state.numbers.is_vehicular(id)], goals, may_fly)
        look.idle().add(id)
        if order is not None:
            yield order
    yield Order(DONE)


def _first(look: Outlook) -> list[str]:
    """The towns that lie together, until others must be held too: whoever comes as a whole is hurt least."""
    towns, far = look.ground.objectives, look.ground.distance
    if _is_late(look):
        return []
    return [town for town in towns if any(0 < far(town, other) <= TOGETHER for other in towns)]


def _goals(look: Outlook, goals: Sequence[str]) -> list[str]:
    """Where everybody wants to be near: the enemy, and objectives that nobody holds."""
    free = [hex for hex in look.ground.objectives if hex not in look.friends]
    return list(goals) or [*look.enemies, *free] or list(look.ground.objectives)


def _flights(look: Outlook, goals: Sequence[str]) -> Iterator[Order]:
    """16.3(1) The strongest loads first, each to its best landing; one helicopter is as good as another."""
    numbers = look.state.numbers
    hexes: list[str] = []
    by_base = {look.state.units[id].place: id for id in reversed(helicopters(look.state, *CARRIERS))}
    for base, helicopter in sorted(by_base.items()):
        loads = [id for id, unit in look.state.units.items() if unit.place == base and _can_fly(look, id)]
        for id in sorted(loads, key=lambda id: -numbers.units[id].firepower):
            hexes = hexes or _landing(look, goals)
            scores = {hex: _landing_score(look, hex, numbers.units[id], goals) for hex in hexes}
            if scores:
                yield Order(FLY, (helicopter, id), (max(scores, key=lambda hex: (scores[hex], hex)),))


def _can_fly(look: Outlook, id: str) -> bool:
    unit, numbers = look.state.units[id], look.state.numbers
    flown = numbers.is_ground(id) and numbers.units[id].type not in numbers.types.no_airmobile
    return flown and is_in_action(look.state, id) and not unit.moved and not unit.pinned


def _landing(look: Outlook, goals: Sequence[str]) -> list[str]:
    """Hexes near a goal in which no enemy stands."""
    wanted = goals or [*look.enemies, *look.ground.objectives]
    near = {hex for goal in wanted for hex in look.ground.hexes.within(goal, LANDING_RADIUS)}
    return sorted(hex for hex in near if hex not in look.enemies)


def _landing_score(look: Outlook, hex: str, printed: Printed, goals: Sequence[str]) -> int:
    """16.4 As good as it is to stand there, less what may fire at the helicopter, or at who is there too few."""
    risk = NEXT_TO * look.next_to_enemies(hex) + GUN * look.guns_on(hex) + LANDED_IN_FIRE * look.threat(hex)
    return _score(look, hex, printed, goals) - risk - outnumbered(look, hex)


def outnumbered(look: Outlook, hex: str) -> int:
    """Tenths of strength by which the enemies that can come to a hex are stronger than the friends around it."""
    enemies = sum(look.fire_of_enemies.get(at, 0) for at in look.ground.hexes.within(hex, COMING))
    friends = look.strength(id for at in look.ground.hexes.within(hex, AROUND) for id in look.friends.get(at, ()))
    return max(0, enemies - friends)


def _score(look: Outlook, hex: str, printed: Printed, goals: Sequence[str]) -> int:
    score = look.stand(hex, printed) - FROM_GOAL * _far(look, hex, goals)
    if hex in (goals or look.ground.objectives) and len(look.friends.get(hex, ())) < 2:
        score += HELD if _is_late(look) else EARLY
    if not goals and hex in sites(look.ground).passes and hex not in look.friends:
        score += PASS_HELD
    return score


def _is_late(look: Outlook) -> bool:
    return look.state.turn > look.state.numbers.turns.standard - LAST_TURNS


def _far(look: Outlook, hex: str, goals: Sequence[str]) -> int:
    """How many hexes to the nearest objective that nobody of the Coalition holds yet."""
    wanted = goals or [goal for goal in look.ground.objectives if goal not in look.friends]
    return min((look.ground.distance(hex, goal) for goal in wanted), default=0)


def _waits(look: Outlook, printed: Printed) -> bool:
    """Whether a unit in base waits for a helicopter: as long as one is free; guns and scouts always."""
    return printed.type not in WALKS or any(id not in look.busy for id in helicopters(look.state, *CARRIERS))


def _walk(
    look: Outlook, id: str, printed: Printed, left: dict[str, int], goals: Sequence[str], may_fly: bool
) -> Order | None:
    """To the best hex within reach, if it is better enough than staying."""
    at = look.state.units[id].place
    if id in look.busy or (at in BASES and may_fly and printed.command != "tfd" and _waits(look, printed)):
        return None
    reach = reach_of(look.state, id)
    here = look.ground.hexes

    def value(hex: str) -> int:
        return _score(look, hex, printed, goals) - 2 * min(left.get(hex, FAR), 60)

    if at in here and look.state.turn <= WAITS and hunting.ambush(look.state, at) >= AMBUSH:
        return None  # 20.5
    if at in here and value(at) >= HELD and at in look.ground.objectives:
        return None  # 23.2: it holds what counts
    options = [hex for hex in reach.costs if hex in here and hex != at]
    if not options:
        return None
    best = max(options, key=lambda hex: (value(hex), hex))
    if at in here and value(best) < value(at) + BETTER:
        return None
    return Order(MOVE, (id,), reach.way(best)[1:])


# ---------------------------------------------------------------- 10, 12 firing


def attacks(look: Outlook, air: int = AIR) -> Iterator[Order]:
    """10, 14.5 The attack that brings most, with no more than it needs; then the next one with who is left.

    `air` is what an attack must gain more for each air unit.
    """
    units = look.state.numbers.units
    able = {hex: [id for id in attackers(look.state, hex) if units[id].type not in KEPT] for hex in targets(look.state)}
    for hex, *firers in in_turn(able, partial(_best_fire, look, air)):
        yield Order(ATTACK, tuple(firers), (hex,))
    yield Order(DONE)


def _price(look: Outlook, id: str, air: int) -> int:
    """What must be gained for using a counter: those on the ground cost nothing."""
    numbers = look.state.numbers
    return 0 if numbers.is_ground(id) else GUNSHIP if numbers.is_helicopter(id) else air


def _best_fire(look: Outlook, price: int, hex: str, able: Sequence[str]) -> tuple[Fraction, tuple[str, ...]]:
    """All that fire from the ground, with air as long as it pays; then without those that change nothing."""
    units = look.state.numbers.units
    ground = [id for id in able if look.state.numbers.is_ground(id)]
    air = sorted((id for id in able if id not in ground), key=lambda id: (-units[id].firepower, id))
    best, chosen = Fraction(0), tuple[str, ...]()
    for count in range(0 if ground else 1, len(air) + 1):
        firers = (*ground, *air[:count])
        gain = attack_on(look.state, hex, firers, look.peek).gain - sum(_price(look, id, price) for id in firers)
        if gain > best:
            best, chosen = gain, firers
    return best, chosen


def defence(look: Outlook, target: str, hex: str) -> Iterator[Order]:
    """12 The command that is likeliest to stop whoever comes fires, all of it; gunships are kept for attacks."""
    by_command: dict[str, list[str]] = {}
    for id in coalition_firers(look.state, hex):
        by_command.setdefault(command_of(look.state, id), []).append(id)
    fires = [Fire(look.state, "defensive", COALITION, hex, ids, [target], look.peek) for ids in by_command.values()]
    for fire in sorted(fires, key=lambda fire: -fire.gain):
        if fire.gain > 0:
            yield Order(FIRE, fire.firers)
    yield Order(PASS)


def advances(look: Outlook, hex: str, able: Sequence[str]) -> Iterator[Order]:
    """11.3 Into an objective, or a hex with fewer enemies around it than the one they stand in."""
    is_worth = hex in look.ground.objectives or look.threat(hex) == 0
    if able and is_worth:
        yield Order(ADVANCE, tuple(able))
    yield Order(STAY)
    if able and not is_worth:
        yield Order(ADVANCE, tuple(able))


def gunships_after(look: Outlook) -> Iterator[Order]:
    """15.2(2) Against the best prize that has just moved, if it is worth the mission."""
    ready = tuple(gunships(look.state))
    found = []
    for target, hex in late_targets(look.state).items():
        fire = Fire(look.state, "defensive", COALITION, hex, ready, [target], look.peek)
        found.append((fire.gain, target))
    for gain, target in sorted(found, reverse=True):
        if gain > GUNSHIP * len(ready):
            yield Order(FIRE, ready, (target,))
    yield Order(PASS)
