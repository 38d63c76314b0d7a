"""12.2 Crises: what a patron decides when it has no more Major Units to send.

Units under markers that others cannot look under are withdrawn by name or label and letter: a claim, checked by the
owner's tool before it signs and by all when the Column is opened.
Belongs here: the rolls, their effects, withdrawals. Must not be here: what the lasting effects forbid (movement, air,
aid.covert).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.hidden import take_out
from pbem.play.requests import Ask, Late, Listed, Peek, Roll, Seal, Sealed, Tell, Write
from pbem_games.angola import belongings, equipment
from pbem_games.angola.aid.arrival import arrive, places
from pbem_games.angola.aid.majors import aid_regions, hide, pool_count, show_majors
from pbem_games.angola.columns import contents, could_hold, late_held, make_claim
from pbem_games.angola.forces import drop_marker_if_empty, withdraw_unit
from pbem_games.angola.map import columns_in, stands_in
from pbem_games.angola.printed import CrisisRow
from pbem_games.angola.state import CrisisState, State, Token
from pbem_games.angola.words import aid_direct as words
from pbem_games.angola.words.aid_direct import Withdrawal, WithdrawalForm
from pbem_games.angola.words.aid_recruitment import Place, split_place
from pbem_games.angola.words.claims import tokens_there
from pbem_games.angola.words.common import faction_name

POOL = "pool"
ALL = 99  # what the table says for all Major Units
INSTEAD = 2  # non-infantry Units for each Major Unit that is missing (12.2 note 2)


async def crisis_rolls(state: State, faction: str, count: int, *, taken: Iterable[str] = ()) -> None:
    """12.2, ruling R106 One roll for each Major Unit that could not be drawn, each carried out before the next.

    `taken` are ports that direct aid has filled in this step.
    """
    ports = list(taken)
    for _ in range(count):
        crisis, table = state.factions[faction].crisis, state.numbers.tables.crisis
        bonus = 0 if crisis.has_rolled else table.first_roll_bonus  # ruling R106
        reads = partial(words.read_crisis, table.rows, bonus)
        (die,) = await Roll(rule="12.2", about=faction, side=faction, reads=reads)
        crisis.has_rolled = True
        row = next(row for row in table.rows if row.die == die + bonus)
        await Tell(rule="12.2", text=words.crisis_told(state, faction, die, row), headline=True)
        if row.receive_major and not state.factions[faction].crisis.cut_off:  # ruling R109
            ports += await receive_major(state, faction, ports)
        if row.withdraw:
            await withdraw(state, faction, row.withdraw)
        remember(crisis, row)


def remember(crisis: CrisisState, row: CrisisRow) -> None:
    """12.2 notes 3 and 4, ruling R109 Effects last for the game and add up."""
    crisis.card_penalty += row.card_penalty
    crisis.majors_may_not_attack |= row.effect == "majors_may_not_attack"
    crisis.majors_may_not_move |= row.effect == "majors_may_not_move"
    crisis.cut_off |= row.effect == "cut_off"


# ---------------------------------------------------------------- a score of eight


async def receive_major(state: State, faction: str, taken: Iterable[str]) -> list[str]:
    """12.2 note 1, D26, ruling R107 One Major Unit out of the pool or of the dead, placed as direct aid.

    Gives the port that is taken by it, if ports count.
    """
    own = state.factions[faction]
    regions, limit = aid_regions(state, faction)
    full = list(taken) if limit is not None else []
    open_places = places(state, faction, [r for r in regions if limit is None or full.count(r) < limit])
    sources = [*([POOL] if pool_count(state, faction) else []), *own.dead]
    if not sources or not open_places:
        await Tell(rule="12.2", text=words.nothing_received_told(state, faction))
        return []
    legal = [f"{source}={place}" for source in sources for place in open_places]
    answer = await Ask(rule="12.2", seat=faction, about=f"{faction}/receive", legal=lambda: legal)
    source, _, place = answer.partition("=")
    if source == POOL:
        await _out_of_the_pool(state, faction, place)
    else:
        own.dead.remove(source)
        await _arrive(state, faction, [source], 0, place)
    return [split_place(place)[0]]


async def _out_of_the_pool(state: State, faction: str, place: Place) -> None:
    """12.2 note 1 The owner chooses which; under a marker it stays secret, loose it is shown."""
    own = state.factions[faction]
    others = tuple(own.hidden.values())

    def late(given: dict[str, Sealed[str]]) -> list[Late]:
        what = f"{faction_name(state, faction)}: the Major Unit comes out of the pool"
        return [Late("12.2", what, (given[faction], *others), lambda unit, *hidden: unit not in hidden)]

    pool = tuple(own.major_pool)
    sealed = await Seal(rule="12.2", about=f"{faction}/pool", bucket=128, items={faction: Listed(pool)}, late=late)
    label = hide(state, faction, sealed[faction])
    if split_place(place)[1]:
        await _arrive(state, faction, [label], 1, place)
    else:
        shown = await show_majors(state, faction, [label], rule="12.2")
        await _arrive(state, faction, list(shown.values()), 0, place)


async def _arrive(state: State, faction: str, units: list[Token], hidden: int, place: Place) -> None:
    if units:
        arrive(state, faction, units, place)
        named = [] if hidden else units
        text = words.deployed_told(state, faction, named, hidden, place)
        await Tell(rule="12.2", text=text, places=(split_place(place)[0],))


# ---------------------------------------------------------------- withdrawal: questions


class Recall(msgspec.Struct, frozen=True):
    """12.2 note 2 What is to be withdrawn: numbers, and where each Unit may be ("" loose, else a letter).

    Called with a withdrawal, it refuses a wrong one.
    """

    faction: str
    majors: int
    others: int  # Units that are no infantry, airgroups included
    airgroups: int  # that there are
    major_at: dict[Token, tuple[str, ...]]
    other_at: dict[Token, tuple[str, ...]]
    secret: tuple[str, ...]  # letters of Columns whose contents are sealed

    def __call__(self, withdrawal: Withdrawal) -> None:
        check_withdrawal(self, withdrawal)

    @property
    def where(self) -> dict[Token, tuple[str, ...]]:
        return {**self.major_at, **self.other_at}

    @property
    def takes_all(self) -> bool:
        """Whether everything that can be withdrawn must be."""
        return self.majors == len(self.major_at) and self.others in (0, len(self.other_at) + self.airgroups)


def recall_of(state: State, faction: str, wanted: int) -> Recall:
    """12.2 note 2, ruling R108 Major Units on the map; for each that is missing, two Units that are not infantry."""
    own = state.factions[faction]
    numbers = state.numbers
    where: dict[Token, list[str]] = {u: [""] for u in numbers.ordered(list(own.loose))}
    for letter in sorted(own.columns):
        for token in could_hold(state, faction, letter):
            where.setdefault(token, []).append(letter)
    order = numbers.unit_order
    where = {t: where[t] for t in sorted(where, key=lambda t: (order.get(t, len(order)), t))}
    majors = {t: tuple(at) for t, at in where.items() if t not in numbers.counters or numbers.counters[t].is_major}
    others = {t: tuple(at) for t, at in where.items() if t not in majors and numbers.counters[t].kind != "infantry"}
    airgroups = own.air_ready + own.air_done
    missing = max(0, wanted - len(majors)) if wanted < ALL else int(not majors)  # ruling R108
    return Recall(
        faction=faction,
        majors=min(wanted, len(majors)),
        others=min(INSTEAD * missing, len(others) + airgroups),
        airgroups=airgroups,
        major_at=majors,
        other_at=others,
        secret=tuple(x for x, c in sorted(own.columns.items()) if c.sealed is not None),
    )


def true_places(state: State, faction: str, peek: Peek) -> dict[Token, str] | None:
    """Where the faction's Units are as it knows: a letter, or "" for loose. None for who may not look."""
    own = state.factions[faction]
    found = dict.fromkeys(own.loose, "")
    for letter in own.columns:
        inside = contents(state, faction, [letter]).without_labels()
        seen = inside.seen(peek)
        if seen is None:
            return None
        found |= {own.named.get(t, t): letter for t in inside.tokens(*seen)}
    return found


