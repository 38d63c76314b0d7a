"""What the sensible bot thinks of a position: strengths, odds, what regions are worth, how far things are.

All in whole numbers, hundredths where finer. Belongs here: estimates. Must not be here: answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from heapq import heappop, heappush

from pbem_games.angola.bots.odds import CHANCE, GAIN, Force, between, expected_level, force_of
from pbem_games.angola.bots.reach import strikes
from pbem_games.angola.columns import could_hold
from pbem_games.angola.combat.battle import is_attacker
from pbem_games.angola.map import (
    CABINDA,
    LUANDA,
    MAIOMBE,
    columns_in,
    enemies_in,
    has_road,
    loose_in,
    may_cross,
    regions_of,
)
from pbem_games.angola.movement import Path, jungle_rating_needed
from pbem_games.angola.sight import Sight

FAR = 99
BASE = 3  # Victory Tokens that Luanda is worth as the base of FAPLA and MPLA besides its own
SOVIET = "soviet"
TOO_FAR = 16  # cost of a way from where nothing draws any more


class Judgement:
    """One look at a position by one faction."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.state, self.faction = sight, sight.state, sight.faction
        self.numbers = sight.state.numbers
        self.friends = (self.faction, self.numbers.ally(self.faction))
        self._enemies: dict[str, Force] = {}
        self._hidden: dict[str, Force] = {}
        self._held: dict[str, Force] = {}

    # ------------------------------------------------------------------ strength

    def force(self, tokens: Iterable[str]) -> Force:
        """What own Units bring into a combat."""
        return force_of(self.sight.counters(tokens))

    def enemy_force(self, region: str) -> Force:
        """The enemies in a region, hidden Columns by what they hold on average."""
        if region not in self._enemies:
            enemies = enemies_in(self.state, self.faction, region)
            self._enemies[region] = reduce(Force.and_also, (self._seen(f, region) for f in enemies), Force())
        return self._enemies[region]

    def own_force_in(self, region: str) -> Force:
        """The own Force there, and the ally's as far as it can be seen."""
        if region not in self._held:
            own = self.force(self.sight.units_in(region))
            self._held[region] = own.and_also(self._seen(self.friends[1], region))
        return self._held[region]

    def _seen(self, faction: str, region: str) -> Force:
        """Another faction's Units in a region: those that are seen, the others as they are on average."""
        loose = force_of(self.numbers.counters[u] for u in loose_in(self.state, faction, region))
        columns = (self._column(faction, letter) for letter in columns_in(self.state, faction, region))
        return reduce(Force.and_also, columns, loose)

    def _column(self, faction: str, letter: str) -> Force:
        column = self.state.factions[faction].columns[letter]
        known = force_of(self.numbers.counters[t] for t in column.known if t in self.numbers.counters)
        return known.and_also(self._hidden_in_each(faction)) if column.sealed is not None else known

    def _hidden_in_each(self, faction: str) -> Force:
        """What a sealed Column of another faction holds on average."""
        if faction not in self._hidden:
            columns = self.state.factions[faction].columns
            sealed = [x for x, column in columns.items() if column.sealed is not None]
            seen = {t for column in columns.values() for t in column.known}
            inside = [t for t in could_hold(self.state, faction, sealed[0]) if t not in seen]
            counters = [self.numbers.counters[t] for t in inside if t in self.numbers.counters]
            majors = len(inside) - len(counters)
            all_of_them = force_of(counters)
            strength, dice = all_of_them.strength + 4 * majors, all_of_them.dice + majors
            self._hidden[faction] = Force(-(-strength // len(sealed)), -(-dice // len(sealed)))
        return self._hidden[faction]

    # ------------------------------------------------------------------ combat

    def attack_value(self, tokens: Iterable[str], origin: str, region: str) -> int:
        """Hundredths: what an attack is worth, the prize of the region included as far as it is likely to be won."""
        ours, theirs = self.force(tokens), self.enemy_force(region)
        if not ours.strength:
            return -FAR * 100
        air = self.air(self.faction) - max(self.air(f) for f in enemies_in(self.state, self.faction, region))
        level = expected_level(
            self.state, ours, theirs, region, faction=self.faction, origin=origin, air=air
        )
        fight = between(GAIN, level) * min(ours.strength, theirs.strength + 2) // 3
        return fight + self.prize(region) * between(CHANCE, level) // 100

    def air(self, faction: str) -> int:
        """Airgroups that are ready."""
        return self.state.factions[faction].air_ready

    # ------------------------------------------------------------------ places

    def tokens(self, region: str) -> int:
        """What a town or city is worth to both sides."""
        if region == CABINDA:
            return 3 if not self.state.cabinda_fallen else 0
        return self.numbers.regions[region].tokens if region in self.state.markers else 0

    def holder(self, region: str) -> str:
        """Who holds the marker; "" for nobody, or no marker."""
        if region == CABINDA:
            return self.state.cabinda_holder
        return self.state.markers[region].holder if region in self.state.markers else ""

    def at_stake(self, region: str) -> int:
        """10.4 Victory Tokens that pass when a region is captured now: no more than its holder still has of its own."""
        holder = self.holder(region)
        left = self.state.factions[holder].tokens[holder] if holder else 0
        return min(self.tokens(region), left) if region != CABINDA else self.tokens(region)

    def prize(self, region: str) -> int:
        """Hundredths: what ending a move there gains, if nobody resists."""
        worth = self.tokens(region)
        holder = self.holder(region)
        if not worth or holder in self.friends:
            return 0
        if region == CABINDA:
            return 400 if "mpla" not in self.friends else 0
        return 250 * self.at_stake(region) + 50 + 50 * worth if holder else 200 + 100 * worth

    @cached_property
    def _menace(self) -> dict[str, tuple[Force, str]]:
        """The strongest enemy Column that can come to each region in one Operation, and whose it is."""
        found: dict[str, tuple[Force, str]] = {}
        held = {r for f in self.friends for r in regions_of(self.state, f)}
        for faction in self.numbers.enemies(self.faction):
            for letter, column in self.state.factions[faction].columns.items():
                force = self._column(faction, letter)
                for region in strikes(self.state, faction, column.region, held):
                    found[region] = max(found.get(region, (Force(), faction)), (force, faction))
        if MAIOMBE in found:  # whoever comes there comes to Cabinda next
            found[CABINDA] = max(found[MAIOMBE], found.get(CABINDA, found[MAIOMBE]))
        return found

    def threat(self, region: str) -> int:
        """Strength that an enemy Column could bring against a region soon."""
        return self._menace[region][0].strength if region in self._menace else 0

    def danger(self, region: str, left: Force) -> int:
        """Hundredths: what is risked where only this Force stays to hold an own town."""
        worth = self.tokens(region)
        if self.holder(region) not in self.friends or not worth:
            return 0
        if region == LUANDA and self.numbers.alliance(self.faction) == SOVIET:
            worth += BASE
        if region not in self._menace:
            return 0 if left.strength else 40 * worth
        force, enemy = self._menace[region]
        if not left.strength:
            return 400 * worth
        air = self.air(enemy) - max(self.air(f) for f in self.friends)
        return 4 * worth * between(CHANCE, expected_level(self.state, force, left, region, faction=enemy, air=air))

    @cached_property
    def _pull(self) -> dict[str, int]:
        """Hundredths: how a region draws Forces by what can be won near it."""
        prizes = {r: self.prize(r) - 60 * self.enemy_force(r).strength for r in self.numbers.regions if self.prize(r)}
        pull = dict.fromkeys(self.numbers.regions, 0)
        for target, value in prizes.items():
            for region, steps in self._ways_to(target).items():
                pull[region] = max(pull[region], max(value, 60) * 2 // (2 + steps))
        return pull

    @cached_property
    def _roads_in(self) -> dict[str, list[tuple[str, int]]]:
        """From where a region can be entered, at what cost: a road one, open land two, out of the jungle four."""
        found: dict[str, list[tuple[str, int]]] = {}
        for region in self.numbers.regions:
            near = [o for o in self.numbers.graph.neighbours(region) if may_cross(self.state, self.faction, o, region)]
            found[region] = [(o, self._cost(o, region)) for o in near]
        return found

    def _cost(self, start: str, to: str) -> int:
        if has_road(self.state, start, to):
            return 1
        return 4 if self.numbers.regions[start].jungle_rating else 2

    def _ways_to(self, target: str) -> dict[str, int]:
        """Cost of getting to a region, from wherever that is not too far."""
        found = {target: 0}
        edge = [(0, target)]
        while edge:
            cost, region = heappop(edge)
            for other, step in self._roads_in[region]:
                if cost + step < found.get(other, TOO_FAR):
                    found[other] = cost + step
                    heappush(edge, (cost + step, other))
        return found

    def pull(self, region: str) -> int:
        return self._pull[region]

    # ------------------------------------------------------------------ moves

    def move_value(self, path: Path, tokens: tuple[str, ...], *, may_attack: bool) -> int:
        """Hundredths: what it gains that these Units go this way, against staying."""
        start, end = path[0], path[-1]
        staying = [t for t in self.sight.units_in(start) if t not in tokens]
        if enemies_in(self.state, self.faction, end):
            if not may_attack:
                return -FAR * 100
            value = self.attack_value(tokens, path[-2], end)
        else:
            value = self.prize(end) + self.pull(end) - self.pull(start)
            before = self.own_force_in(end)
            value += self.danger(end, before) - self.danger(end, before.and_also(self.force(tokens)))
        value -= self.danger(start, self._left_in(start, staying)) - self.danger(start, self.own_force_in(start))
        rating = jungle_rating_needed(self.state, path)
        return value if rating is None or value < 0 else value * max(1, 7 - rating) // 6

    def _left_in(self, region: str, staying: Iterable[str]) -> Force:
        """What holds a region when of the own Units only these stay."""
        return self.force(staying).and_also(self._seen(self.friends[1], region))


def airgroups(sight: Sight, most: int) -> int:
    """9.6.2 As many as make two strikers, whatever the enemy has; one less where no town is fought for."""
    judgement, battle = Judgement(sight), sight.state.battle
    assert battle is not None
    enemies = battle.defenders if is_attacker(battle, sight.faction) else [battle.attacker]
    wanted = sum(judgement.air(f) for f in enemies) + (2 if judgement.tokens(battle.region) else 1)
    return min(most, wanted)
