"""9.3.1 to 9.3.3 The Hit Table, and what its results do to a side.

Belongs here: dice to results, which outcomes are legal, applying them to Units, losing Units in a combat.
Must not be here: who fires, at whom. Rulings R51, R56 to R58, R62.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Roll, Tell, Write
from pbem_games.angola import belongings
from pbem_games.angola.combat import battle as sides
from pbem_games.angola.forces import lose_unit
from pbem_games.angola.map import columns_in, stands_in
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words import fire as words
from pbem_games.angola.words.fire import Outcome, outcome_form


class Results(msgspec.Struct, frozen=True):
    """9.3.1 The sum of a volley."""

    suppressions: int = 0
    hits: int = 0

    def __add__(self, other: Results) -> Results:
        return Results(self.suppressions + other.suppressions, self.hits + other.hits)


def volley(state: State, rule: str, about: str, side: str, dice: int, *, decides: str) -> Roll:
    """9.3.1 So many dice of a side on the Hit Table, `decides` says of what."""
    return Roll(
        rule=rule, about=about, dice=dice, side=side, hits=(state.numbers.hit_faces,) * dice,
        decides=decides, reads=partial(words.on_hit_table, state.numbers.tables.hit.faces),
    )


def results_of(state: State, dice: Iterable[int]) -> Results:
    """9.3.1 What dice mean on the Hit Table."""
    faces = Tally(state.numbers.tables.hit.faces[die - 1] for die in dice)
    return Results(faces["suppression"], faces["hit"])


class Target(msgspec.Struct, frozen=True):
    """Who can suffer: how many under each name, in an order. A name is that of a Unit, or of airgroups all alike."""

    names: tuple[str, ...]
    ready: Mapping[str, int]
    down: Mapping[str, int]

    def count(self, name: str) -> int:
        return self.ready.get(name, 0) + self.down.get(name, 0)

    def unsuppressed(self, counts: Mapping[str, int]) -> int:
        """How many of these are unsuppressed."""
        return sum(n for name, n in counts.items() if name in self.ready)

    @property
    def total(self) -> int:
        return sum(self.ready.values()) + sum(self.down.values())


def toll(target: Target, results: Results, converted: int) -> tuple[int, int]:
    """9.3.3, b4.1 How many are lost, and how many of the unsuppressed are so no more, lost ones included.

    Every suppression and every hit takes one unsuppressed Unit out, whichever Unit the hit removes; with none left
    a hit removes a suppressed one (ruling R58), and a suppression finds no Unit.
    """
    hits = results.hits + converted  # 9.3.3: two suppressions for a hit
    suppressions = results.suppressions - 2 * converted
    return min(hits, target.total), min(hits + suppressions, sum(target.ready.values()))


def tolls(target: Target, results: Results) -> list[tuple[int, int]]:
    """The tolls that the owner can choose from, the one without conversions first."""
    return list(dict.fromkeys(toll(target, results, k) for k in range(results.suppressions // 2 + 1)))


def outcomes(target: Target, results: Results) -> Iterator[Outcome]:
    """9.3.3 Every legal outcome, lazily; first the one without conversions that takes Units in order (ruling R131)."""
    names = target.names
    for lost, out in tolls(target, results):
        for counts in _spread([target.count(n) for n in names], lost):
            losses = dict(zip(names, counts, strict=True))
            left = [have - losses[n] for n, have in target.ready.items()]
            for turned in _spread(left, out - target.unsuppressed(losses)):
                yield Outcome(_named(names, counts), _named(tuple(target.ready), turned))


def check_outcome(target: Target, results: Results, outcome: Outcome) -> None:
    """Raises IllegalMove for an outcome that the results do not allow."""
    losses, turned = Tally(outcome.lost), Tally(outcome.suppressed)
    for name in target.names:
        if turned[name] > target.ready.get(name, 0):
            raise IllegalMove(f"suppress {name}", "9.3.3", "it is suppressed already, or not one of so many")
        if losses[name] + turned[name] > target.count(name):
            raise IllegalMove(f"lose or suppress {name}", "9.3.3", f"there are {target.count(name)} of it in all")
    if (losses.total(), target.unsuppressed(losses) + turned.total()) not in tolls(target, results):
        form = outcome_form(target.names)
        because = f"{results.suppressions} suppressions and {results.hits} hits do not come to that"
        legal = [form.spell(o) for o in islice(outcomes(target, results), 5)]
        raise IllegalMove(form.spell(outcome), "9.3.3", because, legal=legal)


class Batch(msgspec.Struct, frozen=True):
    """9.3.2 A batch of results and who can suffer from it; called with an outcome, it refuses a wrong one."""

    target: Target
    results: Results

    def __call__(self, outcome: Outcome) -> None:
        check_outcome(self.target, self.results, outcome)


def _spread(room: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """All ways to take `count` out of these, as many as can be of the first ones first."""
    if not room:
        yield ()
        return
    for here in range(min(room[0], count), max(0, count - sum(room[1:])) - 1, -1):
        for rest in _spread(room[1:], count - here):
            yield (here, *rest)


def _by_sort(target: Target, sorts: Mapping[str, str]) -> Target:
    """The same target with names of one sort taken together."""
    ready: dict[str, int] = {}
    down: dict[str, int] = {}
    for name in target.names:
        sort = sorts.get(name, name)
        if name in target.ready:
            ready[f"{sort} ready"] = ready.get(f"{sort} ready", 0) + target.ready[name]
        else:
            down[f"{sort} down"] = down.get(f"{sort} down", 0) + target.down[name]
    return Target((*ready, *down), ready, down)


def _named(names: Sequence[str], counts: Sequence[int]) -> tuple[str, ...]:
    return tuple(n for n, count in zip(names, counts, strict=True) for _ in range(count))


async def choose_outcome(
    seat: str, target: Target, results: Results, *, about: str, sorts: Mapping[str, str] | None = None
) -> Outcome:
    """9.3.3 The owner says what the results do; nobody is asked where all choices come to the same.

    `sorts` says which names mean the same to everybody; without it all of them differ.
    """
    if len(list(islice(outcomes(_by_sort(target, sorts or {}), results), 2))) == 1:
        return next(outcomes(target, results))

    batch = Batch(target, results)
    return await Write(
        rule="9.3.3", seat=seat, about=about, form=outcome_form(target.names), check=batch, case=batch,
        draft=lambda: next(outcomes(target, results)),
    )


async def apply_results(
    state: State, battle: Battle, side: str, eligible: Sequence[Token], results: Results, *, rule: str
) -> None:
    """9.3.3, ruling R57 One batch of results against some ground Units of the side of this faction."""
    if results == Results() or not eligible:
        return
    ready = sides.unsuppressed(battle, eligible)
    down = [u for u in eligible if u not in ready]
    target = Target(tuple(eligible), dict.fromkeys(ready, 1), dict.fromkeys(down, 1))
    seat = sides.decider(state, battle, side)  # ruling R51
    sorts = {u: " ".join(sides.sort_of(state, u)) for u in eligible}
    outcome = await choose_outcome(seat, target, results, about=f"{battle.region}/{rule}", sorts=sorts)
    battle.suppressed += outcome.suppressed
    text = words.suffered(state, sides.side_of(battle, side), outcome)
    await Tell(rule=rule, text=text, places=(battle.region,))
    await eliminate(state, battle, outcome.lost)


async def eliminate(state: State, battle: Battle, units: Iterable[Token]) -> None:
    """9.3.3 Named Units are lost in this combat; Equipment of who has none left goes, uncovered fields show."""
    factions = [battle.attacker, *battle.defenders]
    covered = [f for f in battle.defenders if columns_in(state, f, battle.region)]
    present = [f for f in factions if stands_in(state, f, battle.region)]
    for unit in units:
        lose_unit(state, unit)
        sides.forget(battle, unit)
    pass_conduct(state, battle)
    for faction in covered:
        if not columns_in(state, faction, battle.region):
            await belongings.uncover_fields(state, faction, battle.region)  # ruling R69
    if any(not stands_in(state, f, battle.region) for f in present):
        await belongings.give_up_lost(state, battle.region)  # 2.4.2, ruling R124


def pass_conduct(state: State, battle: Battle) -> None:
    """9.2, ruling R50 A conductor without Units hands over to its ally in the combat."""
    if battle.conductor and not sides.has_conductor_units(state, battle):
        battle.conductor = next((f for f in battle.defenders if stands_in(state, f, battle.region)), battle.conductor)
