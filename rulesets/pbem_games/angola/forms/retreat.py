"""9.11.7, 9.11.8 Where beaten defenders go and what it costs them; whether a side pays to fight on.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import msgspec

from pbem.kit.choose import Choose
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem_games.angola.combat.battle import defending_units, is_attacker
from pbem_games.angola.combat.going_on import RETREAT
from pbem_games.angola.combat.resolution import strength
from pbem_games.angola.combat.retreat import followers, is_destroyed, legal_retreats, retreat_costs
from pbem_games.angola.forms.battle import battle_of, cheapest, place_told, worth_of
from pbem_games.angola.forms.names import brief_units, read_units, regions, typed_unit
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words.common import region_name
from pbem_games.angola.words.resolution import LESS, TO, RetreatPlan

LOSING = ("lose", "lost", "kill", "after", "losing", "without")
FIGHTING = ("lose", "pay", "on", "fight", "continue")


class Way(msgspec.Struct, frozen=True):
    """9.11.7 What a retreat to a region costs a Force that has lost `losses` in combat."""

    losses: tuple[Token, ...]
    region: str
    stuck: tuple[Token, ...]  # they cannot leave the road
    near: int  # lost next to the Attacker's Region
    zone: int  # lost in a retreat zone
    left: tuple[Token, ...]  # those of whom the retreat's losses are named

    @property
    def price(self) -> int:
        return len(self.stuck) + self.near + self.zone

    @property
    def told(self) -> str:
        """Why Units die there; `nobody more is lost`."""
        parts = [f"{len(self.stuck)} that cannot leave the road"] if self.stuck else []
        parts += [f"{self.near} next to the Attacker's Region"] if self.near else []
        parts += [f"{self.zone} in a retreat zone"] if self.zone else []
        return f"lost there: {', '.join(parts)}" if parts else "nobody is lost there"


class Retreat(Form[State]):
    """9.11.7 `2inf to dondo less inf3`: combat losses, the region, whom the retreat costs."""

    keywords = (TO, LESS, *LOSING)

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, count = asked.state, _count(asked)
        units = defending_units(state, battle_of(state))
        lost = f"after it has lost {plural(count, 'Unit')} in combat" if count else "without combat losses"
        what = "the Units lost in combat, `to`, the region" if count else "`to` and the region"
        return Prompt(
            f"Your side must retreat from {place_told(asked)} ({brief_units(state, units)}), {lost}.",
            f"It may go to: {', '.join(region_name(state, way.region) for way in _ways(asked))}.",
            How(f"Type {what}, and behind `less` whom the retreat costs: `{_typed(asked, _ways(asked)[0])}`. "
                "Losses that are not named fall on those that hurt least."))

    def read(self, asked: Asked[State], typed: Typed) -> RetreatPlan:
        state, count = asked.state, _count(asked)
        battle, units = battle_of(state), defending_units(state, battle_of(state))
        typed.skip(*LOSING)
        losses = read_units(typed, state, asked.seat, units, stop=(TO, LESS), most=count) if count or typed.rest else []
        typed.word(TO, remark=lambda _: "the region")
        legal = legal_retreats(state, battle)
        region = typed.name(
            regions(state.numbers), legal, why=lambda r: f"they may not retreat to {region_name(state, r)}",
            remark=lambda r: way_to(asked, r, tuple(losses)).told)
        if not region:
            raise typed.refuse_word("say where they retreat to")
        _check_count(typed, "lost in combat", losses, count)
        chosen = tuple(losses) if losses else way_to(asked, region).losses
        way = way_to(asked, region, chosen)
        after: list[Token] = []
        if typed.peek() == LESS and not way.near + way.zone:
            typed.stop(f"the retreat to {region_name(state, region)} costs nobody that is yours to name")
        if typed.word(*([LESS] if way.near + way.zone else []), remark=lambda _: "whom the retreat costs"):
            after = read_units(typed, state, asked.seat, way.left, most=way.near + way.zone)
        _check_count(typed, "lost by the retreat", after, way.near + way.zone)
        named = tuple(after) or tuple(cheapest(state, way.left)[: way.near + way.zone])
        return RetreatPlan(chosen, region, named)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Where it costs least first."""
        for way in _ways(asked):
            yield Offer(_typed(asked, way), way.told)

    def propose(self, asked: Asked[State], rng: random.Random) -> RetreatPlan:
        state = asked.state
        battle, units = battle_of(state), defending_units(state, battle_of(state))
        lost = tuple(rng.sample(units, _count(asked)))
        plan = RetreatPlan(lost, rng.choice(legal_retreats(state, battle)))
        left = followers(state, battle, units, plan)
        cost = sum(retreat_costs(state, battle, plan.region, len(left)))
        return RetreatPlan(lost, plan.region, tuple(rng.sample(left, cost)))


