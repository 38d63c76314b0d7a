"""12.1, 12.2 Direct foreign aid and what a crisis brings: what is received where, which Major Unit comes.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality, what a patron takes back
(withdrawal).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from pbem.kit.choose import Choose
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names, Sort, plural
from pbem.kit.typed import Typed
from pbem_games.angola.aid.crisis import POOL
from pbem_games.angola.aid.direct import Aid
from pbem_games.angola.forms.names import units
from pbem_games.angola.forms.recruitment import columns_told, read_place, typed_place
from pbem_games.angola.numbers import Counter
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.aid_covert import item_name
from pbem_games.angola.words.aid_direct import AIRGROUP, Deployment
from pbem_games.angola.words.aid_recruitment import Place, split_place
from pbem_games.angola.words.common import region_name


class Drawn(Form[State]):
    """12.1.1 The Major Units that were drawn in secret, one by one; the owner's tool names them."""

    def prompt(self, asked: Asked[State]) -> Prompt:
        return Prompt(
            "Name the Major Units that you have drawn, in the order drawn, between semicolons; it must be true.")

    def read(self, asked: Asked[State], typed: Typed) -> list[str]:
        pool = sorted({u for item in asked.items() for u in item.says()})
        named: list[str] = []
        while typed.part():
            unit = typed.name(units(asked.state.numbers, asked.seat), pool)
            if not unit:
                raise typed.refuse_word("name a Major Unit")
            named.append(unit)
        return named

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer("; ".join(item.says()[0] for item in asked.items()))


class Deploy(Form[State]):
    """12.1.2 `armored_car luanda h1 luanda.a airgroup`: what goes where; things that are not named take the base."""

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, aid = asked.state, _aid(asked)
        majors = ", ".join(_label_told(asked, label) for label in aid.labels)
        parts = [plural(len(aid.labels), "Major Unit") + f" ({majors})"] if aid.labels else []
        if aid.minors:
            kinds = ", ".join(item_name(state, kind) for kind in aid.kinds)
            parts.append(f"{plural(aid.minors, 'Minor Unit')} of your choice out of {kinds or 'none'}")
        most = "any number in each" if aid.limit is None else f"{plural(aid.limit, 'ground Unit')} in each"
        where = ", ".join(region_name(state, r) for r in aid.regions)
        told = columns_told(asked, aid.places)
        return Prompt(
            f"Direct foreign aid: you receive {' and '.join(parts)}.", " It is not refused; say where it stands.",
            f"Ground Units stand in {where}, {most}; an airgroup needs no place. A Major Unit that stands loose is "
            "shown, under a Column marker it stays secret.", f"They may join {told}." if told else "",
            How(f"Type each with its place: `{_typed(state, _best(asked))}`."))

    def read(self, asked: Asked[State], typed: Typed) -> Deployment:
        state, aid = asked.state, _aid(asked)
        placed: dict[str, Place] = {}
        while typed.part():
            while typed.more():
                left = [t for t in (*aid.labels, *self._kinds_left(aid, placed)) if t not in placed]
                thing = typed.name(_names(asked), left, why=lambda t: _no_thing(aid, placed, t),
                                   remark=lambda t: _thing_told(asked, t))
                if not thing:
                    raise typed.refuse_word("say what goes where")
                typed.skip("to", "in", "at")
                place = "" if thing == AIRGROUP else read_place(
                    typed, state, asked.seat, _open_places(aid, placed), why=lambda r: _no_place(state, aid, r))
                if not place and thing != AIRGROUP:
                    raise typed.refuse_word(f"say where {thing} stands")
                placed[thing] = place
        return tuple(sorted(placed.items()))

    @staticmethod
    def _kinds_left(aid: Aid, placed: dict[str, Place]) -> Sequence[str]:
        """Kinds of Minor Units, as long as one more is to be received."""
        return aid.kinds if sum(t in aid.kinds for t in placed) < aid.minors else ()

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        state, best = asked.state, _best(asked)
        offered = {_typed(state, best): "under a marker where one stands" if _hides(best) else "the most there is"}
        draft: Deployment = asked.items()[0].default()
        offered.setdefault(_typed(state, draft), "all loose")
        for kind in _aid(asked).kinds if _aid(asked).limit is None else ():
            other = _with_kind(_aid(asked), best, kind)
            offered.setdefault(_typed(state, other), f"{kind.replace('_', ' ')} for another Minor Unit")
        return [Offer(words, remark) for words, remark in offered.items()]

    def propose(self, asked: Asked[State], rng: random.Random) -> Deployment:
        """The draft with other kinds and places."""
        aid, draft = _aid(asked), asked.items()[0].default()
        spots = [place for _, place in draft if place]
        if aid.limit is None:
            spots = list(aid.places)
        return tuple(sorted((thing, rng.choice(spots) if place else "") for thing, place in draft))


