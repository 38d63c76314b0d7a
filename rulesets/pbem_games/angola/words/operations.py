"""5.2, 7, 8.1 Words for Operations: orders for cards, both ways, and a sentence for each thing that happens.

Belongs here: forms and sentences. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pbem.errors import IllegalMove
from pbem_games.angola.numbers import LETTERS
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import faction_name, region_name, unit_names

STAY = "stay"
EQUIP = "equip"
WATCH, UNWATCH = "watch", "unwatch"


class Order(msgspec.Struct, frozen=True):
    """What is done with a card: Units named, the regions that a Force goes through, and Equipment.

    `equip`: Equipment changes hands in this Operation. `watch`: `watch` or `unwatch` the ally's cards, or "".
    """

    units: tuple[Token, ...] = ()
    path: tuple[str, ...] = ()
    equip: bool = False
    watch: str = ""


class CommandOrder(msgspec.Struct, frozen=True):
    """8.1-2 `letters`: one, whose marker goes to `units`; or two that are swapped; or none."""

    letters: tuple[str, ...] = ()
    units: tuple[Token, ...] = ()
    equip: bool = False
    watch: str = ""


class OrderForm:
    """`detach f.inf1 f.inf2 go catete cazengo equip watch`: any parts of it in this order; `stay` for none."""

    def __init__(self, state: State, rule: str, verb: str, units: Sequence[Token]) -> None:
        """`verb` says what becomes of the Units named, `units` which there may be, in the order of lists."""
        self._rule, self._verb = rule, verb
        self._order = {unit: i for i, unit in enumerate(units)}
        self._regions = list(state.numbers.regions)

    @property
    def names(self) -> tuple[str, ...]:
        """What may be named, in the order of lists."""
        return tuple(self._order)

    def parse(self, say: str) -> Order:
        parts = _parts(say, (self._verb, "go", EQUIP, WATCH, UNWATCH), self._rule)
        units, path = parts.get(self._verb, ()), parts.get("go", ())
        _known(units, self._order, say, self._rule)
        _known(path, self._regions, say, self._rule)
        return Order(units, path, EQUIP in parts, _watching(parts))

    def spell(self, answer: Order) -> str:
        units = sorted(answer.units, key=lambda u: self._order.get(u, len(self._order)))
        words = [self._verb, *units] if units else []
        words += ["go", *answer.path] if answer.path else []
        return " ".join([*words, *_endings(answer)]) or STAY


class CommandForm:
    """`transfer a f.inf1 f.inf2 equip`, `swap a b`, `equip`; `stay` for nothing."""

    def __init__(self, units: Sequence[Token]) -> None:
        self._order = {unit: i for i, unit in enumerate(units)}

    @property
    def names(self) -> tuple[str, ...]:
        """What may be named, in the order of lists."""
        return tuple(self._order)

    def parse(self, say: str) -> CommandOrder:
        parts = _parts(say, ("transfer", "swap", EQUIP, WATCH, UNWATCH), "8.1-2")
        if "transfer" in parts and "swap" in parts:
            raise IllegalMove(f"orders: {say}", "8.1-2", "a Command Card does one thing: transfer or swap")
        letter, *units = parts.get("transfer", ("",))
        letters = parts.get("swap", (letter,) if letter else ())
        if "swap" in parts and len(letters) != 2:
            raise IllegalMove(f"orders: {say}", "8.1-2", "two Columns are swapped")
        if "transfer" in parts and not units:
            raise IllegalMove(f"orders: {say}", "8.1-2", "the marker goes to one Unit at least")
        _known(letters, LETTERS, say, "8.1-2")
        _known(tuple(units), self._order, say, "8.1-2")
        return CommandOrder(letters, tuple(units), EQUIP in parts, _watching(parts))

    def spell(self, answer: CommandOrder) -> str:
        units = sorted(answer.units, key=lambda u: self._order.get(u, len(self._order)))
        words = ["transfer", *answer.letters, *units] if len(answer.letters) == 1 else []
        words += ["swap", *sorted(answer.letters)] if len(answer.letters) == 2 else []
        return " ".join([*words, *_endings(answer)]) or STAY


def _parts(say: str, verbs: Sequence[str], rule: str) -> dict[str, tuple[str, ...]]:
    """The words after each verb, up to the next one."""
    found: dict[str, list[str]] = {}
    verb = ""
    for word in [] if say == STAY else say.split(" "):
        if word in verbs and word not in found:
            verb = word
            found[verb] = []
        elif verb and verb not in (EQUIP, WATCH, UNWATCH):
            found[verb].append(word)
        else:
            legal = (STAY, *verbs)
            raise IllegalMove(f"orders: {say}", rule, f"{word!r} makes no sense there", legal=legal)
    empty = [verb for verb, words in found.items() if not words and verb not in (EQUIP, WATCH, UNWATCH)]
    if empty:
        raise IllegalMove(f"orders: {say}", rule, f"nothing is named after {empty[0]!r}")
    return {verb: tuple(words) for verb, words in found.items()}


def _known(words: tuple[str, ...], names: Iterable[str], say: str, rule: str) -> None:
    """IllegalMove for a word that is no such name, or stands there twice."""
    legal = list(names)
    for word in words:
        if word not in legal or words.count(word) > 1:
            because = f"{word} is named twice" if word in legal else f"there is no {word} to be named here"
            raise IllegalMove(f"orders: {say}", rule, because, legal=legal)


def _watching(parts: dict[str, tuple[str, ...]]) -> str:
    return next((word for word in (WATCH, UNWATCH) if word in parts), "")


def _endings(answer: Order | CommandOrder) -> list[str]:
    return [*([EQUIP] if answer.equip else []), *([answer.watch] if answer.watch else [])]


# ---------------------------------------------------------------- sentences

CARDS = {"blank": "a Blank card", "command": "the Command Card", "fifth_column": "the 5th Column card"}


def way(state: State, path: Sequence[str]) -> str:
    return " - ".join(region_name(state, r) for r in path)


def card_shown(state: State, faction: str, card: str) -> str:
    name = CARDS.get(card) or f"the card of Column {card.removeprefix('column_').upper()}"
    return f"{faction_name(state, faction)} turns up {name}"


def not_on_map(state: State, faction: str, letter: str) -> str:
    return f"{faction_name(state, faction)} Column {letter.upper()} is not on the map"


def nothing_to_do(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} has nothing to do with this card"


def stays(state: State, faction: str, letter: str, region: str) -> str:
    return f"{faction_name(state, faction)} Column {letter.upper()} stays in {region_name(state, region)}"


def detached(state: State, faction: str, letter: str, units: Sequence[Token], region: str) -> str:
    who = f"{faction_name(state, faction)} Column {letter.upper()}"
    return f"{who} leaves {unit_names(state, units)} in {region_name(state, region)}"


def column_marches(state: State, faction: str, letter: str, path: Sequence[str], attacks: bool) -> str:
    end = " and attacks" if attacks else ""
    return f"{faction_name(state, faction)} Column {letter.upper()} marches {way(state, path)}{end}"


def loose_march(state: State, faction: str, units: Sequence[Token], path: Sequence[str]) -> str:
    return f"{faction_name(state, faction)} moves {unit_names(state, units)} {way(state, path)}"


def read_jungle(rating: int, plus: int, dice: Sequence[int]) -> str:
    """7.2 `Jungle rating 4: 3 +1 is 4, it gets out`"""
    (die,) = dice
    score = f"{die} {plus:+d} is {die + plus}" if plus else str(die)
    return f"Jungle rating {rating}: {score}, {'it gets out' if die + plus >= rating else 'no way out'}"


def jungle_tried(state: State, faction: str, what: str, path: Sequence[str]) -> str:
    start, end = region_name(state, path[0]), region_name(state, path[-1])
    return f"{faction_name(state, faction)} {what} sets out for {end} and seeks a way out of the jungle of {start}"


def jungle_holds(state: State, faction: str, what: str, region: str, rolled: int, plus: int, rating: int) -> str:
    added = f" + {plus}" if plus else ""
    who = f"{faction_name(state, faction)} {what}"
    return f"{who} finds no way out of the jungle of {region_name(state, region)} ({rolled}{added}, {rating} needed)"


def jungle_opens(state: State, faction: str, what: str, region: str, rolled: int, plus: int, rating: int) -> str:
    added = f" + {plus}" if plus else ""
    score = f"{rolled}{added}, {rating} needed" if rolled else f"{plus} markers against {rating}, no die needed"
    return f"{faction_name(state, faction)} {what} gets out of the jungle of {region_name(state, region)} ({score})"


def no_marker_moved(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} leaves the markers of its Columns where they are"


def marker_moved(
    state: State, faction: str, letter: str, released: Sequence[Token], old: str, units: Sequence[Token], new: str
) -> str:
    who = f"{faction_name(state, faction)} Column {letter.upper()}"
    left = f" in {region_name(state, old)}, leaving {unit_names(state, released)} loose," if old else ""
    return f"{who} is{left} formed anew of {unit_names(state, units)} in {region_name(state, new)}"


def swapped(state: State, faction: str, one: str, two: str) -> str:
    return f"{faction_name(state, faction)} Columns {one.upper()} and {two.upper()} trade their markers"
