"""5.2, 7, 8.1-1, 8.1-2 Orders for cards: a Column marches, loose Units move, a marker changes hands.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality, sentences of the story.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from pbem.errors import IllegalMove
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.reserved import NOTHING
from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem.play.requests import Peek
from pbem_games.angola.command import receivers, transferable, unmoved_columns
from pbem_games.angola.exchange import unlaid
from pbem_games.angola.fifth_column import movable
from pbem_games.angola.forms import random_orders
from pbem_games.angola.forms.names import brief_units, column_names, holding, read_units, regions
from pbem_games.angola.forms.outlook import outlook
from pbem_games.angola.map import enemies_in
from pbem_games.angola.movement import Path, check_path, legal_steps, reachable
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import region_name
from pbem_games.angola.words.operations import EQUIP, STAY, UNWATCH, WATCH, Card, CommandOrder, Order

ENDINGS = (EQUIP, WATCH, UNWATCH)
STAYING = (STAY, *NOTHING)
GOING = ("go", "march", "to", "via", "then")
MOST_OFFERS = 10


class ColumnOrder(Form[State]):
    """5.2, 8.1-1, 7.1 `detach inf1 go catete cazengo equip`: whom a Column leaves behind, where it goes."""

    keywords = (*ENDINGS, *STAYING, *GOING, "detach", "leave")

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, letter = asked.state, _letter(asked)
        start = state.factions[asked.seat].columns[letter].region
        inside = Sight(state, asked.seat, asked.peek).under(letter)
        ways = _ways(asked, start, inside)
        return Prompt(
            f"Column {letter.upper()} in {region_name(state, start)}: {holding(state, inside)}.",
            " It may leave Units behind, then march; where enemies stand it fights. It can come to "
            f"{plural(len(ways), 'region')}.",
            How("Type the way or its goal: `go REGION`; first who stays behind: `detach UNITS go REGION`; or `stay`."),
            *_extras(asked))

    def read(self, asked: Asked[State], typed: Typed) -> Order:
        state, letter = asked.state, _letter(asked)
        start = state.factions[asked.seat].columns[letter].region
        left: list[Token] = []
        path: list[str] = []
        inside = Sight(state, asked.seat, asked.peek).under(letter)
        if typed.word("detach", also=("leave",), remark=lambda _: "Units stay behind"):
            left = read_units(typed, state, asked.seat, inside, stop=(*GOING, *ENDINGS))
            if not left:
                raise typed.refuse_word("no Unit is named to stay behind")
        marching = [t for t in inside if t not in left]
        path = _read_path(asked, typed, start, marching, stays=not left)
        return Order(tuple(left), tuple(path), *_read_endings(asked, typed))

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        letter = _letter(asked)
        start = asked.state.factions[asked.seat].columns[letter].region
        inside = Sight(asked.state, asked.seat, asked.peek).under(letter)
        yield from _offered(asked, _ways(asked, start, inside), inside)
        yield Offer(STAY, f"Column {letter.upper()} stays in {region_name(asked.state, start)}")

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        return random_orders.column_order(_sight(asked), _letter(asked), rng)


class FifthColumnOrder(Form[State]):
    """5.2, 7.1 `move 2inf car1 go catete`: loose Units of one region go together, where no enemy stands."""

    keywords = (*ENDINGS, *STAYING, *GOING, "move")

    def prompt(self, asked: Asked[State]) -> Prompt:
        state = asked.state
        is_barred = state.factions[asked.seat].crisis.majors_may_not_move
        return Prompt(
            f"5th Column: loose Units of one region go together, where no enemy stands ({_standing(asked)}).",
            "Major Units may not move by card this turn." if is_barred else "",
            How("Type Units and their way or its goal: `move UNITS go REGION`; or `stay`."), *_extras(asked))

    def read(self, asked: Asked[State], typed: Typed) -> Order:
        typed.word("move")
        own = asked.state.factions[asked.seat].loose
        among = _of_region(asked, typed, movable(asked.state, asked.seat))
        units = read_units(typed, asked.state, asked.seat, among, stop=(*GOING, *ENDINGS, *STAYING))
        if not units:
            stays = typed.word(STAY, also=STAYING, remark=lambda _: "nobody moves")
            endings = _read_endings(asked, typed)
            if not stays and not any(endings):
                raise typed.refuse_word("name the Units that go, or `stay`")
            return Order((), (), *endings)
        start = own[units[0]].region
        if any(own[u].region != start for u in units):
            raise typed.refuse("the Units stand in different regions; say from where: `move luanda 2inf go catete`")
        return Order(tuple(units), tuple(_read_path(asked, typed, start, units, stays=False, may_attack=False)),
                     *_read_endings(asked, typed))

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        own = asked.state.factions[asked.seat].loose
        among = movable(asked.state, asked.seat)
        offered: list[Offer] = []
        for region in dict.fromkeys(own[u].region for u in among):
            here = [u for u in among if own[u].region == region]
            ways = _ways(asked, region, here, may_attack=False)
            head = f"move {regions(asked.state.numbers).shown(region)} {brief_units(asked.state, here)} "
            offered += list(_offered(asked, ways, here, head.lower()))[:2]
        yield from offered[:MOST_OFFERS]
        yield Offer(STAY, "nobody moves")

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        return random_orders.fifth_column_order(_sight(asked), rng)


class Cards(Form[State]):
    """5.2 A Column Card or the 5th Column Card, by what the request is about."""

    def which(self, asked: Asked[State]) -> Form[State]:
        """The form of the card that is played."""
        return FIFTH if _letter(asked) == "fifth" else COLUMN


COLUMN, FIFTH = ColumnOrder(), FifthColumnOrder()


class Command(Form[State]):
    """8.1-2 `transfer a inf3 inf4`, `swap a b`, `stay`."""

    keywords = (*ENDINGS, *STAYING, "transfer", "swap")

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, faction = asked.state, asked.seat
        letters, unmoved = transferable(state, faction), unmoved_columns(state, faction)
        lines = ["Command Card: the marker of a Column goes to loose Units of one region, or two Columns swap theirs; "
                 "both for those that have not moved this turn."]
        if letters and receivers(state, faction):
            lines.append(f"Markers that can go: {_upper(letters)}; to loose Units: {_standing(asked)}.")
        if len(unmoved) > 1:
            lines.append(f"Columns that can swap: {_upper(unmoved)}.")
        return Prompt(*lines, How("Type `transfer COLUMN UNITS`, `swap COLUMN COLUMN`, or `stay`."), *_extras(asked))

    def read(self, asked: Asked[State], typed: Typed) -> CommandOrder:
        state, faction = asked.state, asked.seat
        can_transfer = transferable(state, faction) and receivers(state, faction)
        if (typed.peek() or can_transfer) and typed.word("transfer"):
            letter = typed.name(column_names(faction), transferable(state, faction),
                                why=lambda x: _no_marker(state, faction, x))
            if not letter:
                raise typed.refuse_word("name the Column whose marker goes")
            among = _of_region(asked, typed, receivers(state, faction))
            units = read_units(typed, state, faction, among, stop=ENDINGS)
            if not units:
                raise typed.refuse_word("name the loose Units that get the marker")
            return CommandOrder((letter,), tuple(units), *_read_endings(asked, typed))
        if (typed.peek() or len(unmoved_columns(state, faction)) > 1) and typed.word("swap"):
            letters: list[str] = []
            for _ in range(2):
                typed.skip("and", "with")
                left = [x for x in unmoved_columns(state, faction) if x not in letters]
                letter = typed.name(column_names(faction), left, why=lambda x: _no_marker(state, faction, x))
                if not letter:
                    raise typed.refuse_word("name the two Columns that swap their markers")
                letters.append(letter)
            return CommandOrder(tuple(letters), (), *_read_endings(asked, typed))
        is_quiet = bool(typed.word(STAY, also=STAYING))
        endings = _read_endings(asked, typed)
        if not is_quiet and not any(endings):
            raise typed.refuse_word("say what is done with the card")
        return CommandOrder((), (), *endings)

    def offers(self, asked: Asked[State]) -> Iterator[Offer]:
        state, faction = asked.state, asked.seat
        own = state.factions[faction]
        for letter in transferable(state, faction)[:2]:
            for region in dict.fromkeys(own.loose[u].region for u in receivers(state, faction)):
                units = [u for u in receivers(state, faction) if own.loose[u].region == region]
                name = region_name(state, region)
                yield Offer(f"transfer {letter} {name.lower()} {brief_units(state, units)}",
                            f"Column {letter.upper()} is formed anew in {name}")
                break
        unmoved = unmoved_columns(state, faction)
        if len(unmoved) > 1:
            yield Offer(f"swap {unmoved[0]} {unmoved[1]}", "they change letters and nothing else")
        yield Offer(STAY, "no marker moves")

    def propose(self, asked: Asked[State], rng: random.Random) -> CommandOrder:
        return random_orders.command_order(_sight(asked), rng)


# ---------------------------------------------------------------- parts


def _letter(asked: Asked[State]) -> str:
    """The letter of the Column, or `fifth`."""
    return asked.case(Card).what


def _sight(asked: Asked[State]) -> Sight:
    return Sight(asked.state, asked.seat, asked.peek)


def _upper(letters: Iterable[str]) -> str:
    return ", ".join(letter.upper() for letter in letters)


def _of_region(asked: Asked[State], typed: Typed, units: Sequence[Token]) -> list[Token]:
    """The loose Units of a region that is named next; all of them if none is."""
    own = asked.state.factions[asked.seat].loose
    typed.skip("from", "to", "in")
    at = typed.name(regions(asked.state.numbers), dict.fromkeys(own[u].region for u in units))
    return [u for u in units if not at or own[u].region == at]


def _is_road_bound(state: State, faction: str, peek: Peek, units: Iterable[Token]) -> bool:
    """7.2 Whether a tank or Major artillery goes along."""
    return any(c.road_bound for c in Sight(state, faction, peek).counters(units))


def _may_move(asked: Asked[State], units: Iterable[Token]) -> bool:
    """12.2 note 4 Whether no Major Unit that must stay goes along."""
    stay = asked.state.factions[asked.seat].crisis.majors_may_not_move
    return not (stay and any(c.is_major for c in _sight(asked).counters(units)))


def _may_attack(asked: Asked[State], units: Sequence[Token]) -> bool:
    """7.2, ruling R38, 12.2 note 4 Artillery alone may not attack, nor a Major Unit whose patron forbids it."""
    counters = _sight(asked).counters(units)
    forbidden = asked.state.factions[asked.seat].crisis.majors_may_not_attack
    return any(c.kind != "artillery" for c in counters) and not (forbidden and any(c.is_major for c in counters))


def _ways(asked: Asked[State], start: str, units: Sequence[Token], *, may_attack: bool = True) -> dict[str, Path]:
    """7.2 Where these Units can come to, each with the shortest way there."""
    if not _may_move(asked, units):
        return {}
    may_attack = may_attack and _may_attack(asked, units)
    road_bound = _is_road_bound(asked.state, asked.seat, asked.peek, units)
    found: dict[str, Path] = {}
    for way in reachable(asked.state, asked.seat, start, road_bound=road_bound, may_attack=may_attack):
        found.setdefault(way[-1], way)
    return found


def _offered(asked: Asked[State], ways: dict[str, Path], units: Sequence[Token], head: str = "") -> Iterator[Offer]:
    """The most promising ways: prizes and fights before mere marches."""
    state = asked.state
    looks = {to: outlook(state, asked.seat, asked.peek, units, way) for to, way in ways.items()}
    for to in sorted(ways, key=lambda to: (-looks[to].weight, len(ways[to]), to))[:MOST_OFFERS]:
        between = ", ".join(region_name(state, r) for r in ways[to][1:-1])
        remarks = [looks[to].text, f"by {between}" if between else ""]
        yield Offer(f"{head}go {region_name(state, to)}".lower(), "; ".join(r for r in remarks if r))


def _read_path(
    asked: Asked[State], typed: Typed, start: str, units: Sequence[Token], *, stays: bool, may_attack: bool = True
) -> list[str]:
    """`go catete cazengo`, region by region, or only where to; `stay` or nothing if that is an answer."""
    if stays and typed.word(STAY, also=STAYING, remark=lambda _: "nothing moves"):
        return []
    state, names = asked.state, regions(asked.state.numbers)
    goes = typed.word("go", also=GOING)
    road_bound = _is_road_bound(state, asked.seat, asked.peek, units)
    ways = _ways(asked, start, units, may_attack=may_attack)
    may_attack = may_attack and _may_attack(asked, units)
    can_go = bool(start) and _may_move(asked, units)
    path: list[str] = []
    while typed.more() and typed.peek() not in ENDINGS:
        typed.skip(*GOING, "-")
        so_far = (start, *path)
        steps = legal_steps(state, asked.seat, so_far, road_bound=road_bound, may_attack=may_attack) if can_go else []
        goals = steps if path else list(dict.fromkeys([*steps, *ways]))
        to = typed.name(
            names, goals, why=lambda r, way=so_far: _cannot_go(asked, units, way, r, road_bound),  # type: ignore[misc]
            remark=lambda r, way=so_far: outlook(state, asked.seat, asked.peek, units, (*way, r)).text)  # type: ignore[misc]
        if not to:
            if path or typed.peek():
                raise typed.refuse_word()
            break
        path += [to] if to in steps else ways[to][1:]
    if not path and (goes or (stays and not typed.text)):
        raise typed.refuse_word("say where it goes, or `stay`")
    return path


def _cannot_go(asked: Asked[State], units: Sequence[Token], way: Sequence[str], to: str, road_bound: bool) -> str:
    """7.2 Why a way cannot go on to a region."""
    name = region_name(asked.state, to)
    if not _may_move(asked, units):
        return "your Major Units may not move by card this turn"
    if enemies_in(asked.state, asked.seat, to) and not _may_attack(asked, units):
        return f"enemies stand in {name}, which these Units may not attack"
    if to in way:
        return f"{name} comes twice in the way"
    try:
        check_path(asked.state, asked.seat, (*way, to), road_bound=road_bound, what="the Force")
    except IllegalMove as error:
        return f"{name} cannot be reached: {error.because}"
    return f"{name} cannot be reached from there"


def _read_endings(asked: Asked[State], typed: Typed) -> tuple[bool, str]:
    """2.4.2, ruling R133 `equip`, `watch`, `unwatch` at the end of an order."""
    equip, watch = False, ""
    own = asked.state.factions[asked.seat]
    words = [EQUIP] if unlaid(asked.state, asked.seat) else []
    words += [UNWATCH if own.watches else WATCH] if own.equipment else []
    while typed.more():
        word = typed.word(*ENDINGS) if typed.peek() in ENDINGS else typed.word(*words)
        if not word:
            break
        equip = equip or word == EQUIP
        watch = watch if word == EQUIP else word
    return equip, watch


def _extras(asked: Asked[State]) -> list[str]:
    """2.4.2 What may be added to an order; nothing for a seat without Equipment."""
    own = asked.state.factions[asked.seat]
    parts = ["`equip` to hand over Equipment or lay mines"] if unlaid(asked.state, asked.seat) else []
    if own.equipment:
        parts.append("`unwatch` not to be asked" if own.watches else "`watch` to be asked")
        parts[-1] += " after your ally's cards"
    return [How(f"Add {', '.join(parts)}.")] if parts else []


def _standing(asked: Asked[State]) -> str:
    """Own loose Units by region."""
    own = asked.state.factions[asked.seat].loose
    there: dict[str, list[Token]] = {}
    for unit in movable(asked.state, asked.seat):
        there.setdefault(own[unit].region, []).append(unit)
    parts = [f"{region_name(asked.state, r)} {brief_units(asked.state, units)}" for r, units in sorted(there.items())]
    return "; ".join(parts) or "none"


def _no_marker(state: State, faction: str, letter: str) -> str:
    if letter not in state.factions[faction].columns:
        return f"Column {letter.upper()} is not on the map"
    return f"Column {letter.upper()} has moved this turn"
