"""How an answer in canonical words may be said: which things are named, in which order.

Each saying is a list of parts, between which `;` stands; a part is a list of groups, one behind another; the things
of a group may be named in any order. Belongs here: that for every rule whose words do not tell. Must not be here: how
they are looked for among choices (`clicks`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from pbem.kit.forms import Asked
from pbem.kit.spelling import fold
from pbem_games.anaconda.forces import piece
from pbem_games.anaconda.plans.asking import slots_of
from pbem_games.anaconda.state import State
from pbem_games.angola.exchange import unlaid
from pbem_games.angola.forms.equipment import honest_entries
from pbem_games.angola.forms.reorganization import _before, held_by
from pbem_games.angola.planning import pack_size
from pbem_games.angola.setup import start_of
from walks import Decision

Group = tuple[str, ...]
Part = tuple[Group, ...]
Saying = list[Part]
Say = Callable[[Decision], Iterator[Saying]]
_TOKENS = re.compile(r"[^\s,;=]+")
_MANY = re.compile(r"(.*[^*])\*(\d+)")
NONE: Saying = [(("none",),)]


def sayings(decision: Decision) -> Iterator[Saying]:
    """The ways to say the answer of a decision, the shortest first."""
    yield from own_sayings(decision)
    yield from _as_it_stands(decision)


def own_sayings(decision: Decision) -> Iterator[Saying]:
    """Those that its rule has of its own."""
    game = type(decision.state).__module__.split(".")[1]
    own = SAYINGS.get((game, decision.request.rule)) or SAYINGS.get((game, decision.request.rule.partition("-")[0]))
    if own is not None:
        yield from own(decision)


def tokens(text: str) -> Group:
    """The words of an answer, counted ones as often as they count."""
    found = list[str]()
    for token in _TOKENS.findall(fold(text)):
        many = _MANY.fullmatch(token)
        found += [many[1]] * int(many[2]) if many else [token]
    return tuple(found)


def each(*found: str) -> Part:
    """Groups of one thing each: in this order."""
    return tuple((token,) for token in found)


def _as_it_stands(decision: Decision) -> Iterator[Saying]:
    """An item or a line a part; in its order, in any order; whole items by their ids."""
    lines = [line for say in decision.says for line in say.split(";")]
    found = [tokens(line) for line in lines]
    yield [each(*line) for line in found]
    yield [each(*decision.says)]
    yield [each(say) for say in decision.says]
    yield [(tuple(say.split()),) for say in decision.says]
    yield [(line,) for line in found]
    yield [each(*(token for line in found for token in line))]


def _pairs(say: str) -> list[tuple[str, Group]]:
    """`a=x,y b=z`"""
    return [(name, tuple(value.split(","))) for name, _, value in (word.partition("=") for word in say.split())]


# ---------------------------------------------------------------- Angola!


def _set_up(decision: Decision) -> Iterator[Saying]:
    """3 Columns with what is in them, then who is placed elsewhere."""
    plan, *manifests = decision.says
    start = start_of(decision.state, decision.seat)
    named = dict(_pairs(plan))
    parts: Saying = []
    for letter, manifest in zip(start.letters, manifests, strict=True):
        if letter in named:
            parts.append(((letter,), (named[letter][0].partition(":")[0],), tokens(manifest)))
    for region, units in named.items():
        placed = tuple(unit for unit in units if start.on_map.get(unit) != region)
        if len(region) > 1 and placed:
            parts.append(((region,), placed))
    yield parts or [(("loose",),)]
    whole = {region: units for region, units in named.items() if len(region) > 1}
    both = [part for part in parts if len(part) == 3]
    for needs in (lambda r, units: any(start.on_map.get(u) != r for u in units), lambda r, _: r in start.markers):
        yield [*both, *(((r,), units) for r, units in whole.items() if needs(r, units))]


def _reorganize(decision: Decision) -> Iterator[Saying]:
    """8.1-3 Brigades in the order of their counters, then the Columns that hold something else."""
    asked = _asked(decision)
    before, held = _before(asked), held_by(decision.state, decision.seat, decision.peek)
    plan, *manifests = decision.says
    places, brigades = dict[str, str](), list[tuple[int, Part]]()
    places |= {letter: region for region, spot in before.regions.items() for letter in spot.letters}
    code = decision.state.numbers.factions[decision.seat].code
    for word in plan.split():
        if ":" in word:
            region, letters, *_ = word.split(":")
            places |= {letter.rstrip("+"): region for letter in letters.split(",")}
        elif "=" in word:
            name, _, units = word.partition("=")
            number = int(re.sub(r"\D", "", name))
            brigades.append((number, (("brigade",), (region,), tuple(f"{code}.{u}" for u in units.split(",")))))
    parts = [part for _, part in sorted(brigades)]
    for letter, manifest in zip(before.sealing, manifests, strict=True):
        units = () if manifest == "none" else tokens(manifest)
        if units and set(units) != set(held.get(letter, ())):
            parts.append(((letter,), (places[letter],), units))
    yield parts or NONE


def _asked(decision: Decision) -> Asked[object]:
    return Asked(decision.state, decision.request, decision.seat, decision.peek)


def _entries(decision: Decision) -> Iterator[Saying]:
    """5.4, 12.4.2, 2.4.2 Cards, then the pieces that somebody else carries from now on."""
    state, seat = decision.state, decision.seat
    pieces = unlaid(state, seat) if decision.request.rule != "5.4" or len(decision.says) > pack_size(state) else []
    cards, entries = decision.says[: len(decision.says) - len(pieces)], decision.says[len(decision.says) - len(pieces):]
    kept = honest_entries(state, seat, decision.peek) if pieces else []
    moved = [each(piece, *entry.replace("field.", "field ").split())
             for piece, entry, was in zip(pieces, entries, kept, strict=True) if entry != was]
    first = [each(*cards)] if cards else []
    yield [*first, *moved] or NONE
    if moved:
        yield [*first, tuple(group for part in moved for group in part)]


def _places(decision: Decision) -> Iterator[Saying]:
    """12 `armored_car:luanda.a:2`, `f.h1=luanda.a`: what, where, how many."""
    for says in (re.sub(r":1\b", "", decision.says[0]), decision.says[0]):
        yield [each(*(part for token in re.split("[:= ]", says) for part in _at(token)))]


def _at(token: str) -> list[str]:
    """`luanda.a` as a region and a Column; `f.h1` as it is."""
    head, _, tail = token.partition(".")
    return [head, tail] if len(tail) == 1 else [token]


# ---------------------------------------------------------------- Enduring Freedom

SHORT = {"levy": "na", "build": "fob"}
NAMED = ("assets", "muster", "na", "fob", "remove", "strike", "transfer", "assault")


def _lines(decision: Decision) -> Iterator[Saying]:
    """Plans: units, then their goal; the same goal again and again may be one line."""
    lines = [line.split() for line in decision.says[0].split(" ; ")]
    if lines == [["none"]]:
        yield NONE
        return
    if lines[0][0] == "isr":
        yield [each(*(line[2] for line in lines))]
        return
    for verb in ("fly", ""):
        parts: Saying = []
        for (kind, goal), those in groupby(lines, key=lambda line: (line[0], " ".join(line[2:]))):
            units = [line[1].split(",") for line in those]
            is_flight = kind in ("transfer", "assault")
            together = [[unit for one in units for unit in one]] if verb and is_flight else units
            word = SHORT.get(kind, verb if verb and is_flight else kind)
            for one in together:
                named = [word] if word in NAMED or word == verb else []
                goals = each(*goal.replace(",", " ").split())
                if kind == "assets":
                    parts.append((*each(*named), tuple(unit.rpartition("_")[0] for unit in one), *goals))
                else:
                    parts.append((*each(*named, *one), *goals))
        yield parts
        yield [_together(part, verbs=(*NAMED, "fly")) for part in parts]
        zones = decision.state.numbers.zones
        if any("," in line[-1] for line in lines if line[0] == "drive"):
            yield [tuple(group for group in part[:-1] if group[0] not in zones) + part[-1:] for part in parts]


def _together(part: Part, verbs: Sequence[str]) -> Part:
    """Units of one order in any row: all that stands between its verb, if it has one, and its goal."""
    first = 1 if part[0][0] in verbs else 0
    units = tuple(token for group in part[first:-1] for token in group)
    return (*part[:first], *([units] if units else []), part[-1])


def _some(decision: Decision) -> Iterator[Saying]:
    """12.1 `refit a,b`"""
    yield [(tokens(decision.says[0])[1:],)] if " " in decision.says[0] else NONE


# ---------------------------------------------------------------- Fallujah


def _operation(decision: Decision) -> Iterator[Saying]:
    """10.1, 7.1"""
    if decision.says == ("setup",):
        yield NONE
    yield [_one(part) for part in decision.says[0].split(" ; ")]
    yield [_one(part, by_all=True) for part in decision.says[0].split(" ; ")]


def _one(say: str, *, by_all: bool = False) -> Part:
    words = say.split()
    found: list[Group] = []
    for at, word in enumerate(words):
        name, is_pair, value = word.partition("=")
        if name == "carry":
            riders = dict(pair.split(":")[::-1] for pair in value.split(","))
            units = found.pop()
            for carrier in units:
                found += [(carrier,), *(group for rider, by in riders.items() if by == carrier
                                        for group in (("with",), (rider,)))]
        elif name in ("path", "to"):
            found += each(*(value.split(",") if by_all else value.split(",")[-1:]))
        elif is_pair and name in ("buy",):
            found.append(tokens(value))
        elif is_pair and name == "leader":
            found += [group for one in value.split(",") for group in each("leader", *one.split(":")[::-1][:1])]
        elif is_pair:
            found += [(name,), tuple(value.split(","))]
        elif word not in ("setup", "ground") and ":" in word:
            found += each(*word.split(":"))
        elif word == "air" and at < 2:
            found.append(("fly",))
        elif word not in ("setup", "ground"):
            found.append(tokens(word))
    return tuple(found)


# ---------------------------------------------------------------- Anaconda


def _placed(decision: Decision) -> Iterator[Saying]:
    """Counters by their places; those of the commonest place as `rest`."""
    if "=" not in decision.says[0] or len(decision.says) > 1:
        return
    by_place: dict[str, list[str]] = {}
    for pair in decision.says[0].split():
        id, _, place = pair.partition("=")
        by_place.setdefault(place, []).append(id)
    *few, (place, _) = sorted(by_place.items(), key=lambda lot: len(lot[1]))
    yield [(*(group for at, ids in few for group in (tuple(ids), (at,))), ("rest",), (place,))]
    yield [(*(group for at, ids in by_place.items() for group in (tuple(ids), (at,))),)]


def _plan(decision: Decision) -> Iterator[Saying]:
    """8.1, 19.1, 10.2 Orders: a kind, who, where; units that go the same way from one place together."""
    head, *orders = decision.says[0].split(" ; ")
    if head not in ("last", "more"):
        yield [_order(decision.says[0])]
        return
    parts: Saying = []
    for (kind, _, *rest), those in groupby(map(str.split, orders), key=lambda order: _goes(decision.state, order)):
        same = [who for _, who, *_ in those]
        for who in ["+".join(same)] if kind == "move" else same:
            parts.append(_order(" ".join([kind, who, *rest])))
    yield [*parts, *([(("more",),)] if head == "more" else [(("last",),)] if not parts else [])]


def _goes(state: State, order: Sequence[str]) -> tuple[str, ...]:
    """What is ordered, from where, which way."""
    kind, who, *way = order
    return kind, piece(state, who).place if kind == "move" else "", *way


def _order(order: str) -> Part:
    """A kind, who in the order written, where; an attack has its hex first, for that says who can be named."""
    kind, *words = order.split()
    found: list[Group] = [(kind,)]
    if kind == "attack" and len(words) > 1 and "=" not in words[1]:
        words[:2] = words[1::-1]
    for word in words:
        name, is_pair, value = word.partition("=")
        found += each(*([name] if is_pair else []), *(value if is_pair else word).replace(":", "+").split("+"))
    return tuple(found)


def _answers(decision: Decision) -> Iterator[Saying]:
    """12.2, 17.1, 10.2 Groups by the number of their window, then what is shown."""
    request = decision.request
    if not hasattr(request, "windows"):
        yield from _plan(decision)
        return
    if len(decision.says) == 1 and decision.says[0][:1].isdecimal():
        parts = [((word.split()[0],), *_order(" ".join(word.split()[1:]))) for word in decision.says[0].split(" ; ")]
    else:
        slots = slots_of(decision.state)
        groups = decision.says[: len(request.windows) * slots]
        parts = [((str(request.windows[at // slots].number),), *_order(say))
                 for at, say in enumerate(groups) if say != "pass"]
        parts += [(("show",), tuple(say.split()[1].split("+"))) for say in decision.says[len(groups):] if say != "pass"]
    yield parts or NONE


def _conditions(decision: Decision) -> Iterator[Saying]:
    """8.1-c"""
    if not hasattr(decision.request, "entries"):
        yield from _plan(decision)
        return
    words, *shows = decision.says
    parts: Saying = []
    for name, value in _pairs(words):
        parts.append(each(name, *value))
    parts += [(("show",), tuple(say.split()[1].split("+"))) for say in shows if say != "pass"]
    yield parts


def _in_window(decision: Decision) -> Iterator[Saying]:
    """8.7 `fire a+b t1`; who is on his way is not named."""
    found = [_order(say) for say in decision.says[0].split(" ; ")]
    yield [part[:1] + part[2:] for part in found] if decision.request.rule == "8.7" else found


def _named(decision: Decision) -> Iterator[Saying]:
    """6.2.3, 11.3, 20.4, 24.3 `advance a+b` by the names alone; `stay`, `pass` if there are none."""
    yield from _placed(decision)
    yield [_order(decision.says[0])[1:]] if " " in decision.says[0] else NONE


SAYINGS: dict[tuple[str, str], Say] = {
    **{("angola", rule): say for rule, say in {
        "3": _set_up, "8.1-3": _reorganize, "5.4": _entries, "12.1.2": _places, "12.2": _places, "12.3": _places,
    }.items()},
    ("angola", "12.4.2"): lambda decision: (
        _places if len(decision.says) == 1 and ":" in decision.says[0] else _entries)(decision),
    **{("enduring_freedom", rule): _lines for rule in ("11.1", "11.3", "13.1", "15.0", "16.0", "17.0", "17.1")},
    **{("enduring_freedom", rule): _some for rule in ("12.1", "27.2")},
    **{("fallujah", rule): _operation for rule in ("7.1", "10.1", "14.1", "16.7", "16.9")},
    **{("anaconda", rule): _placed for rule in ("3.4", "3.5", "7.3", "7.4", "15.5", "22.4")},
    **{("anaconda", rule): _answers for rule in ("12.2", "17.1", "10.2")},
    **{("anaconda", rule): _plan for rule in ("19.1",)},
    ("anaconda", "8.1"): _conditions,
    **{("anaconda", rule): _named for rule in ("6.2.3", "11.3", "20.4", "24.3", "31.2")},
    **{("anaconda", rule): _in_window for rule in ("8.7", "15.2")},
}  # fmt: skip