def honest(state: State, recall: Recall, peek: Peek) -> Withdrawal | None:
    """12.2 note 2 A withdrawal that is true: Units in order of id, then airgroups; None for who may not look."""
    at = true_places(state, recall.faction, peek)
    if at is None:
        return None
    majors = [t for t in recall.major_at if t in at][: recall.majors]
    others = [t for t in recall.other_at if t in at][: recall.others]
    if len(majors) < recall.majors or len(others) + recall.airgroups < recall.others:
        return None  # ruling R126: Units that should be on the map are nowhere
    taken = {t: at[t] for t in (*majors, *others)}
    left = [letter for t, letter in at.items() if t not in taken]
    emptied = tuple(x for x in recall.secret if x in taken.values() and x not in left)
    return Withdrawal(tuple(sorted(taken.items())), recall.others - len(others), emptied)


# ---------------------------------------------------------------- withdrawal: the answer


async def withdraw(state: State, faction: str, wanted: int) -> None:
    """12.2 note 2, D25, ruling R108 The owner names what goes back to its patron."""
    recall = recall_of(state, faction, wanted)
    answer = draft(recall)
    if recall.majors + recall.others and not _is_public_and_forced(recall):
        answer = await Write(
            rule="12.2",
            seat=faction,
            about=f"{faction}/withdraw",
            form=WithdrawalForm(),
            check=recall,
            case=recall,
            draft=lambda: draft(recall),
            late=lambda withdrawal: late_claims(state, recall, withdrawal),
            truth=lambda peek: honest(state, recall, peek) if recall.takes_all else None,
        )
    await carry_out(state, recall, answer)


