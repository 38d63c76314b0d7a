"""Random plans: set-up, Operations Packs, reorganization, and who carries Equipment.

Belongs here: plans that are legal and true when made. Must not be here: orders for cards (random_orders).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pbem.kit.bots import may_seal
from pbem.play.requests import Listed, SealMany
from pbem_games.angola.aid.entries import carriers_in, piece_limits
from pbem_games.angola.exchange import as_they_are, unlaid
from pbem_games.angola.map import loose_in
from pbem_games.angola.planning import BLANK, pack_size
from pbem_games.angola.reorganization import unchanged
from pbem_games.angola.reorganization_plans import Before, before_of
from pbem_games.angola.setup import start_of
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import Token
from pbem_games.angola.words.reorganization import Change, Standing
from pbem_games.angola.words.setup import Place, Plan

# ---------------------------------------------------------------- 3 set-up


def setup_plan(sight: Sight, rng: random.Random) -> list[Any]:
    """3 Steps 6 and 7: infantry spread over own markers, some of it under Columns."""
    start = start_of(sight.state, sight.faction)
    standing: dict[str, list[Token]] = {}
    for unit, region in start.on_map.items():
        standing.setdefault(region, []).append(unit)
    room = [region for region in start.markers for _ in range(start.per_marker)]
    rng.shuffle(room)
    for unit, region in zip(start.off_map, room, strict=False):
        standing.setdefault(region, []).append(unit)
    columns: dict[str, Place] = {}
    inside: dict[str, tuple[Token, ...]] = {}
    for letter in start.letters:
        region = rng.choice(sorted(standing))
        if standing[region] and rng.random() < 0.8:
            taken = rng.sample(standing[region], rng.randint(1, len(standing[region])))
            standing[region] = [u for u in standing[region] if u not in taken]
            columns[letter] = Place(region, len(taken) if start.sizes_public else 0)
            inside[letter] = tuple(taken)
    loose = {region: tuple(units) for region, units in sorted(standing.items()) if units}
    return [Plan(loose, columns), *(inside.get(letter, ()) for letter in start.letters)]


# ---------------------------------------------------------------- 5.4 packs


def pack(sight: Sight, rng: random.Random) -> list[str]:
    """5.4 All Blanks and other cards at random, in any order."""
    deck = sight.state.numbers.deck(sight.faction, sight.state.turn)
    blanks = [BLANK] * deck.get(BLANK, 0)
    others = [kind for kind, count in deck.items() if kind != BLANK for _ in range(count)]
    cards = [*blanks, *rng.sample(others, pack_size(sight.state) - len(blanks))]
    rng.shuffle(cards)
    return cards


# ---------------------------------------------------------------- 8.1-3, 13 reorganization


def reorganization(sight: Sight, rng: random.Random, *, spare_only: bool) -> list[Any]:
    """8.1-3, 13 Here and there Columns are combined, formed and shuffled, and brigades made."""
    before = before_of(sight.state, sight.faction, spare_only=spare_only)
    inside = {x: sight.under(x) for x in sight.own.columns}
    letters = sight.state.numbers.factions[sight.faction].columns
    free = [x for x in letters if x not in inside]
    changes = []
    made: list[Token] = []
    for region in before.regions:
        if rng.random() < 0.5 or before.sizes_public:
            change = _change(sight, rng, before, region, free, inside, made, spare_only)
            if change is not None:
                changes.append(change)
    return [tuple(changes), *(tuple(inside.get(x, ())) for x in before.sealing)]


def _change(
    sight: Sight, rng: random.Random, before: Before, region: str, free: list[str],
    inside: dict[str, tuple[Token, ...]], made: list[Token], spare_only: bool,
) -> Change | None:
    """What becomes of one region; None if nobody sees a change.

    `free` markers, Units `inside` Columns and brigades `made` so far are brought up to date.
    """
    spot = before.regions[region]
    staying = list(spot.letters) if spare_only or not spot.letters else rng.sample(
        spot.letters, rng.randint(1, len(spot.letters))
    )
    under = [] if spare_only else [t for x in spot.letters for t in inside[x]]
    loose = loose_in(sight.state, sight.faction, region)
    left = [b for b in before.brigades if b not in made]
    brigades = [] if spare_only else _brigade(sight, rng, left, [*loose, *under])
    used, new = [u for _, made_of in brigades for u in made_of], [b for b, _ in brigades]
    joining = [u for u in loose if u not in used and rng.random() < 0.5]
    joining += [b for b in new if rng.random() < 0.5 or not set(loose) & set(used)]
    fresh = [x for x in free if rng.random() < 0.4]
    letters = [*staying, *fresh]
    tokens = [*(t for t in under if t not in used), *joining]
    while letters and (len(tokens) < len(fresh) if spare_only else len(tokens) < len(letters)):
        fresh = fresh[:-1]
        letters = [*staying, *fresh] if fresh else staying[:1] if len(tokens) else []
    if (joining or spot.letters) and not letters:
        return None
    is_seen = set(letters) != set(spot.letters) or joining or brigades or before.sizes_public
    if not is_seen and spot.plus:
        return None  # ruling R35: they keep their +1 markers
    if len(tokens) < len(fresh if spare_only else letters):
        return None
    shares = _shares(rng, fresh if spare_only else letters, tokens)
    _take_off([] if spare_only else spot.letters, letters, free, inside)
    inside.update(shares)
    if not is_seen:
        return None  # what is shuffled under the same markers is nobody's business
    made.extend(new)
    sizes = {x: len(inside[x]) if before.sizes_public else 0 for x in letters}
    return Change(region, tuple(Standing(x, False, sizes[x]) for x in letters), tuple(joining), tuple(brigades))


def _take_off(
    emptied: Sequence[str], letters: Sequence[str], free: list[str], inside: dict[str, tuple[Token, ...]]
) -> None:
    """The Columns of a region are emptied; markers that stand there no more are free, those of `letters` are not."""
    for letter in emptied:
        inside[letter] = ()
        if letter not in letters:
            free.append(letter)
    free[:] = [x for x in free if x not in letters]


def _brigade(
    sight: Sight, rng: random.Random, left: Sequence[Token], units: Sequence[Token]
) -> list[tuple[Token, tuple[Token, ...]]]:
    """13 Sometimes a brigade, of three plain infantry."""
    counters = sight.state.numbers.counters
    plain = [u for u in units if u in counters and counters[u].is_plain]
    cost = sight.state.numbers.limits.brigade_cost
    if not left or len(plain) < cost or rng.random() < 0.6:
        return []
    return [(rng.choice(left), tuple(rng.sample(plain, cost)))]


def _shares(rng: random.Random, letters: Sequence[str], tokens: Sequence[Token]) -> dict[str, tuple[Token, ...]]:
    """All tokens under these markers, each with one at least."""
    if not letters:
        return {}
    mixed = list(tokens)
    rng.shuffle(mixed)
    shares = {x: [mixed.pop()] for x in letters}
    for token in mixed:
        shares[rng.choice(letters)].append(token)
    return {x: tuple(units) for x, units in shares.items()}


def quiet_reorganization(sight: Sight, *, spare_only: bool) -> list[Any]:
    """No change, or the quietest that can be sealed."""
    if spare_only:
        before = before_of(sight.state, sight.faction, spare_only=True)
        return [(), *(() for _ in before.sealing)]
    return unchanged(sight.state, sight.faction, sight.peek) or []


# ---------------------------------------------------------------- 2.4.2, 12.4.2 Equipment


def hand_over(sight: Sight, request: SealMany[Any], rng: random.Random, *, first: int = 0) -> list[Any]:
    """2.4.2 Some pieces change hands, some mines are laid; each step is tried before the next.

    The entries begin with the item number `first`; none if none are asked for.
    """
    items = request.per_seat()[sight.faction]
    if len(items) == first:
        return []
    before = [item.default() for item in items[:first]]
    values: list[Any] = as_they_are(sight.state, sight.faction, sight.peek)
    for i, item in enumerate(items[first:]):
        if isinstance(item, Listed) and rng.random() < 0.5:
            tried = [*values[:i], rng.choice(item.legal), *values[i + 1 :]]
            if may_seal(request, sight.faction, [*before, *tried], sight.peek):
                values = tried
    return values


def quiet_pack_and_pieces(sight: Sight, request: SealMany[Any]) -> list[Any]:
    """5.4 The quiet pack, and every piece where it is."""
    size = pack_size(sight.state)
    items = request.per_seat()[sight.faction]
    pieces = as_they_are(sight.state, sight.faction, sight.peek) if len(items) > size else []
    return [*(item.default() for item in items[:size]), *pieces]


def new_entries(sight: Sight, request: SealMany[Any], rng: random.Random) -> list[Any]:
    """12.4.2 New pieces go where there is room for them, the others stay."""
    state, faction = sight.state, sight.faction
    values: list[Any] = as_they_are(state, faction, sight.peek)
    room = piece_limits(state, faction)
    for i, piece in enumerate(unlaid(state, faction)):
        held = sight.own.equipment[piece]
        if held.entry is None and not held.public:
            region = rng.choice([r for r, count in room.items() if count])
            room[region] -= 1
            values[i] = rng.choice(carriers_in(state, faction, [region]))
    return values