def _aid(asked: Asked[State]) -> Aid:
    return asked.case(Aid)


def _names(asked: Asked[State]) -> Names:
    """Labels of one's Major Units, also by their names; kinds of Minor Units."""
    aid, types = _aid(asked), asked.state.numbers.unit_types
    ways = {label: (label.partition(".")[2], label, _name_of(asked, label)) for label in aid.labels}
    kinds = {k: (k, types[k].name, types[k].stem) for k in asked.state.numbers.tables.direct_aid.minor_choices}
    sorts: dict[str, Sort] = dict.fromkeys(ways, "unit")
    return Names({**{label: [w for w in words if w] for label, words in ways.items()}, **kinds}, sort=sorts,
                 labels={**{label: _name_of(asked, label) for label in ways}, **{k: types[k].name for k in kinds}})


def _counter(asked: Asked[State], label: str) -> Counter | None:
    """The Major Unit behind a label, for its owner."""
    sight = Sight(asked.state, asked.seat, asked.peek)
    seen = asked.peek(sight.own.hidden[label]) if label in sight.own.hidden else label
    return asked.state.numbers.counters.get(str(seen))


def _name_of(asked: Asked[State], label: str) -> str:
    counter = _counter(asked, label)
    return counter.name if counter is not None else ""


def _label_told(asked: Asked[State], label: str) -> str:
    """`h1: Cuban Brigade, strength 4`"""
    counter, short = _counter(asked, label), label.partition(".")[2]
    if counter is None:
        return short
    return f"{short}: {counter.name}, {counter.kind.replace('_', ' ')}, strength {counter.strength}"


def _thing_told(asked: Asked[State], thing: str) -> str:
    return _name_of(asked, thing) if "." in thing else ""


def _open_places(aid: Aid, placed: dict[str, Place]) -> list[Place]:
    """Places of regions that are not full."""
    taken = [split_place(p)[0] for p in placed.values() if p]
    return [p for p in aid.places if aid.limit is None or taken.count(split_place(p)[0]) < aid.limit]


def _no_thing(aid: Aid, placed: dict[str, Place], thing: str) -> str:
    if thing in placed:
        return f"{thing} is named twice"
    return f"{plural(aid.minors, 'Minor Unit')} to be received, no more" if thing in aid.kinds else (
        f"{thing} is not to be received: none is left, or your patron sends none")


def _no_place(state: State, aid: Aid, region: str) -> str:
    name = region_name(state, region)
    return f"{name} takes {plural(aid.limit or 0, 'ground Unit')}" if region in aid.regions else (
        f"direct aid does not come to {name}")


def _best(asked: Asked[State]) -> Deployment:
    """The draft, but under a marker where one of one's own stands."""
    aid = _aid(asked)
    draft: Deployment = asked.items()[0].default()
    column = {split_place(p)[0]: p for p in reversed(aid.places) if split_place(p)[1]}
    return tuple(sorted((thing, column.get(place, place)) for thing, place in draft))


def _with_kind(aid: Aid, deployment: Deployment, kind: str) -> Deployment:
    """The same with this kind of Minor Unit instead of the last one; the kind stands where others do."""
    minors = [thing for thing, _ in deployment if thing in aid.kinds]
    if not minors or kind in minors:
        return deployment
    spot = next((place for _, place in deployment if place), aid.places[0])
    kept = [(thing, place) for thing, place in deployment if thing != minors[-1]]
    return tuple(sorted([*kept, (kind, "" if kind == AIRGROUP else spot)]))