def _is_public_and_forced(recall: Recall) -> bool:
    units = {**recall.major_at, **(recall.other_at if recall.others else {})}
    return recall.takes_all and all(at[0] not in recall.secret for at in units.values())


def draft(recall: Recall) -> Withdrawal:
    """Ruling R136: Units in order of id, first those that everybody sees; airgroups before Units that are secret."""
    majors = _seen_first(recall, recall.major_at)[: recall.majors]
    seen = [t for t in _seen_first(recall, recall.other_at) if recall.other_at[t][0] not in recall.secret]
    others = seen[: recall.others]
    airgroups = min(recall.airgroups, recall.others - len(others))
    secret = [t for t in recall.other_at if t not in seen][: recall.others - len(others) - airgroups]
    chosen = [*majors, *others, *secret]
    return Withdrawal(tuple(sorted((t, recall.where[t][0]) for t in chosen)), airgroups)


def _seen_first(recall: Recall, tokens: Iterable[Token]) -> list[Token]:
    return sorted(tokens, key=lambda t: recall.where[t][0] in recall.secret)


def check_withdrawal(recall: Recall, withdrawal: Withdrawal) -> None:
    """12.2 note 2 The right numbers, out of what may be there; raises IllegalMove."""
    units = [t for t, _ in withdrawal.units]
    for unit, letter in withdrawal.units:
        if letter not in recall.where.get(unit, ()):
            legal = [f"{t}/{x}" if x else t for t, at in recall.where.items() for x in at]
            raise _refused(recall, withdrawal, f"{unit} is not to be withdrawn from there", legal)
    if len(set(units)) != len(units) or len(set(withdrawal.emptied)) != len(withdrawal.emptied):
        raise _refused(recall, withdrawal, "something is named twice")
    majors = [t for t in units if t in recall.major_at]
    if len(majors) != recall.majors:
        raise _refused(recall, withdrawal, f"Major Units to be withdrawn: {recall.majors}", recall.major_at)
    if withdrawal.airgroups > recall.airgroups:
        raise _refused(recall, withdrawal, f"airgroups in play: {recall.airgroups}")
    if len(units) - len(majors) + withdrawal.airgroups != recall.others:
        because = f"Units other than infantry to be withdrawn: {recall.others}"
        raise _refused(recall, withdrawal, because, [*recall.other_at, *(["air"] if recall.airgroups else [])])
    touched = [letter for _, letter in withdrawal.units if letter in recall.secret]
    for letter in withdrawal.emptied:
        if letter not in touched:
            because = f"no Unit that others cannot see leaves Column {letter.upper()}"
            raise _refused(recall, withdrawal, because, touched)


