"""16.1, 16.3, 23.2, 29.1, 35 Decisions declared once: who leads, fire support, losses, a leader's unit, consent.

Belongs here: what is asked, how it is typed, what is offered, standing orders. Must not be here: what is legal, the
odds themselves, what strikes are enough (judgement).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.kit.arguments import Listing
from pbem.kit.chances import percent
from pbem.kit.choose import Choose
from pbem.kit.declaring import Declared, Standing, best, given, nothing
from pbem.kit.forms import Asked, Offer, ready
from pbem.kit.lists import named_in_turn
from pbem.kit.policies import Setting
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Remark, Typed
from pbem_games.fallujah import judgement, odds
from pbem_games.fallujah.combat.battle import battlefield, node_here, terrain_of
from pbem_games.fallujah.combat.edge import coalition_edge, leads, markers_at_hand, opfor_edge, wins_ties
from pbem_games.fallujah.combat.support import strikes_at_hand
from pbem_games.fallujah.forces import steps
from pbem_games.fallujah.forms import random_orders
from pbem_games.fallujah.forms.names import MARKERS_CALLED, ByRound, read_counts, units
from pbem_games.fallujah.map import kinds, labels, name_of, under_way
from pbem_games.fallujah.numbers import MARKERS
from pbem_games.fallujah.orders import Counts, Units
from pbem_games.fallujah.state import State
from pbem_games.fallujah.team import Consent, proposed, seat_name
from pbem_games.fallujah.words.brief import brief_counts, brief_unit, brief_units
from pbem_games.fallujah.words.figures import everything_at_hand, of_our_fire, of_their_fire, ours, theirs

MOST = 20  # offers
UNITS = Listing(lambda state: units(state.numbers), "UNIT ...")


def battle(state: State) -> str:
    """Who fights whom, and where."""
    operation = under_way(state)
    node, terrain = node_here(state), terrain_of(state, operation.space).id
    where = f"{battlefield(state)} ({terrain}{', ' + node.name if node is not None else ''})"
    return (f"Battle of {where}, round {operation.combat_round}: {ours(state)} against "
            f"{theirs(state, operation.enemies)}.")


def _not_in_force(asked: Asked[State], unit: str) -> str:
    return f"{labels(asked.state, [unit])} is not in the force"


# ---------------------------------------------------------------- who leads

LEADING = ("lead", "with", "and", "leads")


def _who_leads(asked: Asked[State]) -> Prompt:
    state = asked.state
    lead, _ = leads(state)[0]
    own, other = coalition_edge(state, lead, ""), opfor_edge(state)
    tie = "you win ties" if wins_ties(state) else "OPFOR wins ties"
    sums = [" ".join(map(str, drms)) for drms in (own, other)]
    return Prompt(
        "Who fires first?", f" A die each, you {sums[0]}, OPFOR {sums[1]}; {tie}: "
        f"{percent(odds.of_edge(state, lead))}. Name your lead unit, and a marker if you have one.",
        f"Your fire now {of_our_fire(state)}; theirs costs {of_their_fire(state)}.", above=battle(state))


def _read_lead(asked: Asked[State], typed: Typed, says: Sequence[str]) -> str:
    """`1/5`, `lead 1/5 with netwar`, `netwar 1/5`"""
    state, force, lead, marker = asked.state, under_way(asked.state).force, "", ""
    pairs = [(unit, used) for unit, _, used in (say.partition(" ") for say in says)]
    while typed.more():
        typed.skip(*LEADING)
        usable = dict.fromkeys(used for unit, used in pairs if used and lead in ("", unit))
        if not lead and (unit := typed.name(units(state.numbers), list(dict.fromkeys(unit for unit, _ in pairs)),
                                            why=lambda u: _not_in_force(asked, u), remark=_edge(state, marker))):
            lead = unit
        elif not marker and usable and (
                used := typed.word(*usable, labels=MARKERS_CALLED,
                                   remark=lambda used, lead=lead: _edge(state, used)(lead))):  # type: ignore[misc]
            marker = used
        elif typed.peek() in MARKERS:
            raise typed.refuse(f"no {typed.peek()} can be used here")
        elif typed.peek():
            raise typed.refuse_word()
        else:
            break
    if not lead and len(force) > 1:
        raise typed.refuse("name the unit that leads", map(units(state.numbers).shown, force))
    return f"{lead or force[0]} {marker}".strip()


def _edge(state: State, marker: str) -> Remark:
    """How likely a lead unit brings the edge."""
    return lambda lead: f"edge {percent(odds.of_edge(state, lead, marker))}" if lead else ""


def _pairs(asked: Asked[State]) -> Names:
    """Each lead, with the marker that goes with it."""
    pairs = [say.partition(" ") for say in asked.says()]
    called = {"".join(one): ", ".join(filter(None, (labels(asked.state, one[:1]), MARKERS_CALLED.get(one[2], one[2]))))
              for one in pairs}
    return Names({f"{lead}{blank}{marker}": (f"{brief_unit(asked.state, lead)}{blank}{marker}",)
                  for lead, blank, marker in pairs}, labels=called,
                 sort={"".join(one): "word" if one[2] else "unit" for one in pairs})


def _lead_with_netwar(asked: Asked[State], _: Setting) -> Any:
    (best_lead, none), netwar = asked.legal()[0], asked.state.numbers.netwar.id
    return best_lead, netwar if netwar in markers_at_hand(asked.state) else none


LEAD: Choose[State] = Choose(
    rule="16.1", noun="unit that leads", ask=_who_leads, names=_pairs, read=_read_lead, skip=LEADING,
    remark=lambda asked, say: _edge(asked.state, say.partition(" ")[2])(say.partition(" ")[0]),
    pick=lambda asked: asked.legal()[0],
    standing=Standing("lead", "who leads for the Tactical Edge", {
        "best": best("the unit with the best contact, no marker"),
        "netwar": given("the same with a NetWar marker as long as there is one", _lead_with_netwar),
        "units": given(
            "the first of these that is in the force, no marker; you are asked if none is",
            lambda asked, setting: next(
                ((unit, "") for unit in setting.value if unit in under_way(asked.state).force), None), UNITS)}),
)


# ---------------------------------------------------------------- fire support


class Strikes(Declared[State]):
    """16.1(3)a `none`, `all`, `air4 2 soa`: so many of each kind."""

    keywords = ("all",)

    def typing(self, asked: Asked[State]) -> str:
        return f"Type {ready(self.offers(asked), 3)}, several kinds together, or `all`."

    def read(self, asked: Asked[State], typed: Typed) -> Counts:
        state, at_hand = asked.state, strikes_at_hand(asked.state)
        if typed.word("none", also=("0",), remark=lambda _: of_our_fire(state)):
            return ()
        if typed.word("all", remark=lambda _: of_our_fire(state, everything_at_hand(state))):
            return everything_at_hand(state)
        found = read_counts(typed, state.numbers, at_hand, why=lambda kind: f"no {kind} is at hand",
                            remark=lambda kind: f"{at_hand[kind]} at hand; one {of_our_fire(state, ((kind, 1),))}")
        if not found:
            raise typed.refuse_word("say which strikes, or `none`")
        return found

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """None, one of each kind, all of each kind, all."""
        state, at_hand = asked.state, strikes_at_hand(asked.state)
        ones: list[Counts] = [((kind, 1),) for kind in at_hand]
        lots: list[Counts] = [((kind, count),) for kind, count in at_hand.items() if count > 1]
        found = [(), *ones, *lots, *([tuple(at_hand.items())] if len(at_hand) > 1 else [])]
        return [Offer(brief_counts(strikes), of_our_fire(state, strikes)) for strikes in found[:MOST]]

    def propose(self, asked: Asked[State], rng: random.Random) -> Counts:
        return random_orders.counts(asked.state.available, rng, list(asked.state.numbers.strikes))


def _which_strikes(asked: Asked[State]) -> Prompt:
    state = asked.state
    everything = everything_at_hand(state)
    return Prompt(
        "Commit fire support?", f" It is used up. Your fire without it {of_our_fire(state)}; "
        f"with all ({kinds(state, everything)}) {of_our_fire(state, everything)}. "
        f"Theirs costs {of_their_fire(state)}.", above=battle(state))


def _for_this_round(asked: Asked[State], setting: Setting) -> Counts:
    """What is wanted for this round, as far as it is at hand."""
    plan: tuple[Counts, ...] = setting.value
    wanted = dict(plan[min(under_way(asked.state).combat_round, len(plan)) - 1])
    counts = ((kind, min(wanted.get(kind, 0), count)) for kind, count in strikes_at_hand(asked.state).items())
    return tuple((kind, count) for kind, count in counts if count)


STRIKES = Strikes(
    rule="23.2", ask=_which_strikes, pick=lambda asked: judgement.enough_support(asked.state),
    standing=Standing("fire_support", "which strikes are committed", {
        "none": nothing("none"),
        "all": given("all that are at hand", lambda asked, _: everything_at_hand(asked.state)),
        "enough": best("as many as the force needs for a likely win, those without collateral damage first"),
        "rounds": given("round by round, the last for all later ones; what is not at hand is left out",
                        _for_this_round, ByRound())}, usual="enough"),
)


# ---------------------------------------------------------------- losses

HITTING = ("hits", "hit", "lose", "and", "on")


def _who_is_hit(asked: Asked[State]) -> Prompt:
    count = len(asked.legal()[0])
    step = "the step" if count == 1 else "the steps"
    return Prompt(f"OPFOR has hit you {plural(count, 'time')} in {battlefield(asked.state)}: who loses {step}?",
                  f" KIA {-count}. Name a unit for each hit.")


def _read_hits(asked: Asked[State], typed: Typed, says: Sequence[str]) -> str:
    """`hits 1/5 1/5 a/2tk`: each unit as often as it is hit; `2x 1/5` hits it twice."""
    state, force, hits = asked.state, under_way(asked.state).force, len(asked.legal()[0])
    named = named_in_turn(
        typed, units(state.numbers), force, most=hits, skip=HITTING, often=lambda unit: steps(state, unit),
        remark=lambda before, unit: _lost(state, unit, [*before, unit]), why=lambda u: _not_in_force(asked, u))
    if typed.rest:
        raise typed.refuse_word()
    found = next((say for say in says if sorted(say.split(",")) == sorted(named)), "")
    if not found:
        raise typed.refuse(f"{plural(hits, 'hit')} to be spread over {labels(state, force)}, no unit beyond its steps",
                           [brief_units(state, say.split(",")) for say in says[:MOST]])
    return found


def _lost(state: State, unit: str, named: Sequence[str]) -> str:
    """`1/5 reduced`"""
    return f"{labels(state, [unit])} {'eliminated' if named.count(unit) >= steps(state, unit) else 'reduced'}"


def _hit_of(asked: Asked[State], setting: Setting) -> Units | None:
    """The first of these as often as it can be; nothing if others must be hit too."""
    fitting = [way for way in asked.legal() if all(unit in setting.value for unit in way)]
    return max(fitting, key=lambda way: [way.count(unit) for unit in setting.value], default=None)


HITS: Choose[State] = Choose(
    rule="16.3", noun="units, one for each hit", ask=_who_is_hit, read=_read_hits, skip=HITTING, most=MOST,
    names=lambda asked: Names({say: (brief_units(asked.state, say.split(",")),) for say in asked.says()},
                              sort="unit", things={say: say.replace(",", " ") for say in asked.says()}),
    remark=lambda asked, say: ", ".join(
        _lost(asked.state, unit, say.split(",")) for unit in dict.fromkeys(say.split(","))),
    pick=lambda asked: asked.legal()[0],
    standing=Standing("losses", "who takes hits", {
        "cheapest": best("so that the fewest units are eliminated, then the cheapest"),
        "units": given("these units, the first as often as it can; you are asked if they are not enough", _hit_of,
                       UNITS)}),
)


# ---------------------------------------------------------------- leaders, consent


def _led(state: State) -> list[str]:
    return [unit for unit in state.leaders.values() if unit]


def _joined(asked: Asked[State]) -> str:
    return f"A leader comes forward in {name_of(asked.state, under_way(asked.state).space)}: which unit does he join?"


LEADER_JOINS: Choose[State] = Choose(
    rule="29.1", noun="unit", ask=_joined, why=_not_in_force, pick=lambda asked: asked.legal()[0],
    names=lambda asked: units(asked.state.numbers, is_brief=True),
    worth=lambda asked, unit: (unit not in _led(asked.state), steps(asked.state, unit)),  # a second one adds nothing
    remark=lambda asked, unit: "has a leader" if unit in _led(asked.state) else "",
)

ANSWERS = Names({"yes": ("yes", "y"), "no": ("no", "n"), "always": ("always", "a")}, sort="word")
_NETWAR = re.compile(r"\bnetwar\b")
MEANING = {"yes": "this once", "no": "he gives another order", "always": "whenever he uses your units"}


def _whether_to_consent(asked: Asked[State]) -> Prompt:
    mover = asked.case(Consent).to
    who = f"{seat_name(mover)} asks for consent to" if mover else "The first player proposes to buy:"
    more = "`always` consents to all that comes." if "always" in asked.says() else ""
    return Prompt(f"{who} {_NETWAR.sub('NetWar', proposed(asked.state))}", more)


def _consent_as_set(asked: Asked[State], setting: Setting) -> str | None:
    """Ruling R130 What others ask of one's units; a first purchase and an end are asked of the player."""
    return setting.choice if "always" in asked.says() else None


CONSENT: Choose[State] = Choose(
    rule="35", noun="answer", names=lambda asked: ANSWERS, ask=_whether_to_consent,
    remark=lambda asked, say: MEANING[say] if "always" in asked.says() else "", pick=lambda asked: "yes",
    standing=Standing("consent", "whether another player of your team may use your units", {
        "yes": given("this time", _consent_as_set), "always": given("this time and from now on", _consent_as_set),
        "no": given("not this time", _consent_as_set)}),
)
