"""What the sensible bot thinks of a position: strengths, odds, what regions are worth, how far things are.

All in whole numbers, hundredths where finer. Belongs here: estimates. Must not be here: answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from heapq import heappop, heappush

from rulesets.angola.columns import could_hold
from rulesets.angola.map import (
    CABINDA,
    LUANDA,
    columns_in,
    enemies_in,
    has_road,
    loose_in,
    may_cross,
    neighbours,
    stands_in,
)
from rulesets.angola.movement import Path, jungle_rating_needed
from rulesets.angola.numbers import Counter
from rulesets.angola.sight import Sight

BEST_OF = (0, 350, 447, 496, 524, 543)  # hundredths: the mean of the highest of so many dice
GAIN = (-700, -500, -200, -50, 250, 450, 550, 650, 800)  # hundredths: what a combat result is worth, by odds level
FAR = 99
REACH = 3  # steps from which an enemy is a threat
TOO_FAR = 16  # cost of a way from where nothing draws any more


class Judgement:
    """One look at a position by one faction."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.state, self.faction = sight, sight.state, sight.faction
        self.numbers = sight.state.numbers
        self.friends = (self.faction, self.numbers.ally(self.faction))
        self._enemies: dict[str, int] = {}
        self._held: dict[str, int] = {}

    # ------------------------------------------------------------------ strength

    def own_strength(self, tokens: Iterable[str]) -> int:
        return sum(_worth_in_combat(c) for c in self.sight.counters(tokens))

    def enemy_strength(self, region: str) -> int:
        """Strength of the enemies in a region, hidden Columns by what they hold on average."""
        if region not in self._enemies:
            enemies = enemies_in(self.state, self.faction, region)
            self._enemies[region] = sum(self._strength_of(f, region) for f in enemies)
        return self._enemies[region]

    def _strength_of(self, faction: str, region: str) -> int:
        units = loose_in(self.state, faction, region)
        hidden = 0
        for letter in columns_in(self.state, faction, region):
            column = self.state.factions[faction].columns[letter]
            units = units + [t for t in column.known if t in self.numbers.counters]
            hidden += self._hidden_in_each[faction] if column.sealed is not None else 0
        return sum(_worth_in_combat(self.numbers.counters[u]) for u in units) + hidden

    @cached_property
    def _hidden_in_each(self) -> dict[str, int]:
        """What a sealed Column of an enemy holds on average."""
        found = {}
        for faction in self.numbers.enemies(self.faction):
            columns = self.state.factions[faction].columns
            sealed = [x for x, column in columns.items() if column.sealed is not None]
            seen = {t for column in columns.values() for t in column.known}
            inside = [t for t in could_hold(self.state, faction, sealed[0]) if t not in seen] if sealed else []
            total = sum(_worth_in_combat(self.numbers.counters[t]) if t in self.numbers.counters else 4 for t in inside)
            found[faction] = -(-total // len(sealed)) if sealed else 0
        return found

    def own_strength_in(self, region: str) -> int:
        """Own strength there, and the ally's as far as it can be seen."""
        if region not in self._held:
            ally = self.friends[1]
            columns = columns_in(self.state, ally, region)
            known = sum(len(self.state.factions[ally].columns[x].known) + 2 for x in columns)
            own = self.own_strength(self.sight.units_in(region))
            self._held[region] = own + len(loose_in(self.state, ally, region)) + known
        return self._held[region]

    # ------------------------------------------------------------------ combat

    def attack_value(self, tokens: Iterable[str], origin: str, region: str) -> int:
        """Hundredths: what an attack is worth, without the prize of the region."""
        counters = self.sight.counters(tokens)
        ours, theirs = sum(_worth_in_combat(c) for c in counters), max(1, self.enemy_strength(region))
        if not ours:
            return -FAR * 100
        level = self._expected_level(counters, ours, theirs, origin, region)
        low = level // 100
        part = level - 100 * low
        value = GAIN[low] * (100 - part) + GAIN[min(low + 1, len(GAIN) - 1)] * part
        return value // 100 * min(ours, theirs + 2) // 3

    def _expected_level(self, counters: list[Counter], ours: int, theirs: int, origin: str, region: str) -> int:
        """Hundredths of steps on the odds scale, the dice on average."""
        scale = len(self.numbers.tables.odds.levels) - 1
        even = self.numbers.tables.odds.levels.index("1-1")
        base = 100 * (even - 1) + 100 * ours // theirs if ours >= theirs else 100 * (even + 1) - 100 * theirs // ours
        table = self.numbers.tables.terrain_dice
        about = self.numbers.regions[region]
        row = {"clear": table.clear, "savannah": table.savannah, "hills": table.hills, "jungle": table.jungle}
        border = self.numbers.graph.border(origin, region)
        extra = bool(about.settlement) + (border is not None and border.up == region)
        defence_dice = min(5, row[about.terrain].defender + extra)
        support = sum(
            r != origin and stands_in(self.state, self.faction, r) for r in neighbours(self.state, region)
        )
        bonus = min(table.max_net_bonus, sum(c.dice for c in counters) + support)
        difference = BEST_OF[row[about.terrain].attacker] - BEST_OF[defence_dice] + 100 * bonus
        return max(0, min(100 * scale, base + difference // 2))

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

    def prize(self, region: str) -> int:
        """Hundredths: what ending a move there gains, if nobody resists."""
        worth = self.tokens(region)
        holder = self.holder(region)
        if not worth or holder in self.friends:
            return 0
        if region == CABINDA:
            return 400 if "mpla" not in self.friends else 0
        return 300 * worth + 50 if holder else 200 + 100 * worth

    @cached_property
    def _enemy_regions(self) -> list[str]:
        """Regions with enemies."""
        return [r for r in self.numbers.regions if enemies_in(self.state, self.faction, r)]

    @cached_property
    def _menace(self) -> dict[str, int]:
        """The strongest enemy Force within reach of each region."""
        found: dict[str, int] = {}
        for start in self._enemy_regions:
            strength = self.enemy_strength(start)
            for region in self._near(start):
                found[region] = max(found.get(region, 0), strength)
        return found

    def _near(self, start: str) -> list[str]:
        """Regions at most so many steps away; road steps are no nearer than others."""
        found, edge = {start: 0}, [start]
        for steps in range(1, REACH + 1):
            edge = [o for region in edge for o in self.numbers.graph.neighbours(region) if o not in found]
            found |= dict.fromkeys(edge, steps)
        return list(found)

    def threat(self, region: str) -> int:
        """Strength that enemies could bring against a region soon."""
        return self._menace.get(region, 0)

    def danger(self, region: str, left: int) -> int:
        """Hundredths: what is risked where only `left` strength stays to hold an own town."""
        worth = self.tokens(region)
        if self.holder(region) not in self.friends or not worth:
            return 0
        threat = self.threat(region)
        if not threat:
            return 0 if region != LUANDA or left else 200
        worth = worth + 2 if region == LUANDA else worth
        return max(0, min(100, 100 * (threat - left) // threat)) * worth * 2

    @cached_property
    def _pull(self) -> dict[str, int]:
        """Hundredths: how a region draws Forces by what can be won near it."""
        prizes = {r: self.prize(r) - 60 * self.enemy_strength(r) for r in self.numbers.regions if self.prize(r)}
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
        value = self.prize(end)
        if enemies_in(self.state, self.faction, end):
            if not may_attack:
                return -FAR * 100
            attack = self.attack_value(tokens, path[-2], end)
            value = attack + (value if attack > 0 else 0)
        else:
            value += self.pull(end) - self.pull(start)
            before = self.own_strength_in(end)
            value += self.danger(end, before) - self.danger(end, before + self.own_strength(tokens))
        here = self.own_strength_in(start)
        value -= self.danger(start, self.own_strength(staying)) - self.danger(start, here)
        rating = jungle_rating_needed(self.state, path)
        return value if rating is None or value < 0 else value * max(1, 7 - rating) // 6


def _worth_in_combat(counter: Counter) -> int:
    """Strength with a little for dice and fire."""
    return max(counter.strength, int(counter.kind in ("engineer", "armored_car")))