def _refused(recall: Recall, withdrawal: Withdrawal, because: str, legal: Iterable[object] = ()) -> IllegalMove:
    said = WithdrawalForm().spell(withdrawal)
    return IllegalMove(f"{recall.faction} withdraws {said}", "12.2", because, legal=legal)


def late_claims(state: State, recall: Recall, withdrawal: Withdrawal) -> list[Late]:
    """e2 What is said to be under a marker is there, and a marker comes off exactly when nothing is left."""
    lates = []
    for letter in recall.secret:
        tokens = [t for t, at in withdrawal.units if at == letter]
        if tokens:
            lates.append(late_held(state, recall.faction, letter, "12.2", tokens))
            lates.append(_late_emptied(state, recall, letter, tokens, letter in withdrawal.emptied))
    return lates


def _late_emptied(state: State, recall: Recall, letter: str, tokens: list[Token], emptied: bool) -> Late:
    inside = contents(state, recall.faction, [letter]).less(tokens).without_labels()
    name = faction_name(state, recall.faction)
    what = f"{name} Column {letter.upper()} has {'no Unit' if emptied else 'a Unit'} left"
    return Late("8.1", what, inside.needs, lambda *values: bool(inside.tokens(*values)) != emptied,
                shows=lambda *values: f"left there: {tokens_there(inside.numbers, inside.tokens(*values))}")


# ---------------------------------------------------------------- withdrawal: off the map


async def carry_out(state: State, recall: Recall, withdrawal: Withdrawal) -> None:
    """12.2 note 2 Major Units go to the pool, others to the reserve; hidden ones are shown as they go."""
    faction = recall.faction
    own = state.factions[faction]
    regions = sorted({own.columns[x].region if x else own.loose[t].region for t, x in withdrawal.units})
    labels = [t for t, _ in withdrawal.units if t in own.hidden]
    names = await show_majors(state, faction, labels, rule="12.2")
    for token, letter in withdrawal.units:
        _leave(state, faction, token, letter, names.get(token) if token in labels else token)
    own.air_ready -= max(0, withdrawal.airgroups - own.air_done)
    own.air_done = max(0, own.air_done - withdrawal.airgroups)
    gone = [names.get(t, t) for t, _ in withdrawal.units if t in names or t not in labels]
    text = words.withdrawn_told(state, faction, gone, withdrawal.airgroups)
    await Tell(rule="12.2", text=text, places=tuple(regions))
    for letter in dict.fromkeys(x for _, x in withdrawal.units if x):
        _marker_after(state, faction, letter, letter in withdrawal.emptied)
    for region in regions:
        await _tidy(state, faction, region)


def _leave(state: State, faction: str, token: Token, letter: str, unit: Token | None) -> None:
    """A Unit leaves the map; `token` is what its Column calls it, `unit` None for a Major Unit that was no such one."""
    own = state.factions[faction]
    if not letter:
        withdraw_unit(state, token)
        return
    column = own.columns[letter]
    if unit in column.known:
        take_out(column, [unit])
    elif column.sealed is not None:
        take_out(column, [token])
    if unit is not None and state.numbers.counters[unit].is_major:
        own.major_pool = state.numbers.ordered([*own.major_pool, unit])
    elif unit is not None:
        own.reserve = state.numbers.ordered([*own.reserve, unit])


def _marker_after(state: State, faction: str, letter: str, emptied: bool) -> None:
    """8.1, ruling R127 A Column without Units loses its marker; of a secret one the owner has said so."""
    own = state.factions[faction]
    if own.columns[letter].sealed is None:
        drop_marker_if_empty(state, faction, letter)
    elif emptied:
        region = own.columns.pop(letter).region
        equipment.relocate(own, letter, region)
    else:
        make_claim(state, faction, letter, "8.1", "has_unit")


async def _tidy(state: State, faction: str, region: str) -> None:
    """2.4.2, 9.9.1 Equipment and minefields of a region that the faction may have left."""
    if not columns_in(state, faction, region):
        await belongings.uncover_fields(state, faction, region)
    if not stands_in(state, faction, region):
        await belongings.give_up_lost(state, region, factions=[faction])
        await belongings.return_fields(state, region)
