"""6.0, 14, 21 to 26, 33 Choices that are no plans: zones named, assets committed, strikes, battles, hits, single picks.

Belongs here: reading and offering them. Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence

from pbem.kit.arguments import Count, Listing
from pbem.kit.choose import Choose, ChooseSome, Number
from pbem.kit.declaring import Standing, best, given, nothing
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.lists import Some, named_in_turn
from pbem.kit.policies import Setting
from pbem.kit.prompts import Prompt
from pbem.kit.reserved import NOTHING
from pbem.kit.spelling import Names, joined, plural
from pbem.kit.typed import Remark, Typed
from pbem_games.enduring_freedom import printed, prompts
from pbem_games.enduring_freedom.combat.edge import BASE, COMMAND, PURCHASES, edges_to_buy, price_of_edge
from pbem_games.enduring_freedom.combat.plan import DONE, BattlePlan, Battles, in_a_row
from pbem_games.enduring_freedom.events import Rotation
from pbem_games.enduring_freedom.forms.advice import advised_battles
from pbem_games.enduring_freedom.forms.reading import SKIPPED, word_if
from pbem_games.enduring_freedom.joint_strike import StrikePlan
from pbem_games.enduring_freedom.judgement.battles import best_edge
from pbem_games.enduring_freedom.judgement.purchases import zones_to_see
from pbem_games.enduring_freedom.judgement.worth import of_zone
from pbem_games.enduring_freedom.losses import cheapest, np_of_loss
from pbem_games.enduring_freedom.mobilization import price_of
from pbem_games.enduring_freedom.points import can_pay
from pbem_games.enduring_freedom.prompts.seeing import infowar_remark
from pbem_games.enduring_freedom.setup import Concealed
from pbem_games.enduring_freedom.stacking import FACE_DOWN
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import concealed, islamist, revealed, steps

MOST_ASSETS = 20
LOW_JIHAD = 5  # two dice are above it five times of six, or more often


class _Prompted(Form[State]):
    keywords = (*SKIPPED, "first", DONE)

    def prompt(self, asked: Asked[State]) -> Prompt:
        return prompts.prompt(asked)


def _zones(asked: Asked[State]) -> Names:
    return printed.zones(asked.state.numbers)


ZONES_NAMED: ChooseSome[State] = ChooseSome(
    rule="6.0", noun="zone", ask=prompts.prompt, names=_zones, skip=SKIPPED, remarks=("where most lies face down", ""),
    pick=lambda asked: zones_to_see(asked.state, asked.case(Concealed).side, asked.case(Concealed).count),
    brief=lambda asked, zones: ", ".join(asked.state.numbers.zones[zone].name for zone in zones),
)
COMMITTED: Number[State] = Number(
    rule="14.1", noun="assets", ask=prompts.prompt, skip=("iw", "infowar", "assets"), also_none=(DONE,),
    likely=lambda asked: ((n, infowar_remark(asked.state, n)) for n in sorted(asked.legal(), reverse=True)),
    standing=Standing("infowar", "how many InfoWar assets attack the Jihad index", {
        "all": best("all that are ready"), "none": nothing("none"),
        "up_to": given("all that are ready, N at most",
                       lambda asked, setting: min(max(asked.legal()), setting.value), Count(1, MOST_ASSETS))}),
)


class Strikes(_Prompted):
    """22.2 `kabul kandahar first aq_base`; zones that are not named come last."""

    def read(self, asked: Asked[State], typed: Typed) -> StrikePlan:
        zones = list(asked.legal()[0].zones)
        named = named_in_turn(typed, printed.zones(asked.state.numbers), zones)
        first = read_first(asked.state, typed, zones)
        if not named and not first:
            raise typed.refuse_word("no zone is named")
        return StrikePlan((*named, *(zone for zone in zones if zone not in named)), first)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        zones = [asked.state.numbers.zones[zone].name for zone in asked.legal()[0].zones]
        yield Offer(", ".join(zones), "the most NP first, of equals")

    def propose(self, asked: Asked[State], rng: random.Random) -> StrikePlan:
        zones = list(asked.legal()[0].zones)
        rng.shuffle(zones)
        return StrikePlan(tuple(zones), _some_kinds(asked.state, zones, rng))


class GroundCombat(_Prompted):
    """23.3 `kabul command base first aq_base; herat none; done`: battles in their order, or `done` alone."""

    def read(self, asked: Asked[State], typed: Typed) -> BattlePlan:
        plans: list[BattlePlan] = []
        while typed.part():
            plans.append(self._one(asked, typed, plans))
        if not plans:
            raise typed.refuse_word("no zone is named")
        return in_a_row(plans)

    def _one(self, asked: Asked[State], typed: Typed, before: Sequence[BattlePlan]) -> BattlePlan:
        state, must = asked.state, asked.case(Battles).must
        if (not must or typed.peek() == DONE) and typed.word(DONE, also=NOTHING, remark=lambda _: "no more battles"):
            return BattlePlan()
        typed.skip("attack", "fight", "battle", "then", *SKIPPED)
        fought, spent = [plan.zone for plan in before], sum(price_of_edge(state, plan.edge) for plan in before)
        zones = [zone for zone in zones_of(asked) if zone not in fought]
        zone = typed.name(
            printed.zones(state.numbers), zones, remark=lambda z: f"{len(revealed(state, z))} revealed",
            why=lambda z: f"no battle can be fought in {state.numbers.zones[z].name}")
        if not zone:
            raise typed.refuse_word("no zone is named")
        is_settled = bool(typed.word("none", also=("plain",), remark=lambda _: "no edge, whoever turns up"))
        bought = () if is_settled else read_edge(typed, edges_within(state, zone, spent))
        return BattlePlan(zone, bought, read_first(state, typed, [zone]), is_settled)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """All battles that are worth it in one answer, then each alone."""
        must, state = asked.case(Battles).must, asked.state
        words, cost = advised_battles(state, zones_of(asked), must=must)
        yield Offer(words, f"a sensible plan: {cost} NP for the edge")
        if not must and words != DONE:
            yield Offer(DONE, "no attack")
        for zone in zones_of(asked):
            name = state.numbers.zones[zone].name
            if name != words:
                yield Offer(name, plural(len(revealed(state, zone)), "Islamist unit"))

    def propose(self, asked: Asked[State], rng: random.Random) -> BattlePlan:
        zones = zones_of(asked)
        if not asked.case(Battles).must and rng.random() < 0.3:
            return BattlePlan()
        plans = [
            BattlePlan(zone, tuple(p for p in PURCHASES if rng.random() < 0.2), _some_kinds(asked.state, [zone], rng))
            for zone in rng.sample(zones, rng.randint(1, len(zones)))
        ]
        if not asked.case(Battles).must and rng.random() < 0.3:
            plans.append(BattlePlan())
        return in_a_row(plans)


def edges_within(state: State, zone: str, spent: int) -> list[tuple[str, ...]]:
    """23.4 What may be bought there, if so many NP go to other battles of the same answer."""
    return [bought for bought in edges_to_buy(state, zone) if can_pay(state, spent + price_of_edge(state, bought))]


def read_edge(typed: Typed, open_to: Collection[tuple[str, ...]]) -> tuple[str, ...]:
    """23.4, 32.1 `command base`, `both`, or nothing of it; only what is open is offered."""
    bought: list[str] = []
    while typed.more():
        typed.skip("edge", "with", "and")
        for word, also, adds, remark in _EDGES:
            after = tuple(p for p in PURCHASES if p in (*bought, *adds))
            is_open = len(after) == len(bought) + len(adds) and after in open_to
            if word_if(is_open, typed, word, also, remark=remark):
                bought += adds
                break
        else:
            break
    return tuple(p for p in PURCHASES if p in bought)


_EDGES: tuple[tuple[str, tuple[str, ...], tuple[str, ...], Remark], ...] = (
    (COMMAND, (), (COMMAND,), lambda _: "+1 for 1 NP"),
    (BASE, ("fob", "hq"), (BASE,), lambda _: "FOB or HQ: +1 for 1 NP"),
    ("both", (), PURCHASES, lambda _: "+2 for 2 NP"),
)


EDGE: Choose[State] = Choose(
    rule="23.4", noun="edge", ask=prompts.prompt, skip=("edge", "with", "and"),
    names=lambda asked: Names({
        "none": ("none", DONE), COMMAND: (COMMAND,), BASE: (BASE, "fob", "hq"),
        f"{COMMAND},{BASE}": ("both", f"{COMMAND} {BASE}", f"{BASE} {COMMAND}", f"{COMMAND} and {BASE}")}, sort="word"),
    remark=lambda asked, say: f"{price_of_edge(asked.state, asked.legal()[asked.says().index(say)])} NP",
    pick=lambda asked: best_edge(asked.state, asked.about, "coalition"),
    standing=Standing("edge", "what is bought for the Tactical Edge when units have turned up", {
        "best": best("what pays best, or nothing"), "none": nothing("nothing")}),
)


def zones_of(asked: Asked[State]) -> tuple[str, ...]:
    """23.3 Where a battle can be fought now."""
    return asked.case(Battles).zones


def read_first(state: State, typed: Typed, zones: Sequence[str]) -> tuple[str, ...]:
    """25.1 `first aq_base tal_inf2`: who falls before others of the same factor."""
    if not typed.word("first", remark=lambda _: "kinds that fall before others of the same factor"):
        return ()
    there = dict.fromkeys(islamist(state, id).id for zone in zones for id in revealed(state, zone))
    kinds = named_in_turn(typed, printed.kinds(state.numbers), there)
    if not kinds:
        raise typed.refuse_word("no kind of Islamist unit is named")
    return tuple(kinds)


def _some_kinds(state: State, zones: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    there = list(dict.fromkeys(islamist(state, id).id for zone in zones for id in revealed(state, zone)))
    return tuple(rng.sample(there, rng.randint(0, len(there)))) if rng.random() < 0.3 else ()


def _hit_of(asked: Asked[State], setting: Setting) -> tuple[str, ...] | None:
    """25.2, 21.3 These as far as they have steps; None if they are not enough."""
    some = asked.case(Some)
    struck = [id for id in setting.value if id in some.names for _ in range(steps(asked.state, id))]
    return tuple(struck[: some.count]) if len(struck) >= some.count else None


HITS: ChooseSome[State] = ChooseSome(
    rule="25.2", also_at=("21.1",), noun="unit", ask=prompts.prompt, skip=SKIPPED, remarks=("costs the fewest NP", ""),
    names=lambda asked: printed.units(asked.state.numbers), often=lambda asked, id: steps(asked.state, id),
    pick=lambda asked: cheapest(asked.state, asked.case(Some).names, asked.case(Some).count),
    brief=lambda asked, ids: ", ".join(map(printed.units(asked.state.numbers).shown, ids)),
    standing=Standing("losses", "who takes hits", {
        "fewest_np": best("where it costs the fewest NP, then the weakest"),
        "units": given(
            "these units as far as they have steps, the first first; you are asked if they are not enough", _hit_of,
            Listing(lambda state: printed.units(state.numbers), "UNIT ..."))}),
)
ZONE: Choose[State] = Choose(
    rule="10.2", noun="zone", ask=prompts.prompt, names=_zones, skip=SKIPPED,
    worth=lambda asked, zone: (concealed(asked.state, zone), of_zone(asked.state, zone)),
)
UNIT: Choose[State] = Choose(
    rule="29.1", noun="unit", ask=prompts.prompt, names=lambda asked: printed.units(asked.state.numbers), skip=SKIPPED,
    worth=lambda asked, id: (asked.state.units[id].reduced, -price_of(asked.state, id)),
)
OVERSTACKED: Choose[State] = Choose(
    rule="8.9", noun="unit", ask=prompts.prompt, skip=SKIPPED,
    names=lambda asked: joined(Names({FACE_DOWN: (FACE_DOWN,)}), printed.units(asked.state.numbers)),
    worth=lambda asked, id: -np_of_loss(asked.state, id, "eliminated") if id in asked.state.numbers.ground else -1,
)
LOYA_JIRGA: Choose[State] = Choose(
    rule="33.1", noun="answer", ask=prompts.prompt,
    names=lambda asked: Names({"decline": ("decline", "no"), "attempt": ("attempt", "yes")}, sort="word"),
    worth=lambda asked, say: (say == "attempt") == (asked.state.jihad <= LOW_JIHAD),
)


class Event(Form[State]):
    """29.1 What an event asks for: a unit that is rotated, or a zone that is seen."""

    keys = UNIT.keys

    def which(self, asked: Asked[State]) -> Form[State]:
        return UNIT if asked.has_case(Rotation) else ZONE