def way_to(asked: Asked[State], region: str, losses: Sequence[Token] = ()) -> Way:
    """What a retreat there costs; the combat losses, if none are named, are those that hurt least there."""
    state, battle = asked.state, battle_of(asked.state)
    units, count = defending_units(state, battle), _count(asked)
    cannot = [u for u in units if is_destroyed(state, u, battle.region, region)]
    if not losses:
        losses = [*cheapest(state, cannot), *cheapest(state, [u for u in units if u not in cannot])][:count]
    lost = tuple(sorted(losses, key=units.index))
    left = followers(state, battle, units, RetreatPlan(lost, region))
    stuck = tuple(u for u in cannot if u not in lost)
    return Way(lost, region, stuck, *retreat_costs(state, battle, region, len(left)), tuple(left))


def _ways(asked: Asked[State]) -> list[Way]:
    """All retreats, the cheapest first; own towns before others."""
    state = asked.state

    friends = (asked.seat, state.numbers.ally(asked.seat))

    def rank(way: Way) -> tuple[int, bool, str]:
        marker = state.markers.get(way.region)
        return way.price, marker is None or marker.holder not in friends, way.region

    return sorted((way_to(asked, r) for r in legal_retreats(state, battle_of(state))), key=rank)


def _check_count(typed: Typed, what: str, units: Sequence[Token], count: int) -> None:
    """So many, or none: then they are chosen by themselves."""
    if units and len(units) != count:
        typed.stop(f"{plural(count, 'Unit')} {'is' if count == 1 else 'are'} {what}, {len(units)} named")


def _count(asked: Asked[State]) -> int:
    """9.11.6 How many are lost in combat."""
    return len(asked.items()[0].default().losses)


def _typed(asked: Asked[State], way: Way) -> str:
    lost = [typed_unit(asked.state, asked.seat, u) for u in way.losses]
    after = cheapest(asked.state, way.left)[: way.near + way.zone]
    less = [LESS, *(typed_unit(asked.state, asked.seat, u) for u in after)] if after else []
    return " ".join([*lost, TO, region_name(asked.state, way.region).lower(), *less])


def _whether_to_go_on(asked: Asked[State]) -> Prompt:
    state, battle = asked.state, battle_of(asked.state)
    prices = [u for u in asked.legal() if u != RETREAT]
    if is_attacker(battle, asked.seat):
        where = f"your Column goes back to {region_name(state, battle.origin)} at no cost"
        then = "Then the defender chooses likewise"
    else:
        legal = ", ".join(region_name(state, r) for r in legal_retreats(state, battle))
        where = f"your side goes to {legal}" if legal else "nowhere is open: your side is eliminated"
        then = "The attacker has paid to go on"
    return Prompt(
        f"The combat in {place_told(asked)} goes on only if both sides pay one unsuppressed Unit. {then}.",
        f"`{RETREAT}`: {where}. Or lose one of: {', '.join(_words(asked, u) for u in prices)}.")


def _read_price(asked: Asked[State], typed: Typed, prices: Sequence[str]) -> str:
    found = read_units(typed, asked.state, asked.seat, prices, most=1)
    if len(found) > 1:
        raise typed.refuse("one Unit is given, no more")
    return next(iter(found), "")


def _leaves_first(asked: Asked[State]) -> bool:
    """But an attacker who stays at 2 to 1 is first offered to fight on, and a defender who cannot retreat."""
    state, battle = asked.state, battle_of(asked.state)
    if not is_attacker(battle, asked.seat):
        return bool(legal_retreats(state, battle))
    return not _is_well_ahead(state, battle, cheapest(state, [u for u in asked.legal() if u != RETREAT])[0])


GO_ON: Choose[State] = Choose(
    rule="9.11.8", noun="Unit that is given", nothing=RETREAT, ask=_whether_to_go_on, read=_read_price, skip=FIGHTING,
    names=lambda asked: Names({u: (f"lose {_words(asked, u)}",) for u in asked.legal() if u != RETREAT}, sort="unit"),
    pick=lambda asked: None, quiet_first=_leaves_first,
    worth=lambda asked, unit: -worth_of(asked.state, unit),
    remark=lambda asked, unit: "the combat ends" if unit == RETREAT else "and fight another round",
)


def _is_well_ahead(state: State, battle: Battle, price: Token) -> bool:
    """9.11.1 Whether the attacker has twice the defender's strength without this Unit."""
    left = strength(state, battle, battle.attacker) - state.numbers.counters[price].strength
    return left >= 2 * strength(state, battle, battle.defenders[0])


def _words(asked: Asked[State], unit: Token) -> str:
    return typed_unit(asked.state, asked.seat, unit)
