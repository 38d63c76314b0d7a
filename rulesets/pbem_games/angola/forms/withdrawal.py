"""12.2 note 2 What a patron takes back: `h1 car1 2 air`.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality, other effects of a
crisis.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem_games.angola.aid.crisis import Recall, honest, true_places
from pbem_games.angola.forms.battle import cheapest
from pbem_games.angola.forms.names import short
from pbem_games.angola.numbers import Counter
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.aid_direct import Withdrawal
from pbem_games.angola.words.common import region_name

AIR = ("air", "airgroup", "airgroups")


class Withdraw(Form[State]):
    """12.2 note 2 Units with or without the letter of their Column, and a number of airgroups."""

    keywords = AIR

    def prompt(self, asked: Asked[State]) -> Prompt:
        recall, at = _recall(asked), _places(asked)
        wanted = [plural(recall.majors, "Major Unit")] if recall.majors else []
        if recall.others:
            wanted.append(plural(recall.others, "other Unit that is no infantry", "other Units that are no infantry"))
        lines = [f"Your patron withdraws {' and '.join(wanted)}; you name them.",
                 " What is under a marker is shown as it goes, and Major Units return to the pool."]
        if recall.majors:
            lines.append(f"Major Units: {_told(asked, [t for t in at if t in recall.major_at])}.")
        if recall.others:
            air = f"; {plural(recall.airgroups, 'airgroup')} (`air`)" if recall.airgroups else ""
            lines.append(f"Others: {_told(asked, [t for t in at if t in recall.other_at])}{air}.")
        return Prompt(*lines, How(f"Type their names: `{_typed(best_withdrawal(asked))}`."))

    def read(self, asked: Asked[State], typed: Typed) -> Withdrawal:
        recall, at = _recall(asked), _places(asked)
        names, emptied = _names(asked, at), Names({f"empty/{x}": (f"empty/{x}",) for x in recall.secret})
        chosen: list[Token] = []
        air = 0
        while typed.more():
            if typed.peek().startswith("empty") and typed.name(emptied, whole=True):
                continue  # which markers go follows from what is under them
            left = recall.others - air - sum(t in recall.other_at for t in chosen)
            number = typed.number(1, 9) if typed.peek()[:1].isdecimal() else None
            if number or typed.peek() in AIR or (recall.airgroups and left > 0):
                if typed.word("air", also=AIR, remark=lambda _: plural(recall.airgroups, "airgroup")):
                    air += number or typed.number(1, 9) or 1
                    continue
                if number:
                    raise typed.refuse_word("a number stands with `air`")
            unit = typed.name(names, _left(recall, chosen, left, at), why=lambda t: _cannot(recall, chosen, t),
                              remark=lambda t: _place_told(asked, at.get(t, "")))
            if not unit:
                raise typed.refuse_word("name Units")
            chosen.append(unit)
        _check_numbers(typed, recall, chosen, air)
        return _withdrawal(asked, {t: at[t] for t in chosen}, air)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        best = best_withdrawal(asked)
        yield Offer(_typed(best), "those that hurt least")
        first = honest(asked.state, _recall(asked), asked.peek)
        if first is not None and _typed(first) != _typed(best):
            yield Offer(_typed(first), "the first of the list")

    def propose(self, asked: Asked[State], rng: random.Random) -> Withdrawal:
        """The right numbers, any of those that are really there."""
        recall, at = _recall(asked), _places(asked)
        majors, others = [t for t in at if t in recall.major_at], [t for t in at if t in recall.other_at]
        air = rng.randint(max(0, recall.others - len(others)), min(recall.others, recall.airgroups))
        chosen = [*rng.sample(majors, recall.majors), *rng.sample(others, recall.others - air)]
        return _withdrawal(asked, {t: at[t] for t in chosen}, air)

    def quiet(self, asked: Asked[State]) -> Withdrawal:
        """What is true, if its owner can see it: the draft may name Units that are elsewhere."""
        true = honest(asked.state, _recall(asked), asked.peek)
        draft: Withdrawal = asked.items()[0].default()
        return draft if true is None else true


def best_withdrawal(asked: Asked[State]) -> Withdrawal:
    """Those that hurt least; airgroups only if nothing else is there."""
    recall, at = _recall(asked), _places(asked)
    majors = sorted((t for t in at if t in recall.major_at), key=lambda t: _strength(_counter(asked, t)))
    others = cheapest(asked.state, [t for t in at if t in recall.other_at])[: recall.others]
    chosen = [*majors[: recall.majors], *others]
    return _withdrawal(asked, {t: at[t] for t in chosen}, recall.others - len(others))


# ---------------------------------------------------------------- parts


def _recall(asked: Asked[State]) -> Recall:
    return asked.case(Recall)


def _places(asked: Asked[State]) -> dict[Token, str]:
    """Where Units that may be withdrawn are, as far as the one who is asked knows: a letter, or "" for loose."""
    recall = _recall(asked)
    true = true_places(asked.state, asked.seat, asked.peek)
    if true is None:
        return {t: letters[0] for t, letters in recall.where.items()}
    return {t: true[t] for t in (*recall.major_at, *recall.other_at) if t in true}


def _counter(asked: Asked[State], token: Token) -> Counter | None:
    own = asked.state.factions[asked.seat]
    seen = asked.peek(own.hidden[token]) if token in own.hidden else token
    return asked.state.numbers.counters.get(str(seen))


def _strength(counter: Counter | None) -> int:
    return counter.strength if counter is not None else 0


def _names(asked: Asked[State], at: Mapping[Token, str]) -> Names:
    """Units by id, with the letter of their Column as the record writes it, and Major Units by name."""
    ways: dict[str, tuple[str, ...]] = {}
    for token, letter in at.items():
        counter = _counter(asked, token)
        words = (short(token), token, *((f"{token}/{letter}", f"{short(token)}/{letter}") if letter else ()))
        ways[token] = (*words, *((counter.name,) if counter is not None and counter.is_major else ()))
    return Names(ways)


def _left(recall: Recall, chosen: list[Token], others: int, at: Mapping[Token, str]) -> list[Token]:
    """Units that may be named still."""
    majors = recall.majors - sum(t in recall.major_at for t in chosen)
    return [t for t in at if t not in chosen and (majors > 0 if t in recall.major_at else others > 0)]


def _cannot(recall: Recall, chosen: list[Token], token: Token) -> str:
    if token in chosen:
        return f"{short(token)} is named twice"
    if token in recall.major_at:
        return f"{plural(recall.majors, 'Major Unit')} to be withdrawn, no more"
    return f"{plural(recall.others, 'other Unit')} to be withdrawn, no more"


def _check_numbers(typed: Typed, recall: Recall, chosen: list[Token], air: int) -> None:
    majors = sum(t in recall.major_at for t in chosen)
    if majors != recall.majors:
        typed.stop(f"{plural(recall.majors, 'Major Unit')} to be withdrawn, {majors} named")
    if len(chosen) - majors + air != recall.others:
        typed.stop(f"{plural(recall.others, 'other Unit')} to be withdrawn, {len(chosen) - majors + air} named")


def _withdrawal(asked: Asked[State], taken: dict[Token, str], air: int) -> Withdrawal:
    """With the secret Columns that have no Unit left."""
    true = true_places(asked.state, asked.seat, asked.peek) or {}
    left = [letter for token, letter in true.items() if token not in taken]
    emptied = tuple(x for x in _recall(asked).secret if x in taken.values() and x not in left)
    return Withdrawal(tuple(sorted(taken.items())), air, emptied)


def _told(asked: Asked[State], tokens: Iterable[Token]) -> str:
    """`h1 (Cuban Brigade, Column A in Luanda), car1 (loose in Luanda)`"""
    at = _places(asked)
    parts = []
    for token in tokens:
        counter = _counter(asked, token)
        name = f"{counter.name}, " if counter is not None and counter.is_major else ""
        loose = Sight(asked.state, asked.seat, asked.peek).own.loose
        where = _place_told(asked, at[token]) or f"loose in {region_name(asked.state, loose[token].region)}"
        parts.append(f"{short(token)} ({name}{where})")
    return ", ".join(parts) or "none"


def _place_told(asked: Asked[State], letter: str) -> str:
    columns = asked.state.factions[asked.seat].columns
    return f"Column {letter.upper()} in {region_name(asked.state, columns[letter].region)}" if letter in columns else ""


def _typed(withdrawal: Withdrawal) -> str:
    units = [short(t) for t, _ in withdrawal.units]
    return " ".join([*units, *([f"{withdrawal.airgroups} air"] if withdrawal.airgroups else [])]) or "none"
