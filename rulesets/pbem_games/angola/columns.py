"""8 Columns: what is under a marker, who may know it, and public claims about it.

Belongs here: contents, claims and their judging, markers going on and off. Must not be here: when (sequence), combat.
Contents are known to all, or sealed: then rules speak of them only by claims (rulings R48, R126).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.kit import hidden
from pbem.play.requests import Late, Peek, Sealed
from pbem_games.angola import equipment
from pbem_games.angola.ending import false_claim
from pbem_games.angola.numbers import Counter, Numbers
from pbem_games.angola.state import Claim, Column, State, Token
from pbem_games.angola.words.claims import tokens_there, units_there


class Contents(hidden.Contents, frozen=True, kw_only=True):
    """What is under one or more markers at one moment: copied, so that it can be judged at any later time.

    The labels are the hidden Major Units of the faction.
    """

    numbers: Numbers

    def units(self, *values: Any) -> tuple[Counter, ...]:
        """The counters, from the values of `needs`; a token that names none is left out."""
        return tuple(self.by_token(*values).values())

    def by_token(self, *values: Any) -> dict[Token, Counter]:
        """The counters as `units` gives them, each under the token it has here."""
        counters = self.numbers.counters
        return {t: counters[u] for t, u in self.faces(*values).items() if u in counters}

    def seen_units(self, peek: Peek) -> tuple[Counter, ...] | None:
        """The counters as far as somebody can see; None if one of `needs` is hidden from him."""
        values = self.seen(peek)
        return None if values is None else self.units(*values)


def contents(state: State, faction: str, letters: Iterable[str]) -> Contents:
    """The contents of these Columns of one faction, taken together, as they are now."""
    own = state.factions[faction]
    known: list[Token] = []
    gone: list[Token] = []
    sealed: list[Sealed[Any]] = []
    for letter in letters:
        column = own.columns[letter]
        known += column.known
        gone += column.gone
        sealed += [column.sealed] if column.sealed is not None else []
    labels = tuple(own.hidden) if sealed else tuple([t for t in known if t in own.hidden])
    needs = (*sealed, *[own.hidden[x] for x in labels])
    return Contents(
        numbers=state.numbers, known=tuple(known), gone=tuple(gone), labels=labels, needs=needs,
        named=tuple(own.named.items()),
    )


def public_size(column: Column) -> int | None:
    """8, ruling R28 How many Units are under a marker as everybody knows; None if that is secret."""
    if column.sealed is None:
        return len(column.known)
    claim = next((c for c in reversed(column.claims) if c.kind == "size"), None)
    if claim is None:
        return None
    return claim.number + len(column.known) - len(claim.known) - (len(column.gone) - len(claim.gone))


def is_known(state: State, faction: str, letter: str) -> bool:
    """Whether everybody knows every Unit under a marker."""
    own = state.factions[faction]
    column = own.columns[letter]
    return column.sealed is None and own.hidden.keys().isdisjoint(column.known)


# ---------------------------------------------------------------- claims


def _has_unit(units: tuple[Counter, ...], claim: Claim) -> bool:
    return len(units) >= 1


def _not_road_bound(units: tuple[Counter, ...], claim: Claim) -> bool:
    return not any(u.road_bound for u in units)


def _not_only_artillery(units: tuple[Counter, ...], claim: Claim) -> bool:
    return any(u.kind != "artillery" for u in units)


def _no_major(units: tuple[Counter, ...], claim: Claim) -> bool:
    return not any(u.is_major for u in units)


def _strength(units: tuple[Counter, ...], claim: Claim) -> bool:
    return announced_strength(units) == claim.number


def _no_engineer(units: tuple[Counter, ...], claim: Claim) -> bool:
    return not any(u.kind == "engineer" for u in units)


def free_engineers(ready: Iterable[Counter], suppressed: Iterable[Counter] = ()) -> int:
    """17.3, rulings R64, R65, R140 How many of these attackers may clear a minefield or assault a town.

    Where all attackers are engineers, the suppressed ones counted, one of those that are ready must fight instead.
    """
    units = list(ready)
    engineers = sum(u.kind == "engineer" for u in units)
    has_others = any(u.kind != "engineer" for u in (*units, *suppressed))
    return engineers if has_others or not engineers else engineers - 1


def _clears_mines(units: tuple[Counter, ...], claim: Claim) -> bool:
    return free_engineers(units) > 0


def _cannot_clear(units: tuple[Counter, ...], claim: Claim) -> bool:
    return free_engineers(units) < 1


def _armored_count(units: tuple[Counter, ...], claim: Claim) -> bool:
    return sum(u.is_armored for u in units) == claim.number


def _size(units: tuple[Counter, ...], claim: Claim) -> bool:
    return len(units) == claim.number


CLAIMS = hidden.Claims[tuple[Counter, ...], Claim]({
    "has_unit": ("has a Unit", _has_unit),
    "not_road_bound": ("holds no tank or Major artillery", _not_road_bound),
    "not_only_artillery": ("is not artillery alone", _not_only_artillery),
    "no_major": ("holds no Major Unit", _no_major),
    "strength": ("has strength {number}", _strength),
    "no_engineer": ("holds no engineer", _no_engineer),
    "clears_mines": ("holds an engineer free to clear mines", _clears_mines),
    "cannot_clear": ("holds no engineer free to clear mines", _cannot_clear),
    "armored": ("holds {number} armored Units", _armored_count),
    "size": ("has {number} Units", _size),
})


def announced_strength(units: Iterable[Counter]) -> int:
    """9.4, ruling R45 The figure of Step 1: printed strengths, engineers 1 each, lone Minor armored cars 1 each."""
    counted = list(units)
    if counted and all(u.kind == "armored_car" and not u.is_major for u in counted):
        return len(counted)
    return sum([1 if u.kind == "engineer" else u.strength for u in counted])


def late_claim(
    state: State, faction: str, letter: str, rule: str, kind: str, number: int = 0, *, less: Iterable[Token] = ()
) -> Late:
    """The claim as a late check, for the request whose answer makes it; `less` are Units that leave before."""
    inside = contents(state, faction, [letter]).less(less)
    who = f"{state.numbers.factions[faction].name} Column {letter.upper()}"
    claim = _claim_now(state, faction, letter, rule, kind, number)
    return CLAIMS.late(who, claim, inside.needs, inside.units, shows=_shows(inside))


def late_held(state: State, faction: str, letter: str, rule: str, tokens: Iterable[Token]) -> Late:
    """The claim that these Units are under this marker, for the request that names them (judged when it is opened)."""
    named = tuple(tokens)
    inside = contents(state, faction, [letter])
    what = f"{state.numbers.factions[faction].name} Column {letter.upper()} holds {tokens_there(state.numbers, named)}"
    return Late(
        rule, what, inside.needs, lambda *values: all(t in inside.tokens(*values) for t in named), shows=_shows(inside)
    )


def _shows(inside: Contents) -> Callable[..., str]:
    """In words what is there in truth, from the values of its `needs`."""

    def shows(*values: Any) -> str:
        units = inside.units(*values)
        return units_there(units, announced_strength(units))

    return shows


def could_hold(state: State, faction: str, letter: str) -> list[Token]:
    """8, e1 The Units that may be under this marker as far as everybody can tell, in the order of lists."""
    own = state.factions[faction]
    column = own.columns[letter]
    found = [*column.known]
    if column.sealed is not None:
        seen = {*own.loose, *own.reserve, *own.dead, *own.major_pool, *column.gone, *own.named}
        seen |= {t for c in own.columns.values() for t in c.known}
        found += [t for t in (*state.numbers.counters_of[faction], *own.hidden) if t not in seen]
    order = state.numbers.unit_order
    return sorted(found, key=lambda t: order.get(t, len(order)))


def make_claim(state: State, faction: str, letter: str, rule: str, kind: str, number: int = 0) -> None:
    """Notes a claim until the contents are opened; of a Column that everybody knows it needs none."""
    if not is_known(state, faction, letter):
        claim = _claim_now(state, faction, letter, rule, kind, number)
        claims = state.factions[faction].columns[letter].claims
        if claim not in claims:
            claims.append(claim)


def _claim_now(state: State, faction: str, letter: str, rule: str, kind: str, number: int) -> Claim:
    column = state.factions[faction].columns[letter]
    return Claim(rule, kind, list(column.known), list(column.gone), number)


# ---------------------------------------------------------------- opening


async def open_columns(state: State, faction: str, letters: Iterable[str], *, rule: str) -> None:
    """9.5 Everything under these markers is shown to all; claims made about them are judged."""
    await open_all(state, [(faction, x) for x in letters], rule=rule)


async def open_all(state: State, columns: Iterable[tuple[str, str]], *, rule: str, about: str = "") -> None:
    """9.5 Shows several Columns, of several factions, at once: first the manifests, then hidden Major Units in them."""
    chosen = [(f, x) for f, x in columns if not is_known(state, f, x)]
    if not chosen:
        return
    sealed = {(f, x): state.factions[f].columns[x].sealed for f, x in chosen}
    manifests = await hidden.reveal(sealed, rule=rule, about=about)
    opened: dict[tuple[str, str], Any] = {}
    left = {(f, x): tuple(state.factions[f].columns[x].gone) for f, x in chosen}
    for faction, letter in chosen:
        column = state.factions[faction].columns[letter]
        opened[faction, letter] = manifests.get((faction, letter), ())
        column.known, column.sealed, column.gone = _believed(state, faction, letter, opened[faction, letter]), None, []
    for faction in dict.fromkeys(f for f, _ in chosen):
        _return_missing(state, faction)
    await name_hidden(state, chosen, rule=rule, about=about)
    for faction, letter in chosen:
        await _judge(state, faction, letter, opened[faction, letter], left[faction, letter])


def _return_missing(state: State, faction: str) -> None:
    """Ruling R126: where no Column is a secret, Units that false manifests have put nowhere are out of play.

    Minor Units go to the reserve, Major Units are dead.
    """
    own = state.factions[faction]
    if any(column.sealed is not None for column in own.columns.values()):
        return
    seen = {*own.loose, *own.reserve, *own.major_pool, *own.dead, *(t for c in own.columns.values() for t in c.known)}
    missing = [c for c in state.numbers.counters_of[faction].values() if c.id not in seen]
    own.dead += [c.id for c in missing if c.is_major]
    own.reserve = state.numbers.ordered([*own.reserve, *(c.id for c in missing if not c.is_major)])


def _believed(state: State, faction: str, letter: str, manifest: tuple[Token, ...]) -> list[Token]:
    """The Units of an opened Column that can be there: a counter seen elsewhere cannot (ruling R126)."""
    own = state.factions[faction]
    column = own.columns[letter]
    elsewhere = {*own.loose, *own.reserve, *own.dead, *own.major_pool}
    elsewhere |= {t for x, other in own.columns.items() if x != letter for t in other.known}
    tokens = [*column.known]
    for label in manifest:
        token = own.named.get(label, label)
        if label not in column.gone and token not in tokens and token not in elsewhere:
            tokens.append(token)
    return [t for t in tokens if t in own.hidden or t in state.numbers.counters]


async def name_hidden(
    state: State, columns: Iterable[tuple[str, str]], *, rule: str, about: str = ""
) -> None:
    """Opens the hidden Major Units that are known to be under these markers."""
    labels = [
        (f, t)
        for f, x in columns
        for t in state.factions[f].columns[x].known
        if t in state.factions[f].hidden
    ]
    if not labels:
        return
    await name_labels(state, labels, rule=rule, about=about)


async def name_labels(
    state: State, labels: Iterable[tuple[str, Token]], *, rule: str, about: str = ""
) -> dict[Token, Token]:
    """12.1.1 Opens hidden Major Units, given as faction and label; everybody knows from now on which they are.

    Gives the Units by label, those included that cannot be there: they were not in the pool before.
    """
    sealed = {(f, label): state.factions[f].hidden[label] for f, label in labels}
    names = await hidden.reveal(sealed, rule=rule, about=about)
    for (faction, label), unit in names.items():
        own = state.factions[faction]
        del own.hidden[label]
        own.named[label] = unit
        if unit in own.major_pool:
            own.major_pool.remove(unit)
            for column in own.columns.values():
                column.known = [unit if t == label else t for t in column.known]
        else:  # ruling R126: it is elsewhere, so it cannot be here
            for column in own.columns.values():
                column.known = [t for t in column.known if t != label]
            await false_claim(state, faction, f"{unit} was not in the pool when it was drawn", rule="12.1.1")
    return {label: unit for (_, label), unit in names.items()}


async def _judge(
    state: State, faction: str, letter: str, manifest: tuple[Token, ...], left: tuple[Token, ...]
) -> None:
    """Ruling R126: claims about a Column against what was just shown; what `left` it must have been in it."""
    own = state.factions[faction]
    column = own.columns[letter]
    claims, column.claims = column.claims, []

    def units_then(claim: Claim) -> tuple[Counter, ...]:
        then = [own.named.get(t, t) for t in (*claim.known, *(t for t in manifest if t not in claim.gone))]
        return tuple(state.numbers.counters[t] for t in then if t in state.numbers.counters)

    for claim in CLAIMS.false(claims, units_then):
        await false_claim(state, faction, f"Column {letter.upper()} {CLAIMS.text(claim)}", rule=claim.rule)
    for token in left:
        if token not in manifest:
            await false_claim(state, faction, f"{token} was in Column {letter.upper()}", rule="8.1")
    for token in manifest:  # e2: a Unit that is known to be elsewhere, or nowhere on the map
        if token not in left and own.named.get(token, token) not in column.known:
            await false_claim(state, faction, f"{token} is in Column {letter.upper()}", rule="8.1")
    if not column.known:
        del own.columns[letter]
        equipment.relocate(own, letter, column.region)
        if not any(c.kind == "size" and c.number == 0 for c in claims):
            await false_claim(state, faction, f"Column {letter.upper()} has a Unit", rule="8.1")