def _hides(deployment: Deployment) -> bool:
    return any(split_place(place)[1] for _, place in deployment)


def _typed(state: State, deployment: Deployment) -> str:
    return " ".join(f"{t.partition('.')[2] or t} {typed_place(state, p)}" if p else t for t, p in deployment) or "none"


# ---------------------------------------------------------------- a score of eight


class ReceiveMajor(Form[State]):
    """12.2 note 1 `pool luanda.a`, `special luanda`: out of the pool or the dead, and where."""

    def prompt(self, asked: Asked[State]) -> Prompt:
        sources, places = self._parts(asked)
        dead = [s for s in sources if s != POOL]
        first, regions = sources[0], dict.fromkeys(split_place(p)[0] for p in places)
        told, short = columns_told(asked, places), first.partition(".")[2] or first
        return Prompt(
            "Your patron sends a Major Unit: say where it comes from and where it stands.",
            " " + ("`pool`: you choose it in secret next. " if POOL in sources else "")
            + (f"Lost ones may come back: {', '.join(_label_told(asked, u) for u in dead)}." if dead else ""),
            f"It may stand in {', '.join(region_name(asked.state, r) for r in regions)}; loose it is shown, under a "
            "Column marker it stays secret.", f"It may join {told}." if told else "",
            How(f"Type `{short} {typed_place(asked.state, places[-1])}`."))

    @staticmethod
    def _parts(asked: Asked[State]) -> tuple[list[str], list[Place]]:
        pairs = [say.partition("=") for say in asked.says()]
        return list(dict.fromkeys(s for s, _, _ in pairs)), list(dict.fromkeys(p for _, _, p in pairs))

    def read(self, asked: Asked[State], typed: Typed) -> str:
        sources, places = self._parts(asked)
        vocabulary = units(asked.state.numbers, asked.seat)
        source = typed.word(*(s for s in sources if s == POOL)) or typed.name(vocabulary, sources) or (
            sources[0] if len(sources) == 1 else "")
        if not source:
            raise typed.refuse_word("say which Major Unit")
        typed.skip("to", "in", "at")
        place = read_place(typed, asked.state, asked.seat, places,
                           why=lambda r: f"it may not stand in {region_name(asked.state, r)}")
        place = place or (places[0] if len(places) == 1 else "")
        if not place:
            raise typed.refuse_word("say where it stands")
        return f"{source}={place}"

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        says = sorted(asked.says(), key=lambda say: not split_place(say.partition("=")[2])[1])
        for say in says:
            source, _, place = say.partition("=")
            how = "stays secret" if source == POOL and split_place(place)[1] else "is seen"
            yield Offer(f"{source.partition('.')[2] or source} {typed_place(asked.state, place)}", f"it {how}")


def _in_pool(asked: Asked[State]) -> list[str]:
    """Those that are not hidden on the map already, the strongest first."""
    hidden = [asked.peek(handle) for handle in asked.state.factions[asked.seat].hidden.values()]
    counters = asked.state.numbers.counters
    return sorted((u for u in asked.legal() if u not in hidden), key=lambda u: -counters[u].strength)


OUT_OF_POOL: Choose[State] = Choose(
    rule=("12.2", "seal"), noun="Major Unit", names=lambda asked: units(asked.state.numbers, asked.seat), here=_in_pool,
    ask=lambda asked: Prompt("Which Major Unit comes out of your pool?", " In secret.",
                             f"There: {'; '.join(_label_told(asked, unit) for unit in _in_pool(asked))}."),
    why=lambda asked, unit: f"{asked.state.numbers.counters[unit].name} is not in the pool",
    remark=lambda asked, unit: _label_told(asked, unit).partition(": ")[2],
    at_random=lambda asked, rng: rng.choice(_in_pool(asked)),
)
"""12.2 note 1 Which Major Unit comes out of the pool, in secret."""
